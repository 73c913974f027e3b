"""Tables and lists of a terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from stellwerk.core.texts import Texts

GAP: Final = 2
NARROWEST: Final = 30
"""The last column is never wrapped to less than this."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows under their heads; numbers stand right, long cells of the last column are wrapped."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    before = sum(widths[:-1]) + GAP * (len(head) - 1)
    width = max(NARROWEST, shutil.get_terminal_size().columns - before)
    right = [all(row[i].lstrip("-").isdecimal() for row in rows) for i in range(len(head))]
    for row in [head, *rows]:
        cells = [cell.rjust(w) if r else cell.ljust(w) for cell, w, r in zip(row, widths, right, strict=True)]
        last = textwrap.wrap(row[-1], width) if len(row[-1]) > width else [cells[-1]]
        yield (" " * GAP).join([*cells[:-1], last[0]]).rstrip()
        for more in last[1:]:
            yield " " * before + more


def listed(value: Any, texts: Texts) -> str:
    """A value of a state in words: equal pieces are counted, things in order stay in order."""
    if isinstance(value, dict):
        return ", ".join(f"{texts.name('en', str(key))} {listed(item, texts)}" for key, item in value.items())
    if not isinstance(value, list | tuple):
        return texts.name("en", value) if isinstance(value, str) else str(value)
    if all(isinstance(item, str) for item in value):
        counts = Counter(value)
        if len(counts) < len(value):
            return ", ".join(f"{count} {texts.name('en', item)}" for item, count in counts.items())
        return " ".join(named(item, texts) for item in value)
    return "; ".join(listed(item, texts) for item in value)


def named(item: str, texts: Texts) -> str:
    """An id with its name, where it has one: a space and its city."""
    name = texts.name("en", item)
    return item if name == item else f"{item} ({name})"
