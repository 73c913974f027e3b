"""Every dollar, share, worker, tile, rail and point of a game by lot stands in books kept beside the engine."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.state import RevolutionState
from tests.games.railroad_revolution import raw
from tests.games.railroad_revolution.kit import game_for
from tests.games.railroad_revolution.ledger import Ledger
from tests.marks import sample

SEATS = (2, 3, 4)
PLAYED = ("act", "deal", "reveal")
"""The steps of a turn after its worker is placed."""


def same(s: RevolutionState, ledger: Ledger) -> None:
    """The engine's position holds what the books say."""
    for seat, book in enumerate(ledger.books):
        assert (s.cash[seat], s.shares[seat]) == (book.cash, book.shares)
        assert (s.buildings[seat], s.rails[seat]) == (book.buildings, book.rails)
        assert raw.laid(s, seat) == set(book.laid)
        assert s.steps[seat] == tuple(book.steps[track] for track in raw.TRACK_NAMES)
        assert (s.up[seat], s.down[seat]) == tuple(
            tuple(side[loco] for loco in raw.LOCOS) for side in (book.up, book.down)
        )
        assert list(s.goals[seat]) == book.goals
        assert sorted(s.reached[seat]) == sorted(book.reached)
        for n, colour in enumerate(raw.COLOURS):
            here = s.supply[seat][n], sum(s.posts[seat][n::5])
            assert here == (book.workers[colour, "supply"], book.workers[colour, "board"])
            for goal, managers in zip(s.goals[seat], s.managers[seat], strict=True):
                assert not goal or managers.count(colour) == book.workers[colour, goal]
        assert {city for city, owners in s.stations.items() if seat in owners} == set(book.cities)
        assert {area for area, owners in enumerate(s.offices, 1) if seat in owners} == set(book.areas)
    assert s.bank == tuple(ledger.bank[colour] for colour in raw.COLOURS)
    assert s.depot == tuple(ledger.depot[loco] for loco in raw.LOCOS)


def keep_books(seed: int) -> Counter[str]:
    """Play a game by lot and keep its books; returns how often each kind of action was entered."""
    rng, seats, high = Random(seed), SEATS[seed % 3], seed % 2 == 0
    game, ledger = game_for(seats, track_costs="high" if high else "normal"), Ledger(seats, high=high)
    s, entered = game.start(), Counter[str]()
    while not game.over(s):
        choices = list(game.choices(s))
        kinds = sorted({choice.kind for choice in choices})
        kind = rng.choice([kind for kind in kinds if kind not in ("sell", "hire", "done")] or kinds)
        kind = rng.choice(kinds) if rng.random() < 0.2 else kind
        action = rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng)
        turn, step = s.turn, s.todo[-1].step
        s = game.apply(s, action)
        entered[action.kind] += 1
        ledger.play(action)
        by_itself(s, ledger, turn, step)
        same(s, ledger)
    assert list(game_scores(game, s)) == [ledger.score(book) for book in ledger.books]
    return entered


def by_itself(s: RevolutionState, ledger: Ledger, turn: int, step: str) -> None:
    """Without an action milestones are turned at the end of a turn, and workers come back at the start of one.

    Whoever has no piece left is passed over, but for that.
    """
    now, seats = s.todo[-1].step if s.todo else "over", len(s.cash)
    if step in PLAYED and now not in PLAYED:
        ledger.close_turn()
    if step not in ("turn", "over") and now in ("turn", "over") and turn >= 0:
        last = s.turn if now == "turn" else (s.starter - 1) % seats
        rounds = range(1, (last - turn - 1) % seats + 2) if now == "turn" else range(1, (last - turn) % seats + 1)
        for later in rounds:
            ledger.come_back(ledger.books[(turn + later) % seats])


def game_scores(game: RevolutionGame, s: RevolutionState) -> tuple[int, ...]:
    result = game.result(s)
    assert result is not None
    return result.scores


def test_the_books_of_a_game_agree_at_every_ply() -> None:
    entered: Counter[str] = Counter()
    for seed in range(3):
        entered += keep_books(seed)
    assert {
        "place",
        "lay",
        "build",
        "open",
        "trade",
        "use",
        "step",
        "flip",
        "promote",
        "deal",
        "sell",
    } <= entered.keys()


@pytest.mark.parametrize("seed", sample(12, range(10, 610)))
def test_the_books_of_many_games_agree_at_every_ply(seed: int) -> None:
    keep_books(seed)
