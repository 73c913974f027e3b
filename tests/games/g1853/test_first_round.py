"""2.7.5, 2.8 and 2.9: the first stock round, what it freezes, and what starts when it is over."""

from __future__ import annotations

import pytest

from tests.games.g1853.positions import GAME, act, passes, table
from tests.marks import rule


@rule(GAME, "2.8.1")
def test_it_follows_the_bids_and_the_elephant_begins() -> None:
    t = table(4)
    t.s.stock_rounds, t.s.priority, t.s.todo = 0, 3, []
    t.game.flow.begin_stock_round(t.s)
    assert (t.s.stock_rounds, t.s.round, t.turn) == (1, "stock", ("trade_shares", 3))


@rule(GAME, "2.8.2")
def test_the_limits_of_table_3_hold() -> None:
    t = table(5).unstarted("EIR", {0: 50}).first_round()
    t.refused(act(0, "buy", "EIR", "bank", 10), "3.1.2b", held=50)


@rule(GAME, "2.8.3a", "3.1.7b")
def test_a_sale_brings_five_less_than_par() -> None:
    """Two shares of MSM: 2 x 75; out of the pool one costs 80."""
    t = table(4).unstarted("MSM", {0: 20}).first_round().play(act(0, "sell", "MSM", 20))
    assert t.money(0) == 570 + 150
    assert passes(t, 0).play(act(1, "buy", "MSM", "pool", 10)).money(1) == 570 - 80


@rule(GAME, "2.8.1b")
def test_what_was_sold_is_bought_back_in_the_next_round_only() -> None:
    t = table(4).unstarted("SIR", {0: 20}).first_round().play(act(0, "sell", "SIR", 10))
    t.refused(act(0, "buy", "SIR", "pool", 10), "2.8.1b", company="SIR")


@rule(GAME, "2.7.5", "2.8.3b", "2.9.1a", "3.2.1b", "R-14")
@pytest.mark.parametrize(("seats", "held"), [(3, 50), (4, 40), (5, 40), (6, 30)])
def test_enough_shares_freeze_a_company_until_the_round_is_over(seats: int, held: int) -> None:
    """The last share that is needed: sales are refused, but director, money, price and homes come with the end."""
    t = table(seats).unstarted("EIR", {0: held}).first_round(1)
    t = t.play(act(1, "buy", "EIR", "bank", 10))
    assert (t.s.director, t.s.floated, t.s.cell, t.s.cash["EIR"], t.s.stations) == ({}, (), {}, 0, {})
    for seat in range(2, seats):
        t = passes(t, seat)
    t.refused(act(0, "sell", "EIR", 10), "2.8.3c", company="EIR")
    t = passes(t, 0, 1)
    assert (t.s.round, t.s.director, t.s.floated) == ("operating", {"EIR": 0}, ("EIR",))
    assert (t.s.cash["EIR"], t.price("EIR"), set(t.s.stations)) == (1000, 100, {"J28", "H24"})


@rule(GAME, "2.8.3c")
def test_a_bought_share_of_a_started_company_is_not_sold() -> None:
    t = table(4).unstarted("EIR", {0: 10, 1: 40}).contract("EIR", 1, 2).first_round()
    t.refused(act(0, "sell", "EIR", 10), "2.8.3c", company="EIR")


@rule(GAME, "2.8.3d", "R-15")
def test_contract_shares_are_sold_in_the_first_turn_after_the_start() -> None:
    """B's purchase starts EIR: A sells in his next turn, or else not at all."""
    t = table(4).unstarted("EIR", {0: 20, 1: 20}).contract("EIR", 0, 2).first_round(1)
    t = t.play(act(1, "buy", "EIR", "bank", 10))
    t = passes(t, 2, 3)
    assert t.play(act(0, "sell", "EIR", 20)).money(0) == 570 + 190
    missed = t.play(act(0, "buy", "GIP", "bank", 10), act(0, "pass_turn"))
    missed = passes(missed, 1, 2, 3)
    missed.refused(act(0, "sell", "EIR", 10), "2.8.3d", company="EIR")


@rule(GAME, "R-15")
def test_a_company_that_the_bids_started_frees_them_in_the_first_turn() -> None:
    t = table(4).unstarted("EIR", {0: 20, 1: 30}).contract("EIR", 0, 2).contract("EIR", 1, 3).first_round()
    assert t.play(act(0, "sell", "EIR", 10)).in_pool("EIR") == 10
    second = passes(t.play(act(0, "buy", "GIP", "bank", 10)), 0, 1, 2, 3)
    second.refused(act(0, "sell", "EIR", 10), "2.8.3d")


