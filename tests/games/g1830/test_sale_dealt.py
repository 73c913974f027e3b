"""Scenario T deals the privates; what is left is removed, sold without bids, or auctioned."""

from __future__ import annotations

import pytest

from stellwerk.core.action import CHANCE
from stellwerk.core.choice import OneOf
from stellwerk.core.errors import Malformed, RuleError
from stellwerk.games.g1830.game import TITLE
from stellwerk.games.g1830.options import UNCERTAIN
from tests.games.g1830.positions import Table, act, fresh
from tests.marks import rule

PASS = "pass_turn"
BUY = "buy_private_at_face"


def dealt(*privates: str, preset: str = "T", **options: str) -> Table:
    """To each seat in turn one of these."""
    t = fresh(len(privates), preset, **options)
    return t.play(*(act(CHANCE, "deal_private", seat, private) for seat, private in enumerate(privates)))


@rule("1830", "S-5.2-1.0a", "V-1.8a")
def test_t_each_player_is_dealt_a_private_and_pays_what_it_costs() -> None:
    t = fresh(4, "T")
    (choice,) = t.choices()
    assert choice == (CHANCE, "deal_private", (0, OneOf(("SV", "CS", "DH", "MH", "CA", "BO"))))
    t = t.play(act(CHANCE, "deal_private", 0, "DH"))
    (choice,) = t.choices()
    assert choice.args == (1, OneOf(("SV", "CS", "MH", "CA", "BO"))), "no card twice"
    t = dealt("DH", "SV", "CA", "MH")
    assert [t.money(seat) for seat in range(4)] == [530, 580, 440, 490]
    assert t.s.privates == {"SV": "P1", "DH": "P0", "MH": "P3", "CA": "P2"}
    assert t.holding("PRR", 2) == 10


@rule("1830", "S-5.2-1.0b", "V-1.1")
def test_t_players_sit_in_the_order_of_their_privates_and_the_cheapest_begins() -> None:
    t = dealt("CS", "MH", "SV", "BO").play(act(3, "set_par", "B&O", 67))
    assert t.s.seating == (2, 0, 1, 3), "SV, CS, MH, BO"
    assert (t.s.priority, t.turn) == (2, ("trade_shares", 2))
    turns = []
    for _ in range(4):
        turns.append(t.turn[1])
        t = t.play(act(int(t.turn[1]), PASS))
    assert turns == [2, 0, 1, 3]


@rule("1830", "S-5.2-1.0b", "V-1.1")
@pytest.mark.parametrize("preset", UNCERTAIN)
@pytest.mark.parametrize("seating", ["free", "random"])
def test_t_fixes_the_seats(preset: str, seating: str) -> None:
    with pytest.raises(Malformed, match=r"S-5\.2-1\.0b"):
        TITLE.resolve({"seating": seating}, preset)


@rule("1830", "S-5.2-1.0c", "S-5.2-1.0d")
def test_t_what_nobody_was_dealt_leaves_the_game() -> None:
    t = dealt("DH", "SV", "CS", "MH")
    assert list(t.s.privates) == ["SV", "CS", "DH", "MH"], "two of six removed"
    assert t.s.round == "stock"
    assert t.s.shares["PRR"][t.game.rules.bank_index] == (20, *(10,) * 8), "8 x 10% and the director's certificate"


@rule("1830", "S-5.2-1.0e")
def test_t_without_bo_the_directors_certificate_is_bought_like_any_other() -> None:
    t = dealt("DH", "SV", "CS", "MH").play(act(1, "par", "B&O", 76))
    assert (t.s.director["B&O"], t.s.par["B&O"], t.money(1)) == (1, 76, 580 - 152)


@rule("1830", "S-5.2-1.0e", "4.0.BO.a")
def test_t_whoever_is_dealt_bo_sets_the_par_before_the_first_stock_round() -> None:
    t = dealt("DH", "BO", "CS", "MH")
    assert (t.turn, t.s.round) == (("set_par", "BO"), "auction")
    assert list(t.s.privates) == ["CS", "DH", "MH", "BO"]
    t.refused(act(2, "par", "PRR", 67), "6.2e")
    t = t.play(act(1, "set_par", "B&O", 100))
    assert (t.s.director["B&O"], t.money(1), t.turn) == (1, 380, ("trade_shares", 2))


