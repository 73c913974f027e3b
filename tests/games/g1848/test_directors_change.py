"""VII: who directs a company, and how that changes."""

from __future__ import annotations

from tests.games.g1848.idle import turn_over
from tests.games.g1848.positions import act, table
from tests.marks import rule


@rule("1848", "VII.1.1")
def test_every_company_with_a_price_has_one_director() -> None:
    """None before; one from the purchase of the director's certificate on, also after it has changed hands."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 30}, director=0).stock(turn=1)
    assert t.s.director == {"VR": 0}
    after = t.play(act(1, "par", "SAR", 80)).play(act(2, "par", "FT", 70), act(3, "buy", "VR", "bank", 10))
    assert after.s.director == {"VR": 0, "SAR": 1, "FT": 2}
    assert set(after.s.par) == {"VR", "SAR", "FT", "BOE"}
    assert [20 in held for held in after.s.shares["VR"]].count(True) == 1


@rule("1848", "VII.1.2", "VII.2.1", "VII.2.5", "VII.2.6")
def test_who_buys_more_than_the_director_has_takes_over() -> None:
    """A has 3, B buys a fourth. A gets two tenths for the certificate; treasury, trains and stations stay."""
    t = table(4).phase("3").opened("VR", par=70, shares={0: 30, 1: 30}, director=0).home("VR").trains("VR", "3")
    t = t.cash({"VR": 444}).station("VR", "H9").stock(turn=1)
    after = t.play(act(1, "buy", "VR", "bank", 10))
    assert after.s.director["VR"] == 1
    assert after.s.shares["VR"][:2] == ((10, 10, 10), (20, 10, 10))
    assert (after.money("VR"), after.s.trains["VR"]) == (444, ("3",))
    assert (after.s.markers["VR"], after.s.stations) == (1, t.s.stations)


@rule("1848", "VII.2.2")
def test_a_tie_changes_nothing() -> None:
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 20}).stock(turn=1)
    assert t.play(act(1, "buy", "VR", "bank", 10)).s.director["VR"] == 0
    sold = table(4).opened("VR", par=70, shares={0: 40, 1: 30}).stock()
    assert sold.play(act(0, "sell", "VR", 10)).s.director["VR"] == 0


@rule("1848", "VII.1.2", "VII.2.1")
def test_who_sells_below_another_hands_the_company_over() -> None:
    t = table(4).opened("VR", par=70, shares={0: 40, 1: 30}).stock()
    after = t.play(act(0, "sell", "VR", 20))
    assert (after.s.director["VR"], after.s.shares["VR"][:2]) == (1, ((10, 10), (20, 10)))


@rule("1848", "VII.2.3")
def test_of_several_the_next_in_order_takes_over() -> None:
    """A drops to 1; B has 1, C and D have 3: C. From another seat the order goes on past the last seat."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 10, 2: 30, 3: 30}, director=0).stock()
    assert t.play(act(0, "sell", "VR", 20)).s.director["VR"] == 2
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 30, 2: 10, 3: 30}, director=3).stock(turn=3)
    assert t.play(act(3, "sell", "VR", 20)).s.director["VR"] == 0


@rule("1848", "VII.2.4")
def test_nobody_gives_up_office_whom_nobody_can_follow() -> None:
    """The others have one share at most: the director's certificate cannot be broken."""
    t = table(4).opened("VR", par=70, shares={0: 40, 1: 10, 2: 10}).stock()
    assert t.play(act(0, "sell", "VR", 20)).s.director["VR"] == 0
    t.refused(act(0, "sell", "VR", 30), "VII.2.4", company="VR")
    t.refused(act(0, "sell", "VR", 40), "VII.2.4", company="VR")


@rule("1848", "VII.2.4", "VI.gen.11")
def test_a_successor_does_not_help_where_the_sale_is_not_allowed() -> None:
    """B could take over, but four are in the pool: only one more may go there."""
    t = table(4).opened("VR", par=70, shares={0: 30, 1: 30}, director=0, pool=40).stock()
    t.refused(act(0, "sell", "VR", 20), "VI.gen.11", company="VR", pool=40)


@rule("1848", "VII.2.7", "VII.2.5")
def test_half_of_a_directors_certificate_may_be_sold() -> None:
    """Four in the pool, A has only the certificate, B has 2: A sells one and keeps one."""
    t = table(4).opened("VR", par=70, shares={0: 20, 1: 20}, director=0, pool=40).stock()
    after = t.play(act(0, "sell", "VR", 10))
    assert (after.s.director["VR"], after.s.shares["VR"][:2], after.in_pool("VR")) == (1, ((10,), (20,)), 50)
    assert after.money(0) == 700
    alone = table(4).opened("VR", par=70, shares={0: 20, 1: 10}, pool=40).stock()
    alone.refused(act(0, "sell", "VR", 10), "VII.2.4", company="VR")


@rule("1848", "VII.1.3", "II.2")
def test_the_director_alone_decides() -> None:
    """B holds VR too and directs SAR, but VR acts: B can do nothing at all."""
    t = table(4).phase("3").opened("VR", par=90, shares={0: 40, 1: 30}).home("VR").cash({"VR": 900})
    t = t.opened("SAR", par=80, shares={1: 60}).home("SAR").operating("VR")
    assert {choice.seat for choice in t.choices()} == {0}
    (first, *_) = t.offers("lay")
    t.refused(act(1, "lay", *first), "VII.1.3")
    t.refused(act(1, "pass_track"), "VII.1.3")
    after = turn_over(t)
    assert after.turn == ("lay_track", "SAR")
    after.refused(act(0, "pass_track"), "VII.1.3")


@rule("1848", "VII.2.6")
def test_a_new_director_decides_at_once_in_the_next_operating_round() -> None:
    t = table(4).phase("3").opened("VR", par=70, shares={0: 30, 1: 30}, director=0).home("VR").stock(turn=1)
    t = t.play(act(1, "buy", "VR", "bank", 10))
    for seat in (2, 3, 0, 1):
        t = t.play(act(seat, "pass_turn"))
    assert (t.turn, t.game.owing(t.s)) == (("lay_track", "VR"), [1])
