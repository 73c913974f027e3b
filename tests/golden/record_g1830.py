"""Record the golden games of 1830 anew: `python -m tests.golden.record_g1830`.

Only for a raised rules version: a golden game that replays differently is otherwise a defect of the engine.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from stellwerk.core.choice import Choice
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import title
from tests.golden.recorder import record

FOLDER = Path(__file__).with_name("g1830")
OTHERWISE = {
    "information": "open",
    "seating": "free",
    "third_six": "true",
    "diesels": "unlimited",
    "brown_multibuy": "pool_and_bank",
    "upgrade_list": "corrected",
} | {option.id: option.values[1] for option in title("1830").options if option.chapter == "readings"}
OTHERWISE["bankrupt_privates"] = "lost"
GAMES: dict[str, tuple[int, dict[str, str], str]] = {
    "three-break-the-bank": (3, {}, "a"),
    "five-until-a-bankruptcy": (5, {}, "e"),
    "four-by-other-readings": (4, OTHERWISE, "e"),
}
"""By name the seats, the options and the seed of the dice that played."""

EAGER = {"pay_out": 6, "lay": 6, "buy_train": 4, "trade_in": 4, "buy": 6, "par": 2, "station": 3, "run": 1}
RARE = {"offer_private": 0.05, "ask_private": 0.05, "sell": 0.4, "bankrupt": 0.2, "pass_track": 0.5, "withhold": 1}
"""How much likelier than once a kind of action is chosen: enough to let companies grow and trains rust."""


def pick(choices: list[Choice], rng: Random) -> Choice:
    """A kind of action by its weight, then one of its choices."""
    kinds = sorted({choice.kind for choice in choices})
    kind = rng.choices(kinds, [EAGER.get(kind, RARE.get(kind, 1)) for kind in kinds])[0]
    return rng.choice([choice for choice in choices if choice.kind == kind])


def played(name: str) -> Match:
    seats, options, seed = GAMES[name]
    match = Match(new_header("1830", [Seat(f"Seat {n + 1}") for n in range(seats)], options, seed))
    rng = Random(seed)
    while not match.over:
        match.play(pick(list(match.game.choices(match.state)), rng).sample(rng))
    return match


if __name__ == "__main__":
    record(FOLDER, GAMES, played)
