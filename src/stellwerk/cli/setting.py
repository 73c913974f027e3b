"""Options that are settings of a server: named as the setting is, and as usual as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import click

from stellwerk.server.settings import Settings

USUAL: Final = Settings()

Decorator = Callable[[Any], Any]


def setting(name: str, kind: click.ParamType[Any] | None, metavar: str | None, about: str) -> Decorator:
    """`--name` for the setting `name`; where nothing is usual, its help tells what happens then."""
    usual = getattr(USUAL, name)
    flag = f"--{name.replace('_', '-')}"
    return click.option(flag, default=usual, show_default=usual is not None, type=kind, metavar=metavar, help=about)


def number(name: str, least: int, most: int, about: str, metavar: str | None = "NUMBER") -> Decorator:
    return setting(name, click.IntRange(least, most), metavar, about)


def span(name: str, most: float, metavar: str, about: str, *, none: bool = False) -> Decorator:
    """A time of more than nothing, or with `none` perhaps of nothing."""
    return setting(name, click.FloatRange(0, most, min_open=not none), metavar, about)
