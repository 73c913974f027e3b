"""What is attacked: the addresses of the server, and real matches of every game, early and late."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from starlette.routing import Route

from stellwerk.core.match import Match
from stellwerk.core.matchfile import dump, parse
from stellwerk.core.registry import titles
from stellwerk.server.app import create_app
from stellwerk.server.settings import Settings

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"
SHARES = (0.0, 0.15, 0.4, 0.65, 0.9, 0.99)
"""How far through a recorded game positions are taken."""


@dataclass
class World:
    """Files of matches that run, files that begin from a position, and the addresses to ask."""

    files: list[dict[str, Any]] = field(default_factory=list)
    starts: list[dict[str, Any]] = field(default_factory=list)
    routes: list[tuple[str, str]] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    matches: list[tuple[str, list[str]]] = field(default_factory=list)
    """Matches on the server that anybody may be asked about: ids and tokens."""

    cookies: list[str] = field(default_factory=list)
    """Of visitors whom the server knows, one of whom began some of the matches."""

    secrets: list[bytes] = field(default_factory=list)
    """What no answer may hold: seeds, and tokens that were given to somebody else."""


def build(games: int) -> World:
    """So many recorded games of each title; where there are fewer, all."""
    world = World(routes=addresses(), games=list(titles()))
    by_title: dict[str, list[Path]] = {}
    for path in sorted(GOLDEN.glob("*/*.json")):
        if not path.name.endswith(".expected.json"):
            by_title.setdefault(path.parent.name.partition("_presets")[0], []).append(path)
    for paths in by_title.values():
        for path in paths[:games]:
            _take(world, path)
    return world


def _take(world: World, path: Path) -> None:
    header, log = parse(json.loads(path.read_text(encoding="utf-8")))
    for share in SHARES:
        match = Match(header, log[: int(share * len(log))], checked=False)
        file = dump(match)
        world.files.append(file)
        world.starts.append({**file, "log": [], "position": match.state.to_json()})


def addresses() -> list[tuple[str, str]]:
    """Method and template of every address that the server knows, and some that it does not."""
    known = [
        (method, route.path)
        for route in create_app(Settings(database=":memory:")).routes
        if isinstance(route, Route)
        for method in sorted(route.methods or ())
    ]
    return [*known, ("GET", "/static/{token}"), ("GET", "/nothing"), ("POST", "/nothing")]


def filled(rng: Random, choice: dict[str, Any]) -> dict[str, Any]:
    """A legal action that fits a choice."""
    return {"kind": choice["kind"], "args": [_value(rng, one) for one in choice["args"]]}


def _value(rng: Random, hole: Any) -> Any:
    match hole:
        case {"hole": "range", "lo": lo, "hi": hi, "step": step}:
            return rng.choice(range(lo, hi + 1, step))
        case {"hole": "one-of", "items": items}:
            return rng.choice(items)
        case {"hole": "subset", "items": items, "lo": lo, "hi": hi}:
            return [items[at] for at in sorted(rng.sample(range(len(items)), rng.randint(lo, hi)))]
    return hole
