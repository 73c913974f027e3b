"""Which rules the tests are marked with, read from their sources without running them."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

MARK: Final = "rule"


def marked_rules(folder: Path) -> defaultdict[str, Counter[str]]:
    """For each game how many tests are marked with each rule."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for file in sorted(folder.rglob("test_*.py")):
        if f"{MARK}(" not in file.read_text(encoding="utf-8"):
            continue
        for node in _tests(_tree(file)):
            marks = {mark for call in node.decorator_list for mark in _marks(call, file, folder)}
            for game, rule in marks:
                counts[game][rule] += 1
    return counts


def _tests(node: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The tests of a module and of its classes."""
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and inner.name.startswith("test"):
            yield inner
        elif isinstance(inner, ast.ClassDef):
            yield from _tests(inner)


@lru_cache(maxsize=16)
def _tree(file: Path) -> ast.Module:
    """The last ones are kept, for the names that one file takes from another; all of them would fill the memory."""
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def _marks(node: ast.expr, file: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """The pairs of game and rule in `@rule(game, *ids)` or `@pytest.mark.rule(game, *ids)`."""
    if not isinstance(node, ast.Call):
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name == MARK and node.args:
        game, *rules = (_text(arg, file, folder) for arg in node.args)
        for rule in rules:
            if game and rule:
                yield game, rule


def _text(node: ast.expr, file: Path, folder: Path) -> str | None:
    """The string that an argument stands for: itself, or a constant of this or another test module."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return _constant(node.id, file, folder) if isinstance(node, ast.Name) else None


@cache
def _constant(name: str, file: Path, folder: Path) -> str | None:
    for node in _tree(file).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return _text(node.value, file, folder)
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    source = folder.parent.joinpath(*node.module.split(".")).with_suffix(".py")
                    return _constant(alias.name, source, folder) if source.is_file() else None
    return None
