"""An environment costs no more than the rules again: at least half of the decisions of a plain random loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from random import Random
from time import perf_counter, process_time

import numpy as np
import pytest

from stellwerk.bots.arena import Series, play_game
from stellwerk.interop.pettingzoo import Environment, env
from tests.speed.ruler import PATIENCE

pytestmark = pytest.mark.speed

SHARE = 0.5
RUNS = 5


def by_environment(table: Environment, seed: int) -> int:
    """A game at random by masks, with every observation made; returns its decisions."""
    rng = Random(seed)
    table.reset(seed=seed)
    while True:
        seen, _, over, cut, _ = table.last()
        if over or cut:
            return table.play.decisions
        ids = np.flatnonzero(seen["action_mask"])
        table.step(int(ids[rng.randrange(len(ids))]))


def by_loop(series: Series, number: int) -> int:
    """A game of a series of random bots; returns its decisions."""
    return play_game(series, number)[1].decisions


def cost(played: Callable[[], int]) -> float:
    """Seconds of processor time a decision."""
    begin = process_time()
    decisions = played()
    return (process_time() - begin) / decisions


@pytest.mark.parametrize("game", ["paris-connection", "railroad-revolution", "1830", "1848", "1853"])
def test_an_environment_makes_half_of_the_decisions_of_a_random_series(game: str) -> None:
    """The plain loop is that of `stellwerk simulate` with random bots: views, choices and actions."""
    table = env(game, 4, longest=1500)
    series = Series(game, ("random",) * 4, "speed", RUNS)
    loop = environment = inf
    by_environment(table, 0)
    until = perf_counter() + PATIENCE
    while True:  # best times only fall, so what is too slow stays so
        for number in range(RUNS):
            loop = min(loop, cost(partial(by_loop, series, number)))
            environment = min(environment, cost(partial(by_environment, table, number)))
        share = loop / environment
        if share >= SHARE or perf_counter() > until:
            break
    print(f"\n  {game:<34} {share:10.3f} of a plain random loop (bar {SHARE})")  # noqa: T201 - `make bench` shows it
    assert share >= SHARE
