"""What tests of operating rounds of 1848 share: routes drawn hex by hex, some track, turns without deeds."""

from __future__ import annotations

from typing import Final, TypeAlias

from stellwerk.eighteen.tiles import STOP
from tests.games.g1848.positions import England, act

Route: TypeAlias = tuple[tuple[str, int], ...]

EDGES: Final = {(1, -1): 0, (0, -2): 1, (-1, -1): 2, (-1, 1): 3, (0, 2): 4, (1, 1): 5}
"""Which edge leads to a neighbour, by rows down and columns to the right."""

PASSES: Final = {
    "trade_shares": "pass_turn",
    "lay_track": "pass_track",
    "place_station": "pass_station",
    "pay_dividend": "withhold",
    "buy_trains": "pass_trains",
}


def way(t: England, *places: str) -> Route:
    """A route over these hexes that calls wherever there is a stop, at the first one of a hex.

    "C18.1" calls at the second stop of its hex, "G6-" runs past without calling.
    """
    names = [place.rstrip("-").partition(".")[0] for place in places]
    steps: list[tuple[str, int]] = []
    for at, (place, name) in enumerate(zip(places, names, strict=True)):
        stops = t.game.track.lying(t.s)[t.game.t.hexmap.number[name]].stops
        if stops and not place.endswith("-"):
            steps.append((name, STOP + int(place.partition(".")[2] or 0)))
        if at + 1 < len(names):
            steps.append((name, EDGES[_apart(name, names[at + 1])]))
    return tuple(steps)


def _apart(here: str, there: str) -> tuple[int, int]:
    return ord(there[0]) - ord(here[0]), int(there[1:]) - int(here[1:])


def laid(t: England, *tiles: tuple[str, str, int]) -> England:
    """Several tiles at once, each a hex, a number and a rotation."""
    for name, tile, rotation in tiles:
        t.laid(name, tile, rotation)
    return t


SOUTH: Final = (("F5", "14", 1), ("G6", "57", 2), ("H7", "6", 2), ("H9", "57", 1), ("H11", "57", 1))
"""Port Pirie (30), Adelaide and Mount Gambier, across the border Geelong and Melbourne (20 each)."""

GHAN: Final = (("E4", "6", 3), ("D5", "8", 0), ("C4", "8", 3), ("B5", "8", 0))
"""From Port Pirie over Port Augusta to Alice Springs."""


def go_on(t: England) -> England:
    """Whoever is to act does as little as may be."""
    step, _ = t.turn
    if step == "run_trains":
        (choice,) = [choice for choice in t.choices() if choice.kind == "run"]
        return t.play(next(choice.actions()))
    return t.play(act(t.game.owing(t.s)[0], PASSES[step]))


def next_turn(t: England) -> England:
    """The rest of this company's turn, up to the next company, the next round or the end."""
    now = (t.s.stock_rounds, t.s.set_round, t.s.acted)
    while t.s.todo and t.s.round == "operating" and (t.s.stock_rounds, t.s.set_round, t.s.acted) == now:
        t = go_on(t)
    return t


def all_pass(t: England) -> England:
    """All players pass until the stock round is over."""
    number = t.s.stock_rounds
    while t.s.round == "stock" and t.s.stock_rounds == number:
        t = go_on(t)
    return t
