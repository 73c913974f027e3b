"""Actions with arguments of the wrong type or number are refused by a rule, whatever their kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import RuleError
from stellwerk.core.game import Game
from stellwerk.core.match import Match
from stellwerk.core.registry import titles
from stellwerk.eighteen.game import RailGame
from stellwerk.testing import play_out
from tests.marks import sample

GAMES = titles()
ODD: tuple[Any, ...] = ("", "x", -1, 0, 1, 7, 10**30, (), ("x",), (1, "x"), ((("x", 0), 1),))
TRIES = 2000
"""Number of doctored actions tried in a game."""

FEW = 6
"""Number of actions of a kind that are spoiled."""


@cache
def played(name: str, seed: int) -> Match:
    title = GAMES[name]
    return play_out(title, title.seats[min(2, len(title.seats) - 1)], seed)


def seen(match: Match) -> dict[str, list[tuple[int, Action]]]:
    """By kind when which action of it was played; at the start the bare action, where none was."""
    found: dict[str, list[tuple[int, Action]]] = {
        kind: [] for _, step in sorted(match.game.steps.items()) for kind in step.kinds
    }
    for ply, action in enumerate(match.log):
        found[action.kind].append((ply, action))
    return {kind: actions or [(0, Action(0, kind))] for kind, actions in found.items()}


def names(game: Game[Any]) -> list[Any]:
    """Words that mean something in a game, in places where they do not belong."""
    if not isinstance(game, RailGame):
        return ["A1", "red", "R28", "Chicago", "station"]
    t = game.rules
    hexes: dict[str, str] = {}
    for hex_ in t.hexmap.hexes:
        hexes |= {hex_.kind: hex_.name, hex_.label("green"): hex_.name}
    things = (t.companies, t.privates, t.trains, t.phases, t.catalogue)
    return [*hexes.values(), *(next(iter(found)) for found in things if found), "bank", "pool"]


def doctored(match: Match, rng: Random) -> Iterator[tuple[int, Action]]:
    """Actions of all kinds in turn, each spoiled in some way, mostly where one of the kind was played, and when."""
    kinds, words = seen(match), [*ODD, *names(match.game)]
    few = {kind: rng.sample(actions, min(FEW, len(actions))) for kind, actions in kinds.items()}
    for number in range(TRIES):
        ply, action = rng.choice(few[sorted(few)[number % len(few)]])
        if rng.random() < 0.2:
            ply = rng.choice(few[rng.choice(sorted(few))])[0]
        seat = rng.choice((action.seat, action.seat, action.seat, 0, 99))
        yield ply, Action(seat, action.kind, spoiled(action.args, words, rng))


def spoiled(args: tuple[Any, ...], words: list[Any], rng: Random) -> tuple[Any, ...]:
    """The same arguments but for one or two: left out, replaced, or one too many."""
    for _ in range(rng.choice((1, 1, 2))):
        place = rng.randrange(len(args) + 1)
        match rng.randrange(3):
            case 0:
                args = args[:place]
            case 1:
                args = (*args[:place], rng.choice(words), *args[place + 1 :])
            case _:
                args = (*args[:place], rng.choice(words), *args[place:])
    return args


@pytest.mark.parametrize(("name", "seed"), sample(len(GAMES), [(name, seed) for name in GAMES for seed in range(12)]))
def test_a_spoiled_action_is_carried_out_or_refused_by_a_rule(name: str, seed: int) -> None:
    match = played(name, seed)
    for ply, action in doctored(match, Random(f"{name} {seed}")):
        try:
            match.game.check(match.states[ply], action)
        except RuleError as error:
            words = error.text
        else:
            words = "legal"
        assert words, action
