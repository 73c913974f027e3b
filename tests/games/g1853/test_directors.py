"""3.2 to 3.4: directors are named and overtaken, companies start, and managers run those without a director."""

from __future__ import annotations

import pytest

from stellwerk.core.choice import Choice
from stellwerk.core.view import View, choices_of
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.effects import effects
from tests.games.g1853.positions import GAME, India, act, passes, table
from tests.games.g1853.test_redeeming import dividend
from tests.marks import rule


def decides(t: India, company: str) -> int:
    return t.game.flow.decides(t.s, company)


@rule(GAME, "3.2.1a", "2.9.1b", "3.3.1b", "3.3.2a", "3.3.3")
def test_the_fifth_share_starts_a_company_at_once() -> None:
    """Round 2, five players: the largest holder directs, 10 x par, homes; it acts in the next operating round."""
    t = table(5).unstarted("GIP", {0: 10, 1: 20, 2: 10}).stock(3).play(act(3, "buy", "GIP", "bank", 10))
    assert (t.s.director, t.s.floated, t.s.cash["GIP"]) == ({"GIP": 1}, ("GIP",), 960)
    assert t.s.shares["GIP"][1] == (20,)
    assert set(t.s.stations) == {"H20", "M9"}
    t = passes(t, 4, 0, 1, 2, 3)
    assert (t.s.round, t.s.roster) == ("operating", ("GIP",))


@rule(GAME, "3.2.1c", "R-16")
def test_of_equals_the_longest_holder_becomes_director() -> None:
    """A and C have two each, C was first."""
    t = table(5).unstarted("GIP", {2: 20, 0: 10, 1: 10}).stock().play(act(0, "buy", "GIP", "bank", 10))
    assert t.s.director == {"GIP": 2}


@rule(GAME, "R-16")
def test_who_sells_out_begins_anew() -> None:
    """A held EIR before B, sells out and buys again in the next round: B has held it longer."""
    t = table(4).unstarted("EIR", {0: 10, 1: 20}).stock()
    t = t.play(act(0, "sell", "EIR", 10), act(0, "pass_turn"))
    assert t.mine.held_since["EIR"][0] == 0
    t.s.todo = []
    t.game.flow.begin_stock_round(t.s)
    t = t.stock(0, number=3).play(act(0, "buy", "EIR", "pool", 10))
    t = passes(t, 0) if t.turn[1] == 0 else t
    t = t.play(act(1, "pass_turn"), act(2, "buy", "EIR", "bank", 10), act(3, "buy", "EIR", "bank", 10))
    t = t.play(act(0, "buy", "EIR", "bank", 10))
    assert (t.holding("EIR", 0), t.holding("EIR", 1), t.s.director) == (20, 20, {"EIR": 1})


@rule(GAME, "3.2.3a", "1.control.2")
def test_who_buys_more_than_the_director_has_takes_over_at_once() -> None:
    """A has 3, B buys the fourth: B has the certificate and two singles, A three singles."""
    t = table(4).started("EIR", {0: 30, 1: 30}).stock(1).play(act(1, "buy", "EIR", "bank", 10))
    assert (t.s.director["EIR"], t.s.shares["EIR"][:2]) == (1, ((10, 10, 10), (20, 10, 10)))


@rule(GAME, "3.2.3a")
def test_a_sale_hands_the_company_over() -> None:
    """A sells from 4 to 2 while B has 3; as many as B leave A director."""
    t = table(4).started("EIR", {0: 40, 1: 30}).stock()
    after = t.play(act(0, "sell", "EIR", 20))
    assert (after.s.director["EIR"], after.s.shares["EIR"][:2]) == (1, ((10, 10), (20, 10)))
    assert t.play(act(0, "sell", "EIR", 10)).s.director["EIR"] == 0


