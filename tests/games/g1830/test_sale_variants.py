"""Variants of the auction: who bids when, whether a pass is final, and by how much one raises."""

from __future__ import annotations

import pytest

from stellwerk.core.action import CHANCE
from stellwerk.core.choice import Range
from stellwerk.core.errors import Malformed
from stellwerk.eighteen.game import RailGame
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import Table, act, fresh, table
from tests.games.g1830.test_sale_auctions import bid_on_cs
from tests.marks import rule

PASS = "pass_turn"
BUY = "buy_private_at_face"


# -- who bids when


@rule("1830", "V-1.8b")
def test_v_1_8_b_formally_one_bids_in_turn() -> None:
    t = fresh()
    t.refused(act(2, "bid", "CA", 165), "C-2.2b")
    assert t.play(act(0, "bid", "CA", 165)).turn == ("sell_privates", 1), "a bid is a turn"


def free(seats: int = 4, **options: str) -> Table:
    return fresh(seats, bidding="free", **options)


@rule("1830", "R-106", "V-1.8c")
def test_r_106_anybody_bids_at_any_moment_and_the_turn_goes_on() -> None:
    t = free()
    assert t.game.owing(t.s) == [0]
    t = t.play(act(2, "bid", "CA", 165))
    assert t.s.bids == {"CA": ((2, 165),)}
    assert t.turn == ("sell_privates", 0)
    t = t.play(act(0, "bid", "CA", 170), act(0, "bid", "BO", 225))
    assert t.turn == ("sell_privates", 0), "also for whoever is on turn"
    t.refused(act(1, PASS), "C-2.2b")
    t.refused(act(1, BUY, "SV"), "C-2.2b")
    t.refused(act(3, "bid", "CA", 174), "C-2.2.1a", private="CA", least=175)
    t.refused(act(3, "bid", "SV", 25), "R-37", private="SV")
    t.refused(act(0, "bid", "MH", 400), "C-2.2.1b", most=205, bound=395)
    assert t.play(act(0, BUY, "SV")).turn == ("sell_privates", 1)


@rule("1830", "R-106", "C-2.2.3a")
def test_r_106_a_bid_interrupts_passes_in_succession() -> None:
    t = free(3).play(act(0, PASS), act(1, PASS), act(0, "bid", "CA", 165), act(2, PASS))
    assert t.s.rebate == {}
    assert t.play(act(0, PASS), act(1, PASS)).s.rebate == {"SV": 5}


def auction_of_cs(**options: str) -> Table:
    """Seats 0, 1 and 2 have bid 45, 50 and 55 on CS; SV is bought, and CS must be settled."""
    bids = [act(seat, "bid", "CS", 45 + 5 * seat) for seat in range(3)]
    return free(4, **options).play(*bids, act(0, BUY, "SV"))


@rule("1830", "V-1.8c", "R-106")
def test_v_1_8_c_bidders_raise_in_any_order() -> None:
    t = auction_of_cs()
    assert t.turn[0] == "bid_off"
    assert sorted(t.game.owing(t.s)) == [0, 1], "all but the highest"
    t = t.play(act(0, "bid", "CS", 60), act(2, "bid", "CS", 65))
    assert sorted(t.game.owing(t.s)) == [0, 1], "seat 2 raised right after seat 0 although seat 1 sits between"
    t.refused(act(3, "bid", "CS", 70), "C-2.2.2c")
    t.refused(act(3, PASS), "C-2.2.2c")
    t.refused(act(2, "bid", "CS", 70), "C-2.2.2c")
    t.refused(act(2, PASS), "C-2.2.2c")


@rule("1830", "R-106")
def test_r_106_it_ends_when_all_but_the_highest_have_declined_since_the_last_raise() -> None:
    t = auction_of_cs().play(act(0, PASS), act(1, "bid", "CS", 60))
    assert sorted(t.game.owing(t.s)) == [0, 2], "the raise asks seat 0 again"
    t = t.play(act(2, PASS))
    assert t.game.owing(t.s) == [0]
    back = t.play(act(0, "bid", "CS", 65))
    assert sorted(back.game.owing(back.s)) == [1, 2], "a pass does not bind"
    t = t.play(act(0, PASS))
    assert (t.s.privates["CS"], t.money(1), t.money(0), t.money(2)) == ("P1", 540, 580, 600)
    assert (t.turn, t.s.passed) == (("sell_privates", 1), ())


@rule("1830", "R-106")
def test_r_106_meanwhile_all_bid_on_later_privates_and_nothing_changes_by_it() -> None:
    t = auction_of_cs().play(act(0, PASS), act(3, "bid", "BO", 225), act(0, "bid", "DH", 75))
    assert t.game.owing(t.s) == [1], "seat 0 has declined"
    assert t.play(act(1, PASS)).s.bids == {"BO": ((3, 225),)}, "CS goes to seat 2, DH to its only bidder"


