"""Data files of planners are read with all their numbers, or refused."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from stellwerk.bots.planner.numbers import filled
from stellwerk.core.errors import DataError


@dataclass(frozen=True)
class Two:
    """One number that a file must have, and one that it may."""

    first: float
    second: float = 2.0


def test_what_has_a_default_may_be_left_out() -> None:
    assert filled(Two, {"first": 1.0}, "x.toml") == Two(1.0, 2.0)
    assert filled(Two, {"first": 1.0, "second": 3.0}, "x.toml") == Two(1.0, 3.0)


@pytest.mark.parametrize("numbers", [{}, {"second": 1.0}, {"first": 1.0, "frist": 2.0}])
def test_a_number_that_is_missing_or_unknown_is_told(numbers: dict[str, float]) -> None:
    with pytest.raises(DataError, match=r"x\.toml.*first"):
        filled(Two, numbers, "x.toml")
