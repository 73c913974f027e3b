"""Home stations and further ones: where they stand, what they cost, what is kept for others (1853)."""

import pytest

from tests.games.g1853.positions import GAME, India, act, fresh, table
from tests.marks import rule

HOMES = {
    "EIR": {"Calcutta", "Patna"},
    "GIP": {"Allahabad", "Bombay"},
    "NWR": {"Delhi", "Lahore"},
    "BNR": {"Calcutta", "Nagpur"},
    "BBCI": {"Ajmer"},
    "MSM": {"Madras"},
    "SIR": {"Trichinopoly"},
    "ECR": {"Waltair"},
}
"""Table 1 of the book, with a small BBCI."""

PATNA, BENARES, ALLAHABAD, LUCKNOW = "H24", "H22", "H20", "G19"
CALCUTTA, DELHI, LAHORE, BOMBAY, MADRAS = "J28", "F14", "C11", "M9", "R18"


def cities(t: India, company: str) -> set[str]:
    """The names of the cities in which a company has a station."""
    board = t.game.rules.hexmap
    return {board[name].face.stops[0].name for name, stops in t.s.stations.items() if any(company in s for s in stops)}


def small_bbci(seats: int = 4, **options: str) -> India:
    t = table(seats, **options)
    t.mine.small = ("BBCI",)
    return t


def on_the_ganges(**options: str) -> India:
    """EIR in phase 3: standard track from Patna by Benares (two circles) and Allahabad to Lucknow."""
    t = small_bbci(4, **options).phase("3").started("EIR", {0: 30, 1: 20})
    return t.laid(PATNA, "6", 5).laid(BENARES, "14", 0).laid(ALLAHABAD, "6", 2).laid(LUCKNOW, "6", 3)


@rule(GAME, "T1", "3.3.2a", "4.4.1a", "R-24")
@pytest.mark.parametrize("company", HOMES)
def test_homes_of_a_company(company: str) -> None:
    t = small_bbci().cash({company: 0})
    t.game.track.place_all_homes(t.s, company)
    assert cities(t, company) == HOMES[company]
    assert t.s.cash[company] == 0


@rule(GAME, "T1", "2.6.2")
def test_a_large_bbci_has_a_second_home_in_north_bombay() -> None:
    t = table()
    t.mine.large = ("BBCI",)
    t.game.track.place_all_homes(t.s, "BBCI")
    assert cities(t, "BBCI") == {"Ajmer", "Bombay"}
    north = next(end for end in t.game.rules.hexmap[BOMBAY].face.paths if end.b == 6)
    assert north.a == 3, "the station whose track leads north-east"
    assert t.s.stations[BOMBAY][0] == ("BBCI",)


@rule(GAME, "1.tokens.1", "1.charter.1")
def test_every_company_has_three_to_five_markers() -> None:
    t = fresh()
    assert {t.numbers.companies[name].markers for name in HOMES} == {3, 4, 5}
    assert all(t.s.markers[name] == t.numbers.companies[name].markers for name in HOMES)
    assert all(t.numbers.territories[name] for name in HOMES)
    assert all(t.s.cash[name] == 0 and t.s.trains[name] == () for name in HOMES)


@rule(GAME, "4.4.4", "1.charter.3")
def test_the_price_of_further_stations() -> None:
    t = small_bbci()
    for company in HOMES:
        t.game.track.place_all_homes(t.s, company)
    free = ["J8", "O15", "I3", "E7"]
    for company, prices in {"GIP": (40, 100, 100), "SIR": (40, 100, 100), "ECR": (40, 100)}.items():
        for price, name in zip(prices, free, strict=False):
            assert t.game.track.marker_price(t.s, company) == price
            t.game.track.place(t.s, company, name, 0)
        assert t.s.markers[company] == 0


