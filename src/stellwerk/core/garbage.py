"""When to look for garbage while games are played."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

SELDOM: Final = (20_000, 50, 100)
"""Thresholds of the collector while a game is played: positions and choices form no cycles, and by default they would
be searched for some again and again."""

_lock = Lock()
_usual: list[tuple[int, int, int]] = []
"""The thresholds that come back when the last one is done, once for each who plays now."""


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Let the collector look seldom as long as somebody plays, in whatever thread; then as it did before."""
    with _lock:
        _usual.append(_usual[0] if _usual else gc.get_threshold())
        gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        with _lock:
            before = _usual.pop()
            if not _usual:
                gc.set_threshold(*before)