@rule(GAME, "R-23")
def test_of_several_the_longest_holder_takes_over() -> None:
    """A drops to 1, B and C have 3 each, C longer."""
    t = table(4).started("EIR", {0: 30, 1: 30, 2: 30}, director=0).holders("EIR", 0, 2, 1).stock()
    assert t.play(act(0, "sell", "EIR", 20)).s.director["EIR"] == 2
    more = table(4).started("EIR", {0: 40, 1: 30, 2: 20}, director=0).holders("EIR", 0, 2, 1).stock()
    assert more.play(act(0, "sell", "EIR", 30)).s.director["EIR"] == 1, "most shares come first"


@rule(GAME, "3.2.2", "R-57", "3.4.1b")
def test_four_single_holders_start_a_company_under_a_manager() -> None:
    """Six players, par 96: treasury 960, homes, a price; who held a share first manages it."""
    t = table(6).unstarted("GIP", {2: 10, 0: 10, 1: 10}).stock(3).play(act(3, "buy", "GIP", "bank", 10))
    assert (t.s.floated, t.s.director, t.s.cash["GIP"], t.price("GIP")) == (("GIP",), {}, 960, 96)
    assert set(t.s.stations) == {"H20", "M9"}
    assert decides(t, "GIP") == 2
    t = passes(t, 4, 5, 0, 1, 2, 3)
    assert (t.s.round, t.s.roster) == ("operating", ("GIP",))
    assert {choice.seat for choice in t.choices()} == {2}


@rule(GAME, "3.4.1a", "3.4.1b", "R-25")
def test_a_director_whom_nobody_can_follow_manages_with_his_last_share() -> None:
    """A sells down to one, B has one and held it longer: A manages, for he was director. A sells out: B does."""
    t = table(4).started("EIR", {0: 40, 1: 10}).holders("EIR", 1, 0).stock()
    after = t.play(act(0, "sell", "EIR", 30))
    assert ("EIR" in after.s.director, decides(after, "EIR"), after.in_pool("EIR")) == (False, 0, 30)
    assert after.s.shares["EIR"][0] == (10,)
    assert decides(t.play(act(0, "sell", "EIR", 40)), "EIR") == 1


@rule(GAME, "3.4.1b")
def test_without_the_old_director_the_longest_holder_manages() -> None:
    t = table(4).managed("EIR", (2, 1), pool=40, last=0)
    assert decides(t, "EIR") == 2


@rule(GAME, "3.4.1b", "R-25")
def test_an_old_director_who_sold_out_manages_again_with_one_share() -> None:
    """B manages with the only share of a player until A, who directed the company last, buys one again."""
    t = table(4).managed("EIR", (1,), pool=40, last=0)
    assert decides(t, "EIR") == 1
    assert decides(t.stock(2).play(act(2, "buy", "EIR", "pool", 10)), "EIR") == 1, "C has never directed it"
    assert decides(t.stock(0).play(act(0, "buy", "EIR", "pool", 10)), "EIR") == 0


@rule(GAME, "3.4.1c", "R-25")
def test_without_shareholders_the_elephant_manages() -> None:
    """The only holder sells all; another holder of the elephant is the manager after the next round."""
    t = table(4).started("EIR", {0: 50}).stock(0, priority=2).play(act(0, "sell", "EIR", 50))
    assert (decides(t, "EIR"), t.in_pool("EIR"), t.money(0)) == (2, 50, 570 + 500)
    t = passes(t.play(act(0, "buy", "GIP", "bank", 10)), 1, 2, 3, 0)
    assert (t.s.round, decides(t, "EIR")) == ("operating", 1)
    assert {choice.seat for choice in t.choices()} == {1}


@rule(GAME, "3.4.1d", "R-25")
@pytest.mark.parametrize("source", ["bank", "pool"])
def test_the_first_with_two_shares_directs_again(source: str) -> None:
    """B has one share and buys a second: he swaps both for the certificate, wherever it lies."""
    t = table(4).managed("EIR", (1, 2), pool=40, last=0).stock(1).play(act(1, "buy", "EIR", source, 10))
    assert (t.s.director, t.mine.led, t.s.shares["EIR"][1]) == ({"EIR": 1}, {}, (20,))
    left = {"bank": (30, 40), "pool": (40, 30)}[source]
    assert (t.in_bank("EIR"), t.in_pool("EIR")) == left


