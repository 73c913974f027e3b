"""Record the golden games of 1848 anew: `python -m tests.golden.record_g1848`.

Only for a raised rules version: a golden game that replays differently is otherwise a defect of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

from stellwerk.core.choice import Choice
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1848.game import TITLE
from tests.golden.recorder import record

FOLDER = Path(__file__).with_name("g1848")
OTHERWISE = {option.id: next(v for v in option.values if v != option.default) for option in TITLE.options}

USUAL: dict[str, float] = {
    "pay_out": 6,
    "lay": 6,
    "lay_private": 6,
    "buy_train": 4,
    "trade_in": 4,
    "buy_cheaper": 4,
    "buy": 6,
    "par": 2,
    "station": 3,
    "sell": 0.2,
    "pass_track": 0.5,
    "loan": 0.1,
    "lower": 0.3,
    "buy_private": 0.5,
}
"""How much likelier than once a kind of action is chosen."""

TRAINS = {**USUAL, "buy_train": 8, "withhold": 3, "pass_trains": 0.5}
"""Trains are bought until the last kind is out."""

THRIFT = {**USUAL, "loan": 0, "sell": 0, "withhold": 0.6, "buy_train": 3, "par": 0.4, "lay": 12, "station": 1}
"""Few companies with much track, and no loans of their own will: prices rise."""

DEBT = {**THRIFT, "loan": 20, "par": 1, "buy_train": 2, "withhold": 0}
"""A loan whenever a company can bear it."""

ANYHOW = {"sell": 0.3}
"""Everything as likely as anything else, which ends badly for most companies."""

SAFE = 5
"""No company takes a loan of its own will left of this column of the market, or in it."""


class Table(NamedTuple):
    """Who plays by which options, the seed of the dice, and how likely each kind of action is."""

    seats: int
    options: Mapping[str, str]
    seed: str
    moods: Mapping[str, float]


GAMES = {
    "three-break-the-bank": Table(3, {}, "t", TRAINS),
    "four-reach-the-highest-price": Table(4, {}, "c", THRIFT),
    "six-take-too-many-loans": Table(6, {}, "a", DEBT),
    "five-ruin-their-companies": Table(5, {}, "i", ANYHOW),
    "four-by-other-readings": Table(4, OTHERWISE, "g", TRAINS),
}


def pick(choices: list[Choice], s: RailState, moods: Mapping[str, float], rng: Random) -> Choice:
    """A kind of action by its weight, then one of its choices; loans only where a company can bear them."""
    kinds = sorted({choice.kind for choice in choices})
    weights = [0 if kind == "loan" and len(kinds) > 1 and not bears(s) else moods.get(kind, 1) for kind in kinds]
    kind = rng.choices(kinds, weights if any(weights) else None)[0]
    return rng.choice([choice for choice in choices if choice.kind == kind])


def bears(s: RailState) -> bool:
    return s.cell[s.acted[-1]][1] > SAFE


def play_out(table: Table) -> Match:
    match = Match(new_header("1848", [Seat(f"Seat {n + 1}") for n in range(table.seats)], table.options, table.seed))
    rng = Random(table.seed)
    while not match.over:
        choices = list(match.game.choices(match.state))
        match.play(pick(choices, match.state, table.moods, rng).sample(rng))
    return match


def played(name: str) -> Match:
    return play_out(GAMES[name])


if __name__ == "__main__":
    record(FOLDER, GAMES, played)
