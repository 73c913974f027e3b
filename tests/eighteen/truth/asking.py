"""Actions that are refused in random games of 18xx titles: everything that somebody might try, drawn at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import RuleError
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState

PASSES: Final = ("pass_turn", "pass_track", "pass_station", "pass_trains", "decline", "bankrupt", "withhold", "sell")
"""Kinds that a random player seldom chooses: games of players who only pass stand still."""

BUILDING: Final = ("lay", "station", "buy_train", "trade_in", "run", "use_token", "buy_on_credit")
"""Kinds with the most reasons against them."""

REMEMBERED: Final = 60
"""Number of the offered actions that are tried again later."""


class Asked(NamedTuple):
    """An action that is refused, in a position, with what is said."""

    game: RailGame
    s: RailState
    action: Action
    rule: str
    data: dict[str, str | int]
    said: str


def play(game: RailGame, rng: Random, longest: int) -> Iterator[tuple[RailState, list[Choice]]]:
    """The positions of a random game, each with what is offered."""
    s = game.start()
    for _ in range(longest):
        choices = list(game.choices(s))
        if not choices:
            return
        yield s, choices
        s = game.apply(s, pick(choices, rng))


def pick(choices: list[Choice], rng: Random) -> Action:
    kinds = sorted({choice.kind for choice in choices})
    busy = [kind for kind in kinds if kind not in PASSES]
    kind = rng.choice(busy if busy and rng.random() < 0.85 else kinds)
    return rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng)


EVERY: Final = {"auction": 3, "stock": 12, "operating": 3}
"""By round in one of how many positions something is asked: operating rounds have more to refuse."""


def refused(game: RailGame, rng: Random, *, longest: int, tries: int) -> Iterator[Asked]:
    """Refusals of a random game, with so many tries in some positions of it."""
    seen: list[Action] = []
    for ply, (s, choices) in enumerate(play(game, rng, longest)):
        if choices[0].seat == CHANCE:
            continue
        if rng.random() < 0.3:
            seen.append(rng.choice(choices).sample(rng))
            del seen[:-REMEMBERED]
        if ply % EVERY.get(s.round, 1):
            continue
        asker = Asker(game, s, rng)
        for _ in range(tries):
            old = seen and rng.random() < 0.25
            action = rng.choice(seen) if old else asker.draw()
            if old and rng.random() < 0.7:
                action = Action(choices[0].seat, action.kind, action.args)
            answer = ask(game, s, action)
            if answer:
                yield answer


def ask(game: RailGame, s: RailState, action: Action) -> Asked | None:
    """Refusal of an action; None if it is legal."""
    try:
        game.play(s, action)
    except RuleError as error:
        return Asked(game, s, action, error.rule, error.data, error.text)
    return None


class Asker:
    """Draws actions of the kinds that could come up in a position, with arguments that there are."""

    def __init__(self, game: RailGame, s: RailState, rng: Random) -> None:
        self.game, self.s, self.rng, t = game, s, rng, game.rules
        self.kinds = sorted({kind for name in self._steps() for kind in game.steps[name].kinds})
        self.hexes = [hex_.name for hex_ in t.hexmap.hexes]
        used = [name for name in self.hexes if name in s.tiles or name in s.stations]
        near = {t.hexmap.hexes[n].name for name in used for n in t.hexmap.neighbours[t.hexmap.number[name]] if n >= 0}
        self.near = sorted({*used, *near}) or self.hexes
        self.trains = [*t.trains, *sorted(t.left_out)]

    def _steps(self) -> list[str]:
        """The steps of the round, so that an action is asked for where it might be expected."""
        top = self.game.rail_steps[self.s.todo[-1].step]
        turn = self.game.flow.turn if self.s.round == "operating" and self.rng.random() < 0.2 else ()
        return [self.s.todo[-1].step, *top.anytime, *(name for name in turn if name in self.game.steps)]

    def draw(self) -> Action:
        seat = self.rng.choice(self.game.owing(self.s) or [0])
        if self.rng.random() < 0.05:
            seat = self.rng.randrange(self.game.seats)
        kind = self.rng.choice(self.kinds)
        if self.rng.random() < 0.5 and not set(self.kinds).isdisjoint(BUILDING):
            kind = self.rng.choice([kind for kind in self.kinds if kind in BUILDING])
        if kind == "lay" and self.rng.random() < 0.8:
            return Action(seat, kind, self.tile())
        return Action(seat, kind, tuple(self.value(name) for name in self.names(kind)))

    def tile(self) -> tuple[Any, ...]:
        """A tile that might replace what lies on a hex, as the list of upgrades has it."""
        t, name = self.game.rules, self.rng.choice(self.near)
        laid, site = self.s.tiles.get(name), t.hexmap[name]
        listed = t.catalogue.upgrades[laid[0]] if laid else site.upgrades
        first = [number for number in t.catalogue if t.catalogue.face(number, 0).colour in ("yellow", "green")]
        return name, self.rng.choice(listed or first), self.rng.randrange(6)

    def names(self, kind: str) -> tuple[str, ...]:
        names = self.game.arguments.get(kind, ())
        return names[:1] if kind == "lay" and self.rng.random() < 0.2 else names

    def value(self, name: str) -> Any:
        """Something that there is, by the name of an argument."""
        s, t, rng = self.s, self.game.rules, self.rng
        places = ("bank", "pool", rng.choice(list(s.trains)))
        drawn: dict[str, Sequence[Any]] = {
            "company": list(s.shares),
            "private": sorted(t.privates) or [""],
            "stock": places[:2],
            "source": places,
            "train": self.trains,
            "old": self.trains,
            "hex": self.near if rng.random() < 0.8 else self.hexes,
            "city": self.near,
            "tile": list(t.catalogue),
            "rotation": range(6),
            "stop": range(2),
            "percent": (10, 10, 10, 20, 20, 30, 40, 50, 60, 5),
            "price": (self.price(),),
            "seat": range(self.game.seats),
        }
        return rng.choice(drawn.get(name, (0, 1, "", "x")))

    def price(self) -> int:
        faces = [train.price for train in self.game.rules.trains.values()]
        faces += [private.price for private in self.game.rules.privates.values()]
        faces += [*self.game.rules.market.pars, *self.s.cash.values()]
        return self.rng.choice(faces) + self.rng.choice((0, 0, 0, 0, 5, -5, 1, -1))
