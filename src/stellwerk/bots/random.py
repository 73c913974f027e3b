"""A bot that plays every game, by lot: the floor that every other bot has to beat."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from stellwerk.bots.registry import RANDOM, Rank
from stellwerk.core.action import Action
from stellwerk.core.view import View


@dataclass(frozen=True)
class RandomBot:
    """Takes one of its choices, each as likely as the others, and fills the holes by lot."""

    name: str = "random"
    games: frozenset[str] | None = None
    rank: Rank = RANDOM

    def choose(self, view: View[Any], rng: Random) -> Action:
        return rng.choice(view.choices).sample(rng)
