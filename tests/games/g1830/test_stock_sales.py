"""Selling shares, floating a company, and its capital."""

from __future__ import annotations

from stellwerk.eighteen.shares import by_price
from tests.games.g1830.positions import Table, act, fresh, table
from tests.marks import rule

PASS = "pass_turn"


def order(t: Table) -> list[str]:
    return by_price(t.game.rules, t.s, tuple(t.s.cell))


@rule("1830", "6.1a")
def test_6_1_nobody_sells_in_the_first_stock_round() -> None:
    t = table().opened("PRR", par=82, shares={1: 20, 0: 10}).stock(number=1)
    assert not t.offers("sell")
    t.refused(act(0, "sell", "PRR", 10), "6.1a")
    t.stock(number=2)
    assert t.offers("sell") == [("PRR", 10)]


@rule("1830", "6.1b", "6.1.ex1", "5.1b")
def test_6_1_example_two_b_and_o_sold_at_100() -> None:
    t = table().opened("B&O", par=100, shares={1: 40, 0: 20})
    after = t.play(act(0, "sell", "B&O", 20))
    assert after.money(0) == t.money(0) + 200
    assert (after.holding("B&O", 0), after.in_pool("B&O"), after.price("B&O")) == (0, 20, 82)


@rule("1830", "6.1b", "R-32")
def test_6_1_a_second_sale_brings_the_price_of_then() -> None:
    t = table().opened("B&O", par=100, shares={1: 40, 0: 20}).opened("PRR", par=67, shares={1: 20})
    after = t.play(act(0, "sell", "B&O", 10), act(0, "buy", "PRR", "bank", 10), act(0, "sell", "B&O", 10))
    assert after.money(0) == t.money(0) + 100 - 67 + 90
    assert after.price("B&O") == 82


@rule("1830", "6.1c", "6.2b")
def test_6_1_what_was_sold_is_not_bought_again_in_the_round() -> None:
    t = table(2).opened("NYC", par=67, shares={1: 30, 0: 20}).opened("PRR", par=67, shares={1: 40})
    t = t.play(act(0, "sell", "NYC", 10))
    for source in ("bank", "pool"):
        t.refused(act(0, "buy", "NYC", source, 10), "6.1c", company="NYC")
    assert t.may(act(0, "buy", "PRR", "bank", 10))
    t = t.play(act(0, PASS), act(1, "buy", "PRR", "bank", 10), act(1, PASS))
    assert t.turn == ("trade_shares", 0)
    t.refused(act(0, "buy", "NYC", "bank", 10), "6.1c", company="NYC")
    t = t.play(act(0, PASS), act(1, PASS))
    assert (t.s.stock_rounds, t.turn) == (3, ("trade_shares", 0))
    assert t.may(act(0, "buy", "NYC", "bank", 10))


@rule("1830", "6.1c")
def test_6_1_buying_first_and_selling_then_is_allowed() -> None:
    t = table().opened("NYC", par=67, shares={1: 40, 0: 20})
    after = t.play(act(0, "buy", "NYC", "bank", 10), act(0, "sell", "NYC", 30))
    assert after.holding("NYC", 0) == 0


@rule("1830", "6.1d", "5.3d", "R-11")
def test_6_1_at_most_five_lie_in_the_pool() -> None:
    t = table().opened("NYC", par=67, shares={1: 30, 0: 30}, pool=30)
    assert t.offers("sell", "NYC") == [(10,), (20,)]
    t.refused(act(0, "sell", "NYC", 30), "6.1d", company="NYC", pool=30, limit=50)
    assert t.play(act(0, "sell", "NYC", 20)).in_pool("NYC") == 50


@rule("1830", "5.3d")
def test_5_3_with_four_in_the_pool_only_one_more_is_sold() -> None:
    t = table().opened("PRR", par=67, shares={1: 30, 0: 20}, pool=40)
    assert t.play(act(0, "sell", "PRR", 10)).in_pool("PRR") == 50
    t.refused(act(0, "sell", "PRR", 20), "6.1d", company="PRR", pool=40)
    full = table().opened("PRR", par=67, shares={1: 30, 0: 20}, pool=50)
    full.refused(act(0, "sell", "PRR", 10), "6.1d", company="PRR", pool=50)


