"""The titles of which records can be read, found by entry points: a package adds its title's without a change here.

An entry point of the group `stellwerk.records18xx` names a Reading, or a function that returns several.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from stellwerk.core.action import Json, is_text
from stellwerk.core.errors import DataError, Malformed, NotFound
from stellwerk.core.registry import provided
from stellwerk.interop.games18xx.reading import Reading
from stellwerk.interop.games18xx.record import RECORD, is_record

GROUP: Final = "stellwerk.records18xx"
WHAT: Final = "18xx.games title"

_ADDED: dict[str, Reading] = {}


def readings() -> dict[str, Reading]:
    """All readings by that site's name of the title: those that are installed and those that were added."""
    return dict(sorted({**installed(), **_ADDED}.items()))


def reading(name: str) -> Reading:
    """How that site plays a title of its."""
    try:
        return _ADDED[name] if name in _ADDED else installed()[name]
    except KeyError:
        raise NotFound(WHAT, name, readings()) from None


def reading_of(record: Json) -> Reading:
    """How that site plays the title of a record."""
    if not is_record(record):
        raise Malformed(RECORD, "expected an object with title, players and actions")
    if not is_text(record["title"]):
        raise Malformed(f"{RECORD}.title", "expected a string")
    return reading(record["title"])


def reading_for(game: str) -> Reading:
    """How that site plays a title of ours."""
    found = next((each for each in readings().values() if each.title == game), None)
    if found is None:
        raise NotFound(WHAT, game, [each.title for each in readings().values()])
    return found


@contextmanager
def added(*extra: Reading) -> Iterator[None]:
    """Make readings known for a while without installing them: for tests and notebooks."""
    known = readings()
    for each in extra:
        if known.get(each.name, each) is not each:
            raise DataError(each.name, "records of this title are read already")
    fresh = {each.name: each for each in extra if each.name not in known}
    _ADDED.update(fresh)
    try:
        yield
    finally:
        for name in fresh:
            del _ADDED[name]


@cache
def installed() -> dict[str, Reading]:
    """The readings that entry points name; one that cannot be loaded is refused by its name."""
    found: dict[str, Reading] = {}
    for entry in entry_points(group=GROUP):
        for each in provided(entry, Reading):
            if each.name in found:
                raise DataError(entry.value, f"records of {each.name!r} are read already")
            found[each.name] = each
    return found
