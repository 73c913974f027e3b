"""Whole games of Paris Connection replay to the same positions, and their sums are right by another reckoning."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from stellwerk.core import matchfile
from stellwerk.core.match import Match
from tests.golden.record_paris import FOLDER, GAMES
from tests.golden.shelf import Shelf

SHELF = Shelf(FOLDER)

LIMITS = {3: 20, 4: 15, 5: 12, 6: 10}


def reckoned(name: str) -> list[int]:
    """The final sums, counted from the file alone: what was built where, and who drew, gave and took what."""
    data = SHELF.data(name)
    board = tomllib.loads((files("stellwerk.games.paris") / "data/board.toml").read_text(encoding="utf-8"))
    worth = {city["space"]: city["value"] for city in board["cities"]["spaces"]}
    value: Counter[str] = Counter()
    hands = [Counter[str]() for _ in data["seats"]]
    for seat, kind, args in data["log"]:
        if kind == "deal":
            hands[args[0]].update(args[1])
        elif kind == "place":
            value[args[0]] += worth.get(args[1], 0)
        elif kind == "trade":
            hands[seat].subtract([args[0]])
            hands[seat].update([args[1]] * args[2])
    limit = LIMITS[len(hands)]
    return [
        sum(value[colour] * count for colour, count in hand.items()) - 20 * max(0, hand.total() - limit)
        for hand in hands
    ]


def test_every_golden_game_is_there_and_they_end_in_both_ways() -> None:
    found = {path.name for path in FOLDER.iterdir()}
    assert found == {f"{name}{end}" for name in GAMES for end in (".json", ".expected.json")}
    assert {SHELF.expected(name)["reason"] for name in GAMES} == {"end.marseille", "end.supply"}
    assert {len(SHELF.data(name)["seats"]) for name in GAMES} == {3, 4, 6}


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_same_position_at_every_ply(name: str) -> None:
    match = matchfile.loads(SHELF.text(name), checked=True)
    assert [state.digest() for state in match.states] == SHELF.expected(name)["digests"]
    assert not [problem for state in match.states for problem in match.game.audit(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_with_the_sums_that_its_log_adds_up_to(name: str) -> None:
    result = matchfile.loads(SHELF.text(name)).result
    assert result is not None
    sums = reckoned(name)
    assert list(result.scores) == sums == SHELF.expected(name)["scores"]
    assert list(result.winners) == [seat for seat, score in enumerate(sums) if score == max(sums)]
    assert list(result.winners) == SHELF.expected(name)["winners"]
    assert result.reason == SHELF.expected(name)["reason"]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_written_as_it_was_read(name: str) -> None:
    assert matchfile.dumps(matchfile.loads(SHELF.text(name))) == SHELF.text(name)


@pytest.mark.parametrize("name", GAMES)
def test_chance_alone_brings_back_the_set_up_from_the_seed(name: str) -> None:
    match = matchfile.loads(SHELF.text(name))
    fresh = Match(match.header)
    assert fresh.log == match.log[: fresh.ply]
    assert fresh.ply > len(match.header.seats) - 1
