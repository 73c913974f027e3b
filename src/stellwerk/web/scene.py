"""All that a page is drawn from: a view, the names at the table, and what the visitor may do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from stellwerk.core.choice import Choice
from stellwerk.core.course import Finished
from stellwerk.core.money import money
from stellwerk.core.tell import Line
from stellwerk.core.texts import Texts
from stellwerk.core.view import View
from stellwerk.web.i18n import Translator


class Told(NamedTuple):
    """A line of the log in words; `ply` counts the actions up to and with this one."""

    ply: int
    seat: int
    line: Line
    first: int = 0
    """Where it tells several actions, the ply of the first one."""

    @property
    def begin(self) -> int:
        """The ply of the first action that it tells."""
        return self.first or self.ply

    @property
    def text(self) -> str:
        return self.line.text


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of a match as one visitor sees it. `acting` is false where nothing can be done, as in the past."""

    view: View[Any]
    names: tuple[str, ...]
    say: Translator
    match: str = ""
    """The id of the match, for links."""

    bots: tuple[str | None, ...] = ()
    """By seat how the bot is called that plays it, None for a person."""

    stood_in: Mapping[int, str] = field(default_factory=dict)
    """The seats of people for whom a bot plays just now, each with why: `time`, `asked` or `left`."""

    waiting: tuple[int, ...] = ()
    """The seats that owe a choice."""

    advised: bool = False
    """Whether the visitor may ask a bot what it would do."""

    held: tuple[int, ...] = ()
    """The seats that play in this browser."""

    undo: tuple[int, ...] = ()
    """The plies to which the visitor may go back, latest first."""

    redo: bool = False
    acting: bool = True
    passing: bool = False
    """Whether a running table shows a position on the way to the present: drawn alike, with nothing to do."""

    told: tuple[Told, ...] = ()
    """Some lines of the log, one after the other."""

    last: int = 0
    """How many lines the whole log has."""

    since: tuple[Told, ...] = ()
    """What happened since the visitor's last action."""

    gists: dict[tuple[int, int], str] = field(default_factory=dict)
    """Turns that have been told in a line, by their first and last ply: a cache."""

    changed: frozenset[str] = frozenset()
    """Spaces and pieces that look different since then, by their ids."""

    rounds: tuple[Finished, ...] = ()
    """Each round with the position at its end, once the match is over and its end is shown."""

    next: str | None = None
    """The match that was begun at this table afterwards."""

    turn: int = 0
    """By how many degrees the visitor has turned the map, clockwise and by quarters."""

    @property
    def path(self) -> str:
        return f"/match/{self.match}"

    @property
    def language(self) -> str:
        return self.say.language

    @property
    def seat(self) -> int | None:
        return self.view.seat

    @property
    def texts(self) -> Texts:
        return self.view.game.texts

    @property
    def currency(self) -> str:
        """The sign of the game's money."""
        return self.view.game.title.currency

    @property
    def running(self) -> bool:
        """Whether a table is drawn, and not a page of the past."""
        return self.acting or self.passing

    @property
    def on_turn(self) -> bool:
        """Whether the visitor is asked to do something."""
        return self.acting and self.seat in self.waiting

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.view.choices if self.acting else ()

    def name(self, key: str, where: str = "") -> str:
        """What the game calls one of its ids, also by the field of a sentence in which it would stand."""
        return self.texts.name(self.language, key, where)

    def money(self, amount: int) -> str:
        """An amount in the money of the game."""
        return money(self.language, self.currency, amount)

    def score(self, value: int) -> str:
        """A score, or a part of one, as the game writes it."""
        return self.view.game.title.score(self.language, value)

    def player(self, seat: int) -> str:
        return self.names[seat]

    def refusal(self, rule: str, data: dict[str, str | int]) -> str:
        """The sentence with which the rulebook forbids something."""
        return self.view.game.refusal(rule, self.language, data)
