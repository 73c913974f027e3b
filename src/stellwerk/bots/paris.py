"""A bot for Paris Connection that looks one whole turn ahead: a build from first to last locomotive, or an exchange."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from stellwerk.bots.paris_outlook import Outlook, Prospect, Weights, gain, singles
from stellwerk.bots.registry import SIMPLE, Rank
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.view import View
from stellwerk.games.paris.game import ParisGame
from stellwerk.games.paris.state import ParisState
from stellwerk.games.paris.track import open_to

KEPT: Final = 2
"""How many builds of each length are thought further."""

BRANCHES: Final = 4
"""How many next cities are looked at from each of them."""


class Build(NamedTuple):
    """Locomotives still to be placed in this turn: the first of them, all of them, and what they earn."""

    first: int
    spaces: int
    earned: int


class Turn(NamedTuple):
    """A whole turn, or the rest of one: what it promises, the choice that begins it, and its build if it is one."""

    hope: float
    choice: Choice
    colour: str = ""
    build: Build | None = None


@dataclass(frozen=True)
class GreedyBot:
    """Takes the turn after which its hope to win is highest, and decides every locomotive of a build anew.

    It always comes to an end: an exchange of one for one must take a colour of higher rank than the one given, an
    exchange for two makes the hand larger, and a locomotive once built never returns. So between two builds hand
    sizes, and then the ranks behind the screens, only rise; and builds are as finite as locomotives. Where no such
    turn is left, it draws one by lot.
    """

    name: str = "greedy"
    games: frozenset[str] | None = frozenset({"paris-connection"})
    rank: Rank = SIMPLE
    weights: Weights = field(default_factory=Weights)

    def choose(self, view: View[Any], rng: Random) -> Action:
        turns = list(Planner(view, self.weights).turns())
        if not turns:
            return rng.choice(view.choices).sample(rng)
        best = max(turn.hope for turn in turns)
        choice = rng.choice([turn.choice for turn in turns if turn.hope == best])
        return Action(*choice)


class Planner:
    """All turns that are worth a thought, each with its first step and the hope it leaves."""

    def __init__(self, view: View[ParisState], weights: Weights) -> None:
        assert isinstance(view.game, ParisGame)
        self.t = view.game.t
        self.board = self.t.board
        self.marseille = 1 << self.board.number[self.board.marseille]
        self.s = view.state
        self.outlook = Outlook(self.t, view, weights)
        self.places: dict[str, dict[int, Choice]] = defaultdict(dict)
        self.trades: list[Choice] = []
        self.finish: Choice | None = None
        for choice in view.choices:
            match choice.kind:
                case "place":
                    colour, space = choice.args
                    self.places[colour][1 << self.board.number[space]] = choice
                case "trade":
                    self.trades.append(choice)
                case "finish":
                    self.finish = choice

    def turns(self) -> Iterator[Turn]:
        if self.finish:
            build = Build(0, 0, 0)
            yield Turn(self._hope_of_build(self.s.colour, build), self.finish, self.s.colour, build)
        for colour, places in self.places.items():
            for build in self._builds(colour, sum(places)):
                yield Turn(self._hope_of_build(colour, build), places[build.first], colour, build)
        for choice in self.trades:
            give, take, count = choice.args
            if count > 1 or self._rank_of(take) > self._rank_of(give):
                yield Turn(self._hope_of_trade(give, take, count), choice)

    def _rank_of(self, colour: str) -> tuple[int, int]:
        """Colours by value; equal ones by their order, so that they too are exchanged in one direction only."""
        return self.s.value[colour], self.t.colours.index(colour)

    def _hope_of_trade(self, give: str, take: str, count: int) -> float:
        change = {give: -1, take: count}
        now = self.outlook.now
        after = Prospect(
            now.values,
            tuple(n - change.get(c, 0) for c, n in zip(self.t.colours, now.supply, strict=True)),
            tuple(n + change.get(c, 0) for c, n in zip(self.t.colours, now.hand, strict=True)),
        )
        return self.outlook.judge(after, self.outlook.gains)

    def _hope_of_build(self, colour: str, build: Build) -> float:
        now, at = self.outlook.now, self.t.colours.index(colour)
        values, supply = list(now.values), list(now.supply)
        values[at] += self.board.points(self.s.building) + build.earned
        supply[at] -= build.spaces.bit_count()
        reached = bool((self.outlook.lines[at] | build.spaces) & self.marseille)
        after = Prospect(tuple(values), tuple(supply), now.hand, reached)
        gains = self.outlook.gains if after.over else self.outlook.potential(at, build.spaces)
        return self.outlook.judge(after, gains)

    def _builds(self, colour: str, legal: int) -> Iterator[Build]:
        """Good builds of every length: from city to city by shortest ways; and whatever reaches Marseille."""
        at = self.t.colours.index(colour)
        own, edge = self.outlook.lines[at], self.outlook.edges[at]
        free = open_to(self.board, own, self.outlook.once, self.outlook.twice)
        most = min(self.t.build[-1] - len(self.s.building), self.s.supply[colour])
        found: dict[int, dict[int, Build]] = defaultdict(dict)
        found[0][0] = Build(0, 0, 0)
        for length in range(most + 1):
            best = sorted(found[length].values(), key=_rank)[:KEPT]
            for build in best:
                if length:
                    yield build
                if length < most:
                    for longer in self._longer(build, edge, free, legal, most - length):
                        if longer.spaces & self.marseille:
                            yield longer
                        else:
                            found[longer.spaces.bit_count()].setdefault(longer.spaces, longer)

    def _longer(self, build: Build, edge: int, free: int, legal: int, left: int) -> Iterator[Build]:
        """The build with a way to one more city added, or else with the first part of such a way."""
        board = self.board
        free &= ~build.spaces
        layer = (edge | board.border(build.spaces)) & free
        if not build.first:
            layer &= legal
        layers: list[int] = []
        goals: list[tuple[int, int, int]] = []
        while layer and (len(layers) < left or not goals):
            layers.append(layer)
            goals += [(-self.outlook.worth[city], len(layers), city) for city in singles(layer & board.cities)]
            free &= ~layer
            layer = board.border(layer & ~self.marseille) & free
        for _, distance, city in sorted(goals)[:BRANCHES]:
            yield self._extended(build, layers[:distance], city, left)
        if layers and not goals:
            yield self._extended(build, layers[:1], layers[0] & -layers[0], left)

    def _extended(self, build: Build, layers: list[int], city: int, left: int) -> Build:
        board, way = self.board, [city]
        for layer in reversed(layers[:-1]):
            at = board.border(way[-1]) & layer
            way.append(at & -at)
        steps = way[::-1][:left]
        spaces = sum(steps)
        return Build(build.first or steps[0], build.spaces | spaces, build.earned + gain(board, spaces))


def _rank(build: Build) -> tuple[int, int]:
    return -build.earned, build.spaces
