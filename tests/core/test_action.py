"""Actions: equal actions have equal JSON, and nothing comes in that an action cannot hold."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.action import DEEPEST, Action, freeze, is_plain, is_text, thaw
from stellwerk.core.errors import Malformed
from tests.core import strategies


@given(strategies.actions)
def test_json_gives_an_action_back(action: Action) -> None:
    back = Action.from_json(json.loads(json.dumps(action.to_json())))
    assert back == action
    assert hash(back) == hash(action)
    assert is_plain(tuple(back))


@given(strategies.actions, strategies.actions)
def test_actions_are_equal_exactly_when_their_json_is(a: Action, b: Action) -> None:
    assert (a == b) == (a.to_json() == b.to_json())


@given(strategies.json)
def test_any_json_is_an_action_or_malformed(data: Any) -> None:
    try:
        action = Action.from_json(data)
    except Malformed:
        return
    assert action.to_json() == {"args": [], **data}


@given(st.fixed_dictionaries({"seat": strategies.json, "kind": strategies.json}, optional={"args": strategies.json}))
def test_anything_of_the_right_keys_is_an_action_or_malformed(data: dict[str, Any]) -> None:
    try:
        action = Action.from_json(data)
    except Malformed:
        return
    assert action.to_json() == {"args": [], **data}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (None, "action"),
        ([0, "bid", []], "action"),
        ("bid", "action"),
        ({"seat": 0, "kind": "bid", "arg": []}, "action"),
        ({"kind": "bid"}, "action.seat"),
        ({"seat": None, "kind": "bid"}, "action.seat"),
        ({"seat": True, "kind": "bid"}, "action.seat"),
        ({"seat": 0.0, "kind": "bid"}, "action.seat"),
        ({"seat": "0", "kind": "bid"}, "action.seat"),
        ({"seat": 0}, "action.kind"),
        ({"seat": 0, "kind": 1}, "action.kind"),
        ({"seat": 0, "kind": "\ud800"}, "action.kind"),
        ({"seat": 0, "kind": "bid", "args": None}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": "12"}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": {"0": 1}}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": [True]}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": [1.0]}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": [float("nan")]}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": [None]}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": [{"a": 1}]}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": [[1, [False]]]}, "action.args"),
        ({"seat": 0, "kind": "bid", "args": ["\udfff"]}, "action.args"),
    ],
)
def test_what_an_action_cannot_hold_is_refused_by_place(data: Any, where: str) -> None:
    with pytest.raises(Malformed) as refused:
        Action.from_json(data)
    assert refused.value.where == where


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_arguments_nest_no_deeper_than_said() -> None:
    assert Action.from_json({"seat": 0, "kind": "x", "args": nested(DEEPEST)}).seat == 0
    with pytest.raises(Malformed, match="nested deeper"):
        Action.from_json({"seat": 0, "kind": "x", "args": nested(DEEPEST + 1)})
    with pytest.raises(Malformed, match="nested deeper"):
        Action.from_json({"seat": 0, "kind": "x", "args": nested(100_000)})


def test_huge_numbers_and_long_lists_are_held_as_they_are() -> None:
    big = 10**4000
    data = {"seat": 0, "kind": "bid", "args": [big, -big, ["x" * 10_000] * 1000]}
    assert Action.from_json(data).to_json() == data


@given(strategies.args)
def test_thaw_undoes_freeze(value: Any) -> None:
    assert freeze(thaw(value)) == value


@pytest.mark.parametrize("value", [True, 1.0, None, [1], (1, [2]), (1, (True,)), {"a": 1}, b"x", {1}])
def test_only_integers_strings_and_tuples_are_plain(value: Any) -> None:
    assert not is_plain(value)
    assert is_plain((1, "a", (2, ())))


@given(st.text())
def test_a_text_is_what_can_be_written(value: str) -> None:
    assert is_text(value) == (not any("\ud800" <= sign <= "\udfff" for sign in value))
