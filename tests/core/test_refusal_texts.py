"""Every text of a refusal is cited by some code, and every rule that code cites has a text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.core.registry import titles
from stellwerk.core.rulebook import OPTIONS
from stellwerk.core.texts import load_toml
from stellwerk.core.title import Title
from stellwerk.eighteen.citations import neutral_rules

SOURCE = Path(stellwerk.__file__).parent
NUMBERED = re.compile(r"\{[^}]*\}")
"""Where a number is put into an id, as in `TL.{colour}`."""

GAMES = [pytest.param(game, id=game.id) for game in titles().values()]


def folder(game: Title) -> Path:
    return Path(str(game.folder)).parent


@cache
def words(*folders: Path) -> frozenset[str]:
    """All strings in the code of some folders; a string with holes as a pattern that begins with a caret."""
    return frozenset(word for path in folders for file in sorted(path.rglob("*.py")) for word in _words(file))


def _words(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.JoinedStr(values=values):
                parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else r"[\w-]+" for v in values]
                yield "^" + "".join(parts) + "$"


def strings(entry: Any) -> Iterator[str]:
    """All strings in a data file."""
    match entry:
        case str(text):
            yield text
        case dict():
            for value in entry.values():
                yield from strings(value)
        case list():
            for value in entry:
                yield from strings(value)


def entries(game: Title) -> Iterator[Mapping[str, Any]]:
    for name in game.rule_files:
        yield from load_toml(game.folder.joinpath(name))["rule"]


def cited(game: Title) -> frozenset[str]:
    """Every string in the code behind a title and in its data, the rules themselves apart."""
    shared = (SOURCE / "eighteen",) if (folder(game) / "data" / "cites.toml").is_file() else ()
    data = (file for file in sorted((folder(game) / "data").glob("*.toml")) if not file.name.startswith("rules"))
    told = (text for file in data if file.name not in ("guide.toml", "texts.toml") for text in strings(load_toml(file)))
    return frozenset((*words(folder(game), *shared), *told))


def is_cited(name: str, found: frozenset[str]) -> bool:
    patterns = (word for word in found if word.startswith("^"))
    return name in found or any(re.fullmatch(word, name) for word in patterns if len(word) < 24 and "[" in word)


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_book_is_cited(game: Title) -> None:
    found = cited(game)
    assert [entry["id"] for entry in entries(game) if "refusal" in entry and not is_cited(entry["id"], found)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_case_of_a_refusal_is_named_by_some_code(game: Title) -> None:
    found = cited(game)
    cases = [(entry["id"], case) for entry in entries(game) for case in entry.get("cases", {}) if case != OPTIONS]
    assert [f"{name}: {case}" for name, case in cases if case not in found] == []


def test_every_case_of_the_shared_refusals_is_named_by_some_code() -> None:
    found = words(SOURCE / "eighteen")
    cases = [(name, case) for name, rule in neutral_rules().items() for case in rule.cases]
    assert [f"{name}: {case}" for name, case in cases if case not in found] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_the_code_of_a_title_cites_is_in_its_book(game: Title) -> None:
    files = sorted(folder(game).rglob("*.py"))
    ids = {rule_id for file in files for rule_id in refused(file)}
    assert ids
    known = {*(rule.id for rule in game.rulebook), *neutral_rules()}
    assert sorted(ids - known) == []


def refused(file: Path) -> Iterator[str]:
    """The ids that refusals in a file are made with."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="Refusal"), args=[first, *_]):
                yield from chosen(first)


def chosen(node: ast.expr) -> Iterator[str]:
    """Values that an expression can have, as far as they are written out."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*chosen(body), *chosen(orelse))