@rule("1830", "V-1.8c", "R-106")
def test_r_106_a_refusal_speaks_of_no_turn_where_bidders_raise_in_any_order() -> None:
    """Seat 2 holds the highest bid, seat 3 has made none, seat 0 has declined."""
    t = auction_of_cs().play(act(0, PASS))
    for action in (act(2, "bid", "CS", 100), act(2, PASS), act(3, "bid", "CS", 100), act(0, PASS)):
        assert "turn" not in t.refused(action, "C-2.2.2c")


@rule("1830", "V-1.8e", "R-106")
def test_v_1_8_e_free_bids_and_final_passes_go_together() -> None:
    t = auction_of_cs(pass_policy="out").play(act(0, PASS), act(1, "bid", "CS", 60))
    assert t.game.owing(t.s) == [2]
    t.refused(act(0, "bid", "CS", 65), "V-1.8e")
    assert t.play(act(2, PASS)).s.privates["CS"] == "P1"


@rule("1830", "R-106")
def test_r_106_while_a_par_is_set_others_may_bid_and_once_all_is_sold_nobody() -> None:
    """Scenario T: BO was dealt, so that its par is set before the rest is auctioned."""
    t = fresh(3, "T", t_remaining_privates="auctioned", bidding="free")
    t = t.play(*(act(CHANCE, "deal_private", seat, name) for seat, name in enumerate(("BO", "SV", "CS"))))
    assert t.turn == ("set_par", "BO")
    t = t.play(act(1, "bid", "CA", 165), act(0, "set_par", "B&O", 67))
    assert (t.s.bids, t.turn) == ({"CA": ((1, 165),)}, ("sell_privates", 1))
    t = t.play(act(1, BUY, "DH"), act(2, BUY, "MH"))
    assert t.s.round == "stock"
    t.refused(act(2, "bid", "CA", 300), "C-2.2d")


@rule("1830", "R-106")
def test_r_106_another_reading_of_the_auction_says_who_speaks_and_excludes_free_bids() -> None:
    with pytest.raises(Malformed, match="R-106"):
        TITLE.resolve({"bidding": "free", "bid_off": "lowest"})


# -- whether a pass is final


@rule("1830", "V-1.8d")
def test_v_1_8_d_who_has_passed_may_come_back() -> None:
    t = table(3).opened("PRR", par=67, shares={2: 20}).stock(0)
    t = t.play(act(0, PASS), act(1, "buy", "PRR", "bank", 10), act(1, PASS), act(2, PASS))
    assert t.turn == ("trade_shares", 0)
    assert t.play(act(0, "buy", "PRR", "bank", 10)).holding("PRR", 0) == 10


@rule("1830", "V-1.8e", "R-51")
def test_v_1_8_e_who_passes_is_out_of_the_stock_round() -> None:
    t = table(3, pass_policy="out").opened("PRR", par=67, shares={2: 20}).private("MH", 1).stock(0)
    t = t.play(act(0, "buy", "PRR", "bank", 10), act(0, PASS), act(1, PASS), act(2, "buy", "PRR", "bank", 10))
    t = t.play(act(2, PASS))
    assert t.turn == ("trade_shares", 0)
    t.refused(act(1, "buy", "PRR", "bank", 10), "V-1.8e")
    t.refused(act(1, "exchange", "MH", "bank"), "V-1.8e")
    t = t.play(act(0, PASS))
    assert t.turn == ("trade_shares", 2), "seat 1 is passed over"
    for _ in range(2):
        t = t.play(act(2, "buy", "PRR", "bank", 10), act(2, PASS))
        assert t.turn == ("trade_shares", 2), "the last one goes on as long as he likes"
    t = t.play(act(2, PASS))
    assert t.s.round == "operating"
    assert t.s.passed == ()


@rule("1830", "V-1.8e")
def test_v_1_8_e_to_end_a_turn_in_which_one_has_acted_is_no_pass() -> None:
    t = table(2, pass_policy="out").opened("PRR", par=67, shares={1: 20}).stock(0)
    t = t.play(act(0, "buy", "PRR", "bank", 10), act(0, PASS))
    assert t.s.passed == ()
    assert t.play(act(1, PASS)).turn == ("trade_shares", 0)


