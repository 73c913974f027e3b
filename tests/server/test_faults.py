"""Faults of the database: told soon and honestly, nobody waits for ever, all goes on by itself when they are over."""

import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from stellwerk.core.match import Header, Seat
from stellwerk.core.matchfile import LONGEST_WORD, dump
from stellwerk.server.errors import Unavailable
from stellwerk.server.shield import LONGEST_PART
from stellwerk.server.store import Entry, Standing, Store
from tests import postgres
from tests.server.kit import Client, Player, act, both, new_match, played, running, store_of, until

SOON = 25.0
"""Seconds within which a fault is told: about two, but a busy machine is slow. A pool of connections that is left to
itself waits for 30."""

CONNECTIONS = 20
"""Those of a PostgreSQL that has few."""

HEADER = Header("some-game", 1, (Seat("A"), Seat("B", "random")), {}, "seed", None)
RUNNING = Standing(1, finished=False, bot_due=True, waiting=(1,))
TURN = Entry("play", [0, "pass", []])


def refused(answer: Any, began: float) -> None:
    """Told soon, with a sentence and when to try again."""
    assert time.monotonic() - began < SOON
    assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


def goes_on(players: list[Player]) -> None:
    """All by itself, and with all that was acknowledged."""
    before = until(lambda: rev(players[0]))
    until(lambda: acted(players))
    assert until(lambda: rev(players[0])) > before


def rev(player: Player) -> int:
    """That of the table, or 0 where it cannot be seen: who else tries just then may be in the way once more."""
    answer = player.get()
    return int(answer.json()["rev"]) if answer.status_code == 200 else 0


def acted(players: list[Player]) -> bool:
    """Whether whoever is on turn could see that, and act."""
    seen = players[0].get()
    if seen.status_code != 200:
        return False
    player = players[seen.json()["waiting"][0]]
    table = player.get()
    if table.status_code != 200:
        return False
    choice = next(choice for choice in table.json()["view"]["choices"] if choice["kind"] == "trade")
    return bool(player.act(choice["kind"], *choice["args"], ply=table.json()["ply"]).status_code == 200)


# --- locked ----------------------------------------------------------------------------------------------


