"""What a position of Paris Connection promises: guesses at final values and hands, from a view alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log1p, sqrt
from typing import Final

from stellwerk.core.view import View
from stellwerk.games.paris.board import Board, bits
from stellwerk.games.paris.hands import certain_hands
from stellwerk.games.paris.state import HIDDEN, ParisState
from stellwerk.games.paris.tables import Tables
from stellwerk.games.paris.track import occupied, open_to, tracks


@dataclass(frozen=True, slots=True)
class Weights:
    """How the guesses are weighed; found by letting bots with other weights play each other."""

    decay: float = 0.72
    """What is left of the hope for a city with each locomotive that is still to be built."""

    hope: float = 1.2
    """How much a city in reach counts while the game is young: more than itself, for what lies behind it."""

    per_locomotive: float = 0.6
    """The most value that a locomotive of the supply can still bring."""

    growth: float = 0.35
    """What a free place behind the screen is worth, in locomotives."""

    pace: float = 2.2
    """How many locomotives leave the supplies in a turn."""

    doubt: float = 6.0
    """How far a score may move in a round, in points."""


FARTHEST: Final = 7
"""Cities farther away than this are no hope at all."""

ROUNDS_OF_HOPE: Final = 4.0
"""With fewer rounds left than this, hopes shrink."""

LEAST_DOUBT: Final = 0.5
FINAL: Final = 1.7
"""At the end only hands are in doubt, and they scatter like a bell curve: it is so much steeper than a logistic one."""

HOPELESS: Final = 30.0
"""So many doubts behind, the logarithm of the hope is the lead itself; an exponential would overflow."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What is known about somebody's hand: so many of each colour for sure, and some of unknown colours."""

    sure: tuple[int, ...]
    unknown: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """A position after a whole turn, as far as it is needed to judge it. Colours are numbers here."""

    values: tuple[int, ...]
    supply: tuple[int, ...]
    hand: tuple[int, ...]
    marseille: bool = False

    @property
    def over(self) -> bool:
        return self.marseille or sum(1 for left in self.supply if left) <= 1


