"""The tiles that the engine offers are those that a naive reading of 4.1 and 4.2 allows, on boards built at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from stellwerk.eighteen.search import find_reach
from tests.games.g1853.naive_track import FEES, Lay, naive_lays, naive_seconds
from tests.games.g1853.positions import GAME, India, act, table
from tests.games.rail_table import build_at_random
from tests.marks import rule, sample

COMPANIES = ("EIR", "GIP", "NWR", "BNR", "BBCI", "MSM", "SIR", "ECR")
PHASES = ("2", "2", "3", "3", "4", "4", "5", "5")
LAYS = 6
"""Tiles laid in each phase of a board."""


def built(rng: Random, companies: Sequence[str] = COMPANIES) -> India:
    """Companies with their home stations, the fifth large or small; some are poor."""
    t = table(4)
    large = rng.random() < 0.5
    t.mine.large, t.mine.small = (("BBCI",), ()) if large else ((), ("BBCI",))
    for number, company in enumerate(companies):
        t = t.started(company, {number % 4: 50})
    t.mine.plans = {c: "paid" for c in FEES if c in companies and (c != "BBCI" or large)}
    return t.cash({company: rng.choice((0, 60, 900)) for company in companies})


def grow(t: India, rng: Random, phase: str) -> None:
    """Some companies lay a tile or place a station, wherever they get to."""
    track, s = t.game.track, t.s
    s.phase, s.acted = phase, ()
    build_at_random(track, s, s.floated, LAYS, rng)


def offered(t: India) -> set[Lay]:
    found = t.offers("lay")
    assert len(found) == len(set(found))
    return {(name, number, rotation) for name, number, rotation in found}


@rule(GAME, "4.1.6a", "4.1.6b", "4.1.6c", "4.1.6d", "4.1.7a", "4.1.7b", "4.1.9a", "4.1.9b", "4.1.10", "4.1.12a")
@rule(GAME, "4.2.1b", "4.2.2b", "4.2.2c", "4.2.4", "4.2.5a", "4.2.6a", "4.2.6b", "4.2.7", "4.2.9", "4.2.12b", "R-32")
@pytest.mark.parametrize("seed", sample(2, range(12)))
def test_what_may_be_laid_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    t = built(rng)
    for phase in PHASES:
        grow(t, rng, phase)
        for company in rng.sample(COMPANIES, 3):
            on_turn = t.operating(company)
            lays = offered(on_turn)
            assert lays == naive_lays(on_turn, company)
            new = sorted(lay for lay in lays if not t.game.track.replaces(t.s, lay[0]))
            if not new or company not in t.mine.plans:
                continue
            first = rng.choice(new)
            seat = t.game.flow.decides(t.s, company)
            after = on_turn.play(act(seat, "lay", *first))
            assert offered(after) == naive_seconds(after, company, first[0], FEES[company])


@rule(GAME, "4.1.6b", "4.2.8")
@pytest.mark.parametrize("seed", sample(3, range(12)))
def test_what_is_remembered_of_two_networks_is_never_stale(seed: int) -> None:
    rng = Random(seed)
    t = built(rng)
    track, hexmap = t.game.track, t.game.rules.hexmap
    for phase in PHASES:
        grow(t, rng, phase)
        for company in COMPANIES:
            for part in track.reach(t.s, company).networks:
                seen = [face.on_gauges(part.gauges or frozenset()) for face in track.lying(t.s)]
                assert part == find_reach(hexmap, seen, t.s.stations, company)
