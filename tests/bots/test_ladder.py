"""The ledger keeps games, an arena goes on where it ends, and the ladder tells what it holds."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stellwerk.bots.arena import Effort, Record, Series, play_series
from stellwerk.bots.ladder import ladder, options_name, rows_of, table_name, tables_of
from stellwerk.bots.ledger import Ledger, LedgerInUse
from stellwerk.bots.report import wilson
from stellwerk.bots.runners import in_order, portions_of
from stellwerk.cli import main
from stellwerk.core.errors import Malformed
from stellwerk.core.registry import title

GAME = "paris-connection"
SERIES = Series(GAME, ("greedy", "random", "random"), "3", 3, title(GAME).resolve({}), rotate=True, timed=True)


def ran(*words: str) -> str:
    result = CliRunner().invoke(main, ["arena", *words])
    assert result.exit_code == 0, result.output
    return result.output


def timeless(file: Path) -> list[Any]:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        line["record"].pop("efforts")
    return lines


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    # 86 % of 44 games, as a person reckons it with z = 1.96: between 73 % and 94 %.
    low, high = wilson(38, 44)
    assert (round(low, 2), round(high, 2)) == (0.73, 0.94)
    assert wilson(0, 0) == (0, 1)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)


def test_an_arena_that_was_stopped_goes_on_to_the_same_result(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    words = (GAME, "--bots", "random,greedy", "--seats", "3", "--games", "2", "--seed", "x", "--ledger")
    said = ran(*words, str(whole))
    lines = whole.read_text().splitlines(keepends=True)
    assert len(lines) == 4  # each bot alone against the other, two games each
    stopped.write_text(lines[0] + lines[1] + lines[2][:40])  # killed while it wrote the third
    again = ran(*words, str(stopped))
    assert timeless(stopped) == timeless(whole)
    shares = [line for line in said.splitlines() if "games  " in line]
    assert shares == [line for line in again.splitlines() if "games  " in line]
    before = stopped.read_bytes()
    ran(*words, str(stopped))
    assert stopped.read_bytes() == before, "a finished arena plays nothing more"


@pytest.fixture
def line(tmp_path: Path) -> dict[str, Any]:
    """What a ledger holds of the second game of a series."""
    ledger = Ledger(tmp_path / "games.jsonl")
    [record] = play_series(SERIES, numbers=[1])
    with ledger.open() as out:
        ledger.write(out, SERIES, record)
    assert Ledger(ledger.file).of(SERIES) == [record]
    assert Ledger(ledger.file).missing(SERIES) == [0, 2]
    told: dict[str, Any] = json.loads(ledger.file.read_text())
    return told


@pytest.mark.parametrize("series", [{"rules_version": 0}, {"rules_version": 99}, {"game": "1899"}])
def test_a_ledger_passes_over_other_rules_and_games_and_says_how_many(
    line: dict[str, Any], series: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps({**line, "series": {**line["series"], **series}}) + "\n")
    before = file.read_bytes()
    ledger = Ledger(file)
    assert (ledger.missing(SERIES), ledger.passed_over) == ([0, 1, 2], 1)
    said = ran(GAME, "--games", "0", "--ledger", str(file))
    assert f"1 games in {file} are passed over" in said
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("series", "record"),
    [
        ({"bots": 3}, {}),
        ({"bots": []}, {"seats": [], "scores": [], "efforts": []}),
        ({"options": ["a"]}, {}),
        ({"options": {"start_layout": "nowhere"}}, {}),
        ({"rules_version": "new"}, {}),
        ({}, {"number": -1}),
        ({}, {"number": 10**12}),
        ({}, {"number": float("inf")}),
        ({}, {"number": 2}),  # in which others sit at those seats
        ({}, {"seats": ["a", "b", "c"]}),
        ({}, {"scores": [1, 2]}),
        ({}, {"winners": []}),
        ({}, {"winners": [1, 1]}),
        ({}, {"winners": [3]}),
        ({}, {"efforts": []}),
        ({}, {"efforts": [[1, float("nan"), 1.0]] * 3}),
    ],
)
def test_a_ledger_refuses_what_cannot_have_been_played(
    line: dict[str, Any], series: dict[str, Any], record: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    wrong = {"series": {**line["series"], **series}, "record": {**line["record"], **record}}
    file.write_text(json.dumps(line) + "\n" + json.dumps(wrong) + "\n")
    with pytest.raises(Malformed, match=r"games\.jsonl:2"):
        Ledger(file)


@pytest.mark.parametrize("wrong", ["{}", "[1]", "nonsense", "", "[" * 50_000, "x" * 200_000, "\0"])
def test_a_ledger_refuses_what_is_no_record(wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(wrong + "\n")
    with pytest.raises(Malformed, match=r"games\.jsonl:1"):
        Ledger(file)


def test_only_a_line_that_was_cut_off_is_dropped_and_only_when_another_is_written(
    line: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    whole = json.dumps(line) + "\n"
    for cut in (whole[:1], whole[:5], whole[:200], whole[:-1]):
        file.write_text(whole + cut)
        ledger = Ledger(file)
        assert file.read_text() == whole + cut
        with ledger.open():
            pass
        assert file.read_text() == whole
    for other in ("a letter without an end", '{"serious": 1'):
        file.write_text(other)
        with pytest.raises(Malformed):
            Ledger(file)
        assert file.read_text() == other


def test_one_arena_at_a_time_writes_and_reads_what_was_written_before(tmp_path: Path) -> None:
    one, other = Ledger(tmp_path / "games.jsonl"), Ledger(tmp_path / "games.jsonl")
    [record] = play_series(SERIES, numbers=[1])
    with one.open() as out:
        one.write(out, SERIES, record)
        with pytest.raises(LedgerInUse), other.open():
            pass
    with other.open():
        assert other.missing(SERIES) == [0, 2]


def test_each_bot_sits_alone_against_each_other() -> None:
    assert tables_of(["a", "b", "c"], 3) == [
        ("a", "b", "b"),
        ("a", "c", "c"),
        ("b", "a", "a"),
        ("b", "c", "c"),
        ("c", "a", "a"),
        ("c", "b", "b"),
    ]
    assert tables_of(["a"], 2) == [("a", "a")]
    assert table_name(("a", "b", "b")) == "`a` + 2 `b`"


def test_rows_add_up_shares_and_times() -> None:
    efforts = (Effort(2, 0.5, 0.4), Effort(1, 0.1, 0.1), Effort(1, 0.3, 0.3))
    records = [
        Record(0, ("a", "b", "b"), 4, 4, (9, 1, 1), (0,), "end", efforts),
        Record(1, ("b", "a", "b"), 4, 4, (5, 1, 5), (0, 2), "end", efforts),
    ]
    rows = {row.bot: row for row in rows_of(records)}
    assert (rows["a"].games, rows["a"].tally.played, rows["a"].tally.wins, rows["a"].tally.points) == (2, 2, 1, 5)
    assert (rows["b"].games, rows["b"].tally.played, rows["b"].tally.wins, rows["b"].tally.points) == (2, 4, 1, 3)
    assert rows["a"].effort == Effort(3, 0.6, 0.4)
    assert rows["b"].effort.decisions == 5


def test_the_page_names_tables_options_and_the_commands_that_make_it(tmp_path: Path) -> None:
    file, page = tmp_path / "games.jsonl", tmp_path / "ladder.md"
    ran(GAME, "--table", "greedy,random,random", "--games", "2", "--ledger", str(file), "--ladder", str(page))
    text = page.read_text()
    assert "## Paris Connection" in text
    again = f"stellwerk arena paris-connection --table greedy,random,random --games 2 --seed 0 --ledger {file}"
    assert again in text
    assert "| `greedy` + 2 `random` | 3 | standard | 2 |" in text
    assert ladder([], []).startswith("# Ladder")
    fixed = replace(SERIES, options={"start_layout": "fixed"})
    assert options_name(fixed) == "start_layout=fixed"


def test_who_has_met_only_itself_stands_on_the_page_without_a_rating(tmp_path: Path) -> None:
    file, page = tmp_path / "games.jsonl", tmp_path / "ladder.md"
    ran(GAME, "--bots", "random,random", "--seats", "3", "--games", "1", "--ledger", str(file), "--ladder", str(page))
    assert len(file.read_text().splitlines()) == 1, "a bot that is named twice is one bot"
    text = page.read_text()
    assert "| `random` | 1 | 33.3% |" in text
    assert "| none |" in text
    assert f"stellwerk arena --games 0 --ledger {file} --ladder {page}" in text


def test_what_is_named_twice_is_played_once(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    table = ("--table", "random,random,random")
    said = ran(GAME, GAME, *table, *table, "--games", "1", "--ledger", str(file))
    assert len(file.read_text().splitlines()) == 1
    assert said.count("3 random") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("--bots", "random,greedy", "--seats", "3,9"),
        ("--table", "random,random,random", "--table", "random,random,nobody"),
        ("--table", "random,random,random", "--table", ""),
        ("--table", "random,random,random", "--table", "random,random,process:/no/such/program"),
        ("--presets", "standard,nothing"),
    ],
)
def test_a_plan_that_cannot_be_played_to_its_end_is_refused_before_its_first_game(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    result = CliRunner().invoke(main, ["arena", GAME, *words, "--games", "1", "--ledger", str(file)])
    assert result.exit_code in (1, 2)
    assert not file.exists()


def test_any_executor_plays_the_same_games() -> None:
    """What Ray does is what every runner does: portions of numbers, answered in their order."""

    class Threads:
        def portion(self, games: int) -> int:
            return 2

        def run(self, work: Any, series: Any, portions: Any) -> Any:
            with ThreadPoolExecutor(2) as pool:
                yield from in_order(pool, work, series, portions)

    assert portions_of([1, 3, 4], 2) == [(1, 3), (4,)]
    assert list(play_series(SERIES, runner=Threads())) == list(play_series(SERIES))


@pytest.mark.parametrize(
    "words",
    [
        ("--ledger", "x", "--seats", "many"),
        ("nothing", "--ledger", "x"),
        (GAME, "--bots", "nobody,random", "--ledger", "x"),
        (GAME, "--on", "processes", "--address", "ray://x", "--ledger", "x"),
        (GAME,),
    ],
)
def test_wrong_words_are_refused(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["arena", *words]).exit_code in (1, 2)
