"""Upgrades keep to the territory of a company, until phase 5 lets it follow its trains (1853)."""

import pytest

from tests.games.g1853.positions import GAME, India, act, table
from tests.marks import rule

PATNA, BENARES, ALLAHABAD, LUCKNOW = "H24", "H22", "H20", "G19"

UPGRADED = {
    "EIR": ("3", "H24", "O15"),
    "GIP": ("3", "K17", "T16"),
    "NWR": ("3", "C11", "H24"),
    "BNR": ("3", "K17", "C11"),
    "BBCI": ("3", "H10", "H24"),
    "MSM": ("4", "R18", "T16"),
    "SIR": ("3", "T16", "K17"),
    "ECR": ("4", "N22", "M9"),
}
"""By company a phase, a hex that it may upgrade then, and one that lies outside its territory."""


def at_work(company: str, phase: str, *trains: str) -> India:
    """A company with a treasury, about to lay track."""
    t = table().phase(phase)
    t.mine.small = ("BBCI",)
    t.mine.plans = {} if company in ("BBCI", "MSM", "SIR", "ECR") else {company: "later"}
    return t.started(company, {0: 50}).cash({company: 500}).trains(company, *trains)


@rule(GAME, "T2.1", "T2.2", "T2.3", "T2.4", "T2.5", "T2.6", "T2.7", "T2.8", "4.2.2a", "1.companies.3")
@pytest.mark.parametrize("company", UPGRADED)
def test_upgrades_inside_the_territory(company: str) -> None:
    """A station of the company stands on each of the two hexes, so that nothing but the territory tells them apart."""
    phase, inside, outside = UPGRADED[company]
    t = at_work(company, phase)
    for name in (inside, outside):
        if not any(company in markers for markers in t.s.stations.get(name, ())):
            t.station(company, name)
        if not t.numbers.hexmap[name].upgrades:
            face = next(
                fit.face for fit in t.game.track.fits(t.s, t.numbers.hexmap.number[name]) if fit.face.number == "6"
            )
            t.laid(name, "6", face.rotation)
    t.operating(company)
    upgraded = {name for name, *_ in t.offers("lay") if name in (inside, outside)}
    assert upgraded == {inside}


@rule(GAME, "4.2.2a")
def test_yellow_tiles_know_no_territory() -> None:
    t = at_work("GIP", "3").laid(ALLAHABAD, "6", 2).operating("GIP")
    assert BENARES in {name for name, *_ in t.offers("lay")}


def beyond(phase: str, *trains: str) -> India:
    """GIP has track from Allahabad to Benares, which lies outside its territory."""
    return at_work("GIP", phase, *trains).laid(ALLAHABAD, "6", 2).laid(BENARES, "6", 5)


@rule(GAME, "4.2.2a")
@pytest.mark.parametrize(("phase", "trains"), [("3", ("3",)), ("4", ("4",)), ("5", ("4",)), ("5", ("4M",)), ("5", ())])
def test_no_upgrade_outside_without_a_5_or_6(phase: str, trains: tuple[str, ...]) -> None:
    t = beyond(phase, *trains).operating("GIP")
    t.refused(act(0, "lay", BENARES, "14", 4), "4.2.2a", hex=BENARES, company="GIP")


@rule(GAME, "4.2.3a", "R-59", "4.10.5")
@pytest.mark.parametrize("train", ["5", "6"])
def test_an_upgrade_outside_with_a_5_or_6(train: str) -> None:
    after = beyond("5", train).operating("GIP").play(act(0, "lay", BENARES, "14", 4))
    assert after.s.tiles[BENARES] == ("14", 4)
    assert after.mine.to_visit == (BENARES,)


@rule(GAME, "R-59")
def test_inside_its_territory_a_company_needs_no_train() -> None:
    t = beyond("5").operating("GIP")
    assert ALLAHABAD in {name for name, *_ in t.offers("lay")}


@rule(GAME, "4.2.3a", "R-35")
def test_an_upgrade_outside_that_no_train_reaches() -> None:
    """Only metre track leads to Benares, and the 5 needs standard gauge."""
    t = at_work("GIP", "5", "5").laid(ALLAHABAD, "76", 2).laid(BENARES, "76", 5).operating("GIP")
    assert ALLAHABAD in {name for name, *_ in t.offers("lay")}
    t.refused(act(0, "lay", BENARES, "101", 1), "4.2.3a", hex=BENARES, company="GIP")


@rule(GAME, "R-59")
def test_reach_from_a_later_marker_is_not_enough() -> None:
    """GIP stands in Benares too, but Allahabad's track leads elsewhere: no route holds a home and Patna."""
    t = at_work("GIP", "5", "5").laid(ALLAHABAD, "6", 0).station("GIP", BENARES).laid(BENARES, "14", 3)
    t.laid(PATNA, "6", 5).operating("GIP")
    t.refused(act(0, "lay", PATNA, "14", 4), "4.2.3a", hex=PATNA, company="GIP")
