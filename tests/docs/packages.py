"""Packages that the blocks of a page make, installed outside of the tree and used by processes of their own."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from tests.docs.pages import Block

CLI = "from stellwerk.cli import main; main()"
ANEW = " (anew)"
"""Behind the name of a file: the block replaces what earlier ones have written there."""


def write_files(page: Iterable[Block], folder: Path) -> None:
    """Put the blocks that name a file into these files, those of one file one below the other."""
    files: dict[str, list[str]] = {}
    for block in page:
        if block.language in ("python", "toml"):
            name = block.name.removesuffix(ANEW)
            if block.name.endswith(ANEW):
                files.pop(name)
            files.setdefault(name, []).append(block.text)
    for name, parts in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py" and path.parent.name != "tests":
            path.with_name("__init__.py").touch()
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


def environment(folder: Path) -> dict[str, str]:
    """In which a process finds the package; its types are found there too."""
    return {**os.environ, "PYTHONPATH": str(folder), "MYPYPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def run(folder: Path, *args: str, at: Path | None = None) -> str:
    """What a Python process prints for which the package is installed; it must not fail."""
    done = subprocess.run(
        [sys.executable, *args],
        cwd=at or folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_tests(folder: Path) -> str:
    """What pytest says of the tests of the package, with nothing of Stellwerk's own settings."""
    return run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir=.", "tests")


def check_session(folder: Path, session: str) -> None:
    """Every command of a console prints what stands below it; "…" is anything, and so is all from "..." on."""
    for part in session.split("$ stellwerk ")[1:]:
        command, *expected = part.splitlines()
        printed = run(folder, "-c", CLI, *command.split()).splitlines()
        if expected[-1] == "...":
            expected.pop()
            printed = printed[: len(expected)]
        assert len(printed) == len(expected)
        for line, wanted in zip(printed, expected, strict=True):
            assert re.fullmatch(".*".join(map(re.escape, wanted.split("…"))), line), (line, wanted)


def check_listed(folder: Path, page: Iterable[Block]) -> None:
    """The files that the first plain block of a page lists are there."""
    listed = next(block.text for block in page if not block.language)
    for line in listed.splitlines():
        assert (folder / line.split()[0]).is_file(), line


def check_style(folder: Path, *files: str) -> None:
    """The code is typed and clean by the settings of Stellwerk itself."""
    root, paths = Path(__file__).resolve().parents[2], [str(folder / name) for name in files]
    run(folder, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), *paths, at=root)
    run(folder, "-m", "ruff", "check", "--no-cache", "--config", "pyproject.toml", *paths, at=root)
