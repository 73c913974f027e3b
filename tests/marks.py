"""Marks that tests share."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

PATIENT = 4
"""So many times as many examples are tried by `make test-long`."""


def rule(game: str, *ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rules of the book it shows: `@rule("paris-connection", "build.4")`."""
    return pytest.mark.rule(game, *ids)


def first(few: int, values: Iterable[Any]) -> list[Any]:
    """Parameters of which the first few are tried always and the others by `make test-long`."""
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*row, marks=() if at < few else pytest.mark.long) for at, row in enumerate(rows)]


def examples(number: int) -> settings:
    """So many examples of a property; `make test-long` draws other ones, and more."""
    return settings(max_examples=number * (1 if settings().derandomize else PATIENT))
