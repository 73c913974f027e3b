"""What can be wrong with the data of any game: texts, rules, options, and all that a game says while it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.chance import generator
from stellwerk.core.errors import StellwerkError
from stellwerk.core.game import Game
from stellwerk.core.guide_check import guide_problems
from stellwerk.core.soundness import rule_problems, sentence_problems, text_problems
from stellwerk.core.tell import tell
from stellwerk.core.texts import LANGUAGES
from stellwerk.core.title import Title

LONGEST: Final = 2_000
"""Actions of a trial game; what it has not said by then it need not say."""


def problems(title: Title) -> Iterator[str]:
    """All that is wrong, one sentence each; the later checks need what the earlier ones found sound."""
    own = _told(title.problems)
    early = _told(partial(_load, title))
    yield from dict.fromkeys((*own, *early))
    if early:
        return
    yield from sentence_problems(title)
    named = list(text_problems(title))
    for seats in title.seats:
        named += (problem for problem in rule_problems(title.game(seats)) if problem not in named)
    yield from named
    yield from guide_problems(title)
    if not own and not named:
        for seats in sorted({title.seats[0], title.seats[-1]}):
            yield from _spoken(title, seats)


def _load(title: Title) -> list[str]:
    """Read every file, and make a game for every number of players."""
    _ = title.texts, title.rulebook
    for seats in title.seats:
        title.game(seats)
    return []


def _told(look: Callable[[], list[str]]) -> list[str]:
    """What a look at the data finds, or what stopped it."""
    try:
        return look()
    except StellwerkError as error:
        return [str(error)]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        return [f"something is missing or of another form in the data files: {error!r}"]


def _spoken(title: Title, seats: int) -> Iterator[str]:
    """Whether all that a whole game says can be said, in every language."""
    names = [f"P{seat}" for seat in range(seats)]
    game, rng = title.game(seats), generator("check-data", seats)
    state, said = game.settled(game.start()), set()
    for _ in range(LONGEST):
        choices = list(game.choices(state))
        if not choices:
            break
        for choice in choices:
            if choice.seat != CHANCE and ("action", choice.kind) not in said:
                said.add(("action", choice.kind))
                words = game.label(choice)
                yield from _sayable(title, words.key, words.args, words.data)
        action = rng.choice(choices).sample(rng)
        if ("log", action.kind) not in said:
            said.add(("log", action.kind))
            yield from _tellable(game, names, state, action)
        state = game.apply(state, action)
    if result := game.result(state):
        yield from _sayable(title, result.reason, (), {})


def _tellable(game: Game[Any], names: list[str], before: Any, action: Action) -> Iterator[str]:
    for language in LANGUAGES:
        try:
            tell(game, names, before, action, language)
        except (KeyError, IndexError) as error:
            yield f"texts.toml: {action.kind} cannot be told ({language}): {error!r}"


def _sayable(title: Title, key: str, args: Iterable[Any], data: Mapping[str, Any]) -> Iterator[str]:
    for language in LANGUAGES:
        try:
            title.texts.say(language, key, *args, **data)
        except (KeyError, IndexError) as error:
            yield f"texts.toml: {key} cannot be said ({language}): {error!r}"
