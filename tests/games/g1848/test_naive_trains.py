"""The trains and loans that the engine offers in 1848 are those of a second reading of the book, in games by lot."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from stellwerk.core.choice import Choice, Range
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1848.state import State1848
from tests.eighteen.boards import Walks
from tests.games.g1830.naive_track import board_of
from tests.games.g1848 import naive_trains as naive
from tests.games.g1848.positions import England, game_for
from tests.games.g1848.test_track_naive import built, grow
from tests.games.rail_walks import walk
from tests.marks import rule, sample

PLIES: Final = 1500
KINDS: Final = ("buy_train", "trade_in", "buy_cheaper", "loan", "pass_trains")


def told(choice: Choice) -> tuple[object, ...]:
    """A choice with the ends of a range of prices."""
    *first, last = choice.args or (None,)
    return (choice.kind, *first, last.lo, last.hi) if isinstance(last, Range) else (choice.kind, *choice.args)


@rule(
    "1848", "IX.gen.1", "IX.gen.3", "IX.e.1", "IX.e.4", "IX.e.5", "IX.e.6", "IX.e.7", "IX.d.3", "IX.buy.2", "IX.buy.3"
)
@rule("1848", "IX.buy.4", "IX.buy.5", "IX.buy.8", "IX.buy.9", "IX.buy.10", "IX.buy.11", "IX.buy.13", "IX.table.1")
@rule("1848", "IX.forced.1", "IX.forced.2", "IX.forced.3", "IX.forced.5", "VI.loan.1", "VI.loan.3", "VI.loan.5", "R-49")
@rule("1848", "VI.loan.6", "VI.loan.7", "VI.rec.1", "V.P4.3", "V.P4.4")
@pytest.mark.parametrize("seed", sample(8, range(300)))
def test_which_trains_and_loans_may_be_had_by_a_naive_reading(seed: int) -> None:
    rng = Random(seed)
    game = game_for(rng.randint(3, 6))
    for s, _ in walk(game, rng, PLIES):
        top = s.todo[-1]
        if top.step != "buy_trains" or s.declined:
            continue
        assert isinstance(s, State1848)
        company = str(top.who)
        route = Walks.of(board_of(England(game, s)), company).route
        choices = [choice for choice in game.choices(s) if choice.kind in KINDS]
        assert {told(choice) for choice in choices} == naive.options(s, company, route=route), (seed, company)
        for choice in choices:
            if choice.kind == "buy_train" and choice.args[0] == "bank":
                borrows(game, s, choice, company)


def by_lot(rng: Random) -> tuple[England, str]:
    """A company of any price and with any loans before it buys trains: games by lot seldom come to two loans."""
    phase = rng.choice("34567")
    t = built(rng)
    grow(t, rng, phase)
    t = t.phase(phase)
    company, other = rng.sample(t.s.floated, 2)
    t.s.cell[company] = rng.choice(
        [cell for cell, zone in t.game.rules.market.zone.items() if cell[0] < 6 and not zone]
    )
    for borrower, number in ((company, rng.randint(0, 4)), (other, rng.choice((0, 9, 15)))):
        t = t.loans(borrower, number) if number else t
    if rng.random() < 0.5:
        t = t.trains(other, naive.lowest(own(t.s)))
    return t.cash({company: rng.randint(0, 650)}).operating(company, "buy_trains"), company


@rule("1848", "IX.forced.1", "IX.forced.2", "IX.forced.5", "VI.loan.3", "VI.loan.5", "VI.loan.6", "VI.rec.1", "R-22")
@pytest.mark.parametrize("seed", sample(12, range(400)))
def test_how_far_a_company_borrows_for_a_train_by_a_naive_reading(seed: int) -> None:
    t, company = by_lot(Random(seed))
    if t.turn[0] == "buy_trains":
        s = own(t.s)
        choices = [choice for choice in t.choices() if choice.kind in KINDS]
        route = Walks.of(board_of(t), company).route
        assert {told(choice) for choice in choices} == naive.options(s, company, route=route)
        for choice in choices:
            if choice.kind == "buy_train" and choice.args[0] == "bank":
                borrows(t.game, s, choice, company)


def own(s: RailState) -> State1848:
    """The same position, known to be one of 1848."""
    assert isinstance(s, State1848)
    return s


def borrows(game: RailGame, s: State1848, choice: Choice, company: str) -> None:
    """IX.forced: what is lent, what is left, where the price is; a company that fails gets no train."""
    _, train, cost = choice.args
    number, cell, fails = naive.borrowed(s, company, cost, game.rules.market.zone)
    after = game.apply(s, next(choice.actions()))
    assert isinstance(after, State1848)
    assert sum(after.loans.values()) == sum(s.loans.values()) + number
    assert (company in dict(after.failed)) == fails
    if not fails:
        assert after.cell[company] == cell
        assert after.cash[company] == s.cash[company] + naive.LOAN * number - cost
        assert train in after.trains[company]
