"""A match is opened from the outline of its rows: the same as by reading all of them, however long it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.core.errors import Malformed
from stellwerk.core.log import BLOCK, Unread
from stellwerk.core.match import Match
from stellwerk.server import rows
from stellwerk.server.errors import Unreadable
from stellwerk.server.marks import Marks
from stellwerk.server.matches import Matches
from stellwerk.server.rows import actions_of, past_of, redo_row, rows_of, undo_row
from stellwerk.server.snapshots import LATE, due, restore, resume
from stellwerk.server.store import Entry, Standing, Store
from stellwerk.server.store.schema import entries
from stellwerk.server.store.tape import Special, Tape
from tests.server.kit import both, played, running
from tests.server.test_snapshots import SHELVES, picture, whole

RUNNING = Standing(0, finished=False, bot_due=False)


@pytest.fixture
def store(database: Path | str) -> Iterator[Store]:
    store = Store(str(database))
    yield store
    store.close()


def keep(store: Store, match: Match, written: list[Entry], name: str = "m") -> None:
    """Put a match into the store with these rows, and the positions that it has."""
    seats = [str(number) for number in range(len(match.header.seats))]
    store.create(name, match.header, seats, written, RUNNING)
    store.keep(name, len(written), due(match))


def both_ways(store: Store, name: str = "m") -> tuple[Match, Match]:
    """A match by its outline, and by all of its rows."""
    outline, saved = store.outline(name), store.load(name)
    assert outline is not None
    assert saved is not None
    assert (outline.header, outline.rows, outline.snapshots) == (saved.header, len(saved.entries), saved.snapshots)
    assert outline[-3:] == saved[-3:]
    assert Marks.of(outline.tape) == Marks().after(saved.entries)
    digests = past_of(saved.entries).digests
    assert outline.digests == {one.ply: digests[one.ply - 1] for one in saved.snapshots if 0 < one.ply <= len(digests)}
    return resume(outline), restore(saved)


def views(match: Match) -> Any:
    return [match.view(seat).to_json() for seat in (None, *range(len(match.header.seats)))]


def wandered(whole: Match, seed: int) -> tuple[Match, list[Entry]]:
    """A match that comes to the end of another one with undo and redo, and its rows; orders have played some."""
    rng, goal = Random(seed), whole.log
    match, written = Match(whole.header), list[Entry]()
    while match.ply < len(goal):
        before, go = match.ply, rng.random()
        if go < 0.04 and before > 3:
            target = rng.randrange(max(0, before - 9), before)
            match.undone.append(match.log[target:])
            match.go_back(target)
            written.append(undo_row(match, 0, target))
        elif go < 0.1 and match.undone:
            match.follow(match.undone.pop())
            written.append(redo_row(match, 0))
        else:
            match.follow([goal[before]])
            match.undone.clear()
            written += [one._replace(ordered=rng.choice((None, None, 0, 4))) for one in rows_of(match, before)]
    return match, written


@pytest.mark.parametrize("seed", range(60))
def test_the_tape_finds_every_action_that_the_rows_tell(seed: int) -> None:
    rng, ply, undone, told = Random(seed), 0, list[int](), list[Entry]()
    for number in range(rng.randrange(1, 120)):
        go = rng.random()
        if go < 0.15:
            undone.append(ply)
            ply = rng.randint(0, ply)
            told.append(Entry("undo", [0, ply]))
        elif go < 0.25 and undone:
            ply = undone.pop()
            told.append(Entry("redo", [0]))
        else:
            ply, undone = ply + 1, []
            told.append(Entry("play", [0, "step", [number]], None, rng.choice((None, None, None, 0, 3))))
    special = [
        Special(rev, one.kind, one.ordered, one.body)
        for rev, one in enumerate(told, 1)
        if one.kind != "play" or one.ordered is not None
    ]
    tape, past = Tape(len(told), special), past_of(told)
    texts = [json.dumps(one.body) for one in told]

    def at(places: range) -> Any:
        return actions_of(texts[rev - 1] for rev in tape.revs(places))

    assert at(range(tape.ply)) == past.log
    assert [at(block) for block in tape.undone] == past.undone
    assert Marks.of(tape) == Marks().after(told)


def test_an_undo_to_nowhere_is_refused() -> None:
    for target in (-1, "2", None):
        with pytest.raises(Malformed):
            Tape(2, [Special(2, "undo", None, [0, target])])


@pytest.mark.parametrize("game", SHELVES)
def test_a_match_opened_by_its_outline_is_the_one_of_all_rows_to_the_byte(game: str, store: Store) -> None:
    match = whole(game)
    for part in (0.04, 0.4, 1.0):
        past = match.until(int(match.ply * part))
        keep(store, past, rows_of(past), f"m{part}")
        one, other = both_ways(store, f"m{part}")
        assert isinstance(one.log, Unread) is (past.ply > LATE)
        told = picture if part < 1 else views
        assert told(one) == told(other)


@both
@pytest.mark.parametrize("seed", [1, 2])
def test_undo_redo_and_orders_are_found_without_reading_the_log(store: Store, seed: int) -> None:
    match, written = wandered(whole("1848"), seed)
    assert len(written) > match.ply
    for at, cut in enumerate(sorted(Random(seed).sample(range(len(written)), 6))):
        past = past_of(written[:cut])
        keep(store, Match(match.header, past.log, checked=False), written[:cut], f"m{at}")
        one, other = both_ways(store, f"m{at}")
        assert (one.undone, one.state.digest()) == (other.undone, other.state.digest())
        assert one.log == other.log
    keep(store, match, written)
    one, other = both_ways(store)
    assert views(one) == views(other)


@both
def test_signs_in_names_and_bodies_do_not_part_a_row(store: Store) -> None:
    match, odd = played("odd", 3), 'a\x1e"\x1f\\ä,€\n'
    store.create(
        "m",
        match.header,
        ["0", "1", "2"],
        [Entry("play", [0, "say", [odd]]), Entry("play", [1, odd, []], None, 2)],
        RUNNING,
    )
    outline = store.outline("m")
    assert outline is not None
    assert [tuple(one) for one in actions_of(outline.texts([1, 2]))] == [(0, "say", (odd,)), (1, odd, ())]
    assert outline.tape.ordered == {1: 2}
    assert store.outline("nix") is None


class Read:
    """Counts the bodies of rows that become actions."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        make = rows.action_of

        def counted(body: Any) -> Any:
            self.count += 1
            return make(body)

        patch.setattr(rows, "action_of", counted)

    def taken(self) -> int:
        count, self.count = self.count, 0
        return count


