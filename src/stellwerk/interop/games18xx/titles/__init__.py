"""The titles of this package over there."""

from __future__ import annotations

from stellwerk.interop.games18xx.reading import Reading
from stellwerk.interop.games18xx.titles.g1830 import READING as G1830
from stellwerk.interop.games18xx.titles.g1848 import READING as G1848


def readings() -> list[Reading]:
    """What the entry point of this package names."""
    return [G1830, G1848]
