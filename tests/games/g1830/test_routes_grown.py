"""On boards of the 1830+ side, with all that its scenarios have, best runs are those of brute force."""

import pytest

from stellwerk.eighteen.routes import best_run, check_run, has_route
from stellwerk.eighteen.trains import Train, halved
from tests.eighteen.routes.naive import all_ways, best_revenue, earns
from tests.games.g1830.grown import grown, position
from tests.marks import rule, sample

FLEETS = {"D": ("2", "3 3", "7"), "R": ("2+2", "3+3 2", "5+5"), "B": ("2+2", "3 3+3", "D"), "G": ("3", "2 2")}
ANY_RANGE = Train("any", 0, None, None)


@rule("1830", "V-7.4b", "V-7.9b", "S-4.2-7.2b", "S-4.2-7.5", "S-1.2-7.2b", "R-69", "R-110")
@pytest.mark.parametrize("preset", FLEETS)
@pytest.mark.parametrize("seed", sample(3, range(12)))
def test_brute_force_on_young_boards(preset: str, seed: int) -> None:
    game, s = grown(preset, seed, 30)
    compared = 0
    for company in game.rules.companies:
        where = position(game, s, company)
        ways = all_ways(where, 150)
        if ways is None:
            continue
        expected = any(earns(where, ANY_RANGE, way) is not None for way in ways)
        assert has_route(where) == game.track.reach(s, company).route == expected, company
        for fleet in FLEETS[preset]:
            trains = [game.rules.trains[name] for name in fleet.split()]
            for now in (trains, [halved(train) for train in trains]):
                run = best_run(where, now)
                assert run.revenue == best_revenue(where, now, ways), (company, fleet)
                assert check_run(where, now, run.routes) == run.revenue
                compared += bool(run.revenue)
    assert compared
