"""Track and routes on the board, told by names of hexes."""

from __future__ import annotations

from stellwerk.core.action import Action
from stellwerk.eighteen.routes import Route
from stellwerk.eighteen.tiles import STOP, Face
from tests.games.g1830.positions import Table, act, table


def running(company: str, *trains: str, preset: str = "D", phase: str = "4", **options: str) -> Table:
    """A company with trains and plenty of money, which chooses among all legal runs; its home stands nowhere yet."""
    t = table(2, preset, **{"best_run": "free", **options}).phase(phase)
    t.opened(company, 100, {0: 60}).trains(company, *trains).cash({company: 1000})
    return t


def lay(t: Table, tiles: dict[str, tuple[str, set[int]]]) -> Table:
    """Tiles by hex, each with the edges that its track leads to."""
    for name, (number, edges) in tiles.items():
        t.laid(name, number, turned(t, number, edges).rotation)
    return t


def turned(t: Table, number: str, edges: set[int]) -> Face:
    exits = sum(1 << edge for edge in edges)
    return next(face for face in t.game.rules.catalogue.faces(number) if face.exits == exits)


def herald(t: Table, company: str, name: str) -> Table:
    """The home marker of a company that has operated lies on a hex without a city."""
    t.game.track.place_herald(t.s, company, name)
    t.s.operated = (*t.s.operated, company)
    return t


def standing(t: Table, company: str, *hexes: str) -> Table:
    """Stations of a company that has operated, wherever its home is."""
    for name in hexes:
        t.station(company, name)
    if company not in t.s.operated:
        t.s.operated = (*t.s.operated, company)
    return t


def drawn(t: Table, text: str) -> Route:
    """A route by its hexes, "H10 H12! H14 G19:1": it calls wherever there is a city, `:1` at the second of a hex.

    `!` calls at the herald that lies on the hex.
    """
    hexmap, lying = t.game.rules.hexmap, t.game.track.lying(t.s)
    words = text.split()
    steps: list[tuple[str, int]] = []
    for at, word in enumerate(words):
        name, _, stop = word.rstrip("!").partition(":")
        stops = len(lying[hexmap.number[name]].stops)
        if stops or word.endswith("!"):
            steps.append((name, STOP + (stops if word.endswith("!") else int(stop or 0))))
        if at + 1 < len(words):
            there = hexmap.number[words[at + 1].rstrip("!").partition(":")[0]]
            steps.append((name, hexmap.neighbours[hexmap.number[name]].index(there)))
    return tuple(steps)


def run(*routes: Route) -> Action:
    """Seat 0 runs its trains along these routes."""
    return act(0, "run", routes)
