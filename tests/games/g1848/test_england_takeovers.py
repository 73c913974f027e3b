"""VI: the second and the fifth takeover cost the bank a train; privates of a company that fails."""

from __future__ import annotations

import pytest

from tests.games.g1848.failing import LOAN, linked, weak
from tests.games.g1848.idle import turn_over
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

FORMER = ("QR", "NSW", "FT", "WA", "CAR")


def after_others(number: int, phase: str = "3", treasury: int = 500, removed_train: str = "phase") -> England:
    """VR is about to be the company of this number in receivership."""
    t = weak(treasury, phase=phase, removed_train=removed_train)
    for company in FORMER[: number - 1]:
        t.failed(company, 3)
    return t


@rule("1848", "VI.boe.11", "VI.boe.12")
@pytest.mark.parametrize(("number", "left"), [(1, 3), (2, 2), (3, 3), (4, 3), (5, 2), (6, 3)])
def test_only_the_second_and_the_fifth_takeover_remove_a_train(number: int, left: int) -> None:
    after = after_others(number).operating("VR").play(LOAN)
    assert len(after.s.failed) == number
    assert after.s.depot == {"2": 0, "3": 4, "4": 4, "5": left, "6": 2, "8": -1, "2E": -1}
    assert after.s.phase == ("3" if left == 3 else "5")


@rule("1848", "VI.boe.11", "VI.boe.12", "VI.boe.13")
@pytest.mark.parametrize(
    ("phase", "fives", "sixes", "then", "phase_then"),
    [
        ("5", 2, 2, (1, 2), "5"),
        ("5", 0, 2, (0, 1), "6"),
        ("6", 0, 1, (0, 0), "6"),
        ("6", 0, 0, (0, 0), "7"),
        ("7", 0, 0, (0, 0), "7"),
    ],
)
def test_the_cheapest_permanent_train_of_the_bank_goes(
    phase: str, fives: int, sixes: int, then: tuple[int, int], phase_then: str
) -> None:
    """A 5/5+, else a 6/6+, else an 8/D, of which there is no end. A 2E is never taken."""
    for number in (2, 5):
        t = after_others(number, phase).depot("4", 0).depot("5", fives).depot("6", sixes).operating("VR")
        after = t.play(LOAN)
        assert (after.s.depot["5"], after.s.depot["6"]) == then
        assert (after.s.depot["8"], after.s.depot["2E"], after.s.phase) == (-1, -1, phase_then)


@rule("1848", "VI.boe.13", "R-17", "X.4.1")
def test_a_jump_from_phase_3_to_5_brings_all_that_is_passed() -> None:
    """2/2+ are scrapped, three remaining trains are one too many, privates close, rights stay, the tile is laid."""
    t = after_others(2).opened("SAR", par=100, shares={1: 60}).home("SAR").trains("SAR", "2", "3", "3+", "3")
    t = t.private("P1", 0).private("P2", 1).private("P3", 2).private("P4", 3).operating("VR")
    after = t.play(LOAN)
    assert (after.s.phase, after.s.trains["SAR"]) == ("5", ("3", "3+", "3"))
    assert after.s.privates == {}
    assert after.s.rights == {"P2": "P1", "P3": "P2", "P4": "P3"}
    assert after.turn == ("lay_own_tile", "P3")
    after.refused(act(1, "discard", "3"), "V.P3.4")
    after = after.play(act(2, "lay_own", "P3", *after.offers("lay_own", "P3", seat=2)[0]))
    assert after.turn == ("discard_train", "SAR")
    assert set(after.offers("discard", seat=1)) == {("3",), ("3+",)}
    after = after.play(act(1, "discard", "3+"))
    assert (after.s.trains["SAR"], after.s.train_pool, after.turn) == (("3", "3"), (), ("lay_track", "SAR"))
    assert after.s.rights == {"P2": "P1", "P4": "P3"}


