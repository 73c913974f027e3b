"""Recorded games in the form of 18xx.games; tests/records.py says whose."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stellwerk.interop.games18xx import live_actions
from tests.records import games, needs

FOLDER = games()
TITLES = ("1830", "1848")
"""Those of which records can be read."""

NAMES = sorted(
    file.stem for file in FOLDER.glob("*.json") if json.loads(file.read_text(encoding="utf-8"))["title"] in TITLES
)
WRITTEN = [name for name in NAMES if name.startswith("1830")]
"""Those that can be written too."""

WITH_MOVES = [name for name in NAMES if (FOLDER / f"{name}.legal.jsonl").is_file()]


def each(names: list[str]) -> pytest.MarkDecorator:
    """Run a test for each of these games, or skip it where there are none."""
    absent = needs(names, f"{FOLDER} has no record that tells this")
    return pytest.mark.parametrize("name", names or [pytest.param("", marks=absent)])


@cache
def record(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


@cache
def lines(name: str, kind: str) -> list[dict[str, Any]]:
    """The lines of a trace, or of the legal moves."""
    return read_lines(FOLDER, name, kind)


def read_lines(folder: Path, name: str, kind: str) -> list[dict[str, Any]]:
    """Plain, or packed as our own are."""
    plain = folder / f"{name}.{kind}.jsonl"
    packed = plain.with_suffix(".jsonl.gz")
    text = plain.read_text(encoding="utf-8") if plain.is_file() else gzip.decompress(packed.read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def live(name: str) -> list[dict[str, Any]]:
    """The actions that stand in the end."""
    return [dict(recorded.data) for recorded in live_actions(record(name))]


COMPARED = ("phase", "finished", "bank", "companies", "discarded", "tiles")
OF_PLAYERS = ("cash", "shares", "president", "companies")
UNLIMITED = {"D", "8", "2E"}


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Every field that must be equal after each action and is not."""
    found = [f"{key}: {ours[key]!r} is {theirs[key]!r}" for key in COMPARED if ours[key] != theirs[key]]
    left = [{train: n for train, n in s["depot"].items() if n and train not in UNLIMITED} for s in (ours, theirs)]
    if left[0] != left[1]:
        found.append(f"depot: {left[0]} is {left[1]}")
    for seat, (mine, yours) in enumerate(zip(ours["players"], theirs["players"], strict=True)):
        found += [f"P{seat}.{key}: {mine[key]} is {yours[key]}" for key in OF_PLAYERS if mine[key] != yours[key]]
    if ours["corps"].keys() != theirs["corps"].keys():
        found.append(f"companies left: {list(ours['corps'])} is {list(theirs['corps'])}")
        return found
    for company, yours in theirs["corps"].items():
        mine = ours["corps"][company]
        found += [f"{company}.{key}: {mine[key]} is {value}" for key, value in yours.items() if mine[key] != value]
    return found
