"""The games that come with Stellwerk: one folder each, whose `game` module has a TITLE."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from stellwerk.core.title import Title


def titles() -> Iterator[Title]:
    """Every game of this folder."""
    for module in iter_modules(__path__):
        if module.ispkg:
            yield import_module(f"{__name__}.{module.name}.game").TITLE
