"""The train tokens of small companies in 1853."""

import pytest

from tests.games.g1853.positions import GAME, India, act, table
from tests.marks import rule


def sold_out(company: str = "MSM", cash: int = 800) -> India:
    """A later operating round of phase 2: a small company started first of all, and all 2/1M are sold."""
    t = table().started(company, {0: 60}).small_started().depot("2", 0).cash({company: cash, 0: 0})
    return t.operating(company, "buy_trains")


@rule(GAME, "4.8.19a", "R-49", "4.8.11b")
def test_a_token_buys_the_metre_train_of_the_next_phase() -> None:
    t = sold_out().play(act(0, "use_token", "2M"))
    assert (t.s.trains["MSM"], t.money("MSM"), t.s.depot["2M"]) == (("2M",), 550, 2)
    assert t.s.phase == "2"
    assert t.mine.tokens_spent == ("MSM",)


@rule(GAME, "4.8.19a", "4.8.19c")
def test_a_token_is_used_once() -> None:
    t = sold_out().play(act(0, "use_token", "2M"))
    t.refused(act(0, "use_token", "2M"), "4.8.19c")


@rule(GAME, "4.8.19c")
def test_a_token_is_optional_and_stays_with_its_company() -> None:
    t = sold_out()
    assert t.may(act(0, "pass_trains"))
    assert t.offers("use_token") == [("2M",)]
    kinds = {kind for step in t.game.rail_steps.values() for kind in step.kinds if "token" in kind}
    assert kinds == {"use_token"}


@rule(GAME, "4.8.19b")
def test_no_token_in_the_first_operating_round() -> None:
    t = table().started("MSM", {0: 60}).small_started().depot("2", 0).cash({"MSM": 800}).very_first("MSM")
    t.refused(act(0, "use_token", "2M"), "4.8.19b")


@rule(GAME, "4.8.19a")
@pytest.mark.parametrize("left", ["depot", "pool"])
def test_no_token_while_a_metre_train_is_on_sale(left: str) -> None:
    """R-49: one that was returned is on sale too."""
    t = table().started("MSM", {0: 60}).small_started().cash({"MSM": 800})
    t = t.depot("2", 1) if left == "depot" else t.depot("2", 0).pool("1M")
    t.operating("MSM", "buy_trains").refused(act(0, "use_token", "2M"), "4.8.19a")


@rule(GAME, "4.8.19a")
def test_a_large_company_has_no_token() -> None:
    t = table().phase("3").started("EIR", {0: 60}).depot("2M", 0).cash({"EIR": 800}).operating("EIR", "buy_trains")
    t.refused(act(0, "use_token", "3M"), "4.8.19a")


@rule(GAME, "R-49")
def test_tokens_of_other_phases_and_companies() -> None:
    three = table().phase("3").started("SIR", {0: 60}).depot("2M", 0).cash({"SIR": 750}).operating("SIR", "buy_trains")
    after = three.play(act(0, "use_token", "3M"))
    assert (after.s.trains["SIR"], after.money("SIR")) == (("3M",), 320)
    assert not three.may(act(0, "use_token", "4M"))
    late = table().started("MSM", {0: 60}).cash({"MSM": 800}).operating("MSM", "buy_trains")
    after = late.play(act(0, "use_token", "2M"))
    assert (after.s.trains["MSM"], after.money("MSM"), after.s.depot["2M"]) == (("2M",), 550, 1)
    small = table()
    small.mine.small = ("BBCI",)
    small.started("BBCI", {0: 60}).cash({"BBCI": 840}).operating("BBCI", "buy_trains")
    assert small.may(act(0, "use_token", "2M"))


@rule(GAME, "R-49")
def test_in_the_last_phase_a_token_is_useless() -> None:
    t = table().phase("5").started("SIR", {0: 60}).cash({"SIR": 750})
    for name in ("2M", "3M", "4M"):
        t.depot(name, 0)
    t.operating("SIR", "buy_trains").refused(act(0, "use_token", "4M"), "R-49")


@rule(GAME, "R-47", "4.8.8")
def test_a_director_adds_money_for_a_token_train_too() -> None:
    t = sold_out(cash=200).cash({0: 60})
    after = t.play(act(0, "use_token", "2M"))
    assert (after.money("MSM"), after.money(0)) == (0, 10)
    sold_out(cash=200).cash({0: 49}).refused(act(0, "use_token", "2M"), "4.8.8", cost=250, cash=200, own=49)


@rule(GAME, "R-49", "3.4.3a")
def test_a_manager_does_not_buy_on_credit_by_a_token() -> None:
    """The token asks for the printed price of £250, and what it would buy is not on sale: nothing is lent for it."""
    t = table().managed("MSM", (1,), pool=70).small_started().depot("2", 0)
    poor = t.cash({"MSM": 249, 1: 0}).operating("MSM", "buy_trains")
    poor.refused(act(1, "use_token", "2M"), "4.8.8", cost=250, cash=249, own=0)
    poor.refused(act(1, "buy_on_credit", "2M"), "4.8.13")
    rich = t.cash({"MSM": 250}).operating("MSM", "buy_trains")
    assert rich.play(act(1, "use_token", "2M")).s.trains["MSM"] == ("2M",)


@rule(GAME, "4.8.5a")
def test_a_token_does_not_go_beyond_the_limit() -> None:
    t = sold_out()
    t.s.trains["MSM"] = ("2", "2", "2", "2")
    t.refused(act(0, "use_token", "2M"), "4.8.5b")
