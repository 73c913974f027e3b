"""States: JSON gives them back by their annotations, copies are independent, equal states have equal digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, TypeAlias, Union

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.codec import encode, reader
from stellwerk.core.errors import Malformed
from stellwerk.core.state import Frame, State
from tests.core import strategies
from tests.marks import examples

if TYPE_CHECKING:
    Reach: TypeAlias = list[int]  # a cache may hold what does not even exist at run time


class Share(NamedTuple):
    """A record inside a field."""

    company: str
    percent: int
    director: bool = False


@dataclass(slots=True)
class Everything(State):
    """One field for each annotation that a state may have."""

    number: int
    text: str
    flag: bool
    maybe: int | None
    either: int | str
    optional: Optional[str]  # noqa: UP045 - both spellings are read
    union: Union[bool, tuple[int, ...]]  # noqa: UP007 - both spellings are read
    numbers: list[int]
    names: tuple[str, ...]
    pair: tuple[int, str]
    share: Share
    shares: list[Share]
    by_name: dict[str, int]
    by_number: dict[int, tuple[str, ...]]
    nested: dict[str, tuple[tuple[int, str], ...]]
    table: dict[str, int] | None
    cache: dict[str, Reach] = field(default_factory=dict, compare=False)


names = strategies.texts
numbers = st.integers(-99, 99) | st.integers()
shares = st.builds(Share, names, numbers, st.booleans())
states = st.builds(
    Everything,
    todo=st.lists(st.builds(Frame, names, numbers | names), max_size=3),
    number=numbers,
    text=names,
    flag=st.booleans(),
    maybe=st.none() | numbers,
    either=numbers | names,
    optional=st.none() | names,
    union=st.booleans() | st.lists(numbers, max_size=3).map(tuple),
    numbers=st.lists(numbers, max_size=3),
    names=st.lists(names, max_size=3).map(tuple),
    pair=st.tuples(numbers, names),
    share=shares,
    shares=st.lists(shares, max_size=3),
    by_name=st.dictionaries(names, numbers, max_size=3),
    by_number=st.dictionaries(numbers, st.lists(names, max_size=2).map(tuple), max_size=3),
    nested=st.dictionaries(names, st.lists(st.tuples(numbers, names), max_size=2).map(tuple), max_size=3),
    table=st.none() | st.dictionaries(names, numbers, max_size=3),
)
PLAIN = Everything(
    todo=[Frame("turn", 1), Frame("discard", "PRR")],
    number=1,
    text="x",
    flag=True,
    maybe=None,
    either="a",
    optional=None,
    union=(1, 2),
    numbers=[1, 2],
    names=("a", "b"),
    pair=(1, "a"),
    share=Share("PRR", 20, director=True),
    shares=[Share("B&O", 10)],
    by_name={"a": 1},
    by_number={3: ("x",), -1: ()},
    nested={"a": ((1, "b"),)},
    table={"k": 1},
)


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def types_of(value: Any) -> Any:
    """The types all the way down: equality alone would take a list for a tuple's twin inside JSON."""
    if isinstance(value, dict):
        return {key: types_of(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value), [types_of(item) for item in value]
    return type(value)


@given(states)
def test_json_gives_a_state_back(state: Everything) -> None:
    back = Everything.from_json(through_json(state.to_json()))
    assert back == state
    assert back.digest() == state.digest()
    for name in state.to_json():
        assert types_of(getattr(back, name)) == types_of(getattr(state, name)), name


@examples(40)
@given(states, states)
def test_digests_are_equal_exactly_when_states_are(a: Everything, b: Everything) -> None:
    assert (a == b) == (a.digest() == b.digest())


@given(states)
def test_a_digest_does_not_depend_on_the_order_in_which_dicts_were_filled(state: Everything) -> None:
    turned = replace(state, by_name=dict(reversed(state.by_name.items())))
    assert turned.digest() == state.digest()


def test_a_digest_stays_the_same_from_version_to_version() -> None:
    """Golden games store digests: whatever changes this value makes them all worthless."""
    assert State([Frame("turn", 0)]).to_json() == {"todo": [["turn", 0]]}
    expected = '{"todo":[["turn",0]]}'
    assert State([Frame("turn", 0)]).digest() == hashlib.sha256(expected.encode()).hexdigest()[:16]


def _change(state: Everything, how: int) -> None:
    changes: list[Callable[[], Any]] = [
        lambda: state.todo.append(Frame("end")),
        state.numbers.clear,
        lambda: state.shares.insert(0, Share("NYC", 5)),
        lambda: state.by_name.update(zzzzz=7),
        lambda: state.by_number.pop(next(iter(state.by_number), 0), None),
        lambda: state.table.clear() if state.table else None,
        state.cache.clear,
        lambda: setattr(state, "number", state.number + 1),
        lambda: setattr(state, "names", (*state.names, "new")),
    ]
    changes[how]()


@given(states, st.lists(st.integers(0, 8), min_size=1))
def test_changing_a_copy_never_changes_the_original(state: Everything, how: list[int]) -> None:
    state.cache = {"k": [1]}
    before, twin = state.to_json(), state.copy()
    assert twin == state
    assert twin.cache == state.cache
    for change in how:
        _change(twin, change)
    assert state.to_json() == before
    assert state.cache == {"k": [1]}


def test_a_state_with_a_single_field_can_be_copied() -> None:
    state = State([Frame("turn")])
    twin = state.copy()
    twin.todo.pop()
    assert state.todo == [Frame("turn")]
    assert type(twin) is State


def test_a_cache_is_neither_compared_nor_saved_nor_part_of_the_digest() -> None:
    filled = replace(PLAIN, cache={"reach": [1, 2]})
    assert filled == PLAIN
    assert filled.digest() == PLAIN.digest()
    assert "cache" not in filled.to_json()
    assert Everything.from_json(filled.to_json()).cache == {}


WRONG: dict[str, list[Any]] = {
    "todo": [None, {}, [["turn"]], [["turn", 1, 2]], [[1, 1]], [["turn", None]], [["turn", 1.5]], "turn"],
    "number": [None, True, 1.0, "1", [], {}],
    "text": [None, 1, True, ["x"], "\ud800"],
    "flag": [0, 1, None, "true"],
    "maybe": ["1", 1.0, False, []],
    "either": [None, True, 1.5, []],
    "union": [None, 1, [True], ["x"]],
    "numbers": [None, [True], [[1]], {"0": 1}, "12"],
    "names": [[1], "ab", None],
    "pair": [[1], [1, "a", 2], ["a", 1], None],
    "share": [["PRR", 10], ["PRR", 10, 0], {"company": "PRR"}],
    "shares": [[["PRR", 10]], [None]],
    "by_name": [None, [], {"a": "1"}, {"a": True}],
    "by_number": [{"x": []}, {"01": []}, {" 1": []}, {"1_0": []}, {"٣": []}, {"1.0": []}, {"-0": []}, {"": []}],
    "nested": [{"a": [[1]]}, {"a": [1, "b"]}],
    "table": [[], {"k": None}],
}


@pytest.mark.parametrize(("name", "wrong"), [(name, wrong) for name, values in WRONG.items() for wrong in values])
def test_a_field_that_does_not_fit_is_refused_by_name(name: str, wrong: Any) -> None:
    with pytest.raises(Malformed) as refused:
        Everything.from_json({**PLAIN.to_json(), name: wrong})
    assert refused.value.where == f"state.{name}"


def test_a_field_that_is_missing_or_unknown_is_refused_by_name() -> None:
    data = PLAIN.to_json()
    with pytest.raises(Malformed, match=r"^state\.luck: unknown$"):
        Everything.from_json({**data, "luck": 1})
    del data["pair"]
    with pytest.raises(Malformed, match=r"^state\.pair: missing$"):
        Everything.from_json(data)


@dataclass(slots=True)
class Grown(Everything):
    """A later version of the same state, with two fields more."""

    loans: dict[str, int] = field(default_factory=dict)
    passes: int = 0


def grown(**more: Any) -> Grown:
    read = Grown.from_json(PLAIN.to_json())
    return replace(read, **more)


def test_a_position_saved_without_a_field_reads_its_default() -> None:
    read = grown()
    assert (read.loans, read.passes) == ({}, 0)
    assert read.to_json() == {**PLAIN.to_json(), "loans": {}, "passes": 0}


def test_a_default_that_is_read_belongs_to_one_position_alone() -> None:
    one, other = grown(), grown()
    one.loans["PRR"] = 1
    assert other.loans == {}
    assert grown().digest() == other.digest()


def test_a_new_field_changes_a_digest_only_where_it_is_used() -> None:
    assert grown().digest() == PLAIN.digest()
    used = [grown(loans={"PRR": 1}), grown(passes=1), grown(loans={"PRR": 1}, passes=1)]
    assert len({state.digest() for state in (PLAIN, *used)}) == 4


@given(strategies.json, st.sampled_from(sorted(WRONG)))
def test_any_json_in_any_place_is_read_or_malformed(data: Any, name: str) -> None:
    for tried in (data, {**PLAIN.to_json(), name: data}):
        try:
            state = Everything.from_json(tried)
        except Malformed:
            continue
        assert through_json(state.to_json()) == tried


@pytest.mark.parametrize("value", [1.5, {1, 2}, b"x", object(), Frame], ids=lambda value: type(value).__name__)
def test_what_is_not_flat_data_cannot_be_written(value: Any) -> None:
    with pytest.raises(TypeError, match="has no place in a state"):
        encode({"a": [value]})


@pytest.mark.parametrize(
    "kind",
    [
        float,
        bytes,
        set[int],
        Any,
        object,
        list,
        dict,
        tuple,
        State,
        dict[tuple[int, int], int],
        dict[bool, int],
        dict[str, list[int]],
        dict[str, dict[str, int]],
        list[list[int]],
        tuple[list[int], ...],
        list[int | list[int]],
    ],
    ids=str,
)
def test_an_annotation_that_a_copy_or_json_would_break_is_refused(kind: Any) -> None:
    """A dict or list inside a field would be shared between a state and its copies."""
    with pytest.raises(TypeError, match="a state cannot hold"):
        reader(kind)
