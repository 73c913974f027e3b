"""What a game says, by key and language. A game brings its own words, so that a package can add a game."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from stellwerk.core.errors import DataError

LANGUAGES: Final = ("en", "de")


class Readable(Protocol):
    """A file of a package or of a disk."""

    @property
    def name(self) -> str: ...
    def read_text(self, encoding: str) -> str: ...


@dataclass(frozen=True)
class Texts:
    """Sentences and names: `table[key][language]`, with fields in braces filled by `say`."""

    table: Mapping[str, Mapping[str, str]]

    @classmethod
    def load(cls, file: Readable) -> Texts:
        """Read a TOML file whose innermost tables have one string per language."""
        return cls(dict(_flatten(load_toml(file), file.name)))

    def with_names(self, names: Mapping[str, str]) -> Texts:
        """The same texts and some names that are equal in all languages."""
        added = {f"name.{key}": dict.fromkeys(LANGUAGES, name) for key, name in names.items()}
        return Texts({**self.table, **added})

    def say(self, language: str, key: str, *args: Any, **data: Any) -> str:
        """The sentence of that key; every filled-in id that has a name is said by its name."""
        said = self.table[key][language]
        named = {field: self._word(language, value) for field, value in data.items()}
        return said.format(*(self._word(language, arg) for arg in args), **named)

    def name(self, language: str, key: str) -> str:
        """The name of an id, or the id itself."""
        entry = self.table.get(f"name.{key}")
        return entry[language] if entry else key

    def has(self, key: str) -> bool:
        return key in self.table

    def _word(self, language: str, value: Any) -> Any:
        if isinstance(value, str):
            return self.name(language, value)
        if isinstance(value, tuple):
            return ", ".join(str(self._word(language, item)) for item in value)
        return value


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
