"""Recorded games of a folder: their text, what is expected of them, and the match that they replay to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from stellwerk.core import matchfile
from stellwerk.core.match import Match


@dataclass(frozen=True)
class Shelf:
    """A folder of recorded games."""

    folder: Path

    @property
    def files(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}

    def text(self, name: str) -> str:
        return (self.folder / f"{name}.json").read_text(encoding="utf-8")

    def data(self, name: str) -> dict[str, Any]:
        return _loaded(self.text(name))

    def expected(self, name: str) -> dict[str, Any]:
        return _loaded((self.folder / f"{name}.expected.json").read_text(encoding="utf-8"))

    def replayed(self, name: str) -> Match:
        return _replayed(self.text(name))


def _loaded(text: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text)
    return data


@cache
def _replayed(text: str) -> Match:
    return matchfile.loads(text, checked=True)
