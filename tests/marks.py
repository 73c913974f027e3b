"""Marks that tests share."""

import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any, Final

import pytest
from hypothesis import settings

PATIENT = 4
"""So many times as many examples are tried by `make test-long`."""

DAY: Final = os.environ.setdefault("STELLWERK_DAY", f"{datetime.now(UTC):%Y-%m-%d}")
"""Today, or the day that is to be repeated. All processes of a run find it in their environment and draw the same."""


def rule(game: str, *ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rules of the book it shows: `@rule("paris-connection", "build.4")`."""
    return pytest.mark.rule(game, *ids)


def first(few: int, values: Iterable[Any]) -> list[Any]:
    """Parameters of which the first few are tried always and the others by `make test-long`."""
    rows = list(values)
    return parameters(rows, set(range(few)))


def sample(few: int, values: Iterable[Any]) -> list[Any]:
    """Parameters of which a few, others each day, are tried always and the rest by `make test-long`."""
    rows = list(values)
    return parameters(rows, set(drawn(few, range(len(rows)))))


def drawn(few: int, values: Sequence[Any]) -> list[Any]:
    """A few of many values, others each day, where a long test tries all of them in its own way."""
    return Random(f"{DAY} {len(values)}").sample(values, min(few, len(values)))


def parameters(rows: Sequence[Any], always: set[int]) -> list[Any]:
    """Each row with the mark that says when it is tried."""
    return [
        pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=() if at in always else pytest.mark.long)
        for at, row in enumerate(rows)
    ]


def examples(number: int) -> settings:
    """So many examples of a property; `make test-long` draws other ones, and more."""
    return settings(max_examples=number * (1 if settings().derandomize else PATIENT))
