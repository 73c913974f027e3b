"""The page about adding a game is true: its blocks make a package that is found, keeps the laws and can be played."""

from pathlib import Path

import pytest

from tests.docs.packages import CLI, check_listed, check_session, check_style, install, run, run_tests, write_files
from tests.docs.pages import blocks

PAGE = "adding-a-game.md"
TAKES_COAL = "        s.tender -= coal\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    write_files(blocks(PAGE), tmp_path)
    install(tmp_path)
    return tmp_path


def test_the_page_lists_the_files_that_it_makes(package: Path) -> None:
    check_listed(package, blocks(PAGE))


def test_the_laws_of_the_page_hold(package: Path) -> None:
    assert "15 passed" in run_tests(package)


def test_the_installed_game_is_found_beside_the_others(package: Path) -> None:
    games = run(package, "-c", CLI, "games")
    assert "coal-run  Coal Run, 2 to 4 seats" in games
    assert "paris-connection" in games


def test_the_commands_of_the_page_print_what_it_says(package: Path) -> None:
    check_session(package, next(block.text for block in blocks(PAGE) if block.language == "console"))


def test_a_broken_rule_is_told_as_the_page_says(package: Path) -> None:
    source = package / "coal_run" / "game.py"
    text = source.read_text(encoding="utf-8")
    assert TAKES_COAL in text
    source.write_text(text.replace(TAKES_COAL, ""), encoding="utf-8")
    told = run(
        package,
        "-c",
        "from stellwerk.testing import *; from coal_run.game import TITLE\n"
        "try: check_laws(TITLE, 2)\nexcept LawBroken as error: print(error)",
    )
    assert told.startswith(next(block.text.strip() for block in blocks(PAGE) if block.name == "broken"))


def test_the_same_files_make_a_folder_among_the_games_of_stellwerk(tmp_path: Path) -> None:
    """As if tmp_path were one more part of src/stellwerk/games."""
    write_files(blocks(PAGE), tmp_path)
    told = run(
        tmp_path,
        "-c",
        f"import stellwerk.games; stellwerk.games.__path__.append({str(tmp_path)!r})\n"
        "from stellwerk.core.registry import title; from stellwerk.testing import check_laws\n"
        "chosen = title('coal-run'); print(type(chosen).__module__, check_laws(chosen, 3).over)",
    )
    assert told.split() == ["stellwerk.games.coal_run.game", "True"]


@pytest.mark.slow
def test_the_code_of_the_page_is_typed_and_clean(package: Path) -> None:
    check_style(package, "coal_run/game.py")
