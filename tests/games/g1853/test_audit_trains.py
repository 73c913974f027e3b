"""Impossible positions of 1853 are told: trains, credit, tokens, the extra round and the elephant."""

from collections.abc import Callable

import pytest

from stellwerk.core.state import Frame
from tests.games.g1853.positions import GAME, India, table
from tests.games.g1853.test_trains_credit import indebted
from tests.marks import rule


def told(t: India) -> str:
    return "\n".join(t.game.audit(t.s))


def changed(t: India, change: Callable[[India], object]) -> str:
    assert not told(t)
    change(t)
    return told(t)


def operating() -> India:
    t = table().phase("3").started("EIR", {0: 60}).started("SIR", {1: 60}).small_started().depot("2", 0)
    t.mine.plans = {"EIR": "later"}
    return t.operating("EIR")


def own_fields(**fields: object) -> Callable[[India], None]:
    def change(t: India) -> None:
        for name, value in fields.items():
            setattr(t.mine, name, value)

    return change


@rule(GAME, "3.4.3b", "4.8.10a", "4.8.19c", "4.9b")
@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"credit": {"XYZ": "2"}}, "credit: there is no 'XYZ'"),
        ({"credit": {"EIR": "9"}}, "credit: there is no '9'"),
        ({"credit": {"EIR": "2"}}, "EIR: the train on credit is its only one"),
        ({"tokens_spent": ("EIR",)}, "tokens_spent: there is no 'EIR'"),
        ({"tokens_spent": ("SIR", "SIR")}, "tokens_spent: nothing stands there twice"),
        ({"tokens_spent": ("MSM",)}, "MSM: only a small company that has started has spent a token"),
        ({"extra_round": True}, "the extra round is the last one of a set"),
    ],
)
def test_fields_of_the_title(fields: dict[str, object], says: str) -> None:
    assert says in changed(operating(), own_fields(**fields))


@rule(GAME, "4.8.10a")
def test_no_credit_under_a_director() -> None:
    t = table().started("EIR", {0: 60}).trains("EIR", "2")
    assert "EIR: only a company without a director has a train on credit" in changed(t, own_fields(credit={"EIR": "2"}))
    assert not told(indebted(100, "lay_track"))


@rule(GAME, "4.8.18d", "T5", "4.8.13")
@pytest.mark.parametrize(
    ("company", "train", "small", "says"),
    [
        ("EIR", "1M", True, "EIR: only small companies own a 1M"),
        ("SIR", "1M", False, "there are such trains only if a small company started in the first stock round"),
        ("EIR", "3M", True, "train 3M: it is not on sale yet"),
    ],
)
def test_trains_that_nobody_can_have_bought(company: str, train: str, small: bool, says: str) -> None:
    t = operating()
    t.mine.small_started = small
    if not small:
        t.depot("2M", 2).depot("3M", 3)
    assert says in changed(t, lambda t: t.trains(company, train))


@rule(GAME, "T6", "4.9b")
def test_a_set_has_as_many_rounds_as_the_phase_gives() -> None:
    t = operating()
    t.s.set_length = 3
    assert "a set is as long as the phase said when it began" in told(t)
    t.s.set_round = 3
    t.mine.extra_round = True
    assert not told(t)
    t.s.set_length = t.s.set_round = 4
    assert "a set is as long as the phase said when it began" in told(t)


@rule(GAME, "3.1.11b", "4.9b")
@pytest.mark.parametrize("step", ["sell_elephant", "call_round"])
def test_only_the_holder_of_the_elephant_is_asked(step: str) -> None:
    t = operating()
    if step == "sell_elephant":
        t.stock()
    else:
        t.s.set_round, t.s.acted = 2, t.s.roster
    t.s.todo = [Frame(step, 0)]
    assert not told(t)
    t.s.todo = [Frame(step, 1)]
    assert "there is nobody for one of these steps" in told(t)


@rule(GAME, "R-22")
def test_the_elephant_is_offered_for_no_more_than_the_buyer_has() -> None:
    t = operating().stock().cash({2: 20})
    t.s.todo, t.s.offer = [Frame("sell_elephant", 0), Frame("consent", 2)], ("elephant", 0, 2, 20)
    assert not told(t)
    for offer in (("elephant", 0, 2, 21), ("elephant", 1, 2, 5), ("elephant", 0, 3, 5), ("tiger", 0, 2, 5)):
        t.s.offer = offer
        assert "an offer is there exactly while somebody has to answer it" in told(t)
