"""Renew the catalogues: find every message in the sources, keep translations, drop what is no longer said.

English is what the sources say, so its catalogue is filled from them; German is translated by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "stellwerk"
LOCALE = SOURCES / "web" / "locale"
LANGUAGES = ("en", "de")
METHODS = [("web/**.py", "python"), ("server/**.py", "python"), ("web/templates/**.html", "jinja2")]
KEYWORDS = {**DEFAULT_KEYWORDS, "say": None}
"""A message is also what `scene.say` is given itself."""

OPTIONS = {"web/templates/**.html": {"trimmed": "true", "silent": "false"}}


def extract() -> Catalog:
    """All messages of the pages and of the server, with the files they stand in."""
    template = Catalog(project="Stellwerk", charset="utf-8", fuzzy=False)
    for file, _, message, comments, context in extract_from_dir(SOURCES, METHODS, OPTIONS, KEYWORDS, ["i18n:"]):
        template.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return template


def path_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "stellwerk.po"


def read(language: str) -> Catalog:
    path = path_of(language)
    return read_po(BytesIO(path.read_bytes()), locale=language) if path.exists() else Catalog(locale=language)


def renew(language: str, template: Catalog) -> Catalog:
    """The catalogue of a language with exactly the messages of the sources."""
    old = read(language)
    new = Catalog(locale=language, project="Stellwerk", charset="utf-8", fuzzy=False)
    for message in template:
        if not message.id:
            continue
        known = old.get(message.id, message.context)
        said = known.string if known else None
        if language == "en":
            said = message.id
        new.add(message.id, said, sorted(set(message.locations)), message.flags, message.auto_comments)
    return new


def text(catalogue: Catalog) -> bytes:
    """A catalogue as a file: sorted, without dates or lines, so that it changes only when a message does."""
    written = BytesIO()
    write_po(written, catalogue, width=100, omit_header=True, sort_output=True, include_lineno=False)
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    return head.encode() + written.getvalue()


def missing(catalogue: Catalog) -> Iterator[str]:
    """Messages without a translation."""
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and not all(strings):
            yield message.id if isinstance(message.id, str) else message.id[0]


def main() -> None:
    template = extract()
    gaps = 0
    for language in LANGUAGES:
        new = renew(language, template)
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        path_of(language).write_bytes(text(new))
        for message in missing(new):
            gaps += 1
            print(f"{language}: no translation of {message!r}")
    if gaps:
        sys.exit(f"{gaps} messages need a translation in {LOCALE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
