"""The words of docs/glossary.md, and everything that users see."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tools import messages

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "glossary.md"
SOURCES = ROOT / "src" / "stellwerk"

PAGES = "pages"
FAMILY = "18xx"
GAMES = {
    "g1830": "1830",
    "g1848": "1848",
    "g1853": "1853",
    "paris": "Paris Connection",
    "revolution": "Railroad Revolution",
    "railroad_revolution": "Railroad Revolution",
    "rail": FAMILY,
    "eighteen": FAMILY,
}
TITLES = frozenset({FAMILY, "1830", "1848", "1853"})
"""What a line with `where` = 18xx is about."""

ENDINGS = {"en": "(?:s|es|'s|d|ed|ing)?", "de": "(?:e|n|en|er|em|es|s|ns)?"}
FIELD = re.compile(r"%\(\w+\)s|\{\w+\}|%%")


class Said(NamedTuple):
    """A text that somebody sees: where it stands, for which games, in which language."""

    where: str
    scopes: frozenset[str]
    language: str
    text: str


class Ban(NamedTuple):
    """A word that must not be used, the one to use instead, and the games this is about; none means all."""

    language: str
    word: str
    instead: str
    scopes: frozenset[str]

    @property
    def pattern(self) -> re.Pattern[str]:
        """A word is found with its endings, with other letters only where a star stands."""
        core = re.escape(self.word).replace(r"\*", r"\w*")
        ending = "" if self.word.endswith("*") or " " in self.word else ENDINGS[self.language]
        flags = re.IGNORECASE if self.language == "en" or self.word[0].islower() else re.NOFLAG
        return re.compile(rf"(?<!\w){core}{ending}(?!\w)", flags)

    def concerns(self, said: Said) -> bool:
        return self.language == said.language and (not self.scopes or bool(self.scopes & said.scopes))


def rows(columns: int, page: str) -> Iterator[list[str]]:
    """The lines of all tables of so many columns, without their heads."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if len(cells) == columns and not set(line) <= set("|- ") and cells[0] not in {"what", "phrase"}:
            yield cells


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def bans(page: str) -> Iterator[Ban]:
    """Every word that the page forbids."""
    for _, english, no_english, german, no_german, where in rows(6, page):
        named = {scope.strip() for scope in where.split(",") if scope.strip()}
        scopes = frozenset(named | TITLES if FAMILY in named else named)
        yield from (Ban("en", word, english, scopes) for word in words(no_english))
        yield from (Ban("de", word, german, scopes) for word in words(no_german))


def exceptions(page: str) -> Iterator[tuple[str, str]]:
    """The phrases in which a forbidden word is right, with their reasons."""
    for phrase, why in rows(2, page):
        yield from ((word, why) for word in words(phrase))


@cache
def shown() -> tuple[Said, ...]:
    """Everything that users see, in both languages."""
    return (*_catalogue(), *_data(), *_commands())


def _catalogue() -> Iterator[Said]:
    """What pages say: the message itself is English, its translation German."""
    for message in messages.read("de"):
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        scopes = frozenset(_scope(file) for file, _ in message.locations)
        yield from (Said("stellwerk.po", scopes, "en", text) for text in ids if text)
        yield from (Said("stellwerk.po", scopes, "de", text) for text in strings if text)


def _scope(file: str) -> str:
    return next((GAMES[part] for part in Path(file).parts if part in GAMES), PAGES)


def _data() -> Iterator[Said]:
    """What the data of the games say: every sentence under a key that is a language."""
    for path in sorted(SOURCES.rglob("*.toml")):
        name = path.relative_to(SOURCES)
        scopes = frozenset({_scope(str(name))})
        for where, language, text in _leaves(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield Said(f"{name} {where}", scopes, language, text)


def _leaves(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str, str]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            name = value.get("id", index) if isinstance(value, dict) else index
            yield from _leaves(value, (*path, str(name)))
    elif isinstance(node, str) and set(path) & set(ENDINGS):
        language = next(part for part in reversed(path) if part in ENDINGS)
        yield ".".join(part for part in path if part not in ENDINGS), language, node


def _commands() -> Iterator[Said]:
    """What the command line says: every sentence in its sources, help and docstrings of commands included."""
    for path in sorted((SOURCES / "cli").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
                yield Said(f"cli/{path.name}:{node.lineno}", frozenset({PAGES}), "en", node.value)


def offences(texts: Iterable[Said], page: str) -> Iterator[str]:
    """Where a forbidden word stands outside the phrases that allow it."""
    allowed = [phrase for phrase, _ in exceptions(page)]
    found = [(ban, ban.pattern) for ban in bans(page)]
    any_of = {language: _any_of(language, found) for language in ENDINGS}
    for said in texts:
        text = _without(said.text, allowed)
        if not any_of[said.language].search(text):
            continue
        for ban, pattern in found:
            if ban.concerns(said) and (hit := pattern.search(text)):
                yield f"{said.where}: {hit[0]!r}, not {ban.instead}: {said.text}"


def _any_of(language: str, found: list[tuple[Ban, re.Pattern[str]]]) -> re.Pattern[str]:
    """One pattern for all, since nearly no text has any of them."""
    stems = {re.escape(ban.word.strip("*")) for ban, _ in found if ban.language == language}
    return re.compile(rf"\b(?:{'|'.join(sorted(stems))})", re.IGNORECASE)


def _without(text: str, phrases: list[str]) -> str:
    text = FIELD.sub("¤", text)
    for phrase in phrases:
        text = text.replace(phrase, "¤")
    return text
