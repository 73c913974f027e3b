"""Views as numbers: what an observation of a game holds, in which order, and on which scale.

A `Layout` names the parts of an observation with their lengths; docs/research.md tells each of them. Seats are told
from the observer on: the first is the own one, then clockwise. Money is told in thousands, shares of companies as parts
of one, so that most numbers lie between -1 and 1; every number lies between -LIMIT and LIMIT.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, Generic

import numpy as np
import numpy.typing as npt

from stellwerk.core.errors import NotFound
from stellwerk.core.game import Game
from stellwerk.core.step import S
from stellwerk.eighteen.game import RailGame
from stellwerk.games.g1853.play import Game1853
from stellwerk.games.paris.game import ParisGame
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.interop.research.catalogue import NUMBER, Catalogue, Sentence
from stellwerk.interop.research.numbers import PLACES

Numbers = npt.NDArray[np.float32]

LIMIT: Final = 1000.0
THOUSAND: Final = 1000.0
SAYING: Final = 3
"""Numbers at the end of each observation that tell what has been said of the present decision."""


class Layout(ABC, Generic[S]):
    """The parts of an observation of one game, and how they are filled."""

    def __init__(self, parts: Mapping[str, int]) -> None:
        self.parts = {**parts, "saying": SAYING}
        self.size = sum(self.parts.values())
        self.at: dict[str, slice] = {}
        first = 0
        for name, length in self.parts.items():
            self.at[name] = slice(first, first + length)
            first += length
        self._kept: dict[Any, tuple[Any, Numbers]] = {}

    @abstractmethod
    def fill(self, out: Numbers, s: S, seat: int) -> None:
        """Write what a seat sees into an empty observation."""

    def kept(self, slot: Any, key: Any, make: Callable[[], list[float] | Numbers]) -> Numbers:
        """A part of an observation, made anew only when what it follows from has changed since it was last made."""
        known = self._kept.get(slot)
        if known is None or known[0] != key:
            known = self._kept[slot] = key, np.array(make(), np.float32)
        return known[1]

    def observe(self, s: S, seat: int, sentence: Sentence | None = None) -> Numbers:
        """The observation of a seat, from a position as it sees it."""
        out = np.zeros(self.size, np.float32)
        self.fill(out, s, seat)
        self.add_saying(out, sentence)
        return out

    def add_saying(self, out: Numbers, sentence: Sentence | None) -> None:
        """Write what has been said of the present decision into an observation."""
        if sentence is not None and sentence.spelling is not None:
            spelling = sentence.spelling
            entry = (sentence.number + 1) / sentence.catalogue.size
            out[self.at["saying"]] = (entry, (spelling.place + 1) / PLACES, spelling.known / THOUSAND)


@lru_cache(maxsize=16)
def layout_of(game: Game[Any]) -> Layout[Any]:
    """How positions of a game are observed."""
    from stellwerk.interop.research.features_paris import ParisLayout
    from stellwerk.interop.research.features_rail import Layout1853, RailLayout
    from stellwerk.interop.research.features_revolution import RevolutionLayout

    if isinstance(game, Game1853):
        return Layout1853(game)
    if isinstance(game, RailGame):
        return RailLayout(game)
    if isinstance(game, ParisGame):
        return ParisLayout(game)
    if isinstance(game, RevolutionGame):
        return RevolutionLayout(game)
    raise NotFound("layout of observations for the game", game.title.id)


COLUMNS: Final = ("id", "kind", "first", "second", "third", "fourth", "has_number", "digit_place", "digit")
"""The features of an id: itself, its kind and its arguments as places in `words`, and what it says of a number."""

DEEPEST: Final = 4


class Table:
    """Ids as rows of features, for policies that judge what is legal row by row."""

    def __init__(self, catalogue: Catalogue) -> None:
        kinds = {kind: n for n, kind in enumerate(dict.fromkeys(entry.kind for entry in catalogue.entries), 1)}
        words: dict[Any, int] = {}
        rows = np.zeros((catalogue.size, len(COLUMNS)), np.float32)
        rows[:, 0] = np.arange(catalogue.size)
        for n, entry in enumerate(catalogue.entries):
            rows[n, 1] = kinds[entry.kind]
            for column, arg in enumerate(entry.args[:DEEPEST], 2):
                rows[n, column] = words.setdefault(str(arg), len(words) + 1)
            rows[n, 6] = NUMBER in entry.args
        for n in range(catalogue.digits, catalogue.size):
            rows[n, 7], rows[n, 8] = divmod(n - catalogue.digits, 10)
            rows[n, 7] += 1
        self.kinds, self.words, self.rows = kinds, words, rows

    def of(self, ids: list[int], least: int = 0) -> Numbers:
        """The rows of some ids, with empty rows (id -1) below them up to a least number."""
        found = self.rows[ids]
        if len(ids) >= least:
            return found
        empty = np.zeros((least - len(ids), len(COLUMNS)), np.float32)
        empty[:, 0] = -1
        return np.concatenate([found, empty])


@lru_cache(maxsize=16)
def table_of(catalogue: Catalogue) -> Table:
    """The features of all ids of a catalogue."""
    return Table(catalogue)
