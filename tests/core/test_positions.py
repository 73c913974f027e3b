"""Few positions of a match are in memory; all others come again as they were."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stellwerk.core.game import Game
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.positions import BLOCKS, EACH, FEW, Positions
from stellwerk.core.registry import title
from stellwerk.testing.check import play_out

GAME = "paris-connection"


def until_ply(game: str, ply: int, **options: str) -> Match:
    """A match at random up to a ply, with all seats taken by bots."""
    match = Match(new_header(game, [Seat(f"{seat}", "random") for seat in range(3)], options, seed="x"))
    rng = Random(4)
    while match.ply < ply:
        kinds = sorted({choice.kind for choice in match.choices()})
        kind = rng.choice(kinds)
        match.play(next(c for c in match.choices() if c.kind == kind).sample(rng), checked=False)
    return match


@pytest.fixture(scope="module")
def whole() -> Match:
    return play_out(title(GAME), 4, seed=3)


@pytest.fixture(scope="module")
def states(whole: Match) -> list[Any]:
    """Every position of it, each made by the one before and held."""
    found = [whole.at(0)]
    for action in whole.log:
        found.append(whole.game.apply(found[-1], action))
    return found


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch, whole: Match) -> list[int]:
    """Counts how often an action is carried out."""
    count = [0]
    apply = type(whole.game).apply

    def counted(self: Game[Any], *args: Any) -> Any:
        count[0] += 1
        return apply(self, *args)

    monkeypatch.setattr(type(whole.game), "apply", counted)
    return count


def test_all_positions_come_again_in_any_order(whole: Match, states: list[Any]) -> None:
    assert len(states) > 4 * EACH
    plies = list(range(len(states)))
    Random(1).shuffle(plies)
    match = whole.copy()
    assert [match.states[ply].to_json() for ply in plies] == [states[ply].to_json() for ply in plies]
    assert match.states == states
    assert match.states[-7:-2] == states[-7:-2]
    assert match.states[::9] == states[::9]
    with pytest.raises(IndexError):
        match.states[len(states)]
    with pytest.raises(IndexError):
        match.states[-len(states) - 1]


def test_few_positions_are_held_whatever_is_asked(whole: Match) -> None:
    match = whole.copy()
    kept = match.ply // EACH + 1
    assert match.states.held <= kept + 2 * FEW
    for ply in range(0, match.ply, 5):
        match.at(ply)
        assert match.states.held <= kept + 2 * FEW + BLOCKS * EACH
    match.states.rest()
    assert match.states.held <= kept + 2 * FEW


@pytest.mark.parametrize("step", [1, -1])
def test_a_walk_through_the_past_makes_each_position_once(whole: Match, applied: list[int], step: int) -> None:
    match = whole.copy()
    for ply in range(match.ply + 1)[::step]:
        match.at(ply)
    assert applied[0] <= match.ply


def test_a_jump_makes_no_more_than_a_block(whole: Match, applied: list[int]) -> None:
    match = whole.copy()
    for ply in (70, 5, 110, 33):
        before = applied[0]
        match.at(ply)
        assert applied[0] - before <= ply % EACH


def test_kept_positions_have_no_caches(whole: Match) -> None:
    match = whole.copy()
    for ply in range(match.ply):
        list(match.game.choices(match.at(ply)))
    kept: list[Any] = list(match.states._kept.values())
    assert len(kept) > 3
    assert not any(state.tracks or state.bottlenecks for state in kept)
    assert any(match.at(ply).tracks for ply in range(20))


def test_cut_anywhere_and_go_on(whole: Match, states: list[Any]) -> None:
    rng = Random(2)
    for _ in range(40):
        ply, more = rng.randrange(len(states)), rng.randrange(80)
        past = whole.until(ply)
        for action in whole.log[ply : ply + more]:
            past._append(action, checked=False)
        assert past.states == states[: ply + more + 1]
        assert past.state == past.states[-1]


def test_a_copy_knows_nothing_of_what_its_original_does(whole: Match, states: list[Any]) -> None:
    match = whole.until(100)
    twin = match.copy()
    match._cut(40)
    twin.at(90)
    assert twin.states == states[:101]
    assert match.states == states[:41]


def test_a_match_is_resumed_without_its_past(whole: Match, states: list[Any], applied: list[int]) -> None:
    kept = {ply: state for ply, state in enumerate(states) if ply % EACH == 0}
    match = Match.resume(whole.header, whole.log, kept)
    assert applied[0] == whole.ply % EACH
    assert match.states == states
    assert match.view(1) == whole.view(1)


@pytest.mark.parametrize("lost", [{0}, {64}, {96, 128}, set(range(1000))])
def test_what_is_missing_is_made_from_what_lies_before(whole: Match, states: list[Any], lost: set[int]) -> None:
    class Gaps(dict[int, Any]):
        """Lists more than can be read."""

        def get(self, ply: int, default: Any = None) -> Any:
            return default if ply in lost else super().get(ply, default)

    kept = Gaps({ply: state for ply, state in enumerate(states) if ply % EACH == 0 or ply == whole.ply})
    match = Match.resume(whole.header, whole.log, kept)
    assert [match.at(ply) for ply in (97, 130, 65, 3)] == [states[ply] for ply in (97, 130, 65, 3)]
    assert match.states == states


def test_what_is_kept_elsewhere_is_forgotten_with_an_undo(whole: Match, states: list[Any]) -> None:
    """After other actions the same ply is another position."""
    kept = {ply: state for ply, state in enumerate(states) if ply % EACH == 0}
    match = Match.resume(whole.header, whole.log, kept)
    match._cut(EACH - 2)
    rng = Random(8)
    while match.ply < 4 * EACH:
        match.play(rng.choice(list(match.game.choices(match.state))).sample(rng))
    fresh = [match.at(0)]
    for action in match.log:
        fresh.append(match.game.apply(fresh[-1], action))
    assert match.states == fresh
    assert fresh[EACH] != states[EACH]


def test_what_is_relied_on_elsewhere_is_not_held_twice(whole: Match, states: list[Any]) -> None:
    match = whole.copy()
    match.states.rely({ply: state for ply, state in enumerate(states) if ply % EACH == 0})
    assert match.states.held <= 1 + 2 * FEW
    assert match.states == states


def test_shared_parts_keep_the_order_of_their_keys() -> None:
    """Rules walk through dicts in their order: two that differ in it alone are not the same."""
    match = Match(new_header(GAME, [Seat("A"), Seat("B"), Seat("C")], seed="x"))
    one, two = match.state.copy(), match.state.copy()
    name = next(name for name in one.__slots__ if isinstance(getattr(one, name), dict) and len(getattr(one, name)) > 1)
    setattr(two, name, dict(reversed(getattr(one, name).items())))
    assert list(getattr(two.bare(one), name)) == list(getattr(two, name)) != list(getattr(one, name))
    assert getattr(one.copy().bare(one), name) is getattr(one, name)


def test_only_the_latest_plies_are_looked_at_for_an_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is hidden and no chance acts all can be taken back: that is listed a part at a time, once."""
    whole = until_ply("1830", 300, information="open")
    match = Match.resume(whole.header, whole.log, {ply: whole.at(ply) for ply in range(0, 300, EACH)})
    looked: set[int] = set()
    seals = type(match.game).seals

    def noted(self: Game[Any], *args: Any) -> bool:
        looked.add(len(looked))
        return seals(self, *args)

    monkeypatch.setattr(type(match.game), "seals", noted)
    assert match.undoable(most=60) == list(range(299, 239, -1))
    assert len(looked) == 60
    assert match.copy().undoable(most=60) == match.undoable(most=60)
    assert len(looked) == 60
    assert match.undoable() == list(range(299, 0, -1)), "the first action is the seating, by lot"
    assert match.undoable(2, most=1)[:1] == match.undoable(2)[:1] != []


def test_positions_are_a_sequence_of_the_match() -> None:
    assert isinstance(Match(new_header(GAME, [Seat("A"), Seat("B"), Seat("C")])).states, Positions)
