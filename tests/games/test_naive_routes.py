"""The best runs of games by lot, with the trains that companies own, are those of brute force in all three titles."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random
from typing import Final

import pytest

from stellwerk.core.errors import Clash
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.runs import Runs
from tests.eighteen.routes.naive import all_ways, best_of_all, best_revenue
from tests.games.g1830 import positions as g1830
from tests.games.g1848 import positions as g1848
from tests.games.g1853 import positions as g1853
from tests.games.rail_walks import walk
from tests.marks import rule, sample

PLIES: Final = 1500
MOST_WAYS: Final = 300
MOST_SETS: Final = 20_000
"""Brute force tries no more sets of ways than that."""

PRESETS: Final = ("classic", "basic", "D", "G", "R", "B", "T", "T+B")
VARIANTS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"plus_trains": "true"},
    {"delayed_scrapping": "true"},
    {"tile_laying": "restricted"},
)


def by_lot(title: str, rng: Random) -> RailGame:
    if title == "1848":
        return g1848.game_for(rng.randint(3, 6), k_bonus=rng.choice(("true", "false")))
    if title == "1853":
        return g1853.game_for(rng.randint(3, 6))
    preset, variant = rng.choice(PRESETS), rng.choice(VARIANTS)
    with suppress(Clash):
        return g1830.game_for(4, preset, **variant)
    return g1830.game_for(4, preset)


def compare(runs: Runs) -> bool:
    """Hold the best run against brute force; False where there are too many ways for that."""
    where, trains = runs.position, list(runs.trains)
    ways = all_ways(where, MOST_WAYS)
    if ways is None or len(ways) ** len(trains) > MOST_SETS:
        return False
    best, plain = runs.best(), runs.best(with_mail=False)
    if not runs.mail:
        assert best.revenue == best_revenue(where, trains, ways)
        return True
    allowed = [best_of_all(where, trains, ways, mail=mail) or 0 for mail in (True, False)]
    assert [best.revenue + best.post, plain.revenue] == allowed
    return True


@rule("1830", "7.4b", "7.5c")
@rule("1848", "XI.gen.3", "XI.gen.11", "XI.calc.1", "XI.calc.2")
@rule("1853", "4.5.3", "4.5.4a", "4.5.4b", "4.5.4c", "4.6.1", "4.6.2", "R-44")
@pytest.mark.parametrize(("title", "seed"), sample(5, product(("1830", "1848", "1853"), range(80))))
def test_best_runs_of_games_by_lot_are_those_of_brute_force(title: str, seed: int) -> None:
    rng = Random(f"{title} {seed}")
    game, seen = by_lot(title, rng), set[str]()
    for s, _ in walk(game, rng, PLIES):
        if s.todo[-1].step != "run_trains":
            continue
        runs = next(choice.args[0] for choice in game.choices(s) if choice.kind == "run")
        assert isinstance(runs, Runs)
        board = f"{runs.company} {s.tiles} {s.stations} {s.phase} {runs.trains}"
        if board not in seen:
            seen.add(board)
            compare(runs)
