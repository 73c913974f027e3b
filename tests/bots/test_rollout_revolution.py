"""Rollouts of Railroad Revolution: flat numbers that count as the rules do, and a policy that gets somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.bots.arena import Series, new_match
from stellwerk.bots.planner.revolution_ground import ground_of, parts
from stellwerk.bots.planner.revolution_policy import quick
from stellwerk.bots.planner.revolution_quick import World
from stellwerk.bots.planner.revolution_value import told, turns_left
from stellwerk.bots.registry import bot
from stellwerk.games.railroad_revolution.rewards import Reward
from stellwerk.games.railroad_revolution.scoring import score
from tests.games.railroad_revolution.kit import GAME, Table, table

LONG = 60
"""Rounds in which every game ends."""


def turns(seed: str) -> Iterator[tuple[Any, Any]]:
    """Game and position at the beginning of each turn of a game of greedy bots."""
    match = new_match(Series(GAME, ("greedy", "greedy"), seed, 1), 0)
    player, rng = bot(GAME, "greedy"), Random(1)
    while waiting := match.waiting():
        if match.state.todo[-1].step == "turn":
            yield match.game, match.state
        match.play(player.choose(match.view(waiting[0]), rng), checked=False)


def world(t: Table, luck: int = 0) -> World:
    return World(ground_of(t.t), t.at(), Random(luck))


def test_flat_numbers_score_as_the_rules_do() -> None:
    """At each turn of a game: what it would count for if it ended now."""
    seen = 0
    for game, s in turns("scores"):
        flat = World(ground_of(game.t), s, Random(0))
        assert tuple(side.score() for side in flat.sides) == score(game.t, s).scores
        seen += 1
    assert seen > 20


def test_the_turns_that_are_left_are_reckoned_as_in_the_wide_search() -> None:
    for game, s in turns("turns"):
        flat = World(ground_of(game.t), s, Random(0))
        for seat in range(2):
            assert flat.left(seat) == pytest.approx(turns_left(game.t, s, seat, told()[1]))


def test_a_rollout_ends_and_never_owes_anything() -> None:
    """Money, pieces and workers stay what they can be, in every turn."""
    for luck in range(6):
        flat = world(table(2), luck)
        played = 0
        while flat.turn >= 0:
            flat.take_turn()
            flat.close()
            played += 1
            for side in flat.sides:
                assert min(side.cash, side.shares, side.buildings, side.rails, *side.supply, *side.posts) >= 0
                assert sum(side.supply) + sum(side.posts) >= flat.t.least_workers
                assert side.network.bit_count() + side.rails <= 17
                assert flat.t.board.joined(side.network)
        assert 20 < played < 100


def test_a_rollout_depends_on_its_luck_alone() -> None:
    t = table(2)
    assert world(t, 3).play_for(LONG) == world(t, 3).play_for(LONG)
    assert len({tuple(world(t, luck).play_for(LONG)) for luck in range(8)}) > 1


class Forgetful(dict[Any, Any]):
    """Learns nothing."""

    def __setitem__(self, key: Any, value: Any) -> None:
        pass


def test_a_turn_that_is_remembered_is_the_turn_that_would_be_thought_of() -> None:
    """From positions of a whole game: the same ends whether rollouts think of every turn or remember some."""
    remembered = 0
    for game, s in list(turns("remembered"))[::6]:
        g = ground_of(game.t)
        for luck in range(6):
            flat, thinking = World(g, s, Random(luck)), World(g, s, Random(luck))
            remembered += len(flat.learnt) > 0
            thinking.learnt = Forgetful()
            assert flat.play_for(LONG) == thinking.play_for(LONG)
            assert [side.pieces() for side in flat.sides] == [side.pieces() for side in thinking.sides]
    assert remembered > 20


def test_a_side_remembers_only_turns_of_its_own_policy() -> None:
    t = table(2)
    idle = replace(quick(), money=0.5, share=0.0)
    lone = World(ground_of(t.t), t.at(), Random(1), [idle, quick()])
    lone.learnt = Forgetful()
    expected = lone.play_for(LONG)
    world(t, 1).play_for(LONG)
    mixed = World(ground_of(t.t), t.at(), Random(1), [idle, quick()])
    assert mixed.play_for(LONG) == expected
    assert mixed.sides[0].mind != mixed.sides[1].mind


def test_each_rollout_has_stacks_of_its_own_but_for_tiles_that_were_put_under_them() -> None:
    s = table(2).at()
    stack = s.stacks["B"]
    s.known = dict.fromkeys(stack[-2:], 0)
    decks = [World(ground_of(table(2).t), s, Random(luck)).decks[0] for luck in range(12)]
    assert all(sorted(deck) == sorted(stack) and tuple(deck[-2:]) == stack[-2:] for deck in decks)
    assert len({deck[0] for deck in decks}) > 2


def test_the_policy_of_rollouts_gets_somewhere() -> None:
    """Greedy bots come to some 220 points; a policy that did not would tell nothing about a plan."""
    scores = [points for luck in range(10) for points in world(table(2), luck).play_for(LONG)]
    assert sum(scores) / len(scores) > 150


def test_a_rollout_that_is_cut_promises_about_what_it_comes_to() -> None:
    """Not far from the end the promise is near the score, and exactly the score when the game is over before."""
    t = table(2).buildings(0, 2).rails(0, left=3).buildings(1, 3).rails(1, left=3)
    for luck in range(5):
        flat = world(t, luck)
        while flat.turn >= 0:
            flat.take_turn()
            flat.close()
        ends = [side.score() for side in flat.sides]
        assert world(t, luck).play_for(LONG) == ends
        for promised, came in zip(world(t, luck).play_for(2), ends, strict=True):
            assert abs(promised - came) < 60


def test_the_rails_for_a_milestone_complete_its_conditions() -> None:
    """Laid one after the other, each beside the network, until none is missing."""
    g = ground_of(table(2).t)
    for goal in g.goals.values():
        network = 1
        path = g.path(network, 0, goal.number)
        assert len(path) == g.way(network, 0, goal.number).rails
        for space in path:
            assert g.t.board.reached(network)[1] >> space & 1
            network |= 1 << space
        assert g.way(network, 0, goal.number).rails == 0


def test_milestones_that_lack_nothing_but_a_manager_are_completed_by_hiring() -> None:
    """A1-1 wants orange, A2-1 violet; nobody is, but there is money. The worker promotes and the locomotive."""
    t = table(2).ending(2).starter(1).rails(0, on=["R02", "R03", "R06", "R07"]).station("chicago", 0).buildings(0, 11)
    flat = world(t.workers(0, {"white": 4, "grey": 1}).cash(0, 2000))
    assert flat.turn == 0
    flat.play_for(LONG)
    assert flat.sides[0].points == sum(flat.t.tiles.milestones[tile].points for tile in ("A1-1", "A2-1"))


def test_a_reward_is_taken_apart_with_its_price() -> None:
    assert parts(Reward(pay=300, loco=1)) == ((0, -300, 0), (4, 1, 0))
    assert parts(Reward(promote=2, promote_price=100)) == ((5, 2, 100),)


def test_the_policy_is_data_with_its_origin() -> None:
    assert quick().money > 0
    assert len(quick().workers) == 5
