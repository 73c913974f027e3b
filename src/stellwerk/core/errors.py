"""Everything that Stellwerk refuses, in one hierarchy; a server maps each class to a status.

StellwerkError
├── RuleError(game, rule, text, data)       422  the rules of the game forbid it, and which one
├── StaleAction(given, current)             409  the position has moved on
├── CannotUndo(reason)                      409  nothing to take back, or something was revealed since
├── NotYourSeat(seat)                       403  a seat or secret that is not the caller's
├── NotFound(what, name)                    404  no such game, match, bot or ply
├── Malformed(where, problem)               400  not of the documented form
│   ├── UnknownOption(where, problem)       400  a game has no such option, value of one, or preset
│   ├── Clash(game, chosen, other, rule)    400  two options that do not go together
│   └── UnknownVersion(where, found, known) 400  written by another version of the format or the rules
└── DataError(file, problem)                500  data files that contradict themselves
"""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

LONGEST_NAME: Final = 60
"""Characters of a name for which a similar one is looked up: comparing takes time, and names come from anybody."""


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


def did_you_mean(name: object, known: Collection[str]) -> str:
    """A question that ends a message about an unknown name: whether the most similar known one was meant."""
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
        return ""
    longer = [one for one in known if one.startswith(name)]
    similar = longer or get_close_matches(name, known, 1)
    return f"; did you mean {similar[0]!r}?" if similar else ""


class NotFound(StellwerkError):
    """Nothing of that kind has that name; `known` are the names or numbers that there are, where they can be told."""

    def __init__(self, what: str, name: object, known: Collection[str] | range | None = None) -> None:
        super().__init__(f"no {what} {name!r}{_instead(name, known)}")
        self.what, self.name = what, name


def _instead(name: object, known: Collection[str] | range | None) -> str:
    if known is None:
        return ""
    if isinstance(known, range):
        return f", only {known[0]} to {known[-1]}"
    return f", only {', '.join(known)}{did_you_mean(name, known)}" if known else ""


class Malformed(StellwerkError, ValueError):
    """Input that is not of the documented form."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where, self.problem = where, problem


class UnknownOption(Malformed):
    """An option, a value of an option, or a preset that a game does not have."""


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
