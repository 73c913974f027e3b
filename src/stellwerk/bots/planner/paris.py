"""The planner for Paris Connection: whole turns, played on to the end against hands that could be held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any, Final

from stellwerk.bots.advice import Advice, Reason
from stellwerk.bots.paris import Planner, Turn
from stellwerk.bots.paris_outlook import Weights as Hopes
from stellwerk.bots.planner.halving import Trial, ranked
from stellwerk.bots.planner.paris_ground import ground_of
from stellwerk.bots.planner.paris_quick import Position, Quick
from stellwerk.bots.planner.paris_weights import weights
from stellwerk.bots.registry import EASY, NORMAL, STRONG, Rank
from stellwerk.core.action import Action
from stellwerk.core.view import View
from stellwerk.games.paris.game import ParisGame
from stellwerk.games.paris.state import ParisState

HOPES: Final = Hopes()
STEEPEST: Final = 50.0


@dataclass(frozen=True)
class ParisPlanner:
    """Plays each candidate on to the end, so many times in all, and takes the one that wins most."""

    name: str
    rank: Rank
    rollouts: int
    """So many at most for one decision; a quarter of them within a build, where less is to be decided."""

    most: int
    """So many whole turns are tried, those first that the greedy bot thinks best."""

    each: int
    """So many of them at most that build one colour, and twice as many exchanges."""

    deals: int = 3
    """So many deals of what is hidden are drawn for one that is played on: that which explains best what was built."""

    doubt: float = 0.0
    """By how much it is wrong about each turn that does not reach Marseille, as a part of the chance to win."""

    games: frozenset[str] | None = frozenset({"paris-connection"})

    def choose(self, view: View[Any], rng: Random) -> Action:
        if len(view.choices) == 1:
            return view.choices[0].sample(rng)
        trials = self._trials(view, rng)
        return Action(*trials[0].candidate.choice) if trials else rng.choice(view.choices).sample(rng)

    def advise(self, view: View[Any], rng: Random) -> list[Advice]:
        """The first steps of the best turns, each once."""
        best: dict[Action, Advice] = {}
        for trial in self._trials(view, rng):
            action = Action(*trial.candidate.choice)
            best.setdefault(action, Advice(action, trial.score, tuple(reasons(view, trial.candidate))))
        return list(best.values()) or [Advice(x.sample(rng), 0.0) for x in view.choices[:1]]

    def _trials(self, view: View[ParisState], rng: Random) -> list[Trial[Turn]]:
        begun = bool(view.state.colour)
        planner = Planner(view, HOPES)
        turns = self.kept(planner.turns(), begun=begun, end=planner.marseille)
        if not turns:
            return []
        search = Search(view, rng, self.deals)
        rollouts = self.rollouts // 4 if begun else self.rollouts
        best, wrong = turns[0].hope, Random(search.seed)

        def lean(turn: Turn) -> float:
            error = wrong.gauss(0.0, self.doubt) if self.doubt else 0.0
            return 0.0 if search.ends(turn) else error + search.w.lean * (turn.hope - best)

        return ranked(turns, search.play, rollouts, lean=lean)

    def kept(self, turns: Iterable[Turn], *, begun: bool, end: int) -> list[Turn]:
        """The best of each colour and of the exchanges, and besides each colour's best that ends the game."""
        kept: list[Turn] = []
        ends: dict[str, Turn] = {}
        counts = Counter[str]()
        for turn in sorted(turns, key=lambda turn: -turn.hope):
            counts[turn.colour] += 1
            if turn.build is not None and turn.build.spaces & end:
                ends.setdefault(turn.colour, turn)
            elif begun or counts[turn.colour] <= self.each * (1 if turn.colour else 2):
                kept.append(turn)
        kept = kept[: self.most // 2 if begun else self.most]
        return sorted([*kept, *ends.values()], key=lambda turn: -turn.hope)


class Search:
    """One decision: worlds that could be behind the view, in which turns are tried."""

    def __init__(self, view: View[ParisState], rng: Random, deals: int) -> None:
        assert isinstance(view.game, ParisGame)
        assert view.seat is not None
        self.view, self.game, self.seat, self.deals = view, view.game, view.seat, deals
        self.t, self.ground, self.w = self.game.t, ground_of(self.game.t.board), weights()
        self.quick = Quick(self.t, self.ground, self.w)
        self.colour = {colour: n for n, colour in enumerate(self.t.colours)}
        self.seed = rng.getrandbits(32)
        self.root = self.quick.position(view.state, self.seat)
        for c in self.quick.colours:
            self.quick.way(self.root, c)
        self.shown = shown_by_builds(view)
        self.worlds: list[list[tuple[str, ...]]] = []

    def play(self, turn: Turn, luck: int) -> tuple[float, float]:
        """How good the end is that a turn comes to with this luck, and the seat's score there."""
        p = self.root.copy()
        self.quick.deal(p, self.world(luck))
        self.apply(p, turn)
        margin = self.w.sharp if p.over else self.w.margin
        scores = self.quick.play_on(p, Random(self.seed + luck))
        mine = scores[self.seat]
        lead = mine - max(score for seat, score in enumerate(scores) if seat != self.seat)
        return 1.0 / (1.0 + exp(min(STEEPEST, -lead / margin))), mine

    def apply(self, p: Position, turn: Turn) -> None:
        if turn.build is not None:
            self.quick.build(p, self.colour[turn.colour], self.ground.of(turn.build.spaces))
        else:
            give, take, count = turn.choice.args
            self.quick.trade(p, self.colour[give], self.colour[take], count)

    def ends(self, turn: Turn) -> bool:
        """Whether a turn reaches Marseille: what it comes to is no guess then."""
        return turn.build is not None and bool(self.ground.of(turn.build.spaces) & self.ground.marseille)

    def world(self, luck: int) -> list[tuple[str, ...]]:
        """Hands that could be behind the screens, the same for every candidate."""
        while len(self.worlds) <= luck:
            rng = Random(f"{self.seed}/{len(self.worlds)}")
            drawn = [self.game.imagine(self.view, rng).hands for _ in range(self.deals)]
            self.worlds.append(max(drawn, key=self._explained))
        return self.worlds[luck]

    def _explained(self, hands: list[tuple[str, ...]]) -> float:
        """How well hands explain what their owners built."""
        told = 0.0
        for seat, points in self.shown.items():
            total = sum(points.values()) + self.w.showing
            told += sum(hands[seat].count(colour) * n for colour, n in points.items()) / total
        return told


def shown_by_builds(view: View[ParisState]) -> dict[int, Counter[str]]:
    """What each other seat's builds brought each colour: whoever holds a colour builds it."""
    assert isinstance(view.game, ParisGame)
    value = view.game.t.board.value
    shown: dict[int, Counter[str]] = {}
    for action in view.log:
        if action.kind == "place" and action.seat != view.seat:
            colour, space = action.args
            shown.setdefault(action.seat, Counter())[colour] += value.get(space, 0)
    return shown


def reasons(view: View[ParisState], turn: Turn) -> Iterator[Reason]:
    """What speaks for a turn."""
    assert isinstance(view.game, ParisGame)
    assert view.seat is not None
    board, hand = view.game.t.board, view.state.hands[view.seat]
    if turn.build is None:
        give, take, count = turn.choice.args
        key = "paris.more" if count > 1 else "paris.better"
        yield Reason(key, {"give": give, "take": take, "value": view.state.value[take]})
        return
    points = board.points(view.state.building) + turn.build.earned
    if turn.build.spaces & 1 << board.number[board.marseille]:
        yield Reason("paris.end", {"colour": turn.colour})
    if points:
        yield Reason("paris.points", {"colour": turn.colour, "points": points, "held": hand.count(turn.colour)})
    else:
        yield Reason("paris.way", {"colour": turn.colour})


def planners() -> Iterator[ParisPlanner]:
    """The levels."""
    yield ParisPlanner("planner-easy", EASY, rollouts=8, most=4, each=1, deals=1)
    yield ParisPlanner("planner-normal", NORMAL, rollouts=40, most=8, each=2, doubt=0.06)
    yield ParisPlanner("planner", STRONG, rollouts=160, most=12, each=3)
