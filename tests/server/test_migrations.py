"""Databases of older versions are brought up to the tables of today, with all that is in them, by one process."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from stellwerk.core.action import thaw
from stellwerk.core.errors import UnknownVersion
from stellwerk.core.match import Match
from stellwerk.server.names import hashed
from stellwerk.server.store import Entry, Snapshot, Standing, Store, Taken, Terms, database_url
from stellwerk.server.store.migrate import find, make, upgrade
from stellwerk.server.store.schema import matches, messages, metadata, notes, orders, shelf
from tests.server.kit import Player, both, played, running, until

FIRST_TABLES = """
CREATE TABLE matches (id VARCHAR(40) NOT NULL, game VARCHAR(80) NOT NULL, rules_version INTEGER NOT NULL,
    options JSON NOT NULL, seed VARCHAR(200) NOT NULL, position JSON, created FLOAT NOT NULL, finished FLOAT,
    bot_due BOOLEAN NOT NULL, follows VARCHAR(40), PRIMARY KEY (id), UNIQUE (follows),
    FOREIGN KEY(follows) REFERENCES matches (id));
CREATE TABLE meta ("key" VARCHAR(40) NOT NULL, value VARCHAR(40) NOT NULL, PRIMARY KEY ("key"));
CREATE TABLE entries ("match" VARCHAR(40) NOT NULL, rev INTEGER NOT NULL, kind VARCHAR(8) NOT NULL, body JSON NOT NULL,
    created FLOAT NOT NULL, PRIMARY KEY ("match", rev), FOREIGN KEY("match") REFERENCES matches (id));
CREATE TABLE holds ("match" VARCHAR(40) NOT NULL, seat INTEGER NOT NULL, visitor_hash VARCHAR(64) NOT NULL,
    PRIMARY KEY ("match", seat), FOREIGN KEY("match") REFERENCES matches (id));
CREATE INDEX ix_holds_visitor_hash ON holds (visitor_hash);
CREATE TABLE seats ("match" VARCHAR(40) NOT NULL, seat INTEGER NOT NULL, name VARCHAR(200) NOT NULL, bot VARCHAR(80),
    token_hash VARCHAR(64) NOT NULL, PRIMARY KEY ("match", seat), FOREIGN KEY("match") REFERENCES matches (id));
