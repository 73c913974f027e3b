"""Uncertain times: what the sale of a train may bring over all companies, and for how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, Draw
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.audit import among, once
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import IN_A_TURN, RailStep
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.games.g1830.ruleset import LASTING, SHORT_RUNS, Ruleset1830, Uncertainty, rules_of
from stellwerk.games.g1830.state import State1830, own

REVEAL: Final = "reveal_marker"


class RevealMarker(RailStep):
    """S-5.2: chance turns over one of the markers that lie face down; the last one is never seen."""

    lies_on = (IN_A_TURN, "discard_train")
    rule = turn_rule = "S-5.2-3.0a"
    kinds = ("reveal",)
    by_chance = True

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        bag = Counter(own(s).face_down)
        if bag:
            yield Choice(CHANCE, "reveal", (Draw(tuple(bag.items()), 1),))

    def mover(self, s: RailState, f: Frame) -> int:
        return CHANCE

    def fits(self, s: RailState, f: Frame) -> bool:
        """Whoever bought the train is still in its turn."""
        return s.acted[-1:] == (f.who,) and bool(own(s).face_down)

    def reveal(self, s: RailState, f: Frame, a: Action) -> None:
        """A marker that holds for a while lies with the buyer; after the last train the rest leaves the game."""
        (marker,) = a.args[0]
        mine, t = own(s), rules_of(self.rules).uncertainty
        assert t
        left = list(mine.face_down)
        left.remove(marker)
        mine.face_down = tuple(left) if any(s.depot[train] for train in t.trains) else ()
        if marker in LASTING:
            mine.in_force[marker] = str(f.who)


class RunInUncertainTimes(RunTrains):
    """Runs may be short now."""

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        """Where a route is too long, by whichever way of counting, the reason is that runs are short."""
        refusal = super().why(s, f, a)
        shortened = refusal.rule in ("route.too_long", "route.too_long_apart") and SHORT_RUNS in own(s).in_force
        return Refusal("S-5.2-3.0c", refusal.data) if shortened else refusal


def begin_turn(s: RailState, company: str) -> None:
    """What lies with a company goes when this turn of it is over."""
    mine = own(s)
    mine.running_out = tuple(marker for marker in LASTING if mine.in_force.get(marker) == company)


def end_turn(s: RailState) -> None:
    """What has run out goes."""
    mine = own(s)
    for marker in mine.running_out:
        del mine.in_force[marker]
    mine.running_out = ()


# -- audit


def form(t: Ruleset1830, s: State1830) -> Iterator[str]:
    """What no position has: markers of another game, or for nobody."""
    markers = t.uncertainty.markers if t.uncertainty else ()
    lasting = [marker for marker in LASTING if marker in markers]
    yield from among("face_down", s.face_down, markers)
    if Counter(s.face_down) - Counter(markers) or list(s.face_down) != sorted(s.face_down, key=_place):
        yield "face_down lists each marker at most as often as there are of it, in their order"
    yield from among("in_force", s.in_force, lasting)
    yield from among("in_force", s.in_force.values(), s.floated)
    yield from once("running_out", s.running_out, list(s.in_force))


def laws(t: Ruleset1830, s: State1830) -> Iterator[str]:
    """Each sale of such a train has revealed a marker, and what is revealed does not lie face down."""
    if not t.uncertainty:
        return
    if len(s.face_down) != _unseen(t.uncertainty, s):
        yield "the sale of each train of the type has revealed a marker"
    if set(s.in_force) & set(s.face_down):
        yield "a marker that holds does not lie face down"
    if any(s.round != "operating" or s.acted[-1:] != (s.in_force[marker],) for marker in s.running_out):
        yield "a marker runs out in the turn of its company"


def _place(marker: str) -> int:
    """Its place in the list: what changes nothing comes first."""
    return LASTING.index(marker) + 1 if marker in LASTING else 0


def _unseen(t: Uncertainty, s: State1830) -> int:
    """How many markers lie face down: one more than trains left, or none after the last; a draw that is due counts."""
    left = sum(s.depot[train] for train in t.trains)
    due = sum(frame.step == REVEAL for frame in s.todo)
    return left + 1 + due if left or due else 0
