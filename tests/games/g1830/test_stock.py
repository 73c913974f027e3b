"""Turns of a stock round: who is next, and what is bought."""

from __future__ import annotations

from stellwerk.core.action import Action
from tests.games.g1830.positions import Table, act, fresh, table
from tests.marks import rule

PASS = "pass_turn"


def seats_in_turn(t: Table, count: int) -> list[int]:
    """Who is asked when everybody passes."""
    asked = []
    for _ in range(count):
        asked.append(int(t.turn[1]))
        t = t.play(act(asked[-1], PASS))
    return asked


@rule("1830", "6.0a")
def test_6_0_a_round_ends_when_all_pass_in_succession() -> None:
    t = table().opened("PRR", par=67, shares={0: 30, 1: 10})
    t = t.play(act(0, "buy", "PRR", "bank", 10), act(0, PASS), act(1, PASS), act(2, PASS), act(3, PASS))
    assert (t.s.round, t.turn) == ("stock", ("trade_shares", 0))
    assert t.s.stock_rounds == 2
    assert t.play(act(0, PASS)).s.stock_rounds == 3, "no company has floated: the next stock round begins at once"
    t.refused(act(0, "lay", "H12", "57", 0), "6.0a")


@rule("1830", "6.0a")
def test_6_0_an_action_begins_the_count_of_passes_anew() -> None:
    t = table().opened("PRR", par=67, shares={0: 30, 1: 10}).stock(passes=3)
    after = t.play(act(0, "buy", "PRR", "bank", 10), act(0, PASS))
    assert (after.s.round, after.s.passes, after.turn[1]) == ("stock", 0, 1)


@rule("1830", "6.0b")
def test_6_0_who_has_passed_may_come_back() -> None:
    t = table().opened("PRR", par=67, shares={0: 30, 3: 10}).stock(turn=1)
    t = t.play(act(1, PASS), act(2, "buy", "PRR", "bank", 10), act(2, PASS), act(3, PASS), act(0, PASS))
    assert t.turn[1] == 1
    assert t.play(act(1, "buy", "PRR", "bank", 10)).holding("PRR", 1) == 10


@rule("1830", "6.0c")
def test_6_0_the_left_neighbour_of_who_acted_last_gets_priority() -> None:
    t = table().opened("PRR", par=67, shares={0: 30, 2: 10})
    t = t.play(act(0, PASS), act(1, PASS), act(2, "sell", "PRR", 10), act(2, PASS), act(3, PASS), act(0, PASS))
    assert t.s.priority == 3
    assert t.play(act(1, PASS), act(2, PASS)).s.priority == 3


@rule("1830", "6.0c")
def test_6_0_priority_stays_where_it_is_when_nobody_acts() -> None:
    t = table().opened("PRR", par=67, shares={0: 30, 1: 20}).stock(turn=2, priority=2)
    after = t.play(*(act(seat, PASS) for seat in (2, 3, 0, 1)))
    assert (after.s.stock_rounds, after.s.priority, after.turn) == (3, 2, ("trade_shares", 2))


@rule("1830", "6.0d")
def test_6_0_the_holder_of_the_priority_begins() -> None:
    t = table().opened("PRR", par=67, shares={0: 30, 1: 20}).stock(turn=3)
    assert seats_in_turn(t, 3) == [3, 0, 1]
    t.refused(act(0, PASS), "6.2e")


@rule("1830", "6.0e", "6.2a")
def test_6_2_one_certificate_a_turn() -> None:
    t = table().opened("PRR", par=67, shares={0: 20, 1: 20}).opened("NYC", par=67, shares={1: 30}, pool=10)
    t = t.play(act(0, "buy", "PRR", "bank", 10))
    assert t.turn == ("trade_shares", 0)
    for company, source in (("PRR", "bank"), ("NYC", "bank"), ("NYC", "pool")):
        t.refused(act(0, "buy", company, source, 10), "6.2a")
    t.refused(act(0, "par", "Erie", 67), "6.2a")
    assert not t.offers("buy")
    assert not t.offers("par")


@rule("1830", "6.0e", "C-1.2", "2.0b")
def test_6_0_a_turn_may_sell_buy_and_sell() -> None:
    t = table().opened("NYC", par=100, shares={1: 30, 0: 20}).opened("PRR", par=82, shares={1: 20})
    t.opened("B&O", par=90, shares={2: 20, 0: 10}).cash({0: 100})
    t = t.play(act(0, "sell", "NYC", 20), act(0, "buy", "PRR", "bank", 10), act(0, "sell", "B&O", 10))
    assert t.money(0) == 100 + 200 - 82 + 90
    assert [t.holding(c, 0) for c in ("NYC", "PRR", "B&O")] == [0, 10, 0]


