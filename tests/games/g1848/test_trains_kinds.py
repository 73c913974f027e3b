"""IX: how far each kind of train runs; the Diesel and the Ghan."""

from __future__ import annotations

import pytest

from tests.games.g1848.positions import England, act, table
from tests.games.g1848.ways import GHAN, SOUTH, laid, way
from tests.marks import rule


def runs(company: str, *trains: str, tiles: tuple[tuple[str, str, int], ...] = SOUTH, phase: str = "5") -> England:
    """A company is about to run these trains on this track; seat 0 directs it."""
    t = laid(table(4).phase(phase), *tiles).opened(company, par=100, shares={0: 60}).home(company)
    return t.trains(company, *trains).operating(company, "run_trains")


def run(t: England, *routes: tuple[str, ...]) -> England:
    return t.play(act(0, "run", tuple(way(t, *route) if route else () for route in routes)))


def not_run(t: England, rule_: str, *routes: tuple[str, ...]) -> None:
    t.refused(act(0, "run", tuple(way(t, *route) if route else () for route in routes)), rule_)


@rule("1848", "IX.std.1")
def test_a_standard_train_counts_cities_and_changes_of_gauge() -> None:
    """A 4: three cities and a change; not four and a change, for which a 5 is needed."""
    t = runs("SAR", "4")
    assert run(t, ("G6", "H7", "H9")).s.revenue == 60
    not_run(t, "XI.gen.3", ("F5", "G6", "H7", "H9"))
    assert run(runs("SAR", "5"), ("F5", "G6", "H7", "H9")).s.revenue == 90


@rule("1848", "IX.std.1")
@pytest.mark.parametrize(("train", "cities"), [("2", 2), ("3", 3)])
def test_as_many_cities_as_its_number(train: str, cities: int) -> None:
    line = ("H7", "G6", "F5", "E4")
    t = runs("SAR", train, tiles=(*SOUTH, ("E4", "6", 3)), phase="3")
    assert run(t, line[:cities]).s.revenue == (20, 40, 70, 90)[cities - 1]
    not_run(t, "XI.gen.3", line[: cities + 1])


@rule("1848", "IX.std.1")
def test_red_areas_and_tasmania_count_as_well() -> None:
    """A 2: Port Augusta and Alice Springs, no other city; Melbourne and Tasmania, not Geelong besides."""
    t = runs("CAR", "2", tiles=(("F5", "57", 2), *GHAN), phase="3")
    assert run(t, ("E4", "D5", "C4", "B5", "A4")).s.revenue == 40
    not_run(t, "XI.gen.3", ("F5", "E4", "D5", "C4", "B5", "A4"))
    island = (("H11", "5", 0), ("H9", "57", 1), ("I10", "241", 2))
    t = runs("VR", "2", tiles=island, phase="3")
    assert run(t, ("H11", "I10")).s.revenue == 70
    not_run(t, "XI.gen.3", ("H9", "H11", "I10"))


@rule("1848", "IX.std.2", "R-35")
def test_towns_and_small_harbours_do_not_count() -> None:
    """A 2: two cities, both towns of D3 and the harbour of Port Lincoln: 10 + 20 + 10 + 10 + 20."""
    tiles = (("E2", "6", 3), ("D3", "1", 2), ("C2", "7", 4), ("C4", "7", 0), ("E4", "57", 2))
    t = runs("CAR", "2", tiles=tiles, phase="3")
    assert run(t, ("F3", "E2", "D3.1", "C2", "C4", "D3", "E4")).s.revenue == 70


@rule("1848", "IX.std.3", "IX.plus.2")
@pytest.mark.parametrize("train", ["3", "3+", "D"])
def test_no_train_skips_a_station(train: str) -> None:
    t = runs("SAR", train, phase="7" if train == "D" else "5")
    not_run(t, "XI.gen.4", ("G6", "H7-", "H9"))


@rule("1848", "IX.std.3", "IX.plus.2")
def test_no_train_skips_a_change_of_gauge() -> None:
    """H7 and H9 lie in two states, so a 2 cannot run there. A 4+ makes one change besides its four cities, not two."""
    t = runs("VR", "2", phase="3").station("VR", "H9").settled()
    not_run(t, "XI.gen.3", ("H7", "H9"))
    plus = runs("VR", "4+", tiles=(*SOUTH, ("H13", "8", 1), ("G14", "6", 4)))
    assert run(plus, ("G6", "H7", "H9", "H11")).s.revenue == 80
    not_run(plus, "XI.gen.3", ("H7", "H9", "H11", "H13", "G14"))


