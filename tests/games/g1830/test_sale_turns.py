"""The turns of the sale of the privates: passing, buying the cheapest, bidding, and what happens when all pass."""

from __future__ import annotations

import pytest

from tests.games.g1830.positions import Table, act, fresh
from tests.marks import rule

PASS = "pass_turn"
BUY = "buy_private_at_face"


def passing(t: Table, count: int) -> Table:
    """So many passes of whoever is asked."""
    for _ in range(count):
        t = t.play(act(int(t.turn[1]), PASS))
    return t


@rule("1830", "C-2.2a")
def test_c_2_2_the_privates_are_sold_from_the_cheapest_to_the_dearest() -> None:
    t = fresh(2).cash({0: 2000, 1: 2000})
    sold = []
    while t.s.round == "auction":
        seat = t.choices()[0].seat
        if t.turn[0] == "sell_privates":
            ((private,),) = t.offers(BUY)
            sold.append(private)
            t = t.play(act(seat, BUY, private))
        else:
            t = t.play(act(seat, "set_par", "B&O", 67))
    assert sold == ["SV", "CS", "DH", "MH", "CA", "BO"]


@rule("1830", "C-2.2b")
def test_c_2_2_a_turn_is_a_pass_a_purchase_or_a_bid_and_then_the_left_neighbour_is_next() -> None:
    t = fresh()
    for action in (act(0, PASS), act(0, BUY, "SV"), act(0, "bid", "CA", 165)):
        after = t.play(action)
        assert after.turn == ("sell_privates", 1)
        for second in (act(0, PASS), act(0, BUY, "CS"), act(0, "bid", "BO", 225)):
            after.refused(second, "C-2.2b")
    assert {choice.kind for choice in t.choices()} == {PASS, BUY, "bid"}
    assert {choice.seat for choice in t.choices()} == {0}


@rule("1830", "C-2.2b")
def test_c_2_2_shares_are_not_for_sale_before_all_privates_are_sold() -> None:
    t = fresh()
    t.refused(act(0, "par", "PRR", 67), "C-2.2b")
    t.refused(act(0, "buy", "PRR", "bank", 10), "C-2.2b")


@rule("1830", "C-2.2c")
def test_c_2_2_who_buys_the_cheapest_gives_priority_to_the_left() -> None:
    t = fresh().play(act(0, PASS), act(1, PASS), act(2, BUY, "SV"))
    assert t.s.privates["SV"] == "P2"
    assert t.money(2) == 580
    assert (t.s.priority, t.turn) == (3, ("sell_privates", 3))
    last = t.play(act(3, BUY, "CS"))
    assert (last.s.priority, last.turn[1]) == (0, 0)


@rule("1830", "C-2.2c")
def test_c_2_2_only_the_cheapest_can_be_bought_at_its_price() -> None:
    t = fresh()
    t.refused(act(0, BUY, "DH"), "C-2.2c", private="SV")
    t = t.play(act(0, BUY, "SV"))
    t.refused(act(1, BUY, "DH"), "C-2.2c", private="CS")
    t.refused(act(1, BUY, "SV"), "C-2.2c", private="CS")
    assert t.may(act(1, BUY, "CS"))


@rule("1830", "C-2.2.1b")
def test_c_2_2_who_cannot_pay_cannot_buy() -> None:
    t = fresh().play(act(0, BUY, "SV"))
    t = t.cash({1: 39})
    t.refused(act(1, BUY, "CS"), "C-2.2.1b", private="CS", most=39)
    assert t.cash({1: 40}).play(act(1, BUY, "CS")).money(1) == 0


@rule("1830", "C-2.2d", "3.1", "2.0a")
def test_c_2_2_the_first_stock_round_begins_with_the_holder_of_the_priority() -> None:
    t = fresh().private("SV", 0).private("CS", 1).private("DH", 2).private("MH", 3)
    t.private("CA", 0).share("PRR", 0).cash({1: 600})
    t.s.priority = 1
    t.s.todo[-1] = t.s.todo[-1]._replace(who=1)
    t = t.play(act(1, BUY, "BO"))
    assert (t.s.phase, t.s.round, t.turn) == ("1", "auction", ("set_par", "BO"))
    t = t.play(act(1, "set_par", "B&O", 82))
    assert (t.s.phase, t.s.round, t.s.stock_rounds) == ("2", "stock", 1)
    assert (t.s.priority, t.turn) == (2, ("trade_shares", 2))


@rule("1830", "C-2.2.1a", "R-07")
def test_c_2_2_1_a_bid_is_five_more_than_the_price_or_the_highest_bid() -> None:
    t = fresh()
    t.refused(act(0, "bid", "CA", 164), "C-2.2.1a", private="CA", least=165)
    t = t.play(act(0, "bid", "CA", 165))
    t.refused(act(1, "bid", "CA", 169), "C-2.2.1a", private="CA", least=170)
    assert t.play(act(1, "bid", "CA", 170)).s.bids["CA"] == ((0, 165), (1, 170))
    assert t.play(act(1, "bid", "CA", 172)).s.bids["CA"] == ((0, 165), (1, 172)), "any whole dollar is a bid"