@rule(GAME, "R-25")
def test_a_lone_certificate_is_changed_when_one_share_is_sold() -> None:
    """A has nothing but the certificate and sells one of its two shares: a single stays in his hand."""
    t = table(4).started("EIR", {0: 20, 1: 10, 2: 10, 3: 10}).stock().play(act(0, "sell", "EIR", 10))
    assert (t.s.shares["EIR"][0], t.in_pool("EIR"), t.in_bank("EIR")) == ((10,), 10, 50)
    assert (t.s.director, decides(t, "EIR"), t.money(0)) == ({}, 0, 670)


@rule(GAME, "R-25")
def test_every_share_of_the_pool_can_be_bought_by_itself() -> None:
    """The certificate alone has gone to the pool: it counts as two shares, which are bought one by one."""
    t = table(4).started("EIR", {0: 20, 1: 10, 2: 10, 3: 10}).stock().play(act(0, "sell", "EIR", 20))
    assert (t.in_pool("EIR"), t.in_bank("EIR")) == (20, 50)
    t = passes(t, 0).play(act(1, "buy", "EIR", "pool", 10))
    assert (t.s.director, t.in_pool("EIR")) == ({"EIR": 1}, 10)
    fresh = table(4).started("EIR", {0: 50}).stock().play(act(0, "sell", "EIR", 50), act(0, "pass_turn"))
    for seat in (1, 2, 3):
        fresh = fresh.play(act(seat, "buy", "EIR", "pool", 10))
        fresh = passes(fresh, seat) if fresh.turn[1] == seat else fresh
    assert (fresh.in_pool("EIR"), decides(fresh, "EIR")) == (20, 1)
    fresh = passes(fresh, 0).play(act(1, "buy", "EIR", "pool", 10))
    assert (fresh.in_pool("EIR"), fresh.s.director) == (10, {"EIR": 1})


@rule(GAME, "R-25")
@pytest.mark.parametrize("source", ["bank", "pool"])
def test_two_shares_each_in_bank_and_pool_beside_six_holders(source: str) -> None:
    """All singles but two are out: the last of six who buys the certificate's share gives his single for it."""
    t = table(6).managed("EIR", (1, 2, 3, 4, 5), pool=20, last=0)
    t = t.stock().play(act(0, "buy", "EIR", "bank", 10)).stock(1)
    assert (t.in_bank("EIR"), t.in_pool("EIR"), t.s.director) == (20, 20, {})
    after = t.play(act(1, "buy", "EIR", source, 10))
    assert (after.s.director, after.s.shares["EIR"][1]) == ({"EIR": 1}, (20,))
    assert {"bank": after.in_bank("EIR"), "pool": after.in_pool("EIR")}[source] == 10


def test_a_sale_tells_who_will_manage_the_company() -> None:
    t = table(4).started("EIR", {0: 40, 1: 10}).stock()
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    for tongue, note in (
        ("en", "EIR has no director: Ben is its manager"),
        ("de", "EIR hat keinen Direktor: Betriebsleiter ist Ben"),
    ):
        scene = Scene(view, ("Ann", "Ben", "Cleo", "Dev"), translator(tongue), bots=(None,) * 4, waiting=(0,))
        assert note in effects(scene, Choice(0, "sell", ("EIR", 40))).notes


@rule(GAME, "3.4.2", "4.0b")
def test_a_manager_decides_all_but_a_dividend() -> None:
    t = dividend(table(4).managed("EIR", (1, 2), pool=40, last=1), "EIR", 100)
    assert [(choice.seat, choice.kind) for choice in t.choices()] == [(1, "withhold")]
    t.refused(act(1, "pay_out"), "3.4.2", company="EIR")
    after = t.play(act(1, "withhold"))
    assert (after.s.cash["EIR"], after.money(1)) == (100, 570)


@rule(GAME, "3.3.1a")
def test_a_company_that_has_not_started_has_no_turn() -> None:
    t = table(4).unstarted("EIR", {0: 40}).stock()
    t = passes(t, 0, 1, 2, 3)
    assert (t.s.floated, t.s.roster) == ((), ())
