"""What tests of operating rounds of 1848 share: routes drawn hex by hex, and some track."""

from __future__ import annotations

from typing import Final, TypeAlias

from stellwerk.eighteen.tiles import STOP
from tests.games.g1848.positions import England

Route: TypeAlias = tuple[tuple[str, int], ...]

EDGES: Final = {(1, -1): 0, (0, -2): 1, (-1, -1): 2, (-1, 1): 3, (0, 2): 4, (1, 1): 5}
"""Which edge leads to a neighbour, by rows down and columns to the right."""


def way(t: England, *places: str) -> Route:
    """A route over these hexes that calls wherever there is a stop, at the first one of a hex.

    "C18.1" calls at the second stop of its hex, "G6-" runs past without calling.
    """
    names = [place.rstrip("-").partition(".")[0] for place in places]
    steps: list[tuple[str, int]] = []
    for at, (place, name) in enumerate(zip(places, names, strict=True)):
        stops = t.game.track.lying(t.s)[t.game.rules.hexmap.number[name]].stops
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
