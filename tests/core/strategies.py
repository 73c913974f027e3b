"""Values for Hypothesis: what an action can hold, what JSON can hold, and holes of all kinds."""

from typing import Any

from hypothesis import strategies as st

from stellwerk.core.action import DEEPEST, Action
from stellwerk.core.choice import Choice, Draw, Hole, OneOf, Range, Shuffle, Subset

texts = st.text(st.characters(codec="utf-8"), max_size=6)
scalars = st.integers(-5, 12) | st.integers() | texts
kinds = st.sampled_from(["bid", "pass", "place"]) | texts


def _nested(depth: int) -> st.SearchStrategy[Any]:
    if not depth:
        return scalars
    return scalars | st.lists(_nested(depth - 1), max_size=3).map(tuple)


args = st.lists(_nested(DEEPEST - 1), max_size=4).map(tuple)
actions = st.builds(Action, st.integers(-1, 6), kinds, args)

json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)

items = st.lists(st.integers(0, 9) | st.sampled_from("abcde"), unique=True, max_size=5).map(tuple)


@st.composite
def subsets(draw: st.DrawFn) -> Subset:
    chosen = draw(items)
    lo = draw(st.integers(0, len(chosen)))
    return Subset(chosen, lo, draw(st.integers(lo, len(chosen) + 1)))


@st.composite
def draws(draw: st.DrawFn) -> Draw:
    bag = draw(st.dictionaries(st.sampled_from("abcde"), st.integers(0, 4), max_size=5))
    return Draw(tuple(bag.items()), draw(st.integers(0, min(6, sum(bag.values())))))


ranges = st.tuples(st.integers(-20, 20), st.integers(0, 30), st.integers(1, 7)).map(
    lambda found: Range(found[0], found[0] + found[1], found[2])
)
holes: st.SearchStrategy[Hole] = st.one_of(
    ranges,
    items.filter(bool).map(OneOf),
    subsets(),
    draws(),
    st.lists(st.sampled_from("abcd"), max_size=5).map(lambda found: Shuffle(tuple(found))),
)
choices = st.builds(Choice, st.integers(-1, 3), kinds, st.lists(st.one_of(scalars, holes), max_size=2).map(tuple))
