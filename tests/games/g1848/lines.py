"""Lines on the board of 1848 that several tests run on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stellwerk.core.action import Action
from tests.games.g1848.idle import turn_over
from tests.games.g1848.positions import England, act, table

Tile = tuple[str, str, int]
Steps = tuple[tuple[str, int], ...]

EAST: Final[tuple[Tile, ...]] = (
    ("E18", "57", 0),
    ("F17", "57", 0),
    ("G16", "6", 1),
    ("G14", "57", 1),
    ("G12", "55", 0),
    ("G10", "235", 4),
)
"""Newcastle - Sydney - Wollongong - Canberra - (change of gauge) - a town of G12 - Ballarat."""

SOUTH: Final[tuple[Tile, ...]] = (
    ("H11", "57", 1),
    ("H9", "57", 1),
    ("H7", "5", 3),
    ("G8", "8", 0),
    ("F7", "8", 5),
    ("F5", "6", 2),
)
"""Melbourne - Geelong - (change) - Mount Gambier - (change) - G8 - (change) - F7 - Port Pirie."""

WEST: Final[tuple[Tile, ...]] = (("E4", "57", 1), ("E2", "6", 2))
"""Port Augusta - Whyalla - Perth."""

ALICE: Final[tuple[Tile, ...]] = (
    ("E4", "5", 2),
    ("D3", "56", 3),
    ("C4", "8", 0),
    ("B3", "8", 3),
    ("D5", "9", 0),
    ("C6", "8", 0),
    ("B5", "8", 3),
)
"""Alice Springs (A4) - a town of D3 - Port Augusta - Alice Springs (A6)."""

TO_A4: Final[Steps] = (
    ("E4", 6),
    ("E4", 2),
    ("D3", 6),
    ("D3", 3),
    ("C4", 2),
    ("B3", 3),
    ("A4", 6),
)
TO_A6: Final[Steps] = (("E4", 6), ("E4", 3), ("D5", 3), ("C6", 2), ("B5", 3), ("A6", 6))


def on_turn(
    company: str,
    tiles: Iterable[Tile] = (),
    *trains: str,
    phase: str = "2",
    step: str = "lay_track",
    cash: int = 500,
    seats: int = 4,
    **options: str,
) -> England:
    """A company of seat 0 with its home station, trains and money, on such a board, at a step of its turn."""
    t = table(seats, **options).phase(phase).opened(company, par=80, shares={0: 60})
    if company == "CAR":
        t.s.par["CAR"], t.s.cell["CAR"] = 100, t.game.rules.market.pars[100]
    for name, tile, rotation in tiles:
        assert fits(t, name, tile, rotation), f"no {tile}/{rotation} can lie on {name}"
        t.laid(name, tile, rotation)
    t.home(company).trains(company, *trains).cash({company: cash})
    return t.operating(company, step)


def fits(t: England, name: str, tile: str, rotation: int) -> bool:
    """Whether a tile of any colour could lie on a bare hex: no side where track must not be, and the right letters."""
    hex_, face = t.game.rules.hexmap[name], t.game.rules.catalogue.face(tile, rotation)
    if hex_.kind == "blue":
        return not face.exits & ~t.game.rules.hexmap.open_edges[hex_.number]
    return not face.exits & ~t.game.track.open_edges(t.s, hex_.number) and face.label == hex_.label(face.colour)


def running(company: str, tiles: Iterable[Tile], *trains: str, phase: str = "2", **options: str) -> England:
    """A company that is about to run its trains."""
    return on_turn(company, tiles, *trains, phase=phase, step="run_trains", cash=500, seats=4, **options)


def next_turn(t: England, company: str, step: str = "lay_track") -> England:
    """A company is on turn again: what it used in its last turn is forgotten."""
    t.s.done_this_turn = ()
    return t.operating(company, step)


def beside(t: England, company: str, *stations: tuple[str, int], seat: int = 1) -> England:
    """Another company, of another seat, that has operated and has these further stations."""
    acting, step = str(t.turn[1]), t.turn[0]
    t.opened(company, par=70, shares={seat: 60}).home(company)
    for name, stop in stations:
        t.station(company, name, stop)
    return t.operating(acting, step)


def run(*routes: Iterable[tuple[str, int]]) -> Action:
    return act(0, "run", tuple(tuple(route) for route in routes))


def lay(name: str, tile: str, rotation: int, seat: int = 0) -> Action:
    return act(seat, "lay", name, tile, rotation)


def earns(t: England, *routes: Iterable[tuple[str, int]]) -> int:
    """What a run brings that is played, not only offered."""
    after = t.play(run(*routes))
    assert after.s.runs[str(t.turn[1])] == after.s.revenue
    return after.s.revenue


def acting(t: England) -> list[str]:
    """The companies that act from here to the end of the operating round, when all do as little as they may."""
    found, now = [], (t.s.stock_rounds, t.s.set_round)
    while t.s.todo and t.s.round == "operating" and (t.s.stock_rounds, t.s.set_round) == now:
        found.append(str(t.turn[1]))
        t = turn_over(t)
    return found
