"""The log in words: every action as a sentence with what followed, and every turn as a line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any, Final, NamedTuple

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.game import Game, Words

WHO = "who"
"""The field that is the name of who acts."""

SEAT = "seat"
"""The field whose number is said as the name of that seat."""

SEATS = "seats"
"""The field whose numbers are said as names, in their order."""

STOPS: Final = "stops"
"""The field whose places are said one after the other, as a way through them."""

COUNT: Final = "count"
AMOUNT: Final = "amount"
SUMMED: Final = (COUNT, AMOUNT)
"""Fields that are added up where several words of a turn say the same; of one thing there may be words of its own.

An amount can be said by its `sign` and its `size` too.
"""

WAS: Final = "was"
NOW: Final = "now"
ARROW: Final = "arrow"
"""Fields of a number that was one and is another; the arrow between them is made when it is said."""


@dataclass(frozen=True, slots=True)
class Verbatim:
    """What a person wrote: said as it stands, even where it equals an id that has a name of its own."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)


class Line(NamedTuple):
    """An action of the log in words, with all that a page needs to put it in its place."""

    text: str
    then: tuple[str, ...] = ()
    """What followed from it."""

    between: tuple[str, ...] = ()
    """What happened between its round and the next one."""

    round: str = ""
    turn: str = ""
    owner: int = CHANCE
    """Round, turn and whose turn: one after the other with the same three, lines are one turn."""

    brief: tuple[Words, ...] = ()
    """What the turn's one line says of it."""

    changed: frozenset[str] = frozenset()
    """Spaces and pieces that look different since."""

    repeated: Words | None = None
    """Words that repeat, where the log tells several such actions in a row in one sentence (`Game.repeats`)."""


def tell(game: Game[Any], names: Sequence[str], before: Any, action: Action, lang: str) -> str:
    """The sentence for an action as a seat knows it, from the position before it as that seat saw it."""
    return say(game, names, game.words(before, action), lang, action.seat)


def recount(game: Game[Any], names: Sequence[str], before: Any, action: Action, after: Any, lang: str) -> Line:
    """An action as a seat knows it with its consequences, from the positions round it as that seat saw them."""
    followed = tuple(game.consequences(before, action, after))
    chapter = game.chapter(before, action)
    words = game.words(before, action) if game.repeats else None
    return _plainly(game, names, before, action, after, followed, lang)._replace(
        round=intern(say(game, names, chapter.round, lang)) if chapter.round else "",
        turn=intern(say(game, names, chapter.turn, lang)) if chapter.turn else "",
        owner=chapter.seat,
        brief=_brief(game, names, before, action, after, chapter.seat, followed),
        changed=game.changed(before, after),
        repeated=words if words is not None and words.key in game.repeats else None,
    )


def recount_plainly(game: Game[Any], names: Sequence[str], before: Any, action: Action, after: Any, lang: str) -> Line:
    """The same in sentences alone, without round and turn and what a turn's line and the board make of it."""
    return _plainly(game, names, before, action, after, tuple(game.consequences(before, action, after)), lang)


def _plainly(
    game: Game[Any],
    names: Sequence[str],
    before: Any,
    action: Action,
    after: Any,
    followed: tuple[Words, ...],
    lang: str,
) -> Line:
    between = game.between_rounds(before, action, after)
    return Line(
        text=tell(game, names, before, action, lang),
        then=tuple([say(game, names, words, lang, action.seat) for words in followed]),
        between=tuple([say(game, names, words, lang, action.seat) for words in between]),
    )


def gist(game: Game[Any], names: Sequence[str], owner: int, told: Iterable[Words], lang: str) -> tuple[str, ...]:
    """A turn in a few words, from what is briefly told of each of its actions."""
    return tuple(say(game, names, words, lang, owner).rstrip(".") for words in merged(told))


