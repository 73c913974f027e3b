"""The page about adding an 18xx title is true: each stage of its package plays, and the last has all that it says."""

import json
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from stellwerk.eighteen import rules
from tests.docs.packages import (
    CLI,
    check_listed,
    check_session,
    check_style,
    environment,
    install,
    run,
    run_tests,
    write_files,
)
from tests.docs.pages import DOCS, Block, blocks
from tests.server.test_process import serving

PAGE = "adding-an-18xx-title.md"
STAGES = {"data alone": "2. What", "option and preset": "3. What", "own step": ""}
"""The heading above which each stage is complete; the last one is the whole page."""

TRACE = """
import json, sys
from stellwerk.core.matchfile import dump, load
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        data = json.load(file)
    match = load(data)
    print(match.over, dump(match)["log"] == data["log"], match.game.options["water"], len(match.state.drained))
"""


def installed(page: list[Block], folder: Path) -> Path:
    write_files(page, folder)
    install(folder)
    return folder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return installed(blocks(PAGE), tmp_path)


def test_the_page_lists_the_files_that_it_makes(package: Path) -> None:
    check_listed(package, blocks(PAGE))


@pytest.mark.parametrize("stage", STAGES)
def test_each_stage_is_sound_and_plays_as_its_consoles_say(stage: str, tmp_path: Path) -> None:
    page = blocks(PAGE, STAGES[stage])
    folder = installed(page, tmp_path)
    assert "no problems" in run(folder, "-c", CLI, "check-data", "18moor")
    check_session(folder, [block.text for block in page if block.language == "console"][-1])


@pytest.mark.slow
def test_the_tests_of_the_page_hold(package: Path) -> None:
    assert "16 passed" in run_tests(package)


@pytest.mark.parametrize("bots", ["random,random", "greedy,greedy,greedy", "random,greedy,random,greedy"])
def test_bots_finish_games(bots: str, package: Path) -> None:
    told = json.loads(run(package, "-c", CLI, "simulate", "18moor", "--seats", bots, "--games", "3", "--json"))
    assert sum(told["reasons"].values()) == 3
    assert told["reasons"].keys() <= {"end.bank", "end.bankrupt"}


def test_a_match_file_is_written_read_and_replayed(package: Path) -> None:
    """What was drained is found again from the log alone; the option is kept."""
    simulate = ("simulate", "18moor", "--seats", "random,greedy", "--games", "3", "--preset", "flood", "--save", ".")
    run(package, "-c", CLI, *simulate)
    files = sorted(path.name for path in package.glob("18moor-*.json"))
    assert len(files) == 3
    lines = [line.split() for line in run(package, "-c", TRACE, *files).splitlines()]
    assert [line[:3] for line in lines] == [["True", "True", "high"]] * 3
    assert max(int(line[3]) for line in lines) > 0
    for name in files:
        assert "all legal" in run(package, "-c", CLI, "replay", name)


def test_the_server_imports_exports_and_draws_it(package: Path) -> None:
    run(package, "-c", CLI, "simulate", "18moor", "--seats", "random,greedy", "--games", "1", "--save", ".")
    file: Any = json.loads(next(package.glob("18moor-*.json")).read_text("utf-8"))
    with serving(package / "matches.sqlite3", "--bot-delay", "0", env=environment(package)) as server:
        status, made = server.ask("POST", "/api/matches", {"file": file})
        assert status == 201
        status, again = server.ask("GET", f"/api/matches/{made['id']}/file")
        assert (status, again["log"]) == (200, file["log"])
        for language, words in {"en": "After the flood", "de": "Nach der Flut"}.items():
            assert words in server.page("/", language)
        table = server.page(f"/match/{made['id']}", "en")
        for hex_ in ("A2", "C4", "E4"):
            assert f'id="hex-{hex_}"' in table
        assert "Moorgate" in table


def test_refusals_are_told_in_neutral_words_by_key_and_by_the_rules_of_the_title(package: Path) -> None:
    told = run(package, "-c", CLI, "rules", "18moor")
    assert "track.colour" in told
    assert "High water" in told
    code = "from stellwerk.core.registry import title; title('18moor').game(5)"
    with pytest.raises(AssertionError, match=r"game\.players: This game is for 2 to 4 players, not for 5"):
        run(package, "-c", code)


@pytest.mark.slow
def test_the_code_of_the_page_is_typed_and_clean(package: Path) -> None:
    check_style(package, "moor/game.py", "moor/drain.py")


def test_the_page_lists_every_field_of_the_records_and_its_words() -> None:
    """A row names the fields of a record in their order, and after each the words that it takes, the default first."""
    text = (DOCS / PAGE).read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \|[^|]*\| (.*) \|$", text, re.MULTILINE))
    records = {name: record for name, record in vars(rules).items() if is_dataclass(record)}
    assert len(records) == 13, "twelve, and the reform that holds other rules for prices"
    for name, record in records.items():
        hints = get_type_hints(record)
        said = []
        for field in fields(record):
            words = get_args(hints[field.name]) if get_origin(hints[field.name]) is Literal else ()
            first = sorted(words, key=lambda word: word != field.default)
            told = ", ".join(f"`{word}`" if word else '""' for word in first)
            said.append(f"`{field.name}`: {told}" if told else f"`{field.name}`")
        assert listed[name] == "; ".join(said)
