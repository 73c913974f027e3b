"""The store: rows are only ever added, once each, and what is in it stays there. On SQLite and on PostgreSQL."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from stellwerk.core.errors import Malformed, UnknownVersion
from stellwerk.core.match import Header, Seat
from stellwerk.server.store import Due, Entry, Head, Snapshot, Standing, Store, Taken, Terms, database_url
from stellwerk.server.store.queue import LEASE
from stellwerk.server.store.schema import matches, meta
from tests.server.kit import both

HEADER = Header("some-game", 3, (Seat("Ä"), Seat("B", "random")), {"x": "y"}, "seed", {"a": [1]})
RUNNING = Standing(2, finished=False, bot_due=True, waiting=(1,))
OVER = Standing(2, finished=True, bot_due=False, winners=(0,))
TURN = Entry("play", [0, "pass", []])
FIRST = [Entry("play", [-1, "deal", [0, ["red"]]], "d1"), Entry("play", [0, "pass", []], "d2")]


@pytest.fixture
def store(database: Path | str) -> Iterator[Store]:
    store = Store(str(database))
    yield store
    store.close()


@pytest.fixture
def filled(store: Store) -> Store:
    store.create("m1", HEADER, ["h0", "h1"], FIRST, RUNNING)
    return store


def head(store: Store, name: str = "m1") -> tuple[int, int, str | None]:
    found = store.head(name)
    assert isinstance(found, Head)
    return found.rev, found.claims, found.next


def due(store: Store) -> list[str]:
    return [one.match for one in store.queue.waiting()]


@both
def test_a_match_comes_back_as_it_was_written(filled: Store) -> None:
    saved = filled.load("m1")
    assert saved is not None
    assert (saved.header, saved.entries) == (HEADER, FIRST)
    assert head(filled) == (2, 0, None)
    assert [token for token, _ in filled.seats.keys("m1")] == ["h0", "h1"]


@both
def test_what_is_not_there_is_not_found(store: Store) -> None:
    assert store.load("nix") is None
    assert store.head("nix") is None
    assert store.seats.keys("nix") == []


@both
def test_a_match_without_rows_is_at_rev_zero(store: Store) -> None:
    store.create("m1", HEADER, ["h0", "h1"], [], RUNNING)
    assert head(store) == (0, 0, None)


@both
def test_a_rev_is_written_once(filled: Store, database: Path | str) -> None:
    other = Store(str(database))
    other.append("m1", 2, [Entry("undo", [0, 1])], RUNNING)
    with pytest.raises(Taken):
        filled.append("m1", 2, [Entry("redo", [0]), Entry("redo", [0])], OVER)
    saved = filled.load("m1")
    assert saved is not None
    assert saved.entries == [*FIRST, Entry("undo", [0, 1])]
    assert due(filled) == ["m1"], "the refused transaction left nothing behind"
    other.close()


@both
def test_the_store_knows_where_a_bot_is_due_and_when_a_match_ended(filled: Store) -> None:
    filled.append("m1", 2, [TURN], Standing(3, finished=False, bot_due=False))
    assert due(filled) == []
    filled.append("m1", 3, [TURN], RUNNING)
    assert due(filled) == ["m1"]
    filled.append("m1", 4, [TURN], OVER)
    assert due(filled) == []
    ended = ending(filled)
    assert ended is not None
    filled.append("m1", 5, [TURN], OVER)
    assert ending(filled) == ended, "it ends once"
    filled.append("m1", 6, [Entry("undo", [0, 2])], RUNNING)
    assert ending(filled) is None


def ending(store: Store) -> float | None:
    with store.database.engine.connect() as db:
        return db.scalar(sa.select(matches.c.finished))


@both
def test_the_next_match_is_begun_once_and_inherits_who_holds_which_seat(filled: Store) -> None:
    filled.seats.claim("anna", "m1", [0])
    filled.create("m2", HEADER, ["x0", "x1"], [], RUNNING, Terms("m1"))
    assert head(filled) == (2, 0, "m2")
    assert filled.seats.keys("m2") == filled.seats.keys("m1")
    assert filled.seats.held("anna", "m2") == {0}
    with pytest.raises(Taken):
        filled.create("m3", HEADER, ["h0", "h1"], [], RUNNING, Terms("m1"))
    assert filled.load("m3") is None


@both
def test_a_seat_is_held_by_the_one_who_claimed_it_last(filled: Store) -> None:
    filled.seats.claim("anna", "m1", [0, 1])
    filled.seats.claim("ben", "m1", [1])
    assert (filled.seats.held("anna", "m1"), filled.seats.held("ben", "m1")) == ({0}, {1})
    assert [one.id for one in filled.of_visitor("ben", 10)] == ["m1"]
    assert filled.of_visitor("clara", 10) == []


@both
def test_running_matches_are_listed_first_then_the_latest(store: Store) -> None:
    for number, finished in enumerate((False, True, False, True)):
        store.create(f"m{number}", HEADER, ["a", "b"], [], OVER if finished else RUNNING)
        store.seats.claim("anna", f"m{number}", [0])
    assert [one.id for one in store.of_visitor("anna", 10)] == ["m2", "m0", "m3", "m1"]
    assert [one.id for one in store.of_visitor("anna", 2)] == ["m2", "m0"]


@both
def test_a_seat_can_get_another_token(filled: Store) -> None:
    assert filled.seats.renew("m1", 1, "h9", claims=0)
    assert not filled.seats.renew("m1", 0, "h8", claims=1), "for a table at which seats have changed hands"
    assert [token for token, _ in filled.seats.keys("m1")] == ["h0", "h9"]


# --- lists, positions, the queue of bots -----------------------------------------------------------------


@both
def test_a_list_shows_a_match_by_what_was_last_told_of_it(filled: Store) -> None:
    filled.seats.claim("anna", "m1", [0])
    before = time.time()
    filled.append("m1", 2, [TURN], Standing(3, finished=False, bot_due=False, waiting=(0, 1)))
    (one,) = filled.of_visitor("anna", 10)
    assert (one.game, one.names, one.held) == ("some-game", ("Ä", "B"), frozenset({0}))
    assert (one.waiting, one.ply, one.over, one.winners) == ((0, 1), 3, False, ())
    assert one.created <= before <= one.changed
    assert [beat[:2] for beat in filled.pulse("anna", 10)] == [("m1", 3)]
    filled.append("m1", 3, [TURN], OVER)
    (one,) = filled.of_visitor("anna", 10)
    assert (one.waiting, one.over, one.winners) == ((), True, (0,))


@both
def test_a_position_is_kept_for_a_rev_and_dropped_by_going_back_behind_it(filled: Store) -> None:
    kept = [Snapshot(1, b"one\0"), Snapshot(2, b"two")]
    assert filled.keep("m1", 2, kept)
    assert not filled.keep("m1", 1, [Snapshot(1, b"stale")])
    assert not filled.keep("nix", 0, kept)
    assert filled.keep("m1", 2, [Snapshot(2, b"again")])
    assert positions(filled) == [Snapshot(1, b"one\0"), Snapshot(2, b"again")]
    filled.append("m1", 2, [Entry("undo", [0, 1])], RUNNING, kept=1)
    assert positions(filled) == [Snapshot(1, b"one\0")]


def positions(store: Store) -> list[Snapshot]:
    saved = store.load("m1")
    assert saved is not None
    return saved.snapshots


@both
def test_what_waits_for_a_bot_is_leased_to_one_process_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = Header("g", 1, (Seat("A", "x"), Seat("B", "x")), {}, "s", None)
    for name, header in (("robots", bots), ("people", HEADER), ("later", HEADER)):
        store.create(name, header, ["a", "b"], [], RUNNING)
    assert [(one.match, one.people) for one in store.queue.lease("w1", 2)] == [("people", True), ("later", True)]
    assert [one.match for one in store.queue.lease("w2", 9)] == ["robots"], "people come first, nobody gets another's"
    assert len(store.queue.lease("w1", 9)) == 2, "one's own may be asked for again"
    store.queue.release("w1")
    assert [one.match for one in store.queue.lease("w2", 9)] == ["people", "later", "robots"]
    now = time.time()
    for passed in (LEASE + 1, -2 * LEASE):
        monkeypatch.setattr(time, "time", lambda passed=passed: now + passed)
        assert len(store.queue.lease(f"after {passed}", 9)) == 3, "a lease runs out, also when a clock was set back"


@both
def test_the_queue_tells_how_many_wait_and_who_has_waited_the_longest(filled: Store) -> None:
    before = time.time()
    filled.create("m2", HEADER, ["h0", "h1"], FIRST, RUNNING)
    many, (found,) = filled.queue.count(), filled.queue.waiting(most=1)
    assert many == 2
    assert isinstance(found, Due)
    assert (found.match, found.people) == ("m1", True)
    assert found.since <= before


# --- the database itself ---------------------------------------------------------------------------------


def test_sqlite_writes_ahead_and_to_the_disk(store: Store, database: Path) -> None:
    with store.database.engine.connect() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    with sqlite3.connect(database) as raw:
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    raw.close()
    assert {"matches", "seats", "entries", "holds"} <= tables


@both
def test_a_database_of_another_version_is_refused(store: Store, database: Path | str) -> None:
    with store.database.engine.begin() as db:
        db.execute(sa.update(meta).where(meta.c.key == "schema").values(value="99"))
    with pytest.raises(UnknownVersion, match="99"):
        Store(str(database))


@pytest.mark.parametrize("database", ["nodb://somewhere", "postgresql+nodriver://u:secret@localhost/x", "/dev/null/x"])
def test_a_database_that_cannot_be_opened_is_refused_without_its_password(database: str) -> None:
    with pytest.raises(Malformed) as caught:
        Store(database)
    assert "secret" not in str(caught.value)


def test_by_default_matches_are_kept_in_the_data_directory_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    url = database_url(None)
    assert url.database is not None
    assert Path(url.database).is_relative_to(tmp_path)
    assert Path(url.database).parent.is_dir()


def test_a_path_or_an_address_may_be_given(tmp_path: Path) -> None:
    assert database_url(str(tmp_path / "new" / "x.db")).database == str(tmp_path / "new" / "x.db")
    assert (tmp_path / "new").is_dir()
    assert database_url("postgresql://anna@localhost/games").get_backend_name() == "postgresql"


def test_in_memory_all_threads_share_one_database() -> None:
    store = Store("sqlite://")
    store.create("m1", HEADER, ["h0", "h1"], FIRST, RUNNING)
    assert head(store) == (2, 0, None)
    store.close()
