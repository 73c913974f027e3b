"""The doctor: finds what was put in wrongly, mends what follows from the entries, and leaves everything else alone."""

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from stellwerk.cli import main
from stellwerk.core.positions import EACH
from stellwerk.server.doctor import Finding, examine_database, examine_match
from stellwerk.server.store import Snapshot, Store
from stellwerk.server.store.care import names
from stellwerk.server.store.schema import entries, matches
from tests.server.kit import both, new_match, played, running, upload


@contextmanager
def store(database: Path | str) -> Iterator[Store]:
    found = Store(str(database))
    yield found
    found.close()


def life(database: Path | str) -> list[str]:
    """A running match with undo and redo, a finished one and one that waits for a bot."""
    rng = Random(5)
    with running(database, bots=0) as client:
        anna = new_match(client)[0]
        place = [choice for choice in anna.look()["view"]["choices"] if choice["kind"] == "place"]
        assert anna.act("place", *rng.choice(place)["args"]).status_code == 200
        ply = anna.look()["ply"]
        assert anna.post("undo", {"ply": ply}).status_code == 200
        assert anna.post("redo", {"ply": anna.look()["ply"]}).status_code == 200
        over = upload(client, played("over"))[0]
        bot = new_match(client, [{"name": name, "bot": "random"} for name in "ABC"])[0]
    return [anna.match, over.match, bot.match]


def wrong(database: Path | str, *, mend: bool = False) -> list[Finding]:
    with store(database) as base:
        found = list(examine_database(base.database))
        for name in names(base.database):
            found += examine_match(base, name, time.time(), mend=mend)
    return [finding for finding in found if finding.wrong]


def change(database: Path, sql: str, *values: Any) -> None:
    link = sqlite3.connect(database)
    assert link.execute(sql, values).rowcount > 0, "nothing was changed"
    link.commit()
    link.close()


@both
def test_what_a_server_wrote_is_sound(database: Path | str) -> None:
    life(database)
    assert wrong(database) == []


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("DELETE FROM entries WHERE match = ? AND rev = 4", "gap"),
        ("UPDATE entries SET digest = '0123456789abcdef' WHERE match = ? AND rev = 4", "digest"),
        ("UPDATE entries SET body = '[0, \"fly\", []]' WHERE match = ? AND rev = 4", "replay"),
        ("UPDATE entries SET body = '{' WHERE match = ? AND rev = 4", "unreadable"),
        ("UPDATE matches SET ply = 99 WHERE id = ?", "summary"),
        ("UPDATE matches SET rev = rev + 1 WHERE id = ?", "summary"),
        ("UPDATE matches SET waiting = '[2]' WHERE id = ?", "summary"),
        ("UPDATE matches SET winners = '[2]' WHERE id = ?", "summary"),
        ("UPDATE matches SET finished = 1.0 WHERE id = ?", "summary"),
        ("UPDATE matches SET bot_since = 1.0 WHERE id = ?", "summary"),
        ("UPDATE holds SET seat = 7 WHERE match = ?", "seats"),
        ("INSERT INTO orders VALUES (?, 7, 1, '{}', 'active', NULL, 0, 1.0)", "seats"),
        ("INSERT INTO notes VALUES (?, 7, 'x', 1, 1.0)", "seats"),
        ("INSERT INTO messages (match, number, seat, body, created) VALUES (?, 1, 0, 'x', 1.0)", "messages"),
        ("UPDATE matches SET said = 1 WHERE id = ?", "messages"),
        ("INSERT INTO snapshots VALUES (?, 4000, x'00')", "positions"),
        ("INSERT INTO snapshots VALUES (?, 2, x'00')", "positions"),
    ],
)
def test_each_fault_is_found_and_no_other(database: Path, sql: str, kind: str) -> None:
    match, *_ = life(database)
    if "holds" in sql:
        change(database, "INSERT INTO holds VALUES (?, 0, 'somebody')", match)
    change(database, sql, match)
    found = wrong(database)
    assert kind in {finding.kind for finding in found}
    assert {finding.match for finding in found} == {match}


@both
def test_digests_that_an_older_server_did_not_write_are_written(database: Path | str) -> None:
    """Undone and redone actions among them; without digests a match is frozen as soon as there are other rules."""
    match, *_ = life(database)
    with store(database) as base:
        before = base.load(match)
        assert before is not None
        with base.database.writing() as db:
            db.execute(update(entries).where(entries.c.match == match).values(digest=None))
        (told,) = [one for one in examine_match(base, match, time.time()) if one.kind == "digest"]
        assert (told.wrong, told.mended) == (False, False)
        (told,) = [one for one in examine_match(base, match, time.time(), mend=True) if one.kind == "digest"]
        assert told.mended
        assert [one for one in examine_match(base, match, time.time()) if one.kind == "digest"] == []
        after = base.load(match)
        assert after is not None
        assert after.entries == before.entries


