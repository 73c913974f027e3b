"""A position of a match to hold laws against, and examples of what can be tried in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NoReturn, TypeAlias

from stellwerk.core.action import CHANCE, Action, Json
from stellwerk.core.choice import Choice
from stellwerk.core.game import Game
from stellwerk.core.match import Match
from stellwerk.core.view import View

ODD_VALUES: Final = (0, 1, -1, 2, 99, 10**12, "", "?", "nowhere", (), ("nowhere",), (0, 0))
ODD_KINDS: Final = ("no such kind", "", "choices", "skip", "why", "rule", "__init__")


class LawBroken(AssertionError):
    """A law of every game that this game breaks. `law` is its short name."""

    def __init__(self, law: str, message: str) -> None:
        super().__init__(f"{law}: {message}")
        self.law, self.message = law, message


@dataclass(frozen=True, slots=True)
class Scene:
    """A position in which chance has nothing to do, how it came about, and dice to pick examples with."""

    match: Match
    rng: Random
    few: int = 12
    """How many examples of each thing are tried."""

    draw: Callable[[View[Any]], object] | None = None
    """How a view is drawn, where somebody has drawn a table for the game."""

    @property
    def game(self) -> Game[Any]:
        return self.match.game

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def watchers(self) -> list[int | None]:
        """Everybody who may look: all seats, and a spectator."""
        return [None, *range(self.game.seats)]

    def examples(self) -> list[Action]:
        """Some of the actions that are offered, all if they are few; each kind is among them."""
        choices = list(self.game.choices(self.state))
        if sum(choice.size() for choice in choices) <= self.few:
            return [action for choice in choices for action in choice.actions()]
        kinds = sorted({choice.kind for choice in choices})
        return [pick(choices, kinds[n % len(kinds)], self.rng) for n in range(max(self.few, len(kinds)))]

    def attempts(self) -> Iterator[Action]:
        """Actions that people or programs may try: most are forbidden, some are nonsense."""
        legal = self.examples() or [a for a in self.match.log if a.seat != CHANCE][-self.few :]
        if not legal:
            return
        kinds = sorted({kind for step in self.game.steps.values() for kind in step.kinds})
        values = [*ODD_VALUES, *(value for action in legal for value in action.args), *self._words()]
        for _ in range(2 * self.few):
            yield _twist(self.rng.choice(legal), self.game.seats, kinds, values, self.rng)

    def _words(self) -> list[str]:
        words = sorted({leaf for leaf in leaves(self.state.to_json()) if isinstance(leaf, str)})
        return self.rng.sample(words, min(len(words), self.few))


Law: TypeAlias = Callable[[Scene], None]


def pick(choices: list[Choice], kind: str, rng: Random) -> Action:
    """An action of a kind that some choice offers."""
    return rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng)


def broken(law: Callable[..., None], message: str) -> NoReturn:
    raise LawBroken(law.__name__, f"{(law.__doc__ or '').partition(chr(10))[0]} {message}")


def leaves(data: Json) -> Iterator[Json]:
    """All scalars of JSON."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from leaves(item)
    else:
        yield data


def _twist(a: Action, seats: int, kinds: list[str], values: list[Any], rng: Random) -> Action:
    """The same action with something else in one place."""
    match rng.randrange(5):
        case 0:
            return a._replace(seat=rng.choice([CHANCE, *range(seats + 1)]))
        case 1:
            return a._replace(kind=rng.choice([*kinds, *ODD_KINDS]))
        case 2 if a.args:
            return a._replace(args=a.args[:-1])
        case 3 if a.args:
            place = rng.randrange(len(a.args))
            return a._replace(args=(*a.args[:place], rng.choice(values), *a.args[place + 1 :]))
        case _:
            return a._replace(args=(*a.args, rng.choice(values)))
