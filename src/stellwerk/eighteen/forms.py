"""The data files of an 18xx title, each as the record that says what may stand in it.

A title with fields of its own says so by records that add them, in its `forms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, TypeAlias

from stellwerk.eighteen.hexmap import Layout
from stellwerk.eighteen.ruleset import Company, Phase, Private, PrivateGroup
from stellwerk.eighteen.schema import (
    PLAYERS,
    Amount,
    BySeats,
    CompanyName,
    Edge,
    ForAll,
    Names,
    OrOne,
    Percent,
    Positive,
    RuleKey,
    RuleNumber,
    Seats,
    Shaped,
    TileColour,
    TileName,
    Written,
)
from stellwerk.eighteen.tiles import COLOURS, DUAL, STANDARD, Stop
from stellwerk.eighteen.trains import Train

PIECES: Final = "pieces.toml"
BOARD: Final = "map.toml"
TILES: Final = "tiles.toml"
MARKET: Final = "market.toml"
CITES: Final = "cites.toml"

VOCABULARY: Final[Mapping[str, tuple[str, ...]]] = {
    "kind of stop": ("city", "town", "offboard", "port", "junction"),
    "kind of hex": (*COLOURS, "red", "blue"),
    "colour": (*COLOURS[1:], "blue"),
    "gauge": (STANDARD, DUAL, "metre"),
}
"""What tiles and boards are described with; a title may know more words, in its `words`."""

PathText: TypeAlias = Annotated[str, Shaped(r"([0-5]|S\d)-([0-5]|S\d)( \w+)?", 'a path such as "0-S0" or "1-4 dual"')]
Cells: TypeAlias = Annotated[str, Shaped(r" *((\.|\d+[a-z]*) *)+", 'a row of prices such as ". 60y 67p 71"')]


@dataclass(frozen=True)
class Certificates:
    """Shares: how the certificates of a company are cut, and who may hold how many."""

    director: Percent = 20
    others: tuple[Percent, ...] = (10,) * 8
    float_percent: Percent = 60
    pool_percent: Percent = 50
    company_limit: Positive = 5


@dataclass(frozen=True)
class Markers:
    """Station markers: what the second, third ... one costs."""

    prices: tuple[Amount, ...]


@dataclass(frozen=True)
class Money:
    """The bank, what players begin with and how many certificates they may hold."""

    bank: Positive
    capital: BySeats
    certificate_limit: Annotated[
        Mapping[Seats, Annotated[tuple[Positive, ...], OrOne()]],
        ForAll(PLAYERS),
    ]
    bid_step: Positive = 5


@dataclass(frozen=True)
class PiecesFile:
    """Companies, privates, trains, phases and money."""

    companies: Mapping[str, Company]
    certificates: Certificates
    markers: Markers
    privates: Mapping[str, Private]
    trains: Mapping[str, Train]
    phases: Mapping[str, Phase]
    money: Money
    groups: Mapping[Seats, tuple[PrivateGroup, ...]] = field(default_factory=dict)
    """By the number of players what privates are sold in, where an option sells them in groups."""


@dataclass(frozen=True)
class Terrain:
    """Ground on which the first tile costs money."""

    kind: str
    cost: Positive


@dataclass(frozen=True)
class PrintedHex:
    """What is printed on a hex of the board."""

    kind: Annotated[str, Names("kind of hex")]
    label: str = ""
    later_label: str = ""
    stops: tuple[Stop, ...] = ()
    paths: tuple[PathText, ...] = ()
    terrain: Terrain | None = None
    ground: tuple[str, ...] = ()
    premium: Amount = 0
    upgrades: tuple[TileName, ...] = ()
    upgrade_cost: Amount = 0
    area: str = ""
    as_tile: TileName = ""
    heralds: tuple[CompanyName, ...] = ()
    impassable: tuple[Edge, ...] = ()


@dataclass(frozen=True)
class Plate:
    """Hexes that an option lays over those of the board."""

    hex: Mapping[str, PrintedHex]


@dataclass(frozen=True)
class BoardFile:
    """The board."""

    hex: Mapping[str, PrintedHex]
    plate: Mapping[str, Plate] = field(default_factory=dict)
    layout: Layout = "pointy"


@dataclass(frozen=True)
class PrintedTile:
    """What a tile shows."""

    colour: TileColour
    label: str = ""
    stops: tuple[Stop, ...] = ()
    paths: tuple[PathText, ...] = ()


@dataclass(frozen=True)
class TileSet:
    """Tiles that come together: how many of each, and which may replace which."""

    counts: Mapping[TileName, Positive]
    upgrades: Mapping[TileName, tuple[TileName, ...]] | None = None
    impossible: Mapping[TileName, tuple[TileName, ...]] = field(default_factory=dict)
    """What a printed list has although it loses track in every rotation, so that nobody takes it for a slip."""


@dataclass(frozen=True)
class TilesFile:
    """The tiles of a title, beyond what the shared catalogue prints."""

    set: Mapping[str, TileSet]
    tile: Mapping[str, PrintedTile] = field(default_factory=dict)


@dataclass(frozen=True)
class PriceTable:
    """A market: its rows from the top, and a row of prices of its own for a company that does not operate."""

    rows: tuple[Cells, ...] = ()
    track: tuple[Amount, ...] = ()


@dataclass(frozen=True)
class MarketFile(PriceTable):
    """The market; or several, of which an option chooses one."""

    table: Mapping[str, PriceTable] = field(default_factory=dict)


@dataclass(frozen=True)
class CitesFile:
    """Which paragraph of the book stands behind each key of the shared steps."""

    cites: Mapping[RuleKey, RuleNumber] = field(default_factory=dict)
    special: Annotated[Mapping[str, Mapping[RuleKey, RuleNumber]], Written("for")] = field(default_factory=dict)
    none: tuple[RuleKey, ...] = ()


FORMS: Final[Mapping[str, type]] = {
    PIECES: PiecesFile,
    BOARD: BoardFile,
    TILES: TilesFile,
    MARKET: MarketFile,
    CITES: CitesFile,
}
OPTIONAL: Final = frozenset({CITES})
"""Files that a title need not have."""
