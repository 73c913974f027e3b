"""In an 18xx title several seats may act at once, and things may be hidden: 1830 with sealed sums before the sale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.texts import Texts
from stellwerk.core.view import View
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.games.g1830.game import Title1830
from stellwerk.testing import check_laws

UNKNOWN = -1
MOST = 9


@dataclass(slots=True)
class SealedState(RailState):
    """Each seat writes a sum that the others see only when all are in."""

    sums: dict[int, int] = field(default_factory=dict)


def sums_of(s: RailState) -> dict[int, int]:
    assert isinstance(s, SealedState)
    return s.sums


class WriteSums(RailStep):
    """Everybody writes at once; whoever wrote most has the priority."""

    rule = turn_rule = "auction.turn"
    kinds = ("write",)
    alone = False
    rounds = ("auction",)
    lies_on = ("sell_privates",)

    def fits(self, s: RailState, f: Frame) -> bool:
        return f.who == ""

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        for seat in range(self.rules.seats):
            if seat not in sums_of(s):
                yield Choice(seat, "write", (Range(0, MOST),))

    def write(self, s: RailState, f: Frame, a: Action) -> None:
        sums = sums_of(s)
        sums[a.seat] = a.args[0]
        if len(sums) < self.rules.seats:
            s.todo.append(f)
        else:
            s.priority = max(sorted(sums), key=lambda seat: sums[seat])

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal(self.rule)


class SealedGame(RailGame):
    """The game, with what each seat may know of the sums."""

    state_class = SealedState
    hidden = True

    def start(self) -> RailState:
        s = super().start()
        s.todo.append(Frame("write_sums"))
        return s

    def open(self, s: RailState) -> bool:
        return len(sums_of(s)) == self.seats

    def view(self, s: RailState, seat: int | None) -> RailState:
        if self.open(s):
            return s
        assert isinstance(s, SealedState)
        return replace(s, sums={at: number if at == seat else UNKNOWN for at, number in s.sums.items()})

    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        """Once all are in the position shows the sums; the log keeps them to their writers until the end."""
        sealed = a.kind == "write" and a.seat != seat and not over
        return a._replace(args=(UNKNOWN,)) if sealed else a

    def imagine(self, view: View[RailState], rng: Random) -> RailState:
        s = view.state.copy()
        for seat, number in sums_of(s).items():
            if number == UNKNOWN:
                sums_of(s)[seat] = rng.randint(0, MOST)
        return s

    def seals(self, before: RailState, a: Action, after: RailState, seat: int | None = None) -> bool:
        """The last sum opens all others."""
        return super().seals(before, a, after, seat) or (a.kind == "write" and self.open(after))

    def own_form(self, s: RailState) -> Iterator[str]:
        if any(seat not in range(self.seats) or number not in range(MOST + 1) for seat, number in sums_of(s).items()):
            yield "sums are written by seats"
        if self.open(s) == any(frame.step == "write_sums" for frame in s.todo):
            yield "sums are written until all are in"


class Sealed(Title1830):
    """1830 with sums that nobody else knows."""

    id = "1830-sealed"
    game_class = SealedGame
    steps: ClassVar[Mapping[str, type[RailStep] | None]] = {**Title1830.steps, "write_sums": WriteSums}

    @cached_property
    def guide(self) -> None:
        """That of 1830 knows of no sums."""

    @cached_property
    def texts(self) -> Texts:
        said = {"en": "{who} writes a sum.", "de": "{who} schreibt eine Summe."}
        button = {"en": "Write a sum", "de": "Eine Summe schreiben"}
        own = {"log.write": said, "action.write": button, "kind.write": button}
        return replace(super().texts, table={**super().texts.table, **own})


TITLE = Sealed()
SEATED = {"seating": "free"}
"""The sums come before anything else, lots for seats included."""


def started(seats: int = 3) -> tuple[SealedGame, Any]:
    game = TITLE.game(seats, SEATED)
    assert isinstance(game, SealedGame)
    return game, game.settled(game.start())


def test_all_seats_owe_a_sum_at_once_and_write_in_any_order() -> None:
    game, s = started()
    assert game.owing(s) == [0, 1, 2]
    s = game.play(s, Action(2, "write", (7,)))
    assert game.owing(s) == [0, 1]
    s = game.play(s, Action(0, "write", (3,)))
    s = game.play(s, Action(1, "write", (9,)))
    assert (s.priority, game.owing(s)) == (1, [0])


def test_a_sum_is_its_writers_until_all_are_in() -> None:
    game, s = started()
    s = game.play(s, Action(2, "write", (7,)))
    assert [sums_of(game.view(s, seat)) for seat in (0, 2, None)] == [{2: UNKNOWN}, {2: 7}, {2: UNKNOWN}]
    for seat, number in ((0, 3), (1, 9)):
        s = game.play(s, Action(seat, "write", (number,)))
    assert sums_of(game.view(s, None)) == {2: 7, 0: 3, 1: 9}


def test_the_laws_hold() -> None:
    check_laws(TITLE, 3, 1, SEATED, scenes=3)
