"""Bids on privates: how they are settled, and the book's example of a whole sale."""

from __future__ import annotations

from tests.games.g1830.positions import Table, act, fresh
from tests.marks import rule

PASS = "pass_turn"
BUY = "buy_private_at_face"


def bid_on_cs(*bids: tuple[int, int], seats: int = 4, **options: str) -> Table:
    """CS has these bids of seats, in playing order; then SV is bought by the last seat, and CS must be settled."""
    t = fresh(seats, **options)
    for seat, price in bids:
        while int(t.turn[1]) != seat:
            t = t.play(act(int(t.turn[1]), PASS))
        t = t.play(act(seat, "bid", "CS", price))
    while int(t.turn[1]) != seats - 1:
        t = t.play(act(int(t.turn[1]), PASS))
    return t.play(act(seats - 1, BUY, "SV"))


@rule("1830", "C-2.2.2a", "C-2.2.2b", "C-2.2.2g", "C-2.2.2h")
def test_c_2_2_2_a_single_bidder_buys_before_anybody_has_a_turn() -> None:
    t = bid_on_cs((1, 47))
    assert (t.s.privates["CS"], t.money(1)) == ("P1", 553)
    assert t.s.bids == {}
    assert (t.s.priority, t.turn) == (0, ("sell_privates", 0)), (
        "the purchase of SV moved the priority, that of CS did not"
    )


@rule("1830", "C-2.2.2a")
def test_c_2_2_2_nothing_is_settled_while_a_cheaper_private_is_unsold() -> None:
    t = fresh().play(act(0, "bid", "DH", 75), act(1, BUY, "SV"))
    assert t.s.privates["DH"] == ""
    assert t.turn == ("sell_privates", 2)
    t = t.play(act(2, BUY, "CS"))
    assert (t.s.privates["DH"], t.money(0)) == ("P0", 525)


@rule("1830", "C-2.2.2a", "C-2.2.2b", "4.0.BO.a")
def test_c_2_2_2_one_sale_settles_one_private_after_the_other() -> None:
    t = fresh().play(act(0, "bid", "CS", 45), act(1, "bid", "DH", 75), act(2, "bid", "MH", 115), act(3, BUY, "SV"))
    assert [t.s.privates[private] for private in ("SV", "CS", "DH", "MH", "CA")] == ["P3", "P0", "P1", "P2", ""]
    assert (t.s.priority, t.turn) == (0, ("sell_privates", 0))


@rule("1830", "C-2.2.2c")
def test_c_2_2_2_only_bidders_take_part_and_raise_by_five() -> None:
    t = bid_on_cs((0, 45), (1, 50))
    assert t.turn == ("bid_off", 0)
    for seat in (1, 2, 3):
        t.refused(act(seat, "bid", "CS", 100), "C-2.2.2c")
        t.refused(act(seat, PASS), "C-2.2.2c")
    t.refused(act(0, "bid", "CS", 54), "C-2.2.1a", private="CS", least=55)
    t.refused(act(0, "bid", "DH", 75), "C-2.2.2c")
    t.refused(act(0, BUY, "CS"), "C-2.2.2c")
    assert t.play(act(0, "bid", "CS", 55)).turn == ("bid_off", 1)


@rule("1830", "C-2.2.2d", "R-36")
def test_c_2_2_2_the_lowest_bidder_speaks_first() -> None:
    t = bid_on_cs((2, 45), (0, 50))
    assert t.turn == ("bid_off", 2)
    t.refused(act(2, "bid", "CS", 50), "C-2.2.1a", private="CS", least=55)
    won = t.play(act(2, PASS))
    assert (won.s.privates["CS"], won.money(0), won.money(2)) == ("P0", 550, 600)


@rule("1830", "C-2.2.2d")
def test_c_2_2_2_after_the_lowest_it_goes_clockwise() -> None:
    t = bid_on_cs((1, 45), (2, 50), (0, 55))
    assert t.turn == ("bid_off", 1)
    t = t.play(act(1, "bid", "CS", 60))
    assert t.turn == ("bid_off", 2), "not seat 2 for its low bid alone, but as the next bidder to the left"
    t = t.play(act(2, "bid", "CS", 65))
    assert t.turn == ("bid_off", 0), "seat 3 has not bid and is passed over"


@rule("1830", "C-2.2.2e")
def test_c_2_2_2_who_has_passed_may_come_back_while_others_raise() -> None:
    t = bid_on_cs((0, 45), (1, 50), (2, 55))
    t = t.play(act(0, PASS), act(1, "bid", "CS", 60), act(2, PASS))
    assert t.turn == ("bid_off", 0)
    t = t.play(act(0, "bid", "CS", 65), act(1, PASS), act(2, PASS))
    assert (t.s.privates["CS"], t.money(0)) == ("P0", 535)


