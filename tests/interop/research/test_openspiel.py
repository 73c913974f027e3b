"""The games in OpenSpiel: its own random simulations accept them. `make test-long` installs what this needs."""

from typing import Any

import pytest

from stellwerk.core.errors import StellwerkError
from stellwerk.core.registry import titles

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def spiel() -> Any:
    import pyspiel

    import stellwerk.interop.openspiel as ours

    assert {ours.name_of(game) for game in titles()} == set(ours.NAMES)
    return pyspiel


@pytest.mark.parametrize(
    "game",
    [
        "stellwerk_paris_connection(players=3)",
        "stellwerk_railroad_revolution(players=2,longest=400)",
        "stellwerk_1830(players=6,longest=150)",
        "stellwerk_1848(players=6,longest=150)",
        "stellwerk_1853(players=6,longest=60)",
    ],
)
def test_random_simulations_accept_each_game(spiel: Any, game: str) -> None:
    spiel.random_sim_test(spiel.load_game(game), num_sims=1, serialize=True, verbose=False)


def test_returns_are_shares_of_the_victory_and_clones_are_independent(spiel: Any) -> None:
    game = spiel.load_game("stellwerk_paris_connection(players=3,deals=5)")
    assert len(game.new_initial_state().chance_outcomes()) == 5
    state = game.new_initial_state()
    state.apply_action(2)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert len(state.history()) == 1
    assert str(state) != str(twin)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) > 0


def test_information_states_tell_nothing_that_is_hidden(spiel: Any) -> None:
    """Two deals that a player cannot tell apart give the same string; the others' hands are what differs."""
    game = spiel.load_game("stellwerk_paris_connection(players=3)")
    state = game.new_initial_state()
    state.apply_action(7)
    own = state.information_state_string(0)
    assert "deal 0" in own
    assert "deal 1 ('?'" in own
    assert state.observation_tensor(0)[:6] != state.observation_tensor(1)[:6]


@pytest.mark.parametrize("wrong", ["players=9", "preset=nothing", "deals=0", "longest=0", "unheard=1"])
def test_a_game_that_cannot_be_is_refused(spiel: Any, wrong: str) -> None:
    with pytest.raises((StellwerkError, ValueError, spiel.SpielError)):
        spiel.load_game(f"stellwerk_1830({wrong})")
