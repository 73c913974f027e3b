"""A record that claims what the rules do not give is refused at the action that does, and nothing is believed."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stellwerk.cli import main
from stellwerk.core.errors import Malformed, RuleError, StellwerkError
from stellwerk.interop.games18xx import read_record, reader_of
from tests.interop.real import NAMES, each, live, record

Change = Callable[[dict[str, Any]], None]


def falsify(name: str, kind: str, change: Change, which: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """The record with one of its standing actions changed, and that action."""
    data = deepcopy(record(name))
    standing = {action["id"] for action in live(name) if "id" in action}
    action = [a for a in data["actions"] if a["type"] == kind and a["id"] in standing][which]
    change(action)
    return data, action


def refusal(data: dict[str, Any], action: dict[str, Any]) -> StellwerkError:
    """What the reader says to the changed action; everything before it must have been legal."""
    reader = reader_of(data)
    for told in (a for a in data["actions"] if a["id"] < action["id"]):
        if told["type"] not in ("undo", "redo") and told in live_of(data):
            reader.play(told)
    before = reader.s.to_json()
    with pytest.raises(StellwerkError) as caught:
        reader.play(action)
    assert action["type"] == "run_routes" or reader.s.to_json() == before
    return caught.value


def live_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    from stellwerk.interop.games18xx import live_actions

    return [dict(recorded.data) for recorded in live_actions(data)]


RANDOM = [name for name in NAMES if "random" in name][:1]


@each(RANDOM)
def test_a_route_that_claims_too_much_is_refused_with_both_numbers(name: str) -> None:
    def more(action: dict[str, Any]) -> None:
        action["routes"][0]["revenue"] += 10

    data, action = falsify(name, "run_routes", more)
    error = refusal(data, action)
    claimed = action["routes"][0]["revenue"]
    assert isinstance(error, RuleError)
    assert (error.rule, error.data["claimed"], error.data["revenue"]) == ("7.5a", claimed, claimed - 10)


@each(RANDOM)
def test_a_route_over_track_that_is_not_there_is_refused(name: str) -> None:
    data, action = falsify(name, "run_routes", lambda a: a["routes"][0].update(connections=[["B10", "C11"]]))
    assert isinstance(refusal(data, action), Malformed)


@each(RANDOM)
def test_a_tile_that_does_not_fit_is_refused_by_its_rule(name: str) -> None:
    data, action = falsify(name, "lay_tile", lambda a: a.update(tile="63-0"))
    error = refusal(data, action)
    assert isinstance(error, RuleError)
    assert error.rule == "3.2a", "brown tiles are not out yet"


@each(RANDOM)
def test_a_certificate_of_somebody_else_can_be_neither_bought_nor_sold(name: str) -> None:
    data, action = falsify(name, "buy_shares", lambda a: a.update(shares=["B&O_0"], percent=20), which=5)
    assert "bank or pool" in str(refusal(data, action))
    data, action = falsify(name, "sell_shares", lambda a: a.update(shares=["PRR_8"], percent=10))
    assert isinstance(refusal(data, action), Malformed)


@each(RANDOM)
def test_a_company_that_is_not_on_turn_cannot_act(name: str) -> None:
    data, action = falsify(name, "lay_tile", lambda a: a.update(entity="CPR" if a["entity"] != "CPR" else "PRR"))
    error = refusal(data, action)
    assert isinstance(error, RuleError)
    assert error.rule == "7.0b"


@each(RANDOM)
def test_replay_tells_the_action_its_id_and_the_rule(name: str, tmp_path: Path) -> None:
    data, action = falsify(name, "run_routes", lambda a: a["routes"][0].update(revenue=990))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    for words in (["replay", str(file)], ["import", str(file), "-o", str(tmp_path / "match.json")]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 1
        assert f"action {action['id']}: " in result.stderr
        assert "breaks rule 7.5a" in result.stderr
        assert "990" in result.stderr
    assert not (tmp_path / "match.json").exists()


@each(RANDOM)
def test_nothing_is_played_after_the_end(name: str) -> None:
    data = deepcopy(record(name))
    last = data["actions"][-1]["id"]
    data["actions"] += [
        {"type": "end_game", "entity": 0, "entity_type": "player", "id": last + 1},
        {"type": "pass", "entity": 0, "entity_type": "player", "id": last + 2},
    ]
    with pytest.raises(RuleError) as caught:
        read_record(data)
    assert caught.value.rule == "8.0a"
