"""Which cities are joined and which contracts are fulfilled is what a second reading of 4.3 says."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Final

import pytest

from stellwerk.games.g1853.links import linked
from stellwerk.games.g1853.state import own
from tests.games.g1853.naive_links import joined
from tests.games.g1853.positions import CITY, India, game_for
from tests.games.g1853.test_track_naive import PHASES, built, grow
from tests.games.naive_stations import faces_of
from tests.games.rail_walks import walk
from tests.marks import rule, sample

PLIES: Final = 1500


@rule("1853", "2.5a", "2.5b", "4.3.1a", "4.3.1b", "4.3.1c", "4.3.1d", "R-37")
@pytest.mark.parametrize("seed", sample(3, range(60)))
def test_4_3_which_cities_are_joined_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    t = built(rng)
    for phase in PHASES:
        grow(t, rng, phase)
        faces = faces_of(t)
        groups = {city: joined(faces, city) for city in CITY.values()}
        for one, other in combinations(CITY.values(), 2):
            assert linked(t.game.track, t.s, (one, other)) == (other in groups[one]), (one, other)


@rule("1853", "2.5a", "4.3.1a", "4.3.2a", "R-38")
@pytest.mark.parametrize("seed", sample(3, range(60)))
def test_4_3_2_a_bond_comes_back_with_the_last_city_and_not_before(seed: int) -> None:
    """In games by lot; the owner gets his bond and nothing else with the tile that joins his cities."""
    rng = Random(seed)
    game = game_for(rng.randint(3, 6))
    before, tiles, back = None, None, set[int]()
    for state, _ in walk(game, rng, PLIES):
        s = own(state)
        if s.round == "auction" or not s.stock_rounds:
            continue
        if s.tiles != tiles:
            tiles, faces = s.tiles, faces_of(India(game, s))
            back = {seat for seat, note in enumerate(s.notes) if set(note) <= joined(faces, note[0])}
        assert set(s.fulfilled) == back
        for seat in back.difference(before.fulfilled if before else back):
            assert before is not None
            assert s.cash[f"P{seat}"] - before.cash[f"P{seat}"] == s.bonds[seat]
        before = s
