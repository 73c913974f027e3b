"""The games that are installed, found by entry points: a package adds a game without a change here.

An entry point of the group `stellwerk.games` names a Title, or a function that returns several.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from stellwerk.core.errors import DataError, NotFound
from stellwerk.core.title import Title

GROUP = "stellwerk.games"


@cache
def titles() -> dict[str, Title]:
    """All installed titles by id."""
    found: dict[str, Title] = {}
    for entry in entry_points(group=GROUP):
        provided = entry.load()
        for title in [provided] if isinstance(provided, Title) else provided():
            if title.id in found:
                raise DataError(entry.value, f"a game called {title.id!r} is installed already")
            found[title.id] = title
    return dict(sorted(found.items()))


def title(name: str) -> Title:
    """The title of that id."""
    try:
        return titles()[name]
    except KeyError:
        raise NotFound("game", name) from None
