"""Certificates of more than a tenth: the second 20% of Erie and N&W (V-6.5), and the director's 30% of the Reading."""

from __future__ import annotations

from typing import Final

import pytest

from stellwerk.eighteen.shares import certificates
from tests.games.g1830.positions import Table, act, game_for, table
from tests.marks import rule

TWICE_20: Final = (20, 20, 10, 10, 10, 10, 10, 10)
POOL: Final = 5
"""The place of the pool among the holders, with four seats."""


def erie(shares: dict[int, int], *, large: int | None = None, pool: int = 0, par: int = 82, **options: str) -> Table:
    """Erie with a second 20%; seat 0 directs it."""
    t = table(4, erie_second_20="true", **options)
    return t.opened("Erie", par=par, shares=shares, director=0, large=large, pool=pool)


def cut(company: str, preset: str = "classic", **options: str) -> tuple[int, ...]:
    """All certificates of a company at the start."""
    game = game_for(4, preset, **options)
    return game.start().shares[company][game.rules.bank_index]


@rule("1830", "V-6.5a", "S-1.2-5.0b", "S-2.2-5.0b", "R-59")
def test_v_6_5_how_certificates_are_cut() -> None:
    usual = (20, 10, 10, 10, 10, 10, 10, 10, 10)
    assert cut("Erie", erie_second_20="true") == TWICE_20
    assert cut("Erie") == cut("Erie", "G") == usual
    assert cut("Erie", "D") == TWICE_20
    for preset in ("D", "G", "R", "B"):
        assert cut("N&W", preset) == TWICE_20


@rule("1830", "V-6.5b")
def test_v_6_5_the_second_20_waits_for_the_director() -> None:
    t = table(erie_second_20="true")
    t.refused(act(0, "buy", "Erie", "bank", 20), "V-6.5b", company="Erie")
    t = t.play(act(0, "par", "Erie", 82))
    assert t.money(0) == 600 - 164
    assert t.offers("buy", "Erie", "bank") == [(20,), (10,)]
    after = t.play(act(1, "buy", "Erie", "bank", 20))
    assert (after.money(1), after.holding("Erie", 1), after.s.shares["Erie"][1]) == (600 - 164, 20, (20,))
    assert certificates(after.game.rules, after.s, 1) == 1
    assert after.s.director["Erie"] == 0, "as much as the director holds is not more"


@rule("1830", "V-6.5b", "5.1b")
def test_v_6_5_from_the_pool_it_costs_twice_the_price() -> None:
    t = erie({0: 30}, large=POOL, pool=20, par=100).play(act(0, "pass_turn"))
    after = t.play(act(1, "buy", "Erie", "pool", 20))
    assert (after.money(1), after.s.shares["Erie"][1], after.in_pool("Erie")) == (600 - 200, (20,), 0)
    poor = t.cash({1: 199})
    poor.refused(act(1, "buy", "Erie", "pool", 20), "5.1b", cost=200, cash=199)


@rule("1830", "V-6.5c", "S-1.2-5.0b", "R-11")
@pytest.mark.parametrize("preset", ["classic", "D"])
def test_v_6_5_half_of_it_is_sold_for_change_from_the_pool(preset: str) -> None:
    t = table(4, preset, erie_second_20="true").opened("Erie", par=82, shares={0: 30}, large=4)
    t = t.cash({0: 500, 1: 500}).play(act(0, "pass_turn"), act(1, "buy", "Erie", "bank", 20))
    t = t.stock(1)
    t.refused(act(1, "sell", "Erie", 10), "V-6.5c")
    assert t.offers("sell", "Erie") == [(20,)]
    bank = erie({0: 30, 1: 20}, large=1).stock(1)
    assert bank.in_bank("Erie") == 50
    bank.refused(act(1, "sell", "Erie", 10), "V-6.5c")
    change = erie({0: 30, 1: 20}, large=1, pool=10, par=100).stock(1)
    after = change.play(act(1, "sell", "Erie", 10))
    assert (after.s.shares["Erie"][1], after.s.shares["Erie"][POOL]) == ((10,), (20,))
    assert (after.money(1), after.price("Erie")) == (600 + 100, 90)


@rule("1830", "V-6.5a", "V-6.5c")
def test_v_6_5_who_has_both_kinds_chooses() -> None:
    """Two tenths or the large certificate for 20%; for 10% a tenth or half of the large one."""
    t = erie({0: 40, 1: 40}, large=1, pool=10, par=100).stock(1)
    assert t.offers("sell", "Erie") == [(10,), (20,), (30,), (40,)]
    assert t.offers("sell_large", "Erie") == [(10,), (20,)]
    holder, pool = 1, POOL
    for kind, amount, kept, lying in (
        ("sell", 10, (20, 10), (10, 10)),
        ("sell_large", 10, (10, 10, 10), (20,)),
        ("sell", 20, (20,), (10, 10, 10)),
        ("sell_large", 20, (10, 10), (20, 10)),
        ("sell", 30, (10,), (20, 10, 10)),
        ("sell", 40, (), (20, 10, 10, 10)),
    ):
        after = t.play(act(1, kind, "Erie", amount))
        assert (after.s.shares["Erie"][holder], after.s.shares["Erie"][pool]) == (kept, lying)
        assert after.money(1) == 600 + 10 * amount
    t.refused(act(1, "sell_large", "Erie", 40), "V-6.5a", company="Erie", percent=40)
    t.refused(act(0, "sell_large", "Erie", 10), "6.2e")
    none = erie({0: 40, 1: 30}, par=100).stock(1)
    none.refused(act(1, "sell_large", "Erie", 10), "V-6.5a")
    broke = erie({0: 40, 1: 40}, large=1, par=100).stock(1)
    broke.refused(act(1, "sell_large", "Erie", 10), "V-6.5c")


