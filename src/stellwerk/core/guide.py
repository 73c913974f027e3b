"""A guided first match as data: what a newcomer is told and asked to do, and what happens in between.

A title has one if its folder holds `guide.toml` (docs/guided-match.md). All of its positions are made by real actions
from the real start, so that a guide can show nothing that the rules do not do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError, Malformed
from stellwerk.core.texts import Readable, languages_of, load_toml

FILE: Final = "guide.toml"
GUIDE: Final = "guide"
"""Who plays the other seats of a guided match: in the place of a bot, but it never moves by itself."""

LEARNER: Final = 0
"""The seat of who is guided."""

ANY: Final = "*"
MOST_STEPS: Final = 12
Said = Mapping[str, str]
"""A text by language."""


class Pattern(NamedTuple):
    """Some actions of the learner: of a kind, with these arguments; `*` stands for any, and so does the end."""

    kind: str
    args: tuple[Any, ...] = ()

    def fits(self, action: Action) -> bool:
        if action.kind != self.kind or len(self.args) > len(action.args):
            return False
        return all(wanted in (ANY, given) for wanted, given in zip(self.args, action.args, strict=False))


class Refused(NamedTuple):
    """Something that a newcomer may try and that a rule forbids, with what helps on."""

    action: Action
    rule: str
    nudge: Said


class Detour(NamedTuple):
    """Something that is allowed and not what the step is about, with what is to say of it."""

    action: Action
    pattern: Pattern
    text: Said


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to learn."""

    id: str
    title: Said
    text: Said
    show: tuple[str, ...]
    """What is outlined: `choice:KIND:ARG`, `hex:ID`, `part:NAME` or `css:SELECTOR`."""

    do: tuple[Action, ...]
    """What the learner does; empty where there is only something to look at."""

    also: tuple[Pattern, ...]
    """What counts as well; the match goes on as if `do` had been done."""

    done: Said | None
    then: tuple[Action, ...]
    """What happens before the next step, at all seats."""

    refused: tuple[Refused, ...]
    detours: tuple[Detour, ...]

    def takes(self, at: int, action: Action) -> bool:
        """Whether an action is what is wanted after so many of them."""
        return action == self.do[at] or any(pattern.fits(action) for pattern in self.also)


@dataclass(frozen=True, slots=True)
class Guide:
    """A whole guided match."""

    about: Said
    """What is learned, in a sentence or two."""

    names: tuple[str, ...]
    """Who sits at the other seats."""

    options: Mapping[str, str]
    preset: str | None
    seed: str
    """So that chance does the same for everybody."""

    opening: tuple[Action, ...]
    """What has happened before the first step."""

    steps: tuple[Step, ...]
    end: Said

    @property
    def seats(self) -> int:
        return len(self.names) + 1

    @classmethod
    def load(cls, file: Readable) -> Guide:
        """Read a guide; whether it can be played is for `guide_check` to say."""
        data = _Part(load_toml(file), file.name, "the guide")
        steps = tuple(
            _step(_Part(entry, file.name, f"step {number}")) for number, entry in enumerate(data.many("step"), 1)
        )
        if not 1 <= len(steps) <= MOST_STEPS or len({step.id for step in steps}) < len(steps):
            raise DataError(file.name, f"expected 1 to {MOST_STEPS} steps, each with an id of its own")
        return cls(
            about=data.said("about"),
            names=tuple(str(name) for name in data.many("names")),
            options={str(key): str(value) for key, value in data.table("options").items()},
            preset=data.take("preset", str, None),
            seed=data.take("seed", str),
            opening=data.actions("opening"),
            steps=steps,
            end=data.said("end"),
        ).whole(data)

    def whole(self, data: _Part) -> Guide:
        """This guide, once nothing is left of its file that nobody has read."""
        data.finish()
        return self


def _step(data: _Part) -> Step:
    do, then = data.actions("do", LEARNER), data.actions("then")
    step = Step(
        id=data.take("id", str),
        title=data.said("title"),
        text=data.said("text"),
        show=tuple(str(what) for what in data.many("show")),
        do=do,
        also=tuple(data.pattern(entry) for entry in data.many("also")),
        done=data.said("done") if "done" in data.entry else None,
        then=then,
        refused=tuple(_refused(part) for part in data.parts("refused")),
        detours=tuple(_detour(part) for part in data.parts("detour")),
    )
    if not (do or then):
        raise DataError(data.file, f"{data.where} has neither do nor then: nothing would tell it from the next one")
    if do and then and step.done is None:
        raise DataError(data.file, f"{data.where} needs done: it is read before what comes then")
    data.finish()
    return step


def _refused(data: _Part) -> Refused:
    found = Refused(data.action(data.take("try", list), LEARNER), data.take("rule", str), data.said("nudge"))
    data.finish()
    return found


def _detour(data: _Part) -> Detour:
    entry = data.take("try", list)
    when = data.take("when", list, entry)
    found = Detour(data.action(entry, LEARNER), data.pattern(when), data.said("text"))
    data.finish()
    return found


class _Part:
    """A table of the file, of which every key is read once and unknown ones are refused."""

    def __init__(self, entry: Any, file: str, where: str) -> None:
        if not isinstance(entry, dict):
            raise DataError(file, f"{where} must be a table")
        self.entry, self.file, self.where = dict(entry), file, where

    def take(self, key: str, kind: type[Any], *default: Any) -> Any:
        value = self.entry.pop(key, *default) if default or key in self.entry else None
        if not isinstance(value, kind) and not (default and value == default[0]):
            raise DataError(self.file, f"{self.where} needs {key} ({kind.__name__})")
        return value

    def many(self, key: str) -> list[Any]:
        found: list[Any] = self.take(key, list, [])
        return found

    def table(self, key: str) -> dict[str, Any]:
        found: dict[str, Any] = self.take(key, dict, {})
        return found

    def parts(self, key: str) -> list[_Part]:
        return [_Part(entry, self.file, f"{self.where}, {key}") for entry in self.many(key)]

    def said(self, key: str) -> Said:
        return languages_of(self.entry.pop(key, None), self.file, f"{self.where}.{key}")

    def actions(self, key: str, seat: int | None = None) -> tuple[Action, ...]:
        return tuple(self.action(entry, seat) for entry in self.many(key))

    def action(self, entry: Any, seat: int | None = None) -> Action:
        """`[seat, kind, ...]`, or `[kind, ...]` where it is clear whose it is."""
        try:
            seat, kind, *args = entry if seat is None else [seat, *entry]
            return Action.from_json({"seat": seat, "kind": kind, "args": args})
        except (Malformed, TypeError, ValueError) as error:
            raise DataError(self.file, f"{self.where}: {entry!r} is no action: {error}") from error

    def pattern(self, entry: Any) -> Pattern:
        _, kind, args = self.action(entry, LEARNER)
        return Pattern(kind, args)

    def finish(self) -> None:
        for key in sorted(self.entry):
            raise DataError(self.file, f"{self.where} has an unknown part {key!r}")
