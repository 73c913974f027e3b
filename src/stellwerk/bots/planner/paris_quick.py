"""Paris Connection played on quickly: flat numbers and a policy like the greedy bot's for every seat, to the end.

Hands are open here: what is behind the screens has been imagined. build.10 is left out, which hardly ever matters so
far ahead.
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

NONE, BUILD, LEAST, TRADE, END = range(5)
"""What a turn can be: a good build of one colour or one that helps it least, an exchange, or what ends the game."""

HOPELESS: Final = 1e9
"""Worse than any turn."""

STEEPEST: Final = 50.0
LAST: Final = 2
"""With so many supplies left, the game is over when one of them is used up."""

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
        """An exchange; the turn ends. Builds that a supply cuts short, or does not any more, are looked for anew."""
        hand = p.hands[p.seat]
        for c, n in ((give, -1), (take, count)):
            hand[c] += n
            p.held[c] += n
            p.supply[c] -= n
        p.sizes[p.seat] += count - 1
        if p.supply[give] <= LONGEST:
            p.ways[give] = None
        if p.supply[take] < LONGEST:
            p.ways[take] = None
        self.end_turn(p)

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
        turns = 0
        chance = rng.random
        while not p.over and turns < LONGEST_GAME and self.turn(p, chance):
            turns += 1
        return self.scores(p)

    def turn(self, p: Position, chance: Callable[[], float]) -> bool:
        """One turn by the policy; no if there is none."""
        kind, one, two, count = self.decide(p, chance)
        if kind == TRADE:
            self.trade(p, one, two, count)
        elif kind == BUILD:
            self.build(p, one, (p.ways[one] or self.way(p, one)).spaces)
        elif kind == LEAST:
            self.build(p, one, (p.ways[one] or self.way(p, one)).least)
        elif kind == END:
            p.value[one] += two
            p.over = True
        return kind != NONE

    def decide(self, p: Position, chance: Callable[[], float]) -> tuple[int, int, int, int]:
        """The build or exchange that brings the seat most beside the others, with some doubt about each."""
        w, supply, hands = self.w, p.supply, p.hands
        ways = [way or self.way(p, c) for c, way in enumerate(p.ways)]
        full = max(supply)
        rounds = (sum(supply) - full) / (w.pace * self.t.seats)
        hope = w.hope * min(1.0, rounds / w.rounds)
        likely = [min(way.before, w.each * left) for way, left in zip(ways, supply)]  # noqa: B905
        worth = [value + hope * more for value, more in zip(p.value, likely)]  # noqa: B905
        rivals, hurry = self.rivals(p, worth, rounds)
        ahead = [held - sum(map(mul, rivals, each)) for held, each in zip(hands[p.seat], zip(*hands))]  # noqa: B905
        last = sum([1 for left in supply if left > 0]) <= LAST
        total, taking = sum(ahead), w.taking * hope / (len(ways) - 1)
        best, kind, at = -HOPELESS, NONE, -1
        for c, way in enumerate(ways):
            if way.ends or (last and 0 < supply[c] <= LONGEST):
                for more in self.ends(way, supply[c] if last else 0):
                    if self.lead_if_over(p, c, more) >= w.slack * (2.0 * chance() - 1.0):
                        return END, c, more, 0
            if not way.length:
                continue
            nearer = hurry if supply[c] < full else 0.0
            luck = 1.0 + w.noise * chance()
            if not (last and way.length == supply[c]):
                later = min(way.after, w.each * (supply[c] - way.length)) - likely[c]
                taken = taking * way.earned * (ahead[c] - total)
                gain = ((way.earned + hope * later) * ahead[c] + taken + nearer * way.length) * luck
                if gain > best:
                    best, kind, at = gain, BUILD, c
            if ahead[c] < 0.0 or nearer < 0.0:
                length = way.least.bit_count()
                gain = (way.least_earned * ahead[c] + nearer * length) * luck
                if gain > best and not (last and length == supply[c]):
                    best, kind, at = gain, LEAST, c
        bound = hope * w.each
        slopes = [bound if way.before > w.each * left else 0.0 for way, left in zip(ways, supply)]  # noqa: B905
        gain, give, take, count = self.best_trade(p, worth, ahead, slopes)
        if count and (kind == NONE or gain * (1.0 + w.noise * chance()) > best):
            return TRADE, give, take, count
        return kind, at, 0, 0

    def ends(self, way: Way, left: int) -> tuple[int, ...]:
        """What a colour can gain by builds that end the game, by Marseille or with the last of the supplies."""
        if 0 < left <= LONGEST:
            return *way.ends, way.earned if way.length == left else 0
        return way.ends

    def rivals(self, p: Position, worth: list[float], rounds: float) -> tuple[list[float], float]:
        """How much each seat counts as a rival, in all one: those most who are near or ahead.

        And what it is worth to the seat that the end comes nearer by a locomotive: who leads is in a hurry.
        """
        w, limit, room = self.w, self.t.limit, self.w.growth * max(worth)
        scores = [
            sum(map(mul, hand, worth)) + (room * (limit - size) if size < limit else 0.0)
            for hand, size in zip(p.hands, p.sizes)  # noqa: B905
        ]
        mine, doubt = scores[p.seat], w.least + w.doubt * rounds
        leads = [mine - score for score in scores]
        weighed = [1.0 / (1.0 + exp(min(STEEPEST, lead / doubt))) for lead in leads]
        weighed[p.seat] = 0.0
        total = sum(weighed)
        rivals = [weight / total for weight in weighed]
        return rivals, w.haste * sum(map(mul, rivals, leads)) * w.doubt / (doubt * w.pace * self.t.seats)

    def best_trade(
        self, p: Position, worth: list[float], ahead: list[float], slopes: list[float]
    ) -> tuple[float, int, int, int]:
        """The most precious colour for the least precious one; a place behind the screen has its price.

        What is taken from a supply or put back there changes what its colour can still gain, for everybody.
        """
        hand, supply, value = p.hands[p.seat], p.supply, p.value
        best, give, take, count, cost = -HOPELESS, -1, 0, 0, HOPELESS
        for c in self.colours:
            if hand[c] > 0:
                loss = worth[c] + slopes[c] * (1.0 - ahead[c])
                if loss < cost:
                    give, cost = c, loss
        if give >= 0:
            two = self.t.exchange[-1]
            room = self.w.growth * max(worth) if p.sizes[p.seat] < self.t.limit else self.t.penalty
            rank = value[give], give
            for c in self.colours:
                if c != give and supply[c] > 0:
                    gain = worth[c] - slopes[c] * (1.0 + ahead[c]) - cost
                    if gain > best and (value[c], c) > rank:
                        best, take, count = gain, c, 1
                    if supply[c] >= two:
                        gain = two * (worth[c] - slopes[c] * (two + ahead[c])) - cost - room
                        if gain > best:
                            best, take, count = gain, c, two
        return best, give, take, count

    def way(self, p: Position, c: int) -> Way:
        ground, own = self.ground, p.lines[c]
        free = ground.landscape & ~p.twice & ~own | ground.cities & ~p.once
        way = p.ways[c] = ground.known_way(own, p.edges[c], free, max(0, min(LONGEST, p.supply[c])))
        return way

    def lead_if_over(self, p: Position, c: int, gain: int) -> int:
        """How far the seat would be ahead of all others if the game ended with so much more value of this colour."""
        p.value[c] += gain
        scores = self.scores(p)
        p.value[c] -= gain
        mine = scores[p.seat]
        scores[p.seat] = -LONGEST_GAME * LONGEST_GAME
        return mine - max(scores)
