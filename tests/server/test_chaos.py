"""The tool that hurts a server: it finds what is lost or doubled, and a server that is hurt a little loses nothing."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from stellwerk.core.match import Seat
from stellwerk.server.matches import Matches
from stellwerk.server.store import Store
from tests.server.kit import FIXED, GAME
from tools.chaos.__main__ import main
from tools.chaos.notes import Notes, Wish
from tools.chaos.verdict import judge

Doctor = Callable[[sqlite3.Connection, list[Wish]], object]


def played(database: Path, turns: int = 6) -> Notes:
    """A match in which each action was noted as acknowledged."""
    notes = Notes(10.0)

    async def play() -> None:
        store = Store(str(database))
        service = Matches(store)
        name = (await service.create(GAME, [Seat(name) for name in "ABC"], FIXED)).id
        rng = Random(1)
        for _ in range(turns):
            table = await service.open(name)
            action = rng.choice(list(table.match.game.choices(table.match.state))).sample(rng)
            wish = notes.wish(Wish(name, "play", table.rev, action.seat, action.to_json()))
            wish.after = (await service.act(name, action.seat, action, table.ply, table.rev)).rev
            wish.outcome = "acknowledged"
        service.hub.close()
        service.desk.close()
        store.close()

    asyncio.run(play())
    return notes


def test_what_is_as_it_was_told_is_no_finding(database: Path) -> None:
    notes = played(database)
    counted = judge(str(database), notes)
    assert notes.findings == []
    assert (counted["matches"], counted["acknowledged"]) == (1, 6)


def lose_the_last_row(db: sqlite3.Connection, _wishes: list[Wish]) -> None:
    db.execute("DELETE FROM entries WHERE rev = (SELECT max(rev) FROM entries)")
    db.execute("UPDATE matches SET rev = rev - 1, ply = ply - 1")


def write_something_else(db: sqlite3.Connection, wishes: list[Wish]) -> None:
    db.execute("UPDATE entries SET body = '[0, \"finish\", []]' WHERE rev = ?", (wishes[0].rev + 1,))


def repeat_the_last_row(db: sqlite3.Connection, _wishes: list[Wish]) -> None:
    db.execute(
        "INSERT INTO entries (match, rev, kind, body, created, digest) "
        "SELECT match, rev + 1, kind, body, created + 1, digest FROM entries ORDER BY rev DESC LIMIT 1"
    )
    db.execute("UPDATE matches SET rev = rev + 1, ply = ply + 1")


def refuse_what_was_done(_db: sqlite3.Connection, wishes: list[Wish]) -> None:
    wishes[-1].outcome = "unavailable"


def acknowledge_two(_db: sqlite3.Connection, wishes: list[Wish]) -> None:
    wishes.append(Wish(wishes[0].match, "undo", wishes[0].rev, 0, outcome="acknowledged"))


def forget_that_somebody_asked(_db: sqlite3.Connection, wishes: list[Wish]) -> None:
    del wishes[3]


def owe_a_choice_of_a_bot(db: sqlite3.Connection, _wishes: list[Wish]) -> None:
    db.execute("UPDATE matches SET bot_since = 1")


def keep_a_wrong_position(db: sqlite3.Connection, wishes: list[Wish]) -> None:
    db.execute("INSERT OR REPLACE INTO snapshots (match, ply, body) VALUES (?, 2, x'00')", (wishes[0].match,))


@pytest.mark.parametrize(
    ("hurt", "told"),
    [
        (lose_the_last_row, "was acknowledged, but row"),
        (write_something_else, "was acknowledged, but row"),
        (repeat_the_last_row, "was asked for by nobody"),
        (refuse_what_was_done, "was refused (unavailable), but row"),
        (acknowledge_two, "two things were acknowledged"),
        (forget_that_somebody_asked, "was asked for by nobody"),
        (owe_a_choice_of_a_bot, "bot_since is True, not False"),
        (keep_a_wrong_position, "is not the one of the log"),
    ],
)
def test_what_is_lost_doubled_or_wrong_is_found(database: Path, hurt: Doctor, told: str) -> None:
    notes = played(database)
    db = sqlite3.connect(database)
    hurt(db, next(iter(notes.wishes.values())))
    db.commit()
    db.close()
    judge(str(database), notes)
    assert [finding for finding in notes.findings if told in finding], notes.findings


def test_answers_that_must_not_be_are_found() -> None:
    notes = Notes(10.0)
    notes.answered("GET", "/x", 200, {}, 0.1)
    notes.answered("GET", "/x", 503, {"error": "unavailable", "text": "Soon."}, 0.1)
    assert notes.findings == []
    notes.answered("GET", "/x", 500, {"error": "http", "text": "No."}, 0.1)
    notes.answered("GET", "/x", 503, "busy", 0.1)
    notes.answered("GET", "/x", 200, {}, 11.0)
    notes.gone(11.0, "/x")
    assert len(notes.findings) == 4


@pytest.mark.long
def test_a_server_that_is_hurt_three_times_loses_nothing() -> None:
    disk = "disk read-only" if os.geteuid() == 0 else "database locked"
    faults = ["server killed", disk, "bot process killed"]
    words = [word for fault in faults for word in ("--only", fault)]
    assert main(["--cycles", "3", "--seed", "5", "--tables", "5", "--back", "60", *words]) == 0
