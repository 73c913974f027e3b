"""Everything that Stellwerk refuses, in one hierarchy; a server maps each class to a status.

StellwerkError
├── RuleError(game, rule, text, data)       422  the rules of the game forbid it, and which one
├── StaleAction(given, current)             409  the position has moved on
├── CannotUndo(reason)                      409  nothing to take back, or something was revealed since
├── NotYourSeat(seat)                       403  a seat or secret that is not the caller's
├── NotFound(what, name)                    404  no such game, match, bot or ply
├── Malformed(where, problem)               400  not of the documented form
│   ├── Clash(game, chosen, other, rule)    400  two options that do not go together
│   └── UnknownVersion(where, found, known) 400  written by another version of the format or the rules
└── DataError(file, problem)                500  data files that contradict themselves
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any, NamedTuple


class StellwerkError(Exception):
    """Root of all refusals. Each carries data, and keeps it on the way out of a worker process."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the message and the data: the usual way would call `__init__` with the message alone."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[StellwerkError], args: tuple[Any, ...]) -> StellwerkError:
    return kind.__new__(kind, *args)


class Refusal(NamedTuple):
    """Why a step refuses an action: a rule's id and the data that its sentence needs."""

    rule: str
    data: Mapping[str, str | int] = {}


class RuleError(StellwerkError):
    """The rule that forbids an action; `text` is English, a rulebook words `rule` and `data` in any language.

    `said` has the sentence by language where a game words it otherwise than its title, such as with another map.
    """

    def __init__(
        self, game: str, rule: str, text: str, data: Mapping[str, str | int], said: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(f"{game} {rule}: {text}")
        self.game, self.rule, self.text, self.data = game, rule, text, dict(data)
        self.said = dict(said or {})


class StaleAction(StellwerkError):
    """An action made for another position than the present one."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(f"made for ply {given}, but the match is at ply {current}")
        self.given, self.current = given, current


class CannotUndo(StellwerkError):
    """`reason` is one of nothing, revealed, barred, others."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"cannot undo: {reason}")
        self.reason = reason


class NotYourSeat(StellwerkError):
    """The caller holds no secret for this seat."""

    def __init__(self, seat: int | None = None) -> None:
        super().__init__("not your seat" if seat is None else f"seat {seat} is not yours")
        self.seat = seat


class NotFound(StellwerkError):
    """Nothing of that kind has that name."""

    def __init__(self, what: str, name: object) -> None:
        super().__init__(f"no {what} {name!r}")
        self.what, self.name = what, name


class Malformed(StellwerkError, ValueError):
    """Input that is not of the documented form."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where, self.problem = where, problem


class Clash(Malformed):
    """Two options of a game that do not go together; a rule of its book says why."""

    def __init__(self, game: str, chosen: tuple[str, str], other: tuple[str, str], rule: str, problem: str) -> None:
        super().__init__("options", problem)
        self.game, self.chosen, self.other, self.rule = game, chosen, other, rule


class UnknownVersion(Malformed):
    """A file or log of a version that this program does not know; anything at all may stand in its place."""

    def __init__(self, where: str, found: object, known: object) -> None:
        super().__init__(
            where, f"version {reprlib.repr(found)} is not known here; this program knows version {known!r}"
        )
        self.found, self.known = found, known


class DataError(StellwerkError):
    """A data file that contradicts itself or another one."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(f"{file}: {problem}")
        self.file, self.problem = file, problem
