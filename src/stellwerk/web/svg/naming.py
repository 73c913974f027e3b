"""Names on a hex: in one or several lines, together or apart, smaller where there is little room, at last short."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from markupsafe import Markup

from stellwerk.web.svg.draw import Point, el
from stellwerk.web.svg.lettering import ASCENT, below, text_width
from stellwerk.web.svg.room import Form

SIZES: Final = (9.4, 8.6, 7.8, 7.0)
LONG: Final = 11
"""More letters than that go into two lines if they can."""

SYLLABLE: Final = 4
BRIEF: Final = 5
"""How many letters of a syllable are kept at most, and how many need not be shortened."""

Lines = tuple[str, ...]
VOWELS: Final = frozenset("aeiouyäöü")


@cache
def ways(names: tuple[str, ...]) -> tuple[tuple[tuple[Form, ...], ...], ...]:
    """Ways to write names, in groups of the same size: each is a block of lines for all, or one for each name."""
    different = tuple(dict.fromkeys(filter(None, names)))
    if not different:
        return (((),),)
    groups = [(size, different) for size in SIZES]
    for syllables in (2, 1, 0):
        groups += [(size, tuple(shortened(name, syllables) for name in different)) for size in SIZES[1:]]
    return tuple(tuple(_group(some, size)) for size, some in groups)


def _group(names: tuple[str, ...], size: float) -> Iterator[tuple[Form, ...]]:
    if len(names) > 1:
        yield (block(names, size),)
        yield tuple(block((name,), size) for name in names)
        return
    broken = [(names[0][:at], names[0][at + 1 :]) for at, letter in enumerate(names[0]) if letter == " "]
    whole: list[Lines] = [(names[0],)]
    for lines in [*broken, *whole] if len(names[0]) > LONG else [*whole, *broken]:
        yield (block(lines, size),)


@cache
def block(lines: Lines, size: float) -> Form:
    """Lines of a name below each other."""
    low = below(lines[-1], size)
    height = ASCENT * size + (len(lines) - 1) * size + low

    def draw(at: Point) -> Markup:
        first = at.y - height / 2 + ASCENT * size
        if len(lines) == 1:
            return el("text", {"class": "name", "font-size": size, "x": at.x, "y": first}, lines[0])
        spans = [el("tspan", {"x": at.x, "y": first + place * size}, text) for place, text in enumerate(lines)]
        return el("text", {"class": "name", "font-size": size}, *spans)

    return Form(max(text_width(text, size) for text in lines), height, draw)


def shortened(name: str, syllables: int) -> str:
    """A name in short: of several words the last one, of one word its first syllables; without any, initials.

    What is heard, and what is shown beside the map, says it in full.
    """
    *before, last = name.split(" ")
    if not syllables:
        return "".join(f"{word[0]}." for word in (*before, last))
    if before:
        return " ".join([*(f"{word[0]}." for word in before), last if syllables > 1 else shortened(last, syllables)])
    vowels = [at for at, letter in enumerate(last.lower()) if letter in VOWELS]
    begins = [at for at in vowels if at - 1 not in vowels]
    cut = min(begins[syllables] if len(begins) > syllables else len(last), syllables * SYLLABLE)
    return f"{last[:cut]}." if len(last) > BRIEF and len(last) - cut > 2 else last
