"""What a game says, by key and language. A game brings its own words, so that a package can add a game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any, Final, Protocol

from stellwerk.core.errors import DataError
from stellwerk.core.money import THOUSAND, number

LANGUAGES: Final = ("en", "de")


class Readable(Protocol):
    """A file of a package or of a disk."""

    @property
    def name(self) -> str: ...
    def read_text(self, encoding: str) -> str: ...
    def is_file(self) -> bool: ...


@dataclass(frozen=True)
class Texts:
    """Sentences and names: `table[key][language]`, with fields in braces filled by `say`."""

    table: Mapping[str, Mapping[str, str]]
    sections: Mapping[str, str] = field(default_factory=dict)
    """By field the section of the table that names its ids before `name` does: a train and a tile may share an id."""

    @classmethod
    def load(cls, *files: Readable) -> Texts:
        """Read TOML files whose innermost tables have one string per language; no key stands in two of them."""
        table: dict[str, Mapping[str, str]] = {}
        for file in files:
            for key, entry in _flatten(load_toml(file), file.name):
                if key in table:
                    raise DataError(file.name, f"{key} stands in another file too")
                table[key] = entry
        return cls(table)

    def with_names(self, names: Mapping[str, str]) -> Texts:
        """The same texts and some names that are equal in all languages."""
        added = {f"name.{key}": dict.fromkeys(LANGUAGES, name) for key, name in names.items()}
        return Texts({**self.table, **added}, self.sections)

    def say(self, language: str, key: str, *args: Any, **data: Any) -> str:
        """The sentence of that key; every filled-in id that has a name is said by its name."""
        said = self.table[key][language]
        fields, places = _filled(said)
        numbered = [self.word(language, "", arg) for arg in args] if places else ()
        return said.format(*numbered, **{field: self.word(language, field, data[field]) for field in fields})

    def name(self, language: str, key: str, where: str = "") -> str:
        """The name of an id, also by the field in which it stands, or the id itself."""
        entry = self.table.get(f"{self.sections.get(where, 'name')}.{key}") or self.table.get(f"name.{key}")
        return entry[language] if entry else key

    def has(self, key: str) -> bool:
        return key in self.table

    def words(self, language: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a sentence as they are said in it."""
        return {where: self.word(language, where, value) for where, value in data.items()}

    def word(self, language: str, where: str, value: Any) -> Any:
        if isinstance(value, str):
            return self.name(language, value, where)
        if type(value) is int and value >= THOUSAND:
            return number(language, value)
        if isinstance(value, tuple):
            return ", ".join(str(self.word(language, where, item)) for item in value)
        return value


@cache
def _filled(said: str) -> tuple[tuple[str, ...], bool]:
    """The fields that stand in a sentence by name, and whether others do by number."""
    found = [re.split(r"[.\[]", field)[0] for _, field, _, _ in Formatter().parse(said) if field is not None]
    return tuple(field for field in dict.fromkeys(found) if not _is_place(field)), any(map(_is_place, found))


def _is_place(field: str) -> bool:
    return not field or field.isdecimal()


def load_toml(file: Readable) -> dict[str, Any]:
    """Read a data file, naming it when it is not TOML."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(file.name, str(error)) from error


def languages_of(entry: Any, file: str, key: str) -> dict[str, str]:
    """Check that an entry has one string in each language."""
    complete = isinstance(entry, dict) and entry.keys() == set(LANGUAGES)
    if not complete or not all(isinstance(text, str) and text for text in entry.values()):
        raise DataError(file, f"{key} needs a text in each of {', '.join(LANGUAGES)}")
    return dict(entry)


def _flatten(table: Mapping[str, Any], file: str, path: Iterable[str] = ()) -> Iterator[tuple[str, dict[str, str]]]:
    for key, entry in table.items():
        here = (*path, key)
        if isinstance(entry, dict) and any(isinstance(inner, dict) for inner in entry.values()):
            yield from _flatten(entry, file, here)
        else:
            yield ".".join(here), languages_of(entry, file, ".".join(here))
