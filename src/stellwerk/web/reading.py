"""What the pages of rules show: chapters, what applies to a match, drawings, and the rules on one page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from stellwerk.core.errors import DataError
from stellwerk.core.registry import title
from stellwerk.core.rulebook import Rule
from stellwerk.core.texts import languages_of, load_toml
from stellwerk.core.title import Title
from stellwerk.core.view import view_of
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables import table_for
from stellwerk.web.tables.base import Figure

SUMMARY: Final = "summary.toml"
REST: Final = "rest"
"""The chapter of rules that stand in no chapter of the book: what the engine says by itself."""

OPTIONAL: Final = frozenset({"variant", "scenario"})
"""Kinds of rules that hold only where somebody has chosen them."""


class Chapter(NamedTuple):
    """Some rules of a book under their heading; "" where the title has none for them."""

    id: str
    name: str
    rules: list[Rule]


class Part(NamedTuple):
    """A part of the rules on one page: some sentences, perhaps with a drawing."""

    id: str
    title: Mapping[str, str]
    lines: Sequence[Mapping[str, str]]
    drawing: str = ""


def chapters(known: Title, language: str) -> list[Chapter]:
    """The rules in the order of the book."""
    by_chapter = groupby(known.rulebook, lambda rule: _chapter_of(known, rule))
    found = [Chapter(chapter, _named(known, chapter, language), list(some)) for chapter, some in by_chapter]
    told = [chapter for chapter in found if chapter.name]
    rest = [rule for chapter in found if not chapter.name for rule in chapter.rules]
    if rest and told:
        return [*told, Chapter(REST, translator(language)("Sentences that no book has"), rest)]
    return found


def unused(known: Title, options: Mapping[str, str]) -> frozenset[str]:
    """The rules that do not apply to a match: variants and scenarios that nobody chose, other editions."""
    chosen = {option.rule for option in known.options if options.get(option.id, option.default) != option.default}
    stems = {_stem(rule) for rule in chosen}
    idle = set()
    for rule in known.rulebook:
        scope = next((known.rule_scopes[key] for key in known.rule_scopes if _within(rule.id, key)), None)
        if scope is not None:
            option, values = scope
            applies = options.get(option) in values
        else:
            applies = rule.kind not in OPTIONAL or _stem(rule.id) in stems
        if not applies:
            idle.add(rule.id)
    return frozenset(idle)


@lru_cache(maxsize=32)
def figures_of(game: str, language: str) -> tuple[Figure, ...]:
    """What drawings a title has; made once, from its first position."""
    return tuple(table_for(game).figures(first_scene(title(game), language)))


def first_scene(known: Title, language: str) -> Scene:
    """A game before anything has happened, as somebody sees it who only watches."""
    seats = known.seats[min(1, len(known.seats) - 1)]
    game = known.game(seats)
    view: Any = view_of(game, game.settled(game.start()), None, (), ())
    return Scene(view=view, names=tuple(str(seat + 1) for seat in range(seats)), say=translator(language), acting=False)


def has_summary(known: Title) -> bool:
    return known.folder.joinpath(SUMMARY).is_file()


def summary_of(known: Title) -> list[Part]:
    """The rules on one page, in the own words of a title that brings them."""
    return list(_parts(load_toml(known.folder.joinpath(SUMMARY)).get("part", [])))


def _parts(entries: Sequence[Any]) -> Iterator[Part]:
    for entry in entries:
        where = f"part {entry.get('id')}"
        if unknown := entry.keys() - {"id", "title", "lines", "drawing"}:
            raise DataError(SUMMARY, f"{where} has an unknown part {min(unknown)!r}")
        lines = [languages_of(line, SUMMARY, where) for line in entry["lines"]]
        yield Part(entry["id"], languages_of(entry["title"], SUMMARY, where), lines, entry.get("drawing", ""))


def _chapter_of(known: Title, rule: Rule) -> str:
    """Where a rule stands: V-1 for V-1.4a where the title has that heading, else V; 7 for 7.2."""
    part = re.match(r"[A-Za-z]+-\d+", rule.id)
    if part and known.texts.has(f"chapter.{part[0]}"):
        return part[0]
    return rule.id.replace("-", ".").partition(".")[0]


def _named(known: Title, chapter: str, language: str) -> str:
    key = f"chapter.{chapter}"
    return known.texts.say(language, key) if known.texts.has(key) else ""


def _stem(rule: str) -> str:
    """A number without the letter of its sentence: V-1.4 for V-1.4a."""
    return rule.rstrip("abcdefghijklmnopqrstuvwxyz") or rule


def _within(rule: str, chapter: str) -> bool:
    return rule == chapter or rule.startswith((f"{chapter}.", f"{chapter}-"))
