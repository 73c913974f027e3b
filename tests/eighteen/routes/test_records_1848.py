"""Real positions of 1848: gauge changes, plus trains, the Ghan and bonuses are only data for the same optimiser."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from stellwerk.eighteen.hexmap import HexMap, read_map
from stellwerk.eighteen.routes import (
    Bonus,
    Border,
    Position,
    RouteRules,
    best_run,
    check_run,
    from_connections,
)
from stellwerk.eighteen.trains import Train
from tests.eighteen.routes.boards import FIXTURES, catalogue, faces_on, records, stations_of

FACTS = FIXTURES.parent / "facts" / "1848.json"
ALL = list(records("1848")) if FACTS.is_file() else []
COLOURS = ("yellow", "green", "brown", "grey")
LEVEL = {"2": 0, "3": 1, "4": 1, "5": 2, "6": 2, "8": 3}
EDGES = {"SW": 0, "W": 1, "NW": 2, "NE": 3, "E": 4, "SE": 5}
GOAL = "ALICE"

pytestmark = pytest.mark.skipif(not ALL, reason=f"no recorded games in {FIXTURES} or no {FACTS}")


@cache
def facts() -> Any:
    return json.loads(FACTS.read_text(encoding="utf-8"))


@cache
def board() -> HexMap:
    return read_map({"hex": {entry["id"]: printed(entry) for entry in facts()["map"]["hexes"]}})


def printed(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What a hex shows before any tile lies there."""
    kind = entry["kind"]
    if "values" in entry:
        worth = [entry["values"][colour] for colour in COLOURS]
        stop = {"kind": "port" if kind == "port" else "offboard", "revenue": worth, "slots": int("home_of" in entry)}
        paths = [f"{edge}-S0" for edge in entry["exits"]]
        return {"kind": "red", "area": entry.get("group", entry["id"]), "stops": [stop], "paths": paths}
    cities = {"city": 1, "double_city": 2}.get(kind, 0)
    towns = 2 if kind == "two_towns" else 0
    stops = [{"kind": "city", "revenue": 0, "slots": 1}] * cities + [{"kind": "town", "revenue": 0}] * towns
    return {"kind": "white", "stops": stops}


@cache
def rules() -> RouteRules:
    """With the bonus for K cities, which the records were played with."""
    borders = [(entry["between"][0], EDGES[entry["edge_of_first"]]) for entry in facts()["gauge"]["borders"]]
    ks = frozenset(entry["id"] for entry in facts()["map"]["hexes"] if entry.get("label") == "K")
    return RouteRules(
        free=frozenset({"town", "port"}),
        terminal=frozenset({"offboard", "port"}),
        borders=frozenset(Border(*border) for border in borders),
        express={"2E": GOAL},
        bonus=Bonus(ks, (0, 0, 50, 100, 150, 200)),
    )


def train(name: str) -> Train:
    stops = None if name in {"D", "2E"} else int(name.rstrip("+"))
    return Train(name, 0, stops, None, towns=int(name.endswith("+")))


@cache
def tasmania() -> str:
    """The tile of Tasmania as it lies on both its sites, with track to the north-west and the north-east.

    The records count its rotation from another printing.
    """
    return next(face.name for face in catalogue("1848").faces("241") if face.exits == 1 << 2 | 1 << 3)


def position_of(record: Mapping[str, Any]) -> Position:
    tiles = {name: tasmania() if tile.startswith("241/") else tile for name, tile in record["tiles"].items()}
    faces = faces_on(board(), tiles, "1848")
    stations = stations_of(board(), faces, record["tokens"])
    return Position(board(), faces, stations, record["corporation"], LEVEL[record["phase"]], rules())


def test_the_best_run_is_never_worse_than_what_was_found_elsewhere() -> None:
    for name, record in ALL:
        position, trains = position_of(record), [train(number) for number in record["trains"]]
        run = best_run(position, trains)
        assert run.proven, name
        assert run.revenue >= max(record["best"], record["revenue"]), name
        assert check_run(position, trains, run.routes) == run.revenue, name


def test_what_was_run_earns_what_was_written_down() -> None:
    for name, record in ALL:
        position = position_of(record)
        trains = [train(run["train"]) for run in record["run"]]
        routes = [
            from_connections(position, run["connections"], rules().express.get(run["train"], ""))
            for run in record["run"]
        ]
        assert check_run(position, trains, routes) == record["revenue"], name
