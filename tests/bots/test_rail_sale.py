"""Bots play the sale of the privates in all its ways, and make something of it."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.bots.registry import bot
from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header

WAYS = {
    "drawn": ("classic", 4, {}),
    "groups": ("basic", 4, {}),
    "seven": ("basic", 7, {}),
    "dealt": ("T", 4, {}),
    "rest sold": ("T", 3, {"t_remaining_privates": "sold"}),
    "rest auctioned": ("T", 2, {"t_remaining_privates": "auctioned", "bidding": "free"}),
    "free": ("classic", 4, {"bidding": "free"}),
    "free and out": ("classic", 3, {"bidding": "free", "pass_policy": "out", "raise": "exactly_5"}),
    "out": ("classic", 5, {"pass_policy": "out", "raise": "multiple_of_5"}),
}
LONG = 3000
"""More actions than any sale takes."""


def sold(name: str, way: str, seed: int) -> Match:
    """A sale among bots, up to the first stock round."""
    preset, seats, options = WAYS[way]
    match = Match(new_header("1830", [Seat(str(seat), name) for seat in range(seats)], options, str(seed), preset))
    rng, player = Random(seed), bot("1830", name)
    while match.state.round == "auction":
        assert match.ply < LONG
        seat = match.waiting()[0]
        match.play(player.choose(match.view(seat), rng))
    return match


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_bring_every_sale_to_its_end(name: str, way: str, seed: int) -> None:
    match = sold(name, way, seed)
    assert "" not in match.state.privates.values()
    assert match.state.stock_rounds == 1


def test_a_greedy_bot_takes_the_group_that_promises_most_and_pays_little_for_the_choice() -> None:
    """BO brings the directorship of B&O, and CA a share; what nobody wants is left to the last."""
    match = Match(new_header("1830", [Seat(str(seat), "greedy") for seat in range(4)], {}, "1", "basic"))
    rng, player, bids = Random(1), bot("1830", "greedy"), []
    while match.state.todo[-1].step == "bid_for_groups":
        match.play(player.choose(match.view(match.waiting()[0]), rng))
        bids = [price for _, price in match.state.group_bids]
    assert 0 < max(bids) < 60
    first = player.choose(match.view(match.waiting()[0]), rng)
    assert first == Action(match.waiting()[0], "take_group", (4,))


def test_a_greedy_bot_does_not_outbid_itself_where_bids_are_free() -> None:
    options = {"bidding": "free", "seating": "free"}
    match = Match(new_header("1830", [Seat(str(seat), "greedy") for seat in range(3)], options))
    for seat, price in ((0, 45), (1, 50)):
        match.play(Action(seat, "bid", ("CS", price)))
    match.play(Action(0, "bid", ("BO", 225)))
    match.play(Action(0, "buy_private_at_face", ("SV",)))
    assert match.waiting() == [0]
    choice = bot("1830", "greedy").choose(match.view(0), Random(0))
    assert choice in (Action(0, "bid", ("CS", 55)), Action(0, "pass_turn"))
