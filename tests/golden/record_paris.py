"""Record the golden games of Paris Connection anew: `python -m tests.golden.record_paris`.

Only for a raised rules version: a golden game that replays differently is otherwise a defect of the engine.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header
from tests.golden.recorder import record

FOLDER = Path(__file__).with_name("paris")
GAMES: dict[str, tuple[int, dict[str, str], str]] = {
    "three-to-marseille": (3, {}, "R28"),
    "four-until-supplies-end": (4, {"start_layout": "fixed"}, ""),
    "six-the-last-begins": (6, {"start_player": "6"}, ""),
}


def played(name: str) -> Match:
    """A random game; with a goal, lines go south rather than anywhere else."""
    seats, options, goal = GAMES[name]
    match = Match(new_header("paris-connection", [Seat(f"Seat {n + 1}") for n in range(seats)], options, name))
    rng = Random(name)

    def south(action: Action) -> tuple[bool, str]:
        return goal in action.args, action.args[1] if action.kind == "place" else ""

    while not match.over:
        actions = [action for choice in match.game.choices(match.state) for action in choice.actions()]
        sample = rng.sample(actions, min(8 if goal else 1, len(actions)))
        match.play(max(sample, key=south))
    return match


if __name__ == "__main__":
    record(FOLDER, GAMES, played)
