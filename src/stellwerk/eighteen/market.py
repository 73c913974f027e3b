"""The share market: a grid of prices on which markers move and lie on each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Row from the top and column from the left."""

ZONES: Final = {"y": "yellow", "o": "orange", "b": "brown", "c": "closing"}
"""By its letter the zone of a cell; in the last one a company leaves the game, where a title says so."""


@dataclass(frozen=True)
class Market:
    """Prices and zones by cell. Sales move a marker down, a sold-out company up, dividends right or left."""

    price: Mapping[Cell, int]
    zone: Mapping[Cell, str]
    pars: Mapping[int, Cell]
    """Par values, dearest first, and where their markers start."""

    track: tuple[Cell, ...] = ()
    """Prices of a company that does not operate; a row of their own below the grid."""

    @cached_property
    def least_par(self) -> int:
        """The cheapest par value."""
        return min(self.pars)

    def right(self, cell: Cell) -> Cell:
        return self._right[cell]

    def left(self, cell: Cell) -> Cell:
        return self._left[cell]

    @cached_property
    def _grid(self) -> list[Cell]:
        """All cells but those of the row of its own."""
        return [cell for cell in self.price if cell not in self.track]

    @cached_property
    def _right(self) -> Mapping[Cell, Cell]:
        return {(row, at): self._first((row, at + 1), (row - 1, at), (row, at)) for row, at in self._grid}

    @cached_property
    def _left(self) -> Mapping[Cell, Cell]:
        return {(row, at): self._first((row, at - 1), (row + 1, at), (row, at)) for row, at in self._grid}

    def up(self, cell: Cell) -> Cell:
        return self._first((cell[0] - 1, cell[1]), cell)

    def down(self, cell: Cell, steps: int = 1) -> Cell:
        for _ in range(steps):
            cell = self._first((cell[0] + 1, cell[1]), cell)
        return cell

    def rank(self, cell: Cell) -> tuple[int, int, int]:
        """Smaller acts earlier: higher price, then further right, then higher up."""
        return self._ranks[cell]

    @cached_property
    def _ranks(self) -> Mapping[Cell, tuple[int, int, int]]:
        return {(row, column): (-price, -column, row) for (row, column), price in self.price.items()}

    def _first(self, *cells: Cell) -> Cell:
        return next(cell for cell in cells if cell in self.price and cell not in self.track)


def read_market(data: Mapping[str, Any]) -> Market:
    """Turn the rows of a data file into a grid."""
    price: dict[Cell, int] = {}
    zone: dict[Cell, str] = {}
    pars: dict[int, Cell] = {}
    for row, line in enumerate(data["rows"]):
        for column, text in enumerate(line.split()):
            if text == ".":
                continue
            cell = (row, column)
            letters = text.lstrip("0123456789")
            price[cell] = int(text[: len(text) - len(letters)])
            zone[cell] = next((ZONES[letter] for letter in letters if letter in ZONES), "")
            if "p" in letters:
                pars[price[cell]] = cell
    row, track = len(data["rows"]), []
    for column, value in enumerate(data.get("track", ())):
        track.append((row, column))
        price[row, column], zone[row, column] = value, ""
    return Market(price, zone, dict(sorted(pars.items(), reverse=True)), tuple(track))
