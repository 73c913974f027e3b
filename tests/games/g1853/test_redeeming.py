"""2.7.3, 2.7.4 and R-58: shares of contracts that are not paid for yet."""

from __future__ import annotations

from tests.games.g1853.positions import GAME, India, act, passes, table
from tests.marks import rule


def dividend(t: India, company: str, revenue: int) -> India:
    """A company has earned so much and its director is asked."""
    t.cash({company: 0}).operating(company, "buy_trains")
    t.s.todo.append(t.s.todo[-1]._replace(step="pay_dividend"))
    t.s.revenue = revenue
    return t.sound()


@rule(GAME, "2.7.3b")
def test_unpaid_shares_earn_nothing() -> None:
    """100 are paid out: one paid and one unpaid share bring 10."""
    t = table(4).started("SIR", {1: 30, 0: 20}).unpaid("SIR", 0, 1)
    after = dividend(t, "SIR", 100).play(act(1, "pay_out"))
    assert (after.money(0), after.money(1)) == (570 + 10, 570 + 30)


@rule(GAME, "4.6.5")
def test_a_tenth_of_the_dividend_for_each_share_of_a_player() -> None:
    """150 are paid out: three shares bring 45, those in the pool and with the bank nothing."""
    t = table(4).started("SIR", {1: 30}, pool=30)
    t = dividend(t, "SIR", 150)
    before = t.s.cash["bank"]
    after = t.play(act(1, "pay_out"))
    assert (after.money(1), after.s.cash["SIR"], after.s.cash["bank"]) == (570 + 45, 0, before - 45)


@rule(GAME, "2.7.4a", "2.7.4b")
def test_redeem_before_buying() -> None:
    """With an unpaid share of SIR (75) in hand nothing is bought; after redeeming it one share is, in the same turn."""
    t = table(4).started("SIR", {1: 30, 0: 20}).unpaid("SIR", 0, 1).stock()
    t.refused(act(0, "buy", "EIR", "bank", 10), "2.7.4a", owed="SIR (1)")
    after = t.play(act(0, "redeem", "SIR"))
    assert (after.money(0), after.mine.unredeemed, after.turn) == (570 - 75, {}, ("trade_shares", 0))
    assert after.play(act(0, "buy", "EIR", "bank", 10)).holding("EIR", 0) == 10


@rule(GAME, "2.7.4a")
def test_all_of_them_are_redeemed_before() -> None:
    t = table(4).started("SIR", {1: 30, 0: 20}).started("MSM", {1: 40, 0: 10}).unpaid("SIR", 0, 2).unpaid("MSM", 0, 1)
    t = t.stock().play(act(0, "redeem", "SIR"), act(0, "redeem", "MSM"))
    t.refused(act(0, "buy", "EIR", "bank", 10), "2.7.4a", owed="SIR (1)")
    assert t.play(act(0, "redeem", "SIR")).may(act(0, "buy", "EIR", "bank", 10))


@rule(GAME, "2.7.4b", "R-13")
def test_redeeming_costs_par_and_does_not_keep_the_round_going() -> None:
    """Par is 75, the market 122. B, C and D pass, A only redeems: the round is over and the elephant stays."""
    t = table(4).started("SIR", {1: 30, 0: 20}, price=122).unpaid("SIR", 0, 1).stock(1)
    t = passes(passes(t, 1, 2, 3).play(act(0, "redeem", "SIR")), 0)
    assert (t.money(0), t.s.round, t.s.priority) == (570 - 75, "operating", 1)


@rule(GAME, "R-13")
def test_redeemed_in_any_order_with_sales_in_ones_own_turn() -> None:
    t = table(4).started("SIR", {1: 30, 0: 20}).started("EIR", {0: 20, 1: 30}).unpaid("SIR", 0, 1).cash({0: 0}).stock()
    t.refused(act(0, "redeem", "SIR"), "2.7.4b", company="SIR", cost=75, cash=0)
    t = t.play(act(0, "sell", "EIR", 10), act(0, "redeem", "SIR"), act(0, "sell", "EIR", 10))
    assert t.money(0) == 200 - 75
    t.refused(act(0, "redeem", "SIR"), "2.7.4b", company="SIR")
    t.refused(act(1, "redeem", "SIR"), "3.1.1a")


@rule(GAME, "2.7.4c")
def test_a_share_is_paid_for_before_it_is_sold() -> None:
    t = table(4).started("SIR", {1: 30, 0: 20}).unpaid("SIR", 0, 1).stock()
    t.refused(act(0, "sell", "SIR", 20), "2.7.4c", company="SIR")
    assert t.offers("sell", "SIR") == [(10,)]
    assert t.play(act(0, "redeem", "SIR")).offers("sell", "SIR") == [(10,), (20,)]


@rule(GAME, "R-58")
def test_a_director_whose_certificate_is_not_paid_for() -> None:
    """Six players; two unpaid shares of ECR (70) have made A its director. 100 bring him nothing, then 10.

    He sells the certificate when both are redeemed.
    """
    t = table(6).started("ECR", {0: 20, 1: 10, 2: 10}).unpaid("ECR", 0, 2)
    assert dividend(t, "ECR", 100).play(act(0, "pay_out")).money(0) == 510
    stock = table(6).started("ECR", {0: 20, 1: 10, 2: 10}).unpaid("ECR", 0, 2).stock()
    stock.refused(act(0, "sell", "ECR", 20), "2.7.4c")
    one = stock.play(act(0, "redeem", "ECR"))
    assert one.money(0) == 510 - 70
    one.refused(act(0, "sell", "ECR", 10), "R-58", company="ECR")
    both = one.play(act(0, "redeem", "ECR")).play(act(0, "sell", "ECR", 20))
    assert ("ECR" in both.s.director, both.in_pool("ECR")) == (False, 20)
    paid = table(6).started("ECR", {0: 20, 1: 10, 2: 10}).unpaid("ECR", 0, 1)
    assert dividend(paid, "ECR", 100).play(act(0, "pay_out")).money(0) == 510 + 10


@rule(GAME, "R-58")
def test_paid_shares_go_into_the_swap_first() -> None:
    """One paid and two unpaid shares: the certificate holds the paid one, so neither it nor the single is sold."""
    t = table(4).started("SIR", {0: 30, 1: 20}).unpaid("SIR", 0, 2).stock()
    t.refused(act(0, "sell", "SIR", 10), "R-58", company="SIR")
    after = t.play(act(0, "redeem", "SIR"))
    assert after.offers("sell", "SIR") == [(10,), (20,)]


@rule(GAME, "R-58")
def test_the_mark_goes_back_to_the_singles_of_an_old_director() -> None:
    """B overtakes: A has three singles, one of them paid for, which he may sell."""
    t = table(4).started("SIR", {0: 30, 1: 30}).unpaid("SIR", 0, 2).stock(1).play(act(1, "buy", "SIR", "bank", 10))
    assert (t.s.director["SIR"], t.s.shares["SIR"][0], t.mine.unredeemed["SIR"][0]) == (1, (10, 10, 10), 2)
    assert t.stock(0).offers("sell", "SIR") == [(10,)]
