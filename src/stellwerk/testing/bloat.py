"""The law of sizes: no position from outside costs more than it should, whatever was blown up in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple, TypeAlias

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed
from stellwerk.core.match import Match
from stellwerk.testing.scene import Scene, broken

FAR: Final = 3
TIMES: Final = 5
SPARE: Final = 0.2
"""A position may take so many times as long as the one it was made of, and so many seconds more."""

ROOM: Final = 1 << 20
"""Bytes that its states may take, beside TIMES those of the other."""

NUMBERS: Final = (10**4, 10**6, 10**7, 10**8, 10**12, 10**18)
LENGTHS: Final = (100, 900, 10_000)
"""From small to large: what grows with a number is seen at a small one, before it stops everything at a large one."""

FILLINGS: Final[tuple[Json, ...]] = (0, "", "x", [], ["x", 0], ["x"])
"""What is tried in lists that are empty."""

Path: TypeAlias = tuple[Any, ...]


class Bloat(NamedTuple):
    """A way to blow up one value of a position: where it stands, and what stands there instead, ever larger."""

    path: Path
    larger: Callable[[], Iterator[Json]]

    def positions(self, usual: Json) -> Iterator[Json]:
        for value in self.larger():
            position = json.loads(json.dumps(usual))
            place = position
            for key in self.path[:-1]:
                place = place[key]
            place[self.path[-1]] = value
            yield position


def positions_are_bounded(scene: Scene) -> None:
    """A position in which something was blown up is refused at once, or played and drawn as quickly as any other."""
    usual = json.loads(json.dumps(scene.state.to_json()))
    tried = list(bloats(usual, scene.rng))
    hold_out(scene, scene.rng.sample(tried, min(scene.few // 3, len(tried))))  # each of them in several sizes


def hold_out(scene: Scene, tried: Iterable[Bloat]) -> None:
    """Try some ways to blow up a position, each from small to large."""
    usual = json.loads(json.dumps(scene.state.to_json()))
    time, room = _cost(scene, usual)
    for path, position in ((bloat.path, position) for bloat in tried for position in bloat.positions(usual)):
        told = f"{'.'.join(map(str, path))} was blown up to {_short(position, path)}"
        try:
            spent, taken = _cost(scene, position)
            if spent > SPARE + TIMES * time:
                spent = min(spent, _cost(scene, position)[0])  # something else may have held up the first attempt
        except Malformed:
            continue
        except Exception as error:  # noqa: BLE001 - whatever it is, the audit should have found it
            broken(positions_are_bounded, f"No audit stopped it when {told}, but then came {error!r}.")
        if spent > SPARE + TIMES * time:
            broken(positions_are_bounded, f"It took {spent:.2f} s instead of {time:.2f} s when {told}.")
        if taken > ROOM + TIMES * room:
            broken(positions_are_bounded, f"It took {taken} bytes instead of {room} when {told}.")


def bloats(usual: Json, rng: Random) -> Iterator[Bloat]:
    """For each field of a position all ways to blow up one of the values in it, and each list on the way there."""
    for name in usual:
        path: Path = (name,)
        value = usual[name]
        while True:
            yield from (Bloat(path, larger) for larger in _larger(value, rng))
            if not isinstance(value, dict | list) or not value:
                break
            key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
            path, value = (*path, key), value[key]


def _larger(value: Json, rng: Random) -> Iterator[Callable[[], Iterator[Json]]]:
    if type(value) is int:
        yield lambda: iter(NUMBERS)
        yield lambda: (-number for number in NUMBERS)
    elif isinstance(value, str):
        yield lambda: ((value or "x") * length for length in LENGTHS)
    elif isinstance(value, list) and value:
        yield lambda: (value * length for length in LENGTHS)
        some = [rng.choice(value)]
        yield lambda: ([*value, *value[-1:] * length] for length in LENGTHS)
        yield lambda: ([*value, *some * length] for length in LENGTHS)
        yield lambda: ([*value[:1] * length, *value] for length in LENGTHS)
    elif isinstance(value, dict) and value:
        yield lambda: ({**value, **dict.fromkeys(map(str, range(n)), next(iter(value.values())))} for n in LENGTHS)
    elif isinstance(value, list):
        for filling in FILLINGS:
            yield lambda filling=filling: ([filling] * length for length in LENGTHS)  # type: ignore[misc]
    elif isinstance(value, dict):
        for filling in FILLINGS:
            yield lambda filling=filling: (dict.fromkeys(map(str, range(n)), filling) for n in LENGTHS)  # type: ignore[misc]


def _cost(scene: Scene, position: Json) -> tuple[float, int]:
    """Seconds of work and bytes of states for a match that starts here, is looked at, drawn and played on."""
    rng = Random(0)
    began = process_time()
    match = Match(replace(scene.match.header, position=position))
    view = match.view(0)
    view.to_json()
    if scene.draw is not None:
        scene.draw(view)
    for _ in range(FAR):
        if match.over:
            break
        match.play(rng.choice(list(match.game.choices(match.state))).sample(rng))
    return process_time() - began, _room(match)


def _room(match: Match) -> int:
    return sum(sys.getsizeof(getattr(s, field.name)) for s in match.states for field in fields(s) if field.compare)


def _short(position: Json, path: Path) -> str:
    for key in path:
        position = position[key]
    text = str(position)
    return text if len(text) <= 40 else f"{text[:30]}… ({len(text)} characters)"  # noqa: PLR2004 - one line
