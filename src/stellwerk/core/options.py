"""Variants that are chosen before a game: their values, what goes together, and named sets of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from stellwerk.core.errors import Clash, Malformed, UnknownOption, did_you_mean
from stellwerk.core.texts import Texts

OFF: Final = "false"
ON: Final = "true"


@dataclass(frozen=True, slots=True)
class Condition:
    """What a value of one option asks of another.

    `when` lists the values of the option that has the condition; `option` must then have one of `values` or, under
    `excludes`, none of them; `rule` says why.
    """

    when: tuple[str, ...]
    option: str
    values: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Option(ABC):
    """A variant: chosen before the game, resolved once into tables and steps. `rule` says where it comes from.

    Values are strings, as they stand in a match file and on a command line.
    """

    kind: ClassVar[str]

    id: str
    rule: str = field(kw_only=True)
    chapter: str = field(default="", kw_only=True)
    """The heading under which it is shown, where a title has many: a text `chapter.<chapter>`."""

    needs: tuple[Condition, ...] = field(default=(), kw_only=True)
    excludes: tuple[Condition, ...] = field(default=(), kw_only=True)

    @property
    @abstractmethod
    def default(self) -> str:
        """The value it has unless somebody chooses another."""

    @property
    @abstractmethod
    def values(self) -> tuple[str, ...]:
        """All values that it may have."""

    @property
    def texts(self) -> Iterator[str]:
        """The keys of the texts that name it and its values."""
        return (f"option.{self.id}.{part}" for part in ("name", *self.values))

    def value_name(self, texts: Texts, language: str, value: str) -> str:
        """What a value is called."""
        return texts.say(language, f"option.{self.id}.{value}")

    def about(self, texts: Texts, language: str) -> str:
        """One sentence on what it changes; nothing where the title has none and its name says enough."""
        key = f"option.{self.id}.about"
        return texts.say(language, key) if texts.has(key) else ""

    @property
    def conditions(self) -> Iterator[Condition]:
        yield from self.needs
        yield from self.excludes

    def clashes(self, title: str, chosen: Mapping[str, str]) -> Iterator[Clash]:
        """What is wrong with each of its conditions that a set of options breaks."""
        value = chosen[self.id]
        for condition in self.needs:
            found = chosen[condition.option]
            if value in condition.when and found not in condition.values:
                wanted = " or ".join(condition.values)
                problem = f"{self.id}={value} needs {condition.option}={wanted}, not {found} ({condition.rule})"
                yield Clash(title, (self.id, value), (condition.option, found), condition.rule, problem)
        for condition in self.excludes:
            found = chosen[condition.option]
            if value in condition.when and found in condition.values:
                problem = f"{self.id}={value} excludes {condition.option}={found} ({condition.rule})"
                yield Clash(title, (self.id, value), (condition.option, found), condition.rule, problem)


@dataclass(frozen=True, slots=True)
class Select(Option):
    """One of several values, the first by default."""

    kind = "one_of"
    of: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.of[0]

    @property
    def values(self) -> tuple[str, ...]:
        return self.of


@dataclass(frozen=True, slots=True)
class Switch(Option):
    """Yes or no; no unless the title says otherwise."""

    kind = "switch"
    on: bool = False

    @property
    def default(self) -> str:
        return ON if self.on else OFF

    @property
    def values(self) -> tuple[str, ...]:
        return OFF, ON


@dataclass(frozen=True, slots=True)
class Number(Option):
    """A whole number between two bounds."""

    kind = "number"
    least: int
    most: int
    usual: int
    step: int = 1

    @property
    def default(self) -> str:
        return str(self.usual)

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(str(number) for number in range(self.least, self.most + 1, self.step))

    @property
    def texts(self) -> Iterator[str]:
        """A number speaks for itself."""
        yield f"option.{self.id}.name"

    def value_name(self, texts: Texts, language: str, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options: the first thing that a person sees. `options` lists what differs from the defaults."""

    id: str
    options: Mapping[str, str] = field(default_factory=dict)
    group: str = ""
    """The heading under which it stands apart from the others: a text `group.<group>`."""

    @property
    def texts(self) -> tuple[str, str]:
        """The keys of its name and of one sentence about it."""
        return f"preset.{self.id}.name", f"preset.{self.id}.about"


STANDARD: Final = Preset("standard")
"""The only preset of a title that names none."""


def resolve(title: str, known: Iterable[Option], given: Mapping[str, str]) -> dict[str, str]:
    """All options with their values; unknown ones and sets that do not go together are refused."""
    known = tuple(known)
    chosen = filled(title, known, given)
    for clash in clashes(title, known, chosen):
        raise clash
    return chosen


def clashes(title: str, known: Iterable[Option], chosen: Mapping[str, str]) -> Iterator[Clash]:
    """What does not go together in a full set of options."""
    return (clash for option in known for clash in option.clashes(title, chosen))


def filled(title: str, known: Iterable[Option], given: Mapping[str, str]) -> dict[str, str]:
    """All options with their values, whether they go together or not; unknown ones are refused."""
    options = {option.id: option for option in known}
    for name, value in given.items():
        if name not in options:
            problem = f"{title} has no option {name!r}; it has {', '.join(options) or 'none'}"
            raise UnknownOption("options", problem + did_you_mean(name, options))
        values = options[name].values
        if value not in values:
            problem = f"{name} is {_listed(options[name])}, not {value!r}"
            raise UnknownOption(
                "options", problem + ("" if isinstance(options[name], Number) else did_you_mean(value, values))
            )
    return {name: given.get(name, option.default) for name, option in options.items()}


def _listed(option: Option) -> str:
    if isinstance(option, Number):
        return f"a number from {option.least} to {option.most}" + (f" in steps of {option.step}" * (option.step > 1))
    return f"one of {', '.join(option.values)}"


def problems(known: Iterable[Option], presets: Iterable[Preset], rules: Iterable[str]) -> Iterator[str]:
    """What is wrong with the options of a title: values, conditions and presets that do not fit each other."""
    options, book = {option.id: option for option in known}, set(rules)
    for option in options.values():
        if option.default not in option.values:
            yield f"option {option.id}: the default {option.default!r} is none of its values"
        for condition in option.conditions:
            yield from _condition_problems(option, condition, options)
        for rule in (option.rule, *(condition.rule for condition in option.conditions)):
            if rule not in book:
                yield f"option {option.id}: there is no rule {rule}"
    yield from _preset_problems(options, list(presets))


def _condition_problems(option: Option, condition: Condition, options: Mapping[str, Option]) -> Iterator[str]:
    other = options.get(condition.option)
    if other is None:
        yield f"option {option.id}: a condition names the unknown option {condition.option!r}"
        return
    for owner, values in ((option, condition.when), (other, condition.values)):
        for value in values:
            if value not in owner.values:
                yield f"option {option.id}: a condition names {value!r}, which is no value of {owner.id}"


def _preset_problems(options: Mapping[str, Option], presets: list[Preset]) -> Iterator[str]:
    if not presets or presets[0].options:
        yield "the first preset is the standard: it leaves every option at its default"
    if len({preset.id for preset in presets}) < len(presets):
        yield "a preset stands twice"
    for preset in presets:
        try:
            resolve("the title", options.values(), preset.options)
        except Malformed as error:
            yield f"preset {preset.id}: {error.problem}"
        for name, value in preset.options.items():
            if name in options and options[name].default == value:
                yield f"preset {preset.id}: {name} is {value} anyway"
