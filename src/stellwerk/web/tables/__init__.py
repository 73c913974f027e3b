"""Tables of games, found by entry points: a package that adds a game may add a table, else a plain one is laid.

An entry point of the group `stellwerk.tables` names a function that returns tables by the id of their game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from stellwerk.core.errors import DataError
from stellwerk.web.tables.base import Table
from stellwerk.web.tables.generic import GenericTable
from stellwerk.web.tables.paris import ParisTable

GROUP = "stellwerk.tables"


def tables() -> dict[str, Table]:
    """The tables that come with Stellwerk."""
    return {"paris-connection": ParisTable()}


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
    """The table of a game, or the one on which every game can be played."""
    return _installed().get(game, _GENERIC)


def has_table(game: str) -> bool:
    """Whether somebody drew a table for this game."""
    return game in _installed()


_GENERIC = GenericTable()
