"""The log tells of a train that a treasury could not pay for who paid how much, by the rules of each title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.tell import recount
from tests.games.g1830.positions import act
from tests.games.g1830.test_emergency import YES, forced, with_trains
from tests.games.g1830.test_insolvency import forced as basic
from tests.games.g1853.test_trains_buying import buying

NAMES = ("Cleo", "Ben", "Dora", "Emil")


def told(t: Any, *actions: Action, lang: str = "en") -> Sequence[str]:
    """Sentences that follow from the last action."""
    before = t.play(*actions[:-1]) if actions[:-1] else t
    after = before.play(actions[-1])
    return recount(t.game, NAMES, before.s, actions[-1], after.s, lang).then


DIESEL = act(0, "buy_train", "bank", "D", 1100)


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "paid by PRR $125, Cleo $975"), ("de", "bezahlt von PRR $125, Cleo $975")]
)
def test_1830_treasury_first_then_the_director(lang: str, said: str) -> None:
    """C-2.3.1: of 1100 the treasury has 125, so that 975 are missing."""
    assert said in told(forced("7", 125, 1000).depot("6", 0), DIESEL, lang=lang)


def test_1830_a_train_of_another_company_too() -> None:
    """200 in the treasury, 260 for a train of NYC, whose director agrees: 60 are the director's."""
    t = with_trains(forced("4", 200, 150), NYC=("4",))
    assert "paid by PRR $200, Cleo $60" in told(t, act(0, "buy_train", "NYC", "4", 260), YES)


def test_1830_an_empty_treasury_pays_nothing() -> None:
    assert "paid by Cleo $300" in told(forced("4", 0, 400), act(0, "buy_train", "bank", "4", 300))


def test_1830_who_can_pay_alone_needs_no_words() -> None:
    assert not any("paid by" in words for words in told(forced("4", 300, 400), act(0, "buy_train", "bank", "4", 300)))


def test_1830_basic_what_both_lack_the_bank_lends() -> None:
    """7.6.2d: 1100 - 310 - 673 = 117."""
    words = told(basic("6", 310, 673).depot("6", 0), DIESEL)
    assert "paid by PRR $310, Cleo $673" in words
    assert "the bank lends $117" in words


def test_1853_a_gift_of_the_director() -> None:
    """4.8.7: 100 in the treasury, 300 for a train: 200 are given."""
    assert "paid by EIR £100, Cleo £200" in told(buying(cash=100).cash({0: 200}), act(0, "buy_train", "bank", "2", 300))


def test_1830_a_price_that_falls_for_want_of_a_dividend_says_so() -> None:
    """Without a train nothing runs, and the price of PRR falls one to the left when no station is placed."""
    t = forced("4", 1000, 0)
    t.s.todo.clear()
    t = t.operating("PRR", "lay_track")
    words = told(t, act(0, "pass_track"), act(0, "pass_station"))
    assert any(line.startswith("PRR pays no dividend: 100 → 90") for line in words), words