@rule("1848", "R-17", "IX.buy.8")
def test_lower_trains_must_still_be_sold_first() -> None:
    """Phase 5 has begun without a 4: 3-trains are next, no 5; the 2E is on sale; brown tiles; two trains at most."""
    t = (
        after_others(2)
        .opened("SAR", par=100, shares={1: 60})
        .home("SAR")
        .cash({"SAR": 1000})
        .operating("VR")
        .play(LOAN)
    )
    assert t.turn == ("lay_track", "SAR")
    assert t.game.rules.phases[t.s.phase].colours == {"yellow", "green", "brown"}
    t = t.play(act(1, "pass_track"))
    t = t if t.turn[0] == "buy_trains" else t.play(act(1, "withhold"))
    t.refused(act(1, "buy_train", "bank", "5", 500), "IX.buy.8", train="5")
    t.refused(act(1, "buy_train", "bank", "4", 300), "IX.buy.8", train="4")
    t = t.play(act(1, "buy_train", "bank", "3", 200), act(1, "buy_train", "bank", "3+", 230))
    assert t.s.phase == "5"
    t.refused(act(1, "buy_train", "bank", "3", 200), "IX.buy.11", limit=2)
    assert t.play(act(1, "buy_train", "bank", "2E", 200)).s.trains["SAR"] == ("3", "3+", "2E")


@rule("1848", "R-17", "VIII.gen.4")
def test_the_series_that_runs_keeps_its_length() -> None:
    """Phase 5 begins by a takeover in the second of two rounds: three rounds follow only after the stock round."""
    t = after_others(2).opened("SAR", par=100, shares={1: 60}).home("SAR")
    t = turn_over(t.operating("VR", set_round=2).play(LOAN))
    assert t.turn[0] == "trade_shares"
    for _ in range(4):
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    assert (t.s.set_round, t.s.set_length) == (1, 3)


@rule("1848", "VI.boe.13", "X.6.1", "X.6.2", "VI.com.3")
def test_a_removed_6_scraps_the_3s_and_frees_com() -> None:
    """COM at 100 has not been joined: with the 6/6+ that leaves it gets its capital and acts in this round."""
    t = after_others(5, "5").depot("4", 0).depot("5", 0).opened("SAR", par=90, shares={1: 60}).home("SAR")
    t = t.opened("COM", par=70, shares={2: 60}).trains("SAR", "3", "5")
    t.s.unpaid = ("COM",)
    after = t.operating("VR").play(LOAN)
    assert (after.s.phase, after.s.trains["SAR"]) == ("6", ("5",))
    assert after.money("COM") == 700
    assert after.turn == ("lay_track", "SAR")
    assert turn_over(after).turn[1] == "COM"


@rule("1848", "VI.boe.13", "X.7.1", "IX.d.3")
def test_a_removed_8_scraps_the_4s() -> None:
    """The 8/D that leaves is the first train of phase 7: no 4 is left that could be given in."""
    t = after_others(2, "6").depot("6", 0).opened("SAR", par=90, shares={1: 60}).home("SAR").trains("SAR", "4", "5")
    after = t.cash({"SAR": 1000}).operating("VR").play(LOAN)
    assert (after.s.phase, after.s.trains["SAR"]) == ("7", ("5",))
    after = after.play(act(1, "pass_track"))
    after = after if after.turn[0] == "buy_trains" else after.play(act(1, "withhold"))
    after.refused(act(1, "trade_in", "4", "D"), "IX.d.3")


@rule("1848", "R-29")
def test_without_a_buyer_trains_are_given_up_in_order_of_prices() -> None:
    """SAR (70) has acted before VR; FT (100) and NSW (90) are still to come: FT, NSW, SAR."""
    t = after_others(2, "4")
    for seat, (company, par) in enumerate((("SAR", 70), ("FT", 100), ("NSW", 90)), start=1):
        t = t.opened(company, par=par, shares={seat: 60}).home(company)
    t = t.trains("SAR", "3", "3", "4").trains("FT", "3", "3", "4").trains("NSW", "3", "4", "4")
    t = t.operating("VR", acted=("SAR",)).play(LOAN)
    for company in ("FT", "NSW", "SAR"):
        assert t.turn == ("discard_train", company)
        t = t.play(act(t.s.director[company], "discard", "3"))
    assert t.turn == ("lay_track", "FT")


