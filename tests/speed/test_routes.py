"""How fast the best routes are found and proven: figures are printed, bars are wide.

Time is that of the processor, so that other work on the machine counts less.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import process_time

import pytest

from stellwerk.eighteen.routes import Run, best_run, check_run
from tests.eighteen.routes.boards import position_of, records, stress, train
from tests.games.g1830.grown import grown, position

pytestmark = pytest.mark.speed


def tell(text: str) -> None:
    """Show a figure when pytest is asked not to swallow it."""
    sys.stdout.write(f"{text}\n")


def timed(run: Callable[[], Run]) -> tuple[float, Run]:
    start = process_time()
    found = run()
    return process_time() - start, found


@pytest.mark.parametrize("fleet", ["as owned", "D", "5 D", "D D"])
def test_real_positions(fleet: str) -> None:
    times: list[tuple[float, str]] = []
    for name, record in records("1830"):
        numbers = record["trains"] if fleet == "as owned" else fleet.split()
        position, trains = position_of(record), [train(number) for number in numbers]
        seconds, run = timed(lambda position=position, trains=trains: best_run(position, trains))  # type: ignore[misc]
        assert run.proven, name
        times.append((seconds, name))
    middle, (worst, where) = median(seconds for seconds, _ in times), max(times)
    tell(f"{len(times)} real positions, {fleet}: median {middle * 1e3:.2f} ms, worst {worst * 1e3:.1f} ms ({where})")
    assert middle < 0.020
    assert worst < 1


@pytest.mark.parametrize("fleet", ["D", "D D", "D D D", "6 D", "6 6", "4 4 4", "2 2 3 3", "5 6 D"])
def test_a_board_built_up_with_all_tiles_of_the_box(fleet: str) -> None:
    times = []
    for seed in (0, 3, 16):
        position, trains = stress(seed), [train(number) for number in fleet.split()]
        seconds, run = timed(lambda position=position, trains=trains: best_run(position, trains))  # type: ignore[misc]
        assert run.proven
        assert check_run(position, trains, run.routes) == run.revenue
        times.append(seconds)
        tell(f"built up {seed}, {fleet}: {run.revenue} in {seconds:.2f} s")
    assert max(times) < 10


@pytest.mark.parametrize("fleet", ["D", "D D", "D D D", pytest.param("6 D", marks=pytest.mark.long), "6 6"])
def test_a_board_built_up_as_if_tiles_were_unlimited(fleet: str) -> None:
    """Far more track than any game can have."""
    position, trains = stress(unlimited=True), [train(number) for number in fleet.split()]
    seconds, run = timed(lambda: best_run(position, trains))
    tell(f"unlimited tiles, {fleet}: {run.revenue} in {seconds:.2f} s")
    assert run.proven
    assert check_run(position, trains, run.routes) == run.revenue
    assert seconds < 60


@pytest.mark.parametrize(
    ("preset", "fleet"),
    [("R", "5+5 6+6"), ("R", "6+6 D"), ("B", "5+5"), ("B", "D D"), ("D", "7 7"), ("D", "D D")],
)
def test_late_boards_of_scenarios(preset: str, fleet: str) -> None:
    """All companies on boards on which as many tiles were laid as in a game to the end."""
    times: list[tuple[float, str]] = []
    for seed in range(3):
        game, s = grown(preset, seed, 110)
        trains = [game.rules.trains[name] for name in fleet.split()]
        for company in game.rules.companies:
            where = position(game, s, company)
            seconds, run = timed(lambda where=where: best_run(where, trains))  # type: ignore[misc]  # noqa: B023
            assert run.proven
            assert check_run(where, trains, run.routes) == run.revenue
            times.append((seconds, f"{company} on board {seed}"))
    middle, (worst, who) = median(seconds for seconds, _ in times), max(times)
    tell(f"scenario {preset}, {fleet}: median {middle * 1e3:.1f} ms, worst {worst * 1e3:.0f} ms ({who})")
    assert worst < 1


def test_time_is_kept_and_the_bound_holds() -> None:
    position, trains = stress(unlimited=True), [train("D")] * 3
    seconds, run = timed(lambda: best_run(position, trains, seconds=1))
    tell(f"unlimited tiles, three diesels in a second: {run.revenue}, at most {run.bound}")
    assert seconds < 5
    assert check_run(position, trains, run.routes) == run.revenue <= run.bound
