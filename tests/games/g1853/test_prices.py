"""Dividends and prices in 1853."""

import pytest

from tests.games.g1853.positions import GAME, India, act, table
from tests.marks import rule

LINE = [10, 20, 30, 40, 49, 57, 64, 70, 75, 80, 84, 88, 92, 96, 100, 104, 109, 115, 122, 130, 140, 152, 166, 182]
LINE += [*range(200, 401, 20)]
"""The prices of the market, from left to right."""


def earned(revenue: int, price: int = 80, pool: int = 0) -> India:
    """MSM, directed by seat 0 who has three shares, has run for so much."""
    t = table().started("MSM", {0: 30, 1: 20 if pool else 30, 2: 10}, pool=pool, price=price).cash({"MSM": 0})
    return t.ran("MSM", revenue)


def steps(t: India, before: int) -> int:
    return LINE.index(t.price("MSM")) - LINE.index(before)


@rule(GAME, "4.6.4a")
@pytest.mark.parametrize(("kind", "treasury", "shares"), [("pay_out", 0, 33), ("withhold", 110, 0)])
def test_all_income_is_paid_or_kept(kind: str, treasury: int, shares: int) -> None:
    """Two trains have earned 60 and 50."""
    t = earned(60 + 50)
    cash = t.money(0)
    after = t.play(act(0, kind))
    assert (after.money("MSM"), after.money(0)) == (treasury, cash + shares)


@rule(GAME, "4.6.4b")
def test_no_split() -> None:
    earned(110).refused(act(0, "pay_half"), "4.6.4b")


@rule(GAME, "4.6.5", "R-43")
def test_a_tenth_to_each_share_of_a_player() -> None:
    t = earned(150, pool=20)
    before = [t.money(seat) for seat in range(4)]
    bank = t.money("bank")
    after = t.play(act(0, "pay_out"))
    assert [after.money(seat) - had for seat, had in enumerate(before)] == [45, 30, 15, 0]
    assert after.money("MSM") == 0
    assert after.money("bank") == bank - 90


@rule(GAME, "4.7.1a")
def test_kept_with_shares_in_the_pool() -> None:
    assert steps(earned(100, pool=10).play(act(0, "withhold")), 80) == -1


@rule(GAME, "4.7.1b")
def test_kept_with_an_empty_pool() -> None:
    assert steps(earned(100).play(act(0, "withhold")), 80) == 0


@rule(GAME, "4.7.1c", "4.7.1d", "4.7.1e", "4.7.1x", "R-45")
@pytest.mark.parametrize(
    ("revenue", "up"),
    [(60, 1), (150, 1), (159, 1), (160, 2), (230, 2), (240, 3), (310, 3), (320, 4), (400, 5), (900, 5)],
)
def test_a_dividend_moves_the_price_by_how_often_it_covers_it(revenue: int, up: int) -> None:
    assert steps(earned(revenue).play(act(0, "pay_out")), 80) == up


@rule(GAME, "R-45")
@pytest.mark.parametrize(("pool", "down"), [(10, -1), (0, 0)])
def test_without_income_there_is_no_dividend(pool: int, down: int) -> None:
    t = earned(0, pool=pool)
    assert t.turn == ("buy_trains", "MSM")
    assert steps(t, 80) == down
    assert not t.may(act(0, "pay_out"))


@rule(GAME, "4.7.2")
def test_no_price_before_the_start() -> None:
    assert "MSM" not in table().s.cell


@rule(GAME, "4.7.3b")
def test_a_price_of_ten_falls_no_further() -> None:
    t = earned(100, price=10, pool=10).play(act(0, "withhold"))
    assert t.price("MSM") == 10
    assert earned(100, price=10, pool=10).play(act(0, "pay_out")).price("MSM") == 57


@rule(GAME, "4.7.3a", "5.1.3", "R-52")
@pytest.mark.parametrize(("price", "revenue"), [(360, 1800), (380, 100)])
def test_four_hundred_ends_the_game_right_after_the_dividend(price: int, revenue: int) -> None:
    t = earned(revenue, price)
    cash = t.money(0)
    over = t.play(act(0, "pay_out"))
    assert over.price("MSM") == 400
    assert over.money(0) == cash + 3 * revenue // 10
    assert not over.choices()
    result = over.game.result(over.s)
    assert result is not None
    assert result.reason == "end.price"


@rule(GAME, "5.1.3", "5.1.1")
def test_the_others_do_not_act_again() -> None:
    t = table().started("GIP", {0: 60}, price=380).started("ECR", {1: 60}).cash({"GIP": 900})
    t.s.revenue = 100
    over = t.operating("GIP", "pay_dividend").play(act(0, "pay_out"))
    assert over.s.ended == "price"
    assert over.s.acted == ("GIP",)
    on = table().started("GIP", {0: 60}, price=360).started("ECR", {1: 60})
    on.s.revenue = 100
    assert on.operating("GIP", "pay_dividend").play(act(0, "pay_out")).turn == ("buy_trains", "GIP")
