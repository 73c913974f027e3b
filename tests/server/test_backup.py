"""Backup and restore: all of it, as it was at one moment, from any kind of database into any other, or nothing."""

import json
import os
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from stellwerk.cli import main
from stellwerk.core.errors import Malformed, UnknownVersion
from stellwerk.server.rows import rows_of
from stellwerk.server.store import Database, Snapshot
from stellwerk.server.store.archive import MANIFEST, TABLES, opened, write
from stellwerk.server.store.migrate import upgrade
from stellwerk.server.store.restore import NotEmpty, restore
from stellwerk.server.store.schema import matches, messages, meta, notes, orders, shelf, snapshots
from tests.server.kit import Player, both, new_match, played, running, upload

LATER = ("orders", "notes", "messages", "shelf")
Rows = dict[str, list[tuple[Any, ...]]]


def rows(database: Path | str, *, leases: bool = False) -> Rows:
    """All that a database holds, without who sees to its bots at this moment."""
    opened = Database(str(database))
    left_out = () if leases else ("bot_owner", "bot_until")
    with opened.reading() as db:
        found = {
            table.name: [
                tuple(row)
                for row in db.execute(
                    sa.select(*(c for c in table.columns if c.name not in left_out)).order_by(*table.primary_key)
                )
            ]
            for table in TABLES
        }
    opened.close()
    return found


def epoch(database: Path | str) -> str | None:
    opened = Database(str(database))
    with opened.reading() as db:
        found: str | None = db.scalar(sa.select(meta.c.value).where(meta.c.key == "epoch"))
    opened.close()
    return found


@contextmanager
def store(database: Path | str) -> Iterator[Database]:
    found = Database(str(database))
    yield found
    found.close()


def readable_by(folder: Path) -> dict[str, str]:
    """Rights to the files of a folder."""
    return {file.name: f"{stat.S_IMODE(file.stat().st_mode):o}" for file in folder.iterdir() if file.is_file()}