@rule("1830", "6.1g")
def test_6_1_the_seller_chooses_the_order() -> None:
    """Both fall from 76 to 71, where the one that is sold first lies on top."""
    t = table().opened("PRR", par=76, shares={1: 40, 0: 10}).opened("NYC", par=76, shares={1: 40, 0: 10})
    sales = [act(0, "sell", "PRR", 10), act(0, "sell", "NYC", 10)]
    assert order(t.play(*sales)) == ["PRR", "NYC"]
    assert order(t.play(*reversed(sales))) == ["NYC", "PRR"]
    assert t.play(*sales).money(0) == t.play(*reversed(sales)).money(0) == 600 + 152


@rule("1830", "6.1h")
def test_6_1_sold_shares_are_there_for_the_next_player() -> None:
    t = table().opened("PRR", par=82, shares={2: 40, 0: 10}).play(act(0, "sell", "PRR", 10), act(0, PASS))
    assert (t.turn[1], t.in_pool("PRR"), t.price("PRR")) == (1, 10, 76)
    after = t.play(act(1, "buy", "PRR", "pool", 10))
    assert (after.holding("PRR", 1), after.money(1), after.in_pool("PRR")) == (10, 600 - 76, 0)


@rule("1830", "6.1i")
def test_6_1_the_share_of_ca_waits_for_a_price() -> None:
    t = table().share("PRR", 0)
    t.refused(act(0, "sell", "PRR", 10), "6.1i", company="PRR")
    t = t.play(act(0, PASS), act(1, "par", "PRR", 82), act(2, PASS), act(3, PASS))
    assert t.turn[1] == 0
    assert t.play(act(0, "sell", "PRR", 10)).money(0) == 600 + 82


@rule("1830", "R-30", "6.1i")
def test_6_1_so_does_a_share_of_nyc_for_the_mh() -> None:
    t = table().private("MH", 0).play(act(0, "exchange", "MH", "bank"))
    assert t.s.shares["NYC"][0] == (10,)
    t.refused(act(0, "sell", "NYC", 10), "6.1i", company="NYC")


@rule("1830", "6.3a", "R-12")
def test_6_3_players_and_pool_count_for_floating() -> None:
    t = table().opened("PRR", par=67, shares={0: 40, 1: 10}).opened("NYC", par=67, shares={2: 30}, pool=20)
    assert t.s.floated == ()
    assert t.play(act(0, "buy", "PRR", "bank", 10)).s.floated == ("PRR",)
    assert t.play(act(0, "buy", "NYC", "bank", 10)).s.floated == ("NYC",)
    assert t.play(act(0, "buy", "NYC", "pool", 10)).s.floated == ()


@rule("1830", "6.3a", "4.0.MH.a")
def test_6_3_a_share_for_the_mh_can_float_nyc() -> None:
    t = table().opened("NYC", par=67, shares={1: 30, 2: 20}).private("MH", 0)
    assert t.play(act(0, "exchange", "MH", "bank")).s.floated == ("NYC",)


@rule("1830", "6.3a")
def test_6_3_shares_of_ca_and_bo_count() -> None:
    """PRR has 10% out by CA; its director's 20% and three more make 60%. So with B&O: the free 20% and four more."""
    t = fresh(2)
    for private in ("SV", "CS", "DH", "MH"):
        t.private(private, 0)
    t = t.play(act(0, "buy_private_at_face", "CA"), act(1, "buy_private_at_face", "BO"), act(1, "set_par", "B&O", 67))
    assert (t.in_bank("PRR"), t.in_bank("B&O"), t.s.round) == (90, 80, "stock")
    t = t.play(act(0, "par", "PRR", 67), act(1, "buy", "B&O", "bank", 10))
    for _ in range(2):
        t = t.play(act(0, "buy", "PRR", "bank", 10), act(1, "buy", "B&O", "bank", 10))
    assert t.s.floated == ()
    t = t.play(act(0, "buy", "PRR", "bank", 10))
    assert (t.holding("PRR", 0), t.s.floated) == (60, ("PRR",))
    t = t.play(act(1, "buy", "B&O", "bank", 10))
    assert (t.holding("B&O", 1), t.s.floated) == (60, ("PRR", "B&O"))


