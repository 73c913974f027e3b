"""How far long work is, in one line of a terminal; where stderr is none, nothing."""

from __future__ import annotations

import sys
import time
from typing import Final

import click

OFTEN: Final = 0.1
"""Seconds between two looks of the line."""


class Progress:
    """Says how much is done of what, on stderr."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self._last = 0.0
        self._width = 0

    def __call__(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if self.shown and (done >= total or now - self._last > OFTEN):
            self._last = now
            line = f"{what}: {done:,} of {total:,}"
            click.echo("\r" + line.ljust(self._width), nl=False, err=True)
            self._width = len(line)

    def close(self) -> None:
        """Leave an empty line behind."""
        if self._width:
            click.echo("\r" + " " * self._width + "\r", nl=False, err=True)