@rule("1830", "R-11", "6.1d")
def test_r_11_the_pool_counts_certificates() -> None:
    t = table(4, "D").opened("Erie", par=82, shares={0: 30, 1: 30}, large=1, pool=40)
    after = t.stock(1).play(act(1, "sell", "Erie", 20))
    assert after.s.shares["Erie"][POOL] == (20, 10, 10, 10, 10), "60% in five certificates"
    after.refused(act(1, "sell", "Erie", 10), "6.1d", pool=5, limit=5)
    full = erie({0: 30, 1: 20}, large=1, pool=50).stock(1)
    full.refused(act(1, "sell", "Erie", 20), "6.1d", pool=5, limit=5)


@rule("1830", "5.3d", "V-6.5c", "R-11")
@pytest.mark.parametrize("preset", ["classic", "D"])
def test_5_3_nothing_is_sold_by_change_where_five_certificates_lie_in_the_pool(preset: str) -> None:
    """The pool would hold five certificates after it too, but with five of them there nobody sells any share."""
    t = table(4, preset, erie_second_20="true").opened("Erie", par=82, shares={0: 30, 1: 20}, large=1, pool=50)
    full = t.cash({1: 600}).stock(1)
    assert full.offers("sell", "Erie") == full.offers("sell_large", "Erie") == []
    full.refused(act(1, "sell", "Erie", 10), "6.1d", pool=5, limit=5)
    four = erie({0: 30, 1: 20}, large=1, pool=40).stock(1)
    assert four.play(act(1, "sell", "Erie", 10)).s.shares["Erie"][POOL] == (20, 10, 10, 10)


@rule("1830", "R-10", "V-6.5b")
def test_r_10_the_large_certificate_counts_once_against_both_limits() -> None:
    five = erie({0: 60, 1: 20}, large=1).stock(0)
    assert len(five.s.shares["Erie"][0]) == 5
    five.refused(act(0, "buy", "Erie", "bank", 10), "5.3b", company="Erie")
    percent = erie({0: 50}, large=4, holding="percent").stock(0)
    percent.refused(act(0, "buy", "Erie", "bank", 20), "5.3b", company="Erie", held=50)
    assert percent.may(act(0, "buy", "Erie", "bank", 10))
    cards = erie({0: 50}, large=4).stock(0).play(act(0, "buy", "Erie", "bank", 20))
    assert (cards.holding("Erie", 0), len(cards.s.shares["Erie"][0])) == (70, 5)


@rule("1830", "R-84", "6.4b")
def test_r_84_a_new_director_gives_the_second_20_where_tenths_are_missing() -> None:
    t = table(4, "D").opened("Erie", par=82, shares={0: 20, 1: 20}, director=0, large=1).cash({1: 500}).stock(1)
    after = t.play(act(1, "buy", "Erie", "bank", 10))
    assert after.s.director["Erie"] == 1
    assert (after.s.shares["Erie"][0], after.s.shares["Erie"][1]) == ((20,), (20, 10))
    small = table(4, "D").opened("Erie", par=82, shares={0: 20, 1: 20}, director=0).cash({1: 500}).stock(1)
    after = small.play(act(1, "buy", "Erie", "bank", 10))
    assert (after.s.shares["Erie"][0], after.s.shares["Erie"][1]) == ((10, 10), (20, 10))


@rule("1830", "R-84", "6.1e", "V-6.5c")
def test_r_84_a_director_who_gets_it_and_sells_needs_change() -> None:
    """Seat 0 would get the second 20% for the directorship: of that 10% go only for change, or 20%."""
    t = erie({0: 30, 1: 30}, large=1).stock(0)
    kept = t.play(act(0, "sell", "Erie", 10))
    assert (kept.s.director["Erie"], kept.s.shares["Erie"][0], kept.s.shares["Erie"][1]) == (1, (20,), (20, 10))
    only = erie({0: 20, 1: 20}, large=1).stock(0)
    only.refused(act(0, "sell", "Erie", 10), "V-6.5c")
    assert only.play(act(0, "sell", "Erie", 20)).s.shares["Erie"][POOL] == (20,)
    changed = erie({0: 20, 1: 20}, large=1, pool=10).stock(0).play(act(0, "sell", "Erie", 10))
    assert (changed.s.shares["Erie"][0], changed.s.shares["Erie"][1]) == ((10,), (20,))
    assert changed.s.shares["Erie"][POOL] == (20,)


