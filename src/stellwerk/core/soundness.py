"""What can be wrong with a title on the shelf: texts, rules and options that do not fit. Laws and commands ask here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any, Final

from stellwerk.core import options
from stellwerk.core.errors import Refusal
from stellwerk.core.game import Game
from stellwerk.core.title import Title

NEEDED: Final = ("title", "summary")
"""Texts that every game has."""


def text_problems(title: Title) -> Iterator[str]:
    """Name, summary, notices and options have texts; options and seats name rules of the book."""
    yield from options.problems(title.options, title.presets, (rule.id for rule in title.rulebook))
    wanted = (*NEEDED, *title.notices, *title.option_texts)
    yield from (f"texts.toml: {key} is missing" for key in wanted if not title.texts.has(key))
    if title.seats_rule not in title.rulebook:
        yield f"rules.toml: {title.seats_rule} is missing, the number of players cites it"


def sentence_problems(title: Title) -> Iterator[str]:
    """Every sentence can be filled, with the same data in every language."""
    for key, sentence in title.texts.table.items():
        yield from _fields(f"texts.toml: {key}", sentence)
    for rule in title.rulebook:
        for sentence in (rule.refusal, *rule.cases.values()):
            yield from _fields(f"rules.toml: {rule.id}", sentence)


def rule_problems(game: Game[Any]) -> Iterator[str]:
    """Every rule that a game or a step of it cites stands in the book."""
    cited = {game.turn_rule: "the turn", game.end_rule: "the end"}
    cited |= {step.rule: f"step {name}" for name, step in game.steps.items()}
    for name, who in cited.items():
        rule = game.cite(Refusal(name))
        if rule not in game.title.rulebook:
            yield f"rules.toml: {rule} is missing, {who} cites it"


def _fields(where: str, sentence: Mapping[str, str]) -> Iterator[str]:
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
