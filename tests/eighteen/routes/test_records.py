"""Real positions of 1830: what was run is legal and earns the same, and nobody found better routes."""

from stellwerk.eighteen.routes import Position, best_run, check_run, from_connections, has_route
from tests.eighteen.routes.boards import position_of, records, train
from tests.marks import rule

ALL = list(records("1830"))


@rule("1830", "7.4b")
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
        routes = [from_connections(position, run["connections"]) for run in record["run"]]
        trains = [train(run["train"]) for run in record["run"]]
        assert check_run(position, trains, routes) == record["revenue"], name
        assert has_route(position) == bool(record["run"]), name


def test_more_trains_never_earn_less() -> None:
    for name, record in ALL[::7]:
        position, trains = position_of(record), [train(number) for number in record["trains"]]
        before = best_run(position, trains).revenue
        more = best_run(position, [*trains, train("D")])
        assert more.proven, name
        assert more.revenue >= before, name
        without = Position(position.hexmap, position.faces, {}, position.company, position.level)
        assert best_run(without, trains).revenue == 0, name
