"""Commands about rules and data: rules, check-data; and the demand that every rule is shown by a test."""

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import Result

from stellwerk.cli.marks import marked_rules
from stellwerk.cli.problems import problems
from stellwerk.core.options import Select
from stellwerk.core.registry import title, titles
from stellwerk.games.paris.game import ParisConnection

Run = Callable[..., Result]
GAME = "paris-connection"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The data files of Paris Connection, to be spoiled."""
    folder = tmp_path / "data"
    shutil.copytree(str(title(GAME).folder), folder)
    return folder


def spoiled(folder: Path, file: str, old: str, new: str) -> list[str]:
    """The problems after one replacement in a data file."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    game = ParisConnection()
    game.folder = folder
    return list(problems(game))


def test_every_rule_that_needs_a_test_has_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests are read once for all games."""
    monkeypatch.setattr("stellwerk.cli.rules.marked_rules", cache(marked_rules))
    for game in titles():
        result = run("rules", game, "--missing")
        assert (game, result.output, result.exit_code) == (game, "", 0)


@pytest.mark.parametrize("game", titles())
def test_the_data_of_every_game_is_sound(run: Run, game: str) -> None:
    result = run("check-data", game)
    assert result.stderr == ""
    assert result.exit_code == 0
    assert "no problems" in result.stdout


def test_rules_lists_id_kind_title_text_and_tests(run: Run) -> None:
    listed = {rule["id"]: rule for rule in json.loads(run("rules", GAME, "--json").stdout)}
    assert list(listed) == [rule.id for rule in title(GAME).rulebook]
    assert listed["build.10"]["kind"] == "track"
    assert listed["build.10"]["title"] == "No cutting off"
    assert listed["build.10"]["tests"] >= 1
    assert listed["mat.2"]["needs_test"] is False
    german = json.loads(run("rules", GAME, "--json", "--language", "de").stdout)
    assert {rule["id"]: rule["title"] for rule in german}["build.10"] == "Niemanden abschneiden"
    assert "build.10  No cutting off (track)  [" in run("rules", GAME).output


def test_tests_are_counted_by_their_marks(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "names.py").write_text('GAME: str = "paris-connection"\n')
    (folder / "test_some.py").write_text(
        "import pytest\nfrom tests.marks import rule\nfrom tests.names import GAME as G\n"
        'HERE = "build.1"\n'
        '@rule("paris-connection", "build.4", "build.5")\ndef test_a(): ...\n'
        '@rule(G, "build.4", HERE)\n@rule(G, "build.4")\ndef test_b(): ...\n'
        'class TestC:\n    @pytest.mark.rule(G, "end.1")\n    async def test_c(self): ...\n'
        '@rule(G, "end.2")\ndef helper(): ...\n'
        '@rule("other", "end.2")\ndef test_d(): ...\n'
        '@rule(UNKNOWN, "end.2")\ndef test_e(): ...\n'
    )
    assert marked_rules(folder)[GAME] == {"build.4": 2, "build.5": 1, "build.1": 1, "end.1": 1}
    assert marked_rules(folder)["other"] == {"end.2": 1}
    missing = run("rules", GAME, "--missing", "--json", "--tests", folder)
    assert missing.exit_code == 1
    ids = {rule["id"] for rule in json.loads(missing.stdout)}
    needed = {rule.id for rule in title(GAME).rulebook if rule.needs_test}
    assert ids == needed - {"build.4", "build.5", "build.1", "end.1"}


def test_without_tests_the_count_is_null(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.cli.rules.checkout", lambda: None)
    assert {rule["tests"] for rule in json.loads(run("rules", GAME, "--json").stdout)} == {None}
    result = run("rules", GAME, "--missing")
    assert result.exit_code == 2
    assert "--tests" in result.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("texts.toml", "[title]", "[titel]", "title is missing"),
        ("texts.toml", 'en = "seat 3"', 'sv = "plats 3"', "option.start_player.3"),
        ("texts.toml", "[option.start_layout]", "[option.start_lay]", "option.start_layout.name is missing"),
        ("texts.toml", "[notice.board]", "[notice.bord]", "notice.board is missing"),
        ("texts.toml", 'en = "{who} builds', 'en = "{woh} builds', "different fields"),
        ("texts.toml", "[log.place]", "[log.plaec]", "place cannot be told"),
        ("texts.toml", "supply = { en", "suply = { en", "end.supply cannot be said"),
        ("texts.toml", 'trade = { en = "Give', 'trad = { en = "Give', "action.trade cannot be said"),
        ("rules.toml", '"{hex} is closed', '"{hex is closed', "rules.toml: build.9 (en)"),
        ("rules.toml", '"{hex} is closed', '"{hex.name} is closed', "is no plain field"),
        ("rules.toml", 'id = "turn.1"', 'id = "turn.7"', "turn.1 is missing"),
        ("rules.toml", 'id = "R-01"', 'id = "R-99"', "option start_layout: there is no rule R-01"),
        ("rules.toml", "[[rule]]", "[[rule", "rules.toml"),
        ("board.toml", 'name = "Nice", value = 3', 'name = "Nice", value = 7', "R32 is worth 7"),
        ("board.toml", '"T20"', '"T20", "T99"', "T99 cannot be reached"),
        ("board.toml", '"B20",', '"B20", "B20",', "listed twice"),
        ("numbers.toml", "each = 33", "", "something is missing"),
    ],
)
def test_check_data_finds(copied: Path, file: str, old: str, new: str, said: str) -> None:
    found = spoiled(copied, file, old, new)
    assert any(said in problem for problem in found), found


def test_check_data_wants_a_text_and_a_rule_for_every_option() -> None:
    odd = ParisConnection()
    vars(odd)["options"] = (*odd.options, Select("weather", ("sun", "rain"), rule="R-77"))
    found = list(problems(odd))
    assert "texts.toml: option.weather.rain is missing" in found
    assert "option weather: there is no rule R-77" in found


def test_check_data_lists_all_problems_and_exits_with_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(title(GAME)), "problems", lambda self: ["board.toml: too round", "board.toml: too flat"])
    for words in ((GAME,), ()):
        result = run("check-data", *words)
        assert result.exit_code == 1
        assert f"{GAME}: board.toml: too round\n{GAME}: board.toml: too flat\n" in result.stderr
        assert "Error: 2 problems" in result.stderr
