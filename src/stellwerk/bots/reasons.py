"""Who advises people in a game, and what speaks for a candidate in words.

Sentences stand in `data/reasons.toml` under the keys of reasons. A bot of another package brings its own: its
`reasons` are sentences by key and language.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from stellwerk.bots.advice import Adviser, Reason
from stellwerk.bots.registry import bot, bots_for
from stellwerk.core.money import in_money
from stellwerk.core.registry import title
from stellwerk.core.texts import Texts

PREFIX: Final = "reason."


class Named(NamedTuple):
    """An adviser, and how it is called among the bots of its game."""

    name: str
    adviser: Adviser


def adviser_for(game: str) -> Named | None:
    """The strongest bot of a game that can say how it judges; None where none can."""
    found = [Named(name, one) for name, one in bots_for(game).items() if isinstance(one, Adviser)]
    return found[-1] if found else None


def sentence(game: str, name: str, reason: Reason, language: str) -> str | None:
    """A reason in words, with ids said by their names in the game; None for one that nobody has put into words."""
    said = {**_own().table, **getattr(bot(game, name), "reasons", {})}.get(reason.key)
    if said is None:
        return None
    texts = title(game).texts
    whole = Texts({**texts.table, PREFIX + reason.key: in_money(said, title(game).currency)}, texts.sections)
    return whole.say(language, PREFIX + reason.key, **reason.data)


@cache
def _own() -> Texts:
    file = files("stellwerk.bots") / "data" / "reasons.toml"
    return Texts.load(file) if file.is_file() else Texts({})