@rule("1830", "S-5.2-1.0f", "R-109")
def test_t_sold_the_rest_goes_at_face_value_without_bids() -> None:
    """DH and BO are left: seat 1 with SV begins and passes, the next buys DH for 70."""
    t = dealt("CS", "SV", "CA", "MH", t_remaining_privates="sold")
    assert t.s.seating == (1, 0, 3, 2)
    assert t.turn == ("sell_privates", 1)
    assert t.offers(BUY) == [("DH",)]
    assert t.offers("bid") == []
    t.refused(act(1, "bid", "BO", 225), "S-5.2-1.0f")
    t.refused(act(1, BUY, "BO"), "C-2.2c")
    t = t.play(act(1, PASS), act(0, BUY, "DH"))
    assert (t.s.privates["DH"], t.money(0)) == ("P0", 600 - 40 - 70)
    assert (t.s.priority, t.turn) == (3, ("sell_privates", 3)), "the left neighbour of seat 0"
    t = t.play(act(3, BUY, "BO"), act(3, "set_par", "B&O", 67))
    assert (t.s.round, t.turn) == ("stock", ("trade_shares", 2)), "stock round 1 begins when the last is sold"


@rule("1830", "R-109")
def test_r_109_when_all_pass_sv_becomes_cheaper_or_all_that_are_sold_pay() -> None:
    t = dealt("CS", "DH", "CA", "MH", t_remaining_privates="sold")
    t = t.play(*(act(seat, PASS) for seat in t.s.seating))
    assert t.s.rebate == {"SV": 5}
    t = dealt("SV", "DH", "CA", "MH", t_remaining_privates="sold")
    t = t.play(*(act(seat, PASS) for seat in t.s.seating))
    assert t.s.rebate == {}
    assert [t.money(seat) for seat in range(4)] == [580 + 5, 530 + 15, 440 + 25, 490 + 20]


@rule("1830", "S-5.2-1.0f", "R-109")
def test_t_auctioned_the_rest_goes_by_the_usual_sale() -> None:
    t = dealt("CS", "SV", "CA", t_remaining_privates="auctioned")
    assert t.turn == ("sell_privates", 1)
    t = t.play(act(1, "bid", "BO", 225), act(0, "bid", "MH", 115), act(2, BUY, "DH"))
    assert (t.s.privates["DH"], t.s.privates["MH"], t.s.privates["BO"]) == ("P2", "P0", "P1"), "bids are settled"
    t = t.play(act(1, "set_par", "B&O", 67))
    assert t.s.round == "stock"


@rule("1830", "R-106")
def test_r_106_free_bids_go_with_the_auctioned_rest() -> None:
    t = dealt("CS", "SV", "CA", t_remaining_privates="auctioned", bidding="free")
    t = t.play(act(2, "bid", "BO", 225))
    assert t.turn == ("sell_privates", 1), "the turn goes on"


@rule("1830", "R-61")
def test_r_61_seven_players_need_seven_privates() -> None:
    with pytest.raises(RuleError) as caught:
        TITLE.game(7, TITLE.resolve({}, "T"))
    assert caught.value.rule == "R-61"
    assert len(fresh(7, "T+R").game.rules.privates) >= 7


def test_positions_of_the_deal_that_cannot_be_are_told() -> None:
    t = fresh(4, "T").private("SV", 1)
    assert any("nobody for one of these steps" in problem for problem in t.game.audit(t.s)), "seat 0 was passed over"
    t = dealt("DH", "BO", "CS", "MH")
    t.s.privates["MH"] = ""
    assert any("all privates are open" in problem for problem in t.game.audit(t.s))
    assert not list(dealt("DH", "BO", "CS", "MH").game.audit(dealt("DH", "BO", "CS", "MH").s))
