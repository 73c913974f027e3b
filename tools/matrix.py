"""Run the quick tests under every Python that Stellwerk promises to run on.

Each gets an environment of its own in `.venv-matrix/`, with the packages of the lock. A Python that is not on this
machine is left out and named at the end; `--install` lets uv fetch it. What follows `--` goes to pytest.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOMES = ROOT / ".venv-matrix"
UV = ROOT / ".venv" / "bin" / "uv"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
QUICK = "not browser and not postgres and not slow and not speed and not long"


def answer(*words: str | Path) -> str:
    """What a program says; nothing where it is not there or fails."""
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, cwd=ROOT)
    except OSError:
        return ""
    return done.stdout.strip() if not done.returncode else ""


def candidates(version: str) -> list[Path]:
    """Where a Python may be: what uv knows, what is on the path, what pyenv keeps."""
    told = answer(UV, "python", "find", "--no-python-downloads", "--no-project", version)
    named = shutil.which(f"python{version}")
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [Path(path) for path in (told, named) if path]
    return [*found, *sorted(kept.glob(f"{version}.*/bin/python"), reverse=True)]


def find(version: str) -> Path | None:
    """The first that really runs and is of this version; a shim may be there without anything behind it."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    return next((python for python in candidates(version) if answer(python, "-c", ask) == version), None)


def prepare(version: str, python: Path) -> Path:
    """An environment with all packages of the lock and Stellwerk itself."""
    home = HOMES / version
    inside = home / "bin" / "python"
    if not inside.exists():
        run(UV, "venv", "--quiet", "--no-project", "--python", python, home)
    install = (UV, "pip", "install", "--quiet", "--python", inside)
    run(*install, "--require-hashes", "-r", ROOT / "requirements" / "dev.txt")
    run(*install, "--no-deps", "--no-build-isolation", "--editable", ROOT)
    return inside


def run(*words: str | Path, check: bool = True) -> bool:
    """Run a program with its words for all to see; tells whether all went well."""
    return not subprocess.run([str(word) for word in words], cwd=ROOT, check=check).returncode


def passes(python: Path, words: list[str]) -> bool:
    parallel = ("-n", "auto", "--dist", "worksteal")
    return run(python, "-m", "pytest", "-q", *parallel, "-m", QUICK, *words, check=False)


def main() -> None:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.replace("`", ""))
    parser.add_argument("--install", action="store_true", help="let uv fetch what is not there")
    parser.add_argument("--only", action="append", choices=VERSIONS, help="only this version")
    parser.add_argument("words", nargs="*", help="for pytest")
    asked = parser.parse_args()
    outcome = {}
    for version in asked.only or VERSIONS:
        if asked.install and not find(version):
            run(UV, "python", "install", version, check=False)
        python = find(version)
        if python is None:
            outcome[version] = "not on this machine, left out"
            continue
        print(f"Python {version} ({python})", flush=True)
        outcome[version] = "passed" if passes(prepare(version, python), asked.words) else "FAILED"
    for version, what in outcome.items():
        print(f"Python {version}: {what}")
    if "FAILED" in outcome.values() or "passed" not in outcome.values():
        sys.exit(1)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"matrix: `{' '.join(map(str, error.cmd))}` failed")
