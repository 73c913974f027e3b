"""A match: who plays what, and the log of all actions. The log is the truth, the states are a cache of it."""

from __future__ import annotations

from collections.abc import Collection, Container, Hashable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final, TypeAlias

from stellwerk.core import chance
from stellwerk.core.action import CHANCE, Action, Json
from stellwerk.core.bounds import check_bounds
from stellwerk.core.choice import Choice, admitted
from stellwerk.core.errors import CannotUndo, Malformed, NotFound, RuleError, UnknownVersion
from stellwerk.core.game import Begun, Game
from stellwerk.core.log import Log, Unread
from stellwerk.core.positions import Positions
from stellwerk.core.registry import title
from stellwerk.core.result import Result
from stellwerk.core.state import State
from stellwerk.core.view import Past, View, view_of

Takers: TypeAlias = int | Collection[int] | None
"""Who takes something back: a seat, several seats at one screen, or anyone."""

APART: Final = "apart"
FALSE: Final = 1
TRUE: Final = 2
"""What a match notes of its actions; 0 where nobody has asked."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair at the table; `bot` names who plays it when no person does."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """All that is fixed before the first action. `position` is the start where it is not the usual one."""

    game: str
    rules_version: int
    seats: tuple[Seat, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str = field(default_factory=chance.new_seed, repr=False)
    position: Json = None


def new_header(
    game: str,
    seats: Iterable[Seat],
    options: Mapping[str, str] | None = None,
    seed: str | None = None,
    preset: str | None = None,
) -> Header:
    """A header for a new match of an installed game, with all options spelled out."""
    chosen = title(game)
    fresh = chance.new_seed() if seed is None else seed
    return Header(game, chosen.rules_version, tuple(seats), chosen.resolve(options or {}, preset), fresh)


def first_position(game: Game[Any], header: Header) -> Any:
    """The position before the first action; one that comes from outside is audited."""
    if header.position is None:
        return game.settled(game.start())
    check_bounds(header.position, "position")
    start = game.state_class.from_json(header.position)
    unknown = (f"no step is called {frame.step!r}" for frame in start.todo if frame.step not in game.steps)
    for problem in chain(unknown, game.audit(start)):
        raise Malformed("position", problem)
    return game.settled(start)


class _Seen:
    """The log as a seat knows it, as far as it has been told, while so much of its secrets is open."""

    __slots__ = ("opened", "past", "told")

    def __init__(self, opened: Hashable, told: Log) -> None:
        self.opened, self.told, self.past = opened, told, Past(told)


class Match:
    """A log of actions that can be played on, taken back, looked at and branched at any ply."""

    def __init__(self, header: Header, log: Iterable[Action] = (), *, checked: bool = True) -> None:
        """Replay a log; with `checked` every action of it is held against the rules, else it is trusted."""
        self._open(header, [], {})
        for ply, action in enumerate(log):
            try:
                self._append(action, checked=checked)
            except RuleError as error:
                raise Malformed(f"log[{ply}]", str(error)) from error
        self.settle()

    def _open(self, header: Header, log: Log, kept: Mapping[int, State]) -> None:
        known = title(header.game).rules_version
        if header.rules_version != known:
            raise UnknownVersion(f"rules of {header.game}", header.rules_version, known)
        game = title(header.game).game(len(header.seats), header.options)
        self._sit_down(header, log, Positions(game, log, first_position(game, header), kept))

    def _sit_down(self, header: Header, log: Log, states: Positions) -> None:
        self.header, self.log, self.states = header, log, states
        self.game: Game[Any] = states.game
        self.undone: list[list[Action]] = []
        self._seen: dict[int | None, _Seen] = {}
        self._past = Past(log)
        self._facts: dict[int | str | None, bytearray] = {}
        self._choices: tuple[Choice, ...] | None = None
        self._begun: Begun | None = None
        self._waiting: list[int] | None = None

    @classmethod
    def resume(cls, header: Header, log: Iterable[Action], kept: Mapping[int, State]) -> Match:
        """Open a match at its present position from some that were kept of it, by ply: the log is not replayed.

        All of it is trusted. A position that `kept` lists may be missing from it when it is asked for. A log that is
        not read yet stays so.
        """
        match = cls.__new__(cls)
        match._open(header, log if isinstance(log, Unread) else list(log), kept)  # noqa: SLF001 - its own class
        match.settle()
        return match

    @property
    def ply(self) -> int:
        """How many actions lie behind the present position."""
        return len(self.log)

    @property
    def state(self) -> Any:
        return self.states.present

    @property
    def over(self) -> bool:
        return self.game.over(self.state)

    @property
    def opened(self) -> Hashable:
        """What of the secrets of the log everybody may know by now; its end may open all of them."""
        return self.over or self.game.opened(self.state)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    def choices(self) -> tuple[Choice, ...]:
        """All that is legal now, for all seats; listed once for each position."""
        if self._choices is None:
            begun, self._begun = self._begun, None
            state = self.states.present
            self._choices = self.game.listed(state, begun if begun is not None and begun.state is state else None)
        return self._choices

    def waiting(self) -> list[int]:
        """The seats that owe a choice; found out once for each position."""
        if self._waiting is None:
            self._waiting = self._owing()
        return self._waiting.copy()

    def _owing(self) -> list[int]:
        """Where one seat acts at a time the first choice tells which, and it may be known already."""
        state, begun = self.states.present, self._begun
        known = begun is not None and begun.state is state and self.game.first_tells
        if begun is not None and known and self.game.steps[state.todo[-1].step].alone:
            return [begun.first.seat]
        return self.game.owing(state)

    def play(self, action: Action, *, checked: bool = True) -> list[Action]:
        """Carry out an action, then let chance act; returns all that entered the log."""
        before = len(self.log)
        self._append(action, checked=checked)
        self.undone.clear()
        if self.game.chancy:
            self.settle()
        return self.log[before:]

    def settle(self) -> None:
        """Let chance act as long as it is its turn."""
        while self._chance_is_due():
            self._append(chance.draw(self.header.seed, self.ply, self.choices()), checked=False)

    def _chance_is_due(self) -> bool:
        """Whether it is the turn of chance: then it acts alone, so that the first choice tells, where it is known."""
        begun = self._begun
        if begun is not None and begun.state is self.states.present:
            return begun.first.seat == CHANCE
        return self.waiting() == [CHANCE]

    def at(self, ply: int) -> Any:
        """The state after so many actions."""
        if not 0 <= ply <= self.ply:
            raise NotFound("ply", ply, range(self.ply + 1))
        return self.states[ply]

    def view(self, seat: int | None, ply: int | None = None) -> View[Any]:
        """What a seat may know at a ply, the present one unless told; of a match that is over, all."""
        now = state = self.states.present
        if ply is None or ply == len(self.log):
            ply, choices = len(self.log), self.choices()
        else:
            choices, state = None, self.at(ply)
        view = view_of(self.game, state, seat, self._log_of(seat, ply), choices)
        if self.game.over(now):
            view.state = state  # nobody has seen it yet, and a copy would need its log
        return view

    def seen(self, seat: int | None) -> Iterator[State]:
        """The positions from the first to the present one as a seat may know them, without log and choices.

        Once a match is over everybody may know all of them. They are made one after the other.
        """
        return iter(self.states) if self.over else (self.game.view(state, seat) for state in self.states)

    def undoable(
        self,
        takers: Takers = None,
        most: int | None = None,
        stood_in: Container[int] = (),
        barred: Container[int] = (),
    ) -> list[int]:
        """The plies to which a seat, or who holds several (None: anyone), may go back, latest first.

        An undo takes back own actions and what bots did since, those too that played a seat for somebody: `stood_in`
        are the indexes of what these have played. It stops where something was revealed, behind actions that are
        `barred`, and where another person has acted, unless both act at once in a step that keeps its actions secret.
        With `most` no more than so many of the latest plies are looked at, unless none of these is an own one.
        """
        return list(self._undoable(self._own(takers), most, stood_in, barred))

    def undo(
        self, takers: Takers = None, to: int | None = None, stood_in: Container[int] = (), barred: Container[int] = ()
    ) -> int:
        """Go back to before the latest own action, or to an earlier ply of `undoable`; returns the ply.

        What others did apart from it meanwhile is kept and comes again at once; then there is nothing to redo.
        """
        own = self._own(takers)
        found = self._undoable(own, None, stood_in, barred)
        target = next((ply for ply in found if to in (None, ply)), None)
        if target is None:
            raise CannotUndo(self._why_not(own, to, barred))
        kept = [a for ply, a in enumerate(self.log[target:], target) if a.seat not in own and self._apart(ply)]
        self.undone.append(self.log[target:])
        self._cut(target)
        for action in kept:
            self._append(action, checked=False)
            self.undone.clear()
        return target

    def redo(self) -> list[Action]:
        """Play again what the latest undo took back."""
        if not self.undone:
            raise CannotUndo("nothing")
        block = self.undone.pop()
        for action in block:
            self._append(action, checked=False)
        return block

    def branch(self, ply: int, *, seats: Iterable[Seat] | None = None) -> Match:
        """A new match with the same past; what chance does from there on is drawn anew."""
        self.at(ply)
        chairs = self.header.seats if seats is None else tuple(seats)
        if len(chairs) != len(self.header.seats):
            raise Malformed("seats", f"the match has {len(self.header.seats)} seats, not {len(chairs)}")
        header = replace(self.header, seed=chance.new_seed(), seats=chairs)
        return Match(header, self.log[:ply], checked=False)

    def copy(self) -> Match:
        """The same match in an object of its own; playing on either leaves the other as it is."""
        twin = copy(self)
        twin._begun = None  # noqa: SLF001 - its own class; one listing cannot be gone on with twice
        twin.log, twin.undone = self.log.copy(), self.undone.copy()
        twin.states = self.states.copy(twin.log)
        own = vars(twin)
        own["_past"] = Past(twin.log)
        own["_seen"] = {seat: _Seen(seen.opened, seen.told.copy()) for seat, seen in self._seen.items()}
        own["_facts"] = {fact: known.copy() for fact, known in self._facts.items()}
        return twin

    def alone(self) -> Match:
        """The present position in an object that shares nothing which fills when asked: for use in another thread.

        Its past is shared and not to be asked there.
        """
        twin = self.copy()
        twin.states[-1] = self.state.copy()
        return twin

    def until(self, ply: int) -> Match:
        """The match as it was at a ply, in an object of its own, even where chance has yet to act."""
        self.at(ply)
        past = self.copy()
        past.undone.clear()
        past._cut(ply)  # noqa: SLF001 - another object of the same class
        return past

    def follow(self, actions: Iterable[Action]) -> None:
        """Go on with actions that were played elsewhere, those of chance too: they are trusted, chance is not asked."""
        for action in actions:
            self._append(action, checked=False)

    def go_back(self, ply: int) -> None:
        """Be at an earlier ply, as an undo elsewhere left the match; what that took back is for the caller to note."""
        self.at(ply)
        self._cut(ply)

    def _cut(self, ply: int) -> None:
        self.states.cut(ply)
        self._past = self._past.part_with(self.log)
        del self.log[ply:]
        self._choices, self._begun, self._waiting = None, None, None
        for seen in self._seen.values():
            seen.past = seen.past.part_with(seen.told)
            del seen.told[ply:]
        for known in self._facts.values():
            del known[ply:]

    def _log_of(self, seat: int | None, ply: int) -> list[Action] | Past:
        """The log up to a ply as a seat may know it, redacted once per action as long as nothing of it is opened."""
        game, log, past = self.game, self.log, self._past
        if not game.tells_all:
            opened, now = self.opened, self.state
            secret = game.secret_kinds

            def tell(action: Action) -> Action:
                told = action if secret is not None and action.kind not in secret else game.recall(action, seat, now)
                return action if told == action else told

            known = self._seen.get(seat)
            if known is None or known.opened != opened:
                known = self._seen[seat] = _Seen(opened, log.told(tell) if isinstance(log, Unread) else [])
            for action in log[len(known.told) :]:
                known.told.append(tell(action))
            log, past = known.told, known.past
        return past if ply == len(log) else log[:ply]

    def _append(self, action: Action, *, checked: bool) -> None:
        game, state = self.game, self.states.present
        if checked and not self._known_legal(action):
            game.check(state, action)
        after = game.apply(state, action)
        self.states.append(after)
        self.log.append(action)
        self._choices, self._begun, self._waiting = None, game.begun(after), None

    def _known_legal(self, action: Action) -> bool:
        """Whether what was listed of the position already admits an action: all choices, or the first one."""
        if self._choices is not None:
            return admitted(action, self._choices)
        begun = self._begun
        if begun is None or begun.state is not self.states.present or begun.first[1] != action[1]:
            return False
        return begun.first.admits(action)

    def _own(self, takers: Takers) -> Collection[int]:
        """The seats whose actions are one's own."""
        if takers is None:
            return range(len(self.header.seats))
        return (takers,) if isinstance(takers, int) else takers

    def _undoable(
        self, own: Collection[int], most: int | None, stood_in: Container[int], barred: Container[int]
    ) -> Iterator[int]:
        """Lazily, so that taking back one action costs the same however long the match is."""
        far, found = 0 if most is None else self.ply - most, False
        for ply in range(self.ply - 1, -1, -1):
            if found and ply < far:
                return
            actor = self.log[ply].seat
            if ply in barred or self._sealed(ply, own):
                return
            if actor == CHANCE:
                continue
            if actor in own:
                found = True
                yield ply
            elif self.header.seats[actor].bot is None and ply not in stood_in and not self._apart(ply):
                return

    def _sealed(self, ply: int, own: Collection[int]) -> bool:
        """Whether an action revealed something to all, or as another's action to one of the own seats."""
        seats: Collection[int | None] = (None,) if self.log[ply].seat in own else (None, *own)
        return any(self._fact(seat, ply) for seat in seats)

    def _apart(self, ply: int) -> bool:
        """Whether an action was one of several that are done at once in secret, and others were still to come."""
        return self._fact(APART, ply)

    def _fact(self, fact: int | str | None, ply: int) -> bool:
        """What is true of an action for good, found out once: whether it sealed the past for a seat, or stood apart."""
        known = self._facts.setdefault(fact, bytearray())
        known.extend(bytes(max(0, ply + 1 - len(known))))
        if not known[ply]:
            before, after = self.states[ply], self.states[ply + 1]
            if isinstance(fact, str):
                true = self.game.steps[before.todo[-1].step].sealed and before.todo == after.todo
            else:
                true = self.game.seals(before, self.log[ply], after, fact)
            known[ply] = TRUE if true else FALSE
        return known[ply] == TRUE

    def _why_not(self, own: Collection[int], to: int | None, barred: Container[int]) -> str:
        """What stands between the present position and the one that an undo asked for."""
        plies = [ply for ply, action in enumerate(self.log) if action.seat in own]
        if not plies:
            return "nothing"
        target = plies[-1] if to is None else to
        if not 0 <= target < self.ply:
            return "nothing"
        if any(self._sealed(ply, own) for ply in range(target, self.ply)):
            return "revealed"
        return "barred" if any(ply in barred for ply in range(target, self.ply)) else "others"