def test_nobody_but_their_owner_reads_databases_backups_and_match_files(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        database = Database(str(tmp_path / "own.sqlite3"))
        with database.writing() as db:
            db.execute(sa.update(meta).values(value=meta.c.value))
            files = readable_by(tmp_path)
        assert run("backup", tmp_path / "all.zip", "--database", tmp_path / "own.sqlite3").exit_code == 0
        assert run("new", "paris-connection", "--seats", "A,B,C", "-o", tmp_path / "match.json").exit_code == 0
        database.close()
    finally:
        os.umask(before)
    files |= readable_by(tmp_path)
    assert {"own.sqlite3", "own.sqlite3-wal", "own.sqlite3-shm", "all.zip", "match.json"} <= files.keys()
    assert set(files.values()) == {"600"}, files


def test_rights_that_somebody_gave_to_a_database_stay(tmp_path: Path) -> None:
    file = tmp_path / "own.sqlite3"
    file.touch(mode=0o640)
    file.chmod(0o640)
    Database(str(file)).close()
    assert readable_by(tmp_path)["own.sqlite3"] == "640"


def life(database: Path | str) -> list[Player]:
    """Matches that were begun, played, taken back, finished and followed by others."""
    rng = Random(5)
    with running(database, bots=0) as client:
        client.get("/")
        people = new_match(client, ["Änna", "Ben 🚂", {"name": "Robo", "bot": "random"}])
        people[0].choose(people[0].look(), rng)
        people[0].post("undo", {"ply": people[0].look()["ply"]})
        over = upload(client, played("over"))
        following = over[0].post("again", {})
        assert following.status_code == 201
        client.app.state.matches.store.keep(  # type: ignore[attr-defined]
            over[0].match, over[0].look()["rev"], [_position()]
        )
        _words(client.app.state.matches.store.database, people[0].match, over[0].match)  # type: ignore[attr-defined]
    return people


def _words(base: Database, name: str, branch: str) -> None:
    """Standing orders, notes, messages, a match put away, and one that was branched from another."""
    order = {"match": name, "seat": 0, "number": 1, "body": {"kind": "pass"}, "state": "active", "ply": 3}
    with base.writing() as db:
        db.execute(sa.insert(orders), {**order, "created": 1.5})
        db.execute(sa.insert(notes), {"match": name, "seat": 1, "body": "Änderung", "version": 2, "changed": 2.5})
        db.execute(sa.insert(messages), {"match": name, "number": 1, "seat": 0, "body": "Hallo 🚂", "created": 3.5})
        db.execute(sa.insert(shelf), {"visitor_hash": "a" * 64, "match": name, "created": 4.5})
        db.execute(sa.update(matches).where(matches.c.id == name).values(said=1, orders_rev=1, label="Dienstag"))
        db.execute(sa.update(matches).where(matches.c.id == branch).values(parent=name, parent_ply=4))


def _position() -> Snapshot:
    return Snapshot(7, bytes(range(256)))


@both
def test_what_is_restored_is_what_was_written(database: Path | str, tmp_path: Path) -> None:
    people = life(database)
    before = rows(database)
    assert all(before[name] for name in ("matches", "seats", "entries", "snapshots", *LATER))
    file = tmp_path / "all.zip"
    with store(database) as source:
        manifest = write(source, file)
    assert manifest.rows == sum(map(len, before.values()))
    other = tmp_path / "other.sqlite3"
    with store(other) as target:
        restore(target, file)
    assert rows(other) == before
    with running(other, bots=0) as client:
        table = Player(client, people[0].match, people[0].token).look()
        assert table["seats"][0]["name"] == "Änna"
    with store(database) as target, pytest.raises(NotEmpty):
        restore(target, file)
    was = epoch(database)
    with store(database) as target:
        restore(target, file, replace=True)
    assert rows(database) == before
    assert epoch(database) != was, "servers that run on it see that it is another one"
    assert list(tmp_path.glob(".*.tmp")) == []


@both
def test_a_server_that_runs_is_written_as_it_is_at_one_moment(database: Path | str, tmp_path: Path) -> None:
    """Between two tables a whole match is begun: either all of it is in the file, or nothing."""
    file = tmp_path / "all.zip"
    with running(database, bots=0) as client, store(database) as source:
        new_match(client)
        begun: list[Player] = []

        def told(table: str, done: int, total: int) -> None:
            if table != "matches" and not begun:
                begun.extend(new_match(client))

        write(source, file, told)
        assert begun
        with opened(file) as archive:
            archive.check()
            counts = {part.table: part.rows for part in archive.manifest.tables}
            ids = {row["id"] for row in archive.rows(matches)}
    assert begun[0].match not in ids
    assert (counts["matches"], counts["seats"]) == (1, 3)


def test_a_restore_that_fails_leaves_everything_as_it_was(database: Path, tmp_path: Path) -> None:
    life(database)
    file = tmp_path / "all.zip"
    with store(database) as source:
        write(source, file)
    before, was = rows(database), epoch(database)
    broken = altered(file, tmp_path / "broken.zip", doubled)
    with store(database) as target, pytest.raises(sa.exc.IntegrityError):
        restore(target, broken, replace=True)
    assert rows(database) == before
    assert epoch(database) == was


def altered(file: Path, to: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(to, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return to


def doubled(members: dict[str, bytes]) -> None:
    """Every row of a table twice, and a manifest that says so: whole, but no database takes it."""
    manifest = json.loads(members[MANIFEST])
    members["seats.jsonl"] *= 2
    for part in manifest["tables"]:
        if part["table"] == "seats":
            part |= {"rows": 2 * part["rows"], "sha256": sha256(members["seats.jsonl"]).hexdigest()}
    members[MANIFEST] = json.dumps(manifest).encode()


def _flip(members: dict[str, bytes]) -> None:
    members["entries.jsonl"] = members["entries.jsonl"].replace(b"play", b"plaz", 1)


def _shorten(members: dict[str, bytes]) -> None:
    members["entries.jsonl"] = members["entries.jsonl"][:-40]


def _lose(members: dict[str, bytes]) -> None:
    del members["seats.jsonl"]


def _foreign(members: dict[str, bytes]) -> None:
    members[MANIFEST] = b'{"format": "other"}'


@pytest.mark.parametrize("change", [_flip, _shorten, _lose, _foreign], ids=lambda change: change.__name__)
def test_what_is_not_whole_is_refused_before_anything_is_touched(
    database: Path, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    life(database)
    file = tmp_path / "all.zip"
    with store(database) as source:
        write(source, file)
    before = rows(database)
    broken = altered(file, tmp_path / "broken.zip", change)
    with store(database) as target, pytest.raises(Malformed):
        restore(target, broken, replace=True)
    assert rows(database) == before


def test_what_a_newer_stellwerk_wrote_is_refused(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    with store(database) as source:
        write(source, file)

    def newer(members: dict[str, bytes]) -> None:
        members[MANIFEST] = json.dumps({**json.loads(members[MANIFEST]), "schema": 99}).encode()

    with store(database) as target, pytest.raises(UnknownVersion):
        restore(target, altered(file, tmp_path / "newer.zip", newer))


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_the_commands_say_what_they_did(database: Path, tmp_path: Path) -> None:
    life(database)
    file = tmp_path / "all.zip"
    done = run("backup", file, "--database", database)
    assert done.exit_code == 0, done.output
    assert f"{file}: 3 matches, " in done.output
    again = run("backup", file, "--database", database)
    assert (again.exit_code, "--force" in again.stderr) == (1, True)
    assert run("backup", file, "--database", database, "--force").exit_code == 0
    assert "is whole: 3 matches" in run("restore", file, "--check").output
    fresh = tmp_path / "fresh.sqlite3"
    assert "restored: 3 matches" in run("restore", file, "--database", fresh).output
    assert rows(fresh) == rows(database)
    refused = run("restore", file, "--database", fresh)
    assert (refused.exit_code, "--replace" in refused.stderr) == (1, True)
    assert refused.stderr.count("\n") == 1
    assert run("restore", file, "--database", fresh, "--replace").exit_code == 0
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"no zip")
    told = run("restore", bad, "--database", fresh)
    assert (told.exit_code, "no archive" in told.stderr) == (1, True)
    assert run("backup", tmp_path / "nowhere" / "x.zip", "--database", database).exit_code == 1


def test_positions_are_kept_byte_by_byte(database: Path, tmp_path: Path) -> None:
    life(database)
    with store(database) as source:
        write(source, tmp_path / "all.zip")
    with opened(tmp_path / "all.zip") as archive:
        bodies = [row["body"] for row in archive.rows(snapshots)]
    assert bytes(range(256)) in bodies


@both
def test_a_server_that_runs_notices_that_its_database_was_restored(database: Path | str, tmp_path: Path) -> None:
    rng = Random(2)
    file = tmp_path / "all.zip"
    with running(database, bots=0) as client, store(database) as base:
        anna = new_match(client)[0]
        write(base, file)
        before = anna.look()
        anna.choose(before, rng)
        later = new_match(client)[0]
        assert anna.look()["rev"] > before["rev"]
        restore(base, file, replace=True)
        assert anna.look() == before
        assert later.get().status_code == 404
        anna.choose(anna.look(), rng)
        assert anna.look()["rev"] == before["rev"] + 1, "play goes on from there"


def test_an_archive_of_the_first_schema_is_brought_up_to_date(database: Path, tmp_path: Path) -> None:
    """Such a file is made here from a database with the tables of then, since nothing could write one then."""
    match = played("long ago", 30)
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    with engine.begin() as db:
        upgrade(db, "1")
        old = sa.MetaData()
        old.reflect(db)
        header = match.header
        row = {"id": "long-ago", "game": header.game, "rules_version": header.rules_version, "seed": header.seed}
        row |= {"options": dict(header.options), "position": sa.null(), "created": 1.0, "bot_due": False}
        db.execute(sa.insert(old.tables["matches"]), row)
        for number, seat in enumerate(header.seats):
            db.execute(
                sa.insert(old.tables["seats"]),
                {"match": "long-ago", "seat": number, "name": seat.name, "token_hash": str(number) * 64},
            )
        for rev, entry in enumerate(rows_of(match), 1):
            values = {"match": "long-ago", "rev": rev, "kind": entry.kind, "body": entry.body, "created": 1.0}
            db.execute(sa.insert(old.tables["entries"]), values)
        members = {}
        parts = []
        for table in (one for one in old.sorted_tables if one.name not in ("meta", "alembic_version")):
            lines = "".join(f"{json.dumps(list(found))}\n" for found in db.execute(sa.select(table))).encode()
            members[f"{table.name}.jsonl"] = lines
            columns = [column.name for column in table.columns]
            digest = sha256(lines).hexdigest()
            parts.append({"table": table.name, "columns": columns, "rows": lines.count(b"\n"), "sha256": digest})
    engine.dispose()
    told = {"format": "stellwerk-backup", "version": 1, "schema": 1, "stellwerk": "0", "created": 1.0, "kind": "sqlite"}
    members[MANIFEST] = json.dumps({**told, "tables": parts}).encode()
    file = tmp_path / "old.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with store(database) as target:
        restore(target, file)
    with running(database, bots=0) as client:
        table = client.get("/api/matches/long-ago").json()
    assert (table["ply"], table["rev"]) == (30, 30)
    assert rows(database)["matches"][0][0] == "long-ago"
