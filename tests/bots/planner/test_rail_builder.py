"""Where a planner of 18xx games builds: what it gains by it, and what others lose."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.bots.registry import bot
from stellwerk.core.action import Action
from stellwerk.core.view import View, choices_of
from tests.games.g1830.positions import table


@pytest.mark.parametrize(
    ("train", "shares", "shuts"),
    [("5", {1: 60, 2: 20}, True), ("2", {1: 60, 2: 20}, False), ("5", {1: 40, 0: 40}, False)],
    ids=["a long train", "a train that never comes so far", "shares of one's own"],
)
def test_a_station_shuts_the_way_of_others_unless_that_costs_them_little(
    train: str, shares: dict[int, int], shuts: bool
) -> None:
    """B&M runs from Boston by Providence, which has one space, to New York; NNH runs the other way in any case."""
    t = table(4).phase("5").opened("NNH", par=76, shares={0: 60}).opened("B&M", par=76, shares=shares)
    t = t.home("NNH").home("B&M").laid("F22", "57", 1).laid("F20", "1", 0)
    t = t.trains("NNH", "5").trains("B&M", train).cash({"NNH": 100}).operating("NNH", "place_station")
    chosen = bot("1830", "planner").choose(View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ()), Random(1))
    assert chosen == Action(0, "station", ("F22", 0)) if shuts else chosen.kind == "pass_station"
