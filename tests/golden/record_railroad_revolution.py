"""Record the golden games of Railroad Revolution anew: `python -m tests.golden.record_railroad_revolution`.

Only for a raised rules version: a golden game that replays differently is otherwise a defect of the engine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stellwerk.bots.random import RandomBot
from stellwerk.bots.registry import Bot
from stellwerk.bots.revolution import RevolutionBot
from stellwerk.core.chance import generator
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.games.railroad_revolution.game import TITLE
from tests.golden.recorder import record

FOLDER = Path(__file__).with_name("railroad_revolution")
LOT, PLAN = RandomBot(), RevolutionBot()
GAMES: Final[dict[str, tuple[tuple[Bot, ...], dict[str, str]]]] = {
    "two-by-plan": ((PLAN, PLAN), {}),
    "three-look-through-the-stacks": ((PLAN, LOT, PLAN), {"milestone_choice": "open"}),
    "four-pay-high-gates": ((LOT, PLAN, LOT, PLAN), {"track_costs": "high"}),
    "two-by-both-variants": ((LOT, PLAN), {"milestone_choice": "open", "track_costs": "high"}),
}
"""By lot comes what no plan would do; by plan a game comes far."""


def played(name: str) -> Match:
    bots, options = GAMES[name]
    match = Match(new_header(TITLE.id, [Seat(f"Seat {n + 1}") for n in range(len(bots))], options, name))
    lots = [generator(name, "bot", seat) for seat in range(len(bots))]
    while waiting := match.waiting():
        seat = waiting[0]
        match.play(bots[seat].choose(match.view(seat), lots[seat]))
    return match


if __name__ == "__main__":
    record(FOLDER, GAMES, played)
