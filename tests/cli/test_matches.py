"""Commands that read and write match files: new, show, replay."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import Result

from stellwerk.core.action import Action
from stellwerk.core.matchfile import loads
from stellwerk.core.registry import title
from stellwerk.core.title import Title

Run = Callable[..., Result]
GAME = "paris-connection"


def new(run: Run, file: Path, *words: str, seats: str = "Anna,Ben,Cleo") -> Result:
    return run("new", GAME, "--seats", seats, "-o", file, *words)


def test_new_writes_a_match_with_seats_bots_options_and_seed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    option = ("--option", "start_layout=fixed", "--option", "start_player=2", "--seed", "abc")
    result = new(run, file, *option, seats="Anna, Ben:greedy ,Cleo")
    assert result.exit_code == 0
    assert "Ben (greedy) to decide" in result.output
    match = loads(file.read_text(encoding="utf-8"))
    assert [(seat.name, seat.bot) for seat in match.header.seats] == [("Anna", None), ("Ben", "greedy"), ("Cleo", None)]
    assert match.header.options == {"start_layout": "fixed", "start_player": "2"}
    assert match.header.seed == "abc"
    assert match.waiting() == [1]


def test_new_takes_a_preset_and_options_that_change_it_further(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ("new", "1830", "--seats", "A,B,C", "-o", str(file), "--preset", "18xx-games", "--option", "diesels=six")
    assert run(*words).exit_code == 0
    options = json.loads(file.read_text())["options"]
    assert (options["bid_off"], options["diesels"], options["third_six"]) == ("lowest", "six", "false")


def test_an_unknown_preset_is_refused_by_its_name(run: Run, tmp_path: Path) -> None:
    result = run("new", "1848", "--seats", "A,B,C", "-o", str(tmp_path / "m.json"), "--preset", "basic")
    assert result.exit_code == 2
    assert "1848 has no preset 'basic'; it has book, 18xx-games" in result.stderr


def test_new_draws_the_same_for_the_same_seed_and_else_not(run: Run, tmp_path: Path) -> None:
    logs = []
    for number, seed in enumerate([("--seed", "1"), ("--seed", "1"), (), ()]):
        file = tmp_path / f"{number}.json"
        new(run, file, *seed)
        logs.append(loads(file.read_text(encoding="utf-8")).log)
    assert logs[0] == logs[1]
    assert logs[2] != logs[3]


def test_new_does_not_overwrite_unless_forced(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("precious")
    result = new(run, file)
    assert result.exit_code == 1
    assert "--force" in result.stderr
    assert file.read_text() == "precious"
    assert new(run, file, "--force").exit_code == 0
    assert file.read_text().startswith("{")


@pytest.mark.parametrize(
    ("seats", "words", "code", "said"),
    [
        ("Anna,Ben", (), 1, "mat.1"),
        ("Anna,,Cleo", (), 2, "a seat needs a name"),
        ("Anna,Ben:nobody,Cleo", (), 2, "no bot 'nobody'"),
        ("Anna,Ben,Cleo", ("--option", "weather=rain"), 2, "no option 'weather'"),
        ("Anna,Ben,Cleo", ("--option", "start_layout=odd"), 2, "random, fixed"),
        ("Anna,Ben,Cleo", ("--option", "start_layout"), 2, "expected NAME=VALUE"),
        ("Anna,Ben,Cleo", ("--option", "start_player=6"), 1, "setup.6"),
    ],
)
def test_new_refuses_what_cannot_be_played(
    run: Run, tmp_path: Path, seats: str, words: tuple[str, ...], code: int, said: str
) -> None:
    file = tmp_path / "match.json"
    result = new(run, file, *words, seats=seats)
    assert result.exit_code == code
    assert said in result.stderr
    assert not file.exists()


def test_new_says_when_it_cannot_write(run: Run, tmp_path: Path) -> None:
    result = new(run, tmp_path / "no folder" / "match.json")
    assert result.exit_code == 1
    assert "cannot write" in result.stderr


def test_show_tells_whose_turn_it_is_and_what_can_be_done(run: Run, fresh: Path) -> None:
    match = loads(fresh.read_text(encoding="utf-8"))
    seat = match.waiting()[0]
    name = ["Anna", "Ben (greedy)", "Cleo"][seat]
    result = run("show", fresh)
    assert result.exit_code == 0
    assert f"seat {seat}, {name}, is to decide: {len(match.choices())} possible actions" in result.output


def test_show_begins_with_the_position_and_ends_with_the_options_that_differ(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    words = ("new", "1830", "--seats", "A,B,C", "--seed", "1", "--preset", "18xx-games", "--option", "diesels=six")
    assert run(*words, "-o", file).exit_code == 0
    lines = run("show", file).output.splitlines()
    assert lines[2] == "phase: 1"
    first = lines.index("options that differ from the standard:") + 1
    options = json.loads(file.read_text())["options"]
    differ = [name for name, value in title("1830").resolve({}).items() if options[name] != value]
    assert len(lines[first:]) == len(differ) > 5
    assert "diesels" not in differ, "the standard has six of them too"
    usual = tmp_path / "usual.json"
    assert run("new", "1830", "--seats", "A,B,C", "-o", usual).exit_code == 0
    assert "options" not in run("show", usual).output


def test_show_as_a_seat_hides_what_the_others_hold(run: Run, fresh: Path) -> None:
    hands = loads(fresh.read_text(encoding="utf-8")).state.hands
    everything, own = run("show", fresh).output, run("show", fresh, "--seat", "1").output
    assert everything.count("10 hidden") == 0
    assert own.count("10 hidden") == 2
    assert not re.search(r"^0 Anna\s+\d+ (Black|Blue|Brown|Purple|Red|Yellow)", own, re.MULTILINE)
    assert f"{hands[1].count('red')} Red" in next(line for line in own.splitlines() if line.startswith("1 Ben"))
    assert "Anna draws locomotives unseen by the others." in own
    assert "Anna draws locomotives unseen by the others." not in everything


def test_show_as_a_seat_hides_money_that_it_may_not_know(run: Run, tmp_path: Path) -> None:
    """How many bids somebody else has would tell his cash too."""
    file = tmp_path / "match.json"
    options = ("--option", "information=secret_cash", "--option", "seating=free")
    assert run("new", "1830", "--seats", "Anna,Ben,Cleo", "-o", str(file), *options).exit_code == 0
    everything, own, other = (run("show", file, *eyes).output for eyes in ((), ("--seat", "0"), ("--seat", "1")))
    assert [len(re.findall(r"^P\d\s+800", text, re.MULTILINE)) for text in (everything, own, other)] == [3, 1, 1]
    assert [len(re.findall(r"^(?:P\d|bank|Bank)\s+hidden", text, re.MULTILINE)) for text in (own, other)] == [3, 3]
    assert "possible actions" in own
    assert "possible actions" not in other
    assert "seat 0, Anna, is to decide" in other


def test_show_at_a_ply_shows_the_past(run: Run, finished: Path) -> None:
    match = loads(finished.read_text(encoding="utf-8"))
    past, last = run("show", finished, "--at", "30").output, run("show", finished).output
    assert f"ply 30 of {match.ply}" in past
    assert "is to decide" in past
    assert "the game is over" not in past
    assert "the game is over" in last
    assert match.result is not None
    for score in match.result.scores:
        assert re.search(rf"\s{score}\s", last)


@pytest.mark.parametrize(
    ("words", "said"), [(("--at", "9999"), "no ply 9999, only 0 to 5\n"), (("--seat", "3"), "no seat 3, only 0 to 2\n")]
)
def test_show_refuses_a_ply_or_seat_that_is_not_there(run: Run, fresh: Path, words: tuple[str, ...], said: str) -> None:
    result = run("show", fresh, *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_show_draws_the_map_as_a_picture_of_its_own(run: Run, finished: Path, tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    result = run("show", finished, "--at", "60", "--svg", file)
    assert result.exit_code == 0
    root = ET.parse(file).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert any(element.tag.endswith("}style") and element.text for element in root.iter())
    state = loads(finished.read_text(encoding="utf-8")).at(60)
    drawn = {element.get("data-hex") for element in root.iter()}
    assert {space for line in state.lines.values() for space in line} <= drawn


def test_replay_checks_and_prints_the_result(run: Run, finished: Path) -> None:
    match = loads(finished.read_text(encoding="utf-8"))
    assert match.result is not None
    result = run("replay", finished)
    assert result.exit_code == 0
    assert f"{match.ply} actions, all legal" in result.output
    for seat, score in enumerate(match.result.scores):
        line = next(line for line in result.output.splitlines() if f" {seat} (" in line)
        assert str(score) in line
        assert ("wins" in line) == (seat in match.result.winners)


def test_replay_of_a_running_match_says_who_is_next(run: Run, fresh: Path) -> None:
    assert re.search(r"5 actions, all legal; \S.* to decide", run("replay", fresh).output)


def test_replay_names_ply_action_rule_and_reason_of_a_refusal(run: Run, fresh: Path) -> None:
    data = json.loads(fresh.read_text(encoding="utf-8"))
    seat = loads(fresh.read_text(encoding="utf-8")).waiting()[0]
    data["log"].append([seat, "place", ["red", "F20"]])
    fresh.write_text(json.dumps(data), encoding="utf-8")
    result = run("replay", fresh)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "ply 5:" in result.stderr
    assert '"args": ["red", "F20"]' in result.stderr
    assert "build.9" in result.stderr
    assert "nobody builds on the Eiffel Tower" in result.stderr


def test_replay_writes_a_trace_line_for_each_ply(run: Run, finished: Path, tmp_path: Path) -> None:
    match = loads(finished.read_text(encoding="utf-8"))
    file = tmp_path / "trace.jsonl"
    assert run("replay", finished, "--trace", file).exit_code == 0
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["ply"] for line in lines] == list(range(match.ply + 1))
    assert lines[0]["action"] is None
    assert [Action.from_json(line["action"]) for line in lines[1:]] == match.log
    assert [line["digest"] for line in lines] == [state.digest() for state in match.states]
    assert lines[-1]["state"] == match.state.to_json()


def test_a_trace_on_stdout_is_nothing_but_json(run: Run, fresh: Path) -> None:
    result = run("replay", fresh, "--trace", "-")
    assert [json.loads(line)["ply"] for line in result.stdout.splitlines()] == [0, 1, 2, 3, 4, 5]
    assert "all legal" in result.stderr


def test_export_says_in_short_what_the_other_site_plays_differently(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    assert run("new", "1830", "--seats", "A,B,C", "-o", file).exit_code == 0
    result = run("export", file, "-o", tmp_path / "record.json")
    assert result.exit_code == 1
    assert "information is 'open' there, not 'restricted'" in result.stderr
    assert "--preset 18xx-games" in result.stderr
    assert len(result.stderr) < 300, "there are some twenty such options"
    allowed = tmp_path / "allowed.json"
    assert run("new", "1830", "--seats", "A,B,C", "--preset", "18xx-games", "-o", allowed).exit_code == 0
    assert run("export", allowed, "-o", tmp_path / "record.json").exit_code == 0


@pytest.mark.parametrize("command", ["show", "replay"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe", "cannot read"),
        (b'{"format": "other"}', "stellwerk-match"),
        (b'{"format": "stellwerk-match", "version": 99}', "version 99"),
    ],
)
def test_a_file_that_is_no_match_is_refused(run: Run, tmp_path: Path, command: str, content: bytes, said: str) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(content)
    result = run(command, file)
    assert result.exit_code == 1
    assert said in result.stderr


def test_a_match_of_other_rules_is_refused(run: Run, fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(title(GAME), Title)
    monkeypatch.setattr(type(title(GAME)), "rules_version", 99)
    result = run("replay", fresh)
    assert result.exit_code == 1
    assert "version" in result.stderr
