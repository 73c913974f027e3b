"""Choices: every value of a hole is admitted, nothing else is, and the size counts them."""

import json
from collections import Counter
from itertools import islice, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.action import Action, is_plain
from stellwerk.core.choice import Choice, Draw, Hole, OneOf, Range, Shuffle, Subset, admitted
from tests.core import strategies

seeds = st.integers(0, 2**32)


@given(strategies.holes)
def test_the_values_of_a_hole_are_distinct_admitted_plain_and_counted(hole: Hole) -> None:
    values = list(hole.values())
    assert len(values) == len(set(values)) == hole.size()
    assert all(hole.admits(value) for value in values)
    assert is_plain(tuple(values))


@given(strategies.holes, seeds)
def test_a_sample_is_one_of_the_values(hole: Hole, seed: int) -> None:
    value = hole.sample(Random(seed))
    assert value in set(hole.values())
    assert hole.sample(Random(seed)) == value


@st.composite
def attempts(draw: st.DrawFn, value: Any) -> Any:
    """Something like a value: its items in another order, one more, one less; or anything."""
    if not isinstance(value, tuple) or draw(st.booleans()):
        return draw(strategies.scalars)
    items = draw(st.permutations([*value, *draw(st.lists(st.sampled_from("abc") | st.integers(0, 9), max_size=2))]))
    return tuple(items[: draw(st.integers(0, len(items)))])


@given(strategies.holes, st.data())
def test_nothing_else_is_admitted(hole: Hole, data: st.DataObject) -> None:
    values = list(hole.values())
    value = data.draw(attempts(data.draw(st.sampled_from(values))))
    assert hole.admits(value) == (value in values)


@given(strategies.holes)
def test_a_hole_in_json_says_which_it_is(hole: Hole) -> None:
    data = hole.to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["hole"] in {"range", "one-of", "subset", "draw", "shuffle"}


@given(strategies.choices, seeds)
def test_a_choice_admits_its_actions_and_its_sample_and_counts_them(choice: Choice, seed: int) -> None:
    actions = list(islice(choice.actions(), 300))
    assert all(choice.admits(action) for action in actions)
    assert len(set(actions)) == len(actions) == min(choice.size(), 300)
    assert choice.admits(choice.sample(Random(seed)))


@given(strategies.choices, strategies.actions)
def test_a_choice_admits_nothing_else(choice: Choice, action: Action) -> None:
    assert choice.admits(action) == (action in set(choice.actions()))


@given(strategies.choices)
def test_another_seat_kind_or_length_is_not_admitted(choice: Choice) -> None:
    action = next(choice.actions())
    assert not choice.admits(action._replace(seat=action.seat + 1))
    assert not choice.admits(action._replace(kind=f"{action.kind}."))
    assert not choice.admits(action._replace(args=(*action.args, 0)))
    if action.args:
        assert not choice.admits(action._replace(args=action.args[:-1]))


@pytest.mark.parametrize(
    "args",
    [(True,), (1.0,), ([1],), (None,), ((1,),), ({},), (b"1",)],
    ids=repr,
)
@pytest.mark.parametrize(
    "own", [1, Range(0, 3), OneOf((0, 1)), Subset((1,), 0, 1), Draw((("1", 1),), 1), Shuffle((1,))], ids=repr
)
def test_what_json_would_not_give_back_is_not_admitted(own: Any, args: tuple[Any, ...]) -> None:
    """True equals 1 and 1.0 equals 1, yet neither may enter a log."""
    expected = args == ((1,),) and isinstance(own, Subset | Shuffle)
    assert Choice(0, "bid", (own,)).admits(Action(0, "bid", args)) == expected


@given(st.lists(strategies.choices, max_size=4), strategies.actions, seeds)
def test_an_action_is_admitted_when_some_choice_admits_it(choices: list[Choice], action: Action, seed: int) -> None:
    for tried in (action, *(choice.sample(Random(seed)) for choice in choices)):
        assert admitted(tried, choices) == any(choice.admits(tried) for choice in choices)
    assert all(admitted(choice.sample(Random(seed)), choices) for choice in choices)


def test_an_equal_choice_does_not_admit_what_json_would_not_give_back() -> None:
    assert admitted(Action(0, "bid", (1,)), [Choice(0, "bid", (1,))])
    assert not admitted(Action(0, "bid", (True,)), [Choice(0, "bid", (1,))])
    assert not admitted(Action(0, "bid", (1,)), [])


def test_a_seat_is_an_integer() -> None:
    assert Choice(1, "bid").admits(Action(1, "bid"))
    assert not Choice(1, "bid").admits(Action(True, "bid"))


def test_a_choice_without_holes_equals_its_action() -> None:
    choice = Choice(2, "place", ("red", "H12"))
    action = Action(2, "place", ("red", "H12"))
    assert tuple(choice) == tuple(action)
    assert [*choice.actions()] == [action]
    assert choice.size() == 1
    assert choice.to_json() == Action(*choice).to_json()


def test_a_range_has_both_ends_and_only_its_steps() -> None:
    assert list(Range(5, 20, 5).values()) == [5, 10, 15, 20]
    assert list(Range(5, 19, 5).values()) == [5, 10, 15]
    assert Range(0, 10**12).size() == 10**12 + 1
    assert Range(0, 10**12).admits(10**12)
    assert not Range(0, 10**12).admits(10**12 + 1)


def test_a_subset_is_listed_in_the_order_of_its_items() -> None:
    hole = Subset(("b", "a", "c"), 1, 2)
    assert hole.admits(("b", "a"))
    assert not hole.admits(("a", "b"))
    assert not hole.admits(("a", "a"))
    assert not hole.admits(())
    assert not hole.admits(("b", "a", "c"))


def test_every_subset_is_equally_likely() -> None:
    hole, rng = Subset(tuple("abcd"), 0, 4), Random(1)
    seen = Counter(hole.sample(rng) for _ in range(16_000))
    assert len(seen) == 16
    assert all(800 < count < 1200 for count in seen.values())


def test_a_draw_is_as_likely_as_drawing_pieces_blindly() -> None:
    """Of 3 white and 1 black two are drawn: black is among them in 3 of 6 cases."""
    hole, rng = Draw((("white", 3), ("black", 1)), 2), Random(2)
    seen = Counter(hole.sample(rng) for _ in range(10_000))
    assert seen.keys() == {("white", "white"), ("white", "black")}
    assert 4700 < seen["white", "black"] < 5300


def test_a_draw_cannot_take_more_than_the_bag_holds() -> None:
    hole = Draw((("a", 1), ("b", 2)), 2)
    assert hole.admits(("a", "b"))
    assert not hole.admits(("b", "a"))
    assert not hole.admits(("a", "a"))
    assert not hole.admits(("c", "c"))
    assert not hole.admits("ab")


def test_values_come_one_at_a_time_from_holes_of_any_size() -> None:
    stack = Shuffle(tuple(range(60)))
    assert next(stack.values()) == tuple(range(60))
    assert len(set(islice(stack.values(), 100))) == 100
    bag = Draw(tuple((kind, 50) for kind in "abcdefghij"), 60)
    assert len(set(islice(bag.values(), 100))) == 100
    assert sum(1 for _ in Draw(tuple((kind, 31) for kind in "abcdef"), 10).values()) == 3003


def test_a_shuffle_is_fair_and_complete() -> None:
    hole, rng = Shuffle(tuple("abc")), Random(3)
    assert set(hole.values()) == set(permutations("abc"))
    seen = Counter(hole.sample(rng) for _ in range(6000))
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())
