"""The games that are installed, found by entry points: a package adds a game without a change here.

An entry point of the group `stellwerk.games` names a Title, or a function that returns several.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TypeVar

from stellwerk.core.errors import DataError, NotFound
from stellwerk.core.title import Title

GROUP = "stellwerk.games"
T = TypeVar("T")

_ADDED: dict[str, Title] = {}


def titles() -> dict[str, Title]:
    """All titles by id: those that are installed and those that were added."""
    return dict(sorted({**installed(), **_ADDED}.items()))


def title(name: str) -> Title:
    """The title of that id."""
    try:
        return _ADDED[name] if name in _ADDED else installed()[name]
    except KeyError:
        raise NotFound("game", name, titles()) from None


@contextmanager
def added(*extra: Title) -> Iterator[None]:
    """Make titles known for a while without installing them: for tests and notebooks."""
    known = titles()
    for title in extra:
        if known.get(title.id, title) is not title:
            raise DataError(type(title).__module__, f"a game called {title.id!r} is installed already")
    fresh = {title.id: title for title in extra if title.id not in known}
    _ADDED.update(fresh)
    try:
        yield
    finally:
        for name in fresh:
            del _ADDED[name]


@cache
def installed() -> dict[str, Title]:
    """The titles that entry points name; one that cannot be loaded is refused by its name."""
    found: dict[str, Title] = {}
    for entry in entry_points(group=GROUP):
        for title in provided(entry, Title):  # type: ignore[type-abstract]  # it only asks whether something is one
            if title.id in found:
                raise DataError(entry.value, f"a game called {title.id!r} is installed already")
            found[title.id] = title
    return found


def provided(entry: EntryPoint, kind: type[T]) -> list[T]:
    """What an entry point brings: one thing of a kind, or all that a function returns."""
    try:
        named = entry.load()
        found = [named] if isinstance(named, kind) else list(named())
    except (ImportError, AttributeError, TypeError) as error:
        raise DataError(entry.value, f"cannot be loaded as an entry point of {entry.group}: {error}") from error
    if not all(isinstance(one, kind) for one in found):
        name = kind.__name__
        raise DataError(entry.value, f"names neither a {name} nor a function that returns {name}s")
    return found
