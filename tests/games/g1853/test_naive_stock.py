"""The engine's offers in the stock rounds of 1853 equal a second reading of the book, in games by lot."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from stellwerk.core.action import Action
from stellwerk.games.g1853.state import State1853, own
from tests.games.g1853 import naive_stock as naive
from tests.games.g1853.positions import India, game_for, table
from tests.games.rail_walks import offered, walk
from tests.marks import rule, sample

KINDS: Final = ("sell", "sell_large", "buy", "redeem", "pass_turn")
PLIES: Final = 700


@rule("1853", "2.7.3c", "2.7.4a", "2.7.4b", "2.7.4c", "2.7.6", "2.8.1b", "2.8.3a", "2.8.3c", "2.8.3d", "2.8.3e", "R-15")
@rule("1853", "3.0a", "3.1.2a", "3.1.2b", "3.1.2c", "3.1.3a", "3.1.3b", "3.1.4", "3.1.6", "3.1.7a", "3.1.7b", "3.1.8b")
@rule("1853", "3.1.9a", "3.1.9b", "3.1.10", "R-13", "R-17", "R-19", "R-20", "R-21", "R-25", "R-58", "R-61", "T3")
@pytest.mark.parametrize("seed", sample(5, range(200)))
def test_what_may_be_sold_bought_and_redeemed_and_what_that_moves_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    game = game_for(rng.randint(3, 6), bond_step=rng.choice(("10", "1")))
    book = naive.Book(game.seats, game.rules.market.price)
    ledger = naive.Ledger(book)
    for state, action in walk(game, rng, PLIES):
        if state.todo[-1].step != "trade_shares":
            continue
        s, seat = own(state), int(state.todo[-1].who)
        ledger.look(s, seat)
        assert offered(game, s, *KINDS) == naive.trades(book, s, ledger, seat), (seed, s.stock_rounds, seat)
        after = own(game.apply(s, action))
        if after.round == "stock" and after.stock_rounds == s.stock_rounds:
            moved(book, s, after, action)
        ledger.note(s, action)


def moved(book: naive.Book, s: State1853, after: State1853, action: Action) -> None:
    """Money and per cent of a sale, a purchase or a redemption; no price moves, but of what starts."""
    seat, paid = action.seat, s.cash[f"P{action.seat}"] - after.cash[f"P{action.seat}"]
    assert s.cell.items() <= after.cell.items()
    match action.kind, action.args:
        case "sell", (company, amount):
            assert -paid == naive.worth(book, s, company) * amount // 10
            assert sum(after.shares[company][seat]) == sum(s.shares[company][seat]) - amount
        case "buy", (company, source, _):
            price = book.price[s.cell[company]] if company in s.cell else naive.PARS[company]
            assert paid == (naive.PARS[company] if source == "bank" else price)
            assert sum(after.shares[company][seat]) == sum(s.shares[company][seat]) + 10
        case "redeem", (company,):
            assert paid == naive.PARS[company]
            assert naive.unpaid(after, company, seat) == naive.unpaid(s, company, seat) - 1


def crowded(rng: Random) -> India:
    """Many certificates in few hands, dear and cheap ones: limits that games by lot seldom reach."""
    t = table(rng.randint(3, 6))
    for company in naive.PARS:
        most, *others = rng.sample(range(t.game.seats), 3)
        shares = {most: rng.choice((30, 40, 50, 60)), others[0]: rng.choice((0, 20, 30)), others[1]: 0}
        pool = min(rng.choice((0, 10)), 100 - sum(shares.values()))
        price = rng.choice([price for price in t.game.rules.market.price.values() if price < 200])
        t = t.started(company, shares, pool=pool, price=price)
    return t.cash(dict.fromkeys(range(t.game.seats), rng.choice((0, 90, 400))))


@rule("1853", "3.1.2a", "3.1.2b", "3.1.2c", "3.2.3b", "R-17", "R-61", "T3")
@pytest.mark.parametrize("seed", sample(10, range(400)))
def test_what_who_is_near_or_above_a_limit_may_do_by_a_naive_reading(seed: int) -> None:
    t = crowded(Random(seed))
    book = naive.Book(t.game.seats, t.game.rules.market.price)
    for seat in range(t.game.seats):
        t = t.stock(seat)
        ledger = naive.Ledger(book, t.s.stock_rounds, seat, before=set(t.s.floated))
        assert offered(t.game, t.s, *KINDS) == naive.trades(book, own(t.s), ledger, seat), seat
