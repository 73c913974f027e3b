"""XIV: what ends the game, and who has won."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass, series
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

TOP = (0, 16)
"""450, the right end of the top row."""


def earning(phase: str = "3", *, revenue: int = 140, cell: tuple[int, int] | None = None, **options: str) -> England:
    """The VR of seat 0 has earned something in the first operating round of a series."""
    t = table(4, **options).phase(phase).opened("VR", par=100, shares={0: 60}, cell=cell).home("VR")
    t.s.revenue = revenue
    return t.cash({"VR": 100}).operating("VR", "pay_dividend")


def finished(t: England, reason: str) -> list[int]:
    """The rounds that are played until the game ends for this reason."""
    assert (t.s.ending, t.s.ended) == (reason, "")
    end, played = series(t)
    assert (end.s.ended, end.s.todo) == (reason, [])
    result = end.game.result(end.s)
    assert result is not None
    assert result.reason == f"end.{reason}"
    assert end.game.title.texts.has(result.reason)
    end.refused(act(0, "pass_turn"), "XIV.0")
    return played


@rule("1848", "XIV.0", "XIV.1")
@pytest.mark.parametrize(("phase", "played"), [("2", [1]), ("3", [1, 2]), ("5", [1, 2, 3])])
def test_xiv_1_an_empty_bank_ends_the_game_after_the_series(phase: str, played: list[int]) -> None:
    t = earning(phase).bank(140, rich=3).play(act(0, "withhold"))
    assert t.money("bank") == 0
    assert finished(t, "bank") == played


@rule("1848", "XIV.1")
def test_xiv_1_a_bank_with_a_pound_goes_on() -> None:
    t = earning().bank(141, rich=3).play(act(0, "withhold"))
    assert (t.money("bank"), t.s.ending) == (1, "")
    t, played = series(t)
    assert (played, t.s.round) == ([1, 2], "stock")


@rule("1848", "XIV.1")
def test_xiv_1_by_an_option_only_a_bank_that_cannot_pay() -> None:
    assert earning(bank_breaks="overdrawn").bank(140, rich=3).play(act(0, "withhold")).s.ending == ""
    assert earning(bank_breaks="overdrawn").bank(139, rich=3).play(act(0, "withhold")).s.ending == "bank"


@rule("1848", "XIV.1", "XIV.0")
def test_xiv_1_money_that_comes_back_does_not_help() -> None:
    t = earning().bank(140, rich=3).play(act(0, "withhold"), act(0, "buy_train", "bank", "3", 200))
    assert t.money("bank") == 200
    assert finished(t, "bank") == [1, 2]


@rule("1848", "XIV.2", "XIV.0")
def test_xiv_2_the_highest_price_ends_the_game_after_the_series() -> None:
    t = earning(cell=(0, 15))
    assert t.price("VR") == 400
    assert t.play(act(0, "withhold")).s.ending == ""
    t = t.play(act(0, "pay_out"))
    assert t.price("VR") == 450
    assert finished(t, "price") == [1, 2]


@rule("1848", "XIV.2")
def test_xiv_2_440_is_not_the_highest() -> None:
    t = earning(cell=(1, 15)).play(act(0, "pay_out"))
    assert (t.price("VR"), t.s.ending) == (440, "")
    t.s.revenue = 140
    after = t.operating("VR", "pay_dividend").play(act(0, "pay_out"))
    assert (after.price("VR"), after.s.ending) == (450, "price"), "from the end of its row it goes up"


@rule("1848", "R-37", "XIV.2", "XII.1")
def test_r_37_at_450_the_price_stays() -> None:
    t = earning(cell=TOP).play(act(0, "pay_out"))
    assert (t.price("VR"), t.s.cell["VR"], t.s.ending) == (450, TOP, "price")


def lent(loans: int) -> England:
    """Other companies have taken so many loans; the VR of seat 0 begins its turn in the first of two rounds."""
    t = table().phase("3").opened("VR", par=100, shares={0: 60}).home("VR").cash({"VR": 500})
    for company, seat in (("NSW", 1), ("QR", 2), ("SAR", 3)):
        t.opened(company, par=100, shares={seat: 60}).home(company)
        t.loans(company, min(5, loans))
        loans -= min(5, loans)
    assert not loans
    return t.operating("VR", acted=("NSW", "QR", "SAR"))


@rule("1848", "XIV.3", "XIV.0")
def test_xiv_3_the_sixteenth_loan_ends_the_game_after_the_series() -> None:
    assert lent(14).play(act(0, "loan")).s.ending == ""
    assert finished(lent(15).play(act(0, "loan")), "loans") == [1, 2]


@rule("1848", "XIV.4", "VI.rec.13", "XIV.0")
def test_xiv_4_the_fifth_company_in_receivership_ends_the_game_after_the_series() -> None:
    """The VR falls into receivership in the first of three rounds; the FT goes on."""
    t = table().phase("5").opened("VR", par=70, shares={0: 60}, cell=(4, 1)).home("VR").cash({"VR": 0})
    t.opened("FT", par=100, shares={1: 60}).home("FT")
    for company in ("NSW", "QR", "SAR"):
        t.failed(company, 2)
    fourth = t.operating("VR", "pay_dividend", acted=("FT",)).play(act(0, "withhold"))
    assert (len(fourth.s.failed), fourth.s.ending) == (4, "")
    t.failed("WA", 3)
    fifth = t.operating("VR", "pay_dividend", acted=()).play(act(0, "withhold"))
    assert len(fifth.s.failed) == 5
    assert finished(fifth, "receivership") == [1, 2, 3]


@rule("1848", "XIV.5")
def test_xiv_5_a_broken_bank_still_owes_dividends() -> None:
    t = earning().cash({0: 0}).bank(-30, rich=3)
    t.s.ending = "bank"
    after = t.play(act(0, "pay_out"))
    assert (after.money(0), after.money("bank")) == (84, -30 - 84)


@rule("1848", "XIV.6", "XIV.0")
def test_xiv_6_empty_in_a_stock_round_it_lets_a_whole_series_be_played() -> None:
    t = table().phase("5").opened("VR", par=100, shares={0: 60}).home("VR").opened("NSW", par=80, shares={1: 40})
    t = t.bank(100, rich=3).stock().play(act(0, "sell", "VR", 10))
    assert (t.money("bank"), t.s.ending, t.s.round) == (0, "bank", "stock")
    t = t.play(act(0, "pass_turn"), act(1, "buy", "NSW", "bank", 10))
    assert t.turn == ("trade_shares", 2), "the stock round goes on"
    t = all_pass(t)
    assert (t.s.round, t.s.set_length) == ("operating", 3)
    assert finished(t, "bank") == [1, 2, 3]


@rule("1848", "R-44", "XIV.2", "XIV.6")
def test_r_44_the_highest_price_at_the_end_of_a_stock_round_too() -> None:
    """Sold out at 440 the VR rises to 450; two rounds follow, then it is over."""
    t = table().phase("3").opened("VR", par=100, shares={0: 60, 1: 40}, cell=(1, 16)).home("VR").stock()
    assert t.price("VR") == 440
    t = all_pass(t)
    assert (t.price("VR"), t.s.round) == (450, "operating")
    assert finished(t, "price") == [1, 2]


def over(t: England) -> England:
    t.s.todo, t.s.ended = [], "bank"
    return t.sound()


@rule("1848", "XIV.score.1", "XIV.score.2", "XIV.score.3")
def test_xiv_score_wealth_is_cash_and_shares() -> None:
    """300, four shares at 120 and two of the Bank of England at 90 (after two loans) make 960, and beat 900."""
    t = table().phase("5").opened("VR", par=80, shares={0: 40, 2: 20}, cell=(0, 6)).home("VR").trains("VR", "5", "2E")
    t = over(t.loans("VR", 2).england({0: 20}).cash({0: 300, 1: 900, 2: 0, 3: 0, "VR": 900}))
    result = t.game.result(t.s)
    assert result is not None
    assert result.scores == (960, 900, 240, 0)
    assert result.winners == (0,)
    assert {line.label: line.points for line in result.sums[0]} == {"cash": 300, "VR": 480, "BOE": 180}


@rule("1848", "XIV.score.2")
def test_xiv_score_privates_are_worth_nothing() -> None:
    t = over(table().phase("4").private("P4", 0).private("P6", 1).cash({0: 100, 1: 200, 2: 0, 3: 0}))
    result = t.game.result(t.s)
    assert result is not None
    assert result.scores == (100, 200, 0, 0)


@rule("1848", "R-45", "XIV.score.2")
def test_r_45_a_share_without_price_is_worth_nothing() -> None:
    t = over(table().share("QR", 0).cash({0: 100, 1: 50, 2: 0, 3: 0}))
    result = t.game.result(t.s)
    assert result is not None
    assert result.scores == (100, 50, 0, 0)


@rule("1848", "R-46", "XIV.score.3")
def test_r_46_equal_wealth_wins_together() -> None:
    t = over(table().cash({0: 400, 1: 700, 2: 700, 3: 0}))
    result = t.game.result(t.s)
    assert result is not None
    assert (result.winners, result.reason) == ((1, 2), "end.bank")


@rule("1848", "XIV.0")
def test_xiv_0_there_is_no_result_before_the_end() -> None:
    t = earning().bank(140, rich=3).play(act(0, "withhold"))
    assert t.game.result(t.s) is None
