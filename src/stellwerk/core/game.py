"""The contract between a set of rules and everything that plays, shows or studies it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal, RuleError
from stellwerk.core.step import S, Step
from stellwerk.core.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from stellwerk.core.orders import OrderKind
    from stellwerk.core.result import Result
    from stellwerk.core.title import Title
    from stellwerk.core.view import View

PATIENCE = 10_000
"""How many steps in a row may offer nothing: a game that goes in circles must not stop a server."""


class Words(NamedTuple):
    """A sentence of the log: a key of the game's texts, and what fills its fields.

    Whoever tells it adds `who`, the name of the acting seat; a number in a field called `seat` is said as the
    name of that seat. Words, or a tuple of them, in a field are said in its place.
    """

    key: str
    args: tuple[Any, ...] = ()
    data: Mapping[str, Any] = {}


class Chapter(NamedTuple):
    """Where an action stands in the log: in which round and in whose turn.

    Actions one after the other with the same chapter are one turn. `turn` names whose it is where that is not a player
    but, say, a company; `seat` is the player who decides in it.
    """

    round: Words | None = None
    turn: Words | None = None
    seat: int = CHANCE


class Begun(NamedTuple):
    """A listing of choices that was begun to see whether there are any: the first one, and what yields the others."""

    state: Any
    first: Choice
    others: Iterator[Choice]


class Game(ABC, Generic[S]):
    """The rules of a title with all options resolved, for a number of seats. Immutable, shared by all matches."""

    turn_rule: ClassVar[str]
    """The rule that says whose turn it is."""

    end_rule: ClassVar[str]
    """The rule that says when the game is over."""

    hidden: bool = False
    """Whether a seat may know more than the others."""

    open_words: bool = False
    """Whether the log tells an action to all who know it in the same words, whatever else they know.

    A law holds a game that says yes to it. Then what is hidden costs no sentences of their own for each seat.
    """

    secret_kinds: frozenset[str] | None = None
    """The kinds of action that the log may keep from somebody; None where it may be any.

    A law holds a game to it. All other actions are told as they are, and `redact` is not asked.
    """

    chancy: bool = True
    """Whether chance may ever act; a game that says no is held to it by a law."""

    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The names of the arguments of each kind of action, for sentences and labels."""

    order_kinds: tuple[OrderKind[S], ...] = ()
    """The standing orders that a seat can give."""

    repeats: ClassVar[frozenset[str]] = frozenset()
    """Keys of sentences that a log says once for several such actions in a row, with the sum of their counts."""

    idle_kinds: ClassVar[tuple[str, ...]] = ()
    """Kinds of action by which a seat leaves out what it could do, those first that leave out most."""

    state_class: type[S]

    def __init__(self, title: Title, seats: int, options: Mapping[str, str], steps: Mapping[str, Step[S]]) -> None:
        self.title, self.seats, self.options, self.steps = title, seats, dict(options), dict(steps)
        self._begun: Begun | None = None

    @property
    def texts(self) -> Texts:
        """The words of its title; a game may have other names for some things."""
        return self.title.texts

    @property
    def curtained(self) -> bool:
        """Whether players round one screen must not see each other's views."""
        return self.hidden

    @abstractmethod
    def start(self) -> S:
        """The position before the first draw or decision."""

    @abstractmethod
    def result(self, s: S) -> Result | None:
        """The final scores once the game is over."""

    @abstractmethod
    def audit(self, s: S) -> Iterator[str]:
        """What makes a position impossible: money, pieces or places that do not add up. Nothing in any real one."""

    def view(self, s: S, seat: int | None) -> S:
        """The state with all that this seat (None: a spectator) may not know blotted out."""
        return s

    def imagine(self, view: View[S], rng: Random) -> S:
        """A full state that could be behind a view."""
        return view.state

    def idle(self, view: View[S]) -> Action | None:
        """How the seat of a view would leave out what it is asked, if it may."""
        for kind in self.idle_kinds:
            for choice in view.choices:
                if choice.kind == kind and choice.size() == 1:
                    return next(choice.actions())
        return None

    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        """An action of the log as this seat may know it."""
        return a

    @cached_property
    def first_tells(self) -> bool:
        """Whether the first choice of a step that one seat takes alone tells who owes it, as `owing` does."""
        return type(self).owing is Game.owing

    @cached_property
    def tells_all(self) -> bool:
        """Whether every action of the log is told to everybody as it is."""
        return type(self).recall is Game.recall and type(self).redact is Game.redact

    def opened(self, s: S) -> Hashable:
        """What has been opened of the secrets of the log before its end; where this differs, `recall` may too."""
        return None

    def recall(self, a: Action, seat: int | None, now: S) -> Action:
        """An action of the log as this seat may know it by now: a secret that was opened since is told."""
        return self.redact(a, seat, over=self.over(now))

    def seals(self, before: S, a: Action, after: S, seat: int | None = None) -> bool:
        """Whether this action revealed something, so that an undo may not pass it.

        With a `seat`: whether it told that seat something of another one's secrets, as a card does that is played
        from a hand. Its own actions tell a seat nothing that it did not know, unless they seal the match for all.
        At the end the seed is public, and with it all that chance would do.
        """
        return a.seat == CHANCE or (self.over(after) and (self.hidden or self.chancy))

    def words(self, before: S, a: Action) -> Words:
        """How the log tells an action, from the position before it."""
        return Words(f"log.{a.kind}", a.args, self._named(a))

    def chapter(self, before: S, a: Action) -> Chapter:
        """The round and turn to which an action belongs, from the position before it."""
        return Chapter(seat=a.seat)

    def consequences(self, before: S, a: Action, after: S) -> Iterator[Words]:
        """What followed from an action beyond what its own sentence says.

        Both positions are views of the one who is told of it, or of a spectator: what they hide nobody hears of.
        """
        yield from ()

    def between_rounds(self, before: S, a: Action, after: S) -> Iterator[Words]:
        """What happened after an action between two rounds, before anybody acted again: income, capital."""
        yield from ()

    def brief(self, before: S, a: Action, after: S) -> Iterator[Words]:
        """An action in a few words, for the one line that tells a whole turn; nothing where it is not worth any.

        The consequences are told after it. Words of the same key are added up: see `core.tell.merged`.
        """
        if self.texts.has(f"brief.{a.kind}"):
            _key, args, data = self.words(before, a)
            yield Words(f"brief.{a.kind}", args, data)

    def changed(self, before: S, after: S) -> frozenset[str]:
        """Spaces of the board and pieces beside it that look different, by their ids: what a table outlines."""
        return frozenset()

    def label(self, choice: Choice, s: S | None = None) -> Words:
        """What stands on a button for this choice, in a position if one is given; holes are left to the page."""
        return Words(f"action.{choice.kind}", choice.args, self._named(choice))

    def again(self, log: Iterable[Action]) -> dict[str, str]:
        """The options of the next match at the same table, once this log is finished."""
        return dict(self.options)

    def moved_on(self) -> int:
        """By how many seats everybody moves on for the next match, so that each begins in turn."""
        return 1

    def over(self, s: S) -> bool:
        return not s.todo

    def choices(self, s: S) -> Iterator[Choice]:
        """All that is legal for all seats, or for chance alone, lazily."""
        if s.todo:
            frame = s.todo[-1]
            step = self.steps[frame.step]
            yield from step.choices(s, frame)
            for name in step.anytime:
                yield from self.steps[name].choices(s, frame)

    def begun(self, s: S) -> Begun | None:
        """What the last action listed of the choices of its new position: for whoever keeps that position, once."""
        begun, self._begun = self._begun, None
        return begun if begun is not None and begun.state is s else None

    def listed(self, s: S, begun: Begun | None = None) -> tuple[Choice, ...]:
        """The same as `choices`, all at once; a listing that was begun is gone on with."""
        if not s.todo:
            return ()
        frame = s.todo[-1]
        step = self.steps[frame.step]
        found = [begun.first, *begun.others] if begun is not None else list(step.choices(s, frame))
        for name in step.anytime:
            found += self.steps[name].choices(s, frame)
        return tuple(found)

    def owing(self, s: S) -> list[int]:
        """The seats for which the game waits. What is open at any time beside the step on top is owed by nobody."""
        if not s.todo:
            return []
        frame = s.todo[-1]
        step = self.steps[frame.step]
        choices = step.choices(s, frame)
        if step.alone:
            return [choice.seat for choice in islice(choices, 1)]
        return list(dict.fromkeys(choice.seat for choice in choices))

    def play(self, s: S, a: Action) -> S:
        """Carry out an action of a person: checked. The given state stays as it is."""
        self.check(s, a)
        return self.apply(s, a)

    def check(self, s: S, a: Action) -> None:
        """Raise a RuleError unless some choice admits the action."""
        if s.todo:
            frame = s.todo[-1]
            step = self.steps[frame.step]
            if a.kind in step.kinds and step.admits(s, frame, a):
                return
            for name in step.anytime:
                beside = self.steps[name]
                if a.kind in beside.kinds and beside.admits(s, frame, a):
                    return
        refusal = self._why(s, a)
        rule, data = self.cite(refusal), refusal.data
        said = {language: self.refusal(rule, language, data) for language in LANGUAGES}
        raise RuleError(self.title.id, rule, said["en"], data, said)

    def refusal(self, rule: str, language: str, data: Mapping[str, str | int]) -> str:
        """The sentence with which a rule forbids something in this game."""
        return self.title.rulebook.refuse(rule, language, data, self.texts)

    def cite(self, refusal: Refusal) -> str:
        """The number in this title's book of the rule that a refusal names; steps may be shared by several titles."""
        return refusal.rule

    def apply(self, s: S, a: Action) -> S:
        """Carry out an action that is known to be legal, on a copy: for replay and search."""
        before, s = s, s.fork()
        frame = s.todo[-1]
        step = self.steps[frame.step]
        if a.kind in step.kinds:
            s.todo.pop()
        else:
            step = self._open_beside(step, a)
        getattr(step, a.kind)(s, frame, a)
        self.follow(before, s)
        self._skip(s)
        return s

    def follow(self, before: S, s: S) -> None:
        """What an action brings about wherever it was done, before the next step is looked at."""

    def settled(self, s: S) -> S:
        """A position made by hand, with all steps passed over in which nothing can be chosen."""
        s = s.copy()
        self._skip(s)
        return s

    def _open_beside(self, step: Step[S], a: Action) -> Step[S]:
        """The step that carries out a kind which the step on top of the stack does not."""
        for name in step.anytime:
            if a.kind in self.steps[name].kinds:
                return self.steps[name]
        raise LookupError(f"no step carries out {a} here")

    def _named(self, a: Action | Choice) -> dict[str, Any]:
        return dict(zip(self.arguments.get(a.kind, ()), a.args, strict=False))

    def _skip(self, s: S) -> None:
        """Pass over all steps in which nothing can be chosen. Who changes the position after this skips again."""
        self._begun = None
        steps, todo = self.steps, s.todo
        for _ in range(PATIENCE):
            if not todo:
                return
            frame = todo[-1]
            step = steps[frame[0]]
            if step.kinds:
                choices = iter(step.choices(s, frame))
                first = next(choices, None)
                if first is not None:
                    self._begun = tuple.__new__(Begun, (s, first, choices))  # half the time of a call
                    return
            todo.pop()
            step.skip(s, frame)
            todo = s.todo
        raise RecursionError(f"{PATIENCE} steps in a row offered nothing; next would be {s.todo[-1:]}")

    def _why(self, s: S, a: Action) -> Refusal:
        if not s.todo:
            return Refusal(self.end_rule)
        if a.seat not in {choice.seat for choice in self.choices(s)}:
            return Refusal(self.turn_rule)
        frame = s.todo[-1]
        step = self.steps[frame.step]
        if a.kind not in step.kinds:
            with suppress(LookupError):
                step = self._open_beside(step, a)
        return step.why(s, frame, a)
