"""The page about adding a game is true: its blocks make a package that is found, keeps the laws and can be played."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.pages import blocks

PAGE = "adding-a-game.md"
TAKES_COAL = "        s.tender -= coal\n"
CLI = "from stellwerk.cli import main; main()"


def write_files(folder: Path, *, prefix: str = "") -> None:
    """Put the blocks that name a file into these files, those of one file one below the other."""
    files: dict[str, list[str]] = {f"{prefix}coal_run/__init__.py": []}
    for block in blocks(PAGE):
        if block.language in ("python", "toml"):
            files.setdefault(f"{prefix}{block.name}", []).append(block.text)
    for name, parts in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(parts), encoding="utf-8")


def install(folder: Path) -> None:
    """What pip leaves behind when it installs a package: its metadata with the entry points."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    info.joinpath("entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(folder: Path, *args: str) -> str:
    done = subprocess.run(
        [sys.executable, *args],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def package(tmp_path: Path) -> Path:
    write_files(tmp_path)
    install(tmp_path)
    return tmp_path


def test_the_page_lists_the_files_that_it_makes(package: Path) -> None:
    listed = next(block.text for block in blocks(PAGE) if not block.language)
    for line in listed.splitlines():
        assert (package / line.split()[0]).is_file(), line


def test_the_laws_of_the_page_hold(package: Path) -> None:
    told = run(package, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir=.", "tests")
    assert "15 passed" in told


def test_the_installed_game_is_found_beside_the_others(package: Path) -> None:
    games = run(package, "-c", CLI, "games")
    assert "coal-run  Coal Run, 2 to 4 seats" in games
    assert "paris-connection" in games


def test_the_commands_of_the_page_print_what_it_says(package: Path) -> None:
    session = next(block.text for block in blocks(PAGE) if block.language == "console")
    for part in session.split("$ stellwerk ")[1:]:
        command, *expected = part.splitlines()
        printed = run(package, "-c", CLI, *command.split()).splitlines()
        if expected[-1] == "...":
            expected.pop()
            printed = printed[: len(expected)]
        assert printed == expected


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
    write_files(tmp_path)
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
    root = Path(__file__).resolve().parents[2]
    game = str(package / "coal_run" / "game.py")
    run(root, "-m", "mypy", "--strict", "--cache-dir", str(package / "cache"), game)
    run(root, "-m", "ruff", "check", "--no-cache", "--config", "pyproject.toml", game)