@rule("1848", "IX.plus.1", "VIII.gauge.4")
def test_a_plus_train_makes_one_change_besides() -> None:
    """Five cities and a change: a 5+, not a 5."""
    line = ("F5", "G6", "H7", "H9", "H11")
    assert run(runs("SAR", "5+"), line).s.revenue == 110
    not_run(runs("SAR", "5"), "XI.gen.3", line)


@rule("1848", "IX.plus.1")
def test_a_plus_train_has_no_further_city_in_place_of_the_change() -> None:
    t = runs("SAR", "2+", phase="3")
    assert run(t, ("F5", "G6")).s.revenue == 50
    not_run(t, "XI.gen.3", ("F5", "G6", "H7"))


TWELVE = ("E2", "E4", "F5", "G6", "H7", "H9", "H11", "H13", "G14", "G16", "F17", "F15", "E14")
LONG = (
    *SOUTH,
    ("E2", "5", 3),
    ("E4", "6", 5),
    ("H13", "8", 1),
    ("G14", "6", 4),
    ("G16", "6", 1),
    ("F17", "5", 0),
    ("F15", "64", 2),
    ("E14", "5", 5),
)


@rule("1848", "IX.d.2", "R-30")
def test_a_diesel_calls_at_any_number_of_cities() -> None:
    """Twelve of them and two changes of gauge: ten at 20, one at 30, one at 50. An 8 cannot."""
    assert run(runs("SAR", "D", tiles=LONG, phase="7"), TWELVE).s.revenue == 280
    not_run(runs("SAR", "8", tiles=LONG, phase="7"), "XI.gen.3", TWELVE)


@rule("1848", "IX.d.2")
def test_a_diesel_needs_a_city_with_an_own_station() -> None:
    """VR stands in Melbourne only: what ends at Mount Gambier has none of its stations."""
    t = runs("VR", "D", tiles=LONG, phase="7")
    assert run(t, TWELVE).s.revenue == 280
    not_run(t, "XI.gen.2", TWELVE[:5])


# --- the Diesel for sale


def buying(company: str, phase: str, *own: str, treasury: int = 2000, **options: str) -> England:
    t = table(4, **options).phase(phase).opened(company, par=100, shares={0: 60}).home(company)
    t = t.opened("FT", par=80, shares={0: 60}).home("FT").cash({company: treasury})
    return t.trains(company, *own).operating(company, "buy_trains")


@rule("1848", "IX.d.1")
def test_diesels_after_the_second_6() -> None:
    t = buying("SAR", "6", "5")
    for train, price in (("D", 1100), ("8", 800)):
        t.refused(act(0, "buy_train", "bank", train, price), "IX.d.1", train=train)
    after = t.play(act(0, "buy_train", "bank", "6", 600))
    assert after.s.depot["6"] == 0
    sold_out = buying("SAR", "6", "5").depot("6", 0).settled()
    assert sold_out.play(act(0, "buy_train", "bank", "D", 1100)).s.phase == "7"
    assert sold_out.play(act(0, "buy_train", "bank", "8", 800)).s.phase == "7"


@rule("1848", "IX.d.3", "R-31")
@pytest.mark.parametrize("old", ["4", "4+"])
def test_a_4_is_worth_300_for_the_first_diesel(old: str) -> None:
    """With a 4 and a 5 the company is at its limit of two: the 4 goes first, so it may."""
    t = buying("SAR", "6", old, "5", treasury=800).depot("6", 0).settled()
    t.refused(act(0, "buy_train", "bank", "D", 1100), "IX.buy.11", limit=2)
    after = t.play(act(0, "trade_in", old, "D"))
    assert (after.money("SAR"), after.s.trains["SAR"], after.s.phase, after.s.train_pool) == (0, ("5", "D"), "7", ())
    buying("SAR", "6", old, "5", treasury=799).depot("6", 0).settled().refused(
        act(0, "trade_in", old, "D"), "III.misc.2", cost=800, cash=799
    )


@rule("1848", "R-31", "IX.d.3")
def test_only_a_4_only_for_a_diesel_and_only_once() -> None:
    """Two 4s: one is given in, the other is scrapped. No 5, nothing for an 8; afterwards a Diesel costs 1100."""
    t = buying("SAR", "6", "4", "4").depot("6", 0).settled()
    t.refused(act(0, "trade_in", "4", "8"), "IX.d.3")
    t.refused(act(0, "trade_in", "5", "D"), "IX.d.3")
    after = t.play(act(0, "trade_in", "4", "D"))
    assert (after.money("SAR"), after.s.trains["SAR"]) == (1200, ("D",))
    after.refused(act(0, "trade_in", "4", "D"), "IX.d.3")
    assert after.play(act(0, "buy_train", "bank", "D", 1100)).money("SAR") == 100