@rule("1848", "R-18", "R-17", "R-24")
def test_first_the_money_then_the_tile_then_the_trains() -> None:
    """The second takeover with all that can follow: VR owns P3, its director is short, SAR has a train too many."""
    t = after_others(2, treasury=0).cash({0: 50}).opened("SAR", par=70, shares={0: 20, 1: 60}).home("SAR")
    t = t.trains("SAR", "3", "3", "3").private("P3", "VR").private("P2", "VR").operating("VR").play(LOAN)
    assert (t.turn, t.money(0)) == (("raise_money", 0), -90)
    t = t.play(act(0, "sell", "SAR", 20))
    assert (t.turn, t.money(0)) == (("lay_own_tile", "P3"), 50)
    assert {choice.seat for choice in t.choices()} == {0}
    t = t.play(act(0, "lay_own", "P3", *t.offers("lay_own", "P3")[0]))
    assert t.turn == ("discard_train", "SAR")
    t = t.play(act(1, "discard", "3"))
    assert (t.s.phase, t.s.privates, t.s.rights, t.turn) == ("5", {}, {}, ("lay_track", "SAR"))


@rule("1848", "R-24", "V.gen.6", "V.P3.4")
@pytest.mark.parametrize("hex_", ["I8", "I10"])
def test_the_tasmania_tile_of_a_company_that_fails_is_laid_by_its_director(hex_: str) -> None:
    t = weak(500).private("P3", "VR").private("P1", 2).operating("VR").play(LOAN)
    assert t.turn == ("lay_own_tile", "P3")
    t.refused(act(2, "lay_own", "P3", *t.offers("lay_own", "P3")[0]), "V.P3.4")
    t.refused(act(0, "pass_track"), "V.P3.4")
    spot = next(args for args in t.offers("lay_own", "P3", seat=0) if args[0] == hex_)
    after = t.play(act(0, "lay_own", "P3", *spot))
    assert after.s.tiles[hex_][0] == "241"
    assert (after.s.privates, after.s.rights) == ({"P1": "P2"}, {})


@rule("1848", "R-24")
def test_a_tile_that_lies_already_is_not_laid_again() -> None:
    t = weak(500).private("P3", "VR").operating("VR")
    t = t.play(act(0, "lay_private", "P3", *t.offers("lay_private", "P3")[0]), LOAN)
    assert (t.s.privates, t.s.rights, t.s.round) == ({}, {}, "stock")


@rule("1848", "R-24")
def test_by_an_option_the_tile_is_lost() -> None:
    t = weak(500, failed_private="closes").private("P3", "VR").operating("VR").play(LOAN)
    assert (t.s.privates, t.s.rights, t.s.round, t.s.tiles) == ({}, {}, "stock", {})


@rule("1848", "R-24", "V.gen.6")
def test_discounts_of_a_company_that_fails_are_lost() -> None:
    """P2 and P4 as open privates of VR; P1 of another company stays."""
    t = weak(500).opened("SAR", par=100, shares={1: 60}).home("SAR")
    t = t.private("P1", "SAR").private("P2", "VR").private("P4", "VR").operating("VR").play(LOAN)
    assert (t.s.privates, t.s.rights) == ({"P1": "SAR"}, {})


@rule("1848", "R-24")
def test_rights_of_a_company_that_fails_are_lost_and_those_of_players_stay() -> None:
    t = weak(500, phase="5").right("P4", "VR").right("P2", 0).operating("VR").play(LOAN)
    assert t.s.rights == {"P2": "P0"}


@rule("1848", "R-24", "V.P2.3")
def test_privates_of_the_director_stay_with_him() -> None:
    t = weak(500).private("P2", 0).private("P4", 0).operating("VR").play(LOAN)
    assert (t.s.privates, t.s.rights) == ({"P2": "P0", "P4": "P0"}, {})


@rule("1848", "R-24", "R-17")
def test_the_second_takeover_of_a_company_with_discounts_leaves_nobody_with_them() -> None:
    """The same train that closes all privates: what VR had is lost, what seat 1 had becomes a right."""
    t = after_others(2).private("P2", "VR").private("P4", 1).operating("VR").play(LOAN)
    assert (t.s.phase, t.s.privates, t.s.rights) == ("5", {}, {"P4": "P1"})


