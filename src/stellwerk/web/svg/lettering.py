"""How much room letters take, whatever font the reader's machine has for maps."""

from __future__ import annotations

from functools import cache
from typing import Final

WIDTHS: Final = {
    0.32: " ijl'|",
    0.35: "I.,/’",
    0.42: "-()f:;",
    0.45: "rt–",
    0.57: "csJz?",
    0.6: "vxyk",
    0.63: "0123456789aeoEFTL$£₹äöàáâèéêôç",
    0.66: "bdghnpquüñßZ",
    0.68: "SPY",
    0.73: "ABCKRUVXÄÜ",
    0.79: "DGHNOQÖ+−#&",
    0.84: "w",
    0.95: "mM%…",
    1.0: "W",
}
"""How wide bold letters are at most, as parts of their size, in the fonts that style sheets name for maps.

Those are Helvetica and what has its measures, and the condensed DejaVu Sans; a browser test measures anew.
"""

_WIDTH: Final = {letter: width for width, letters in WIDTHS.items() for letter in letters}
ASCENT: Final = 0.74
DESCENT: Final = 0.22
"""How far letters go above their line and, if they do, below it."""

HANGING: Final = frozenset("gjpqyQ(),;ç")


@cache
def text_width(text: str, size: float) -> float:
    """How wide a text is at most; a letter that is not in the list counts as the widest."""
    return sum(_WIDTH.get(letter, 1.0) for letter in text) * size


def below(text: str, size: float) -> float:
    """How far a text goes below its line."""
    return DESCENT * size if HANGING & set(text) else 0.0
