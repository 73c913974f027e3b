"""Records from the first years of 18xx.games: routes by hexes alone, single shares, players by name."""

import json
from itertools import chain
from typing import Any

import pytest

from stellwerk.core.errors import Malformed, RuleError
from stellwerk.interop.games18xx import live_actions, reader_of, trace_state, write_record
from tests.interop.matches import at_random
from tests.interop.real import NAMES, each, record

SEED, PLIES = 23, 1500
"""A match at random with many runs, some by several trains."""


def stripped(data: dict[str, Any], hexes: str) -> dict[str, Any]:
    """A record as it was told in old times: each route by its hexes, all of them or those of its stops."""
    old: dict[str, Any] = json.loads(json.dumps(data))
    for action in old["actions"]:
        for route in action.get("routes", ()):
            if hexes == "all":
                route["hexes"] = passed(route)
            for key in ("connections", "nodes", "revenue_str"):
                route.pop(key, None)
    return old


def passed(route: dict[str, Any]) -> list[str]:
    """All hexes in the order of the stops; some records tell a connection from its far end."""
    legs = [[name.partition(" ")[0] for name in leg] for leg in route["connections"]]
    turned = []
    for leg, start in zip(legs, route["hexes"], strict=False):
        turned.append(leg if leg[0] == start else leg[::-1])
    inner = [leg[1:] for leg in turned]
    return [route["hexes"][0], *chain.from_iterable(inner)]


def states(data: dict[str, Any]) -> list[Any]:
    reader = reader_of(data)
    told = []
    for recorded in live_actions(data):
        reader.play(recorded.data)
        told.append(trace_state(reader.game, reader.s, finished=reader.over))
    return told


@pytest.fixture(scope="module")
def own() -> dict[str, Any]:
    told: dict[str, Any] = write_record(at_random(SEED, PLIES))
    assert sum(len(action.get("routes", ())) for action in told["actions"]) > 50
    return told


@pytest.mark.parametrize("hexes", ["all", "stops"])
def test_routes_by_hexes_alone_give_the_same_states(own: dict[str, Any], hexes: str) -> None:
    assert states(stripped(own, hexes)) == states(own)


@pytest.mark.slow
@each(NAMES)
def test_a_real_game_told_by_the_hexes_of_its_stops_gives_the_same_states(name: str) -> None:
    assert states(stripped(record(name), "stops")) == states(record(name))


def first_run(data: dict[str, Any]) -> dict[str, Any]:
    route: dict[str, Any] = next(action["routes"][0] for action in data["actions"] if action.get("routes"))
    return route


def test_a_revenue_that_no_route_along_the_hexes_earns_is_refused(own: dict[str, Any]) -> None:
    old = stripped(own, "stops")
    first_run(old)["revenue"] += 10
    with pytest.raises(RuleError, match="earns") as caught:
        states(old)
    assert caught.value.rule == "7.5a"


@pytest.mark.parametrize(
    ("hexes", "problem"),
    [(["Z99", "A1"], "there is no hex 'Z99'"), (["B24", "I1"], "no track joins B24, I1 in this order")],
)
def test_hexes_that_no_track_joins_are_named(own: dict[str, Any], hexes: list[str], problem: str) -> None:
    old = stripped(own, "stops")
    first_run(old)["hexes"] = hexes
    with pytest.raises(Malformed, match=problem) as caught:
        states(old)
    assert "action" in caught.value.where


def test_without_a_revenue_the_best_route_along_the_hexes_is_taken(own: dict[str, Any]) -> None:
    old = stripped(own, "stops")
    runs = [action for action in old["actions"] if action.get("routes")][:10]
    for route in chain.from_iterable(action["routes"] for action in runs):
        del route["revenue"]
    old["actions"] = old["actions"][: runs[-1]["id"]]
    assert states(old) == states({**own, "actions": own["actions"][: len(old["actions"])]})


def test_shares_bought_one_by_one_and_players_by_name_are_read(own: dict[str, Any]) -> None:
    old = json.loads(json.dumps(own))
    names = {player["id"]: player["name"] for player in old["players"]}
    old["players"] = [{"name": name} for name in names.values()]
    for action in old["actions"]:
        if action["entity_type"] == "player":
            action["entity"] = names[action["entity"]]
        if action["type"] == "buy_shares" and action["entity_type"] == "player":
            action["type"], action["share"] = "buy_share", action.pop("shares")[0]
            del action["percent"]
    assert states(old) == states(own)
