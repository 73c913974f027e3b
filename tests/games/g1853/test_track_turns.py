"""4.1: how many tiles a company lays in its turn, its plan for second ones, premiums, and ways that stay apart."""

from __future__ import annotations

import pytest

from tests.games.g1853.building import ALLAHABAD, BENARES, LAHORE, PATNA, TO_HYDERABAD, Tile, lay, on_turn
from tests.games.g1853.positions import GAME, India, act
from tests.marks import rule

FROM_CALCUTTA: tuple[Tile, ...] = (("I27", "58", 5), ("I25", "9", 1), ("I23", "58", 2))
"""Standard track from Calcutta west and up to Benares."""


@rule(GAME, "4.1.1")
def test_4_1_1_nothing_need_be_laid() -> None:
    assert on_turn("EIR").play(act(0, "pass_track")).turn[0] != "lay_track"


@rule(GAME, "4.1.2", "1.companies.2")
@pytest.mark.parametrize("phase", ["2", "3", "5"])
def test_4_1_2_a_small_company_lays_one_tile(phase: str) -> None:
    for company, first, second in (
        ("ECR", ("M21", "9", 2), ("M23", "9", 0)),
        ("MSM", ("Q17", "9", 2), ("P16", "9", 2)),
        ("BBCI", ("H10", "6", 0), ("I9", "4", 0)),
    ):
        t = on_turn(company, phase=phase).play(lay(*first))
        assert t.turn[0] != "lay_track"
        t.refused(lay(*second), "4.1.2")


@rule(GAME, "4.1.2", "1.companies.2", "4.1.3b")
def test_4_1_2_a_large_company_lays_two() -> None:
    """EIR pays 50 for the right to a second tile; the rivers of Patna cost 60."""
    t = on_turn("EIR", plan="paid").play(lay("I27", "4", 2))
    assert t.money("EIR") == 1000
    after = t.play(lay(PATNA, "6", 0))
    assert after.money("EIR") == 1000 - 60 - 50
    assert after.turn[0] != "lay_track"
    after.refused(lay("H22", "6", 0), "4.1.2")


@rule(GAME, "4.1.3a", "R-29")
@pytest.mark.parametrize("plan", ["later", "paid"])
def test_4_1_3a_the_plan_is_chosen_once(plan: str) -> None:
    t = on_turn("GIP", plan="", step="choose_plan")
    assert set(t.offers("plan", seat=0)) == {("later",), ("paid",)}
    t.refused(lay(ALLAHABAD, "6", 0), "4.1.3a", company="GIP")
    t.refused(act(0, "pass_track"), "4.1.3a")
    after = t.play(act(0, "plan", plan))
    assert after.turn == ("lay_track", "GIP")
    assert after.mine.plans == {"GIP": plan}
    after.refused(act(0, "plan", "later"), "R-29", company="GIP")
    assert on_turn("GIP", plan=plan, step="choose_plan").turn[0] == "lay_track"


@rule(GAME, "4.1.3a")
def test_4_1_3a_small_companies_have_no_plan() -> None:
    assert on_turn("ECR", step="choose_plan").turn[0] == "lay_track"
    assert on_turn("BBCI", step="choose_plan").turn[0] == "lay_track"
    assert on_turn("BBCI", step="choose_plan", large=True, plan="").turn[0] == "choose_plan"


@rule(GAME, "R-29", "3.4.1")
def test_r_29_a_manager_chooses_too() -> None:
    """Nobody directs NWR; seat 2 holds shares of it and manages it."""
    t = on_turn("NWR", plan="", step="choose_plan")
    held = t.s.shares["NWR"]
    del t.s.director["NWR"]
    t.s.shares["NWR"] = ((), (), (10, 10, 10, 10), (), (10, 10, 10, 10), (20,))
    assert len(held) == len(t.s.shares["NWR"])
    t.mine.held_since = {"NWR": (0, 0, 1, 0)}
    assert {choice.seat for choice in t.choices()} == {2}
    s = t.game.play(t.s, act(2, "plan", "paid"))
    assert type(t)(t.game, s).mine.plans == {"NWR": "paid"}


