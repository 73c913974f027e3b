"""How good the homes of companies are, before any track is laid: what lies around them, by how far it is."""

from __future__ import annotations

from statistics import fmean
from typing import Final
from weakref import WeakKeyDictionary

from stellwerk.bots.rail_survey import Survey
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.tiles import EDGES

NEARNESS: Final = 0.7
"""So much of what a place is worth to a company is left with each tile between them."""

DEAR: Final = 80
"""What ground costs that counts for one more tile."""

LOW, HIGH = 0.5, 1.4
"""No company is taken to be worse or better than this beside the mean of all."""

_known: WeakKeyDictionary[RailGame, dict[str, float]] = WeakKeyDictionary()


def potentials(game: RailGame) -> dict[str, float]:
    """By company how good its homes look; the mean is 1. Found out once for each game."""
    found = _known.get(game)
    if found is None:
        found = _known[game] = _rate(game)
    return found


def _rate(game: RailGame) -> dict[str, float]:
    board = game.rules.hexmap
    survey = Survey(
        board, [hex_.face for hex_ in board.hexes], [1 + hex_.cost / DEAR for hex_ in board.hexes], replaces=False
    )
    worth = {company: _around(game, survey, company) for company in game.rules.railroads}
    mean = fmean(worth.values()) if worth else 0.0
    if not mean:
        return dict.fromkeys(worth, 1.0)
    return {company: min(HIGH, max(LOW, (value / mean) ** 0.5)) for company, value in worth.items()}


def _around(game: RailGame, survey: Survey, company: str) -> float:
    """What the stops around its best home are worth, the later value of each counting too."""
    board, best = game.rules.hexmap, 0.0
    for home in (*game.rules.companies[company].homes, *game.rules.companies[company].more_homes):
        here = board[home]
        edges = [edge for edge in EDGES if not here.face.paths or here.face.exits >> edge & 1]
        far = survey.from_points([(here.number, edge) for edge in edges])
        total = 0.0
        for hex_, distance in far.items():
            stops = board.hexes[hex_].face.stops
            value = max(
                ((stop.worth(0) + stop.worth(1)) / 2 or (20 if stop.kind == "city" else 10) for stop in stops),
                default=0,
            )
            total += float(NEARNESS**distance) * value
        best = max(best, total)
    return best
