"""The built files of the pages: what there has to be, and what to do where it is not.

Only the standard library is used here: the build hook of the project reads this file too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).resolve().parent / "static"
NEEDED: Final = ("icon.svg", "main.css", "main.js", "tabs.js")
"""What every page loads; vite builds it from web/."""


def missing(folder: Path = STATIC) -> list[str]:
    """The files that every page loads and that are not there, or empty."""
    return [name for name in NEEDED if not (folder / name).is_file() or not (folder / name).stat().st_size]


def remedy(folder: Path = STATIC) -> str:
    """What helps: a checkout builds its pages, an installed package should have brought them."""
    checkout = folder.parents[3]
    if (checkout / "web" / "package.json").is_file():
        return f"run `make web` in {checkout}"
    return "install stellwerk again, from a wheel that `make wheel` built"