@rule("1830", "C-2.2.1b")
def test_c_2_2_1_money_that_lies_on_a_private_cannot_be_spent() -> None:
    t = fresh().play(act(0, "bid", "BO", 225), act(1, PASS), act(2, PASS), act(3, PASS))
    assert t.money(0) == 600, "the money is tied, not paid"
    t.refused(act(0, "bid", "CA", 376), "C-2.2.1b", private="CA", most=375)
    assert t.may(act(0, "bid", "CA", 375))
    t = t.play(act(0, BUY, "SV"), act(1, PASS), act(2, PASS), act(3, PASS))
    t.refused(act(0, "bid", "CA", 356), "C-2.2.1b", private="CA", most=355)
    assert t.may(act(0, "bid", "CA", 355))


@rule("1830", "C-2.2.1c")
def test_c_2_2_1_as_many_as_like_bid_on_one_private() -> None:
    t = fresh().play(act(0, "bid", "CA", 165), act(1, "bid", "CA", 170), act(2, "bid", "CA", 175))
    assert t.s.bids == {"CA": ((0, 165), (1, 170), (2, 175))}


@rule("1830", "C-2.2.1d", "R-39")
def test_c_2_2_1_a_second_bid_takes_the_place_of_the_first() -> None:
    t = fresh(2).play(act(0, "bid", "CA", 165), act(1, PASS), act(0, "bid", "CA", 170), act(1, PASS))
    assert t.s.bids == {"CA": ((0, 170),)}
    assert t.may(act(0, "bid", "BO", 1030)), "1200 less 170"
    t.refused(act(0, "bid", "BO", 1031), "C-2.2.1b", private="BO", most=1030)


@rule("1830", "R-39")
def test_r_39_an_own_bid_may_be_raised_by_all_that_is_free() -> None:
    t = fresh().play(act(0, "bid", "DH", 80), act(1, PASS), act(2, PASS), act(3, PASS), act(0, "bid", "CA", 165))
    t = passing(t, 3)
    t.refused(act(0, "bid", "MH", 356), "C-2.2.1b", private="MH", most=355)
    assert t.may(act(0, "bid", "DH", 435))
    t.refused(act(0, "bid", "DH", 436), "C-2.2.1b", private="DH", most=435)


@rule("1830", "R-37")
def test_r_37_the_cheapest_private_takes_no_bids() -> None:
    t = fresh()
    t.refused(act(0, "bid", "SV", 25), "R-37", private="SV")
    t = t.play(act(0, BUY, "SV"))
    t.refused(act(1, "bid", "CS", 45), "R-37", private="CS")
    t.refused(act(1, "bid", "SV", 45), "C-2.2b")


@rule("1830", "C-2.2.3a")
def test_c_2_2_3_sv_becomes_cheaper_whenever_all_pass() -> None:
    t = passing(fresh(), 4)
    assert t.play(act(0, BUY, "SV")).money(0) == 585
    assert passing(t, 4).play(act(0, BUY, "SV")).money(0) == 590
    assert passing(fresh(), 3).play(act(3, BUY, "SV")).money(3) == 580, "three of four passes are not enough"


@rule("1830", "C-2.2.3b")
@pytest.mark.parametrize(("seats", "passes"), [(2, 8), (4, 16), (7, 28)])
def test_c_2_2_3_at_last_sv_is_a_gift_that_must_be_taken(seats: int, passes: int) -> None:
    before = passing(fresh(seats), passes - 1)
    assert before.s.privates["SV"] == ""
    t = before.play(act(seats - 1, PASS))
    assert t.s.privates["SV"] == "P0"
    assert t.money(0) == t.money(1)
    assert (t.s.priority, t.turn) == (1, ("sell_privates", 1))
    t.refused(act(0, PASS), "C-2.2b")


@rule("1830", "R-38", "C-2.2.3a")
def test_r_38_after_all_have_passed_the_holder_of_the_priority_is_next() -> None:
    t = passing(fresh().play(act(0, "bid", "CA", 165)), 4)
    assert t.s.rebate == {"SV": 5}
    assert (t.s.priority, t.turn) == (0, ("sell_privates", 0)), "though seat 0 was the last to pass"
    t = passing(t.play(act(0, PASS), act(1, "bid", "BO", 225)), 4)
    assert (t.s.rebate["SV"], t.turn[1]) == (10, 0)


@rule("1830", "R-38", "C-2.2.3b")
def test_r_38_the_holder_of_the_priority_gets_the_gift() -> None:
    t = fresh()
    for _ in range(4):
        t = passing(t.play(act(0, "bid", "CA", t.s.bids["CA"][0][1] + 5 if t.s.bids else 165)), 4)
    assert t.s.privates["SV"] == "P0"
    assert t.turn == ("sell_privates", 1)


