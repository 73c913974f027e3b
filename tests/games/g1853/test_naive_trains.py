"""The trains that the engine offers in 1853 are those of a second reading of the book, in games by lot."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from stellwerk.core.choice import Choice, Range
from stellwerk.games.g1853.state import State1853, own
from tests.games.g1853 import naive_trains as naive
from tests.games.g1853.positions import game_for
from tests.games.rail_walks import walk
from tests.marks import rule, sample

PLIES: Final = 1200
KINDS: Final = ("buy_train", "use_token", "buy_on_credit", "pass_trains")


def told(choice: Choice) -> naive.Deal:
    """A choice with the ends of a range of prices."""
    *first, last = choice.args or (None,)
    if isinstance(last, Range):
        return choice.kind, *first, last.lo, last.hi
    return choice.kind, *choice.args


@rule("1853", "3.4.3a", "3.4.3b", "3.4.5", "3.4.6", "4.8.2", "4.8.3a", "4.8.3b", "4.8.5a", "4.8.5b", "4.8.6", "4.8.8")
@rule("1853", "4.8.9a", "4.8.9b", "4.8.10a", "4.8.11a", "4.8.12", "4.8.13", "4.8.15", "4.8.16a", "4.8.16b", "4.8.17a")
@rule("1853", "4.8.17b", "4.8.18a", "4.8.18d", "4.8.19a", "4.8.19b", "4.8.19c", "R-26", "R-47", "R-49", "T5", "T6")
@pytest.mark.parametrize("seed", sample(4, range(150)))
def test_which_trains_may_be_bought_and_who_pays_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    game = game_for(rng.randint(3, 6))
    for state, action in walk(game, rng, PLIES):
        s, top = own(state), state.todo[-1]
        if top.step != "buy_trains":
            continue
        company, choices = str(top.who), [c for c in game.choices(s) if c.kind in KINDS]
        seat = choices[0].seat
        assert seat == s.director.get(company, seat)
        if not s.declined:
            assert {told(choice) for choice in choices} == naive.options(s, company, seat), (seed, company)
        if action.kind == "buy_train" and action.args[0] in ("bank", "pool"):
            pays(s, own(game.apply(s, action)), company, seat, action.args[2])


def pays(s: State1853, after: State1853, company: str, seat: int, cost: int) -> None:
    """4.8.8: the director gives no more than is missing."""
    gift = max(0, cost - s.cash[company])
    assert after.cash[company] == s.cash[company] + gift - cost
    assert after.cash[f"P{seat}"] == s.cash[f"P{seat}"] - gift