@both
def test_what_follows_from_the_entries_is_mended(database: Path | str) -> None:
    _, over, bot = life(database)
    before = Store(str(database))
    wrong(database, mend=True)  # what nobody has kept yet is kept then
    with before.database.writing() as db:
        db.execute(update(matches).where(matches.c.id == bot).values(bot_since=None, ply=0, waiting=[]))
        db.execute(update(matches).where(matches.c.id == over).values(winners=[]))
    saved = before.load(over)
    assert saved is not None
    plies = [one.ply for one in saved.snapshots]
    assert set(range(EACH, len(saved.entries) + 1, EACH)) <= set(plies)
    other = saved.snapshots[2].body
    assert before.keep(
        over, len(saved.entries), [Snapshot(4000, b"x"), Snapshot(EACH, b"x"), Snapshot(3 * EACH, other)]
    )
    assert {finding.kind for finding in wrong(database)} == {"summary", "positions"}
    assert all(finding.mended for finding in wrong(database, mend=True))
    assert wrong(database) == []
    saved = before.load(over)
    assert saved is not None
    assert [one.ply for one in saved.snapshots] == plies
    assert [one.match for one in before.queue.waiting()] == [bot], "its bots are asked again"
    before.close()


def test_entries_are_never_mended(database: Path) -> None:
    match, *_ = life(database)
    change(database, "DELETE FROM entries WHERE match = ? AND rev = 4", match)
    change(database, "UPDATE matches SET ply = 99 WHERE id = ?", match)
    assert not any(finding.mended for finding in wrong(database, mend=True) if finding.kind == "gap")
    assert "gap" in {finding.kind for finding in wrong(database)}


def test_a_match_of_other_rules_is_a_note(database: Path) -> None:
    match, *_ = life(database)
    change(database, "UPDATE matches SET rules_version = 99 WHERE id = ?", match)
    with store(database) as base:
        found = examine_match(base, match, time.time())
    assert not any(finding.wrong for finding in found)
    assert found[0].kind == "rules"
    change(database, "UPDATE matches SET game = 'chess' WHERE id = ?", match)
    with store(database) as base:
        assert [finding.kind for finding in examine_match(base, match, time.time())][:1] == ["game"]


def test_a_damaged_page_is_found(database: Path) -> None:
    life(database)
    link = sqlite3.connect(database)
    link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    link.execute("PRAGMA journal_mode=DELETE")
    (root,) = link.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_holds_visitor_hash'").fetchone()
    (size,) = link.execute("PRAGMA page_size").fetchone()
    link.close()
    with database.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    with store(database) as base:
        assert "damage" in {finding.kind for finding in examine_database(base.database)}


def test_a_lost_reference_is_found(database: Path) -> None:
    life(database)
    change(database, "INSERT INTO holds VALUES ('nowhere', 0, 'somebody')")
    with store(database) as base:
        (found,) = examine_database(base.database)
    assert found.text == "a row of holds refers to matches, where nothing is"


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_the_command_tells_everything_and_leaves_with_1_when_something_is_wrong(database: Path) -> None:
    match, over, _ = life(database)
    well = run("doctor", "--database", database)
    assert well.exit_code == 0, well.output
    assert "3 matches examined: nothing is wrong" in well.output
    assert re.search(r"paris-connection +rules \d", well.output)
    change(database, "UPDATE matches SET ply = 99 WHERE id = ?", match)
    ill = run("doctor", "--database", database, "--json")
    assert ill.exit_code == 1
    told = json.loads(ill.output)
    assert [(one["match"], one["kind"]) for one in told["findings"] if one["wrong"]] == [(match, "summary")]
    assert (told["examined"], told["database"]["matches"]) == (3, 3)
    assert run("doctor", "--database", database, "--match", over).exit_code == 0
    assert json.loads(run("doctor", "--database", database, "--sample", "2", "--json").output)["examined"] == 2
    assert run("doctor", "--database", database, "--match", "nowhere").exit_code == 1
    mended = run("doctor", "--database", database, "--mend")
    assert mended.exit_code == 0
    assert re.search(r"nothing is wrong, \d+ mended", mended.output)
    assert run("doctor", "--database", database).exit_code == 0
