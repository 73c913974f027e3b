"""What can be wrong with the data of any game: texts, rules, options, and all that a game says while it is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import Formatter
from typing import Any, Final

from stellwerk.core import options
from stellwerk.core.action import CHANCE, Action
from stellwerk.core.chance import generator
from stellwerk.core.errors import Refusal, StellwerkError
from stellwerk.core.game import Game
from stellwerk.core.tell import tell
from stellwerk.core.texts import LANGUAGES
from stellwerk.core.title import Title

LONGEST: Final = 2_000
"""Actions of a trial game; what it has not said by then it need not say."""

NEEDED: Final = ("title", "summary")


def problems(title: Title) -> Iterator[str]:
    """All that is wrong, one sentence each; the later checks need what the earlier ones found sound."""
    early = list(_loading(title))
    yield from early
    if early:
        return
    for key, sentence in title.texts.table.items():
        yield from _fields(f"texts.toml: {key}", sentence)
    for rule in title.rulebook:
        for sentence in (rule.refusal, *rule.cases.values()):
            yield from _fields(f"rules.toml: {rule.id}", sentence)
    named = list(_names(title))
    yield from named
    yield from title.problems()
    if not named:
        for seats in sorted({title.seats[0], title.seats[-1]}):
            yield from _spoken(title, seats)


def _loading(title: Title) -> Iterator[str]:
    """Whether every file can be read and every number of players gives a game."""
    try:
        _ = title.texts, title.rulebook
        for seats in title.seats:
            title.game(seats)
    except StellwerkError as error:
        yield str(error)


def _fields(where: str, sentence: Mapping[str, str]) -> Iterator[str]:
    """Whether a sentence can be filled, and has the same fields in all languages."""
    fields = {}
    for language, text in sentence.items():
        try:
            fields[language] = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        except ValueError as error:
            yield f"{where} ({language}): {error}"
            return
        for name in fields[language]:
            if not (name.isidentifier() or name.isdecimal()):
                yield f"{where} ({language}): {{{name}}} is no plain field"
    if len({frozenset(names) for names in fields.values()}) > 1:
        told = "; ".join(f"{language} {', '.join(sorted(names)) or 'none'}" for language, names in fields.items())
        yield f"{where}: the languages have different fields: {told}"


def _names(title: Title) -> Iterator[str]:
    """Whether all that the code refers to has its text or its rule."""
    yield from options.problems(title.options, title.presets, (rule.id for rule in title.rulebook))
    wanted = [*NEEDED, *title.notices, *title.option_texts]
    yield from (f"texts.toml: {key} is missing" for key in wanted if not title.texts.has(key))
    rules = {title.seats_rule: "the seats"}
    for seats in title.seats:
        game = title.game(seats)
        rules |= {game.cite(Refusal(game.turn_rule)): "the turn", game.cite(Refusal(game.end_rule)): "the end"}
        rules |= {game.cite(Refusal(step.rule)): f"step {name}" for name, step in game.steps.items()}
    yield from (
        f"rules.toml: {rule} is missing, {who} cites it" for rule, who in rules.items() if rule not in title.rulebook
    )


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