@rule("1848", "R-31", "IX.d.3")
def test_no_trade_in_after_an_8_or_before_the_diesel() -> None:
    after = buying("SAR", "6", "4").depot("6", 0).settled().play(act(0, "buy_train", "bank", "8", 800))
    assert after.s.trains["SAR"] == ("8",)
    after.refused(act(0, "trade_in", "4", "D"), "IX.d.3")
    early = buying("SAR", "6", "4", "5")
    early.refused(act(0, "trade_in", "4", "D"), "IX.d.1")


# --- the Ghan

ALICE = ("G6", "F5", "E4", "D5", "C4", "B5", "A4")


@rule("1848", "IX.e.1", "X.5.2")
def test_the_ghan_is_on_sale_from_the_first_5_on() -> None:
    t = buying("SAR", "4", "4").depot("4", 0).settled()
    t.refused(act(0, "buy_train", "bank", "2E", 200), "IX.e.1", train="2E")
    after = t.play(act(0, "buy_train", "bank", "5", 500), act(0, "buy_train", "bank", "2E", 200))
    assert (after.money("SAR"), after.s.trains["SAR"]) == (1300, ("4", "5", "2E"))


@rule("1848", "IX.e.2", "IX.e.3")
def test_the_ghan_earns_its_two_ends() -> None:
    """Brown: Adelaide 20 and Alice Springs 40; Port Pirie and Port Augusta on the way count nothing."""
    t = runs("SAR", "2E", tiles=(*SOUTH, *GHAN))
    assert run(t, ALICE).s.revenue == 60
    assert run(t, tuple(reversed(ALICE))).s.revenue == 60


@rule("1848", "IX.e.2")
@pytest.mark.parametrize("route", [("G6", "F5"), ("G6", "H7"), ALICE[1:], ALICE[2:]])
def test_the_ghan_runs_nowhere_else(route: tuple[str, ...]) -> None:
    """Not to another city, and not from one without an own station."""
    not_run(runs("SAR", "2E", tiles=(*SOUTH, *GHAN)), "IX.e.2", route)


@rule("1848", "IX.e.2")
def test_the_ghan_starts_at_any_own_station() -> None:
    t = runs("SAR", "2E", tiles=(*SOUTH, *GHAN)).station("SAR", "F5").settled()
    assert run(t, ALICE[1:]).s.revenue == 70
    assert run(t, ALICE).s.revenue == 60


@rule("1848", "IX.e.3")
def test_the_ghan_passes_no_city_full_of_others() -> None:
    """Port Augusta has one place. CAR's home takes it; with a second place it is open again."""
    t = runs("SAR", "2E", tiles=(*SOUTH, *GHAN)).opened("CAR", par=100, shares={1: 60}).home("CAR").settled()
    not_run(t, "XI.gen.7", ALICE)
    wide = runs("SAR", "2E", tiles=(*SOUTH, *GHAN)).opened("CAR", par=100, shares={1: 60}).home("CAR")
    wide = wide.laid("E4", "15", 2).settled()
    assert run(wide, ALICE).s.revenue == 60


@rule("1848", "R-32", "IX.e.3")
def test_changes_of_gauge_and_towns_mean_nothing_to_the_ghan() -> None:
    """Canberra to Alice Springs over two changes; and over a town of D3."""
    tiles = (*SOUTH, *GHAN, ("H13", "8", 1), ("G14", "6", 4))
    t = runs("FT", "2E", tiles=tiles)
    assert run(t, ("G14", "H13", "H11", "H9", "H7", *ALICE)).s.revenue == 60
    town = (("E4", "15", 2), ("D3", "55", 2), ("C2", "8", 3), ("B3", "9", 0))
    t = runs("SAR", "2E", tiles=(*SOUTH, *town))
    assert run(t, ("G6", "F5", "E4", "D3", "C2", "B3", "A4")).s.revenue == 60


@rule("1848", "R-32")
def test_the_ghan_needs_track_of_its_own_and_adds_to_the_income() -> None:
    t = runs("SAR", "5", "2E", tiles=(*SOUTH, *GHAN))
    assert run(t, ("G6", "H7", "H9"), ALICE).s.revenue == 60 + 60
    not_run(t, "XI.gen.11", ("H7", "G6", "F5"), ALICE)
    assert run(t, ("H7", "G6", "F5"), ()).s.revenue == 70