@rule("1830", "6.0e")
def test_6_0_only_what_one_holds_is_sold_in_tenths() -> None:
    t = table().opened("NYC", par=100, shares={1: 30, 0: 20})
    assert t.offers("sell", "NYC") == [(10,), (20,)]
    for percent in (30, 15, 0, -10):
        t.refused(act(0, "sell", "NYC", percent), "6.0e", company="NYC", held=20)


@rule("1830", "5.1a")
def test_5_1_a_bank_share_costs_par() -> None:
    t = table().opened("PRR", par=82, shares={1: 40}, pool=10, cell=(4, 6))
    assert t.price("PRR") == 71
    after = t.play(act(0, "buy", "PRR", "bank", 10))
    assert (after.money(0), after.in_bank("PRR"), after.in_pool("PRR")) == (600 - 82, 40, 10)
    t.cash({0: 81}).refused(act(0, "buy", "PRR", "bank", 10), "5.1a", company="PRR", cost=82, cash=81)
    assert t.may(act(0, "buy", "PRR", "pool", 10))


@rule("1830", "5.1b")
def test_5_1_a_pool_share_costs_the_market_price_and_brings_it() -> None:
    t = table().opened("PRR", par=82, shares={1: 40, 2: 10, 0: 10}, pool=10, cell=(4, 6))
    after = t.play(act(0, "buy", "PRR", "pool", 10))
    assert (after.money(0), after.in_bank("PRR"), after.in_pool("PRR")) == (600 - 71, 30, 0)
    assert t.stock(turn=2).play(act(2, "sell", "PRR", 10)).money(2) == 600 + 71
    t.stock(turn=0).cash({0: 70}).refused(act(0, "buy", "PRR", "pool", 10), "5.1b", company="PRR", cost=71, cash=70)


@rule("1830", "5.1c")
def test_5_1_bank_and_pool_are_equal_sources() -> None:
    t = table().opened("PRR", par=82, shares={1: 40}, pool=10)
    assert {source for source, _ in t.offers("buy", "PRR")} == {"bank", "pool"}
    t.opened("NYC", par=82, shares={1: 40}).refused(act(0, "buy", "NYC", "pool", 10), "5.1c", company="NYC")
    t.refused(act(0, "buy", "PRR", "bank", 20), "5.1c", company="PRR")


@rule("1830", "6.2c")
def test_6_2_the_directors_certificate_comes_first() -> None:
    t = table()
    assert not t.offers("buy")
    t.refused(act(0, "buy", "Erie", "bank", 10), "6.2c", company="Erie")
    after = t.play(act(0, "par", "Erie", 67))
    assert after.s.shares["Erie"][0] == (20,)
    assert after.turn[1] == 1, "nothing is left to do: the turn is over"
    assert after.may(act(1, "buy", "Erie", "bank", 10))


@rule("1830", "6.2d")
def test_6_2_a_directorship_costs_twice_par() -> None:
    t = table().cash({0: 164})
    after = t.play(act(0, "par", "PRR", 82))
    assert (after.money(0), after.s.director["PRR"], after.s.shares["PRR"][0]) == (0, 0, (20,))
    t.refused(act(0, "par", "PRR", 90), "6.2d", company="PRR", cost=180, cash=164)
    poor = table().cash({0: 133})
    poor.refused(act(0, "par", "PRR", 90), "6.2d", company="PRR", cost=134, cash=133, case="any_par")
    assert [par for company, par in t.offers("par") if company == "PRR"] == [82, 76, 71, 67]


@rule("1830", "6.2d", "4.0.BO.a")
def test_6_2_the_owner_of_bo_sets_par_and_pays_nothing() -> None:
    t = fresh(3)
    for private in ("SV", "CS", "DH", "MH", "CA"):
        t.private(private, 1)
    t = t.play(act(0, "buy_private_at_face", "BO"))
    assert t.turn == ("set_par", "BO")
    t.refused(act(0, "set_par", "B&O", 75), "5.2a")
    after = t.play(act(0, "set_par", "B&O", 82))
    assert (after.money(0), after.s.director["B&O"], after.price("B&O")) == (800 - 220, 0, 82)


@rule("1830", "6.2e")
def test_6_2_only_the_director_decides_for_a_company() -> None:
    t = table().opened("PRR", par=67, shares={0: 60, 1: 40}).home("PRR").cash({"PRR": 670}).operating("PRR")
    lay: tuple[str, ...] = t.offers("lay")[0]
    t.refused(Action(1, "lay", lay), "6.2e")
    t.refused(act(1, "pass_track"), "6.2e")
    assert t.play(Action(0, "lay", lay)).s.tiles


@rule("1830", "C-1.1", "6.3e")
def test_c_1_1_everything_lies_open() -> None:
    t = table().opened("PRR", par=67, shares={0: 60, 1: 40}).cash({"PRR": 123}).trains("PRR", "2")
    assert not t.game.hidden
    for seat in (None, 0, 1, 2, 3):
        assert t.game.view(t.s, seat) == t.s
