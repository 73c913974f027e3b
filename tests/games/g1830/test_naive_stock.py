"""The engine's offers in the stock rounds of 1830 equal a second reading of the book, in games by lot."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Final

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import Clash
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from tests.games.g1830 import naive_stock as naive
from tests.games.g1830.positions import Table, game_for, table
from tests.games.rail_walks import offered, walk
from tests.marks import rule, sample

KINDS: Final = ("sell", "sell_large", "buy", "par", "pass_turn")
PLIES: Final = 900
PRESETS: Final = ("classic", "basic", "D", "G", "R", "B", "T", "T+R")
COMPANIES: Final = ("PRR", "NYC", "CPR", "B&O", "C&O", "Erie", "NNH", "B&M")
VARIANTS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"price_fall": "per_sale", "stock_turn": "sell_buy"},
    {"price_fall": "per_sale_except_director", "stock_turn": "buy_sell"},
    {"sale_mode": "one_by_one", "brown_multibuy": "pool_and_bank"},
    {"price_fall": "reform", "certificate_limits": "plus"},
)


def by_lot(rng: Random) -> RailGame:
    """A table of some preset with one of the variants, where they go together."""
    seats, preset, variant = rng.randint(3, 6), rng.choice(PRESETS), rng.choice(VARIANTS)
    with suppress(Clash):
        return game_for(seats, preset, **variant)
    return game_for(seats, preset)


def book_of(game: RailGame) -> naive.Book:
    chosen, market = game.options, game.rules.market
    return naive.Book(
        game.seats,
        market.price,
        market.zone,
        chosen["certificate_limits"],
        chosen["stock_turn"],
        chosen["sale_mode"] == "block",
        ("pool", "bank") if chosen["brown_multibuy"] == "pool_and_bank" else ("pool",),
        chosen["price_fall"],
    )


@rule("1830", "5.3a", "5.3b", "5.3c", "5.3d", "5.3e", "5.4a", "5.4b", "5.4c", "6.0e", "6.1a", "6.1c", "6.1d", "6.1e")
@rule("1830", "6.1f", "6.2a", "6.2b", "6.2c", "6.2d", "6.4e", "6.4f", "V-6.1a", "V-6.1b", "V-6.1c", "V-6.2b", "V-6.3b")
@pytest.mark.parametrize("seed", sample(4, range(200)))
def test_what_may_be_sold_and_bought_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    game = by_lot(rng)
    book, ledger = book_of(game), naive.Ledger()
    for s, action in walk(game, rng, PLIES):
        top = s.todo[-1]
        if top.step == "trade_shares":
            seat = int(top.who)
            ledger.look(s)
            assert offered(game, s, *KINDS) == naive.trades(book, s, ledger, seat), (seed, s.stock_rounds, seat)
        ledger.note(s, action)


@rule("1830", "5.5a", "6.1b", "6.1e", "6.4a", "6.4b", "6.4d", "V-5.1a", "V-5.1b", "V-5.1c", "V-5.1d")
@pytest.mark.parametrize("seed", sample(4, range(200)))
def test_what_a_trade_moves_by_a_naive_reading(seed: int) -> None:
    """Money, certificates, the price and the director, of every trade that is made."""
    rng = Random(seed)
    game = by_lot(rng)
    book = book_of(game)
    for s, action in walk(game, rng, PLIES):
        if s.todo[-1].step == "trade_shares" and action.kind in ("sell", "buy") and not s.debts:
            after = game.apply(s, action)
            if after.round == "stock":
                (sold if action.kind == "sell" else bought)(book, s, after, action)


def sold(book: naive.Book, s: RailState, after: RailState, action: Action) -> None:
    seat, (company, amount) = action.seat, action.args
    held, left = s.shares[company], sum(s.shares[company][seat]) - amount
    price = book.price[s.cell[company]]
    assert after.cash[f"P{seat}"] == s.cash[f"P{seat}"] + price * amount // 10
    assert after.cell[company] == naive.lowered(book, s.cell[company], naive.rows(book, s, seat, company, amount))
    assert sum(after.shares[company][seat]) == left
    assert sum(after.shares[company][book.pool]) == sum(held[book.pool]) + amount
    boss = s.director[company]
    follows = naive.heir(book, s, company, left) if boss == seat else None
    assert after.director[company] == (boss if follows is None else follows)
    assert 20 in after.shares[company][after.director[company]]


def bought(book: naive.Book, s: RailState, after: RailState, action: Action) -> None:
    seat, (company, source, card) = action.seat, action.args
    held = s.shares[company]
    each = s.par[company] if source == "bank" else book.price[s.cell[company]]
    assert after.cash[f"P{seat}"] == s.cash[f"P{seat}"] - each * card // 10
    assert after.cell[company] == s.cell[company]
    boss, mine = s.director[company], sum(held[seat]) + card
    assert sum(after.shares[company][seat]) == mine
    assert after.director[company] == (seat if mine > sum(held[boss]) else boss)
    assert 20 in after.shares[company][after.director[company]]


def crowded(rng: Random) -> Table:
    """Many certificates in few hands and prices in all zones: limits bind that games by lot seldom reach."""
    t = table(rng.choice((3, 6)), certificate_limits=rng.choice(("classic", "plus")))
    for company in COMPANIES:
        most, *others = rng.sample(range(t.game.seats), 3)
        shares = {most: rng.choice((30, 50, 60, 70)), others[0]: rng.choice((0, 20, 30)), others[1]: 0}
        pool = min(rng.choice((0, 20, 50)), 100 - sum(shares.values()))
        t = t.opened(company, 67, shares, pool=pool, cell=rng.choice(sorted(t.game.rules.market.price)))
    return t.cash(dict.fromkeys(range(t.game.seats), rng.choice((0, 150, 400))))


@rule("1830", "5.3b", "5.3c", "5.3e", "5.4a", "5.4b", "6.1d", "6.1f", "V-5.3")
@pytest.mark.parametrize("seed", sample(10, range(400)))
def test_what_who_is_near_or_above_a_limit_may_do_by_a_naive_reading(seed: int) -> None:
    t = crowded(Random(seed))
    book = book_of(t.game)
    for seat in range(t.game.seats):
        t = t.stock(seat)
        assert offered(t.game, t.s, *KINDS) == naive.trades(book, t.s, naive.Ledger(), seat), seat
