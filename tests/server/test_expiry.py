"""Expiry: what nobody plays any more goes with all that belongs to it, and nothing else does."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from stellwerk.cli import main
from stellwerk.server import operating
from stellwerk.server.expiry import DAY, Expiry
from stellwerk.server.store import Database
from stellwerk.server.store.care import delete, names
from stellwerk.server.store.schema import BELONGING, invitations, matches, metadata, notes, shelf
from tests.server.kit import both, new_match, played, running, until, upload


@contextmanager
def store(database: Path | str) -> Iterator[Database]:
    found = Database(str(database))
    yield found
    found.close()


def age(base: Database, name: str, days: float) -> None:
    with base.writing() as db:
        db.execute(sa.update(matches).where(matches.c.id == name).values(changed=time.time() - days * DAY))


def left(base: Database) -> dict[str, set[str]]:
    """Of which matches there are rows, by table."""
    with base.reading() as db:
        return {table.name: set(db.scalars(sa.select(table.c.match))) for table in BELONGING}


def test_every_table_with_rows_of_a_match_is_known() -> None:
    assert {table.name for table in BELONGING} == {
        table.name for table in metadata.tables.values() if "match" in table.c
    }


@both
def test_what_is_old_goes_with_all_its_rows_and_nothing_else(database: Path | str) -> None:
    with running(database, bots=0) as client, store(database) as base:
        client.get("/")
        old, new = new_match(client)[0], new_match(client)[0]
        over = upload(client, played("over"))[0]
        young = upload(client, played("over too"))[0]
        for match, days in ((old, 31), (new, 29), (over, 91), (young, 89)):
            age(base, match.match, days)
        assert set(Expiry(30).due(base)) == {old.match}
        assert set(Expiry(None, 90).due(base)) == {over.match}
        assert Expiry().never
        assert Expiry().due(base) == []
        assert set(Expiry(30, 90).expire(base)) == {old.match, over.match}
        assert set(names(base)) == {new.match, young.match}
        assert all(known <= {new.match, young.match} for known in left(base).values())
        assert client.get(f"/api/matches/{old.match}").status_code == 404
        page = client.get(f"/match/{old.match}")
        assert page.status_code == 404
        assert "There is no such match here." in page.text
        assert new.look()["ply"] == 3


@both
def test_a_match_that_follows_a_deleted_one_stays(database: Path | str) -> None:
    with running(database, bots=0) as client, store(database) as base:
        over = upload(client, played("over"))[0]
        following = over.post("again", {}).json()["id"]
        age(base, over.match, 100)
        assert Expiry(None, 30).expire(base) == [over.match]
        assert client.get(f"/api/matches/{following}").status_code == 200


@both
def test_a_branch_of_a_deleted_match_stays_and_words_of_the_match_go(database: Path | str) -> None:
    with running(database, bots=0) as client, store(database) as base:
        old, branch = new_match(client)[0].match, new_match(client)[0].match
        with base.writing() as db:
            db.execute(sa.insert(notes), {"match": old, "seat": 1, "body": "x", "version": 1, "changed": 1.0})
            db.execute(sa.insert(shelf), {"visitor_hash": "a" * 64, "match": old, "created": 1.0})
            db.execute(sa.update(matches).where(matches.c.id == branch).values(parent=old, parent_ply=2))
        age(base, old, 31)
        assert Expiry(30).expire(base) == [old]
        with base.reading() as db:
            assert db.execute(sa.select(matches.c.id, matches.c.parent, matches.c.parent_ply)).all() == [
                (branch, None, 2)
            ]
        assert left(base)["notes"] == left(base)["shelf"] == set()


@both
def test_when_the_following_match_goes_another_one_can_be_begun(database: Path | str) -> None:
    with running(database, bots=0) as client, store(database) as base:
        over = upload(client, played("over"))[0]
        following = over.post("again", {}).json()["id"]
        age(base, following, 100)
        assert Expiry(30).expire(base) == [following]
        assert over.look()["next"] is None
        assert over.post("again", {}).status_code == 201


def test_who_plays_in_the_last_moment_keeps_the_match(database: Path) -> None:
    with running(database, bots=0) as client, store(database) as base:
        anna = new_match(client)[0]
        age(base, anna.match, 31)
        (due,) = Expiry(30).due(base)
        age(base, anna.match, 0)
        assert delete(base, [due], 30 * DAY, None) == []
        assert names(base) == [anna.match]


def test_many_go_in_portions(database: Path) -> None:
    with running(database, bots=0) as client, store(database) as base:
        for _ in range(45):
            age(base, new_match(client)[0].match, 31)
        told: list[int] = []
        assert len(Expiry(30).expire(base, told.append)) == 45
        assert told == [20, 40, 45]


def test_a_server_that_is_told_to_does_it_by_itself(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operating, "FIRST", 0.05)
    monkeypatch.setattr(operating, "EXPIRY", 0.05)
    with running(database, bots=0, expire_after=30.0) as client, store(database) as base:
        old, new = new_match(client)[0], new_match(client)[0]
        age(base, old.match, 31)
        until(lambda: names(base) == [new.match])
        assert client.get(f"/match/{old.match}").status_code == 404


@both
def test_invitations_that_open_nothing_any_more_are_forgotten(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operating, "FIRST", 0.05)
    monkeypatch.setattr(operating, "EXPIRY", 0.05)
    with running(database, bots=0, invitation_days=14.0) as client, store(database) as base:
        anna = new_match(client)[0]
        assert anna.post("seats/0/invitation", {}).status_code == 201
        ben = new_match(client)[0]
        code = ben.post("seats/0/invitation", {}).json()["code"]
        with base.writing() as db:
            old = sa.update(invitations).where(invitations.c.match == anna.match)
            db.execute(old.values(created=time.time() - 15 * DAY))
        until(lambda: left(base)["invitations"] == {ben.match})
        assert client.post(f"/api/matches/{ben.match}/invitation", json={"code": code}).status_code == 200


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_the_command_lists_first_and_deletes_then(database: Path) -> None:
    with running(database, bots=0) as client, store(database) as base:
        old = new_match(client)[0].match
        new_match(client)
        age(base, old, 31)
    dry = run("expire", "--database", database, "--expire-after", 30, "--dry-run")
    assert (dry.exit_code, dry.stdout) == (0, f"{old}\n")
    assert "1 matches deleted" in run("expire", "--database", database, "--expire-after", 30).output
    assert "0 matches deleted" in run("expire", "--database", database, "--expire-after", 30).output
    assert run("expire", "--database", database).exit_code == 2
