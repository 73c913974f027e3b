"""XI: harbours, Tasmania, red areas, what a run brings and who gets it; having a route."""

from __future__ import annotations

import pytest

from tests.games.g1848.lines import ALICE, SOUTH, TO_A4, TO_A6, WEST, beside, earns, on_turn, run, running
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

PORT = (("E4", "57", 1), ("E2", "5", 4))
"""Port Augusta - Whyalla - the small harbour of F3."""

TO_PORT = [("E4", 6), ("E4", 1), ("E2", 6), ("E2", 5), ("F3", 6)]
TASMANIA = (("I10", "241", 1), ("H11", "5", 0), ("H9", "57", 1))
"""Tasmania - Melbourne - Geelong."""

TO_TASMANIA = [("H9", 6), ("H9", 4), ("H11", 6), ("H11", 0), ("I10", 6)]


@rule("1848", "XI.harbour.1", "R-35")
def test_harbour_1_small_harbours_take_no_range() -> None:
    assert earns(running("CAR", PORT, "2"), TO_PORT) == 20 + 20 + 10
    to_b21 = [("B19", 6), ("B19", 5), ("C20", 6), ("C20", 3), ("B21", 6)]
    assert earns(running("QR", (("B19", "5", 5), ("C20", "5", 2)), "2"), to_b21) == 20 + 20 + 10


@rule("1848", "XI.harbour.2")
def test_harbour_2_tasmania_takes_range() -> None:
    running("VR", TASMANIA, "2").refused(run(TO_TASMANIA), "XI.gen.3", stops=3, range=2)
    assert earns(running("VR", TASMANIA, "3", phase="3"), TO_TASMANIA) == 20 + 20 + 50
    assert earns(running("VR", TASMANIA, "2"), TO_TASMANIA[2:]) == 20 + 50


@rule("1848", "XI.harbour.3")
def test_harbour_3_only_who_has_p3_lays_tasmania() -> None:
    """P3 belongs to the company, to its director, and to somebody else."""
    lay = act(0, "lay_private", "P3", "I10", "241", 1)
    t = on_turn("VR", SOUTH, phase="3")
    assert t.private("P3", "VR").settled().play(lay).s.tiles["I10"] == ("241", 1)
    t = on_turn("VR", SOUTH, phase="3").private("P3", 0).settled()
    assert t.play(lay).s.tiles["I10"] == ("241", 1)
    t = on_turn("VR", SOUTH, phase="3").private("P3", 1).settled()
    t.refused(lay, "V.gen.5", private="P3")
    t.refused(act(0, "lay", "I10", "241", 1), "XI.harbour.3")
    assert not t.offers("lay", "I10")


@rule("1848", "XI.harbour.4")
def test_harbour_4_from_a_city_to_a_harbour() -> None:
    t = running("CAR", PORT, "2").station("CAR", "E2").operating("CAR", "run_trains")
    assert earns(t, TO_PORT[2:]) == 20 + 10


@rule("1848", "XI.harbour.4", "XI.gen.2")
def test_harbour_4_but_a_marker_must_stand_there() -> None:
    running("CAR", PORT, "2").refused(run(TO_PORT[2:]), "XI.gen.2")


@rule("1848", "R-50", "XI.gen.7")
def test_r_50_no_route_goes_through_perth_not_even_of_wa() -> None:
    tiles = (*WEST, ("D3", "55", 0))
    t = running("WA", tiles, "4", phase="4")
    t.refused(run([("E2", 6), ("E2", 2), ("D1", 6), ("D1", 4), ("D3", 7)]), "XI.gen.7", hex="D1")
    assert earns(t, [("E4", 6), ("E4", 1), ("E2", 6), ("E2", 2), ("D1", 6)]) == 20 + 20 + 40
    assert earns(t, [("D1", 6), ("D1", 4), ("D3", 7)]) == 40 + 10


@rule("1848", "R-50")
def test_r_50_nor_through_tasmania() -> None:
    """Mount Gambier - Tasmania - Geelong, where Geelong is VR's."""
    tiles = (("I8", "241", 1), ("H7", "6", 3), ("H9", "6", 4), ("H11", "57", 1))
    t = on_turn("VR", tiles, "5", phase="5").station("VR", "H9").operating("VR", "run_trains")
    t.refused(run([("H7", 6), ("H7", 5), ("I8", 6), ("I8", 3), ("H9", 6)]), "XI.gen.7", hex="I8")
    assert earns(t, [("H11", 6), ("H11", 1), ("H9", 6), ("H9", 0), ("I8", 6)]) == 20 + 20 + 50


NORTH = (("B19", "238", 5), ("C18", "55", 0), ("C20", "15", 0))
"""Brisbane (green with K, 40), both towns of C18, Southport (green, 30) with the small harbour."""

EIGHTY = [("C18", 6), ("C18", 3), ("B19", 6), ("B19", 5), ("C20", 6)]
FIFTY = [("C18", 7), ("C18", 4), ("C20", 6), ("C20", 3), ("B21", 6)]


def north() -> England:
    """QR has stations in Brisbane and Southport; seat 0 holds 40% of it, seat 1 30%, and nobody has money."""
    t = running("QR", NORTH, "2", "2", phase="3").station("QR", "C20")
    t.s.shares["QR"] = ((20, 10, 10), (10, 10, 10), (), (), (10, 10, 10), ())
    return t.cash({"QR": 0, 0: 0, 1: 0}).operating("QR", "run_trains")


@rule("1848", "XI.calc.1", "XI.calc.2")
def test_calc_1_a_train_earns_what_it_calls_at_and_a_company_what_its_trains_earn() -> None:
    assert earns(north(), EIGHTY, []) == 10 + 40 + 30
    assert earns(north(), [], FIFTY) == 10 + 30 + 10
    assert earns(north(), EIGHTY, FIFTY) == 130


