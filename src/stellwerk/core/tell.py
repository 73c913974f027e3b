"""The log in words: every action as a sentence, with the names of those who sit at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stellwerk.core.action import Action
from stellwerk.core.game import Game

SEAT = "seat"
"""The field whose number is said as the name of that seat."""

SEATS = "seats"
"""The field whose numbers are said as names, in their order."""


@dataclass(frozen=True, slots=True)
class Verbatim:
    """What a person wrote: said as it stands, even where it equals an id that has a name of its own."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)


def tell(game: Game[Any], names: Sequence[str], before: Any, action: Action, lang: str) -> str:
    """The sentence for an action as a seat knows it, from the position before it as that seat saw it."""
    words = game.words(before, action)
    data = dict(words.data)
    if type(data.get(SEAT)) is int:
        data[SEAT] = Verbatim(names[data[SEAT]])
    if type(data.get(SEATS)) is tuple:
        data[SEATS] = Verbatim(", ".join(names[seat] for seat in data[SEATS]))
    if action.seat in range(len(names)):
        data["who"] = Verbatim(names[action.seat])
    return game.texts.say(lang, words.key, *words.args, **data)


def tell_end(game: Game[Any], names: Sequence[str], last: Action | None, reason: str, lang: str) -> str:
    """Why a game ended, by name where whoever acted last brought it about; "" where a game has no words for it."""
    texts = game.texts
    if last is not None and last.seat in range(len(names)) and texts.has(f"{reason}_by"):
        return texts.say(lang, f"{reason}_by", who=Verbatim(names[last.seat]))
    return texts.say(lang, reason) if texts.has(reason) else ""