@rule(GAME, "4.1.3b")
@pytest.mark.parametrize(("company", "first", "second", "fee", "ground"), [
    ("EIR", ("I27", "4", 2), (PATNA, "76", 0), 50, 40),
    ("GIP", ("N10", "4", 2), (ALLAHABAD, "76", 0), 20, 140 + 40),
    ("NWR", ("E13", "4", 2), (LAHORE, "6", 0), 20, 0),
    ("BNR", ("K27", "9", 0), ("K17", "6", 0), 20, 0),
    ("BBCI", ("L10", "4", 0), ("H10", "6", 0), 20, 120 + 70),
])  # fmt: skip
def test_4_1_3b_the_fee(company: str, first: Tile, second: Tile, fee: int, ground: int) -> None:
    t = on_turn(company, plan="paid", large=True)
    assert t.play(lay(*first), lay(*second)).money(company) == 1000 - ground - fee


@rule(GAME, "4.1.3b")
def test_4_1_3b_one_tile_is_free_of_it() -> None:
    t = on_turn("NWR", plan="paid").play(lay("E13", "4", 2), act(0, "pass_track"))
    assert t.money("NWR") == 1000


@rule(GAME, "4.1.3b")
def test_4_1_3b_who_cannot_pay_the_fee_lays_one() -> None:
    t = on_turn("NWR", plan="paid", cash=19).play(lay("E13", "4", 2))
    t.refused(lay(LAHORE, "6", 0), "4.1.3b", cost=20, cash=19)
    assert t.play(act(0, "pass_track")).money("NWR") == 19


@rule(GAME, "4.1.3c")
def test_4_1_3c_two_tiles_from_phase_3_on() -> None:
    t = on_turn("NWR", plan="later").play(lay("E13", "4", 2))
    t.refused(lay(LAHORE, "6", 0), "4.1.3c", company="NWR")
    two = on_turn("NWR", plan="later", phase="3").play(lay("E13", "4", 2), lay(LAHORE, "6", 0))
    assert two.money("NWR") == 1000


@rule(GAME, "R-29")
def test_r_29_who_pays_pays_in_later_phases_too() -> None:
    t = on_turn("GIP", plan="paid", phase="4").play(lay("N10", "74", 2), lay(ALLAHABAD, "76", 0))
    assert t.money("GIP") == 1000 - 70 - 40 - 20


@rule(GAME, "R-30")
def test_r_30_a_late_start_with_the_first_option() -> None:
    t = on_turn("BNR", plan="", phase="3", step="choose_plan").play(act(0, "plan", "later"))
    assert t.play(lay("K27", "9", 0), lay("K17", "6", 0)).money("BNR") == 1000


@rule(GAME, "R-28", "4.2.1a")
def test_r_28_yellow_tiles_or_one_upgrade() -> None:
    tiles = ("I27", "4", 2), (PATNA, "6", 0)
    t = on_turn("EIR", *tiles, phase="3")
    upgraded = t.play(lay("I27", "14", 1))
    assert upgraded.turn[0] != "lay_track"
    upgraded.refused(lay("H26", "8", 5), "4.2.1a")
    upgraded.refused(lay(PATNA, "13", 0), "4.2.1a")
    yellow = t.play(lay("H26", "7", 4))
    assert yellow.turn[0] == "lay_track"
    yellow.refused(lay(PATNA, "13", 0), "4.2.1a")
    yellow.refused(lay("I27", "14", 1), "4.2.1a")


@rule(GAME, "4.1.7a")
def test_4_1_7a_both_only_from_calcutta() -> None:
    """Patna has no track yet. From Calcutta a small green station leads on three ways."""
    t = on_turn("EIR", ("I27", "88", 1), phase="3").play(lay("I25", "9", 1))
    t.refused(lay("H26", "7", 4), "4.1.7a", company="EIR", tile="7")
    t.refused(act(0, "lay", "H26"), "4.1.7a")
    assert t.play(lay(PATNA, "6", 0)).s.tiles[PATNA] == ("6", 0)


@rule(GAME, "4.1.7a")
def test_4_1_7a_another_station() -> None:
    """Now Patna leads to the same hex from the other side."""
    t = on_turn("EIR", ("I27", "88", 1), (PATNA, "115", 4), phase="3").play(lay("I25", "9", 1))
    t.refused(lay("H26", "7", 4), "4.1.7a")
    assert t.play(lay("H26", "8", 5)).s.tiles["H26"] == ("8", 5)


