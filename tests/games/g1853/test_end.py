"""The end of 1853, and what counts then."""

import pytest

from stellwerk.core.result import Result
from tests.games.g1853.positions import GAME, India, act, table
from tests.games.g1853.test_rounds import stock_round_over, through_round
from tests.marks import rule


def result(t: India) -> Result:
    found = t.game.result(t.s)
    assert found is not None
    return found


def over(t: India, reason: str = "bank") -> India:
    """The same position after the end."""
    t.s.todo.clear()
    t.s.ended = reason
    return t.sound()


def breaking(bank: int = 50, revenue: int = 100, phase: str = "4") -> India:
    """NWR, the third, is to pay a dividend of which the bank has too little; EIR has acted, BNR and ECR have not."""
    t = table().phase(phase)
    for seat, company in enumerate(("EIR", "NWR", "BNR", "ECR")):
        t.started(company, {seat: 60}).cash({company: 0})
    t.bank(bank, 0)
    t.s.revenue = revenue
    return t.operating("NWR", "pay_dividend", acted=("EIR",))


@rule(GAME, "5.1.1", "5.1.2a")
def test_an_empty_bank_ends_the_game_after_the_operating_round() -> None:
    t = breaking().play(act(1, "pay_out"))
    assert (t.s.ending, t.s.set_length, t.s.ended) == ("bank", 3, "")
    t = through_round(t)
    assert t.s.acted == ("EIR", "NWR", "BNR", "ECR")
    assert (t.s.ended, t.s.set_round) == ("bank", 1)
    assert not t.choices()
    assert result(t).reason == "end.bank"


@rule(GAME, "5.1.2a")
def test_broken_in_the_last_turn_of_a_round_it_ends_with_it() -> None:
    t = table().phase("4").started("EIR", {0: 60}).started("ECR", {1: 60}).bank(50, 0)
    t.s.revenue = 100
    t = t.operating("ECR", "pay_dividend", acted=("EIR",)).play(act(1, "pay_out"), act(1, "pass_trains"))
    assert t.s.ended == "bank"


@rule(GAME, "5.1.2a", "4.9b")
def test_no_extra_round_after_a_broken_bank() -> None:
    t = through_round(breaking(phase="2").play(act(1, "pay_out")))
    assert t.s.ended == "bank"
    on = through_round(breaking(bank=500, phase="2").play(act(1, "pay_out")))
    assert on.turn[0] == "call_round"


@rule(GAME, "5.1.2b")
def test_what_the_bank_lacks_is_made_up() -> None:
    t = breaking(bank=50)
    cash = t.money(1)
    after = t.play(act(1, "pay_out"))
    assert after.money(1) == cash + 60
    assert after.money("bank") == -10
    assert after.s.ending == "bank"


@rule(GAME, "5.1.1")
@pytest.mark.parametrize(("bank", "ending"), [(60, "bank"), (61, "")])
def test_the_bank_is_empty_when_nothing_is_left(bank: int, ending: str) -> None:
    assert breaking(bank).play(act(1, "pay_out")).s.ending == ending


@rule(GAME, "R-51", "5.1.2a")
def test_a_bank_that_breaks_in_a_stock_round() -> None:
    t = table().started("EIR", {0: 60})
    t.s.ending = "bank"
    ended = stock_round_over(t)
    assert (ended.s.ended, ended.s.set_round) == ("bank", 0)
    t = table(bank_break_in_stock_round="one_more_or").phase("4").started("EIR", {0: 60})
    t.s.ending = "bank"
    t = stock_round_over(t).play(act(0, "keep_elephant"))
    assert t.s.round == "operating"
    assert through_round(t).s.ended == "bank"


# --- the result --------------------------------------------------------------------------------------------


@rule(GAME, "5.2.1a", "5.2.2")
def test_cash_and_shares_at_their_price() -> None:
    t = table().started("EIR", {0: 30, 1: 20}, price=166).cash({0: 500, "EIR": 2000}).trains("EIR", "2")
    found = result(over(t))
    assert found.scores[0] == 500 + 3 * 166
    assert [tuple(line) for line in found.sums[0]] == [("cash", 1, 500, 500), ("EIR", 3, 166, 498)]


@rule(GAME, "1.intro.3", "5.2.3")
def test_the_richest_wins() -> None:
    """Seat 1 has 100 and shares for 850."""
    t = table().started("EIR", {1: 50}, price=166).started("GIP", {2: 20, 1: 10}, pool=20, price=20)
    t.cash({0: 900, 1: 100, 2: 0, 3: 0})
    found = result(over(t))
    assert found.scores[:2] == (900, 950)
    assert found.winners == (1,)


@rule(GAME, "5.2.3")
def test_ranking_by_cash() -> None:
    assert result(over(table(3).cash({0: 900, 1: 850, 2: 870}))).winners == (0,)


@rule(GAME, "R-54")
def test_equal_wealth_wins_together() -> None:
    assert result(over(table(3).cash({0: 900, 1: 900, 2: 870}))).winners == (0, 1)


@rule(GAME, "R-53", "5.2.1a")
def test_shares_without_a_price_and_shares_not_redeemed() -> None:
    t = table().started("EIR", {0: 30, 1: 20}, price=200).unstarted("GIP", {0: 10}).cash({0: 0})
    t.unpaid("EIR", 0, 1)
    found = result(over(t))
    assert found.scores[0] == 2 * 200 + 96


@rule(GAME, "5.2.1b")
def test_the_bond_of_an_open_contract_is_lost() -> None:
    t = table(3).cash({0: 900, 1: 770, 2: 0})
    t.mine.bonds, t.mine.notes = (0, 130, 0), ((), ("H20",), ())
    t.s.todo.clear()
    t.s.ended = "bank"
    assert result(t).scores[1] == 770
    assert result(t).winners == (0,)
