"""The tiles that the engine offers are those that a naive reading of 7.2 allows, on boards built at random."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.eighteen.network import find_reach
from tests.games.g1830.naive_track import naive_lays
from tests.games.g1830.positions import Table, table
from tests.marks import rule

COMPANIES = ("PRR", "NYC", "CPR", "B&O", "C&O", "Erie", "NNH", "B&M")
PHASES = ("2", "2", "3", "3", "5", "5", "5")
LAYS = 9
"""Tiles laid in each phase of a board."""


def built(rng: Random) -> Table:
    """Eight companies of four directors, each with its home station."""
    t = table()
    for number, company in enumerate(COMPANIES):
        t = t.opened(company, par=67, shares={number % 4: 60}).home(company)
    for private, owner in (("SV", 0), ("MH", 1), ("CA", "PRR"), ("DH", rng.choice(COMPANIES))):
        t = t.private(private, owner)
    return t.cash({company: rng.choice((0, 90, 500)) for company in COMPANIES})


def grow(t: Table, rng: Random, phase: str) -> None:
    """Some companies lay a tile or place a station."""
    track, s = t.game.track, t.s
    s.phase = phase
    for _ in range(LAYS):
        company = rng.choice(COMPANIES)
        lays = list(track.lays(s, company))
        if lays:
            track.lay(s, *rng.choice(lays))
        spots = list(track.markers(s, company))
        if spots and rng.random() < 0.3:
            track.place(s, company, *rng.choice(spots))


@rule("1830", "7.2a", "7.2b", "7.2f", "7.2g", "7.2h", "7.2.1.1", "7.2.1.2", "7.2.1.4", "7.2.1.5", "7.2.1.6")
@rule("1830", "7.2.1.7", "7.2.1.8", "7.2.2.1", "7.2.2.2", "7.2.2.3", "7.2.2.4", "7.2.2.5", "7.2.2.6", "C-1.4", "7.0h")
@pytest.mark.parametrize("seed", range(4))
def test_7_2_what_may_be_laid_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    t = built(rng)
    for phase in PHASES:
        grow(t, rng, phase)
        for company in rng.sample(COMPANIES, 2):
            offered = [(name, face.number, face.rotation) for name, face in t.game.track.lays(t.s, company)]
            assert len(offered) == len(set(offered))
            assert set(offered) == naive_lays(t, company)


@rule("1830", "7.2.1.1", "7.3.2b", "7.6.2a")
@pytest.mark.parametrize("seed", range(10))
def test_what_is_remembered_of_a_network_is_never_stale(seed: int) -> None:
    """A tile or marker may change what any company reaches; each is asked again only where it could."""
    rng = Random(seed)
    t = built(rng)
    track = t.game.track
    for phase in PHASES:
        grow(t, rng, phase)
        for company in COMPANIES:
            assert track.reach(t.s, company) == find_reach(t.game.rules.hexmap, track.lying(t.s), t.s.stations, company)
