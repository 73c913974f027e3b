"""A fixed list of all that can be said in a game, so that a number stands for the same thing in every position.

An entry is a kind of action with its arguments. A price stands in it as `NUMBER`: it is said afterwards, digit by digit
(`numbers`). A run of trains stands as `BEST`: the best one is taken. Behind the entries come the digits. How the
entries of a game are found is told by its `Vocabulary`; a choice that no entry stands for is an error, never left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Hole, OneOf, Range
from stellwerk.core.errors import StellwerkError
from stellwerk.core.game import Game
from stellwerk.interop.research.numbers import BASE, PLACES, Spelling, spell

NUMBER: Final = "#"
"""An argument that is said digit by digit."""

BEST: Final = "*"
"""An argument that the engine finds: the best run."""

LARGEST: Final = 200_000
"""Entries of a catalogue; one that has more was put together wrongly."""

Args: TypeAlias = tuple[Any, ...]


class Entry(NamedTuple):
    """What an id stands for."""

    kind: str
    args: Args

    def __str__(self) -> str:
        return " ".join(map(str, (self.kind, *self.args)))


@dataclass(frozen=True)
class Vocabulary:
    """What can stand where: by the name of an argument its values, and whole lists of arguments for some kinds."""

    values: Mapping[str, Sequence[Any]]
    lists: Mapping[str, Callable[[], Iterable[Args]]] = field(default_factory=dict)


class NotInCatalogue(StellwerkError):
    """A choice that the catalogue of its game has no id for."""

    def __init__(self, game: str, choice: object) -> None:
        super().__init__(f"the catalogue of {game} has no id for {choice}")
        self.game, self.choice = game, choice


class Catalogue:
    """All ids of one game: first the entries, then the digits of numbers, the ones before the tens."""

    def __init__(self, game: Game[Any], vocabulary: Vocabulary) -> None:
        self.game = game.title.id
        self.entries = tuple(_entries(game, vocabulary))
        if len(self.entries) > LARGEST:
            raise ValueError(f"{len(self.entries)} entries are more than {LARGEST}")
        self.ids: dict[tuple[str, Args], int] = {(kind, args): n for n, (kind, args) in enumerate(self.entries)}
        self.digits = len(self.entries)
        """The id of digit 0 at the place of ones."""

        self.size = self.digits + PLACES * BASE

    def name(self, number: int) -> str:
        """What an id means, for people."""
        if number < self.digits:
            return str(self.entries[number])
        place, digit = divmod(number - self.digits, BASE)
        return f"digit {digit} of {BASE**place}s"

    def grouped(self, choices: Iterable[Choice]) -> dict[int, list[Choice]]:
        """By id the choices that it stands for: several only where they differ in nothing but numbers."""
        found: dict[int, list[Choice]] = {}
        ids = self.ids
        for choice in choices:
            number = ids.get((choice.kind, choice.args))
            if number is None:
                number = ids.get((choice.kind, _told(choice.args)))
            if number is None:
                for concrete in _opened(choice):
                    found.setdefault(self.id_of(concrete), []).append(concrete)
            elif number in found:
                found[number].append(choice)
            else:
                found[number] = [choice]
        return found

    def listed(self, choices: Sequence[Choice]) -> tuple[dict[int, list[Choice]] | None, list[int]]:
        """The ids of choices, in their order; and the choices by id, unless each is an action with an id of its own."""
        ids = self.ids
        numbers = [ids.get(choice[1:]) for choice in choices]  # its kind and its arguments
        whole = [number for number in numbers if number is not None]
        if len(whole) == len(numbers):
            return None, whole
        groups = self.grouped(choices)
        return groups, list(groups)

    def id_of(self, choice: Choice | Action) -> int:
        """The id of an action, or of a choice with holes for numbers and runs."""
        for args in (choice.args, _told(choice.args), _numbered(choice.args)):
            number = self.ids.get((choice.kind, args))
            if number is not None:
                return number
        raise NotInCatalogue(self.game, choice)

    def words(self, action: Action, choices: Iterable[Choice]) -> list[int]:
        """The ids that say an action, one after the other."""
        for number, group in self.grouped(choices).items():
            if any(choice.admits(action) for choice in group):
                said = Sentence(self, number, group)
                words = [number]
                while not said.done:
                    value = action.args[said.position]
                    for place, digit in spell(value, said.ranges):
                        words.append(self.digits + place * BASE + digit)
                        said.say(words[-1])
                return words
        raise NotInCatalogue(self.game, action)


class Sentence:
    """An id that has been said, and the digits that must follow before an action is known."""

    def __init__(self, catalogue: Catalogue, number: int, choices: Sequence[Choice]) -> None:
        self.catalogue, self.number = catalogue, number
        self.left = list(choices)
        args = catalogue.entries[number].args
        self.positions = [n for n, arg in enumerate(args) if arg == NUMBER]
        self.values: dict[int, int] = {}
        self.spelling: Spelling | None = None
        self._go_on()

    @property
    def done(self) -> bool:
        return self.spelling is None

    @property
    def position(self) -> int:
        """Which argument is being said."""
        return self.positions[len(self.values)]

    @property
    def ranges(self) -> list[range]:
        """What the argument can be that is being said."""
        return [_range(choice.args[self.position]) for choice in self.left]

    def ids(self) -> list[int]:
        """The ids that may be said next."""
        assert self.spelling is not None
        first = self.catalogue.digits + self.spelling.place * BASE
        return [first + digit for digit in self.spelling.digits()]

    def say(self, number: int) -> None:
        """Say a digit."""
        assert self.spelling is not None
        self.spelling.say(number - self.catalogue.digits - self.spelling.place * BASE)
        self._go_on()

    def action(self) -> Action:
        """What has been said."""
        choice = self.left[0]
        args = [
            self.values[n] if n in self.values else next(arg.values()) if isinstance(arg, Hole) else arg
            for n, arg in enumerate(choice.args)
        ]
        return Action(choice.seat, choice.kind, tuple(args))

    def copy(self) -> Sentence:
        """The same, to be gone on with independently."""
        new = object.__new__(Sentence)
        new.__dict__.update(self.__dict__)
        new.left, new.values = list(self.left), dict(self.values)
        new.spelling = self.spelling and copy(self.spelling)
        return new

    def _go_on(self) -> None:
        while True:
            if self.spelling is not None:
                if not self.spelling.done:
                    return
                value, position = self.spelling.known, self.position
                self.left = [choice for choice in self.left if value in _range(choice.args[position])]
                self.values[position] = value
                self.spelling = None
            if len(self.values) == len(self.positions):
                return
            self.spelling = Spelling(self.ranges)


def _range(arg: Any) -> range:
    return range(arg.lo, arg.hi + 1, arg.step) if isinstance(arg, Range) else range(arg, arg + 1)


def _told(args: Args) -> Args:
    """Arguments as an entry has them: holes for numbers and for runs."""
    return tuple([arg if type(arg) is str else _hole(arg) for arg in args])


def _hole(arg: Any) -> Any:
    """What stands in an entry for an argument."""
    return NUMBER if isinstance(arg, Range) else BEST if _found(arg) else arg


def _found(arg: Any) -> bool:
    """Whether an argument is a hole that the engine fills."""
    return isinstance(arg, Hole) and not isinstance(arg, OneOf) and arg.size() == 1


def _numbered(args: Args) -> Args:
    """The same with every number left to its digits."""
    return tuple(NUMBER if isinstance(arg, int) else arg for arg in _told(args))


def _opened(choice: Choice) -> Iterator[Choice]:
    """A choice without lists to choose from: one for each of their values."""
    parts = [arg.items if isinstance(arg, OneOf) else (arg,) for arg in choice.args]
    for args in product(*parts):
        yield choice if len(parts) == 0 or args == choice.args else Choice(choice.seat, choice.kind, args)


def _entries(game: Game[Any], vocabulary: Vocabulary) -> Iterator[Entry]:
    """By kind all arguments that the vocabulary knows; a kind with arguments that it does not know has none."""
    kinds = dict.fromkeys(kind for step in game.steps.values() for kind in step.kinds)
    for kind in sorted(kinds):
        seen: dict[Args, None] = {}
        if kind in vocabulary.lists:
            seen = dict.fromkeys(vocabulary.lists[kind]())
        else:
            names = game.arguments.get(kind, ())
            if all(name in vocabulary.values for name in names):
                seen = dict.fromkeys(product(*(vocabulary.values[name] for name in names)))
        yield from (Entry(kind, args) for args in seen)


@lru_cache(maxsize=16)
def catalogue_of(game: Game[Any]) -> Catalogue:
    """The catalogue of a game; made once, since a large board takes a while."""
    from stellwerk.interop.research.vocabularies import vocabulary_of

    return Catalogue(game, vocabulary_of(game))
