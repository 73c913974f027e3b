"""How much a position from outside may hold; looked at before anything else reads it.

Whatever a game makes of a position costs time and room by its size, and every state after it is as large again: a
stack of 12,000 frames, taken off one by one, would be kept 12,000 times. A game's audit bounds each field more tightly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed

MOST_VALUES: Final = 20_000
"""Values in a position, all together."""

LONGEST_LIST: Final = 1_000
LONGEST_TEXT: Final = 100
LARGEST_NUMBER: Final = 10**12
DEEPEST: Final = 6
"""Lists within lists."""


def check_bounds(data: Json, where: str) -> None:
    """Refuse what is larger than any position of any game, at a cost that does not depend on how much larger it is."""
    left, open_ = MOST_VALUES, [(data, 0)]
    while open_:
        value, depth = open_.pop()
        if isinstance(value, dict | list):
            if len(value) > LONGEST_LIST:
                raise Malformed(where, f"a list has at most {LONGEST_LIST} entries")
            if depth > DEEPEST:
                raise Malformed(where, f"nested deeper than {DEEPEST}")
            left -= len(value)
            if left < 0:
                raise Malformed(where, f"more than {MOST_VALUES} values")
            inner = value
            if isinstance(value, dict):
                _check_texts(value, where)
                inner = list(value.values())
            open_.extend((item, depth + 1) for item in inner)
        elif isinstance(value, str):
            _check_texts((value,), where)
        elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise Malformed(where, f"a number has a magnitude of at most {LARGEST_NUMBER}")


def _check_texts(texts: Iterable[str], where: str) -> None:
    for text in texts:
        if len(text) > LONGEST_TEXT:
            raise Malformed(where, f"a text has at most {LONGEST_TEXT} characters")
