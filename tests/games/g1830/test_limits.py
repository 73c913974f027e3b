"""How many certificates a player may hold, and how the coloured zones loosen that."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.shares import certificates, over_limit
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

PASS = "pass_turn"
YELLOW, ORANGE, BROWN = (0, 0), (6, 2), (7, 1)
"""Cells for $60, $36 and $20."""


def counting(t: Table, seat: int = 0) -> int:
    return certificates(t.game.rules, t.s, seat)


def with_thirteen(*more: str) -> Table:
    """Five players; seat 0 holds 3 shares each of four companies, SV, and what is named besides: 13 and more count."""
    t = table(5).private("SV", 0)
    for company in ("PRR", "NYC", "C&O", "B&O"):
        t.opened(company, par=67, shares={1: 40, 0: 30})
    for private in more:
        t.private(private, 0)
    return t


@rule("1830", "5.3a")
def test_5_3_a_directors_certificate_is_a_fifth_but_counts_once() -> None:
    t = table().opened("PRR", par=82, shares={0: 40})
    assert t.s.shares["PRR"][0] == (20, 10, 10)
    assert (t.holding("PRR", 0), counting(t)) == (40, 3)
    assert counting(t.private("CS", 0)) == 4
    assert all(sum(map(sum, held)) == 100 and sum(map(len, held)) == 9 for held in t.s.shares.values())


@rule("1830", "5.3b", "R-10")
def test_5_3_nobody_holds_more_than_five_of_a_company() -> None:
    t = table().opened("PRR", par=82, shares={0: 60}).opened("NYC", par=82, shares={1: 50, 0: 50}, director=1)
    t.refused(act(0, "buy", "PRR", "bank", 10), "5.3b", company="PRR", held=60)
    rival = table().opened("NYC", par=82, shares={1: 50, 0: 40})
    after = rival.play(act(0, "buy", "NYC", "bank", 10))
    assert after.s.shares["NYC"][0] == (10,) * 5
    full = table().opened("NYC", par=82, shares={1: 40, 0: 50}, director=1, pool=10)
    full.refused(act(0, "buy", "NYC", "pool", 10), "5.3b", company="NYC", held=50)


@rule("1830", "R-10", "5.3b")
def test_r_10_by_an_option_the_limit_is_sixty_per_cent() -> None:
    t = table(holding="percent").opened("NYC", par=82, shares={1: 30, 0: 50}, director=1)
    after = t.play(act(0, "buy", "NYC", "bank", 10))
    assert after.holding("NYC", 0) == 60
    top = table(holding="percent").opened("NYC", par=82, shares={0: 60})
    top.refused(act(0, "buy", "NYC", "bank", 10), "5.3b", company="NYC", held=60)


@rule("1830", "5.3c", "T-06")
@pytest.mark.parametrize(("seats", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11), (7, 11)])
def test_5_3_the_certificate_limit_depends_on_the_players(seats: int, limit: int) -> None:
    assert table(seats).game.rules.certificate_limit == limit


@rule("1830", "5.3c")
def test_5_3_at_the_limit_nothing_that_counts_is_bought() -> None:
    t = with_thirteen().opened("Erie", par=67, shares={2: 40}, cell=YELLOW)
    assert counting(t) == 13
    t.refused(act(0, "buy", "PRR", "bank", 10), "5.3c", held=13, limit=13)
    t.refused(act(0, "par", "CPR", 67), "5.3c", held=13, limit=13)
    assert t.offers("buy") == [("Erie", "bank", 10)]
    assert counting(t.play(act(0, "buy", "Erie", "bank", 10))) == 13
    room = t.play(act(0, "sell", "NYC", 10))
    assert counting(room.play(act(0, "buy", "PRR", "bank", 10))) == 13


@rule("1830", "5.3e")
def test_5_3_who_is_over_the_limit_sells_first() -> None:
    t = with_thirteen("CS", "DH")
    assert counting(t) == 15
    for tried in (act(0, PASS), act(0, "buy", "PRR", "bank", 10), act(0, "par", "Erie", 67)):
        t.refused(tried, "5.3e", held=15, limit=13)
    one = t.play(act(0, "sell", "PRR", 10))
    one.refused(act(0, PASS), "5.3e", held=14, limit=13)
    two = one.play(act(0, "sell", "NYC", 10))
    assert two.play(act(0, PASS)).turn[1] == 1


@rule("1830", "6.1f")
def test_6_1_after_a_forced_sale_one_buys_only_within_the_limit() -> None:
    t = with_thirteen("CS").opened("Erie", par=67, shares={2: 40})
    t.refused(act(0, PASS), "5.3e", held=14, limit=13)
    t.refused(act(0, "buy", "Erie", "bank", 10), "5.3e", held=14, limit=13)
    one = t.play(act(0, "sell", "PRR", 10))
    one.refused(act(0, "buy", "Erie", "bank", 10), "5.3c", held=13, limit=13)
    two = one.play(act(0, "sell", "NYC", 10))
    assert counting(two.play(act(0, "buy", "Erie", "bank", 10))) == 13


@rule("1830", "6.1f", "5.3e")
def test_6_1_too_many_of_one_company_are_sold_too() -> None:
    """Seven certificates, bought while the price was orange; it is yellow now."""
    t = table().opened("PRR", par=67, shares={0: 80, 1: 20}, cell=YELLOW)
    assert counting(t) == 0
    for tried in (act(0, PASS), act(0, "par", "NYC", 67)):
        t.refused(tried, "6.1f", company="PRR", held=80)
    one = t.play(act(0, "sell", "PRR", 10))
    assert one.price("PRR") == 53
    one.refused(act(0, PASS), "6.1f", company="PRR", held=70)
    assert one.play(act(0, "sell", "PRR", 10), act(0, PASS)).turn[1] == 1


@rule("1830", "R-94", "5.3e")
def test_r_94_who_cannot_sell_may_pass_but_not_buy() -> None:
    t = table(5).private("SV", 0).private("CS", 0).opened("Erie", par=67, shares={2: 40, 0: 10}, cell=YELLOW)
    for company in ("PRR", "NYC", "C&O", "B&O"):
        t.opened(company, par=67, shares={1: 20, 0: 30}, director=1, pool=50)
    assert (counting(t), over_limit(t.game.rules, t.s, 0)) == (14, True)
    t.refused(act(0, "sell", "PRR", 10), "6.1d", company="PRR", pool=50)
    t.refused(act(0, "buy", "Erie", "bank", 10), "5.3e", held=14, limit=13)
    assert t.offers("sell") == [("Erie", 10)], "which would not help"
    assert t.play(act(0, PASS)).turn[1] == 1


@rule("1830", "5.4a")
def test_5_4_yellow_orange_and_brown_shares_do_not_count() -> None:
    t = table().opened("NYC", par=67, shares={1: 50, 0: 50}, director=1)
    t.opened("B&O", par=67, shares={1: 60, 0: 40})
    for cell, zone in ((YELLOW, "yellow"), (ORANGE, "orange"), (BROWN, "brown")):
        other = table().opened("PRR", par=67, shares={0: 50}, cell=cell)
        assert other.game.rules.market.zone[cell] == zone
        assert counting(other) == 0
    t.opened("PRR", par=67, shares={0: 50}, cell=YELLOW)
    assert (sum(len(held[0]) for held in t.s.shares.values()), counting(t)) == (13, 9)
    t.s.cell["PRR"] = (0, 1)
    assert counting(t) == 13, "$67 beside it is no longer yellow"


@rule("1830", "5.4b")
def test_5_4_in_orange_and_brown_more_than_five_may_be_held() -> None:
    for cell, price in ((ORANGE, 36), (BROWN, 20)):
        t = table().opened("PRR", par=67, shares={0: 60}, pool=10, cell=cell)
        assert t.price("PRR") == price
        assert len(t.play(act(0, "buy", "PRR", "pool", 10)).s.shares["PRR"][0]) == 6
    yellow = table().opened("PRR", par=67, shares={0: 60}, pool=10, cell=YELLOW)
    yellow.refused(act(0, "buy", "PRR", "pool", 10), "5.3b", company="PRR", held=60)


@rule("1830", "5.4c")
def test_5_4_in_brown_any_number_is_bought_from_the_pool() -> None:
    t = table().opened("PRR", par=67, shares={1: 30}, pool=30, cell=BROWN).cash({0: 500})
    three = t.play(*[act(0, "buy", "PRR", "pool", 10)] * 3)
    assert (three.money(0), three.holding("PRR", 0), three.turn[1]) == (440, 30, 0)
    three.refused(act(0, "buy", "PRR", "bank", 10), "5.4c", company="PRR")
    one = t.play(act(0, "buy", "PRR", "bank", 10))
    one.refused(act(0, "buy", "PRR", "pool", 10), "5.4c", company="PRR")


@rule("1830", "5.4c", "C-1.3")
def test_c_1_3_only_of_one_company() -> None:
    t = table().opened("PRR", par=67, shares={1: 30}, pool=40, cell=(7, 2)).cash({0: 500})
    t.opened("NYC", par=67, shares={1: 30}, pool=20, cell=BROWN)
    four = t.play(*[act(0, "buy", "PRR", "pool", 10)] * 4)
    assert (four.money(0), four.holding("PRR", 0)) == (500 - 120, 40)
    t.play(act(0, "buy", "PRR", "pool", 10)).refused(act(0, "buy", "NYC", "pool", 10), "6.2a")
    orange = table().opened("PRR", par=67, shares={1: 30}, pool=40, cell=ORANGE)
    orange.play(act(0, "buy", "PRR", "pool", 10)).refused(act(0, "buy", "PRR", "pool", 10), "6.2a")


@rule("1830", "5.4c", "6.0e", "C-1.2")
def test_5_4_a_sale_after_the_brown_purchase_closes_it() -> None:
    """The purchase of a turn is one, before, between or after sales; an option lets it be taken up again."""
    brown, sale = act(0, "buy", "PRR", "pool", 10), act(0, "sell", "NYC", 10)
    for option, refused in (("together", True), ("apart", False)):
        t = table(brown_purchase=option).opened("PRR", par=67, shares={1: 30}, pool=30, cell=BROWN).cash({0: 500})
        t = t.opened("NYC", par=67, shares={1: 30, 0: 20}).stock(0)
        after = t.play(sale, brown, brown, sale)
        assert after.holding("PRR", 0) == 20
        if refused:
            after.refused(brown, "C-1.2", company="PRR")
            assert not after.offers("buy")
        else:
            assert after.play(brown).holding("PRR", 0) == 30


@rule("1830", "V-6.3a", "V-6.3b", "5.4c")
def test_v_6_3_by_an_option_from_the_bank_too() -> None:
    buys = [act(0, "buy", "PRR", source, 10) for source in ("pool", "bank", "bank")]
    held = {1: 40, 2: 30}
    t = table(brown_multibuy="pool_and_bank").opened("PRR", par=67, shares=held, pool=10, cell=BROWN).cash({0: 154})
    after = t.play(*buys)
    assert (after.money(0), after.holding("PRR", 0)) == (0, 30)
    book = table().opened("PRR", par=67, shares=held, pool=10, cell=BROWN).cash({0: 154})
    book.play(buys[0]).refused(buys[1], "5.4c", company="PRR")


@rule("1830", "5.4.ex1", "5.3e", "5.4a", "5.4b", "6.1f")
def test_5_4_example_limits_and_zones() -> None:
    """Six players, Henning in seat 0, Arne in seat 1. PRR is at $48 in yellow, C&O at $32 in orange."""
    henning, arne = 0, 1
    t = table(6).opened("B&O", par=90, shares={1: 40, 0: 40, 2: 20}, director=1).opened("Erie", shares={1: 60, 0: 40})
    t.opened("PRR", par=67, shares={0: 60, 1: 40}, cell=(3, 1)).opened(
        "C&O", par=67, shares={1: 90, 2: 10}, cell=(4, 0)
    )
    assert [len(t.s.shares[c][arne]) for c in ("B&O", "PRR", "C&O", "Erie")] == [3, 4, 8, 5]
    assert (counting(t, arne), t.game.rules.certificate_limit, over_limit(t.game.rules, t.s, arne)) == (8, 11, False)
    market = t.game.rules.market
    for company, cell in t.s.cell.items():
        t.s.cell[company] = market.right(market.right(market.up(cell)))
    assert [(t.price(c), market.zone[t.s.cell[c]]) for c in ("PRR", "C&O")] == [(65, ""), (54, "yellow")]
    assert (counting(t, arne), counting(t, henning)) == (12, 13)
    t.refused(act(henning, PASS), "5.3e", held=13, limit=11)
    t.stock(turn=arne).refused(act(arne, PASS), "5.3e", held=12, limit=11)
    t = t.stock(turn=henning).play(act(henning, "sell", "PRR", 20))
    assert (t.price("PRR"), market.zone[t.s.cell["PRR"]], t.s.director["PRR"]) == (55, "yellow", henning)
    t = t.play(act(henning, PASS))
    assert (t.turn[1], counting(t, arne)) == (arne, 8)
    t.refused(act(arne, PASS), "6.1f", company="C&O", held=90)
    t = t.play(act(arne, "sell", "C&O", 20))
    assert (t.price("C&O"), market.zone[t.s.cell["C&O"]], len(t.s.shares["C&O"][arne])) == (42, "orange", 6)
    assert not over_limit(t.game.rules, t.s, arne)
    assert t.play(act(arne, PASS)).turn[1] == 2
