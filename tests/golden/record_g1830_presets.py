"""Record the golden games of the presets of 1830 anew: `python -m tests.golden.record_g1830_presets`.

Only for a raised rules version: a golden game that replays differently is otherwise a defect of the engine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from stellwerk.bots.arena import Series, play_game
from stellwerk.core import matchfile
from stellwerk.core.match import Match
from stellwerk.core.registry import title
from tests.golden.recorder import expected

FOLDER = Path(__file__).with_name("g1830_presets")
EACH = 10
"""So many plies apart the digests are written down: every preset has a game, and they are long."""

G, R = "greedy", "random"
GAMES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "basic-three-take-groups": ("basic", (G, G, R), "golden"),
    "d-four-choose-a-home": ("D", (G, G, R, G), "golden"),
    "g-three-with-one-licence": ("G", (G, G, G), "golden"),
    "r-four-run-plus-trains": ("R", (G, G, G, R), "golden"),
    "b-four-break-the-bank": ("B", (G, G, G, G), "golden"),
    "t-three-reach-the-top-price": ("T", (G, G, G), "golden"),
    "c-three-won-by-73": ("C", (G, R, G), "golden"),
    "td-three-reveal-three-markers": ("T+D", (G, G, R), "golden"),
    "tg-four-buy-two-licences": ("T+G", (G, G, G, G), "golden"),
    "tr-three-until-a-bankruptcy": ("T+R", (G, G, R), "golden"),
    "tb-three-break-the-bank": ("T+B", (G, G, G), "golden"),
    "three-as-on-18xx-games": ("18xx-games", (G, G, R), "golden"),
}
"""By name the preset, the bots and the seed."""


def played(name: str) -> Match:
    preset, bots, seed = GAMES[name]
    return play_game(Series("1830", bots, seed, 1, title("1830").resolve({}, preset)), 0)[0]


def written_down(match: Match) -> dict[str, Any]:
    """The result, and the digests of some positions."""
    data = expected(match)
    return {**data, "digests": data["digests"][::EACH]}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        match = played(name)
        (FOLDER / f"{name}.json").write_text(matchfile.dumps(match), encoding="utf-8")
        text = json.dumps(written_down(match), indent=1)
        (FOLDER / f"{name}.expected.json").write_text(f"{text}\n", encoding="utf-8")