@rule("1848", "R-17")
def test_by_an_option_a_removed_train_waits_for_its_phase() -> None:
    """Phase 3 stays though a 5/5+ is gone."""
    t = after_others(2, removed_train="in_order").operating("VR").play(LOAN)
    assert (t.s.phase, t.s.depot["5"]) == ("3", 2)


@rule("1848", "VI.boe.11", "IX.forced.2")
def test_a_takeover_by_forced_loans_removes_a_train_too() -> None:
    t = linked(after_others(2, "4", treasury=0)).operating("VR", "buy_trains")
    after = t.play(act(0, "buy_train", "bank", "4", 300))
    assert (after.s.depot["4"], after.s.depot["5"], after.s.phase) == (3, 2, "5")


@rule("1848", "R-24", "VI.rec.1")
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("how", ["loan", "keeping", "forced loans", "no loans left"])
def test_in_whatever_way_a_company_fails_its_tile_is_laid_and_its_rights_are_lost(how: str, number: int) -> None:
    """As first company and as second, which closes all privates besides."""
    t = linked(after_others(number, "4")).private("P2", "VR").private("P3", "VR").private("P4", "VR").private("P1", 1)
    if how == "loan":
        t = t.trains("VR", "4").operating("VR", "run_trains").play(LOAN)
    elif how == "keeping":
        t = t.trains("VR", "4").operating("VR", "run_trains")
        t = t.play(act(0, "run", ((("H11", 6), ("H11", 1), ("H9", 6)),)), act(0, "withhold"))
    else:
        t = t.cash({"VR": 0}).opened("SAR", par=100, shares={1: 60})
        t = (t.loans("SAR", 20) if how == "no loans left" else t).operating("VR", "buy_trains")
        t = t.play(act(0, "buy_train", "bank", "4", 300))
    assert t.turn == ("lay_own_tile", "P3")
    assert t.s.rights == {"P3": "P0"}
    assert t.s.privates == ({"P1": "P1"} if number == 1 else {})
    t = t.play(act(0, "lay_own", "P3", *t.offers("lay_own", "P3", seat=0)[0]))
    assert (t.s.rights, t.s.phase) == ({}, "4" if number == 1 else "5")


@rule("1848", "R-21", "VI.rec.10", "VI.rec.11")
def test_the_stations_of_com_beside_full_cities_belong_to_the_bank_of_england_too() -> None:
    """Sydney (NSW's) and Adelaide (open), both yellow: the BoE earns 20 for each, 100 + 40 in all."""
    t = table(4).phase("3").laid("F17", "57").laid("G6", "57", 2).opened("NSW", par=80, shares={1: 60}).home("NSW")
    t = t.opened("COM", par=80, shares={0: 60}, cell=(3, 1)).home("COM").cash({"COM": 0}).england({3: 20})
    t = t.operating("COM", set_round=1).play(LOAN)
    assert t.s.stations == {"F17": (("NSW", "BOE"),), "G6": (("BOE",),)}
    t = turn_over(t)
    assert (t.s.set_round, t.money(3)) == (2, 630 + 28)


@rule("1848", "R-21")
def test_two_companies_may_fail_in_one_city() -> None:
    """NSW in Sydney and COM beside it: both count. Grey: 300 + 20 + 20, and nothing for bare Adelaide."""
    t = table(4).phase("7").laid("F17", "57").opened("NSW", par=80, shares={1: 60}, cell=(3, 1)).home("NSW")
    t = t.opened("COM", par=80, shares={0: 60}, cell=(2, 1)).home("COM").england({3: 20})
    t = t.opened("VR", par=70, shares={2: 60}).home("VR")
    t = t.operating("COM", acted=("VR",)).play(LOAN)
    t = t.play(act(1, "loan"))
    assert t.s.stations["F17"] == (("BOE", "BOE"),)
    assert t.turn[1] == "VR"
    assert t.money(3) == 630 + 68
