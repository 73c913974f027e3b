"""A match that is opened from kept positions is the same as one that is replayed, and takes little memory."""

from __future__ import annotations

import asyncio
import gc
import json
import tracemalloc
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.core.game import Game
from stellwerk.core.match import Match, Seat
from stellwerk.core.positions import EACH
from stellwerk.core.registry import title
from stellwerk.core.state import sorted_json
from stellwerk.server import snapshots
from stellwerk.server.matches import Matches
from stellwerk.server.rows import digest_of, quick_json, replay, rows_of, undo_row
from stellwerk.server.snapshots import Kept, due, lacking, pack, packed, rely, restore, unpack, weight
from stellwerk.server.store import Entry, Saved, Snapshot, Store
from stellwerk.server.table import Table
from stellwerk.testing.check import play_out
from tests.golden.shelf import Shelf
from tests.server.kit import FIXED, GAME, PEOPLE, played

SHELVES = {
    "1830": ("g1830", "three-break-the-bank"),
    "1848": ("g1848", "three-break-the-bank"),
    "1853": ("g1853", "four-link-their-contracts"),
    "paris-connection": ("paris", "six-the-last-begins"),
    "railroad-revolution": ("railroad_revolution", "two-by-plan"),
}
GAMES = Path(__file__).parents[1] / "golden"


def whole(game: str) -> Match:
    folder, name = SHELVES[game]
    return Shelf(GAMES / folder).replayed(name)


def saved(match: Match, kept: list[Snapshot] | None = None, rows: list[Entry] | None = None) -> Saved:
    """A match as the store gives it back: through JSON."""
    told = rows_of(match) if rows is None else rows
    entries = [Entry(*json.loads(json.dumps(row))) for row in told]
    return Saved(match.header, entries, 0.0, due(match) if kept is None else kept)


def picture(match: Match) -> str:
    """All that anybody is told of a match, with every list and object in its own order."""
    table = Table("m", match, match.ply, 0.0)
    seats = (None, *range(len(match.header.seats)))
    plies = (match.ply, match.ply // 2, match.ply - match.ply % EACH, 1)
    views = [match.view(seat, ply) for seat in seats for ply in plies]
    return json.dumps(
        [
            [view.to_json() for view in views],
            [[choice.to_json() for choice in match.choices()], match.waiting(), match.over],
            [[line[:6] for line in table.told(match.view(seat), lang)] for seat in (None, 0) for lang in ("de", "en")],
            [match.undoable(seat) for seat in seats],
            [match.undoable(most=60)],
            [[action.to_json() for action in block] for block in match.undone],
        ]
    )


@pytest.mark.parametrize("game", SHELVES)
@pytest.mark.parametrize("part", [0.23, 0.61, 1.0])
def test_a_resumed_match_is_the_replayed_one_to_the_byte(game: str, part: float) -> None:
    match = whole(game)
    past = match.until(int(match.ply * part))
    kept = saved(past)
    assert len(kept.snapshots) == past.ply // EACH + 1
    assert picture(restore(kept)) == picture(replay(kept.header, kept.entries))


@pytest.mark.parametrize("seed", range(4))
def test_positions_come_back_with_their_keys_in_order(seed: int) -> None:
    """Rules walk through dicts in their order, so a position sorted by its keys would be another one."""
    match = play_out(title("railroad-revolution"), 3, seed)
    rng = Random(seed)
    for ply in rng.sample(range(match.ply), 25):
        (one,) = pack(match, [ply])
        again = unpack(match.game, one)
        assert json.dumps(again.to_json()) == json.dumps(match.at(ply).to_json())
        assert again.digest() == match.at(ply).digest()


def test_opening_plays_only_what_came_after_the_last_kept_position(monkeypatch: pytest.MonkeyPatch) -> None:
    match = whole("1830")
    kept, last = saved(match), saved(match, due(match, last=True))
    undoable = match.undoable(most=60)
    count = [0]
    apply = Game.apply

    def counted(self: Game[Any], *args: Any) -> Any:
        count[0] += 1
        return apply(self, *args)

    monkeypatch.setattr(Game, "apply", counted)
    restore(kept)
    assert count[0] == match.ply % EACH
    count[0] = 0
    again = restore(last)
    assert count[0] == 0
    assert again.undoable(most=60) == undoable
    assert count[0] <= 3 * EACH, "what is listed for an undo lies in the last blocks"


@pytest.mark.parametrize("broken", [b"", b"x", zlib.compress(b"[]"), zlib.compress(b'{"todo": 1}')])
def test_a_damaged_position_is_made_from_an_earlier_one(broken: bytes) -> None:
    match = whole("paris-connection").until(150)
    kept = due(match)
    with pytest.raises(Malformed):
        unpack(match.game, Snapshot(128, broken))
    for lost in range(len(kept)):
        hurt = [one._replace(body=broken) if place == lost else one for place, one in enumerate(kept)]
        again = restore(saved(match, hurt))
        assert [state.digest() for state in again.states] == [state.digest() for state in match.states]


def test_a_position_of_another_match_is_not_taken_for_one_of_this() -> None:
    match = whole("paris-connection").until(150)
    foreign = due(play_out(title("paris-connection"), 6, 7).until(150))
    again = restore(saved(match, foreign))
    assert again.state.digest() == match.state.digest()


def test_a_position_that_fills_the_memory_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "LARGEST", 1000)
    match = played(plies=3)
    with pytest.raises(Malformed, match="too large"):
        unpack(match.game, Snapshot(3, zlib.compress(b" " * 2000)))


