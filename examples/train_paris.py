#!/usr/bin/env python3
"""Train a small agent on Paris Connection by self-play, and let it meet random players.

    pip install stellwerk[research]
    python3 examples/train_paris.py --save paris.npy

The agent is a linear policy of some four hundred weights: each legal id gets a score from what it places where and
from what lies behind the agent's own screen, and one is drawn with a chance that grows with its score. All seats of a
table play by the same weights; after a batch of games the weights move so that what those did who fared better than the
mean becomes likelier (REINFORCE). It needs numpy alone, no graphics card, and a minute or two.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stellwerk.interop.pettingzoo import Environment, env

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BATCH = 20
"""Games between two steps of learning."""

RATE = 0.03
DECAY, DECAY_SQUARE, TINY = 0.9, 0.999, 1e-8
"""How fast the weights move, and how much Adam remembers of older gradients."""

WIDTH = 7
"""Features that an id has at most; all others of its row are 0."""

LONGEST = 800
"""Decisions after which a game is cut off, and bad for all: else exchanging could go on for ever."""

APART = 1_000_000
MEETING = 500_000
"""How far the deals of two seeds are apart, and those that are learned from and played for comparison."""

SCALE = 30.0
"""Points by which a victory counts as a clear one."""


class Decision(NamedTuple):
    """What could be chosen (features and chances by row), and what was."""

    features: Ints
    values: Floats
    chances: Floats
    chosen: int


class Policy:
    """Scores of ids as sums of weights: a few features of an id are not 0, told by their numbers and values."""

    def __init__(self, table: Environment) -> None:
        entries = table.catalogue.entries
        spaces = list(dict.fromkeys(entry.args[1] for entry in entries if entry.kind == "place"))
        colours = list(dict.fromkeys(entry.args[0] for entry in entries if entry.kind == "place"))
        self.at = table.layout.at
        self.kind = np.array([("place", "trade", "finish").index(entry.kind) for entry in entries])
        self.colour = np.array([colours.index(entry.args[0]) if entry.args else 0 for entry in entries])
        self.taken = np.array([colours.index(entry.args[1]) if entry.kind == "trade" else 0 for entry in entries])
        self.count = np.array([float(entry.args[2]) if entry.kind == "trade" else 0.0 for entry in entries])
        self.space = np.array([spaces.index(entry.args[1]) if entry.kind == "place" else 0 for entry in entries])
        self.spaces = len(spaces)
        self.weights = np.zeros(2 * len(spaces) + 3 * WIDTH)
        self.size = self.slope = np.zeros_like(self.weights)
        self.steps = 0

    def features(self, seen: Floats, ids: Ints) -> tuple[Ints, Floats]:
        """By id the numbers of its features, and their values: an outer table of WIDTH columns."""
        hand, worth, supply = seen[self.at["hand"]], seen[self.at["values"]], seen[self.at["supply"]]
        own_size, built = seen[self.at["hand_sizes"]][0], seen[self.at["built"]][0]
        building = seen[self.at["building"]]
        kind, colour, taken = self.kind[ids], self.colour[ids], self.taken[ids]
        first = 2 * self.spaces + kind * WIDTH
        numbers = np.repeat(first[:, None], WIDTH, axis=1) + np.arange(WIDTH)
        values = np.zeros((len(ids), WIDTH))
        values[:, 0] = 1.0
        place, trade, finish = kind == 0, kind == 1, kind == 2
        numbers[place, 1], values[place, 1] = self.space[ids[place]], 1.0
        numbers[place, 2], values[place, 2] = self.spaces + self.space[ids[place]], 5 * hand[colour[place]]
        values[place, 3] = 5 * hand[colour[place]]
        values[place, 4] = built
        values[place, 5] = supply[colour[place]]
        values[trade, 1] = self.count[ids[trade]] - 1
        values[trade, 2] = 5 * hand[colour[trade]]
        values[trade, 3] = 5 * hand[taken[trade]]
        values[trade, 4] = worth[taken[trade]] - worth[colour[trade]]
        values[trade, 5] = max(0.0, own_size - 0.9) * 10 * (self.count[ids[trade]] - 1)
        values[trade, 6] = own_size
        values[finish, 1] = 5 * float(hand @ building)
        values[finish, 2] = built
        return numbers, values

    def choose(self, seen: Floats, ids: Ints, rng: np.random.Generator, *, best: bool = False) -> Decision:
        """One of the legal ids, with the chances of all; with `best` the likeliest."""
        numbers, values = self.features(seen, ids)
        scores = (self.weights[numbers] * values).sum(axis=1)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        chosen = int(chances.argmax()) if best else int(rng.choice(len(ids), p=chances))
        return Decision(numbers, values, chances, chosen)

    def learn(self, games: list[list[tuple[list[Decision], float]]]) -> None:
        """Make likelier what was done by who did better than the mean, less likely what was done by the others."""
        gradient = np.zeros_like(self.weights)
        worths = [worth for seats in games for _, worth in seats]
        mean, spread = float(np.mean(worths)), float(np.std(worths)) + TINY
        for seats in games:
            for decisions, worth in seats:
                advantage = (worth - mean) / spread
                for done in decisions:
                    chances = -done.chances
                    chances[done.chosen] += 1.0
                    np.add.at(gradient, done.features, advantage * chances[:, None] * done.values)
        self._step(gradient / len(games))

    def _step(self, gradient: Floats) -> None:
        """A step uphill, by Adam's rule."""
        self.steps += 1
        self.slope = DECAY * self.slope + (1 - DECAY) * gradient
        self.size = DECAY_SQUARE * self.size + (1 - DECAY_SQUARE) * gradient**2
        slope = self.slope / (1 - DECAY**self.steps)
        size = self.size / (1 - DECAY_SQUARE**self.steps)
        self.weights += RATE * slope / (np.sqrt(size) + TINY)


