"""The engine as machine code: which modules are compiled, from which sources, and what they must not say."""

import ast
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import compiled

COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.Lambda)


def asks_above(tree: ast.AST) -> list[int]:
    """The lines of a module in which a comprehension or lambda says super(): compiled, it knows no class there."""
    inner = (node for top in ast.walk(tree) if isinstance(top, COMPREHENSIONS) for node in ast.walk(top))
    calls = (node for node in inner if isinstance(node, ast.Call) and not node.args)
    return [call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id == "super"]


def of_machine_size(node: ast.AST) -> bool:
    """Whether an expression is made of lengths and literals alone, which machine code reckons in 64 bits."""
    if isinstance(node, ast.BinOp):
        return of_machine_size(node.left) and of_machine_size(node.right)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in {"len", "ord", "hash"}
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def outgrows(tree: ast.AST) -> list[int]:
    """The lines of a module in which a shift or power of lengths may be larger than 64 bits."""
    powers = (
        node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.Pow)
    )
    return sorted(
        node.lineno
        for node in powers
        if of_machine_size(node) and any(isinstance(part, ast.Call) for part in ast.walk(node))
    )


@pytest.mark.parametrize("check", [asks_above, outgrows])
def test_the_engine_says_nothing_that_machine_code_understands_otherwise(check: Callable[[ast.AST], list[int]]) -> None:
    modules = compiled.modules(compiled.SOURCES)
    assert len(modules) > 200
    found = {path.name: check(ast.parse(path.read_text(encoding="utf-8"))) for path in modules}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_checks_can_fail() -> None:
    assert asks_above(ast.parse("x = [\n    y for y in super().ys()\n]")) == [2]
    assert asks_above(ast.parse("ys = super().ys()\nx = [y for y in ys]\nz = [super(A, a).y for a in x]")) == []
    assert outgrows(ast.parse("a = b\nx = (1 << len(a)) - 1\ny = 2 ** (len(a) + 1)")) == [2, 3]
    assert outgrows(ast.parse("n = len(a)\nx = 1 << n\ny = 1 << 4\nz = b << len(a)")) == []


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in place of the real one."""
    sources = tmp_path / "src"
    for name in ("core/match.py", "core/__init__.py", "core/data/words.toml", "server/app.py"):
        path = sources / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("first", encoding="utf-8")
    monkeypatch.setattr(compiled, "SOURCES", sources)
    return sources


def built(package: Path) -> Path:
    """Copy the sources, and pretend to have compiled the one module that would be."""
    compiled.copy(package)
    (module,) = compiled.modules(package)
    compiled.compiled_of(module).write_text("machine code", encoding="utf-8")
    return module


def test_modules_of_the_engine_are_compiled_and_no_others(sources: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    assert built(package) == package / "core" / "match.py"
    assert (package / "core" / "data" / "words.toml").read_text(encoding="utf-8") == "first"
    assert (package / "server" / "app.py").is_file()


def test_what_has_not_changed_stays_compiled(sources: Path, tmp_path: Path) -> None:
    module = built(tmp_path / "package")
    compiled.copy(tmp_path / "package")
    assert compiled.compiled_of(module).is_file()


def test_a_changed_module_loses_its_machine_code(sources: Path, tmp_path: Path) -> None:
    module = built(tmp_path / "package")
    source = sources / "core" / "match.py"
    source.write_text("second", encoding="utf-8")
    os.utime(source, (1, 1))
    compiled.copy(tmp_path / "package")
    assert module.read_text(encoding="utf-8") == "second"
    assert not compiled.compiled_of(module).exists()


def test_a_module_that_is_gone_leaves_nothing_behind(sources: Path, tmp_path: Path) -> None:
    module = built(tmp_path / "package")
    (sources / "core" / "match.py").unlink()
    compiled.copy(tmp_path / "package")
    assert not module.exists()
    assert not compiled.compiled_of(module).exists()


def test_a_module_that_is_to_stay_plain_loses_its_machine_code(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = built(tmp_path / "package")
    monkeypatch.setattr(compiled, "LEFT", ("core/match.py",))
    compiled.copy(tmp_path / "package")
    assert module.exists()
    assert not compiled.compiled_of(module).exists()


def test_another_way_of_compiling_compiles_all_anew(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = built(tmp_path / "package")
    compiled.drop_if_older(tmp_path / "package", "Cython 1")
    assert not compiled.compiled_of(module).exists()
    module = built(tmp_path / "package")
    compiled.drop_if_older(tmp_path / "package", "Cython 1")
    assert compiled.compiled_of(module).exists()
    monkeypatch.setattr(compiled, "DIRECTIVES", {"boundscheck": False})
    compiled.drop_if_older(tmp_path / "package", "Cython 1")
    assert not compiled.compiled_of(module).exists()
