"""Companies of 1853 that are about to lay tiles, and lines on the map for them to build on."""

from __future__ import annotations

from typing import Final

from stellwerk.core.action import Action
from tests.games.g1853.positions import India, act, table

Tile = tuple[str, str, int]

DELHI, CALCUTTA, BOMBAY, MADRAS, WALTAIR = "F14", "J28", "M9", "R18", "N22"
PATNA, BENARES, ALLAHABAD, LAHORE, HYDERABAD, TRICHINOPOLY, AJMER = "H24", "H22", "H20", "C11", "O15", "T16", "H10"

TO_HYDERABAD: Final[tuple[Tile, ...]] = (("Q17", "9", 2), ("P16", "9", 2))
"""Standard track from the northern station of Madras towards Hyderabad."""


def on_turn(
    company: str,
    *tiles: Tile,
    phase: str = "2",
    cash: int = 1000,
    plan: str = "later",
    step: str = "lay_track",
    large: bool = False,
    others: tuple[str, ...] = (),
    stations: tuple[tuple[str, str], ...] = (),
    **options: str,
) -> India:
    """Seat 0 directs a company that is about to lay tiles; seat 1 directs some others."""
    t = table(4, **options).phase(phase)
    t.mine.large, t.mine.small = (("BBCI",), ()) if large else ((), ("BBCI",))
    t.started(company, {0: 50}).cash({company: cash})
    for other in others:
        t.started(other, {1: 50})
    for tile in tiles:
        t.laid(*tile)
    for owner, name in stations:
        t.station(owner, name)
    if plan and (large or t.numbers.company(company).size == "large"):
        t.mine.plans = {company: plan}
    return t.operating(company, step)


def lay(name: str, number: str, rotation: int, seat: int = 0) -> Action:
    return act(seat, "lay", name, number, rotation)
