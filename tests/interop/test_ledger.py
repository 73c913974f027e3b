"""Recorded games of 1830 add up by a reckoning of their own, those of others and ours; and it would notice if not."""

import json
from copy import deepcopy
from typing import Any

import pytest

from stellwerk.interop.games18xx import live_actions, reader_of, trace_state
from tests.interop.ledger import JUDGES, faults
from tests.interop.real import FOLDER, WRITTEN, differences, read_lines
from tests.records import OWN

OWN_NAMES = sorted(file.stem for file in OWN.glob("*.json"))
ALL = [(OWN, name) for name in OWN_NAMES] + [(FOLDER, name) for name in WRITTEN if name not in OWN_NAMES]
Game = tuple[dict[str, Any], list[Any], list[Any]]


def game(folder: Any, name: str) -> Game:
    record = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    states = [line["state"] for line in read_lines(folder, name, "trace")]
    return record, states, [recorded.data for recorded in live_actions(record)]


@pytest.mark.parametrize(("folder", "name"), ALL, ids=lambda value: value if isinstance(value, str) else "")
def test_every_state_follows_from_the_one_before(folder: Any, name: str) -> None:
    assert list(faults(*game(folder, name))) == []


@pytest.mark.parametrize("name", OWN_NAMES)
def test_our_own_records_replay_as_they_were_recorded(name: str) -> None:
    """Beside those of others, so that they are sound where they have to stand in."""
    record, states, actions = game(OWN, name)
    reader = reader_of(record)
    for action, state in zip(actions, states[1:], strict=True):
        reader.play(action)
        assert differences(trace_state(reader.game, reader.s, finished=reader.over), state) == []


def test_our_own_records_show_every_kind_of_action_and_both_ends() -> None:
    assert len(OWN_NAMES) == 2
    games = [game(OWN, name) for name in OWN_NAMES]
    assert {record["game_end_reason"] for record, _, _ in games} == {"bank", "bankrupt"}
    assert {action["type"] for _, _, actions in games for action in actions} >= {"bid", "run_routes", *JUDGES}


def spoil(state: Any, path: str) -> None:
    *way, last = path.split("/")
    for key in way:
        state = state[int(key) if isinstance(state, list) else key]
    state[int(last) if isinstance(state, list) else last] += 10


@pytest.mark.parametrize("path", ["bank", "players/0/cash", "corps/B&O/cash", "corps/B&O/pool"])
def test_money_and_certificates_from_nowhere_are_noticed(path: str) -> None:
    record, states, actions = game(OWN, OWN_NAMES[0])
    spoil(states[40], path)
    assert any(fault.startswith("40: ") for fault in faults(record, states, actions))


@pytest.mark.parametrize("kind", JUDGES)
def test_an_action_that_does_something_else_is_noticed(kind: str) -> None:
    """The money goes to the bank instead; a tile, a marker and a price are others than the action says."""
    record, states, actions = game(OWN, OWN_NAMES[0])
    places = [n for n, action in enumerate(actions, 1) if action["type"] == kind and action["entity_type"] != "company"]
    n = places[len(places) // 2]
    action, state = actions[n - 1], states[n] = actions[n - 1], deepcopy(states[n])
    match kind:
        case "lay_tile":
            state["tiles"][action["hex"]] = "nothing"
        case "place_token":
            state["corps"][action["entity"]]["tokens_left"] += 1
        case _:
            players = {player["id"]: seat for seat, player in enumerate(record["players"])}
            who = action["entity"]
            holder = state["players"][players[who]] if who in players else state["corps"][who]
            holder["cash"] -= 1
            state["bank"] += 1
    assert any(fault.startswith(f"{n} {kind}: ") for fault in faults(record, states, actions))


def test_a_result_that_is_not_the_wealth_is_noticed() -> None:
    record, states, actions = game(OWN, OWN_NAMES[0])
    true = record["result"]["0"]
    record["result"]["0"] = true + 1
    assert list(faults(record, states, actions)) == [f"P0 is worth {true}, not {true + 1}"]
