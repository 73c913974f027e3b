"""XIII: turns of a stock round, and who begins the next one."""

from __future__ import annotations

from tests.games.g1848.idle import all_pass, turn_over
from tests.games.g1848.positions import act, table
from tests.marks import rule


@rule("1848", "XIII.gen.1")
def test_companies_do_nothing_in_a_stock_round() -> None:
    t = table(4).phase("3").opened("VR", par=70, shares={0: 60}).home("VR").cash({"VR": 700}).stock()
    t.refused(act(0, "lay", "H11", "57", 1), "XIII.gen.1")
    t.refused(act(0, "buy_train", "bank", "3", 200), "XIII.gen.1")
    t.refused(act(0, "station", "H9", 0), "XIII.gen.1")
    t.refused(act(0, "pay_out"), "XIII.gen.1")


@rule("1848", "XIII.gen.2")
def test_one_share_is_bought_in_a_turn() -> None:
    """The purchase ends it: whoever wants a second one is out of turn."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 30}).stock()
    after = t.play(act(0, "buy", "VR", "bank", 10))
    assert after.turn == ("trade_shares", 1)
    after.refused(act(0, "buy", "VR", "bank", 10), "VII.1.3")
    after.refused(act(0, "buy", "BOE", "pool", 10), "VII.1.3")


@rule("1848", "XIII.gen.2", "XIII.gen.3")
def test_any_number_is_sold_then_one_bought() -> None:
    """Two of VR, one of SAR, three of the BoE, then a purchase."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 40}).opened("SAR", par=80, shares={0: 20, 1: 40})
    t = t.england({0: 30}).stock()
    after = t.play(act(0, "sell", "VR", 20), act(0, "sell", "SAR", 10), act(0, "sell", "BOE", 30))
    assert (after.turn, after.money(0)) == (("trade_shares", 0), 630 + 140 + 80 + 210)
    after = after.play(act(0, "par", "FT", 100))
    assert (after.turn, after.money(0)) == (("trade_shares", 1), 630 + 140 + 80 + 210 - 200)


@rule("1848", "XIII.gen.3")
def test_no_sale_after_the_purchase() -> None:
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 30}).stock().play(act(0, "buy", "BOE", "pool", 10))
    t.refused(act(0, "sell", "VR", 10), "VII.1.3")


@rule("1848", "XIII.gen.4")
def test_shares_are_traded_with_the_bank_alone() -> None:
    """Sources are the bank and its pool; no other player can be named."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 30}).stock()
    assert {args[1] for args in t.offers("buy")} == {"bank", "pool"}
    for source in ("P1", "VR", "1"):
        t.refused(act(0, "buy", "VR", source, 10), "XIII.gen.1")
    after = t.play(act(0, "sell", "VR", 10))
    assert (after.in_pool("VR"), after.money(1)) == (10, 630)


@rule("1848", "XIII.gen.5", "III.seat.2")
def test_who_does_neither_passes() -> None:
    t = table(4)
    for seat in (0, 1, 2):
        assert t.turn == ("trade_shares", seat)
        t = t.play(act(seat, "pass_turn"))
    assert t.turn == ("trade_shares", 3)


@rule("1848", "XIII.gen.6")
def test_a_sale_guarantees_another_turn() -> None:
    """A only sells, all others pass: A acts again."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 30}).stock()
    t = t.play(act(0, "sell", "VR", 10), act(0, "pass_turn"))
    for seat in (1, 2, 3):
        t = t.play(act(seat, "pass_turn"))
    assert (t.s.round, t.turn) == ("stock", ("trade_shares", 0))
    assert t.play(act(0, "buy", "BOE", "pool", 10)).turn == ("trade_shares", 1)


@rule("1848", "XIII.gen.6")
def test_a_purchase_guarantees_another_turn() -> None:
    """Three have passed when D buys: all others come again, and D too."""
    t = table(4).play(act(0, "pass_turn"), act(1, "pass_turn"), act(2, "pass_turn"), act(3, "buy", "BOE", "pool", 10))
    for seat in (0, 1, 2):
        t = t.play(act(seat, "pass_turn"))
    assert t.turn == ("trade_shares", 3)


@rule("1848", "XIII.gen.7")
def test_the_round_ends_when_all_have_passed_in_succession() -> None:
    t = table(4).opened("VR", par=70, shares={0: 60}).stock()
    for seat in range(4):
        assert t.s.round == "stock"
        t = t.play(act(seat, "pass_turn"))
    assert (t.s.round, t.turn) == ("operating", ("lay_track", "VR"))


@rule("1848", "XIII.order.1", "XIII.order.2", "III.seat.3")
def test_the_left_neighbour_of_who_acted_last_begins_the_next_round() -> None:
    """B sells last: C, D, A, B."""
    t = table(4).opened("VR", par=70, shares={1: 60}).stock()
    t = t.play(act(0, "buy", "BOE", "pool", 10), act(1, "sell", "VR", 10), act(1, "pass_turn"))
    t = turn_over(all_pass(t))
    assert (t.s.round, t.s.stock_rounds) == ("stock", 3)
    for seat in (2, 3, 0, 1):
        assert t.turn == ("trade_shares", seat)
        t = t.play(act(seat, "pass_turn"))


@rule("1848", "XIII.order.1")
def test_a_purchase_counts_like_a_sale() -> None:
    t = table(4).opened("VR", par=70, shares={1: 60}).stock()
    t = t.play(act(0, "pass_turn"), act(1, "pass_turn"), act(2, "pass_turn"), act(3, "buy", "BOE", "pool", 10))
    assert turn_over(all_pass(t)).turn == ("trade_shares", 0)


@rule("1848", "R-43")
def test_when_all_pass_priority_stays() -> None:
    t = table(4).opened("VR", par=70, shares={1: 60}).stock(turn=2)
    assert turn_over(all_pass(t)).turn == ("trade_shares", 2)
