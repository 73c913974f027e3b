"""Who directs a company, and how that changes."""

from __future__ import annotations

from stellwerk.eighteen.shares import certificates
from tests.games.g1830.positions import act, table
from tests.marks import rule

PASS = "pass_turn"


@rule("1830", "6.4a")
def test_6_4_an_equal_holding_changes_nothing_a_larger_one_does_at_once() -> None:
    t = table().opened("PRR", par=82, shares={0: 40, 1: 30}).stock(turn=1)
    equal = t.play(act(1, "buy", "PRR", "bank", 10))
    assert (equal.holding("PRR", 1), equal.s.director["PRR"]) == (40, 0)
    assert equal.stock(turn=1).play(act(1, "buy", "PRR", "bank", 10)).s.director["PRR"] == 1


@rule("1830", "6.4a")
def test_6_4_a_sale_of_the_director_changes_it_too() -> None:
    t = table().opened("PRR", par=82, shares={0: 40, 1: 30})
    assert t.play(act(0, "sell", "PRR", 10)).s.director["PRR"] == 0
    assert t.play(act(0, "sell", "PRR", 20)).s.director["PRR"] == 1


@rule("1830", "6.4b", "6.2e")
def test_6_4_the_new_director_gives_two_certificates_for_the_large_one() -> None:
    t = (
        table()
        .opened("PRR", par=82, shares={0: 40, 1: 40}, pool=20)
        .trains("PRR", "2")
        .cash({"PRR": 333})
        .stock(turn=1)
    )
    after = t.play(act(1, "buy", "PRR", "pool", 10))
    assert t.s.shares["PRR"][:2] == ((20, 10, 10), (10, 10, 10, 10))
    assert after.s.shares["PRR"][:2] == ((10, 10, 10, 10), (20, 10, 10, 10))
    assert (after.s.trains["PRR"], after.money("PRR"), after.s.markers["PRR"]) == (("2",), 333, 4)
    turn = after.home("PRR").operating("PRR")
    turn.refused(act(0, "pass_track"), "6.2e")
    assert turn.may(act(1, "pass_track"))


@rule("1830", "6.1e")
def test_6_1_a_director_swaps_the_large_certificate_before_selling_half_of_it() -> None:
    t = table().opened("PRR", par=82, shares={0: 20, 1: 20})
    after = t.play(act(0, "sell", "PRR", 10))
    assert after.s.director["PRR"] == 1
    assert after.s.shares["PRR"][:2] == ((10,), (20,))
    assert (after.in_pool("PRR"), after.money(0)) == (10, 600 + 82)
    both = t.play(act(0, "sell", "PRR", 20))
    assert both.s.shares["PRR"][:2] == ((), (20,))
    assert (both.in_pool("PRR"), both.money(0), both.price("PRR")) == (20, 600 + 164, 71)


@rule("1830", "6.1e", "6.4e")
def test_6_1_without_an_heir_the_directors_certificate_is_not_sold() -> None:
    t = table().opened("PRR", par=82, shares={0: 20, 1: 10, 2: 10})
    assert not t.offers("sell")
    for percent in (10, 20):
        t.refused(act(0, "sell", "PRR", percent), "6.1e", company="PRR")


@rule("1830", "6.4e")
def test_6_4_a_director_keeps_what_nobody_can_take_over() -> None:
    t = table().opened("PRR", par=82, shares={0: 30, 1: 10, 2: 10})
    assert t.offers("sell", "PRR") == [(10,)]
    for percent in (20, 30):
        t.refused(act(0, "sell", "PRR", percent), "6.1e", company="PRR")
    assert t.play(act(0, "sell", "PRR", 10)).s.shares["PRR"][0] == (20,)


@rule("1830", "6.4f", "6.1d")
def test_6_4_a_full_pool_keeps_a_director_too() -> None:
    t = table().opened("PRR", par=82, shares={0: 30, 1: 20}, pool=50)
    t.refused(act(0, "sell", "PRR", 10), "6.1d", company="PRR", pool=50)
    room = table().opened("PRR", par=82, shares={0: 30, 1: 20}, pool=40)
    assert room.offers("sell", "PRR") == [(10,)]
    room.refused(act(0, "sell", "PRR", 20), "6.1d", company="PRR", pool=40)
    free = table().opened("PRR", par=82, shares={0: 30, 1: 20}, pool=20)
    assert free.play(act(0, "sell", "PRR", 30)).s.director["PRR"] == 1


@rule("1830", "6.4d")
def test_6_4_of_equal_heirs_the_next_clockwise_succeeds() -> None:
    t = table(5).opened("PRR", par=82, shares={2: 30, 4: 20, 1: 20}).stock(turn=2)
    assert t.play(act(2, "sell", "PRR", 20)).s.director["PRR"] == 4
    t = table(5).opened("PRR", par=82, shares={2: 30, 4: 20, 1: 30}, director=2).stock(turn=2)
    assert t.play(act(2, "sell", "PRR", 20)).s.director["PRR"] == 1


@rule("1830", "6.4d", "6.1e")
def test_6_4_an_heir_may_hold_more_than_the_large_certificate() -> None:
    t = table().opened("PRR", par=82, shares={0: 50, 1: 40})
    after = t.play(act(0, "sell", "PRR", 20))
    assert after.s.shares["PRR"][:2] == ((10, 10, 10), (20, 10, 10))


@rule("1830", "6.4c", "5.3e")
def test_6_4_who_gets_over_the_limit_on_his_own_turn_sells_in_it() -> None:
    """MH becomes a share of NYC as seat 0 is about to begin: its two small certificates are one too many."""
    t = table(5).opened("NYC", par=67, shares={0: 40, 1: 40}, director=0).private("MH", 1).private("SV", 0)
    for company in ("PRR", "C&O", "B&O"):
        t.opened(company, par=67, shares={2: 40, 0: 30})
    assert certificates(t.game.rules, t.s, 0) == 13
    after = t.play(act(1, "exchange", "MH", "bank"))
    assert (after.s.director["NYC"], certificates(t.game.rules, after.s, 0), after.turn[1]) == (1, 14, 0)
    after.refused(act(0, PASS), "5.3e", held=14, limit=13)
    assert after.play(act(0, "sell", "NYC", 10), act(0, PASS)).turn[1] == 1


@rule("1830", "6.4.ex1", "6.4a", "6.4b", "6.4c")
def test_6_4_example_a_new_director() -> None:
    """Five players: Claas in seat 0, Henning in 1, Arne with 13 certificates and 40% of B&O in 2."""
    claas, henning, arne = 0, 1, 2
    t = table(5).opened("B&O", par=100, shares={2: 40, 1: 40, 0: 20}, director=2).private("SV", arne)
    for company in ("PRR", "NYC", "C&O"):
        t.opened(company, par=67, shares={3: 40, arne: 30})
    assert certificates(t.game.rules, t.s, arne) == 13
    t = t.play(act(claas, "sell", "B&O", 10), act(claas, PASS))
    assert t.s.director["B&O"] == arne
    t = t.play(act(henning, "buy", "B&O", "pool", 10))
    assert (t.holding("B&O", henning), t.holding("B&O", arne), t.s.director["B&O"]) == (50, 40, henning)
    assert t.s.shares["B&O"][henning] == (20, 10, 10, 10)
    assert t.s.shares["B&O"][arne] == (10, 10, 10, 10)
    assert certificates(t.game.rules, t.s, arne) == 14
    t = t.play(act(henning, PASS))
    t.refused(act(arne, PASS), "5.3e", held=14, limit=13)
    assert t.play(act(arne, "sell", "NYC", 10), act(arne, PASS)).turn[1] == 3
