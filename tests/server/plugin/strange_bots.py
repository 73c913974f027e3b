"""Bots as a package of somebody else might bring them: slow, broken, cheating or dying."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from stellwerk.bots.advice import Advice, Reason
from stellwerk.bots.registry import Rank
from stellwerk.core.action import Action

Behaviour = Callable[[Any, Random], Any]
GATE = "STRANGE_BOTS_GATE"
"""Names the file for which the patient bot waits."""


@dataclass(frozen=True)
class StrangeBot:
    name: str
    behave: Behaviour
    games: frozenset[str] | None = None

    def choose(self, view: Any, rng: Random) -> Any:
        return self.behave(view, rng)


class WiseBot(StrangeBot):
    """Says how it judges: its choices in their order, each worth a point less than the one before."""

    rank: ClassVar = Rank(1000, {"en": "wise bot", "de": "weiser Bot"})
    """Whatever else is installed, this one is asked."""

    reasons: ClassVar = {"wise.colour": {"en": "{colour} is number {rank}", "de": "{colour} ist Nummer {rank}"}}

    def advise(self, view: Any, _rng: Random) -> list[Advice]:
        found = [Advice(Action(view.seat, "place", ("black", "A1")), 99.0)]  # no rule allows that
        for rank, choice in enumerate(view.choices[:5]):
            why = Reason("wise.colour", {"colour": choice.args[0], "rank": rank + 1})
            found.append(Advice(Action(*choice), 20.0 - rank, (why, Reason("wise.unspeakable"))))
        return found


def patient(view: Any, rng: Random) -> Action:
    for _ in range(3000):
        if Path(os.environ[GATE]).exists():
            break
        time.sleep(0.01)
    return first(view, rng)


def first(view: Any, _rng: Random) -> Action:
    choice = view.choices[0]
    return Action(choice.seat, choice.kind, choice.args)


def crash(_view: Any, _rng: Random) -> Action:
    raise ZeroDivisionError("this bot is broken")


def cheat(view: Any, _rng: Random) -> Action:
    return Action(view.seat, "place", ("black", "A1"))


def impostor(view: Any, rng: Random) -> Action:
    return first(view, rng)._replace(seat=(view.seat + 1) % view.game.seats)


def babble(view: Any, rng: Random) -> Action:
    sys.stdout.write("{}\nnot an answer\n")
    sys.stdout.flush()
    return first(view, rng)


def nonsense(_view: Any, _rng: Random) -> str:
    return "finish"


def flood(view: Any, _rng: Random) -> Action:
    return Action(view.seat, "x" * 3_000_000)


def die(_view: Any, _rng: Random) -> Action:
    os._exit(3)


def hang(_view: Any, _rng: Random) -> Action:
    while True:
        time.sleep(0.01)


def at_first(behave: Behaviour) -> Behaviour:
    """Strange at the beginning of a turn; then it ends the turn, so that a test need not wait long."""

    def choose(view: Any, rng: Random) -> Any:
        ending = [choice for choice in view.choices if choice.kind == "finish"]
        return Action(*ending[0]) if ending else behave(view, rng)

    return choose


def bots() -> Iterator[StrangeBot]:
    odd: tuple[Behaviour, ...] = (patient, first, babble)
    bad: tuple[Behaviour, ...] = (crash, cheat, impostor, nonsense, flood, die, hang)
    yield from (StrangeBot(behave.__name__, behave) for behave in odd)
    yield from (StrangeBot(behave.__name__, at_first(behave)) for behave in bad)
    yield WiseBot("wise", first)
