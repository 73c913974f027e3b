"""The engine's offers to a company that buys trains equal a second reading, on tables set up by lot."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from tests.eighteen.boards import Walks
from tests.games.g1830 import naive_help as naive
from tests.games.g1830.naive_stock import Deal
from tests.games.g1830.naive_track import board_of
from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.test_naive_stock import book_of
from tests.games.g1830.test_track_naive import COMPANIES
from tests.games.rail_table import build_at_random
from tests.games.rail_walks import offered
from tests.marks import rule, sample

SEATS: Final = 4
KINDS: Final = ("buy_train", "trade_in", "sell", "sell_large", "bankrupt", "pass_trains")
TRAINS: Final = {"2": "2", "3": "23", "4": "34", "5": "345", "6": "456", "7": "56D"}
"""By phase the trains that companies may still own."""


def by_lot(rng: Random, preset: str) -> Table:
    """Shares, money, trains and track at random; the first company has few means and mostly no train."""
    t = table(SEATS, preset)
    for company in COMPANIES:
        director, *others = rng.sample(range(SEATS), 3)
        most = rng.choice((20, 20, 30, 40, 50))
        shares = {director: most, **{seat: 10 * rng.randint(0, min(most, 20) // 10) for seat in others}}
        pool = min(10 * rng.randint(0, 5), 100 - sum(shares.values()))
        cell = rng.choice(sorted(t.game.rules.market.price))
        t = t.opened(company, 67, shares, pool=pool, director=director, cell=cell)
        if company in t.s.floated:
            t = t.home(company)
    build_at_random(t.game.track, t.s, t.s.floated, 60, rng)
    phase = rng.choice(sorted(TRAINS))
    t = t.phase(phase)
    for company in t.s.floated[1:]:
        left = [train for train in TRAINS[phase] if free(t, train)]
        t = t.trains(company, *rng.sample(left, rng.randint(0, min(2, len(left)))))
    if rng.random() < 0.3:
        t = t.pool(*[train for train in TRAINS[phase][:1] if free(t, train)])
    t = t.cash({seat: rng.choice((0, rng.randint(0, 300), rng.randint(0, 900))) for seat in range(SEATS)})
    t = t.cash({company: rng.choice((0, rng.randint(0, 700))) for company in t.s.floated})
    if preset == "basic" and len(t.s.floated) > 1:
        owing = rng.choice(t.s.floated[1:])  # whoever owes the bank has no money, nor has whoever administers it
        t.s.debts = {owing: 70}
        t = t.cash({owing: 0, t.s.director[owing]: 0})
    return t


def free(t: Table, train: str) -> bool:
    """Whether a card of a type is neither owned nor in the pool."""
    out = [*t.s.train_pool, *(one for owned in t.s.trains.values() for one in owned)]
    return out.count(train) + 1 < {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6}[train]


def need_of(t: Table, company: str, last: int = 0) -> naive.Need:
    route = Walks.of(board_of(t), company).route
    return naive.Need(book_of(t.game), t.s, company, route, last, t.game.options["edition"] == "basic")


@rule("1830", "7.6c", "7.6d", "7.6e", "7.6f", "7.6i", "7.6j", "7.6k", "7.6m", "7.6.2a", "7.6.2c", "7.6.2d", "7.6.2e")
@rule("1830", "C-2.3.1a", "C-2.3.1b", "C-2.3.1c", "C-2.3.1d", "C-2.3.1e", "C-2.3.2a", "C-2.3.2b", "C-2.3.2e", "7.7g")
@pytest.mark.parametrize("preset", ["classic", "basic"])
@pytest.mark.parametrize("seed", sample(12, range(600)))
def test_what_a_company_may_do_that_buys_trains_by_a_naive_reading(preset: str, seed: int) -> None:
    rng = Random(seed)
    t = by_lot(rng, preset)
    company = t.s.floated[0]
    t = t.operating(company, "buy_trains")
    if t.turn[0] != "buy_trains":
        return
    need = need_of(t, company)
    expected = naive.options(need)
    assert offered(t.game, t.s, *KINDS) == expected
    sold = sorted(deal for deal in expected if deal[0] == "sell")
    while sold and t.turn[0] == "buy_trains":
        _, held, amount = rng.choice(sold)
        each, gained = naive.price(need, str(held)), need.own
        t = replace(t, s=t.game.apply(t.s, act(need.seat, "sell", held, amount)))
        need = need_of(t, company, each)
        assert need.own == gained + each * int(str(amount)) // 10
        expected = naive.options(need)
        assert offered(t.game, t.s, *KINDS) == expected
        sold = sorted(deal for deal in expected if deal[0] == "sell")
    pays(t, need, expected)


def pays(t: Table, need: naive.Need, expected: set[Deal]) -> None:
    """C-2.3.1d, C-2.3.2h, 7.6.2d: the treasury comes first, then the director, then the bank; the rest stays."""
    new = sorted(deal for deal in expected if deal[0] == "buy_train" and deal[1] in ("bank", "pool"))
    for deal in new[:1]:
        cost = int(str(deal[3]))
        after = t.game.apply(t.s, act(need.seat, "buy_train", *deal[1:]))
        assert after.cash[need.company] == max(0, need.cash - cost)
        assert after.cash[f"P{need.seat}"] == max(0, need.own - max(0, cost - need.cash))
        assert after.debts.get(need.company, 0) == max(0, cost - need.cash - need.own)
    if ("bankrupt",) in expected:
        after = t.game.apply(t.s, act(need.seat, "bankrupt"))
        assert (after.ended, after.bankrupt, after.cash[f"P{need.seat}"]) == ("bankrupt", need.seat, 0)