INSERT INTO meta ("key", value) VALUES ('schema', '1')
"""
"""What the first version of Stellwerk said to both databases."""

SEAT = sa.text('INSERT INTO seats ("match", seat, name, bot, token_hash) VALUES (:m, :s, :n, :b, :t)')
ENTRY = sa.text('INSERT INTO entries ("match", rev, kind, body, created) VALUES (:m, :r, :k, :b, :c)')
PAST = 1_700_000_000.0
OF_SCHEMA_3: dict[sa.Table, dict[str, Any]] = {
    orders: {"match": "first", "seat": 0, "number": 1, "body": {}, "state": "active", "ply": 3, "created": PAST},
    notes: {"match": "first", "seat": 0, "body": "Ähm", "version": 1, "changed": PAST},
    messages: {"match": "first", "number": 1, "seat": 0, "body": "🚂", "created": PAST},
    shelf: {"visitor_hash": "a" * 64, "match": "first", "created": PAST},
}
"""A row of each table that the third schema added."""


def old(database: Path | str) -> sa.Engine:
    """A database as the first version left it, without a match."""
    engine = sa.create_engine(database_url(str(database)))
    with engine.begin() as db:
        for statement in FIRST_TABLES.split(";"):
            db.exec_driver_sql(statement)
    return engine


def write_old(engine: sa.Engine, name: str, match: Match, rows: list[tuple[str, Any]], **more: Any) -> None:
    """A match as the first version wrote it, one second from row to row."""
    head = match.header
    row = {
        "id": name,
        "game": head.game,
        "rules_version": head.rules_version,
        "options": json.dumps(dict(head.options)),
        "seed": head.seed,
        "created": PAST,
        "finished": None,
        "bot_due": False,
        "follows": None,
        **more,
    }
    with engine.begin() as db:
        columns = ", ".join(row)
        places = ", ".join(f":{column}" for column in row)
        db.execute(sa.text(f"INSERT INTO matches ({columns}) VALUES ({places})"), row)
        for number, seat in enumerate(head.seats):
            chair = {"m": name, "s": number, "n": seat.name, "b": seat.bot, "t": hashed(f"{name}-{number}")}
            db.execute(
                sa.text('INSERT INTO seats ("match", seat, name, bot, token_hash) VALUES (:m,:s,:n,:b,:t)'), chair
            )
        for number, (kind, body) in enumerate(rows, 1):
            entry = {"m": name, "r": number, "k": kind, "b": json.dumps(body), "c": PAST + number}
            db.execute(
                sa.text('INSERT INTO entries ("match", rev, kind, body, created) VALUES (:m,:r,:k,:b,:c)'), entry
            )
        hold = {"m": name, "v": hashed("anna")}
        db.execute(sa.text('INSERT INTO holds ("match", seat, visitor_hash) VALUES (:m, 0, :v)'), hold)


def plays(match: Match) -> list[tuple[str, Any]]:
    return [("play", [action.seat, action.kind, thaw(action.args)]) for action in match.log]


@pytest.fixture
def inherited(database: Path | str) -> Path | str:
    """A database of the first version with a running match, one in which much was taken back, and two that follow."""
    engine = old(database)
    running_one = played("old", 12)
    write_old(engine, "running", running_one, plays(running_one), bot_due=True)
    undone = [*plays(running_one), ("undo", [0, 8]), ("undo", [0, 6]), ("redo", [0]), *plays(running_one)[8:10]]
    write_old(engine, "undone", running_one, undone)
    over = played("old end")
    write_old(engine, "over", over, plays(over), finished=PAST + 5)
    write_old(engine, "begun", running_one, [], follows="over")
    engine.dispose()
    return database


@both
def test_all_that_an_old_database_holds_is_there_afterwards(inherited: Path | str) -> None:
    store = Store(str(inherited))
    try:
        match = played("old", 12)
        saved = store.load("running")
        assert saved is not None
        assert saved.header == match.header
        assert [(entry.kind, entry.body, entry.digest) for entry in saved.entries] == [
            (kind, body, None) for kind, body in plays(match)
        ]
        assert saved.created == PAST
        assert [store.head(name)[:3] for name in ("running", "undone", "over", "begun")] == [  # type: ignore[index]
            (12, 0, None),
            (17, 0, None),
            (played("old end").ply, 0, "begun"),
            (0, 0, None),
        ]
        listed = {one.id: one for one in store.of_visitor(hashed("anna"), 10)}
        assert {name: one.ply for name, one in listed.items()} == {
            "running": 12,
            "undone": 10,
            "over": played("old end").ply,
            "begun": 0,
        }
        assert listed["running"].changed == PAST + 12
        assert listed["begun"].changed == PAST
        assert [one.over for one in listed.values()].count(True) == 1
        assert not any(one.known for one in listed.values())
        assert [(due.match, due.since) for due in store.queue.waiting()] == [("running", PAST + 12)]
        assert store.seats.keys("running")[1] == (hashed("running-1"), True)
        assert sorted(store.unknown(10)) == ["begun", "over", "running", "undone"]
    finally:
        store.close()


@both
def test_the_old_locks_still_hold_after_a_migration(inherited: Path | str) -> None:
    store = Store(str(inherited))
    header = played("old", 12).header
    try:
        with pytest.raises(Taken):
            store.append("running", 11, [Entry("redo", [0])], Standing(12, finished=False, bot_due=False))
        with pytest.raises(Taken):
            store.create(
                "third", header, ["a", "b", "c"], [], Standing(0, finished=False, bot_due=False), Terms("over")
            )
        with pytest.raises(sa.exc.IntegrityError), store.database.writing() as db:
            db.execute(SEAT, {"m": "nix", "s": 0, "n": "x", "b": None, "t": "x"})  # a seat without its match
        store.append("running", 12, [Entry("redo", [0])], Standing(12, finished=False, bot_due=False))
    finally:
        store.close()


@both
def test_a_list_tells_rightly_of_matches_that_nobody_has_looked_at_since(inherited: Path | str) -> None:
    with running(inherited) as client:
        client.cookies.set("stellwerk", "anna")
        page = client.get("/").text
        assert 'id="mine-running"' in page
        matches = client.app.state.matches  # type: ignore[attr-defined]
        assert client.portal is not None
        until(lambda: matches.store.unknown(10) == [])
        mine = {one.id: one for one in client.portal.call(matches.mine, hashed("anna"))}
        match, over = played("old", 12), played("old end")
        assert mine["running"].waiting == tuple(match.waiting())
        assert over.result is not None
        assert mine["over"].winners == over.result.winners
        assert Player(client, "running", "running-0").look()["held"] == [0]


@both
def test_all_matches_of_an_old_database_are_looked_at_in_the_background(inherited: Path | str) -> None:
    with running(inherited) as client:
        store = client.app.state.matches.store  # type: ignore[attr-defined]
        until(lambda: store.unknown(10) == [])
        listed = {one.id: one for one in store.of_visitor(hashed("anna"), 10)}
    assert listed["undone"].ply == 10
    assert listed["undone"].waiting == tuple(played("old", 10).waiting())
    assert listed["running"].changed == PAST + 12, "looking changes nothing"


@pytest.fixture
def second(database: Path | str) -> Path | str:
    """A database of the second schema with a match in it, a kept position, and one that follows."""
    engine = old(database)
    match = played("old", 12)
    write_old(engine, "first", match, plays(match), bot_due=False)
    write_old(engine, "next", match, [], follows="first")
    with engine.begin() as db:
        upgrade(db, "2")
        db.exec_driver_sql("UPDATE matches SET claims = 3, waiting = '[1]', winners = '[]' WHERE id = 'first'")
        db.exec_driver_sql("UPDATE entries SET digest = '0123456789abcdef' WHERE rev = 12")
        db.execute(sa.text("INSERT INTO snapshots (match, ply, body) VALUES ('first', 8, :body)"), {"body": b"kept"})
    engine.dispose()
    return database


@both
def test_a_database_of_the_second_schema_keeps_all_and_gains_room_for_more(second: Path | str) -> None:
    store = Store(str(second))
    try:
        match = played("old", 12)
        saved = store.load("first")
        assert saved is not None
        assert (saved.header, [entry.body for entry in saved.entries]) == (
            match.header,
            [body for _, body in plays(match)],
        )
        assert saved.entries[-1].digest == "0123456789abcdef"
        assert (saved.waiting, saved.snapshots) == ((1,), [Snapshot(8, b"kept")])
        head = store.head("first")
        assert head is not None
        assert head[:3] == (12, 3, "next")
        with store.database.writing() as db:
            row = db.execute(sa.select(matches).where(matches.c.id == "first")).one()
            assert (row.label, row.parent, row.parent_ply, row.talk, row.said, row.orders_rev) == (None,) * 4 + (0, 0)
            for table, values in OF_SCHEMA_3.items():
                db.execute(sa.insert(table), values)
            db.execute(sa.update(matches).where(matches.c.id == "next").values(parent="first", parent_ply=7))
        for table, values in OF_SCHEMA_3.items():
            with pytest.raises(sa.exc.IntegrityError), store.database.writing() as db:
                db.execute(sa.insert(table), {**values, "match": "nix"})  # a row without its match
        with pytest.raises(sa.exc.IntegrityError), store.database.writing() as db:
            db.execute(sa.update(matches).where(matches.c.id == "next").values(parent="nix"))
    finally:
        store.close()


@both
def test_seats_that_were_left_before_are_known_as_left(database: Path | str) -> None:
    """Of three seats of the fifth schema one has a player, one was left, and nobody ever sat on the third."""
    engine = sa.create_engine(database_url(str(database)))
    with engine.begin() as db:
        upgrade(db, "5")
        tables = sa.MetaData()
        tables.reflect(db)
        match = {"id": "fifth", "game": "paris-connection", "rules_version": 1, "options": {}, "seed": "s"}
        match |= {"created": PAST, "changed": PAST, "rev": 0, "ply": 0, "claims": 0, "orders_rev": 0, "said": 0}
        db.execute(sa.insert(tables.tables["matches"]), match)
        for seat, (token, seen) in enumerate([("a", None), ("", PAST), ("", None)]):
            row = {"match": "fifth", "seat": seat, "name": f"N{seat}", "token_hash": token, "here_until": seen}
            db.execute(sa.insert(tables.tables["seats"]), row)
    engine.dispose()
    store = Store(str(database))
    try:
        assert [one.abandoned for one in store.seats.chairs("fifth")] == [False, True, False]
    finally:
        store.close()


@both
def test_the_scripts_lead_to_the_tables_that_the_program_knows(database: Path | str) -> None:
    engine = old(database)
    with engine.begin() as db:
        upgrade(db)
    assert differences(engine) == []
    engine.dispose()


@both
def test_a_new_database_has_the_tables_that_the_scripts_lead_to(database: Path | str) -> None:
    made = sa.create_engine(database_url(str(database)))
    with made.begin() as db:
        make(db)
    assert differences(made) == []
    with made.begin() as db:
        found = find(db)
        metadata.drop_all(db)
        db.exec_driver_sql("DROP TABLE alembic_version")
        upgrade(db)
        assert find(db) == found
    assert differences(made) == []
    made.dispose()


def differences(engine: sa.Engine) -> list[Any]:
    with engine.connect() as db:
        found: list[Any] = compare_metadata(MigrationContext.configure(db), metadata)
    return found


def test_the_comparison_of_tables_sees_a_column_too_much(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "x.db"))
    with store.database.engine.begin() as db:
        db.exec_driver_sql("ALTER TABLE matches ADD COLUMN colour VARCHAR(3)")
    assert differences(store.database.engine)
    store.close()


@both
def test_several_processes_may_open_an_old_database_at_once(inherited: Path | str) -> None:
    opened(inherited)
    store = Store(str(inherited))
    assert store.head("undone") is not None
    store.close()


@both
def test_several_processes_may_make_a_database_at_once(database: Path | str) -> None:
    opened(database)


def opened(database: Path | str) -> None:
    """Let four processes open a database as nearly at once as can be; none may fail."""
    program = (
        "import sys; from stellwerk.server.store import Store; print('here', flush=True); sys.stdin.readline();"
        "store = Store(sys.argv[1]); print(store.database.epoch()); store.close()"
    )
    words = [sys.executable, "-c", program, str(database)]
    all_of_them = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for one in all_of_them:
        assert one.stdout is not None
        assert one.stdout.readline() == "here\n"
    for one in all_of_them:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    told = [one.communicate(timeout=300) for one in all_of_them]
    assert [one.returncode for one in all_of_them] == [0] * 4, told
    assert len({word for word, _ in told}) == 1, "one of them made it"


@both
def test_a_script_that_a_newer_stellwerk_ran_is_not_run_back(database: Path | str) -> None:
    store = Store(str(database))
    with store.database.engine.begin() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '77'")
        db.exec_driver_sql("UPDATE meta SET value = '77' WHERE \"key\" = 'schema'")
    store.close()
    with pytest.raises(UnknownVersion, match="77"):
        Store(str(database))


@both
def test_a_database_has_a_word_of_its_own_that_a_restore_changes(database: Path | str) -> None:
    store = Store(str(database))
    first = store.database.epoch()
    assert first
    assert store.database.epoch() == first
    assert store.database.renew_epoch() != first
    assert store.database.epoch() != first
    store.close()
