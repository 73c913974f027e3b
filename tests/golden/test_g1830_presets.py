"""A whole game of each preset of 1830 replays to the same positions, and its sums are right by another reckoning."""

from __future__ import annotations

from collections import Counter

import pytest

from stellwerk.core import matchfile
from stellwerk.core.registry import title
from tests.golden.reckoning_g1830 import hold_to_its_log
from tests.golden.record_g1830_presets import EACH, FOLDER, GAMES
from tests.golden.shelf import Shelf

SHELF = Shelf(FOLDER)


def test_every_preset_but_the_standard_has_a_game_here() -> None:
    assert SHELF.files == {f"{name}{end}" for name in GAMES for end in (".json", ".expected.json")}
    assert {preset for preset, _, _ in GAMES.values()} == {preset.id for preset in title("1830").presets[1:]}
    for name, (preset, bots, _) in GAMES.items():
        header = SHELF.replayed(name).header
        assert dict(header.options) == title("1830").resolve({}, preset)
        assert [seat.bot for seat in header.seats] == list(bots)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_a_preset_replays_to_the_same_positions(name: str) -> None:
    match = SHELF.replayed(name)
    assert [state.digest() for state in match.states[::EACH]] == SHELF.expected(name)["digests"]
    assert not [problem for state in match.states[::7] for problem in match.game.audit(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_a_preset_ends_with_the_sums_that_its_log_adds_up_to(name: str) -> None:
    hold_to_its_log(SHELF, name)


@pytest.mark.parametrize("name", GAMES)
def test_licences_groups_and_markers_of_uncertainty_are_those_of_the_log(name: str) -> None:
    """Privates are dealt and markers revealed in uncertain times only; groups are of the basic game."""
    preset, bots, _ = GAMES[name]
    last = SHELF.replayed(name).state
    count = Counter(kind for _, kind, _ in SHELF.data(name)["log"])
    uncertain = preset.startswith("T")
    assert {kind for kind in ("take_group", "deal_private", "reveal", "draw_seats") if count[kind]} <= (
        {"deal_private", "reveal"} if uncertain else {"take_group"} if preset == "basic" else {"draw_seats"}
    )
    assert count["deal_private"] == len(bots) * uncertain
    assert len(last.licences) >= count["buy_licence"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_a_preset_is_written_as_it_was_read(name: str) -> None:
    assert matchfile.dumps(matchfile.loads(SHELF.text(name))) == SHELF.text(name)
