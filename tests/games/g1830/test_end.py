"""The end by an empty bank, and who has won: 8.0."""

from __future__ import annotations

import pytest

from tests.games.g1830.operating import round_over, stock_round_over
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule


def running(bank: int, *, set_round: int = 1, phase: str = "5", **options: str) -> Table:
    """B&O, which has earned 140 in a round of a set of three, and a bank with so much left."""
    t = table(4, **options).phase(phase).opened("B&O", par=100, shares={0: 60}).home("B&O")
    t.s.revenue = 140
    return t.operating("B&O", "pay_dividend", set_round=set_round).bank(bank, rich=3)


def rounds_left(t: Table) -> list[int]:
    """The operating rounds that are played from here on, this one included, until a stock round or the end."""
    played = [t.s.set_round]
    while t.s.todo and t.s.round == "operating":
        t = round_over(t)
        if t.s.todo and t.s.round == "operating":
            played.append(t.s.set_round)
    assert (t.s.ended, t.s.round) in {("bank", "operating"), ("", "stock")}
    return [*played, 0] if t.s.round == "stock" else played


@rule("1830", "8.0a", "8.0.ex1", "8.0b")
def test_8_0_example_an_empty_bank_lets_the_set_be_finished() -> None:
    """Empty in the first of three operating rounds: this and two more, then accounts are settled."""
    t = running(100).play(act(0, "withhold"))
    assert (t.s.cash["bank"], bool(t.s.ending)) == (-40, 1)
    assert rounds_left(t) == [1, 2, 3]
    end = t
    while end.s.todo:
        end = round_over(end)
    assert end.s.ended == "bank"
    assert end.game.result(end.s) is not None
    end.refused(act(0, "pass_turn"), "8.0a")


@rule("1830", "8.0b")
@pytest.mark.parametrize(("set_round", "played"), [(2, [2, 3]), (3, [3])])
def test_8_0_no_stock_round_follows(set_round: int, played: list[int]) -> None:
    assert rounds_left(running(100, set_round=set_round).play(act(0, "withhold"))) == played


@rule("1830", "8.0a")
def test_8_0_with_money_left_a_stock_round_follows() -> None:
    assert rounds_left(running(5000).play(act(0, "withhold"))) == [1, 2, 3, 0]


@rule("1830", "8.0a", "R-48")
def test_r_48_the_bank_is_out_of_money_at_nothing() -> None:
    t = running(140).play(act(0, "withhold"))
    assert (t.s.cash["bank"], bool(t.s.ending)) == (0, 1)
    assert running(141).play(act(0, "withhold")).s.ending == ""
    assert running(140, bank_breaks="overdrawn").play(act(0, "withhold")).s.ending == ""
    assert running(139, bank_breaks="overdrawn").play(act(0, "withhold")).s.ending == "bank"


@rule("1830", "8.0a")
def test_8_0_money_that_comes_back_does_not_save_the_game() -> None:
    t = running(550, set_round=3).cash({"B&O": 450}).play(act(0, "withhold"))
    assert t.s.cash["bank"] == -40
    t = t.play(act(0, "buy_train", "bank", "5", 450))
    assert t.s.cash["bank"] == 410
    end = round_over(t)
    assert end.s.ended == "bank"


@rule("1830", "8.0c")
def test_8_0_broken_in_a_stock_round_one_whole_set_follows() -> None:
    t = table().phase("5").opened("B&O", par=100, shares={0: 60}).opened("NYC", par=100, shares={1: 40})
    t = t.home("B&O").bank(50, rich=3)
    t = t.play(act(0, "sell", "B&O", 10))
    assert (t.s.cash["bank"], bool(t.s.ending), t.s.round) == (-50, 1, "stock")
    t = t.play(act(0, "pass_turn"))
    t = t.play(act(1, "buy", "NYC", "bank", 10), act(1, "pass_turn"))
    assert t.s.round == "stock"
    t = stock_round_over(t)
    assert (t.s.round, t.s.set_length) == ("operating", 3)
    assert rounds_left(t) == [1, 2, 3]


@rule("1830", "8.0d")
def test_8_0_a_broken_bank_pays_in_full() -> None:
    t = table().phase("5").opened("B&O", par=100, shares={0: 60, 1: 20}, pool=20).home("B&O")
    t.s.revenue, t.s.ending = 140, "bank"
    t = t.cash({0: 0, 1: 0}).operating("B&O", "pay_dividend").bank(-130, rich=3)
    after = t.play(act(0, "pay_out"))
    assert (after.money(0), after.money(1), after.money("B&O")) == (84, 28, 28)
    assert after.s.cash["bank"] == -130 - 140


def ended(t: Table) -> Table:
    t.s.todo, t.s.ended = [], "bank"
    return t.sound()


@rule("1830", "8.0e")
def test_8_0_wealth_is_cash_shares_and_open_privates() -> None:
    """500, three tenths at 112, two at 90 and SV: 1036. A private of a company counts for nobody."""
    t = table().phase("4").opened("PRR", par=100, shares={1: 60, 0: 30}, cell=(0, 7))
    t = t.opened("NYC", par=90, shares={1: 60, 0: 20}).private("SV", 0).private("CS", "PRR")
    t = ended(t.cash({0: 500, 1: 0, 2: 0, 3: 0, "PRR": 900}))
    result = t.game.result(t.s)
    assert result is not None
    assert result.scores == (500 + 336 + 180 + 20, 6 * 112 + 6 * 90, 0, 0)
    assert result.winners == (1,)
    assert [(line.label, line.points) for line in result.sums[0]] == [
        ("cash", 500),
        ("PRR", 336),
        ("NYC", 180),
        ("SV", 20),
    ]


@rule("1830", "8.0e", "R-50")
def test_r_50_equal_wealth_wins_together() -> None:
    t = ended(table().cash({0: 5230, 1: 5230, 2: 500, 3: 0}))
    result = t.game.result(t.s)
    assert result is not None
    assert (result.scores, result.winners, result.reason) == ((5230, 5230, 500, 0), (0, 1), "end.bank")


@rule("1830", "8.0e")
def test_8_0_there_is_no_result_before_the_end() -> None:
    t = table()
    assert t.game.result(t.s) is None
