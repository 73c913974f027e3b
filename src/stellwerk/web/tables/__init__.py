"""Tables of games, found by entry points: a package that adds a game may add a table, else a plain one is laid.

An entry point of the group `stellwerk.tables` names a function that returns tables by the id of their game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from stellwerk.core.errors import DataError
from stellwerk.core.registry import title
from stellwerk.eighteen.game import RailGame
from stellwerk.web.tables.base import Table
from stellwerk.web.tables.g1830 import Table1830
from stellwerk.web.tables.g1848 import Table1848
from stellwerk.web.tables.g1853 import Table1853
from stellwerk.web.tables.generic import GenericTable
from stellwerk.web.tables.paris import ParisTable
from stellwerk.web.tables.rail import RailTable
from stellwerk.web.tables.revolution import RevolutionTable

GROUP = "stellwerk.tables"


def tables() -> dict[str, Table]:
    """The tables that come with Stellwerk."""
    return {
        "1830": Table1830(),
        "1848": Table1848(),
        "1853": Table1853(),
        "paris-connection": ParisTable(),
        "railroad-revolution": RevolutionTable(),
    }


@cache
def _installed() -> dict[str, Table]:
    found: dict[str, Table] = {}
    for entry in entry_points(group=GROUP):
        for game, table in entry.load()().items():
            if game in found:
                raise DataError(entry.value, f"there is a table for {game!r} already")
            found[game] = table
    return found


def table_for(game: str) -> Table:
    """The table of a game, that of its engine, or the one on which every game can be played."""
    return _installed().get(game) or (_RAIL if _is_rail(game) else _GENERIC)


@cache
def _is_rail(game: str) -> bool:
    known = title(game)
    return isinstance(known.game(known.seats[0]), RailGame)


def has_table(game: str) -> bool:
    """Whether somebody drew a table for this game."""
    return table_for(game) is not _GENERIC


_GENERIC = GenericTable()
_RAIL = RailTable()