@rule("1830", "R-51", "V-1.8e")
def test_r_51_who_has_passed_does_not_come_back_into_the_auction() -> None:
    t = bid_on_cs((0, 45), (1, 50), (2, 55), pass_policy="out")
    t = t.play(act(0, PASS), act(1, "bid", "CS", 60))
    assert t.turn == ("bid_off", 2)
    t = t.play(act(2, "bid", "CS", 65))
    assert t.turn == ("bid_off", 1), "seat 0 is passed over"
    t.refused(act(0, "bid", "CS", 70), "V-1.8e")
    won = t.play(act(1, PASS))
    assert (won.s.privates["CS"], won.s.passed) == ("P2", ())
    book = bid_on_cs((0, 45), (1, 50), (2, 55)).play(act(0, PASS), act(1, "bid", "CS", 60), act(2, "bid", "CS", 65))
    assert book.play(act(0, "bid", "CS", 70)).s.bids["CS"][-1] == (0, 70)


@rule("1830", "R-51")
def test_r_51_turns_of_the_sale_are_no_auction() -> None:
    t = fresh(2, pass_policy="out").play(act(0, PASS), act(1, "bid", "CA", 165))
    assert t.may(act(0, BUY, "SV"))


def test_positions_tell_only_passes_that_can_bind() -> None:
    t = table(3)
    t.s.passed = (1,)
    assert list(t.game.audit(t.s)) == ["nobody has passed for good now"]
    out = table(3, pass_policy="out")
    out.s.passed = (1,)
    assert not list(out.game.audit(out.s))
    out.s.passed = (0, 1)
    assert any("nobody for one of these steps" in problem for problem in out.game.audit(out.s)), "seat 0 is on turn"
    auction = auction_of_cs()
    auction.s.passed = (2,)
    assert list(auction.game.audit(auction.s)) == ["only bidders pass in an auction, and never the highest"]


# -- by how much one raises


def raised(way: str) -> Table:
    """A sale with this way to raise; the option has the name of a keyword."""
    game = TITLE.game(4, TITLE.resolve({"raise": way, "seating": "free", "information": "open"}))
    assert isinstance(game, RailGame)
    return Table(game, game.start())


@rule("1830", "V-1.8f")
def test_v_1_8_f_any_dollar_from_five_on() -> None:
    t = fresh().play(act(0, "bid", "CA", 165))
    assert t.may(act(1, "bid", "CA", 172)), "7 more"
    t.refused(act(1, "bid", "CA", 169), "C-2.2.1a", least=170)


@rule("1830", "V-1.8g")
def test_v_1_8_g_multiples_of_five() -> None:
    t = raised("multiple_of_5").play(act(0, "bid", "CA", 165))
    t.refused(act(1, "bid", "CA", 172), "V-1.8g", private="CA", least=170, step=5)
    assert t.may(act(1, "bid", "CA", 175)), "10 more"
    assert t.offers("bid", "CA") == [(Range(170, 600, 5),)]
    t.refused(act(1, "bid", "CA", 605), "C-2.2.1b", most=600)


@rule("1830", "V-1.8h")
def test_v_1_8_h_exactly_five() -> None:
    t = raised("exactly_5").play(act(0, "bid", "CA", 165))
    t.refused(act(1, "bid", "CA", 175), "V-1.8h", private="CA", least=170, step=5)
    assert t.play(act(1, "bid", "CA", 170)).s.bids["CA"] == ((0, 165), (1, 170))
    bids = [act(0, "bid", "CS", 45), act(1, "bid", "CS", 50), act(2, BUY, "SV")]
    assert raised("exactly_5").play(*bids).offers("bid", "CS") == [(Range(55, 55),)], "also when they are settled"


# -- the sale of scenarios


@rule("1830", "S-1.2-1.0")
def test_s_1_2_the_sale_of_scenario_d_is_that_of_classic_with_jk_in_the_row() -> None:
    t = fresh(4, "D")
    assert t.turn == ("sell_privates", 0)
    row = list(t.s.privates)
    assert "JK" in row
    prices = [t.game.rules.privates[private].price for private in row]
    assert prices == sorted(prices)
    assert t.offers(BUY) == [(row[0],)]
    t = t.play(act(0, "bid", "JK", t.game.rules.privates["JK"].price + 5))
    assert t.s.bids["JK"] == ((0, t.game.rules.privates["JK"].price + 5),)


@rule("1830", "S-2.2-1.0")
def test_s_2_2_the_sale_of_scenario_g_is_that_of_classic_with_its_own_privates() -> None:
    t = fresh(4, "G")
    row = list(t.s.privates)
    prices = [t.game.rules.privates[private].price for private in row]
    assert (t.turn, prices) == (("sell_privates", 0), sorted(prices))
    t = t.play(act(0, "bid", row[1], prices[1] + 5), act(1, BUY, row[0]))
    assert t.s.privates[row[1]] == "P0", "settled at once"
