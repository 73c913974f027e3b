"""Real positions of 1848: gauge changes, plus trains, the Ghan and bonuses are only data for the same optimiser."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from stellwerk.eighteen.routes import Position, best_run, check_run, from_connections
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.games.g1848.game import TITLE
from tests.eighteen.routes.boards import faces_on, records, stations_of
from tests.interop.real import FOLDER
from tests.records import needs

ALL = list(records("1848"))

pytestmark = needs(ALL, f"{FOLDER} has no games of 1848")


@cache
def tables() -> Ruleset:
    """With the bonus for K cities, which the records were played with; nothing here depends on the seats."""
    return TITLE.ruleset(4, {**{option.id: option.default for option in TITLE.options}, "k_bonus": "true"})


def level_of(number: str) -> int:
    """Which values count in the phase that a train has begun."""
    return next(phase.level for phase in tables().phases.values() if phase.train == number)


def position_of(record: Mapping[str, Any]) -> Position:
    t = tables()
    faces = faces_on(t.hexmap, record["tiles"], "1848")
    stations = stations_of(t.hexmap, faces, record["tokens"])
    return Position(t.hexmap, faces, stations, record["corporation"], level_of(record["phase"]), t.routes)


def test_the_best_run_is_never_worse_than_what_was_found_elsewhere() -> None:
    for name, record in ALL:
        position, trains = position_of(record), [tables().trains[number] for number in record["trains"]]
        run = best_run(position, trains)
        assert run.proven, name
        assert run.revenue >= max(record["best"], record["revenue"]), name
        assert check_run(position, trains, run.routes) == run.revenue, name


def test_what_was_run_earns_what_was_written_down() -> None:
    for name, record in ALL:
        position = position_of(record)
        trains = [tables().trains[run["train"]] for run in record["run"]]
        routes = [
            from_connections(position, run["connections"], tables().routes.express.get(run["train"], ""))
            for run in record["run"]
        ]
        assert check_run(position, trains, routes) == record["revenue"], name
