"""Drawings beside single rules: what a title says in its sketches.toml, drawn by the code of its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.errors import DataError
from stellwerk.core.registry import title
from stellwerk.core.texts import languages_of, load_toml
from stellwerk.core.title import Title
from stellwerk.web.reading import first_scene
from stellwerk.web.tables import table_for

FILE: Final = "sketches.toml"
OWN: Final = frozenset({"rules", "draw", "caption", "alt"})
"""What every sketch has; all else is for the code that draws it."""


class Sketch(NamedTuple):
    """A drawing as data: beside which rules it stands, what draws it, from what, and its words in every language."""

    rules: tuple[str, ...]
    draw: str
    data: Mapping[str, Any]
    caption: Mapping[str, str]
    alt: Mapping[str, str]
    """What somebody is told who does not see it."""


class Drawn(NamedTuple):
    """A sketch as a page shows it."""

    html: Markup
    caption: str


def sketches_of(known: Title) -> list[Sketch]:
    """All sketches of a title; none where it brings no such file."""
    file = known.folder.joinpath(FILE)
    return list(_read(known, load_toml(file).get("sketch", []))) if file.is_file() else []


@lru_cache(maxsize=32)
def drawn_by_rule(game: str, language: str) -> Mapping[str, tuple[Drawn, ...]]:
    """By rule the drawings that stand beside it; made once, from the first position of the title."""
    known, table = title(game), table_for(game)
    sketches = sketches_of(known)
    scene = first_scene(known, language) if sketches else None
    found: dict[str, tuple[Drawn, ...]] = {}
    for sketch in sketches:
        assert scene is not None
        html = table.sketch(scene, sketch.draw, sketch.data, sketch.alt[language])
        for rule in sketch.rules:
            found[rule] = (*found.get(rule, ()), Drawn(html, sketch.caption[language]))
    return found


def _read(known: Title, entries: list[Any]) -> Iterator[Sketch]:
    for number, entry in enumerate(entries, 1):
        where = f"sketch {number}"
        if missing := OWN - entry.keys():
            raise DataError(FILE, f"{where} has no {min(missing)}")
        for rule in entry["rules"]:
            if rule not in known.rulebook:
                raise DataError(FILE, f"{where} stands beside {rule!r}, which is no rule")
        yield Sketch(
            tuple(entry["rules"]),
            entry["draw"],
            {key: value for key, value in entry.items() if key not in OWN},
            languages_of(entry["caption"], FILE, f"{where}.caption"),
            languages_of(entry["alt"], FILE, f"{where}.alt"),
        )
