"""Compile the engine and the bots to machine code, into a folder of their own.

    python -m tools.compiled                         build/compiled, which has all of the package
    PYTHONPATH=build/compiled stellwerk arena ...    whatever is run so runs compiled
    make wheel COMPILED=1                            a wheel of it for machines of this kind

Cython takes the sources as they are: nothing in them is written for it, and every module can also be read, run and
debugged as plain Python. What has not changed is not compiled again. The tests judge either way (`make test-compiled`).
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = ROOT / "src" / "stellwerk"
FOLDER: Final = ROOT / "build" / "compiled"
WORK: Final = ROOT / "build" / "compiling"
"""Where the C sources and object files lie; beside the result, so that neither is packed with the other."""

PARTS: Final = ("core", "eighteen", "games", "bots", "interop")
"""The packages in which time is spent. Servers and commands wait for others most of the time."""

DIRECTIVES: Final = {
    "annotation_typing": False,
    "infer_types": False,
    "overflowcheck": True,
    "emit_code_comments": False,
}
"""Everything stays an object of Python. Annotations taken as types of C would now and then turn an int into a float."""

FLAGS: Final = "-O2 -g0 -w"
"""For the C compiler: quick code, no words about what Cython writes."""

LEFT: Final = ("bots/on_ray.py",)
"""What stays plain Python: it imports what may not be there, which machine code would notice later."""


def modules(package: Path) -> list[Path]:
    """The modules to be compiled; packages and programs themselves stay as they are."""
    found = (path for part in PARTS for path in (package / part).rglob("*.py"))
    left = {package / name for name in LEFT}
    return sorted(path for path in found if not path.name.startswith("__") and path not in left)


def copy(package: Path) -> None:
    """Bring the folder up to date with the sources: what has changed, what is new and what is gone."""
    kept: set[Path] = set()
    for source in SOURCES.rglob("*"):
        if source.is_dir() or source.suffix == ".pyc":
            continue
        target = package / source.relative_to(SOURCES)
        kept.add(target)
        if not target.exists() or target.stat().st_mtime != source.stat().st_mtime:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
            compiled_of(target).unlink(missing_ok=True)
    kept |= {compiled_of(path) for path in modules(package) if path in kept}
    for path in package.rglob("*"):
        if path.is_file() and path.suffix != ".pyc" and path not in kept:
            path.unlink()


def drop_if_older(package: Path, version: str) -> None:
    """Drop all machine code that another Cython made, or this one told otherwise."""
    stamp, word = package.parent / "made-by.txt", f"{version} {DIRECTIVES} {FLAGS}"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == word:
        return
    for module in modules(package):
        compiled_of(module).unlink(missing_ok=True)
    stamp.write_text(word, encoding="utf-8")


def compiled_of(module: Path) -> Path:
    """Where the compiled form of a module lies, which is imported before its source."""
    return module.with_suffix(sysconfig.get_config_var("EXT_SUFFIX"))


def compile_all(folder: Path, jobs: int) -> int:
    """Copy the package into a folder and compile what is not yet compiled there; returns how many modules that was."""
    try:
        from Cython import __version__ as version
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension
    except ImportError:
        sys.exit("compiled: Cython and setuptools are not installed; `make compiled` installs them")
    package = folder / "stellwerk"
    copy(package)
    drop_if_older(package, version)
    due = [path for path in modules(package) if not compiled_of(path).exists()]
    if not due:
        return 0
    sys.stderr.write(f"compiled: {len(due)} modules, with {jobs} at once; all of them take some minutes\n")
    here = Path.cwd()
    os.chdir(folder)  # Cython tells the names of modules by their paths
    try:
        names = [path.relative_to(folder) for path in due]
        extensions = [Extension(".".join(name.with_suffix("").parts), [str(name)]) for name in names]
        extensions = cythonize(
            extensions,
            nthreads=jobs if jobs > 1 else 0,
            build_dir=str(WORK),
            compiler_directives=DIRECTIVES,
            show_all_warnings=False,
        )
        build = Distribution({"name": "stellwerk", "ext_modules": extensions}).get_command_obj("build_ext")
        build.build_lib, build.build_temp, build.parallel = str(folder), str(WORK), jobs
        build.ensure_finalized()
        build.run()
    finally:
        os.chdir(here)
    check(due)
    return len(due)


def check(due: Iterable[Path]) -> None:
    """Whoever asks for machine code gets it for all modules, or hears for which not."""
    missing = [path.name for path in due if not compiled_of(path).exists()]
    if missing:
        sys.exit(f"compiled: nothing came of {', '.join(missing)}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.compiled", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where it goes (default: build/compiled)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many modules at once")
    given = parser.parse_args()
    if given.jobs < 1:
        parser.error("at least one job is needed")
    os.environ.setdefault("CFLAGS", FLAGS)
    count = compile_all(given.folder.resolve(), given.jobs)
    sys.stderr.write(f"compiled: {f'{count} modules compiled' if count else 'all was up to date'}\n")
    sys.stdout.write(f"{given.folder}\n")


if __name__ == "__main__":
    main()