def play(
    table: Environment, policies: list[Policy | None], seed: int, rng: np.random.Generator, *, best: bool = False
) -> tuple[list[list[Decision]], list[float], list[float]]:
    """Play a game; who has no policy plays at random. Returns decisions, scores and rewards by seat."""
    table.reset(seed=seed)
    seats = {agent: seat for seat, agent in enumerate(table.possible_agents)}
    decisions: list[list[Decision]] = [[] for _ in seats]
    rewards, scores = [0.0] * len(seats), [0.0] * len(seats)
    for agent in table.agent_iter():
        seen, reward, over, cut, info = table.last()
        seat = seats[agent]
        if over or cut:
            rewards[seat], scores[seat] = float(reward), float(info.get("score", 0))
            table.step(None)
            continue
        ids = np.flatnonzero(seen["action_mask"])
        policy = policies[seat]
        if policy is None:
            table.step(int(rng.choice(ids)))
            continue
        decision = policy.choose(seen["observation"].astype(float), ids, rng, best=best)
        decisions[seat].append(decision)
        table.step(int(ids[decision.chosen]))
    return decisions, scores, rewards


def train(table: Environment, games: int, seed: int = 0) -> Policy:
    """Learn from so many games of self-play; the same seed learns the same."""
    rng, policy = np.random.default_rng(seed), Policy(table)
    batch: list[list[tuple[list[Decision], float]]] = []
    for number in range(games):
        decisions, scores, _ = play(table, [policy] * len(table.possible_agents), APART * seed + number, rng)
        mean = sum(scores) / len(scores)
        worths = [float(np.tanh((score - mean) / SCALE)) if table.play.over else -1.0 for score in scores]
        batch.append(list(zip(decisions, worths, strict=True)))
        if len(batch) == BATCH:
            policy.learn(batch)
            batch = []
    return policy


def compare(table: Environment, policy: Policy, games: int, seed: int = 0) -> float:
    """The share of victories of one seat by the policy against random players, seats rotating."""
    rng, won = np.random.default_rng(seed), 0.0
    seats = len(table.possible_agents)
    for number in range(games):
        policies: list[Policy | None] = [None] * seats
        policies[number % seats] = policy
        _, _, rewards = play(table, policies, MEETING + APART * seed + number, rng, best=True)
        won += rewards[number % seats] + 1 / seats
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small agent on Paris Connection.")
    parser.add_argument("--games", type=int, default=1200, help="games of self-play to learn from")
    parser.add_argument("--seed", type=int, default=0, help="the same seed learns the same")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--against", type=int, default=200, help="games against random players afterwards")
    parser.add_argument("--save", help="a file for the weights")
    asked = parser.parse_args()
    table = env("paris-connection", seats=asked.seats, longest=LONGEST)
    began = time.process_time()
    policy = train(table, asked.games, asked.seed)
    print(f"{asked.games} games of self-play in {time.process_time() - began:.0f} s of processor time")
    if asked.against > 0:
        share, equal = compare(table, policy, asked.against, asked.seed), 1 / asked.seats
        print(f"against {asked.seats - 1} random players: {share:.1%} of {asked.against} games (equal: {equal:.1%})")
    if asked.save:
        np.save(asked.save, policy.weights)


if __name__ == "__main__":
    main()
