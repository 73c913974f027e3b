"""The tables of an 18xx title: what its rulebook and its pieces print, with all options resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.market import Market
from stellwerk.eighteen.tiles import Catalogue
from stellwerk.eighteen.trains import Train

NEUTRAL: Final = "#666666"
"""The colour of a company that has none of its own."""


@dataclass(frozen=True, slots=True)
class Company:
    """A railroad: how its certificates are cut, where it starts, how many station markers it has."""

    id: str
    markers: int
    home: str
    home_stops: tuple[int, ...] = (0,)
    """The stops of the home hex among which it may choose."""

    director: int = 20
    certificates: tuple[int, ...] = (10,) * 8
    """The other certificates, in per cent."""

    colour: str = NEUTRAL
    """What its markers and cards are painted with."""


@dataclass(frozen=True, slots=True)
class Private:
    """A private company; powers are keys that steps look for."""

    id: str
    price: int
    income: int
    blocks: tuple[str, ...] = ()
    """Hexes that nobody may build on while a player owns it."""

    to_companies: bool = True
    """Whether a company may buy it."""

    tile: tuple[str, ...] = ()
    """Hexes on which its owner company may lay a tile without a connection."""

    extra_tile: bool = False
    """Whether that tile comes on top of the usual one."""

    marker: bool = False
    """Whether a station may be placed there free of charge in the same turn."""

    exchange: str = ""
    """A company of which its owner may take a share for it."""

    share: str = ""
    """A company of which its first buyer gets a share."""

    directs: str = ""
    """A company of which its first buyer gets the director's certificate."""

    closes_with_train_of: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    """What holds from the sale of the first train of a type on."""

    id: str
    colours: frozenset[str]
    train_limit: int
    rounds: int
    """Operating rounds in the sets that begin in this phase."""

    level: int
    """Which value of two-valued stops counts."""

    buy_privates: bool = False
    close_privates: bool = False
    train: str = ""
    """The train whose first sale begins this phase."""

    rule: str = ""
    """The rule that says which tiles may be laid."""


@dataclass(frozen=True)
class Tables:
    """All numbers of a title for a number of seats."""

    seats: int
    hexmap: HexMap
    catalogue: Catalogue
    market: Market
    companies: Mapping[str, Company]
    privates: Mapping[str, Private]
    trains: Mapping[str, Train]
    phases: Mapping[str, Phase]
    bank: int
    capital: int
    """What each player starts with."""

    certificate_limit: int
    marker_prices: tuple[int, ...]
    """What the second, third ... station of a company costs, the last price holding on."""

    float_percent: int = 60
    pool_percent: int = 50
    company_limit: int = 5
    """Certificates of one company that a player may hold."""

    holding_percent: int | None = None
    """A limit in per cent instead, where an option says so."""

    bid_step: int = 5
    flags: frozenset[str] = frozenset()
    """Sentences of the rules that an option has switched; a step looks only for its own."""

    numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def bank_index(self) -> int:
        return self.seats

    @property
    def pool_index(self) -> int:
        return self.seats + 1
