"""Late positions of 1830 from the recorded games, to be shown on pages."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from stellwerk.core.match import Match
from stellwerk.core.matchfile import dump, parse

GAMES = Path(__file__).resolve().parents[1] / "golden" / "g1830"
BANK, FREE = "three-break-the-bank", "four-by-other-readings"
"""A game in which only the best run is legal, and one in which any is."""


@cache
def recorded(name: str) -> Match:
    header, log = parse(json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8")))
    return Match(header, log, checked=False)


def before(name: str, kind: str, nth: int) -> Match:
    """The position before the nth action of a kind; -1 is the last one."""
    whole = recorded(name)
    ply = [at for at, action in enumerate(whole.log) if action.kind == kind][nth]
    return whole.until(ply)


def file_of(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = dump(match)
    return found