def test_after_an_undo_the_kept_positions_are_those_of_the_new_past() -> None:
    match = whole("1830").until(3 * EACH + 5)
    rely(match, due(match))
    assert due(match) == []
    rows = rows_of(match)
    back, seat = match.undoable()[-1], match.log[-1].seat
    while match.ply > 2 * EACH - 3:
        target = match.undo(to=max(match.undoable()[-1], 2 * EACH - 3))
        rows.append(undo_row(match, seat, target))
    assert back is not None
    rng = Random(3)
    while match.ply < 3 * EACH + 2:
        before = match.ply
        match.play(rng.choice(list(match.game.choices(match.state))).sample(rng))
        rows += rows_of(match, before)
    fresh = due(match)
    assert [one.ply for one in fresh] == [2 * EACH, 3 * EACH]
    rely(match, fresh)
    known, _ = match.states.elsewhere
    assert isinstance(known, Kept)
    kept = [Snapshot(ply, body) for ply, body in known.bodies.items()]
    again = restore(saved(match, kept, rows))
    assert [state.digest() for state in again.states] == [state.digest() for state in replay(match.header, rows).states]
    assert [state.digest() for state in match.states] == [state.digest() for state in again.states]


def test_the_service_keeps_positions_while_a_match_is_played_and_when_it_is_let_go(database: Path) -> None:
    async def scenario() -> None:
        store = Store(str(database))
        service = Matches(store)
        table = await service.open((await service.create(GAME, [*map(_seat, PEOPLE)], FIXED)).id)
        rng = Random(1)
        while table.ply < EACH + EACH // 2:
            choice = rng.choice(table.match.choices())
            table = await service.act(table.id, choice.seat, choice.sample(rng), table.ply)
        await service.keeper.settled()
        assert plies(store, table.id) == [0, EACH]
        assert lacking(table.match, last=True) == [table.ply]
        table = await service.undo(table.id, range(3), table.ply)
        assert plies(store, table.id) == [0, EACH]
        assert [entry.digest for entry in rows(store, table.id)][-1] == table.match.state.digest()
        assert None not in [entry.digest for entry in rows(store, table.id)]
        service.cache.memory = 1
        other = await service.create(GAME, [*map(_seat, PEOPLE)], FIXED)
        await service.keeper.settled()
        assert plies(store, table.id) == [0, EACH, table.ply]
        again = await service.open(table.id)
        assert picture(again.match) == picture(replay(table.match.header, rows(store, table.id)))
        assert other.id != table.id
        await service.close()
        store.close()

    asyncio.run(scenario())


def plies(store: Store, name: str) -> list[int]:
    found = store.load(name)
    assert found is not None
    return [one.ply for one in found.snapshots]


def rows(store: Store, name: str) -> list[Entry]:
    found = store.load(name)
    assert found is not None
    return found.entries


def _seat(name: str) -> Seat:
    return Seat(name)


@pytest.mark.parametrize("game", SHELVES)
@pytest.mark.parametrize("part", [0.4, 1.0])
def test_the_estimated_weight_is_near_the_measured_one(game: str, part: float) -> None:
    match = whole(game)
    kept = saved(match.until(int(match.ply * part)))
    text = json.dumps(kept.entries)
    looked_at(restore(kept))  # fills what all matches of a game share
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        bodies = [Snapshot(one.ply, bytes(bytearray(one.body))) for one in kept.snapshots]
        again = restore(Saved(kept.header, [Entry(*row) for row in json.loads(text)], 0.0, bodies))
        looked_at(again)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert taken / 1.5 < weight(again) < 2.5 * taken
    assert taken < 800_000


def looked_at(match: Match) -> None:
    match.undoable(0, most=60)
    for seat in (None, 0, 1):
        match.view(seat)


@pytest.mark.parametrize("game", SHELVES)
def test_what_is_written_of_a_position_the_quick_way_is_what_the_plain_way_writes(game: str) -> None:
    for state in whole(game).states[::3]:
        assert digest_of(state) == state.digest()
        plain = json.dumps(state.to_json(), separators=(",", ":"), ensure_ascii=False)
        assert zlib.decompress(packed(state)).decode() == plain


@pytest.mark.parametrize(
    "value", ["Zürich", 10**30, -(2**63), "\ud800", '\x7f\n"', {"b": 1, "a": {"ä": 1, "Z": 2}}, (1, ("x",))]
)
def test_what_the_quick_way_cannot_write_is_written_the_plain_way(value: Any) -> None:
    assert quick_json({"z": value, "a": [value]}) == sorted_json({"z": value, "a": [value]})
