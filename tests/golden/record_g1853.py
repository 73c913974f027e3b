"""Record the golden games of 1853 anew: `python -m tests.golden.record_g1853`.

Only for a raised rules version: a golden game that replays differently is otherwise a defect of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

from stellwerk.bots.arena import Series, play_game
from stellwerk.core.choice import Choice
from stellwerk.core.match import Match, Seat, new_header
from tests.golden.recorder import record

FOLDER = Path(__file__).with_name("g1853")

USUAL: dict[str, float] = {
    "pay_out": 6,
    "lay": 6,
    "buy": 4,
    "buy_train": 3,
    "use_token": 3,
    "station": 2,
    "sell": 0.3,
    "pass_track": 0.5,
    "offer_elephant": 0.3,
}
"""How much likelier than once a kind of action is chosen."""

THRIFT = {**USUAL, "pay_out": 40, "sell": 0.1, "pass_trains": 2, "withhold": 0.2}
"""Nearly everything is paid out: prices rise."""


class Table(NamedTuple):
    """Who plays by which options, the seed of the dice, and how likely each kind of action is (None: bots play)."""

    seats: int
    options: Mapping[str, str]
    seed: str
    moods: Mapping[str, float] | None


GAMES = {
    "four-link-their-contracts": Table(4, {}, "golden", None),
    "three-break-the-bank": Table(3, {}, "a", USUAL),
    "four-reach-the-highest-price": Table(4, {"bank_size": "30000"}, "a", THRIFT),
    "six-in-a-short-game": Table(6, {"short_game": "true"}, "a", USUAL),
    "five-by-other-readings": Table(
        5,
        {
            "bond_step": "1",
            "contract_claim": "manual",
            "markers_per_turn": "any",
            "mixed_terrain": "dearest",
            "train_limit_phase5": "3",
            "bank_break_in_stock_round": "one_more_or",
        },
        "a",
        USUAL,
    ),
}


def pick(choices: list[Choice], moods: Mapping[str, float], rng: Random) -> Choice:
    """A kind of action by its weight, then one of its choices."""
    kinds = sorted({choice.kind for choice in choices})
    kind = rng.choices(kinds, [moods.get(kind, 1) for kind in kinds])[0]
    return rng.choice([choice for choice in choices if choice.kind == kind])


def play_out(table: Table) -> Match:
    if table.moods is None:
        match, _ = play_game(Series("1853", ("greedy",) * table.seats, table.seed, 1), 0)
        return match
    match = Match(new_header("1853", [Seat(f"Seat {n + 1}") for n in range(table.seats)], table.options, table.seed))
    rng = Random(table.seed)
    while not match.over:
        choices = list(match.game.choices(match.state))
        match.play(pick(choices, table.moods, rng).sample(rng))
    return match


def played(name: str) -> Match:
    return play_out(GAMES[name])


if __name__ == "__main__":
    record(FOLDER, GAMES, played)
