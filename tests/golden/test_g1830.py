"""Whole games of 1830 replay to the same positions, and their sums are right by another reckoning."""

from __future__ import annotations

import pytest

from stellwerk.core import matchfile
from tests.golden.reckoning_g1830 import hold_to_its_log
from tests.golden.record_g1830 import FOLDER, GAMES
from tests.golden.shelf import Shelf

SHELF = Shelf(FOLDER)


def test_every_golden_game_is_there_and_they_end_in_both_ways() -> None:
    assert SHELF.files == {f"{name}{end}" for name in GAMES for end in (".json", ".expected.json")}
    assert {SHELF.expected(name)["reason"] for name in GAMES} == {"end.bank", "end.bankrupt"}
    assert {len(SHELF.data(name)["seats"]) for name in GAMES} == {3, 4, 5}


def test_the_golden_games_show_all_kinds_of_actions_but_three() -> None:
    """Erie with track in both its cities, a free station given up, a train discarded ahead: each takes a wish.

    Two more belong to variants: half of a revenue is paid out, a second 20% certificate is sold.
    """
    played = {kind for name in GAMES for _, kind, _ in SHELF.data(name)["log"]}
    kinds = {kind for step in SHELF.replayed("three-break-the-bank").game.steps.values() for kind in step.kinds}
    assert kinds - played == {"home", "waive", "discard_for", "pay_half", "sell_large"}


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_same_position_at_every_ply(name: str) -> None:
    match = SHELF.replayed(name)
    assert [state.digest() for state in match.states] == SHELF.expected(name)["digests"]
    assert not [problem for state in match.states[::7] for problem in match.game.audit(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_with_the_sums_that_its_log_adds_up_to(name: str) -> None:
    hold_to_its_log(SHELF, name)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_written_as_it_was_read(name: str) -> None:
    assert matchfile.dumps(matchfile.loads(SHELF.text(name))) == SHELF.text(name)
