"""Paris Connection played on quickly: flat numbers and a simple policy that every seat follows to the end.

Hands are open here: what is behind the screens has been imagined. Two things are left out that hardly ever matter so
far ahead: build.10, and builds of colours that no city is near.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from operator import mul
from random import Random
from typing import Final

from stellwerk.bots.planner.paris_ground import LONGEST, Ground, Way
from stellwerk.bots.planner.paris_weights import Weights
from stellwerk.games.paris.state import ParisState
from stellwerk.games.paris.tables import Tables
from stellwerk.games.paris.track import tracks

WAIT, BUILD, TRADE, END = range(4)
"""What a turn can be; a build of one colour, an exchange of a colour for so many of another."""

STEEPEST: Final = 50.0
LONGEST_GAME: Final = 200
"""Turns after which a rollout is judged where it stands."""


class Position:
    """A position between two turns. Colours are numbers, in the order of the tables."""

    __slots__ = ("edges", "hands", "held", "lines", "once", "over", "seat", "sizes", "supply", "twice", "value", "ways")

    lines: list[int]
    edges: list[int]
    ways: list[Way | None]
    supply: list[int]
    value: list[int]
    hands: list[list[int]]
    sizes: list[int]
    held: list[int]
    """What all hands hold together."""

    once: int
    twice: int
    seat: int
    over: bool

    def copy(self) -> Position:
        new = Position()
        new.lines, new.edges, new.ways = self.lines.copy(), self.edges.copy(), self.ways.copy()
        new.supply, new.value, new.held = self.supply.copy(), self.value.copy(), self.held.copy()
        new.hands, new.sizes = [hand.copy() for hand in self.hands], self.sizes.copy()
        new.once, new.twice, new.seat, new.over = self.once, self.twice, self.seat, self.over
        return new


class Quick:
    """The rules and the policy for one number of seats."""

    def __init__(self, t: Tables, ground: Ground, weights: Weights) -> None:
        self.t, self.ground, self.w = t, ground, weights
        self.colours = range(len(t.colours))

    def position(self, s: ParisState, seat: int) -> Position:
        """A position of the game, with its hands as they are; an unfinished build counts as far as it went."""
        p, t, ground = Position(), self.t, self.ground
        p.lines = [ground.of(own) for own, _ in tracks(t.board, s).values()]
        p.edges = [ground.border(own) for own in p.lines]
        p.once = p.twice = 0
        for own in p.lines:
            p.twice |= p.once & own
            p.once |= own
        p.ways = [None for _ in self.colours]
        p.supply, p.value = list(s.supply.values()), list(s.value.values())
        if s.colour:
            p.value[t.colours.index(s.colour)] += t.board.points(s.building)
        p.over, p.seat = t.board.marseille in s.building, seat
        self.deal(p, s.hands)
        return p

    def deal(self, p: Position, hands: list[tuple[str, ...]]) -> None:
        """Put hands behind the screens."""
        p.hands = [[hand.count(colour) for colour in self.t.colours] for hand in hands]
        p.sizes = [len(hand) for hand in hands]
        p.held = [sum([hand[c] for hand in p.hands]) for c in self.colours]

    def build(self, p: Position, c: int, spaces: int) -> None:
        """Locomotives of a colour on these spaces; the turn ends."""
        ground = self.ground
        p.lines[c] |= spaces
        p.edges[c] |= ground.border(spaces)
        shut = spaces & (ground.cities | p.once)
        p.twice |= p.once & spaces
        p.once |= spaces
        p.supply[c] -= spaces.bit_count()
        p.value[c] += ground.gain(spaces)
        p.over = p.over or bool(spaces & ground.marseille)
        for d, way in enumerate(p.ways):
            if d == c or (way is not None and way.seen & shut):
                p.ways[d] = None
        self.end_turn(p)

    def trade(self, p: Position, give: int, take: int, count: int) -> None:
        hand = p.hands[p.seat]
        for c, n in ((give, -1), (take, count)):
            hand[c] += n
            p.held[c] += n
            p.supply[c] -= n
        p.sizes[p.seat] += count - 1
        self.shorten(p, take)
        self.end_turn(p)

    def shorten(self, p: Position, c: int) -> None:
        """A build for which the supply does not suffice any more is looked for anew."""
        way = p.ways[c]
        if way is not None and max(way.length, way.marseille) > p.supply[c]:
            p.ways[c] = None

    def end_turn(self, p: Position) -> None:
        p.over = p.over or sum([1 for left in p.supply if left > 0]) <= 1
        p.seat = (p.seat + 1) % self.t.seats

    def scores(self, p: Position) -> list[int]:
        limit, penalty = self.t.limit, self.t.penalty
        return [
            sum(map(mul, hand, p.value)) - penalty * max(0, size - limit)
            for hand, size in zip(p.hands, p.sizes, strict=True)
        ]

    def play_on(self, p: Position, rng: Random) -> list[int]:
        """The final scores once everybody has followed the policy to the end."""
        turns = idle = 0
        chance = rng.random
        while not p.over and turns < LONGEST_GAME and idle < self.t.seats:
            idle = 0 if self.turn(p, chance) else idle + 1
            turns += 1
        return self.scores(p)

    def turn(self, p: Position, chance: Callable[[], float]) -> bool:
        """One turn by the policy; no if nothing brings the seat anything."""
        kind, one, two, count = self.decide(p, chance)
        if kind == TRADE:
            self.trade(p, one, two, count)
        elif kind == BUILD:
            self.build(p, one, (p.ways[one] or self.way(p, one)).spaces)
        elif kind == END:
            p.value[one] += self.ground.worth[0][0]
            p.over = True
        else:
            self.wait(p)
        return kind != WAIT

    def decide(self, p: Position, chance: Callable[[], float]) -> tuple[int, int, int, int]:
        """The build or exchange that brings the seat most beside the others, with some doubt about each."""
        w, hand, supply = self.w, p.hands[p.seat], p.supply
        ways = [way or self.way(p, c) for c, way in enumerate(p.ways)]
        rounds = (sum(supply) - max(supply)) / (w.pace * self.t.seats)
        time = min(1.0, rounds / w.rounds)
        hope = w.hope * time
        likely = [min(w.reach * way.before, w.each * left) for way, left in zip(ways, supply)]  # noqa: B905
        worth = [value + hope * more for value, more in zip(p.value, likely)]  # noqa: B905
        rivals = self.rivals(p, worth, rounds)
        best, at = 0.0, -1
        for c, way in enumerate(ways):
            if way.marseille and self.wins_now(p, c):
                return END, c, 0, 0
            if way.length:
                against = sum(map(mul, rivals, [other[c] for other in p.hands]))
                later = min(w.reach * way.after, w.each * (supply[c] - way.length)) - likely[c]
                gain = (way.earned + hope * later) * (hand[c] - w.open * against) * (1.0 + w.noise * chance())
                if gain > best:
                    best, at = gain, c
        gain, give, take, count = self.best_trade(p, worth, rounds)
        if gain * (1.0 + w.noise * chance()) > max(best, w.effort):
            return TRADE, give, take, count
        return (BUILD, at, 0, 0) if at >= 0 else (WAIT, 0, 0, 0)

    def rivals(self, p: Position, worth: list[float], rounds: float) -> list[float]:
        """How much each seat counts as a rival, in all one: those most who are near or ahead."""
        scores = [sum(map(mul, hand, worth)) for hand in p.hands]
        mine, doubt = scores[p.seat], self.w.least + self.w.doubt * rounds
        weighed = [1.0 / (1.0 + exp(min(STEEPEST, (mine - score) / doubt))) for score in scores]
        weighed[p.seat] = 0.0
        total = sum(weighed)
        return [weight / total for weight in weighed]

    def best_trade(self, p: Position, worth: list[float], rounds: float) -> tuple[float, int, int, int]:
        """The most precious colour for the least precious one; a place behind the screen has its price."""
        hand, supply, size = p.hands[p.seat], p.supply, p.sizes[p.seat]
        give = min([c for c in self.colours if hand[c] > 0], key=worth.__getitem__, default=-1)
        take = max([c for c in self.colours if supply[c] > 0 and c != give], key=worth.__getitem__, default=-1)
        if give < 0 or take < 0:
            return 0.0, 0, 0, 0
        one = worth[take] - worth[give]
        if supply[take] < self.t.exchange[-1]:
            return one, give, take, 1
        room = self.w.growth * max(worth) * min(1.0, rounds / self.w.rounds) if size < self.t.limit else self.t.penalty
        two = one + worth[take] - room
        return (two, give, take, 2) if two > one else (one, give, take, 1)

    def way(self, p: Position, c: int) -> Way:
        ground, own = self.ground, p.lines[c]
        free = ground.landscape & ~p.twice & ~own | ground.cities & ~p.once
        way = p.ways[c] = ground.way(own, p.edges[c], free, max(0, min(LONGEST, p.supply[c])))
        return way

    def wins_now(self, p: Position, c: int) -> bool:
        """Whether the seat would win if this colour reached Marseille."""
        p.value[c] += self.ground.worth[0][0]
        scores = self.scores(p)
        p.value[c] -= self.ground.worth[0][0]
        return scores[p.seat] == max(scores)

    def wait(self, p: Position) -> None:
        """Nothing that helps: locomotives are put where they bring nothing. Who leads hurries to the end."""
        scores = self.scores(p)
        if scores[p.seat] == max(scores):
            c = min([c for c in self.colours if p.supply[c] > 0], key=p.supply.__getitem__)
            p.supply[c] -= min(LONGEST, p.supply[c])
        else:
            c = max(self.colours, key=p.supply.__getitem__)
            p.supply[c] -= 1
        self.shorten(p, c)
        self.end_turn(p)
