"""All that a seat may know of a match at a ply. Bots and pages get nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from stellwerk.core.action import Action, Json
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Malformed
from stellwerk.core.game import Game
from stellwerk.core.log import Log, Unread
from stellwerk.core.registry import title
from stellwerk.core.step import S

_KEYS = frozenset({"game", "options", "seats", "seat", "state", "log"})


class Past:
    """A log that grows. Who shortens it leaves a copy here, so that views can tell later what it was at their ply."""

    __slots__ = ("log", "seen")

    def __init__(self, log: Log) -> None:
        self.log = log
        self.seen = False
        """Whether any view may ask for it."""

    def part_with(self, log: Log) -> Past:
        """The past of those who look from now on; the log is about to be shortened."""
        if not self.seen:
            return self
        self.log = self.log.copy()
        return Past(log)


class _Logged:
    """Makes the log of a view when somebody asks for it: few do, and it is long."""

    __slots__ = ("_length", "_past", "_trail")
    _past: Past
    _length: int
    _trail: Sequence[Action]

    def __getattr__(self, name: str) -> Any:
        if name == "log":
            found: Any = tuple(self._past.log[: self._length])
        elif name == "_trail":
            found = self._cut()
        elif name == "_length":
            found = len(self.log)
        else:
            raise AttributeError(name)
        object.__setattr__(self, name, found)
        return found

    def _cut(self) -> Sequence[Action]:
        past = getattr(self, "_past", None)
        if past is None or not isinstance(past.log, Unread):
            return self.log  # type: ignore[no-any-return]
        log = past.log.copy()
        del log[self._length :]
        return log


@dataclass(slots=True)
class View(_Logged, Generic[S]):
    """A position as a seat sees it (None: as a spectator does), with the choices of that seat only.

    Nobody changes one. It is not frozen, since bots get one at each decision and that would take four times as long.
    """

    game: Game[S]
    seat: int | None
    state: S
    choices: tuple[Choice, ...]
    log: tuple[Action, ...]

    @property
    def ply(self) -> int:
        return self._length

    @property
    def trail(self) -> Sequence[Action]:
        """The log for who looks at its end: what of its early part is unread stays so until somebody asks for it."""
        return self._trail

    def offering(self, choices: Iterable[Choice]) -> View[S]:
        """The same view with these choices alone; its log is not asked for."""
        view: View[S] = object.__new__(View)
        view.game, view.seat, view.state, view.choices = self.game, self.seat, self.state, tuple(choices)
        past = getattr(self, "_past", None)
        if past is None:
            view.log = self.log
        else:
            object.__setattr__(view, "_past", past)
            object.__setattr__(view, "_length", self._length)
        return view

    def to_json(self, *, written: bool = False) -> Json:
        """As JSON; with `written` its state has tuples where JSON has lists, for who writes it at once."""
        result = self.game.result(self.state)
        return {
            "game": self.game.title.id,
            "options": self.game.options,
            "seats": self.game.seats,
            "seat": self.seat,
            "ply": self.ply,
            "state": self.state.written() if written else self.state.to_json(),
            "choices": [choice.to_json() for choice in self.choices],
            "log": [action.to_json() for action in self.log],
            "result": result and result.to_json(),
        }

    @classmethod
    def from_json(cls, data: Json) -> View[Any]:
        """Read a view back; its choices follow from what the seat sees."""
        if not isinstance(data, dict) or not data.keys() >= _KEYS:
            raise Malformed("view", f"expected an object with {', '.join(sorted(_KEYS))}")
        seat = data["seat"]
        for key, kind in (("game", str), ("seats", int), ("options", dict), ("log", list)):
            if type(data[key]) is not kind:
                raise Malformed(f"view.{key}", f"expected {kind.__name__}")
        if type(seat) not in (int, type(None)):
            raise Malformed("view.seat", "expected an integer or null")
        game = title(data["game"]).game(data["seats"], data["options"])
        state = game.state_class.from_json(data["state"])
        log = tuple(Action.from_json(action) for action in data["log"])
        return cls(game, seat, state, choices_of(game, state, seat), log)


def choices_of(game: Game[S], s: S, seat: int | None) -> tuple[Choice, ...]:
    """What one seat may do now."""
    return tuple(choice for choice in game.choices(s) if choice.seat == seat)


def view_of(
    game: Game[S], s: S, seat: int | None, seen: Iterable[Action] | Past, choices: Iterable[Choice] | None = None
) -> View[S]:
    """Show a position to one seat, with the log as that seat has seen it; `choices` of all seats if already listed.

    Of a past the log is all that it has now.
    """
    own = choices_of(game, s, seat) if choices is None else _own(game, s, seat, choices)
    if not isinstance(seen, Past):
        return View(game, seat, game.view(s, seat), own, tuple(seen))
    seen.seen = True
    view: View[S] = object.__new__(View)
    view.game, view.seat, view.state, view.choices = game, seat, game.view(s, seat), own
    object.__setattr__(view, "_past", seen)
    object.__setattr__(view, "_length", len(seen.log))
    return view


def _own(game: Game[S], s: S, seat: int | None, choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Those of a seat among the choices of all; where one acts alone the first tells whose all of them are."""
    listed = tuple(choices)
    if s.todo and listed:
        step = game.steps[s.todo[-1].step]
        if step.alone and not step.anytime:
            return listed if listed[0].seat == seat else ()
    return tuple([choice for choice in listed if choice.seat == seat])
