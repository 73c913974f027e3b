"""P-4: a game in which nothing goes on is over (1853)."""

from tests.games.g1853.positions import GAME, India, act, table
from tests.marks import rule


def poor(seats: int = 3) -> India:
    """Nobody has a share or the money for one, no company has started, and nothing has moved since the round before."""
    t = table(seats).cash(dict.fromkeys(range(seats), 5))
    t.mine.stirred = False
    return t


def lap(t: India) -> India:
    return t.play(*(act(seat, "pass_turn") for seat in range(t.game.seats)))


@rule(GAME, "P-4")
def test_a_stock_round_in_which_nobody_can_trade_ends_a_game_that_stands_still() -> None:
    over = lap(poor())
    assert (over.s.ended, over.s.todo) == ("standstill", [])
    result = over.game.result(over.s)
    assert result is not None
    assert (result.scores, result.winners) == ((5, 5, 5), (0, 1, 2))


@rule(GAME, "P-4")
def test_whoever_could_trade_keeps_the_game_going() -> None:
    assert not lap(poor().cash({2: 100})).s.ended


@rule(GAME, "P-4")
def test_whoever_could_redeem_keeps_the_game_going() -> None:
    t = table(3).started("ECR", {0: 60, 1: 10, 2: 10}).unpaid("ECR", 0, 1).cash({0: 70, 1: 5, 2: 5})
    t.stock()
    assert t.offers("redeem") == [("ECR",)]
    t.mine.stirred = False
    assert not t.game.rail_steps["trade_shares"].stands_still(t.s)  # type: ignore[attr-defined]


@rule(GAME, "P-4")
def test_something_that_has_moved_since_the_round_before_keeps_the_game_going() -> None:
    t = poor()
    t.mine.stirred = True
    again = lap(t)
    assert not again.s.ended
    assert not again.mine.stirred
    offered = again.play(act(0, "offer_elephant", 1, 5), act(1, "accept"))
    assert not offered.mine.stirred, "money between players does not count"
