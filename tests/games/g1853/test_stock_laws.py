"""Laws of the stock rounds of 1853, held against many rounds at random."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.eighteen.shares import percent
from stellwerk.games.g1853.shares import largest_holder
from tests.games.g1853.positions import India, act, passes, table

TRADES = 60
"""So much is traded in a round; then all who can pass."""


def after_bids(seats: int, rng: Random) -> India:
    """The first stock round after bids at random: each seat holds four shares, the last of which is not paid for."""
    t = table(seats)
    taken: dict[str, dict[int, int]] = {}
    order: list[tuple[str, int]] = []
    for seat in range(seats):
        for company in rng.sample([*t.numbers.companies][:6], 4):
            if sum(taken.get(company, {}).values()) < 80:
                order.append((company, seat))
                row = taken.setdefault(company, {})
                row[seat] = row.get(seat, 0) + 10
    for company, shares in taken.items():
        t.unstarted(company, shares)
        for seat, amount in shares.items():
            last = order[-1] == (company, seat)
            t.contract(company, seat, amount // 10, unpaid=int(last))
    return t.cash(dict.fromkeys(range(seats), rng.randint(100, 900))).first_round(0, *taken).sound()


def traded(t: India, rng: Random, number: int) -> India:
    """A stock round at random; after it the next one begins at once."""
    plies = 0
    while t.turn[0] == "trade_shares" and t.s.stock_rounds == number:
        options = t.choices()
        idle = [choice for choice in options if choice.kind == "pass_turn"]
        busy = [choice for choice in options if choice.kind != "pass_turn"]
        tired = idle and (not busy or plies > TRADES or rng.random() > 0.7)
        choice = rng.choice(idle if tired else busy)
        t = t.play(Action(choice.seat, choice.kind, choice.args))
        keeps_its_laws(t)
        plies += 1
    if t.turn[0] == "sell_elephant":
        t = passes(t)
    if t.s.stock_rounds == number:
        t.s.todo = []
        t.game.flow.begin_stock_round(t.s)
    assert t.s.stock_rounds == number + 1
    return t


def keeps_its_laws(t: India) -> None:
    """Who holds most directs; a company without a director has nobody with two shares, and sells every share singly."""
    for company in t.s.floated:
        best = largest_holder(t.game.rules, t.s, company, 20)
        director = t.s.director.get(company)
        assert (best is None) == (director is None)
        if best is not None and director is not None:
            assert percent(t.s, company, director) == percent(t.s, company, best)
        else:
            assert t.game.flow.decides(t.s, company) in range(t.game.seats)
        buyable(t, company)


def buyable(t: India, company: str) -> None:
    """Whatever bank and pool have of a company in operation is bought by a seat without limits, singly."""
    rich = India(t.game, t.s.copy())
    seat = t.turn[1]
    if t.s.round != "stock" or not isinstance(seat, int):
        return
    rich.mine.unredeemed, rich.mine.named, rich.s.sold, rich.s.bought = {}, (), (), ()
    rich.s.cell[company] = (0, 0)
    rich.cash({seat: 3000})
    for source, amount in (("bank", rich.in_bank(company)), ("pool", rich.in_pool(company))):
        step = rich.game.rail_steps["trade_shares"]
        offered = {choice.args for choice in step.purchases_of(rich.s, seat, company, room=True)}  # type: ignore[attr-defined]
        assert ((company, source, 10) in offered) == bool(amount)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(2))
def test_any_trade_leaves_a_possible_position(seats: int, seed: int) -> None:
    rng = Random(f"{seats}-{seed}")
    t = after_bids(seats, rng)
    started = 0
    for number in range(1, 6):
        t = traded(t, rng, number)
        started = max(started, len(t.s.floated))
    assert started, "no company has started"


def test_the_last_single_of_bank_and_pool_can_be_bought() -> None:
    """The certificate goes to the pool and moves to the bank as soon as it would lie alone there."""
    t = table(4).started("EIR", {0: 20, 1: 10}, pool=20).stock().play(act(0, "sell", "EIR", 20))
    assert (t.in_pool("EIR"), t.in_bank("EIR")) == (40, 50)
    t = t.play(act(0, "pass_turn"), act(1, "pass_turn"), act(2, "buy", "EIR", "pool", 10))
    t = t.stock(3).play(act(3, "buy", "EIR", "pool", 10))
    assert (t.in_pool("EIR"), t.s.shares["EIR"][t.game.rules.pool_index]) == (20, (10, 10))
