"""JSON made wrong: any number, text, list or key of a value blown up, retyped, swapped, doubled or dropped."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

NUMBERS = (
    0,
    1,
    -1,
    2,
    7,
    99,
    255,
    1000,
    2**31,
    10**9,
    10**15,
    10**17,
    -(10**17),
    2**63,
    10**18,
    10**40,
    0.5,
    -0.0,
    1e308,
)
TEXTS = (
    "",
    " ",
    "0",
    "-1",
    "null",
    "\x00",
    "\u202e",
    "\ud800",
    "\udfff\ud800",
    "😀",
    "ﷺ" * 20,
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%00",
    "{{7*7}}",
    "' OR 1=1 --",
    "__class__",
    "copy",
    "seed",
    "x" * 5000,
    "é" * 300,
)
LARGE = 5000
"""Longer lists are not made longer still."""

Path = tuple[Any, ...]


def junk(rng: Random, depth: int = 0) -> Any:
    """Any JSON at all."""
    kind = rng.randrange(7 if depth < 4 else 4)
    match kind:
        case 0:
            return rng.choice(NUMBERS)
        case 1:
            return rng.choice(TEXTS)
        case 2:
            return rng.choice((None, True, False))
        case 3:
            return rng.randrange(-5, 60)
        case 4 | 5:
            return [junk(rng, depth + 1) for _ in range(rng.randrange(5))]
    return {str(junk(rng, 9))[:20]: junk(rng, depth + 1) for _ in range(rng.randrange(5))}


def deep(rng: Random) -> Any:
    """Lists in lists in lists."""
    value: Any = rng.randrange(9)
    for _ in range(rng.choice((50, 400, 900))):
        value = [value] if rng.random() < 0.8 else {"a": value}
    return value


def places(value: Any, here: Path = ()) -> list[Path]:
    """Where something stands in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(found for key, item in inner for found in places(item, (*here, key)))]


def doctored(rng: Random, value: Any, most: int = 3) -> Any:
    """A copy with one to `most` things wrong."""
    value = copy.deepcopy(value)
    for _ in range(rng.randrange(1, most + 1)):
        listed = [place for place in places(value) if place]
        if not listed:
            return value
        # Every field as likely as any other, however many entries it has.
        first = rng.choice(sorted({str(place[0]) for place in listed}))
        own = [place for place in listed if str(place[0]) == first]
        _change(rng, value, rng.choice(own if rng.random() < 0.7 else listed), listed)
    return value


def _change(rng: Random, value: Any, place: Path, listed: list[Path]) -> None:
    holder = _at(value, place[:-1])
    key, old = place[-1], _at(value, place)
    if rng.random() < 0.15 and isinstance(holder, dict):
        other = rng.choice([*holder, *map(str, listed[rng.randrange(len(listed))][-1:]), *TEXTS[:8]])
        holder[other] = holder.pop(key)
    elif rng.random() < 0.15:
        del holder[key]
    elif rng.random() < 0.2:
        holder[key] = copy.deepcopy(_at(value, rng.choice(listed)))
    else:
        holder[key] = _other(rng, old)


def _other(rng: Random, old: Any) -> Any:
    if rng.random() < 0.1:
        return junk(rng)
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return rng.choice((old + 1, old - 1, -old, old * 2, old * 1000, str(old), rng.choice(NUMBERS)))
    if isinstance(old, str):
        times = 1000 if len(old) < 100 else 1  # what was blown up already is large enough
        return rng.choice((rng.choice(TEXTS), old[::-1], old * 3, old + "1", old.lower(), old * times))
    if isinstance(old, list):
        return _list(rng, old)
    if isinstance(old, dict):
        doubled = {**old, **{f"{key}{number}": item for number in range(9) for key, item in list(old.items())[:30]}}
        return rng.choice(({}, list(old), dict(reversed(old.items())), doubled))
    return junk(rng)


def _list(rng: Random, old: list[Any]) -> list[Any]:
    one = old[rng.randrange(len(old))] if old else 0
    return rng.choice(
        (
            [],
            old[::-1],
            old[1:],
            old + old[:LARGE],
            [*old, one],
            old * rng.choice((10, 100)) if len(old) < 50 else old[:LARGE] * 2,
            [one] * rng.choice((5, 300, 3000)),
            rng.sample(old, len(old)),
            [old],
        )
    )


def _at(value: Any, place: Path) -> Any:
    for key in place:
        value = value[key]
    return value
