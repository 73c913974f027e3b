"""What a lobby knows of a game: its name, seats, options, rules and words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from stellwerk.core.errors import RuleError, UnknownOption, did_you_mean
from stellwerk.core.guide import FILE as GUIDE_FILE
from stellwerk.core.guide import Guide
from stellwerk.core.money import money
from stellwerk.core.options import STANDARD, Option, Preset, resolve
from stellwerk.core.rulebook import Rulebook
from stellwerk.core.texts import Readable, Texts

if TYPE_CHECKING:
    from stellwerk.core.game import Game

GAMES_KEPT: Final = 64
"""Tables of a title, by seats and options, that are kept in memory; matches keep those they play."""


class Folder(Protocol):
    """Where a game keeps its data files."""

    def joinpath(self, *parts: str) -> Readable: ...


class Title(ABC):
    """A game as it stands on the shelf. Its folder holds its texts, its rules and whatever else it needs."""

    id: ClassVar[str]
    rules_version: ClassVar[int]
    """Raised whenever an old log could replay differently."""

    seats: ClassVar[range]
    seats_rule: ClassVar[str]
    """The rule that says for how many players the game is."""

    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = (STANDARD,)
    """Named sets of options; the first is the standard, which is played unless somebody chooses otherwise."""

    currency: ClassVar[str] = ""
    """The sign of its money, for a game that has any."""

    scores_money: ClassVar[bool] = False
    """Whether its scores are amounts of money, and no points."""

    seats_drawn: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By option the values under which chance decides on the order of the seats."""

    notices: ClassVar[tuple[str, ...]] = ()
    """Text keys of what a player should know about our data, such as a board that had to be reconstructed."""

    rule_scopes: ClassVar[Mapping[str, tuple[str, tuple[str, ...]]]] = {}
    """By chapter of the book the option and its values under which alone it applies."""

    folder: Folder
    rule_files: ClassVar[tuple[str, ...]] = ("rules.toml",)
    """The rules in the order of the book; a long book may be cut into several files."""

    text_files: ClassVar[tuple[str, ...]] = ("texts.toml",)
    """What it says; names of many options may stand in a file of their own."""

    def __init__(self) -> None:
        self._built = lru_cache(GAMES_KEPT)(self._build)

    @cached_property
    def texts(self) -> Texts:
        return Texts.load(*(self.folder.joinpath(name) for name in self.text_files))

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook.load([self.folder.joinpath(name) for name in self.rule_files], self.texts)

    @cached_property
    def guide(self) -> Guide | None:
        """The guided first match, for a title that brings one."""
        file = self.folder.joinpath(GUIDE_FILE)
        return Guide.load(file) if file.is_file() else None

    @property
    def option_texts(self) -> Iterator[str]:
        """The keys of all texts that name options, their values and presets."""
        for option in self.options:
            yield from option.texts
        yield from dict.fromkeys(f"chapter.{option.chapter}" for option in self.options if option.chapter)
        if len(self.presets) > 1:
            yield from (key for preset in self.presets for key in preset.texts)
            yield from dict.fromkeys(f"group.{preset.group}" for preset in self.presets if preset.group)

    def name(self, language: str) -> str:
        return self.texts.say(language, "title")

    def score(self, language: str, value: int) -> str:
        """A score, or a part of one, as it is written."""
        return money(language, self.currency if self.scores_money else "", value)

    def game(self, seats: int, options: Mapping[str, str] | None = None) -> Game[Any]:
        """The rules for so many seats, with the options that differ from the defaults."""
        if seats not in self.seats:
            data = {"given": seats, "least": self.seats[0], "most": self.seats[-1]}
            text = self.rulebook.refuse(self.seats_rule, "en", data)
            raise RuleError(self.id, self.seats_rule, text, data)
        return self._built(seats, tuple(self.resolve(options or {}).items()))

    def _build(self, seats: int, options: tuple[tuple[str, str], ...]) -> Game[Any]:
        return self.build(seats, dict(options))

    def resolve(self, options: Mapping[str, str], preset: str | None = None) -> dict[str, str]:
        """All options with their values: those given over those of a preset over the defaults."""
        return resolve(self.id, self.options, {**self.preset(preset).options, **options})

    def preset(self, name: str | None) -> Preset:
        """A preset by its name; the standard where none is given."""
        if name is None:
            return self.presets[0]
        known = {preset.id: preset for preset in self.presets}
        if name not in known:
            problem = f"{self.id} has no preset {name!r}; it has {', '.join(known)}"
            raise UnknownOption("preset", problem + did_you_mean(name, known))
        return known[name]

    def preset_of(self, options: Mapping[str, str]) -> Preset | None:
        """The preset that these options are, if any."""
        chosen = self.resolve(options)
        return next((preset for preset in self.presets if self.resolve(preset.options) == chosen), None)

    @abstractmethod
    def build(self, seats: int, options: Mapping[str, str]) -> Game[Any]:
        """Turn options into tables and steps."""

    def problems(self) -> list[str]:
        """What is wrong with the data files, by count and cross reference; empty when all is well."""
        return []