@rule("1848", "IX.e.4", "IX.gen.1")
def test_the_ghan_does_not_meet_the_duty() -> None:
    t = laid(table(4).phase("5"), *SOUTH).opened("SAR", par=100, shares={0: 60}).home("SAR").cash({"SAR": 600})
    t = t.trains("SAR", "2E").operating("SAR", "buy_trains")
    t.refused(act(0, "pass_trains"), "IX.gen.1", company="SAR")
    assert t.play(act(0, "buy_train", "bank", "5", 500)).may(act(0, "pass_trains"))


@rule("1848", "IX.e.4")
def test_the_ghan_is_no_way_out_of_a_forced_purchase() -> None:
    """200 pay for a 2E, but the duty stays: a 5 on credit."""
    t = laid(table(4).phase("5"), *SOUTH).opened("SAR", par=100, shares={0: 60}, cell=(1, 12)).home("SAR")
    t = t.cash({"SAR": 200}).operating("SAR", "buy_trains").play(act(0, "buy_train", "bank", "2E", 200))
    t.refused(act(0, "pass_trains"), "IX.gen.1", company="SAR")
    assert set(t.offers("buy_train")) == {("bank", "5", 500), ("bank", "5+", 550)}


@rule("1848", "IX.e.5")
def test_the_ghan_is_outside_the_limit() -> None:
    """Two trains and a 2E; with a 2E there is still room for two others."""
    t = buying("SAR", "5", "5", "4")
    t.refused(act(0, "buy_train", "bank", "5", 500), "IX.buy.11", limit=2)
    after = t.play(act(0, "buy_train", "bank", "2E", 200))
    assert after.s.trains["SAR"] == ("5", "4", "2E")
    other = buying("SAR", "5", "4", "2E").play(act(0, "buy_train", "bank", "5", 500))
    assert other.s.trains["SAR"] == ("4", "2E", "5")


@rule("1848", "IX.e.5", "IX.gen.2")
def test_the_ghan_is_never_given_up() -> None:
    """A position in which phase 5 has come early: three 3s and a 2E in a company of two; only a 3 can go."""
    t = table(4).phase("3").failed("QR", 3).opened("VR", par=80, shares={1: 60}, cell=(3, 1)).home("VR")
    t = t.opened("SAR", par=100, shares={0: 60}).home("SAR").trains("SAR", "3", "3+", "3", "2E").operating("VR")
    t = t.play(act(1, "loan"))
    assert t.turn == ("discard_train", "SAR")
    assert set(t.offers("discard")) == {("3",), ("3+",)}


@rule("1848", "IX.e.6")
def test_one_ghan_for_each_company() -> None:
    """Not a second one, not even by the right of P4."""
    t = buying("SAR", "5", "5", "2E").right("P4", 0).settled()
    t.refused(act(0, "buy_train", "bank", "2E", 200), "IX.e.6")
    assert not t.offers("buy_cheaper")
    many = buying("SAR", "5", "5", "2E", ghans="discount").right("P4", 0).settled()
    assert many.play(act(0, "buy_cheaper", "P4", "2E")).s.trains["SAR"] == ("5", "2E", "2E")


@rule("1848", "IX.e.6", "R-01")
def test_there_is_a_ghan_for_everybody() -> None:
    t = buying("SAR", "5", "5", "4").trains("FT", "4", "2E").settled()
    after = t.play(act(0, "buy_train", "bank", "2E", 200))
    assert (after.s.trains["SAR"][-1], after.s.depot["2E"]) == ("2E", -1)


@rule("1848", "IX.e.7")
def test_the_ghan_is_not_traded() -> None:
    """Not even between companies of one director."""
    t = buying("SAR", "5", "5").trains("FT", "4", "2E").settled()
    for price in (1, 200):
        t.refused(act(0, "buy_train", "FT", "2E", price), "IX.e.7")
    assert t.play(act(0, "buy_train", "FT", "4", 1)).s.trains["FT"] == ("2E",)


@rule("1848", "IX.forced.4", "VI.loan.7")
def test_by_an_option_used_trains_are_bought_on_credit() -> None:
    """FT's 3 at its printed price: 50 and two loans."""
    for options, offered in (({}, False), ({"forced_used": "loans"}, True)):
        t = laid(table(4, **options).phase("3"), *SOUTH).opened("SAR", par=100, shares={0: 60}, cell=(1, 9)).home("SAR")
        t = t.opened("FT", par=80, shares={1: 60}).home("FT").trains("FT", "3").cash({"SAR": 50})
        t = t.operating("SAR", "buy_trains")
        assert t.may(act(0, "buy_train", "FT", "3", 200)) == offered
        if offered:
            after = t.play(act(0, "buy_train", "FT", "3", 200), act(1, "accept"))
            assert (after.lent["SAR"], after.money("SAR"), after.money("FT")) == (2, 50, 200)
