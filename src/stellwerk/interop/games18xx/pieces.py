"""Tiles and trains by the ids of 18xx.games: "57-1" is the second copy of tile 57, "3-0" the first 3-train."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState

BANK: Final = "bank"
POOL: Final = "pool"


def kind_of(piece: str) -> str:
    """The number of a tile or the type of a train, without its copy."""
    return piece.rpartition("-")[0]


class Tiles:
    """Which copy of a tile lies where. Of each number the copy that lay in the supply longest is taken."""

    def __init__(self, t: Ruleset) -> None:
        self.supply = {number: [f"{number}-{copy}" for copy in range(count)] for number, count in _counts(t).items()}
        self.lying: dict[str, str] = {}

    def lay(self, name: str, number: str) -> str:
        tile = self.supply[number].pop(0)
        old = self.lying.get(name)
        if old is not None:
            self.supply[kind_of(old)].append(old)
        self.lying[name] = tile
        return tile

    def city(self, name: str, stop: int) -> str:
        """A city on the tile that lies on a hex, or on what the hex prints."""
        return f"{self.lying.get(name) or f'{name}-0'}-{stop}"


def _counts(t: Ruleset) -> Mapping[str, int]:
    return t.catalogue.counts


class Trains:
    """Which copy of a train belongs to whom."""

    def __init__(self) -> None:
        self.sold: dict[str, int] = {}
        self.owned: dict[str, list[str]] = {}

    def take(self, source: str, train: str, company: str) -> str:
        """A company gets a train of a type; returns which copy it is."""
        if source == BANK:
            copy = f"{train}-{self.sold.setdefault(train, 0)}"
            self.sold[train] += 1
        else:
            copy = self.first(source, train)
            self.owned[source].remove(copy)
        self.owned.setdefault(company, []).append(copy)
        return copy

    def give(self, company: str, train: str) -> str:
        """A company puts a train into the pool."""
        return self.take(company, train, POOL)

    def first(self, owner: str, train: str) -> str:
        return next(copy for copy in self.owned[owner] if kind_of(copy) == train)

    def of(self, company: str, types: tuple[str, ...]) -> list[str]:
        """The copies of a company in the order of these types."""
        left = list(self.owned.get(company, ()))
        found = []
        for train in types:
            copy = next(copy for copy in left if kind_of(copy) == train)
            left.remove(copy)
            found.append(copy)
        return found

    def scrap(self, s: RailState) -> None:
        """Forget what has been scrapped: always all trains of a type."""
        for owner, copies in self.owned.items():
            types = s.train_pool if owner == POOL else s.trains[owner]
            if len(copies) != len(types):
                self.owned[owner] = [copy for copy in copies if kind_of(copy) in types]