@rule("1848", "XI.calc.3", "XI.calc.5")
def test_calc_3_the_bank_pays_what_is_kept_and_each_player_his_part() -> None:
    t = north().play(run(EIGHTY, FIFTY))
    bank = t.money("bank")
    kept = t.play(act(0, "withhold"))
    assert (kept.money("QR"), kept.money("bank"), kept.money(1)) == (130, bank - 130, 0)
    paid = t.play(act(0, "pay_out"))
    assert (paid.money(0), paid.money(1), paid.money("QR")) == (52, 39, 0)
    assert paid.money("bank") == bank - 52 - 39


def dividend(revenue: int) -> England:
    """VR has run for so much; seat 0 holds 40% of it, seat 1 30%, and nobody has money."""
    t = table(4).phase("3").opened("VR", par=80, shares={0: 40, 1: 30}).laid("H11", "57", 1).home("VR")
    t.cash({"VR": 0, 0: 0, 1: 0}).trains("VR", "2")
    t.s.revenue = revenue
    return t.operating("VR", "pay_dividend")


@rule("1848", "XI.calc.4")
def test_calc_4_all_is_paid_out_or_all_is_kept() -> None:
    t = dividend(130)
    assert {choice.kind for choice in t.choices()} >= {"pay_out", "withhold"}
    t.refused(act(0, "pay_out", 65), "XI.calc.4")
    t.refused(act(0, "withhold", 65), "XI.calc.4")
    t.refused(act(1, "pay_out"), "VII.1.3")


PHASES = ("2", "3", "5", "7")


@rule("1848", "XI.calc.6")
@pytest.mark.parametrize(("phase", "worth"), list(zip(PHASES, (10, 20, 40, 60), strict=True)))
def test_calc_6_alice_springs_by_phase(phase: str, worth: int) -> None:
    assert earns(running("CAR", ALICE, "5", phase=phase), TO_A6) == 20 + worth


@rule("1848", "XI.calc.6")
@pytest.mark.parametrize(("phase", "worth"), list(zip(PHASES, (10, 20, 30, 40), strict=True)))
def test_calc_6_cairns_by_phase(phase: str, worth: int) -> None:
    t = running("QR", (("B19", "57", 2),), "5", phase=phase)
    assert earns(t, [("A18", 6), ("A18", 5), ("B19", 6)]) == worth + 20


@rule("1848", "XI.calc.6")
@pytest.mark.parametrize(("phase", "worth"), list(zip(PHASES, (20, 40, 60, 80), strict=True)))
def test_calc_6_perth_by_phase(phase: str, worth: int) -> None:
    assert earns(running("WA", WEST, "5", phase=phase), [("D1", 6), ("D1", 5), ("E2", 6)]) == worth + 20


@rule("1848", "XI.calc.6")
@pytest.mark.parametrize(("phase", "worth"), list(zip(PHASES, (10, 10, 20, 20), strict=True)))
def test_calc_6_small_harbours_by_phase(phase: str, worth: int) -> None:
    assert earns(running("CAR", PORT, "5", phase=phase), TO_PORT) == 20 + 20 + worth


@rule("1848", "XI.calc.6")
@pytest.mark.parametrize("phase", PHASES)
def test_calc_6_tasmania_is_worth_50_in_all_phases(phase: str) -> None:
    assert earns(running("VR", TASMANIA, "5", phase=phase), TO_TASMANIA[2:]) == 20 + 50


# -- the Ghan


@rule("1848", "IX.e.2", "IX.e.3")
def test_the_ghan_runs_from_an_own_station_to_alice_springs() -> None:
    """The town on the way is passed over and pays nothing."""
    t = running("CAR", ALICE, "5", "2E", phase="5")
    assert earns(t, [], TO_A4) == 20 + 40
    assert earns(t, TO_A4, TO_A6) == (20 + 10 + 40) + (20 + 40)
    t.refused(run([], [("E4", 6), ("E4", 2), ("D3", 6)]), "IX.e.2", train="2E")
    t.refused(run(TO_A6, TO_A6), "XI.gen.11", train="2E", other="5")


@rule("1848", "IX.e.3")
def test_the_ghan_does_not_pass_a_full_city() -> None:
    """From Whyalla by Port Augusta; once FT fills it, nothing goes through."""
    tiles = (("E4", "15", 1), ("E2", "6", 2), *ALICE[1:])
    route = [("E2", 6), ("E2", 4), ("E4", 6), ("E4", 3), *TO_A6[2:]]
    t = on_turn("WA", tiles, "5", "2E", phase="5").station("WA", "E2").operating("WA", "run_trains")
    assert earns(t, [], route) == 20 + 40
    once = beside(t, "CAR")
    assert earns(once, [], route) == 20 + 40
    full = once.opened("FT", par=90, shares={2: 60}).home("FT").station("FT", "E4").operating("WA", "run_trains")
    full.refused(run([], route), "XI.gen.7", hex="E4", train="2E")


# -- having a route


@rule("1848", "R-28")
def test_r_28_a_home_linked_to_a_town_is_a_route() -> None:
    """Brisbane with a town of C18 behind it: QR must have a train at the end of its turn."""
    t = on_turn("QR", (("B19", "5", 0), ("C18", "55", 0)), step="buy_trains", cash=120)
    t.refused(act(0, "pass_trains"), "IX.gen.1", company="QR")
    alone = on_turn("QR", (("B19", "5", 0),), step="buy_trains", cash=120)
    assert alone.may(act(0, "pass_trains"))
    plain = on_turn("QR", (("B19", "5", 0), ("C18", "55", 1)), step="buy_trains", cash=120)
    assert plain.may(act(0, "pass_trains"))
