"""Whole games of 1853 replay to the same positions, and their sums are right by another reckoning."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import matchfile
from tests.golden.reckoning_g1853 import LINE, price_in, reckon
from tests.golden.record_g1853 import FOLDER, GAMES
from tests.golden.shelf import Shelf

SHELF = Shelf(FOLDER)
BANKS = {"four-reach-the-highest-price": 30_000, "six-in-a-short-game": 10_000}
BANK = 15_000


def test_every_golden_game_is_there_and_they_end_in_both_ways() -> None:
    assert SHELF.files == {f"{name}{end}" for name in GAMES for end in (".json", ".expected.json")}
    assert {SHELF.expected(name)["reason"] for name in GAMES} == {"end.bank", "end.price"}
    assert {len(SHELF.data(name)["seats"]) for name in GAMES} == {3, 4, 5, 6}


def test_all_contracts_of_a_golden_game_are_fulfilled() -> None:
    last: Any = SHELF.replayed("four-link-their-contracts").state
    assert sorted(last.fulfilled) == [0, 1, 2, 3]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_same_position_at_every_ply(name: str) -> None:
    match = SHELF.replayed(name)
    assert [state.digest() for state in match.states] == SHELF.expected(name)["digests"]
    assert not [problem for state in match.states[::23] for problem in match.game.audit(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_adds_up_by_the_book(name: str) -> None:
    match, told = SHELF.replayed(name), SHELF.expected(name)
    result, last, seats = match.result, match.state, match.game.seats
    assert result is not None
    states: list[Any] = list(match.states)
    ledger = reckon(states, match.log, seats)
    assert list(result.scores) == told["scores"] == [ledger.worth(n, last.cash[f"P{n}"]) for n in range(seats)]
    assert list(result.winners) == told["winners"]
    assert list(result.winners) == [seat for seat, score in enumerate(result.scores) if score == max(result.scores)]


@pytest.mark.parametrize("name", GAMES)
def test_no_money_is_made_or_lost_in_a_golden_game(name: str) -> None:
    """Bonds lie aside from when all are written until their contracts are fulfilled."""
    for state in SHELF.replayed(name).states:
        s: Any = state
        aside = 0 if 0 in s.bonds else sum(bond for seat, bond in enumerate(s.bonds) if seat not in s.fulfilled)
        assert sum(s.cash.values()) + aside == BANKS.get(name, BANK)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_when_the_bank_is_empty_or_a_price_has_come_to_400(name: str) -> None:
    """A price ends the game at once, so that no position before shows it; an empty bank lets a round be finished."""
    match = SHELF.replayed(name)
    states: list[Any] = list(match.states)
    top = [any(price_in(s, company) == LINE[-1] for company in s.cell) for s in states]
    empty = [s.cash["bank"] <= 0 for s in states]
    assert not any(top[:-1])
    assert match.result is not None
    assert match.result.reason == SHELF.expected(name)["reason"] == ("end.price" if top[-1] else "end.bank")
    assert top[-1] or any(empty)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_written_as_it_was_read(name: str) -> None:
    assert matchfile.dumps(matchfile.loads(SHELF.text(name))) == SHELF.text(name)
