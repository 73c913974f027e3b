"""Every number of every range can be said digit by digit, and nothing else can."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.interop.research.numbers import BASE, PLACES, Spelling, spell

RANGES = st.lists(
    st.builds(
        lambda lo, count, step: range(lo, lo + count * step, step),
        st.integers(0, 3000),
        st.integers(1, 40),
        st.integers(1, 120),
    ),
    min_size=1,
    max_size=3,
)


def sayable(ranges: list[range]) -> set[int]:
    """All numbers to which some digits lead."""
    found, todo = set(), [Spelling(ranges)]
    while todo:
        spelling = todo.pop()
        if spelling.done:
            found.add(spelling.known)
            continue
        digits = spelling.digits()
        assert 2 <= len(digits) <= 16
        assert all(a < b for a, b in pairwise(digits))
        for digit in digits:
            further = Spelling(ranges)
            further.__dict__.update(spelling.__dict__)
            further.say(digit)
            todo.append(further)
    return found


@given(RANGES)
def test_exactly_the_values_of_the_ranges_can_be_said(ranges: list[range]) -> None:
    values = {value for values in ranges for value in values}
    assert sayable(ranges) == values


@given(RANGES, st.data())
def test_a_value_is_said_by_its_digits_from_the_left(ranges: list[range], data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(sorted({value for values in ranges for value in values})))
    said = spell(value, ranges)
    assert [place for place, _ in said] == sorted({place for place, _ in said}, reverse=True)
    assert all(value // BASE**place % BASE == digit for place, digit in said)


def test_what_is_settled_is_not_asked() -> None:
    assert spell(450, [range(450, 451)]) == []
    assert spell(1510, [range(1, 1511)]) == [(3, 1), (2, 5), (1, 1)]
    assert spell(7, [range(1, 1511)]) == [(3, 0), (2, 0), (1, 0), (0, 7)]
    assert spell(100, [range(67, 68), range(100, 101)]) == [(2, 1)]


def test_what_cannot_be_said_is_refused() -> None:
    for wrong in (range(-1, 3), range(BASE**PLACES - 1, BASE**PLACES + 1)):
        with pytest.raises(ValueError, match="cannot be said"):
            Spelling([wrong])
    with pytest.raises(ValueError, match="none of the values"):
        spell(6, [range(5, 100, 5)])
