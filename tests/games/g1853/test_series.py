"""Many games of 1853 by lot, with any number of players and any options: all of them end, and money adds up."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest

from stellwerk.core.action import Action
from stellwerk.core.options import Number
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState, player
from stellwerk.games.g1853.game import TITLE
from stellwerk.games.g1853.state import own
from tests.games.g1853.positions import game_for

LONGEST: Final = 10_000
"""No game by lot has come near so many actions."""

STRIDE: Final = 25
"""So often a position is held against the audit."""

SHORT, PARTS, EACH = 12, 10, 50


def chosen(rng: Random) -> dict[str, str]:
    """Every option by lot; the bank as often of its usual size as of any other."""
    found = {}
    for option in TITLE.options:
        usual = isinstance(option, Number) and rng.random() < 0.5
        found[option.id] = option.default if usual else rng.choice(option.values)
    return found


def drawn(game: RailGame, s: RailState, rng: Random, *, by_kind: bool) -> Action:
    """Any choice, each as likely as the others, or any kind of action first."""
    choices = list(game.choices(s))
    if by_kind:
        kind = rng.choice(sorted({choice.kind for choice in choices}))
        choices = [choice for choice in choices if choice.kind == kind]
    return rng.choice(choices).sample(rng)


def all_money(s: RailState) -> int:
    """What bank, players and companies have, and the bonds that lie aside."""
    mine = own(s)
    aside = 0 if 0 in mine.bonds else sum(bond for seat, bond in enumerate(mine.bonds) if seat not in mine.fulfilled)
    return sum(s.cash.values()) + aside


def worth(game: RailGame, s: RailState, seat: int) -> int:
    """5.2: cash, and for each redeemed tenth its price, or its par where there is none; nothing for a bond."""
    total = s.cash[player(seat)]
    for company, holders in s.shares.items():
        unpaid = own(s).unredeemed.get(company, (0,) * game.seats)[seat]
        cell = s.cell.get(company)
        each = game.rules.companies[company].par if cell is None else game.rules.market.price[cell]
        total += each * (sum(holders[seat]) // 10 - unpaid)
    return total


def played(number: int) -> str:
    """Play one game of a series, held against the laws of money; returns how it ended."""
    rng = Random(f"1853/{number}")
    options = chosen(rng) if number % 3 else {}
    game = game_for(3 + number % 4, **options)
    s, plies = game.settled(game.start()), 0
    sum_ = all_money(s)
    while not game.over(s):
        action = drawn(game, s, rng, by_kind=bool(number % 2))
        s, plies = game.apply(s, action), plies + 1
        where = f"game {number} with {options} after {plies} actions, the last {action}"
        assert all_money(s) == sum_, where
        assert plies < LONGEST, where
        assert plies % STRIDE or not list(game.audit(s)), where
    result = game.result(s)
    assert result is not None
    assert list(result.scores) == [worth(game, s, seat) for seat in range(game.seats)]
    assert not list(game.audit(s))
    return result.reason


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SHORT))
def test_a_game_by_lot_ends_and_its_money_adds_up(number: int) -> None:
    assert played(number) in ("end.bank", "end.price")


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_five_hundred_games_by_lot_end(part: int) -> None:
    """Dice may also bring a game to the standstill of P-4."""
    ends = Counter(played(SHORT + part * EACH + number) for number in range(EACH))
    assert set(ends) <= {"end.bank", "end.price", "end.standstill"}
    assert ends.total() == EACH
