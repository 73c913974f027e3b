"""Record our own games in the form of 18xx.games anew: `python -m tests.interop.record_own`.

They stand in where the records of that site are not at hand. The states in them are those of our engine, so they can
only show that it still does the same; tests/interop/ledger.py holds them against a reckoning of its own, and the best
runs are those that brute force finds.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

from stellwerk.interop.games18xx import Reader, live_actions, reader_of, trace_state, write_record
from tests.eighteen.routes.boards import position_of, train
from tests.eighteen.routes.naive import all_ways, best_revenue
from tests.interop.matches import at_random
from tests.records import OWN

GAMES = {"1830-own-random-2p": (31, 1500), "1830-own-random-4p": (23, 1500)}
"""By name the seed and the longest length: one ends by the bank, one by a bankruptcy."""

FEW_WAYS = 300
"""More than so many are not tried by brute force."""

EVERY = 3
"""So many runs lie between two that are kept."""


def positions(reader: Reader) -> dict[str, Any]:
    """What lies on the board, and where the markers are."""
    state = trace_state(reader.game, reader.s)
    lying, number = reader.game.track.lying(reader.s), reader.game.rules.hexmap.number
    tokens: dict[str, Any] = {}
    for name, stops in reader.s.stations.items():
        exits = lying[number[name]].stop_exits
        tokens[name] = [
            {
                "city": city,
                "exits": [edge for edge in range(6) if exits[city] >> edge & 1],
                "tokens": [reader.reading.theirs(marker) if marker else None for marker in markers],
                "extra": [],
            }
            for city, markers in enumerate(stops)
        ]
    return {"tiles": state["tiles"], "tokens": tokens, "phase": state["phase"]}


def run_of(reader: Reader, n: int, action: dict[str, Any]) -> dict[str, Any]:
    """What a company ran, and the best that brute force finds, where it can."""
    company = action["entity"]
    run = [
        {
            "train": route["train"].split("-")[0],
            "connections": route["connections"],
            "revenue": route["revenue"],
        }
        for route in action["routes"]
    ]
    told = {
        "n": n,
        "corporation": company,
        **positions(reader),
        "trains": sorted(reader.s.trains[reader.reading.ours(company)]),
        "run": run,
        "revenue": sum(route["revenue"] for route in run),
    }
    position, trains = position_of(told), [train(name) for name in told["trains"]]
    ways = all_ways(position, FEW_WAYS) if len(trains) <= 2 else None
    return {**told, "best": told["revenue"] if ways is None else best_revenue(position, trains, ways)}


def write(name: str, seed: int, plies: int) -> None:
    record = write_record(at_random(seed, plies))
    (OWN / f"{name}.json").write_text(f"{json.dumps(record, separators=(',', ':'))}\n", encoding="utf-8")
    reader = reader_of(record)
    trace: list[Any] = [{"n": 0, "state": trace_state(reader.game, reader.s)}]
    runs: list[Any] = []
    seen = 0
    for n, recorded in enumerate(live_actions(record), 1):
        if recorded.data["type"] == "run_routes":
            seen += 1
            if not seen % EVERY:
                runs.append(run_of(reader, n, dict(recorded.data)))
        reader.play(recorded.data)
        trace.append({"n": n, "state": trace_state(reader.game, reader.s, finished=reader.over)})
    pack(name, "trace", trace)
    pack(name, "routes", runs)


def pack(name: str, kind: str, told: list[Any]) -> None:
    """One line for each, packed: states repeat themselves. The same lines are packed to the same bytes."""
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in told)
    (OWN / f"{name}.{kind}.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    OWN.mkdir(exist_ok=True)
    for name, (seed, plies) in GAMES.items():
        write(name, seed, plies)
