"""A series on Ray is the series. `make test-long` installs what this needs; the quick suite plays on threads."""

import json
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from stellwerk.bots.arena import EndlessGame, Series, play_series
from stellwerk.bots.on_ray import PORTION, TASKS, NoCluster, OnRay
from stellwerk.cli import main

SERIES = Series("paris-connection", ("greedy", "random", "random"), "3", 2 * TASKS + 1, rotate=True)


@pytest.mark.long
def test_a_series_on_ray_is_the_same_as_without() -> None:
    assert list(play_series(SERIES, runner=OnRay(cores=2))) == list(play_series(SERIES))


@pytest.mark.long
def test_an_error_on_ray_is_the_error_that_was_raised() -> None:
    endless = Series("paris-connection", ("random",) * 3, "7", 3, longest=10)
    with pytest.raises(EndlessGame) as caught:
        list(play_series(endless, runner=OnRay(cores=1)))
    assert caught.value.seed == "7/0"


@pytest.mark.long
def test_a_ray_of_our_own_takes_no_notice_of_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "192.0.2.1:6379")  # where, by definition, nobody is
    assert len(list(play_series(replace(SERIES, games=1), runner=OnRay(cores=1)))) == 1


@pytest.mark.long
@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:notaport"])
def test_an_address_where_no_cluster_can_be_is_told_in_a_sentence(address: str) -> None:
    with pytest.raises(NoCluster, match=address):
        list(play_series(SERIES, runner=OnRay(address)))


@pytest.mark.long
def test_the_command_line_plays_on_ray() -> None:
    words = ["simulate", "paris-connection", "--seats", "random,random,random", "--games", "9", "--json"]
    reports = [json.loads(CliRunner().invoke(main, [*words, *more]).output) for more in ((), ("--on", "ray"))]
    timing = {"jobs", "seconds", "cpu_seconds", "decisions_per_second"}
    alone, on_ray = ({name: told for name, told in report.items() if name not in timing} for report in reports)
    assert alone == on_ray


@pytest.mark.parametrize(("games", "portion"), [(1, 1), (TASKS - 1, 1), (3 * TASKS, 3), (1000 * TASKS, PORTION)])
def test_a_task_has_several_games_only_where_there_are_many(games: int, portion: int) -> None:
    assert OnRay().portion(games) == portion


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = CliRunner().invoke(
        main, ["simulate", "paris-connection", "--seats", "random,random,random", "--games", "1", "--on", "ray"]
    )
    assert result.exit_code == 1
    assert "stellwerk[ray]" in result.output