def forced(shares: dict[int, int], *, pool: int, treasury: int) -> Table:
    """PRR (seat 0) must buy a 3-train for 180 and has only its treasury; Erie, directed by seat 1, is at 100."""
    t = table(4, erie_second_20="true").phase("3").opened("PRR", par=67, shares={0: 20, 1: 20, 2: 20})
    t = t.opened("Erie", par=100, shares=shares, large=0, pool=pool).laid("H10", "57", 1).home("PRR")
    return t.cash({0: 0, "PRR": treasury}).operating("PRR", "buy_trains")


@rule("1830", "V-6.5c", "C-2.3.2e")
def test_v_6_5_for_a_train_half_is_sold_where_half_is_enough() -> None:
    t = forced({1: 30, 0: 20}, pool=10, treasury=90)
    t.refused(act(0, "sell", "Erie", 20), "C-2.3.2e", gap=90)
    assert t.play(act(0, "sell", "Erie", 10)).money(0) == 100
    whole = forced({1: 30, 0: 20}, pool=0, treasury=90)
    assert whole.offers("sell", "Erie") == [(20,)]
    sold = whole.play(act(0, "sell", "Erie", 20))
    assert (sold.money(0), sold.s.last_sale_price) == (200, 200), "the certificate could not be parted"
    both = forced({1: 40, 0: 40}, pool=0, treasury=20)
    assert both.offers("sell_large", "Erie") == [(20,)]
    assert both.play(act(0, "sell_large", "Erie", 20)).s.shares["Erie"][0] == (10, 10)


@rule("1830", "V-6.5a", "C-2.4a")
def test_v_6_5_a_bankrupt_sells_the_large_certificate_too() -> None:
    t = forced({1: 30, 0: 20}, pool=0, treasury=0).phase("4").operating("PRR", "buy_trains")
    over = t.play(act(0, "bankrupt"))
    assert (over.s.ended, over.s.shares["Erie"][0], over.s.shares["Erie"][POOL]) == ("bankrupt", (), (20,))


@rule("1830", "V-6.5b", "6.3a")
def test_v_6_5_it_helps_a_company_to_float_and_to_be_sold_out() -> None:
    t = erie({0: 40}, par=100).play(act(0, "pass_turn"), act(1, "buy", "Erie", "bank", 20))
    assert t.s.floated == ("Erie",)
    full = erie({0: 40, 1: 40, 2: 20}, large=2, par=90).stock()
    for seat in range(4):
        full = full.play(act(seat, "pass_turn"))
    assert full.price("Erie") == 100


@rule("1830", "V-6.5a")
def test_v_6_5_positions_that_cannot_be() -> None:
    t = erie({0: 30, 1: 30}, large=1)
    t.s.shares["Erie"] = ((10, 10, 10), (20, 20), *t.s.shares["Erie"][2:])
    assert any("Erie" in problem for problem in t.game.audit(t.s)), "the director holds no director's certificate"
    early = table(erie_second_20="true")
    bank = early.s.shares["Erie"][4]
    early.s.shares["Erie"] = ((20,), (), (), (), bank[1:], ())
    assert any("Erie" in problem for problem in early.game.audit(early.s)), "nothing of 20% before the director's"


def reading(shares: dict[int, int] | None = None) -> Table:
    t = table(4, "C", reading="true")
    return t.opened("RDR", par=100, shares=shares, director=0) if shares else t


@rule("1830", "S-6.1.2", "R-83")
def test_s_6_1_2_the_reading_has_a_directors_certificate_of_30() -> None:
    assert cut("RDR", "C", reading="true") == (30, 10, 10, 10, 10, 10, 10, 10)
    t = reading()
    assert t.play(act(0, "par", "RDR", 76)).money(0) == 600 - 228
    t = t.play(act(0, "par", "RDR", 100))
    assert (t.money(0), t.holding("RDR", 0)) == (600 - 300, 30)
    for seat in (1, 2, 3):
        assert not t.s.floated
        t = t.stock(seat).play(act(seat, "buy", "RDR", "bank", 10))
    assert t.s.floated == ("RDR",)


@rule("1830", "R-83", "6.1e", "6.4b")
def test_r_83_three_tenths_are_given_for_it() -> None:
    t = reading({0: 40, 1: 40}).stock(1).play(act(1, "buy", "RDR", "bank", 10))
    assert (t.s.director["RDR"], t.s.shares["RDR"][1]) == (1, (30, 10, 10))
    assert t.s.shares["RDR"][0] == (10, 10, 10, 10)
    small = reading({0: 30, 1: 20})
    small.refused(act(0, "sell", "RDR", 10), "6.1e", company="RDR")
    heir = reading({0: 30, 1: 30}).play(act(0, "sell", "RDR", 10))
    assert (heir.s.director["RDR"], heir.s.shares["RDR"][0], heir.s.shares["RDR"][1]) == (1, (10, 10), (30,))
