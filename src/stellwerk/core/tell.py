"""The log in words: every action as a sentence, with the names of those who sit at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stellwerk.core.action import Action
from stellwerk.core.game import Game

SEAT = "seat"
"""The field whose number is said as the name of that seat."""


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
    if action.seat in range(len(names)):
        data["who"] = Verbatim(names[action.seat])
    return game.title.texts.say(lang, words.key, *words.args, **data)
