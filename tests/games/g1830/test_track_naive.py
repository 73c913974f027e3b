"""The tiles that the engine offers are those that a naive reading of 7.2 allows, on boards built at random."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from stellwerk.eighteen.search import find_reach
from tests.games.g1830.naive_track import CLASSIC, PLUS, Book, naive_lays
from tests.games.g1830.positions import Table, table
from tests.games.rail_table import build_at_random
from tests.marks import rule, sample

PLUS_COMPANIES = ("NYC", "CPR", "B&O", "Erie", "NNH", "B&M", "N&W")
"""Companies with a city for their home on the 1830+ side."""

COMPANIES = ("PRR", "NYC", "CPR", "B&O", "C&O", "Erie", "NNH", "B&M")
PHASES = ("2", "2", "3", "3", "5", "5", "5")
LAYS = 9
"""Tiles laid in each phase of a board."""


def built(rng: Random, companies: tuple[str, ...] = COMPANIES, preset: str = "classic", **options: str) -> Table:
    """Companies of four directors, each with its home station."""
    t = table(4, preset, **options)
    for number, company in enumerate(companies):
        t = t.opened(company, par=67, shares={number % 4: 60}).home(company)
    for private, owner in (("SV", 0), ("MH", 1), ("CA", companies[0]), ("DH", rng.choice(companies))):
        t = t.private(private, owner)
    return t.cash({company: rng.choice((0, 90, 500)) for company in companies})


def grow(t: Table, rng: Random, phase: str, lays_: int = LAYS) -> None:
    """Some companies lay a tile or place a station."""
    track, s = t.game.track, t.s
    s.phase = phase
    build_at_random(track, s, s.floated, lays_, rng)


@rule("1830", "7.2a", "7.2b", "7.2f", "7.2g", "7.2h", "7.2.1.1", "7.2.1.2", "7.2.1.4", "7.2.1.5", "7.2.1.6")
@rule("1830", "7.2.1.7", "7.2.1.8", "7.2.2.1", "7.2.2.2", "7.2.2.3", "7.2.2.4", "7.2.2.5", "7.2.2.6", "C-1.4", "7.0h")
@pytest.mark.parametrize("seed", sample(2, range(12)))
def test_7_2_what_may_be_laid_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    t = built(rng)
    for phase in PHASES:
        grow(t, rng, phase)
        for company in rng.sample(COMPANIES, 2):
            offered = [(name, face.number, face.rotation) for name, face in t.game.track.lays(t.s, company)]
            assert len(offered) == len(set(offered))
            assert set(offered) == naive_lays(t, company)


def lay_two_cities(t: Table, rng: Random) -> None:
    """A 59 on Buffalo, where the Erie stands, and one on Toronto: what may replace them is worth looking at."""
    track = t.game.track
    for name in ("E11", "D10"):
        faces = [fit.face for fit in track.fits(t.s, t.game.rules.hexmap.number[name]) if fit.face.number == "59"]
        track.lay(t.s, name, rng.choice(faces))


def compare(t: Table, company: str, book: Book) -> None:
    """What the engine offers is what a naive reading allows, and what it admits one by one as well."""
    offered = [(name, face.number, face.rotation) for name, face in t.game.track.lays(t.s, company)]
    assert len(offered) == len(set(offered))
    assert set(offered) == naive_lays(t, company, book)


@rule("1830", "V-7.6b", "V-7.8b", "7.2.2.3", "7.2.2.4")
@pytest.mark.parametrize("seed", sample(1, range(6)))
@pytest.mark.parametrize(("new_track", "joins"), [(True, False), (True, True), (False, True)])
def test_v_7_6b_and_v_7_8b_what_may_be_laid_by_a_naive_reading(seed: int, new_track: bool, joins: bool) -> None:
    """After a few tiles of some companies another one is asked what it may lay."""
    rng = Random(seed)
    laying, upgrade = "restricted" if new_track else "free", "flexible" if joins else "fixed"
    t = built(rng, tile_laying=laying, oo_upgrade=upgrade)
    book = replace(CLASSIC, new_track=new_track, joins=joins)
    lay_two_cities(t, rng)
    for phase in PHASES:
        for _ in range(LAYS // 3):
            grow(t, rng, phase, 3)
            compare(t, rng.choice(COMPANIES), book)
        compare(t, "Erie", book)


@rule("1830", "S-1.2-7.2b", "R-69", "R-97", "V-7.6b", "V-7.8b")
@pytest.mark.parametrize(
    ("new_track", "preset", "coal"),
    sample(
        4,
        [
            (False, "D", "L8"),
            (True, "G", "J10"),
            (True, "R", "L8"),
            (False, "B", ""),
            (True, "D", "L8"),
            (False, "G", "J10"),
            (False, "R", "L8"),
            (True, "B", ""),
        ],
    ),
)
def test_what_may_be_laid_on_the_1830_plus_side_by_a_naive_reading(new_track: bool, preset: str, coal: str) -> None:
    rng = Random(f"{preset}{new_track}")
    laying = "restricted" if new_track else "free"
    companies = PLUS_COMPANIES if preset != "B" else (*PLUS_COMPANIES, "C&O", "NKP")
    t = built(rng, companies, preset, tile_laying=laying, oo_upgrade="flexible")
    t.s.licences = ("N&W",) if coal else ()
    book = replace(PLUS, new_track=new_track, joins=True, coal=coal)
    for phase in PHASES:
        for _ in range(LAYS // 3):
            grow(t, rng, phase, 3)
            compare(t, rng.choice(companies), book)


@rule("1830", "7.2.1.1", "7.3.2b", "7.6.2a")
@pytest.mark.parametrize("seed", sample(6, range(30)))
def test_what_is_remembered_of_a_network_is_never_stale(seed: int) -> None:
    """A tile or marker may change what any company reaches; each is asked again only where it could."""
    rng = Random(seed)
    t = built(rng)
    track = t.game.track
    for phase in PHASES:
        grow(t, rng, phase)
        for company in COMPANIES:
            assert track.reach(t.s, company) == find_reach(t.game.rules.hexmap, track.lying(t.s), t.s.stations, company)