@rule(GAME, "4.1.7a")
def test_4_1_7a_no_track_in_common() -> None:
    """Both stations lead to Benares over the same track from I23: Patna by way of I25."""
    tiles: tuple[Tile, ...] = (
        ("I27", "58", 5),
        ("I25", "82", 1),
        ("I23", "58", 2),
        (BENARES, "15", 4),
        (PATNA, "115", 5),
    )
    t = on_turn("EIR", *tiles, phase="3").play(lay("I21", "9", 0))
    assert {1, 2, 4} == edges(t, "I25")
    t.refused(lay(ALLAHABAD, "115", 4), "4.1.7a")


def edges(t: India, name: str) -> set[int]:
    exits = t.game.rules.catalogue.face(*t.s.tiles[name]).exits
    return {edge for edge in range(6) if exits >> edge & 1}


@rule(GAME, "4.1.7b")
def test_4_1_7b_ways_may_meet_in_a_station() -> None:
    """From Calcutta by I23 through Benares to I21, from Patna through Benares to Allahabad."""
    tiles = (*FROM_CALCUTTA, (PATNA, "115", 1), (BENARES, "15", 4))
    t = on_turn("EIR", *tiles, phase="3").play(lay("I21", "9", 0))
    assert t.play(lay(ALLAHABAD, "115", 4)).s.tiles[ALLAHABAD] == ("115", 4)


@rule(GAME, "4.1.7b")
def test_4_1_7b_a_way_leads_through_a_third_own_station() -> None:
    tiles = (*FROM_CALCUTTA, (PATNA, "115", 1), (BENARES, "15", 4))
    t = on_turn("EIR", *tiles, phase="3", stations=(("EIR", BENARES),)).play(lay("I21", "9", 0))
    assert t.may(lay(ALLAHABAD, "115", 4))


@rule(GAME, "R-32")
def test_r_32_not_over_the_first_tile() -> None:
    t = on_turn("EIR", phase="3").play(lay("I27", "4", 2))
    t.refused(lay("H26", "7", 4), "R-32", tile="7", hex="H26")
    home = on_turn("EIR", phase="3").play(lay(PATNA, "6", 0))
    home.refused(lay("I23", "4", 0), "R-32")


@rule(GAME, "4.1.8", "R-33")
def test_4_1_8_a_company_begins_at_home() -> None:
    t = on_turn("SIR")
    assert {name for name, _, _ in t.offers("lay")} == {"T16"}
    t.refused(lay("S17", "4", 0), "4.1.8", company="SIR", hex="S17")
    assert t.play(lay("T16", "6", 0)).s.tiles == {"T16": ("6", 0)}


@rule(GAME, "R-33")
def test_r_33_a_printed_home_will_do() -> None:
    t = on_turn("EIR").play(lay("I27", "4", 2))
    assert PATNA not in t.s.tiles


@rule(GAME, "4.1.14")
def test_4_1_14_the_premium_comes_when_all_tiles_are_laid() -> None:
    """B10, Rawalpindi, is worth 40 and lies in mountains (metre 70)."""
    first = on_turn("NWR", (LAHORE, "76", 0), phase="3", cash=70).play(lay("B10", "113", 5))
    assert first.money("NWR") == 0
    assert first.mine.premium == 40
    assert first.play(act(0, "pass_track")).money("NWR") == 40


@rule(GAME, "4.1.14")
def test_4_1_14_it_does_not_pay_for_the_second_tile() -> None:
    """From Delhi by E13 to F12 and G11, a hill: 80 in standard gauge."""
    tiles: tuple[Tile, ...] = ((LAHORE, "76", 0), ("E13", "3", 5), ("F12", "9", 0))
    t = on_turn("NWR", *tiles, phase="3", cash=149).play(lay("B10", "113", 5))
    t.refused(lay("G11", "9", 0), "4.1.12a", cost=80, cash=79)
    done = t.play(act(0, "pass_track"))
    assert done.money("NWR") == 79 + 40
    assert done.mine.premium == 0


@rule(GAME, "4.1.14")
def test_4_1_14_the_premium_of_the_only_tile_of_a_turn() -> None:
    t = on_turn("NWR", (LAHORE, "76", 0), cash=70).play(lay("B10", "113", 5))
    assert t.money("NWR") == 40
    assert t.mine.premium == 0


@rule(GAME, "4.1.2", "4.1.6a")
def test_madras_alone_does_not_lead_far() -> None:
    t = on_turn("MSM", *TO_HYDERABAD)
    assert {name for name, _, _ in t.offers("lay")} == {"O15"}
