"""Commands that study a game: games, simulate, perft."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stellwerk.cli.perft import count
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import loads
from stellwerk.core.registry import title

Run = Callable[..., Result]
GAME = "paris-connection"
TIMING = {"jobs", "seconds", "cpu_seconds", "decisions_per_second"}


def simulated(run: Run, *words: str, seats: str = "random,random,random", games: int = 3) -> Any:
    result = run("simulate", GAME, "--seats", seats, "--games", str(games), "--seed", "1", "--json", *words)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def untimed(counted: dict[str, Any]) -> dict[str, Any]:
    assert counted.keys() >= TIMING
    return {key: value for key, value in counted.items() if key not in TIMING}


def test_games_lists_seats_options_and_bots(run: Run) -> None:
    listed = {entry["id"]: entry for entry in json.loads(run("games", "--json").stdout)}
    paris = listed[GAME]
    assert (paris["name"], paris["seats"]) == ("Paris Connection", [3, 6])
    assert {"random", "greedy"} <= set(paris["bots"])
    assert {option["id"]: option["default"] for option in paris["options"]} == {
        "start_layout": "random",
        "start_player": "draw",
    }
    text = run("games").output
    assert "3 to 6 seats" in text
    assert "start_layout: random (default), fixed" in text


def test_simulate_gives_the_same_numbers_whatever_the_jobs(run: Run) -> None:
    alone, together = simulated(run), simulated(run, "--jobs", "2")
    assert (alone["jobs"], together["jobs"]) == (1, 2)
    assert untimed(alone) == untimed(together)
    assert untimed(alone) != untimed(simulated(run, "--option", "start_layout=fixed"))


def test_simulate_counts_what_its_saved_games_say(run: Run, tmp_path: Path) -> None:
    counted = simulated(run, "--save", str(tmp_path))
    matches = [loads(file.read_text(encoding="utf-8")) for file in sorted(tmp_path.iterdir())]
    results = [match.result for match in matches]
    decisions = [sum(1 for action in match.log if action.seat >= 0) for match in matches]
    assert counted["games"] == len(matches) == 3
    assert counted["decisions"] == sum(decisions)
    assert counted["lengths"]["min"] == min(decisions)
    assert counted["lengths"]["max"] == max(decisions)
    assert counted["lengths"]["median"] == sorted(decisions)[1]
    for seat, tally in enumerate(counted["seats"]):
        wins = sum(1 / len(result.winners) for result in results if result and seat in result.winners)
        assert tally["wins"] == pytest.approx(wins, abs=1e-4)
        scores = [result.scores[seat] for result in results if result]
        assert tally["points"] == pytest.approx(sum(scores) / 3, abs=1e-4)
    assert sum(counted["reasons"].values()) == 3


def test_simulate_rotates_the_bots(run: Run) -> None:
    counted = simulated(run, "--rotate", seats="greedy,random,random")
    assert counted["bots"]["greedy"]["wins"] == 3
    assert [tally["wins"] for tally in counted["seats"]] == [1, 1, 1]
    fixed = simulated(run, seats="greedy,random,random")
    assert [tally["wins"] for tally in fixed["seats"]] == [3, 0, 0]


def test_simulate_prints_a_table_for_people(run: Run) -> None:
    result = run("simulate", GAME, "--seats", "random, random, random", "--games", "2")
    assert result.exit_code == 0
    assert "2 games of paris-connection" in result.stdout
    assert re.search(r"^seat 0  random +2 ", result.stdout, re.MULTILINE)
    assert re.search(r"decisions per second$", result.stdout.strip())
    assert result.stderr == "", "no progress bar where nobody watches"


@pytest.mark.parametrize(
    ("seats", "code", "said"),
    [("random,nobody,random", 2, "no bot 'nobody'"), ("random,random", 1, "mat.1"), (",,", 2, "no bot ''")],
)
def test_simulate_refuses_what_cannot_be_played(run: Run, seats: str, code: int, said: str) -> None:
    result = run("simulate", GAME, "--seats", seats, "--games", "1")
    assert result.exit_code == code
    assert said in result.stderr


def test_simulate_as_a_process_with_workers_prints_one_json_object() -> None:
    words = ["simulate", GAME, "--seats", "random,random,random", "--games", "4", "--jobs", "2", "--json"]
    command = [sys.executable, "-c", "from stellwerk.cli import main; main()", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 4
    assert done.stderr == ""


def test_simulate_shows_a_person_how_far_it_is_and_keeps_stdout_clean() -> None:
    terminal, end = pty.openpty()
    words = ["simulate", GAME, "--seats", "random,random,random", "--games", "4", "--json"]
    command = [sys.executable, "-c", "from stellwerk.cli import main; main()", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=end, check=True)
    os.close(end)
    shown = os.read(terminal, 10_000).decode()
    os.close(terminal)
    assert json.loads(done.stdout)["games"] == 4
    assert "Playing" in shown
    assert "4/4" in shown


def test_perft_counts_what_a_plain_walk_finds(run: Run, fresh: Path) -> None:
    match = loads(fresh.read_text(encoding="utf-8"))
    game = match.game
    level, expected = [match.state], []
    for _ in range(2):
        level = [game.apply(s, a) for s in level for choice in game.choices(s) for a in choice.actions()]
        expected.append((len({s.digest() for s in level}), len(level)))
    counted = json.loads(run("perft", fresh, "--depth", "2", "--json").stdout)
    assert [(entry["positions"], entry["ways"]) for entry in counted] == [(1, 1), *expected]
    assert {entry["sampled"] for entry in counted} == {0}


def test_perft_of_a_game_begins_at_its_first_decision(run: Run) -> None:
    counted = json.loads(run("perft", GAME, "--depth", "1", "--seats", "4", "--seed", "5", "--json").stdout)
    match = Match(new_header(GAME, [Seat(str(n)) for n in range(4)], seed="5"))
    assert counted[1]["ways"] == len(match.choices())
    text = run("perft", GAME, "--depth", "0").output
    assert re.search(r"depth +0 +positions +1 ", text)


def test_perft_counts_positions_that_end_the_game(run: Run, finished: Path, tmp_path: Path) -> None:
    data = json.loads(finished.read_text(encoding="utf-8"))
    data["log"] = data["log"][:-1]
    nearly = tmp_path / "nearly.json"
    nearly.write_text(json.dumps(data), encoding="utf-8")
    before, after = json.loads(run("perft", nearly, "--depth", "1", "--json").stdout)
    assert before["over"] == 0
    assert after["over"] >= 1


def test_perft_lists_the_outcomes_of_chance_or_draws_one() -> None:
    game = title(GAME).game(3)
    start = game.start()
    listed = list(count(game, start, 1, 720, "seed"))
    assert (listed[1].positions, listed[1].sampled) == (720, 0), "six colours on six start spaces"
    drawn = list(count(game, start, 2, 719, "seed"))
    assert [(level.positions, level.sampled) for level in drawn] == [(1, 0), (1, 1), (1, 1)]
    assert drawn == list(count(game, start, 2, 719, "seed"))


def test_perft_refuses_an_unknown_start(run: Run) -> None:
    result = run("perft", "no-such-thing", "--depth", "1")
    assert result.exit_code == 2
    assert "no game 'no-such-thing'" in result.stderr
