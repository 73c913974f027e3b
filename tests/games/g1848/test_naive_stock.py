"""The engine's offers in the stock rounds of 1848 equal a second reading of the book, in games by lot."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from stellwerk.core.action import Action
from stellwerk.eighteen.state import RailState
from tests.games.g1830.naive_stock import Ledger
from tests.games.g1848 import naive_stock as naive
from tests.games.g1848.positions import England, game_for, table
from tests.games.rail_walks import offered, walk
from tests.marks import rule, sample

COMPANIES: Final = ("CAR", "FT", "NSW", "QR", "SAR", "VR", "WA")
KINDS: Final = ("sell", "sell_large", "buy", "par", "pass_turn")
PLIES: Final = 900


@rule("1848", "VI.gen.4", "VI.gen.6", "VI.gen.10", "VI.gen.11", "VI.rec.8", "VI.rec.9", "VII.2.4", "VII.2.7", "R-12")
@rule("1848", "XIII.gen.2", "XIII.gen.3", "XIII.limit.1", "XIII.limit.2", "XIII.limit.3", "XIII.limit.4", "R-20")
@rule("1848", "XIII.limit.6", "XIII.limit.7", "XIII.buy.1", "XIII.buy.2", "XIII.buy.4", "XIII.buy.5", "XIII.sell.1")
@rule("1848", "XIII.sell.2", "XIII.sell.3", "XIII.sell.5", "XIII.price.1", "XIII.price.3", "XIII.price.4", "R-41")
@pytest.mark.parametrize("seed", sample(5, range(200)))
def test_what_may_be_sold_and_bought_and_what_that_moves_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    game = game_for(rng.randint(3, 6))
    book, ledger = naive.Book(game.seats, game.rules.market.price), Ledger()
    first = game.start()
    for s, action in walk(game, rng, PLIES):
        if s.todo[-1].step == "trade_shares":
            seat = int(s.todo[-1].who)
            ledger.look(s)
            first = first if ledger.of(seat) else s
            assert offered(game, s, *KINDS) == naive.trades(book, s, ledger, seat), (seed, s.stock_rounds, seat)
            after = game.apply(s, action)
            if after.round == "stock" and action.kind in ("sell", "buy"):
                moved = sold if action.kind == "sell" else bought
                moved(book, s, after, ledger, action)
                if action.kind == "sell":  # all at the price from before the first sale of the turn
                    each = book.price[first.cell[action.args[0]]]
                    assert after.cash[f"P{seat}"] == s.cash[f"P{seat}"] + each * action.args[1] // 10
        ledger.note(s, action)


def sold(book: naive.Book, s: RailState, after: RailState, ledger: Ledger, action: Action) -> None:
    seat, (company, amount) = action.seat, action.args
    assert after.cell[company] == naive.lowered(book, s, ledger, seat, company)
    assert sum(after.shares[company][book.pool]) == sum(s.shares[company][book.pool]) + amount
    if company != naive.BOE:
        boss, left = s.director[company], sum(s.shares[company][seat]) - amount
        follows = naive.heir(book, s, company, left) if boss == seat else None
        assert after.director[company] == (boss if follows is None else follows)


def bought(book: naive.Book, s: RailState, after: RailState, ledger: Ledger, action: Action) -> None:
    seat, (company, source, card) = action.seat, action.args
    each = s.par[company] if source == "bank" else book.price[s.cell[company]]
    assert after.cash[f"P{seat}"] == s.cash[f"P{seat}"] - each
    mine = sum(s.shares[company][seat]) + card
    assert sum(after.shares[company][seat]) == mine
    if company != naive.BOE:
        boss = s.director[company]
        assert after.director[company] == (seat if mine > sum(s.shares[company][boss]) else boss)


def crowded(rng: Random) -> England:
    """Many certificates in few hands while some companies have failed: limits that games by lot seldom reach."""
    t = table(rng.randint(3, 6))
    names = rng.sample(COMPANIES, 7)
    for company in names[:2]:
        t = t.failed(company, rng.randrange(t.game.seats)) if rng.random() < 0.6 else t
    for company in names[2:]:
        most, *others = rng.sample(range(t.game.seats), 3)
        shares = {most: rng.choice((30, 50, 60, 70)), others[0]: rng.choice((0, 20, 30)), others[1]: 0}
        pool = min(rng.choice((0, 20, 50)), 100 - sum(shares.values()))
        t = t.opened(company, 100, shares, pool=pool)
    t = t.england({rng.randrange(t.game.seats): rng.choice((0, 30, 60, 70))})
    return t.cash(dict.fromkeys(range(t.game.seats), rng.choice((0, 90, 400))))


@rule("1848", "VI.rec.8", "VI.rec.9", "XIII.limit.1", "XIII.limit.2", "XIII.limit.6", "XIII.limit.7", "R-20", "R-40")
@pytest.mark.parametrize("seed", sample(10, range(400)))
def test_what_who_is_near_or_above_a_limit_may_do_by_a_naive_reading(seed: int) -> None:
    t = crowded(Random(seed))
    book = naive.Book(t.game.seats, t.game.rules.market.price)
    for seat in range(t.game.seats):
        t = t.stock(seat)
        assert offered(t.game, t.s, *KINDS) == naive.trades(book, t.s, Ledger(), seat), seat
