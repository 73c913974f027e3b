"""P-2: when nothing can change any more the game is over."""

from tests.games.g1848.positions import England, act, table
from tests.marks import rule


def broke(cash: int) -> England:
    """Four failed companies; of the Commonwealth half lies in the pool, so that nobody may sell it."""
    t = (
        table(3)
        .phase("5")
        .opened("COM", par=90, shares={0: 30, 1: 20}, pool=50)
        .cash({0: cash, 1: 10, 2: 10, "COM": 900})
    )
    for company in ("FT", "VR", "CAR", "SAR"):
        t.failed(company, 2)
    return t.stock(0)


@rule("1848", "P-2")
def test_nobody_can_buy_or_sell_and_no_company_acts() -> None:
    after = broke(10).play(act(0, "pass_turn"), act(1, "pass_turn"), act(2, "pass_turn"))
    assert (after.s.ended, after.s.todo) == ("standstill", [])
    assert after.game.result(after.s) is not None


@rule("1848", "P-2")
def test_the_game_goes_on_while_somebody_could_buy() -> None:
    """The Bank of England stands at 70: whoever has that much may buy in the next round."""
    after = broke(70).play(act(0, "pass_turn"), act(1, "pass_turn"), act(2, "pass_turn"))
    assert (after.s.ended, after.s.round, after.s.stock_rounds) == ("", "stock", 3)


@rule("1848", "P-2")
def test_the_game_goes_on_while_somebody_is_paid() -> None:
    t = broke(10).england({1: 10})
    after = t.play(act(0, "pass_turn"), act(1, "pass_turn"), act(2, "pass_turn"))
    assert (after.s.ended, after.money(1)) == ("", 70), "three rounds with 200 on ten shares"