@rule("1830", "C-2.2.2f", "R-36")
def test_c_2_2_2_it_is_over_when_all_but_the_highest_bidder_pass_in_succession() -> None:
    t = bid_on_cs((0, 45), (1, 50), (2, 55)).play(act(0, PASS))
    assert t.turn == ("bid_off", 1), "one pass of two is not enough"
    t = t.play(act(1, PASS))
    assert (t.s.privates["CS"], t.money(2)) == ("P2", 545)
    assert t.turn == ("sell_privates", 0)


@rule("1830", "C-2.2.2h", "C-2.2.1b")
def test_c_2_2_2_money_of_losing_bids_is_free_again() -> None:
    t = bid_on_cs((0, 500), (1, 505))
    t = t.play(act(0, PASS))
    assert t.turn == ("sell_privates", 0)
    assert t.may(act(0, "bid", "BO", 600))
    t.refused(act(0, "bid", "BO", 601), "C-2.2.1b", private="BO", most=600, bound=0)


@rule("1830", "C-2.2.2c", "R-39")
def test_c_2_2_2_an_auction_may_use_free_money_and_the_own_bid() -> None:
    t = fresh().play(act(0, "bid", "CS", 45), act(1, "bid", "CS", 50), act(2, PASS), act(3, PASS))
    t = t.play(act(0, "bid", "CA", 165), act(1, PASS), act(2, PASS), act(3, BUY, "SV"))
    assert t.turn == ("bid_off", 0)
    assert t.may(act(0, "bid", "CS", 435)), "600 less 165"
    t.refused(act(0, "bid", "CS", 436), "C-2.2.1b", private="CS", most=435, cash=600, bound=165)


@rule("1830", "C-2.2.2d", "C-2.2.2e")
def test_an_option_lets_the_lowest_bidder_speak_and_makes_a_pass_final() -> None:
    t = bid_on_cs((1, 45), (2, 50), (0, 55), bid_off="lowest")
    t = t.play(act(1, "bid", "CS", 60))
    assert t.turn == ("bid_off", 2)
    t = t.play(act(2, PASS))
    assert t.turn == ("bid_off", 0)
    t = t.play(act(0, "bid", "CS", 65), act(1, PASS))
    assert (t.s.privates["CS"], t.money(0)) == ("P0", 535)


@rule("1830", "C-2.2.ex1", "C-2.2.2c", "C-2.2.2f", "C-2.2.2g", "C-2.2d", "4.0.CA", "4.0.BO.a")
def test_c_2_2_example_of_a_whole_sale() -> None:
    harald, wolfgang, andreas, michael = range(4)
    t = fresh().play(
        act(harald, "bid", "CA", 165),
        act(wolfgang, "bid", "BO", 225),
        act(andreas, "bid", "DH", 75),
        act(michael, "bid", "CA", 170),
        act(harald, "bid", "DH", 80),
        act(wolfgang, BUY, "SV"),
    )
    assert t.s.priority == andreas
    t = t.play(act(andreas, PASS), act(michael, BUY, "CS"))
    assert (t.s.priority, t.turn) == (harald, ("bid_off", andreas))
    t = t.play(act(andreas, "bid", "DH", 85), act(harald, "bid", "DH", 90), act(andreas, "bid", "DH", 95))
    t = t.play(act(harald, PASS))
    assert (t.s.privates["DH"], t.money(andreas)) == ("P2", 505)
    assert (t.s.priority, t.turn) == (harald, ("sell_privates", harald))
    t = t.play(act(harald, BUY, "MH"))
    assert (t.s.priority, t.turn) == (wolfgang, ("bid_off", harald))
    t = t.play(act(harald, "bid", "CA", 175), act(michael, "bid", "CA", 200))
    t = t.play(act(harald, "bid", "CA", 205), act(michael, "bid", "CA", 210), act(harald, PASS))
    assert t.turn == ("set_par", "BO")
    t = t.play(act(wolfgang, "set_par", "B&O", 100))
    assert [t.money(seat) for seat in range(4)] == [490, 355, 505, 350]
    owners = {"SV": "P1", "CS": "P3", "DH": "P2", "MH": "P0", "CA": "P3", "BO": "P1"}
    assert t.s.privates == owners
    assert t.holding("PRR", michael) == 10
    assert (t.s.director, t.holding("B&O", wolfgang)) == ({"B&O": wolfgang}, 20)
    assert (t.s.priority, t.turn, t.s.phase) == (wolfgang, ("trade_shares", wolfgang), "2")
