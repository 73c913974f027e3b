"""Games that keep something for too long or too much of it: caches that are old, stacks and numbers without end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.game import Words
from stellwerk.core.state import Frame
from tests.core import toys
from tests.core.toys import TrackGame, TrackState
from tests.laws.mutants import track
from tests.laws.mutants_of_titles import MUTANTS

__all__ = ["MUTANTS"]


class RememberSquares(toys.TakeTurn):
    """What is offered is noted in the state, and still believed when the coins have changed."""

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        for choice in super().choices(s, f):
            if choice.kind == "move":
                most = s.crowd.setdefault(-1 - choice.seat, choice.args[0].hi)
                yield choice._replace(args=(Range(1, most),))
            else:
                yield choice

    def move(self, s: TrackState, f: Frame, a: Action) -> None:
        noted = s.crowd
        super().move(s, f, a)
        s.crowd = noted


@track(
    "looking_changes_nothing|no_choice_raises|choices_follow_from_the_view|pieces_are_conserved", turn=RememberSquares()
)
class BelievesAnOldCache(TrackGame):
    pass


class PayByLot(toys.PayToll):
    """Chance acts once for each frame, and each time a state is kept."""

    kinds = ("fog",)

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "fog", (Range(0, 1),))

    def fog(self, s: TrackState, f: Frame, a: Action) -> None:
        self.skip(s, f)


@track("positions_are_bounded", toll=PayByLot())
class StacksWithoutEnd(TrackGame):
    """The rest of the audit is that of the toy."""

    def words(self, before: TrackState, a: Action) -> Words:
        return Words("log.weather", ("snow",)) if a.kind == "fog" else super().words(before, a)

    def audit(self, s: TrackState) -> Iterator[str]:
        return (problem for problem in super().audit(s) if not problem.startswith("the stack"))


@dataclass(slots=True)
class Tipped(TrackState):
    """Has a number that nothing bounds and nothing needs."""

    tips: int = 0


@track("positions_are_bounded")
class CountsTipByTip(TrackGame):
    state_class = Tipped

    def start(self) -> Tipped:
        usual = super().start()
        return Tipped(usual.todo, usual.place, usual.coins, usual.loans)

    def view(self, s: TrackState, seat: int | None) -> TrackState:
        assert isinstance(s, Tipped)
        for _tip in range(s.tips):
            str(_tip)
        return s