@rule(GAME, "4.4.4", "4.4.5b", "4.4.6")
def test_a_station_that_is_connected_and_paid_for() -> None:
    t = on_the_ganges().cash({"EIR": 100}).operating("EIR", "place_station")
    assert set(t.offers("station")) == {(BENARES, 0), (LUCKNOW, 0)}
    after = t.play(act(0, "station", BENARES, 0))
    assert after.s.cash["EIR"] == 60
    t.refused(act(0, "station", PATNA, 0), "4.4.5b")
    t.refused(act(0, "station", "G17", 0), "4.4.6")


@rule(GAME, "4.4.4")
def test_a_station_that_cannot_be_paid_for() -> None:
    t = on_the_ganges().cash({"EIR": 39}).operating("EIR", "place_station")
    assert not t.may(act(0, "station", BENARES, 0))


@rule(GAME, "4.4.7")
def test_the_home_of_a_company_that_has_not_started_is_kept() -> None:
    """GIP has not started: the only circle of Allahabad is its home."""
    t = on_the_ganges().cash({"EIR": 100}).operating("EIR", "place_station")
    t.refused(act(0, "station", ALLAHABAD, 0), "4.4.7")


@rule(GAME, "4.4.7")
@pytest.mark.parametrize(("name", "stop"), [(LAHORE, 0), (DELHI, 0), (BOMBAY, 1), (CALCUTTA, 0), (CALCUTTA, 1)])
def test_both_homes_are_kept(name: str, stop: int) -> None:
    t = small_bbci()
    face = t.game.rules.hexmap[name].face
    assert not t.board.marks_freely(t.s, "SIR", name, stop, face)


@rule(GAME, "R-41")
def test_north_bombay_is_kept_until_bbci_is_small() -> None:
    t = table()
    face = t.game.rules.hexmap[BOMBAY].face
    assert not t.board.marks_freely(t.s, "MSM", BOMBAY, 0, face)
    t.mine.small = ("BBCI",)
    assert t.board.marks_freely(t.s, "MSM", BOMBAY, 0, face)
    assert not t.board.marks_freely(t.s, "MSM", BOMBAY, 1, face), "the home of GIP"


@rule(GAME, "4.4.5a")
def test_only_free_circles_of_large_cities() -> None:
    t = on_the_ganges().cash({"EIR": 500}).started("ECR", {1: 50}).started("SIR", {2: 50})
    t.station("ECR", BENARES).station("SIR", BENARES).laid("D8", "4", 0).operating("EIR", "place_station")
    t.refused(act(0, "station", BENARES, 0), "4.4.5a")
    t.refused(act(0, "station", "D8", 0), "4.4.5a")


@rule(GAME, "4.4.6")
def test_no_station_behind_a_city_full_of_others() -> None:
    t = on_the_ganges().cash({"EIR": 500}).started("ECR", {1: 50}).started("SIR", {2: 50})
    t.station("ECR", BENARES).station("SIR", BENARES).operating("EIR", "place_station")
    t.refused(act(0, "station", LUCKNOW, 0), "4.4.6")


@rule(GAME, "4.4.5b")
def test_one_station_on_a_hex_with_several_cities() -> None:
    t = on_the_ganges().cash({"EIR": 500}).operating("EIR", "place_station")
    t.refused(act(0, "station", CALCUTTA, 2), "4.4.5b")


@rule(GAME, "R-40")
def test_one_station_in_a_turn() -> None:
    t = on_the_ganges().cash({"EIR": 500}).operating("EIR", "place_station")
    t.play(act(0, "station", BENARES, 0)).refused(act(0, "station", LUCKNOW, 0), "R-40")


@rule(GAME, "R-40")
def test_by_an_option_as_many_stations_as_one_can_pay_for() -> None:
    t = on_the_ganges(markers_per_turn="any").cash({"EIR": 500}).operating("EIR", "place_station")
    after = t.play(act(0, "station", BENARES, 0), act(0, "station", LUCKNOW, 0))
    assert after.s.cash["EIR"] == 500 - 40 - 100