@rule("1830", "6.3b", "6.3c")
def test_6_3_capital_is_ten_times_par_at_the_end_of_the_round() -> None:
    t = table(2).opened("PRR", par=82, shares={0: 50}, cell=(4, 6))
    t = t.play(act(0, "buy", "PRR", "bank", 10))
    assert (t.s.floated, t.money("PRR")) == (("PRR",), 0)
    t = t.play(act(0, PASS), act(1, PASS), act(0, PASS))
    assert (t.s.round, t.money("PRR")) == ("operating", 820)
    assert t.s.markers["PRR"] + len(t.s.stations["H12"][0]) == 4


@rule("1830", "6.3b")
def test_6_3_by_an_option_the_capital_comes_at_once() -> None:
    t = table(2, capital="at_once").opened("PRR", par=82, shares={0: 50}, cell=(4, 6))
    assert t.play(act(0, "buy", "PRR", "bank", 10)).money("PRR") == 820


@rule("1830", "6.3d", "7.0h")
def test_6_3_a_director_cannot_pay_for_track() -> None:
    """The water at Providence costs $80, however rich the director is."""
    t = table().opened("B&M", par=67, shares={0: 60}).home("B&M").cash({0: 5000, "B&M": 79}).operating("B&M")
    t.refused(act(0, "lay", "F22", "57", 1), "7.0h", cost=80, cash=79)
    after = t.cash({"B&M": 80}).play(act(0, "lay", "F22", "57", 1))
    assert (after.money("B&M"), after.money(0)) == (0, 5000)


@rule("1830", "6.3d", "4.1d")
def test_6_3_a_company_buys_with_its_own_money_only() -> None:
    t = table().phase("3").opened("PRR", par=67, shares={0: 60}).opened("NYC", par=67, shares={0: 60}).home("PRR")
    t.private("SV", 0).cash({0: 500, "PRR": 9, "NYC": 500}).operating("PRR")
    t.refused(act(0, "buy_private", "SV", 10), "6.3d", cost=10, cash=9)
    after = t.cash({"PRR": 10}).play(act(0, "buy_private", "SV", 10))
    assert (after.money("PRR"), after.money(0), after.money("NYC")) == (0, 510, 500)


@rule("1830", "6.3.ex1", "6.3a", "6.3b", "5.5e")
def test_6_3_example_prr_floats() -> None:
    """Helmut sits in seat 0, Martin, who has the share of CA, in seat 1."""
    t = table(3).share("PRR", 1).opened("C&O", par=71, shares={2: 60})
    t = t.play(act(0, "par", "PRR", 82), act(1, "buy", "PRR", "bank", 10), act(1, PASS), act(2, PASS))
    t = t.play(act(0, "buy", "PRR", "bank", 10), act(0, PASS))
    assert (t.holding("PRR", 0), t.holding("PRR", 1)) == (30, 20)
    martin = t.money(1)
    t = t.play(act(1, "sell", "PRR", 20), act(1, PASS), act(2, PASS))
    assert (t.money(1) - martin, t.price("PRR"), t.s.par["PRR"]) == (164, 71, 82)
    assert t.s.cell["PRR"] == t.s.cell["C&O"]
    assert order(t) == ["C&O", "PRR"]
    dearer = t.play(act(0, "buy", "PRR", "bank", 10))
    assert (dearer.money(0), dearer.s.floated) == (t.money(0) - 82, ("C&O", "PRR"))
    cheaper = t.play(act(0, "buy", "PRR", "pool", 10))
    assert (cheaper.money(0), cheaper.s.floated, cheaper.in_bank("PRR")) == (t.money(0) - 71, ("C&O",), 50)
    end = dearer.play(act(0, PASS), act(1, PASS), act(2, PASS), act(0, PASS))
    assert (end.s.round, end.money("PRR")) == ("operating", 820)