@contextmanager
def locked(store: Store, database: Path | str) -> Iterator[None]:
    """Another process writes and does not finish."""
    if store.database.postgres:
        with psycopg.connect(str(database)) as other:
            other.execute("LOCK TABLE matches IN EXCLUSIVE MODE")
            yield
        return
    raw = sqlite3.connect(database, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        raw.close()


@both
def test_a_lock_of_another_process_stops_writing_for_a_while_and_looking_not_at_all(
    client: Client, database: Path | str
) -> None:
    players = new_match(client)
    with locked(store_of(client), database):
        began = time.monotonic()
        refused(act(players), began)
        assert players[0].look()["ply"] == 3
        assert client.get("/").status_code == 200
    goes_on(players)


@both
def test_however_many_wait_to_write_those_who_look_are_served(database: Path | str) -> None:
    """There are 40 threads for the database; 60 writers must not hold all of them until each has waited in vain."""
    store = Store(str(database))
    store.create("m1", HEADER, ["a", "b"], [TURN], RUNNING)
    with ThreadPoolExecutor(60) as writers:
        with locked(store, database):
            began = time.monotonic()
            ends = [writers.submit(failing, store) for _ in range(60)]
            slowest = 0.0
            while not all(end.done() for end in ends):
                asked = time.monotonic()
                assert store.head("m1") is not None
                slowest = max(slowest, time.monotonic() - asked)
            assert time.monotonic() - began < SOON
            assert slowest < SOON / 2
            began = time.monotonic()
            assert failing(store)
            assert time.monotonic() - began < SOON
        assert all(end.result() for end in ends)
    store.append("m1", 1, [TURN], RUNNING)
    store.close()


def failing(store: Store) -> bool:
    try:
        store.append("m1", 1, [TURN], RUNNING)
    except Unavailable:
        return True
    return False


# --- full and read-only ------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_nothing_acknowledged_is_lost(client: Client, database: Path) -> None:
    """The system refuses to let files grow: the same error as a full disk, without one."""
    players = new_match(client)
    largest = max(path.stat().st_size for path in database.parent.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        refused(*first_refused(client))
        assert players[0].look()["ply"] == 3
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    goes_on(players)


@pytest.mark.parametrize("pragma", ["max_page_count=1", "query_only=ON"])
def test_a_database_that_may_not_grow_or_not_be_written_is_told(client: Client, pragma: str) -> None:
    players = new_match(client)
    engine = store_of(client).database.engine

    def spoil(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA {pragma}")

    engine.dispose()
    sa.event.listen(engine, "connect", spoil)
    try:
        refused(*first_refused(client))
        assert players[0].look()["ply"] == 3
    finally:
        sa.event.remove(engine, "connect", spoil)
        engine.dispose()
    goes_on(players)


def first_refused(client: Client) -> tuple[Any, float]:
    """Write until it is refused: what is left of the last pages is used first."""
    for _ in range(500):
        began = time.monotonic()
        answer = client.post("/api/matches", json=big())
        if answer.status_code != 201:
            return answer, began
    raise AssertionError("it was never refused")


def big() -> Any:
    """A match that needs pages of its own."""
    return {"game": "1830", "seats": [{"name": name} for name in "ABCDEF"]}


@pytest.mark.postgres
def test_a_postgresql_that_takes_no_writes_is_told(postgres_server: postgres.Server) -> None:
    url = postgres_server.create()
    name = url.partition("?")[0].rpartition("/")[2]
    with running(url) as client:
        players = new_match(client)
        end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        postgres_server.admin(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        postgres_server.admin(end)
        began = time.monotonic()
        answer = act(players)
        refused(answer, began)
        postgres_server.admin(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        postgres_server.admin(end)
        goes_on(players)
    postgres_server.drop(url)


# --- gone and replaced ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["file", "directory"])
def test_what_was_taken_away_is_missed_at_once_and_found_again(tmp_path: Path, what: str) -> None:
    """Else actions would be acknowledged that go into a file which nobody will ever see."""
    folder = tmp_path / "folder"
    database = folder / "x.sqlite3"
    with running(database) as client:
        players = new_match(client)
        taken = database if what == "file" else folder
        aside = taken.rename(tmp_path / "aside")
        began = time.monotonic()
        answer = players[0].get()
        refused(answer, began)
        refused(client.post("/api/matches", json=big()), began)
        assert client.get("/").status_code == 503
        assert not database.exists(), "no empty database is put in its place"
        aside.rename(taken)
        goes_on(players)


def test_a_file_that_was_put_in_the_place_of_another_is_read_instead(database: Path, tmp_path: Path) -> None:
    with running(database) as client:
        players = new_match(client)
        copy = tmp_path / "copy"
        with sqlite3.connect(database) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        with sqlite3.connect(copy) as raw:
            raw.execute("UPDATE meta SET value = 'restored' WHERE key = 'epoch'")
            raw.execute("PRAGMA journal_mode=WAL")
        for one in (source, target, raw):
            one.close()
        assert act(players).status_code == 200
        assert players[0].look()["ply"] == 4
        copy.replace(database)
        for left in ("-wal", "-shm"):
            database.with_name(database.name + left).unlink(missing_ok=True)
        assert until(lambda: players[0].get().status_code == 200 and players[0].look()["ply"] == 3)
        goes_on(players)


def test_a_file_that_is_no_database_is_told_until_it_is_one_again(database: Path, tmp_path: Path) -> None:
    with running(database) as client:
        players = new_match(client)
        with store_of(client).database.asking() as db:
            db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")  # else all of it would be found there
        aside = database.rename(tmp_path / "aside")
        database.write_bytes(b"no database" * 1000)
        began = time.monotonic()
        refused(players[0].get(), began)
        database.unlink()
        aside.rename(database)
        goes_on(players)


def test_a_file_that_is_still_being_copied_does_not_become_a_new_database(database: Path, tmp_path: Path) -> None:
    with running(database) as client:
        players = new_match(client)
        with store_of(client).database.asking() as db:
            db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        aside = database.rename(tmp_path / "aside")
        database.touch()
        refused(players[0].get(), time.monotonic())
        assert database.stat().st_size == 0, "nobody has written there"
        database.write_bytes(aside.read_bytes())
        goes_on(players)


# --- PostgreSQL ------------------------------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.slow
def test_a_postgresql_that_is_restarted_or_has_no_connection_left_is_told_and_used_again() -> None:
    with postgres.server(f"max_connections={CONNECTIONS}", "superuser_reserved_connections=0", fsync=True) as server:
        url = server.create()
        with running(url) as client:
            players = new_match(client)
            for how in (signal.SIGQUIT, signal.SIGINT):
                assert until(lambda: acted(players))
                known = until(lambda: rev(players[0]))
                server.stop(how)
                for _ in range(3):
                    began = time.monotonic()
                    refused(players[0].get(), began)
                    refused(client.post("/api/matches", json=big()), began)
                server.start()
                assert until(lambda: rev(players[0])) == known, "what was acknowledged is there"
                goes_on(players)
            with exhausted(server, store_of(client).database.engine):
                refused(players[0].get(), time.monotonic())
            goes_on(players)


@contextmanager
def exhausted(server: postgres.Server, engine: sa.Engine) -> Iterator[None]:
    """Take all connections, also those that the server's own threads get again while theirs are taken away."""
    with ExitStack() as stack:
        taken: list[psycopg.Connection[Any]] = []

        def all_are_taken() -> bool:
            """A connection that was closed is free only when PostgreSQL has noticed, so it is counted what we have."""
            engine.dispose()
            with suppress(psycopg.OperationalError):
                while True:
                    taken.append(stack.enter_context(closing(psycopg.connect(server.url("postgres"), autocommit=True))))
            taken[0].execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname <> 'postgres'")
            return len(taken) == CONNECTIONS

        assert until(all_are_taken)
        yield


@both
def test_names_that_no_database_can_hold_are_not_found(client: Client) -> None:
    for name in ("%00", "a%00b", "%F0%9F%9A%82", "x" * LONGEST_PART, "'; DROP TABLE matches"):
        assert client.get(f"/api/matches/{name}").status_code == 404


@both
def test_a_file_is_taken_or_refused_by_every_database_alike(client: Client) -> None:
    file = dump(played("file"))
    refused_one = client.post("/api/matches", json={"file": {**file, "seed": "a\0b"}})
    assert (refused_one.status_code, refused_one.json()["error"]) == (400, "malformed")
    answer = client.post("/api/matches", json={"file": {**file, "seed": "s" * LONGEST_WORD}})
    assert answer.status_code == 201
    assert Player(client, answer.json()["id"]).look()["over"]