@rule(GAME, "T2.1", "T2.2", "T2.3", "T2.4", "T2.5", "T2.6", "T2.7", "T2.8", "R-04")
@pytest.mark.parametrize(
    ("company", "inside", "outside"),
    [
        ("EIR", ["H24", "H28", "J28", "F14"], ["O15", "I29", "K17"]),
        ("GIP", ["K17", "H20", "M9", "F14", "O15"], ["T16", "H22"]),
        ("NWR", ["C11", "F14", "I3"], ["H24", "J8"]),
        ("BNR", ["K17", "J28", "O15", "R18", "H20"], ["C11", "G19"]),
        ("BBCI", ["H10", "M9", "F14", "K17"], ["H24", "N10"]),
        ("MSM", ["R18", "M9"], ["T16", "L10"]),
        ("SIR", ["T16", "R18"], ["K17", "Q17"]),
        ("ECR", ["N22", "J28", "R18", "K17"], ["M9", "S17"]),
    ],
)
def test_territories_as_the_table_tells_them(company: str, inside: list[str], outside: list[str]) -> None:
    """R-04: the row or column of a city that is named belongs to the territory."""
    track = table().board
    assert [name for name in inside if not track.in_territory(company, name)] == []
    assert [name for name in outside if track.in_territory(company, name)] == []


def beyond_the_border(phase: str, *trains: str) -> India:
    """GIP has track from Allahabad to Benares, which lies east of its territory."""
    t = small_bbci().phase(phase).started("GIP", {0: 50}).cash({"GIP": 500}).trains("GIP", *trains)
    return t.laid(ALLAHABAD, "6", 2).laid(BENARES, "14", 0).operating("GIP", "place_station")


@rule(GAME, "4.4.1b", "1.companies.3")
@pytest.mark.parametrize(("phase", "trains"), [("3", ("3",)), ("4", ("4",)), ("5", ("4",)), ("5", ())])
def test_no_station_outside_the_territory(phase: str, trains: tuple[str, ...]) -> None:
    t = beyond_the_border(phase, *trains)
    assert not t.may(act(0, "station", BENARES, 0))
    assert not t.board.in_territory("GIP", BENARES)


@rule(GAME, "4.4.2a", "R-59")
@pytest.mark.parametrize("train", ["5", "6"])
def test_a_station_outside_the_territory_in_phase_5(train: str) -> None:
    after = beyond_the_border("5", train).play(act(0, "station", BENARES, 0))
    assert after.s.stations[BENARES] == (("GIP",),)
    assert after.mine.to_visit == (BENARES,)


@rule(GAME, "4.4.2b", "R-35")
def test_a_station_outside_the_territory_is_run_to() -> None:
    """Allahabad has track to Benares and, with another tile, to Lucknow: the only train must go to Benares."""
    t = beyond_the_border("5", "5").laid(LUCKNOW, "6", 3)
    after = t.play(act(0, "station", BENARES, 0))
    short = ((ALLAHABAD, 6), (ALLAHABAD, 2), (LUCKNOW, 6))
    after.refused(act(0, "run", (short,), 0), "4.4.2b")
    there = ((ALLAHABAD, 6), (ALLAHABAD, 4), (BENARES, 6))
    after.play(act(0, "run", (there,), 0))


@rule(GAME, "R-59")
def test_only_a_home_station_carries_a_company_outside() -> None:
    """A later marker of GIP in Benares reaches Patna, but no route from a home does: Allahabad has no track."""
    t = small_bbci().phase("5").started("GIP", {0: 50}).cash({"GIP": 500}).trains("GIP", "5")
    t.station("GIP", BENARES).laid(BENARES, "14", 0).laid(PATNA, "6", 5).started("EIR", {1: 50}, homes=False)
    t.laid("G23", "4", 0).operating("GIP", "place_station")
    assert not t.may(act(0, "station", PATNA, 0))
