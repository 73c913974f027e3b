"""The house rules that no tool checks: short files, no addresses, a reason for each exception."""

import json
import re
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 500
SOURCES = {".py", ".ts", ".css", ".html"}

# Written in pieces, so that this file does not break its own rule.
REGISTRIES = (
    "pypi" + ".org",
    "python" + "hosted.org",
    "registry" + ".npmjs",
    "npmjs" + ".org",
    "deb" + ".debian",
)
MACHINE_PATHS = ("/" + "work/", "/" + "root/")
ADDRESS = re.compile("|".join(map(re.escape, (*REGISTRIES, *MACHINE_PATHS))), re.IGNORECASE)
EXCEPTION = re.compile(r'^\s*"[A-Z]+[0-9]*",')
OFF = re.compile(r'^\s*"\w+": "off"')


# What make, the tools and the tests leave behind, in a source distribution that git knows nothing of.
MADE = {".venv", ".venv-matrix", "node_modules", "static", "dist", "build", "__pycache__"}
MADE |= {".bootstrap.lock", ".hypothesis"}


def tracked() -> list[Path]:
    """List what git keeps, without what was deleted but not yet committed."""
    if not (ROOT / ".git").exists():
        files = (path for path in ROOT.rglob("*") if path.is_file())
        return [
            path for path in files if not any(p in MADE or p.endswith("_cache") for p in path.relative_to(ROOT).parts)
        ]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def too_long(name: str, text: str) -> bool:
    return Path(name).suffix in SOURCES and text.count("\n") > LONGEST


def addresses(text: str) -> list[str]:
    """Find names of registries and paths of one machine."""
    return ADDRESS.findall(text)


def unexplained(config: str) -> list[str]:
    """Find rules in a list of exceptions that carry no reason behind them."""
    return [line.strip() for line in config.splitlines() if EXCEPTION.match(line) and not re.search(r"# \S", line)]


def unexplained_off(config: str) -> list[str]:
    """Find rules that biome leaves out and that carry no reason behind them."""
    return [line.strip() for line in config.splitlines() if OFF.match(line) and not re.search(r"// \S", line)]


def texts(paths: Iterable[Path]) -> dict[str, str]:
    return {str(path.relative_to(ROOT)): path.read_bytes().decode("utf-8", errors="ignore") for path in paths}


def test_no_source_is_too_long_to_read() -> None:
    assert [name for name, text in texts(tracked()).items() if too_long(name, text)] == []


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    found = {name: addresses(text) for name, text in texts(tracked()).items()}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_each_ignored_rule_has_its_reason() -> None:
    config = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lint = tomllib.loads(config)["tool"]["ruff"]["lint"]
    ignored = [*lint["ignore"], *(code for codes in lint["per-file-ignores"].values() for code in codes)]
    listed = [line for line in config.splitlines() if EXCEPTION.match(line)]
    assert len(listed) == len(ignored), "each exception stands on a line of its own"
    assert unexplained(config) == []


def test_each_rule_of_biome_that_is_off_has_its_reason() -> None:
    config = (ROOT / "web" / "biome.jsonc").read_text(encoding="utf-8")
    assert sum(bool(OFF.match(line)) for line in config.splitlines()) == config.count('"off"')
    assert unexplained_off(config) == []


def test_the_python_locks_pin_hash_and_name_no_address() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert {lock.stem for lock in locks} == {"compile", "dev", "node", "research", "runtime"}
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text, lock
        assert "--index" not in text, lock
        for entry in re.split(r"\n(?=\S)", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)):
            assert re.match(r"[a-z0-9.-]+==\S+ .*--hash=sha256:", entry, flags=re.DOTALL), (lock, entry)


def test_every_runtime_pin_is_a_development_pin() -> None:
    pins = {
        name: set(re.findall(r"^([a-z0-9.-]+==\S+)", (ROOT / f"requirements/{name}.txt").read_text(), re.MULTILINE))
        for name in ("runtime", "dev")
    }
    assert pins["runtime"] <= pins["dev"]


def test_the_package_lock_hashes_and_names_no_address() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if "integrity" not in package] == []


MARKED = re.compile(r"pytest\.mark\.(speed|browser)\b")


def misplaced(name: str, text: str) -> bool:
    """Whether the Makefile would not look here for a test that is marked so."""
    path = Path(name)
    there = {"speed": path.parts[1:2] == ("speed",) or path.name == "test_speed.py", "browser": "browser" in path.parts}
    return not all(there[mark] for mark in MARKED.findall(text))


def test_marked_tests_stand_where_make_looks_for_them() -> None:
    tests = {name: text for name, text in texts(tracked()).items() if name.startswith("tests/")}
    assert any(MARKED.search(text) for text in tests.values())
    assert [name for name, text in tests.items() if misplaced(name, text)] == []


def test_the_checks_can_fail() -> None:
    assert misplaced("tests/core/test_x.py", "@pytest." + "mark.speed")
    assert misplaced("tests/speed/test_x.py", "@pytest." + "mark.browser")
    assert not misplaced("tests/server/test_speed.py", "@pytest." + "mark.speed")
    assert too_long("long.py", "\n" * (LONGEST + 1))
    assert not too_long("long.py", "\n" * LONGEST)
    assert not too_long("long.json", "\n" * (LONGEST + 1))
    assert addresses(f"see https://{REGISTRIES[0]}/simple and {MACHINE_PATHS[0]}main") != []
    assert addresses("make setup; cd web/work") == []
    assert unexplained('ignore = [\n  "D102",\n  "D103",  # so that\n  "E501", #\n]') == [
        '"D102",',
        '"E501", #',
    ]
    assert unexplained_off('  "a": "off",\n  "b": "off" // so that\n  "c": "on"') == ['"a": "off",']