def say(game: Game[Any], names: Sequence[str], words: Words, lang: str, who: int = CHANCE) -> str:
    """Words of a game in a language, with the names of those who sit at the table."""
    data = {field: _plain(game, names, value, lang, who) for field, value in words.data.items()}
    if type(data.get(SEAT)) is int:
        data[SEAT] = Verbatim(names[data[SEAT]])
    if type(data.get(SEATS)) is tuple:
        data[SEATS] = Verbatim(", ".join(names[seat] for seat in data[SEATS]))
    if type(data.get(STOPS)) is tuple:
        data[STOPS] = Verbatim(" – ".join(game.texts.name(lang, place, STOPS) for place in data[STOPS]))
    if who in range(len(names)):
        data.setdefault(WHO, Verbatim(names[who]))
    if type(data.get(WAS)) is int and type(data.get(NOW)) is int:
        data[ARROW] = "▲" if data[NOW] > data[WAS] else "▼" if data[NOW] < data[WAS] else "="
    if type(data.get(AMOUNT)) is int:
        data["sign"], data["size"] = "−" if data[AMOUNT] < 0 else "+", abs(data[AMOUNT])
    one = f"{words.key}_one" if 1 in (data.get(COUNT), data.get("size")) else ""
    return game.texts.say(lang, one if one and game.texts.has(one) else words.key, *words.args, **data)


def merged(told: Iterable[Words]) -> list[Words]:
    """The same said once: counts and amounts are added up, of a change only the first and the last number stay.

    Words are the same whose key and other fields are; the earliest keeps its place. What comes to nothing is left out.
    """
    found: dict[Hashable, Words] = {}
    for words in told:
        key = _sameness(words)
        before = found.get(key)
        found[key] = words if before is None else words._replace(data=_added(before.data, words.data))
    return [words for words in found.values() if not _came_to_nothing(words.data)]


def tell_end(game: Game[Any], names: Sequence[str], last: Action | None, reason: str, lang: str) -> str:
    """Why a game ended, by name where whoever acted last brought it about; "" where a game has no words for it."""
    texts = game.texts
    if last is not None and last.seat in range(len(names)) and texts.has(f"{reason}_by"):
        return texts.say(lang, f"{reason}_by", who=Verbatim(names[last.seat]))
    return texts.say(lang, reason) if texts.has(reason) else ""


def _brief(
    game: Game[Any], names: Sequence[str], before: Any, action: Action, after: Any, owner: int, then: tuple[Words, ...]
) -> tuple[Words, ...]:
    """An action as the line of its turn tells it: briefly, or by name where somebody else acted in between.

    What followed from somebody else's action speaks for itself.
    """
    followed = (_briefly(game, words) for words in then)
    if action.seat in (owner, CHANCE):
        return (*game.brief(before, action, after), *followed)
    words = game.words(before, action)
    return tuple(followed) or (words._replace(data={**words.data, WHO: Verbatim(names[action.seat])}),)


def _briefly(game: Game[Any], words: Words) -> Words:
    """A consequence as the line of a turn tells it: shorter, where the game has other words for that."""
    key = f"brief.{words.key.partition('.')[2]}"
    return words._replace(key=key) if game.texts.has(key) else words


def _plain(game: Game[Any], names: Sequence[str], value: Any, lang: str, who: int) -> Any:
    """A field as texts can say it: words within words are said first."""
    if isinstance(value, Words):
        return Verbatim(say(game, names, value, lang, who))
    if isinstance(value, tuple) and value and all(isinstance(part, Words) for part in value):
        return Verbatim(", ".join(say(game, names, part, lang, who) for part in value))
    return value


def _sameness(words: Words) -> Hashable:
    """What two words have in common that are told as one."""
    fixed = tuple((field, value) for field, value in words.data.items() if field not in (*SUMMED, WAS, NOW))
    adds = any(field in words.data for field in (*SUMMED, WAS))
    return (words.key, repr(fixed)) if adds else (words.key, words.args, repr(fixed))


def _added(one: Mapping[str, Any], two: Mapping[str, Any]) -> dict[str, Any]:
    total = dict(two)
    for field in SUMMED:
        if field in one and field in two:
            total[field] = one[field] + two[field]
    if WAS in one:
        total[WAS] = one[WAS]
    return total


def _came_to_nothing(data: Mapping[str, Any]) -> bool:
    if WAS in data and NOW in data:
        return bool(data[WAS] == data[NOW])
    sums = [data[field] for field in SUMMED if field in data]
    return bool(sums) and not any(sums)
