"""The tiles that the engine offers are those that a naive reading of VIII allows, on boards built at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from stellwerk.eighteen.search import find_reach
from tests.games.g1848.naive_track import naive_lays
from tests.games.g1848.positions import England, table
from tests.games.rail_table import build_at_random
from tests.marks import rule, sample

COMPANIES = ("CAR", "FT", "NSW", "QR", "SAR", "VR", "WA")
PHASES = ("2", "3", "3", "5", "5", "7", "7")
LAYS = 8
"""Tiles laid in each phase of a board."""


def built(rng: Random, companies: Sequence[str] = COMPANIES) -> England:
    """Companies of four directors, each with its home station."""
    t = table()
    for number, company in enumerate(companies):
        t = t.opened(company, par=100, shares={number % 4: 60}).home(company)
    return t.cash({company: rng.choice((0, 45, 500)) for company in companies})


def grow(t: England, rng: Random, phase: str) -> None:
    """Some companies lay a tile or place a station; in the third phase or later Tasmania appears."""
    track, s = t.game.track, t.s
    s.phase = phase
    if phase == "5" and s.supply["241"]:
        track.lay(s, *rng.choice(list(track.own_tiles(s, "P3"))))
    build_at_random(track, s, s.floated, LAYS, rng)


@rule("1848", "VIII.track.1", "VIII.track.4", "VIII.track.6", "VIII.track.7", "VIII.track.8", "VIII.track.9")
@rule("1848", "VIII.track.10", "VIII.track.11", "VIII.track.12", "VIII.track.13", "VIII.track.14", "VIII.track.15")
@rule("1848", "VIII.upgrade.1", "VIII.upgrade.2", "VIII.upgrade.3", "VIII.upgrade.4", "VIII.upgrade.6", "R-51")
@pytest.mark.parametrize("seed", sample(3, range(12)))
def test_what_may_be_laid_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    t = built(rng)
    for phase in PHASES:
        grow(t, rng, phase)
        company = rng.choice(COMPANIES)
        for used in ((), ("track",)):
            t.s.done_this_turn = used
            offered = [(name, face.number, face.rotation) for name, face in t.game.track.lays(t.s, company)]
            assert len(offered) == len(set(offered))
            assert set(offered) == naive_lays(t, company, second=bool(used))
        t.s.done_this_turn = ()


@rule("1848", "VIII.track.4", "VIII.token.10")
@pytest.mark.parametrize("seed", sample(5, range(20)))
def test_what_is_remembered_of_a_network_is_never_stale(seed: int) -> None:
    """A tile or marker may change what any company reaches; each is asked again only where it could."""
    rng = Random(seed)
    t = built(rng)
    track = t.game.track
    for phase in PHASES:
        grow(t, rng, phase)
        for company in COMPANIES:
            assert track.reach(t.s, company) == find_reach(t.game.rules.hexmap, track.lying(t.s), t.s.stations, company)
