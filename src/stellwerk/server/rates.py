"""What is how often allowed: the usual rates, and those that somebody names instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

VISITOR: Final = "visitor"
ADDRESS: Final = "address"
OFF: Final = "off"
USUAL: Final[Mapping[str, tuple[str, str]]] = {
    "reading": ("1200/minute", "12000/minute"),
    "reviewing": ("600/minute", "3000/minute"),
    "charting": ("30/minute", "150/minute"),
    "reckoning": ("120/minute", "600/minute"),
    "advising": ("20/minute; 300/hour", "100/minute; 1500/hour"),
    "acting": ("300/minute", "3000/minute"),
    "creating": ("30/10 minutes; 200/day", "200/10 minutes; 2000/day"),
    "importing": ("10/10 minutes; 60/day", "60/10 minutes; 600/day"),
    "bots": ("20/10 minutes; 100/day", "100/10 minutes; 1000/day"),
    "talking": ("20/minute; 300/hour", "200/minute; 3000/hour"),
    "joining": ("20/minute; 100/hour", "100/minute; 500/hour"),
}
"""What each visitor and each address may do. Creating has a limit for a day: so many matches one may leave behind."""

RATE: Final = re.compile(r"([1-9][0-9]{0,8})/(?:([1-9][0-9]{0,3}) )?(second|minute|hour|day)s?")
SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}

SHARE: Final = 10
"""An address may do so many times what a visitor may, where it is not told."""


class Rate(NamedTuple):
    """So many in so many seconds."""

    amount: int
    seconds: float


def rates_of(named: Iterable[str]) -> dict[str, dict[tuple[str, int], Rate]]:
    """All rates by kind, then by whose and which they are; `named` such as `acting=600/minute` replace the usual."""
    given: dict[str, dict[str, str]] = {kind: {} for kind in USUAL}
    for text in named:
        kind, whose, rate = _named(text)
        given[kind][whose] = rate
    return {kind: _rates(told, USUAL[kind]) for kind, told in given.items()}


def _named(text: str) -> tuple[str, str, str]:
    name, equals, rate = (part.strip() for part in text.partition("="))
    kind, at, whose = name.partition("@")
    if not equals or kind not in USUAL or (at and whose != ADDRESS):
        known = ", ".join(USUAL)
        raise ValueError(f"{text!r} is no limit: expected NAME=RATE or NAME@address=RATE, where NAME is one of {known}")
    if rate != OFF:
        parsed(rate)
    return kind, whose or VISITOR, rate


def _rates(told: Mapping[str, str], usual: tuple[str, str]) -> dict[tuple[str, int], Rate]:
    shared = VISITOR in told and ADDRESS not in told
    visitor = told.get(VISITOR, usual[0])
    address = visitor if shared else told.get(ADDRESS, usual[1])
    found: dict[tuple[str, int], Rate] = {}
    for whose, text, times in ((VISITOR, visitor, 1), (ADDRESS, address, SHARE if shared else 1)):
        for at, rate in enumerate(parsed(text) if text != OFF else ()):
            found[whose, at] = Rate(rate.amount * times, rate.seconds)
    return found


def parsed(text: str) -> list[Rate]:
    """What `600/minute` or `30/10 minutes; 200/day` says."""
    found = [RATE.fullmatch(part.strip()) for part in text.split(";")]
    if None in found:
        raise ValueError(f"{text!r} is no rate: expected something like 600/minute, or {OFF}")
    told = [match.groups() for match in found if match]
    return [Rate(int(amount), int(many or 1) * SECONDS[unit]) for amount, many, unit in told]
