"""A bot for Railroad Revolution that thinks a turn to its end: the action, its effects and the deal that follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from stellwerk.bots.registry import SIMPLE, Rank
from stellwerk.bots.revolution_outlook import Outlook, Weights, wanted_colours
from stellwerk.bots.revolution_ways import Ways
from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.view import View
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.pieces import NUMBER
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables

REFUNDS: Final = ("w.station.orange", "w.rail.orange", "w.tele.orange")
"""Abilities that bring money after the main action: a debt is paid by them before shares are sold."""

MAIN: Final = ("build", "lay", "open", "trade")
DEEPEST: Final = 14
"""The most small actions of a turn that are thought of."""


class Breadth(NamedTuple):
    """How many thoughts are followed at a time: in all, and of each beginning while a turn has not begun."""

    kept: int = 3
    of_each: int = 2


class Plan(NamedTuple):
    """The rest of a turn, action by action, and what it promises."""

    hope: float
    actions: tuple[Action, ...]


class Thought(NamedTuple):
    """A position that this turn can come to, the actions that lead there, and what it promises."""

    hope: float
    actions: tuple[Action, ...]
    s: RevolutionState


@dataclass(frozen=True)
class RevolutionBot:
    """Takes the first step of the turn that leaves it with most points to hope for, and thinks again after it.

    It always comes to an end: turns use up pieces, and within a turn it sells only to pay a debt and hires only to
    promote. It thinks on its view alone: no turn that it thinks of goes past a draw.
    """

    name: str = "greedy"
    games: frozenset[str] | None = frozenset({"railroad-revolution"})
    rank: Rank = SIMPLE
    weights: Weights = field(default_factory=Weights)

    def choose(self, view: View[Any], rng: Random) -> Action:
        if len(view.choices) == 1:
            return view.choices[0].sample(rng)
        planner = Planner(view, self.weights)
        found = list(planner.plans())
        if not found:
            return planner.way_out(rng)
        best = max((plan.hope, -len(plan.actions)) for plan in found)  # no action that brings nothing
        firsts = [plan.actions[0] for plan in found if (plan.hope, -len(plan.actions)) == best]
        return rng.choice(list(dict.fromkeys(firsts)))


_WAYS: dict[int, Ways] = {}


def ways_of(t: Tables) -> Ways:
    """The ways on a board are remembered for all games that are played on it."""
    known = _WAYS.get(id(t.board))
    if known is None or known.board is not t.board:
        known = _WAYS[id(t.board)] = Ways(t)
    return known


class Planner:
    """Turns worth a thought, each with its first action and the hope it leaves."""

    judges: type[Outlook] = Outlook

    def __init__(self, view: View[RevolutionState], weights: Weights, breadth: Breadth = Breadth()) -> None:  # noqa: B008
        assert isinstance(view.game, RevolutionGame)
        assert view.seat is not None
        self.game, self.t, self.seat = view.game, view.game.t, view.seat
        self.view, self.breadth = view, breadth
        self.outlook = self.judges(self.t, ways_of(self.t), view.state, view.seat, weights)
        self.step = view.state.todo[-1].step

    def plans(self) -> Iterator[Plan]:
        """Every end that the thoughts come to."""
        s = self.view.state
        layer: list[Thought] = []
        for action in self.sensible(s, list(self.view.choices)):
            if self.ends(s, action):
                yield Plan(self.outlook.judge(s), (action,))
            else:
                layer.append(self.thought(s, (), action))
        each = self.step in ("turn", "start")
        for _ in range(DEEPEST):
            following: dict[Any, Thought] = {}
            for thought in self.kept(layer, each=each):
                if not self.goes_on(thought.s):
                    yield Plan(self.outlook.judge(thought.s), thought.actions)
                    continue
                for action in self.sensible(thought.s, list(self.game.choices(thought.s))):
                    if self.ends(thought.s, action):
                        yield Plan(self.outlook.judge(thought.s), (*thought.actions, action))
                        continue
                    after = self.thought(thought.s, thought.actions, action)
                    # The same things in another order come to the same hope: one of them is enough.
                    workers = after.s.supply[self.seat]
                    key = (after.hope, after.actions[0] if each else None, len(after.s.todo), workers)
                    following.setdefault(key, after)
            layer = list(following.values())
            if not layer:
                return

    def way_out(self, rng: Random) -> Action:
        """Where no thought came to an end: what is most hopeful at once, or the smallest sale."""
        s, choices = self.view.state, self.view.choices
        thoughts = [self.thought(s, (), action) for action in self.sensible(s, list(choices))]
        if thoughts:
            return max(thoughts, key=lambda thought: thought.hope).actions[0]
        sale = next((x for x in choices if x.kind == "sell"), None)
        return Action(sale.seat, sale.kind, (1,)) if sale else rng.choice(choices).sample(rng)

    def thought(self, s: RevolutionState, before: tuple[Action, ...], action: Action) -> Thought:
        after = self.game.apply(s, action)
        return Thought(self.outlook.judge(after) + self.outlook.pending(after), (*before, action), after)

    def kept(self, layer: list[Thought], *, each: bool) -> list[Thought]:
        """The most hopeful thoughts, in all or of each beginning."""
        layer.sort(key=lambda thought: -thought.hope)
        if not each:
            return layer[: self.breadth.kept]
        counts: dict[Action, int] = {}
        kept = []
        for thought in layer:
            first = thought.actions[0]
            count = counts[first] = counts.get(first, 0) + 1
            if count <= self.breadth.of_each:
                kept.append(thought)
        return kept

    def goes_on(self, s: RevolutionState) -> bool:
        """Whether it is still this seat that decides within the same turn."""
        return bool(s.todo) and s.todo[-1].who == self.seat and s.todo[-1].step in ("act", "deal", "prepare")

    def ends(self, s: RevolutionState, action: Action) -> bool:
        """An end that changes nothing which counts: no deal of this seat follows."""
        return action.kind == "done" and not (s.todo[-1].step == "act" and s.dealing == 1)

    def sensible(self, s: RevolutionState, choices: list[Choice]) -> list[Action]:
        """The main action before its effects, no sale without debt, and no difference between equal workers."""
        main = [choice for choice in choices if choice.kind in MAIN] if s.main else []
        if main:
            return [Action(*choice) for choice in main]
        actions = [Action(*x) for x in choices if x.kind not in ("sell", "hire") and self._first_of_kind(s, x)]
        hires = [Action(*x) for x in choices if x.kind == "hire"]
        if hires and any(grant.kind == "promote" for grant in s.grants):
            wanted = wanted_colours(self.t, s, self.seat)
            actions += [action for action in hires if action.args[0] in wanted]
        if s.cash[self.seat] < 0 and not any(x.kind == "use" and x.args[0] in REFUNDS for x in choices):
            sales = [x for x in choices if x.kind == "sell"]
            lack = -(s.cash[self.seat] // self.t.share_price)
            actions += [Action(x.seat, x.kind, (min(lack, x.args[0].hi),)) for x in sales]
        return actions

    def _first_of_kind(self, s: RevolutionState, x: Choice) -> bool:
        """Of equal workers on the action spaces and beside the board, one on an action space is given."""
        match x.kind, x.args:
            case ("promote" | "swap", (str(colour), "supply", _)):
                pass
            case ("use" | "step", (_, str(colour), "supply")):
                pass
            case _:
                return True
        n = NUMBER[colour]
        return not any(s.posts[self.seat][n :: len(NUMBER)])
