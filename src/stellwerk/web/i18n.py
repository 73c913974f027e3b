"""Languages of the pages: which one a visitor reads, and the catalogues that translate.

Catalogues are read from their .po files, so that nothing has to be compiled before the first page.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES: Final = ("en", "de")
"""English comes first: it is what somebody reads who asked for neither."""

NAMES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch"}
"""Each language calls itself by its own name, so that who needs it can find it."""

COOKIE: Final = "lang"
LONGEST: Final = 500
"""So much is read of what a browser prefers: every request tells it."""


@dataclass(frozen=True, slots=True)
class Translator:
    """Says a message in one language; fields in the form %(name)s are filled by keyword."""

    language: str
    catalogue: gettext.NullTranslations

    def __call__(self, message: str, /, **data: Any) -> str:
        return _fill(self.catalogue.gettext(message), data)

    def gettext(self, message: str) -> str:
        return self.catalogue.gettext(message)

    def ngettext(self, one: str, many: str, count: int, /, **data: Any) -> str:
        """The form of a message that fits a number, which fills the field `num`."""
        return _fill(self.catalogue.ngettext(one, many, count), {"num": count, **data})


def _fill(said: str, data: Mapping[str, Any]) -> str:
    return said % data if data else said


@cache
def translator(language: str) -> Translator:
    """The translator of one of LANGUAGES."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is none of the languages {', '.join(LANGUAGES)}")
    return Translator(language, load_catalogue(language))


def load_catalogue(language: str) -> gettext.NullTranslations:
    """Read a catalogue and compile it in memory."""
    file = files("stellwerk.web").joinpath("locale", language, "LC_MESSAGES", "stellwerk.po")
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(file.read_bytes()), locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def negotiate(accept: str | None, cookie: str | None, query: str | None) -> str:
    """The language to answer in: what the address asks for, else the cookie, else what the browser prefers."""
    for wish in (query, cookie):
        if wish in LANGUAGES:
            return wish
    return negotiate_locale(_preferred(accept or ""), LANGUAGES, sep="-") or LANGUAGES[0]


def _preferred(accept: str) -> list[str]:
    """The tags of an Accept-Language header, the most wanted first; what cannot be read is passed over."""
    wanted = []
    for entry in accept[:LONGEST].split(","):
        tag, _, quality = entry.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
        except ValueError:
            continue
        if tag and weight > 0:
            wanted.append((weight, tag.strip()))
    return [tag for _, tag in sorted(wanted, key=lambda pair: -pair[0])]
