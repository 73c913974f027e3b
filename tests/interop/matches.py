"""Matches at random, played by the reading of 18xx.games."""

from __future__ import annotations

from random import Random
from typing import cast

from stellwerk.core.match import Match, Seat, new_header
from stellwerk.eighteen.state import RailState
from stellwerk.interop.games18xx import Writer, reading

READING = reading("1830")
WEIGHTS = {"pass_turn": 4, "decline": 3, "withhold": 3, "pass_trains": 6, "pass_track": 2, "sell": 1, "bankrupt": 2}
SELDOM = {"ask_private", "exchange"}


def at_random(seed: int, plies: int, **options: str) -> Match:
    """A match by that site's reading, with as many seats as the seed says."""
    rng = Random(seed)
    seats = [Seat(f"Seat {seat}") for seat in range(rng.randint(2, 6))]
    match = Match(new_header("1830", seats, {**READING.options, **options}, seed="x"))
    writer = Writer(match, READING)
    while not match.over and match.ply < plies:
        choices = match.choices()
        weights = {c.kind: 0 if refused(writer, match, c.kind) else weight(c.kind) for c in choices}
        kind = rng.choices(list(weights), list(weights.values()))[0]
        match.play(rng.choice([c for c in choices if c.kind == kind]).sample(rng), checked=False)
    return match


def refused(writer: Writer, match: Match, kind: str) -> bool:
    """What that site would not take: an exchange for which it leaves no moment, a private sold to another player."""
    s = cast("RailState", match.state)
    return (kind == "exchange" and writer.gone_on(s)) or (kind == "accept" and s.offer[0] == "trade")


def weight(kind: str) -> float:
    return 0.2 if kind in SELDOM else WEIGHTS.get(kind, 12)