class Outlook:
    """Judges prospects for one seat. All that does not depend on the seat's next action is worked out once."""

    def __init__(self, t: Tables, view: View[ParisState], weights: Weights) -> None:
        s = view.state
        assert view.seat is not None
        self.t, self.board, self.weights = t, t.board, weights
        self.lines = [own for own, _ in tracks(t.board, s).values()]
        self.edges = [edge for _, edge in tracks(t.board, s).values()]
        self.once, self.twice = occupied(t.board, s)
        held = s.hands[view.seat]
        hand = tuple(held.count(colour) for colour in t.colours)
        self.now = Prospect(tuple(s.value.values()), tuple(s.supply.values()), hand)
        self.worth = {1 << t.board.number[space]: value for space, value in t.board.value.items()}
        self.reach = [self._reach(own, edge) for own, edge in zip(self.lines, self.edges, strict=True)]
        self.crowd: defaultdict[int, float] = defaultdict(float)
        for reach in self.reach:
            for city, chance in reach.items():
                self.crowd[city] += chance
        self.shares = [{city: self._share(city, chance, chance) for city, chance in r.items()} for r in self.reach]
        self.gains = [sum(shares.values()) for shares in self.shares]
        self.guesses, pool = self._guess(view)
        left = sum(pool) or 1
        self.mix = [n / left for n in pool]
        """The share of each colour among the locomotives whose place is unknown."""

        self.spread = [(left - guess.unknown) / max(left - 1, 1) for guess in self.guesses]

    def _guess(self, view: View[ParisState]) -> tuple[list[Guess], list[int]]:
        colours = self.t.colours
        sure, pool = certain_hands(self.t, view)
        others = [seat for seat in range(self.t.seats) if seat != view.seat]
        guesses = []
        for seat in others:
            hand = view.state.hands[seat]
            known = sure[seat] if HIDDEN in hand else {c: hand.count(c) for c in colours}
            counts = tuple(known.get(colour, 0) for colour in colours)
            guesses.append(Guess(counts, len(hand) - sum(counts)))
        return guesses, [max(pool[colour], 0) for colour in colours]

    def _reach(self, own: int, edge: int) -> dict[int, float]:
        """The free cities that a line may come to, with the hope that is left for each were it alone."""
        board, cities, decay = self.board, self.board.cities, self.weights.decay
        free = open_to(board, own, self.once, self.twice)
        reached: dict[int, float] = {}
        layer, chance = edge & free, 1.0
        for _ in range(FARTHEST):
            chance *= decay
            if layer & cities:
                for city in singles(layer & cities):
                    reached[city] = chance
            free &= ~layer
            layer = board.border(layer) & free
            if not layer:
                break
        return reached

    def _share(self, city: int, chance: float, old: float = 0.0) -> float:
        """What a line may gain from a city, shared with all lines that near it; `old` was this line's part of them."""
        crowd = self.crowd[city] - old + chance
        return self.worth[city] * (chance / crowd if crowd > 1.0 else chance)

    def potential(self, at: int, spaces: int) -> list[float]:
        """What each colour may still gain once locomotives of one colour stand on these spaces."""
        gains = self.gains.copy()
        for city in singles(spaces & self.board.cities):
            for colour, shares in enumerate(self.shares):
                gains[colour] -= shares.get(city, 0.0)
        old, line = self.reach[at], self.lines[at] | spaces
        reach = self._reach(line, self.edges[at] | self.board.border(spaces))
        gains[at] = sum([self._share(city, chance, old.get(city, 0.0)) for city, chance in reach.items()])
        return gains

    def rounds(self, p: Prospect) -> float:
        """How many rounds the supplies will last."""
        return (sum(p.supply) - max(p.supply)) / (self.weights.pace * self.t.seats)

    def judge(self, p: Prospect, gains: list[float]) -> float:
        """The logarithm of the hope to win: the higher the better."""
        w, t = self.weights, self.t
        if p.over:
            worth, growth, doubt = [float(value) for value in p.values], 0.0, LEAST_DOUBT
        else:
            rounds = self.rounds(p)
            hope = w.hope * min(1.0, rounds / ROUNDS_OF_HOPE)
            most = w.per_locomotive
            likely = [min(gain, left * most) for gain, left in zip(gains, p.supply, strict=True)]
            worth = [value + hope * gain for value, gain in zip(p.values, likely, strict=True)]
            growth = w.growth * max(worth)
            doubt = LEAST_DOUBT + w.doubt * rounds

        def score(counts: tuple[int, ...], unknown: int) -> float:
            known = sum(n * each for n, each in zip(counts, worth, strict=True))
            room = t.limit - sum(counts) - unknown
            return known + unknown * mean + (room * growth if room > 0 else room * t.penalty)

        mean = sum(share * each for share, each in zip(self.mix, worth, strict=True))
        scatter = sum(share * each * each for share, each in zip(self.mix, worth, strict=True)) - mean * mean
        mine = score(p.hand, 0)
        total = 0.0
        for guess, spread in zip(self.guesses, self.spread, strict=True):
            unsure = doubt + sqrt(max(scatter * guess.unknown * spread, 0.0))
            lead = (mine - score(guess.sure, guess.unknown)) / unsure * (FINAL if p.over else 1.0)
            total -= log1p(exp(-lead)) if lead > -HOPELESS else -lead
        return total


def gain(board: Board, spaces: int) -> int:
    """What locomotives on these spaces add to a value."""
    return sum(board.value[board.spaces[number]] for number in bits(spaces & board.cities))


def singles(spaces: int) -> Iterator[int]:
    """Each space of a set as a set of its own."""
    while spaces:
        low = spaces & -spaces
        yield low
        spaces ^= low
