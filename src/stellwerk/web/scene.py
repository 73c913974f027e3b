"""All that a page is drawn from: a view, the names at the table, and what the visitor may do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from stellwerk.core.choice import Choice
from stellwerk.core.texts import Texts
from stellwerk.core.view import View
from stellwerk.web.i18n import Translator


class Told(NamedTuple):
    """A line of the log in words; `ply` counts the actions up to and with this one."""

    ply: int
    seat: int
    text: str


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

    waiting: tuple[int, ...] = ()
    """The seats that owe a choice."""

    held: tuple[int, ...] = ()
    """The seats that play in this browser."""

    undo: tuple[int, ...] = ()
    """The plies to which the visitor may go back, latest first."""

    redo: bool = False
    acting: bool = True
    told: tuple[Told, ...] = ()
    """Some lines of the log, one after the other."""

    last: int = 0
    """How many lines the whole log has."""

    next: str | None = None
    """The match that was begun at this table afterwards."""

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
    def on_turn(self) -> bool:
        """Whether the visitor is asked to do something."""
        return self.acting and self.seat in self.waiting

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.view.choices if self.acting else ()

    def name(self, key: str, where: str = "") -> str:
        """What the game calls one of its ids, also by the field of a sentence in which it would stand."""
        return self.texts.name(self.language, key, where)

    def player(self, seat: int) -> str:
        return self.names[seat]

    def refusal(self, rule: str, data: dict[str, str | int]) -> str:
        """The sentence with which the rulebook forbids something."""
        return self.view.game.refusal(rule, self.language, data)
