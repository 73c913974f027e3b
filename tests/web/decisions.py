"""Positions of every kind of decision in the recorded games of 18xx titles."""

import json
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from stellwerk.core.match import Match, Seat
from stellwerk.core.matchfile import parse

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
BESIDE = frozenset({"buy_private", "exchange", "loan", "offer_private", "ask_private", "discard_for"})
"""Kinds of actions that are open beside a step and decide nothing about it."""


class Decision(NamedTuple):
    """A position in which somebody decided so in the step on top of the stack."""

    step: str
    kind: str
    game: str
    ply: int

    @property
    def name(self) -> str:
        return f"{self.step}-{self.kind}"


@cache
def recorded(path: str) -> Match:
    header, log = parse(json.loads((GOLDEN / path).read_text(encoding="utf-8")))
    return Match(header, log, checked=False)


def decisions(folder: str) -> Iterator[Decision]:
    """The last of each step and kind of action in the first game that has it: a board as full as it gets."""
    seen: set[tuple[str, str]] = set()
    for file in sorted((GOLDEN / folder).glob("*.json")):
        if ".expected" in file.name:
            continue
        path = f"{folder}/{file.name}"
        match = recorded(path)
        latest = {(match.at(ply).todo[-1].step, action.kind): ply for ply, action in enumerate(match.log)}
        for (step, kind), ply in latest.items():
            if kind not in BESIDE and (step, kind) not in seen:
                seen.add((step, kind))
                yield Decision(step, kind, path, ply)


def one_of_each_step(found: Iterable[Decision], more: Collection[str] = ()) -> Iterator[Decision]:
    """The first decision of each step, and those that are named."""
    steps: set[str] = set()
    for decision in found:
        if decision.step not in steps or decision.name in more:
            steps.add(decision.step)
            yield decision


def position(decision: Decision) -> Match:
    """The match up to the decision, with people at all seats, so that one visitor holds them."""
    whole = recorded(decision.game)
    return whole.branch(decision.ply, seats=[Seat(chair.name) for chair in whole.header.seats])
