"""A game in progress, played by ids: what environments of other toolkits are made of.

Chance acts by itself, from the seed and the ply as in a match, so a log of such a game is that of a match with the same
seed. A decision may take several ids: a price is said after what it is paid for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.chance import draw
from stellwerk.core.choice import Choice
from stellwerk.core.errors import StellwerkError
from stellwerk.core.game import Game
from stellwerk.core.registry import title
from stellwerk.core.result import Result
from stellwerk.core.view import View
from stellwerk.interop.research.catalogue import Catalogue, Sentence, catalogue_of


class IllegalId(StellwerkError):
    """An id that does not stand for anything that may be said now."""

    def __init__(self, catalogue: Catalogue, number: object) -> None:
        known = isinstance(number, int) and 0 <= number < catalogue.size
        what = f" ({catalogue.name(number)})" if known and isinstance(number, int) else ""
        super().__init__(f"id {number}{what} is not legal here")
        self.number = number


def new_game(name: str, seats: int | None = None, options: Mapping[str, str] | None = None) -> Game[Any]:
    """The rules of an installed game, for four seats or the nearest number unless told."""
    chosen = title(name)
    count = min(chosen.seats, key=lambda known: (abs(known - 4), known)) if seats is None else seats
    return chosen.game(count, chosen.resolve(options or {}))


class Play:
    """One game from its start to its end; `say` is the only thing that changes it."""

    def __init__(self, game: Game[Any], seed: str) -> None:
        self.game, self.seed = game, seed
        self.catalogue = catalogue_of(game)
        self.state = game.settled(game.start())
        self.log: list[Action] = []
        self.decisions = 0
        self.seat = CHANCE
        """Who says the next id; CHANCE when the game is over."""

        self.sentence: Sentence | None = None
        """What has been said of the present decision."""

        self.spoken: list[int] = []
        """The ids by which it was said."""

        self.choices: tuple[Choice, ...] = ()
        self.numbers: list[int] = []
        """The ids that may be said first, in the order of the choices."""

        self._groups: dict[int, list[Choice]] | None = None
        self._settle()

    @property
    def over(self) -> bool:
        return not self.state.todo

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    def ids(self) -> list[int]:
        """All ids that may be said now; none when the game is over."""
        return self.numbers if self.sentence is None else self.sentence.ids()

    def say(self, number: int) -> Action | None:
        """Say an id; once the decision is known it is carried out, and its action is returned."""
        if self.sentence is None:
            if number not in self.numbers:
                raise IllegalId(self.catalogue, number)
            if self._groups is None:  # nothing but whole actions: each id is one choice
                return self.act(Action(*self.choices[self.numbers.index(number)]))
            self.sentence = Sentence(self.catalogue, number, self._groups[number])
        else:
            if number not in self.sentence.ids():
                raise IllegalId(self.catalogue, number)
            self.sentence.say(number)
        if not self.sentence.done:
            self.spoken.append(number)
            return None
        return self.act(self.sentence.action())

    def act(self, action: Action) -> Action:
        """Carry out a whole decision of the seat that is waited for; it is trusted to be legal."""
        self.log.append(action)
        self.decisions += 1
        self.state = self.game.apply(self.state, action)
        self._settle()
        return action

    def view(self, seat: int) -> View[Any]:
        """All that a seat may know, as bots get it."""
        over = self.over
        seen = tuple(self.game.redact(action, seat, over=over) for action in self.log)
        own = self.choices if seat == self.seat else ()
        return View(self.game, seat, self.seen(seat), own, seen)

    def seen(self, seat: int) -> Any:
        """The position as a seat may know it."""
        return self.state if self.over else self.game.view(self.state, seat)

    def copy(self) -> Play:
        """The same game at the same place, to go on from independently."""
        new = object.__new__(Play)
        new.__dict__.update(self.__dict__)
        new.log, new.spoken = list(self.log), list(self.spoken)
        if self.sentence is not None:
            new.sentence = self.sentence.copy()
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        """States are never changed, and rules are shared by all."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds what was played, and not the rules."""
        game = self.game
        decided = [action for action in self.log if action.seat != CHANCE]
        return _replayed, (game.title.id, game.seats, dict(game.options), self.seed, decided, self.spoken)

    def _settle(self) -> None:
        """Let chance act, then list what the seat on turn may do."""
        self.sentence, self.spoken = None, []
        while self.state.todo:
            choices = tuple(self.game.choices(self.state))
            step = self.game.steps[self.state.todo[-1].step]
            alone = step.alone and not step.anytime
            self.seat = seat = choices[0].seat if step.alone else self.game.owing(self.state)[0]
            if seat != CHANCE:
                self.choices = choices if alone else tuple([choice for choice in choices if choice.seat == seat])
                self._groups, self.numbers = self.catalogue.listed(self.choices)
                return
            action = draw(self.seed, len(self.log), choices)
            self.log.append(action)
            self.state = self.game.apply(self.state, action)
        self.seat, self.choices, self.numbers, self._groups = CHANCE, (), [], None


def _replayed(
    name: str, seats: int, options: Mapping[str, str], seed: str, decided: list[Action], spoken: list[int]
) -> Play:
    play = Play(new_game(name, seats, options), seed)
    for action in decided:
        play.act(action)
    for number in spoken:
        play.say(number)
    return play


def reward(result: Result, seat: int, seats: int) -> float:
    """What a game was worth to a seat: its part of the victory, less an equal part. All rewards add up to 0."""
    return (1 / len(result.winners) if seat in result.winners else 0.0) - 1 / seats
