"""One decision point of a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame, State

S = TypeVar("S", bound=State)


class Step(Generic[S]):
    """Lists what is legal and carries it out; holds tables, never state.

    Each kind of action is a method `kind(state, frame, action)` that may change the state it is given. The frame
    has been taken off the stack before; a step that goes on pushes it again. A title changes a sentence of the
    rules by overriding one method.
    """

    rule: ClassVar[str]
    """The rule that a refusal names when nothing more exact is known."""

    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of action that this step offers, each a method of that name."""

    anytime: tuple[str, ...] = ()
    """Steps that are open besides this one; playing them leaves the stack as it is."""

    alone: ClassVar[bool] = True
    """Whether one seat acts at a time: then the first choice tells which. Sealed bids are for several at once."""

    sealed: ClassVar[bool] = False
    """Whether those who act at once know nothing of each other: each may take back its own while others act."""

    def choices(self, s: S, f: Frame) -> Iterator[Choice]:
        """All that is legal, lazily; nothing at all makes the step be skipped."""
        yield from ()

    def admits(self, s: S, f: Frame, a: Action) -> bool:
        """Whether some choice admits an action; a step with very many choices may know it at once."""
        return any(choice.admits(a) for choice in self.choices(s, f))

    def skip(self, s: S, f: Frame) -> None:
        """What happens when there is nothing to choose."""

    def why(self, s: S, f: Frame, a: Action) -> Refusal:
        """The rule that forbids an action which no choice admits."""
        return Refusal(self.rule, {})


def then(s: State, *frames: Frame) -> None:
    """Put frames on the stack so that they come in the order given."""
    s.todo.extend(reversed(frames))
