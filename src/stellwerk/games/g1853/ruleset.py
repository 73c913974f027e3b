"""The tables of 1853 beyond those of every 18xx title: contracts, sizes of companies, territories, gauges of trains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from stellwerk.eighteen.ruleset import Company, Phase, Ruleset
from stellwerk.eighteen.schema import Amount, CompanyName, HexName, Positive, TrainName
from stellwerk.eighteen.tiles import STANDARD
from stellwerk.eighteen.trains import Train

METRE: Final = "metre"
"""The other gauge besides the standard one."""

Size = Literal["large", "small", "open"]


@dataclass(frozen=True, slots=True)
class Company1853(Company):
    """A company of 1853."""

    size: Size = "small"
    """A large one has two homes and may lay two tiles; an open one is what the first stock round makes of it."""

    fee: Amount = 0
    """What the right to a second tile costs each time, where it is paid for."""

    large_home: Mapping[HexName, Amount] = field(default_factory=dict)
    """A home, by hex and stop, that an open company has besides when it becomes large."""

    large_ground: Mapping[HexName, Amount] = field(default_factory=dict)
    """What the first tile on a hex costs it then."""


@dataclass(frozen=True, slots=True)
class Train1853(Train):
    """A train of 1853."""

    gauge: str = STANDARD
    small: Amount = 0
    """How many more there are if a small company starts in the first stock round."""


@dataclass(frozen=True, slots=True)
class Phase1853(Phase):
    """A phase of 1853."""

    carriers: tuple[TrainName, ...] = ()
    """Trains whose owners may upgrade tiles and place stations outside their territory, as far as their trains run."""


@dataclass(frozen=True, slots=True)
class CityBid:
    """What a city counts in a contract, and of which companies it gives a share."""

    value: Positive
    companies: tuple[CompanyName, ...]


@dataclass(frozen=True)
class ContractRules:
    """What a contract may hold."""

    least_cities: int
    most_cities: int
    unused: int
    """A bidder below the most cities passes only with less of his bond unused than this."""

    valley: frozenset[str]
    """Cities of the valley, of which a bid may hold only few."""

    valley_with: str
    """A city that counts among them, but not in a bid of three."""

    valley_most: int
    valley_most_of_three: int
    cities: Mapping[str, CityBid]
    """By hex the cities that can be bid."""

    bond_step: int = 10
    claim: Literal["auto", "manual"] = "auto"
    """Whether a contract that is fulfilled is paid back at once, or when its holder says so."""

    @cached_property
    def least_value(self) -> int:
        """What the cheapest cities count."""
        return min(city.value for city in self.cities.values())

    @cached_property
    def least_bond(self) -> int:
        """A bond that pays for as few of the cheapest cities as a bid may have."""
        return self.least_cities * self.least_value


@dataclass(frozen=True, kw_only=True)
class Ruleset1853(Ruleset):
    """All numbers of 1853 for a number of seats."""

    contracts: ContractRules
    territories: Mapping[str, frozenset[str]]
    """By company the hexes in which it may upgrade tiles and place stations."""

    ground: Mapping[str, Mapping[str, int]]
    """By kind of ground and gauge what the first tile on it costs."""

    ground_together: Literal["sum", "dearest"] = "sum"
    """What a hex with several kinds of ground costs."""

    markers_per_turn: int | None = 1
    """How many stations a company may place in a turn; None any number."""

    last_rounds: Literal["end", "one_more"] = "end"
    """What follows a stock round in which the bank has broken: the end, or one more operating round."""

    def company(self, name: str) -> Company1853:
        facts = self.companies[name]
        assert isinstance(facts, Company1853)
        return facts

    def phase(self, name: str) -> Phase1853:
        facts = self.phases[name]
        assert isinstance(facts, Phase1853)
        return facts

    def train(self, name: str) -> Train1853:
        facts = self.trains[name]
        assert isinstance(facts, Train1853)
        return facts


def rules_of(t: Ruleset) -> Ruleset1853:
    """The same tables, known to be those of 1853."""
    assert isinstance(t, Ruleset1853)
    return t
