"""Scenes that several chapters need: a set-up by hand, turns that only sell, deals, corrected data, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Hole
from stellwerk.core.result import Result
from stellwerk.core.texts import load_toml
from stellwerk.games.railroad_revolution.board import bits, compile_board
from stellwerk.games.railroad_revolution.game import TITLE, RevolutionGame
from stellwerk.games.railroad_revolution.tables import compile_tables
from stellwerk.games.railroad_revolution.tiles import compile_tiles
from tests.games.railroad_revolution.kit import Table, act, chance, fresh

A, B, C, D = range(4)
"""Seats as the book's examples name them: clockwise from the first player."""

CHICAGO: Final = ("R02", "R03")
LITTLE_ROCK: Final = ("R04", "R05")
MIAMI: Final = ("R06", "R07")
KANSAS_CITY: Final = (*CHICAGO, "R10", "R11")
DULUTH: Final = (*CHICAGO, "R08", "R09")
HOUSTON: Final = (*LITTLE_ROCK, "R14", "R15")
EL_PASO: Final = (*HOUSTON, "R21", "R22")
BISMARCK: Final = (*DULUTH, "R18", "R19")
DENVER: Final = (*KANSAS_CITY, "R20")
SALT_LAKE: Final = (*DENVER, "R27", "R28")
SAN_FRANCISCO: Final = (*SALT_LAKE, "R33", "R34")
ALL_WEST: Final = (*SAN_FRANCISCO, "R35", "R36", "R37", "R38")
"""Rails that connect the three cities of group 5."""


def laid_out(
    seats: int = 4,
    *,
    starts: Sequence[str] = ("S1", "S2", "S3", "S4"),
    sides: Sequence[str] = ("front", "front", "front", "front"),
    colours: Sequence[str] = ("violet", "orange", "grey", "turquoise"),
    starter: int = A,
) -> Table:
    """The set-up when everything lies in the order of the files but for the start tiles, which are now to be chosen."""
    t = fresh(seats)
    while t.s.todo[-1].step != "layout":
        (choice,) = t.choices()
        first = (next(arg.values()) if isinstance(arg, Hole) else arg for arg in choice.args)
        t = t.play(chance(choice.kind, *first), settle=False)
    layout = chance("layout", tuple(starts), *sides, tuple(colours))
    return t.play(layout, chance("starter", starter), settle=False)


def sale(seat: int, colour: str = "white", piece: str = "rail") -> list[Action]:
    """A whole turn that only sells a piece."""
    return [act(seat, "place", colour, "trade"), act(seat, "trade", piece), act(seat, "done")]


def dealing(t: Table, seat: int = A, area: int = 6) -> Table:
    """The deal after this seat has opened an office beside a deal symbol with a white worker."""
    return t.play(act(seat, "place", "white", "telegraph"), act(seat, "open", area), act(seat, "done"))


def office(t: Table, seat: int, colour: str, area: int) -> Table:
    """This seat has opened an office; its action is still open."""
    return t.play(act(seat, "place", colour, "telegraph"), act(seat, "open", area))


def station(t: Table, seat: int, colour: str, city: str) -> Table:
    """This seat has built a station; its action is still open."""
    return t.play(act(seat, "place", colour, "station"), act(seat, "build", city))


def rails(t: Table, seat: int, colour: str, *spaces: str) -> Table:
    """This seat has laid rails; its action is still open."""
    return t.play(act(seat, "place", colour, "railroad"), *(act(seat, "lay", space) for space in spaces))


def cities_of(t: Table, seat: int) -> set[str]:
    """The cities that are connected to a network."""
    return {t.t.board.cities[n].id for n in bits(t.t.board.reached(t.s.network[seat])[0])}


def corrected(t: Table, change: Callable[[dict[str, Any]], object]) -> Table:
    """The same position where an owner of the game has corrected the data files (by name: board, tiles, milestones)."""
    files = {name: deepcopy(load_toml(TITLE.folder.joinpath(f"{name}.toml"))) for name in ("board", "tiles")}
    files["milestones"] = deepcopy(load_toml(TITLE.folder.joinpath("milestones.toml")))
    change(files)
    board, tiles = compile_board(files["board"]), compile_tiles(files["tiles"], files["milestones"])
    tables = compile_tables(board, tiles, TITLE.numbers, t.game.seats, high=False)
    return Table(RevolutionGame(TITLE, tables, t.game.options), t.s)


def ended(t: Table) -> Table:
    """The game is over after the last turn of the last round, in which the last seat sells a piece."""
    last = t.game.seats - 1
    after = t.ending(2).turn(last).play(*sale(last))
    assert after.game.over(after.s)
    return after


def result_of(t: Table) -> Result:
    result = t.game.result(t.at())
    assert result is not None
    return result


def turns_from(t: Table, count: int) -> list[int]:
    """Who has the next turns when everybody only sells; fewer if the game is over before."""
    seats: list[int] = []
    while len(seats) < count and not t.game.over(t.s):
        (seat,) = t.waits_for()
        assert seat != CHANCE
        seats.append(seat)
        piece = next(args[0] for args in t.play(act(seat, "place", "white", "trade")).offered(seat, "trade"))
        t = t.play(*sale(seat, piece=piece))
    return seats