@rule(GAME, "R-15", "3.1.9b")
def test_an_own_purchase_that_starts_a_company_is_no_opportunity() -> None:
    """In the turn of the purchase nothing of it is sold, in the next one the share of the contract is."""
    t = table(4).unstarted("EIR", {0: 10, 1: 30}).unstarted("GIP", {0: 10}).contract("EIR", 0, 1).first_round()
    t = t.play(act(0, "buy", "EIR", "bank", 10))
    t.refused(act(0, "sell", "EIR", 10), "3.1.9b")
    t = passes(t, 0, 1, 2, 3)
    assert t.play(act(0, "sell", "EIR", 10)).in_pool("EIR") == 10
    t.refused(act(0, "sell", "EIR", 20), "2.8.3c")
    assert passes(t, 0).s.round == "operating"


@rule(GAME, "2.8.3d")
def test_of_a_company_that_has_not_started_what_was_bought_is_sold_first() -> None:
    """A keeps the share of his contract and may still sell it when the company has started."""
    t = table(4).unstarted("EIR", {0: 20, 1: 20}).contract("EIR", 0, 1).first_round()
    t = t.play(act(0, "sell", "EIR", 10), act(0, "pass_turn"), act(1, "buy", "EIR", "bank", 10))
    t = passes(t, 2, 3)
    assert t.play(act(0, "sell", "EIR", 10)).holding("EIR", 0) == 0


@rule(GAME, "2.8.3e", "2.7.4c")
def test_unpaid_shares_are_not_sold() -> None:
    t = table(4).unstarted("SIR", {0: 20}).contract("SIR", 0, 2, unpaid=1).first_round()
    t.refused(act(0, "sell", "SIR", 20), "2.8.3e", company="SIR")
    assert t.play(act(0, "sell", "SIR", 10)).money(0) == 570 + 70


@rule(GAME, "2.9.2a")
def test_the_largest_holder_swaps_two_shares_for_the_certificate() -> None:
    """A 3, B 2: A has the certificate and one share, and two more singles are with the bank."""
    t = passes(table(4).unstarted("EIR", {0: 30, 1: 20}).first_round(), 0, 1, 2, 3)
    assert t.s.shares["EIR"][:2] == ((20, 10), (10, 10))
    assert t.s.shares["EIR"][t.game.rules.bank_index] == (10,) * 5


@rule(GAME, "2.9.2b", "R-16")
def test_of_equals_the_longest_holder_directs() -> None:
    t = table(4).unstarted("EIR", {0: 30, 1: 30}).holders("EIR", 1, 0).first_round()
    assert passes(t, 0, 1, 2, 3).s.director == {"EIR": 1}


@rule(GAME, "2.7.3c")
def test_unpaid_shares_start_a_company_and_count_for_its_director() -> None:
    """One paid and two unpaid shares beat two paid ones; five are out."""
    t = table(4).unstarted("SIR", {1: 20, 0: 30}).contract("SIR", 0, 3, unpaid=2).first_round()
    t = passes(t, 0, 1, 2, 3)
    assert (t.s.floated, t.s.director) == (("SIR",), {"SIR": 0})


@rule(GAME, "R-25", "R-57")
def test_a_company_without_a_director_whose_singles_are_all_out() -> None:
    """Three of NWR's eight singles are in hands, five in the pool: the bank sells the last two shares singly."""
    t = passes(table(4).unstarted("NWR", {0: 10, 1: 10, 2: 10}, pool=50).first_round(), 0, 1, 2, 3)
    assert (t.s.director, t.in_bank("NWR"), t.in_pool("NWR")) == ({}, 20, 50)
    assert t.s.shares["NWR"][t.game.rules.bank_index] == (10, 10)


@rule(GAME, "2.9.1a", "3.3.1a")
def test_all_companies_that_are_due_start_in_their_order() -> None:
    """NWR and MSM have enough shares, GIP has not: it has no turn."""
    t = table(4).unstarted("MSM", {0: 50}).unstarted("NWR", {1: 50}).unstarted("GIP", {2: 40}).first_round()
    t = passes(t, 0, 1, 2, 3)
    assert (t.s.floated, t.s.roster) == (("NWR", "MSM"), ("NWR", "MSM"))
    assert (t.s.director, t.mine.small_started) == ({"NWR": 1, "MSM": 0}, True)


def test_sizes_are_settled_when_directors_are_named_and_before_homes_are_placed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    t = table(4).unstarted("BBCI", {0: 50}).first_round()
    seen = []

    def settle(s: object) -> None:
        seen.append((dict(t.s.director), dict(t.s.stations)))

    monkeypatch.setattr(t.game.flow, "settle_sizes", settle)
    t.s.todo = []
    t.game.flow.end_stock_round(t.s)
    assert seen == [({"BBCI": 0}, {})]
    assert t.s.stations
