"""Daily samples: the same all day long, other parameters on other days, and none is left out."""

from typing import Any

import pytest

from tests import marks
from tests.marks import drawn, sample


def always(few: int, day: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Values that `make test` tries of fifty on a day."""
    monkeypatch.setattr(marks, "DAY", day)
    rows = sample(few, range(50))
    assert [row.values for row in rows] == [(value,) for value in range(50)]
    late = [row for row in rows if [mark.name for mark in row.marks] == ["long"]]
    return [row.values[0] for row in rows if row not in late]


def test_a_few_are_tried_always_and_the_others_by_the_long_run(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(always(3, "2026-03-31", monkeypatch)) == 3
    assert len(always(60, "2026-03-31", monkeypatch)) == 50


def test_a_day_repeats_its_draw_and_other_days_draw_others(monkeypatch: pytest.MonkeyPatch) -> None:
    days = [tuple(always(2, f"2026-03-{day:02}", monkeypatch)) for day in (*range(1, 29), *range(1, 29))]
    assert days[:28] == days[28:]
    assert len({value for day in days for value in day}) > 20


def test_several_are_drawn_without_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "DAY", "2026-03-31")
    assert sorted(drawn(3, "abc")) == ["a", "b", "c"]
    assert drawn(5, range(9)) == drawn(5, range(9))
    monkeypatch.setattr(marks, "DAY", "2026-04-01")
    assert sorted(drawn(3, "abc")) == ["a", "b", "c"]
