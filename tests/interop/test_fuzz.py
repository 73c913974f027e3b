"""Whatever JSON a record is made of, it is read or refused with an error of ours."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.errors import StellwerkError
from stellwerk.interop.games18xx import live_actions, read_record, write_record
from tests.interop.matches import at_random
from tests.interop.small import Record
from tests.marks import examples

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
WORDS = """
PRR B&O NYNH SV DH MH H12 G19 57-0 57-9 2-0 D-0 x-1 B&O_0 B&O_1 NYC_5 57-0-0 H12-0-0 payout 100,0,6
player corporation company bid pass undo redo
buy_shares sell_shares lay_tile place_token run_routes dividend buy_train bankrupt
"""
PLAUSIBLE = st.sampled_from(
    [*WORDS.split(), 0, 1, 5, 10, 20, 100, -1, ["B&O_1"], [], {"train": "2-0", "connections": [["H12", "H10"]]}]
)
LONG = write_record(at_random(3, 300))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything inside some JSON."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in places(item, (*path, key)))]


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], new)
    return copy


def attempt(data: Any) -> None:
    with suppress(StellwerkError):
        read_record(json.loads(json.dumps(data)))


@given(ANYTHING)
def test_any_json_is_read_or_refused(data: Any) -> None:
    attempt(data)
    attempt({"title": "1830", "players": data, "actions": []})
    attempt({"title": "1830", "players": Record().players, "actions": data, "settings": data})


@given(st.data())
@examples(60)
def test_a_record_with_anything_changed_is_read_or_refused(data: st.DataObject) -> None:
    record = Record().sold().by(0, "buy_shares", shares=["B&O_1"], percent=10).passes(1, 2).json
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(record)))
        record = changed(record, path, data.draw(ANYTHING | PLAUSIBLE))
        if not isinstance(record, dict):
            break
    attempt(record)


@given(st.data())
@examples(30)
def test_a_long_record_with_an_action_changed_is_read_or_refused(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(LONG["actions"]) - 1))
    action = LONG["actions"][number]
    path = data.draw(st.sampled_from(places(action)))
    new = changed(action, path, data.draw(PLAUSIBLE | ANYTHING))
    attempt({**LONG, "actions": [*LONG["actions"][:number], new, *LONG["actions"][number + 1 : number + 3]]})


@given(st.lists(st.sampled_from(["undo", "redo", "message", "pass", "to"]), max_size=12), st.integers(-1, 12))
def test_undoing_and_redoing_never_fails(kinds: list[str], to: int) -> None:
    record = Record()
    for kind in kinds:
        if kind == "to":
            record.undo(to=to)
        else:
            record.add(kind, "ada", "player")
    standing = [recorded.data["type"] for recorded in live_actions(record.json)]
    assert set(standing) <= {"pass"}
    assert len(standing) <= kinds.count("pass")