@rule("1830", "C-2.2.3a")
def test_an_option_lets_the_seat_after_the_last_pass_go_on() -> None:
    t = passing(fresh(auction_resumes="next").play(act(0, "bid", "CA", 165)), 4)
    assert t.turn == ("sell_privates", 1)


@rule("1830", "C-2.2.3c")
def test_c_2_2_3_once_sv_is_sold_the_sold_privates_pay_instead() -> None:
    t = fresh().play(act(0, BUY, "SV"), act(1, BUY, "CS"))
    assert (t.s.priority, t.turn[1]) == (2, 2)
    t = passing(t, 4)
    assert [t.money(seat) for seat in range(4)] == [585, 570, 600, 600]
    assert (t.s.rebate, t.turn) == ({}, ("sell_privates", 2))
    assert [passing(t, 4).money(seat) for seat in range(4)] == [590, 580, 600, 600], "again and again"


@rule("1830", "C-2.2.3c")
def test_c_2_2_3_play_resumes_with_the_priority_not_with_the_next_seat() -> None:
    t = fresh().play(act(0, BUY, "SV"), act(1, "bid", "CA", 165))
    assert (t.s.priority, t.turn[1]) == (1, 2)
    assert passing(t, 4).turn == ("sell_privates", 1)
    other = fresh(auction_resumes="next").play(act(0, BUY, "SV"), act(1, "bid", "CA", 165))
    assert passing(other, 4).turn == ("sell_privates", 2)


@rule("1830", "C-2.2.3b")
def test_an_option_gives_the_gift_to_the_seat_after_the_last_pass_and_changes_nothing_else() -> None:
    """Seat 0 bids before each round of passes, so that it passes last."""
    for option, taker in (("priority", 0), ("next", 1)):
        t = fresh(free_private=option)
        for price in (165, 170, 175, 180):
            t = passing(t.play(act(0, "bid", "CA", price)), 4)
        assert t.s.privates["SV"] == f"P{taker}"
        assert (t.s.priority, t.turn[1]) == (taker + 1, taker + 1)
    t = passing(fresh(free_private="next").play(act(0, "bid", "CA", 165)), 4)
    assert t.turn == ("sell_privates", 0), "who goes on is another question"


def stalled(**options: str) -> Table:
    """SV and CS belong to seat 0, seat 1 has put all it had on CA, and the others have nothing: DH costs $70."""
    t = fresh(4, **options).private("SV", 0).private("CS", 0).cash({0: 40, 1: 165, 2: 0, 3: 0})
    return t.play(act(0, PASS), act(1, "bid", "CA", 165))


def paid(t: Table, times: int) -> Table:
    """Everybody passes until the privates have paid so many times; seat 0 never has more than $40 for all that."""
    for _ in range(times):
        t = t.cash({0: 40})
        while t.s.passes < t.game.seats - 1:
            t = passing(t, 1)
        t = passing(t, 1)
    return t


@rule("1830", "P-3", "C-2.2.3c")
def test_p_3_after_ten_payments_without_a_sale_the_cheapest_becomes_cheaper() -> None:
    t = paid(stalled(), 10)
    assert (t.s.payments, t.s.rebate) == (10, {})
    t = paid(t, 1)
    assert t.s.rebate == {"DH": 5}
    assert paid(t, 2).s.rebate == {"DH": 15}
    t = paid(t, 6).cash({0: 40})
    assert t.turn == ("sell_privates", 0)
    bought = t.play(act(0, BUY, "DH"))
    assert (bought.money(0), bought.s.payments) == (40 - 35, 0), "half its price, and the count begins anew"


@rule("1830", "P-3")
def test_p_3_at_last_it_must_be_taken() -> None:
    t = paid(stalled(), 10 + 13)
    assert t.s.rebate == {"DH": 65}
    t = paid(t, 1)
    assert (t.s.privates["DH"], t.s.payments, t.s.priority) == ("P0", 0, 1)
    assert t.turn == ("sell_privates", 1)


@rule("1830", "P-3")
def test_by_an_option_the_privates_pay_on() -> None:
    t = paid(stalled(stalled_sale="pays"), 100)
    assert (t.s.payments, t.s.rebate) == (100, {})
    assert paid(t, 1).s.rebate == {"DH": 5}, "but not for ever"


@rule("1830", "P-3")
def test_p_3_lets_every_sale_end_however_money_is_bound() -> None:
    """Whoever can bids all he has; nobody ever buys of his own will."""
    t = fresh(7)
    for _ in range(20_000):
        if t.s.round != "auction":
            break
        seat = int(t.turn[1]) if t.turn[0] != "set_par" else int(t.s.privates["BO"][1:])
        bids = [choice for choice in t.choices() if choice.kind == "bid"]
        if t.turn[0] == "set_par":
            action = act(seat, "set_par", "B&O", 100)
        else:
            action = act(seat, "bid", bids[-1].args[0], bids[-1].args[1].hi) if bids else act(seat, PASS)
        t.s = t.game.apply(t.s, action)
    assert t.s.round == "stock"
    assert t.s.cash["bank"] > 0