def test_a_cold_match_costs_the_same_however_long_its_log_is(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read to open a match, to show its page, to tell what is new: at most so much, at every length."""
    match = whole("1830")
    # The page of a match that is over draws curves of all its rounds.
    lengths = [match.ply * part // 9 - 5 for part in (1, 3, 6, 9)]
    assert lengths[-1] > 10 * BLOCK > 2 * BLOCK > lengths[0] > LATE
    with running(database) as client:
        matches: Matches = client.app.state.matches  # type: ignore[attr-defined]
        for length in lengths:
            past = match.until(length)
            keep(matches.store, past, rows_of(past), f"match{length}")
        monkeypatch.setattr(matches.store, "load", None)
        read = Read(monkeypatch)
        for length in lengths:
            name = f"match{length}"
            asked = (f"/api/matches/{name}?since={length - 20}", f"/match/{name}")
            for path, most in zip(asked, (LATE, LATE + BLOCK), strict=True):
                matches.cache.clear()
                assert client.get(path).status_code == 200
                assert 0 < read.taken() <= most, (path, length)
        matches.cache.clear()
        assert len(client.get(f"/api/matches/match{lengths[-1]}").json()["view"]["log"]) == lengths[-1]
        assert read.taken() > LATE + BLOCK, "who asks for the whole log has it read"


def test_a_row_far_back_that_cannot_be_read_spoils_what_is_told_of_it_alone(database: Path) -> None:
    async def scenario() -> None:
        store = Store(str(database))
        match = played("damaged")
        match.go_back(match.ply - 1)
        assert match.ply > LATE + 20
        keep(store, match, rows_of(match), "damaged")
        with store.database.writing("damaged") as db:
            bad = sa.and_(entries.c.match == "damaged", entries.c.rev == 3)
            db.execute(sa.update(entries).where(bad).values(body=sa.literal(["seat", 1, 2], sa.JSON)))
        service = Matches(store)
        table = await service.open("damaged")
        action = table.match.choices()[0].sample(Random(1))
        table = await service.act("damaged", action.seat, action, table.ply)
        assert table.rev == match.ply + 1
        with pytest.raises(Unreadable):
            list(table.match.log)
        await service.close()
        store.close()

    asyncio.run(scenario())
