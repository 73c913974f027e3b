"""The form of the data files that only 1830 has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final

from stellwerk.eighteen.forms import FORMS, BoardFile
from stellwerk.eighteen.schema import (
    PLAYERS,
    Amount,
    BySeats,
    CompanyName,
    Edge,
    ForAll,
    HexName,
    Names,
    Percent,
    Positive,
    Seats,
    TileName,
    TrainName,
)

SCENARIOS: Final = "scenarios.toml"
PLUS: Final = "map_plus.toml"


@dataclass(frozen=True)
class Laid:
    """A tile that lies on the board from the start."""

    tile: TileName
    rotation: Edge


@dataclass(frozen=True)
class Diesel:
    """What a diesel costs, and what with a train given in."""

    price: Positive
    trade_in: Positive


@dataclass(frozen=True)
class Licence:
    """A hex that only companies with a licence run to, and what one costs."""

    hex: HexName
    price: Positive


@dataclass(frozen=True)
class Coal:
    """Mountains with coal: what a tile costs there, and what a route earns for each."""

    hexes: tuple[HexName, ...]
    cost: Amount
    bonus: Amount


@dataclass(frozen=True)
class Cut:
    """How the certificates of a company are cut."""

    director: Percent
    others: tuple[Percent, ...]


@dataclass(frozen=True)
class Material:
    """What a scenario or an option changes on the table."""

    plates: tuple[str, ...] = ()
    companies: tuple[CompanyName, ...] = ()
    homes: Mapping[CompanyName, tuple[HexName, ...]] = field(default_factory=dict)
    closed_homes: Mapping[CompanyName, HexName] = field(default_factory=dict)
    ground: Mapping[CompanyName, Mapping[HexName, Amount]] = field(default_factory=dict)
    certificates: Mapping[CompanyName, Cut] = field(default_factory=dict)
    privates: tuple[Annotated[str, Names("private")], ...] = ()
    trains: Mapping[TrainName, Amount] = field(default_factory=dict)
    diesel: Diesel | None = None
    tiles_in: Mapping[TileName, Positive] = field(default_factory=dict)
    tiles_out: Mapping[TileName, Positive] = field(default_factory=dict)
    marker_prices: tuple[Amount, ...] = ()
    capital: Mapping[Seats, Positive] = field(default_factory=dict)
    certificate_limit: Amount = 0
    """By how much the limit of certificates rises."""

    preprinted: Mapping[HexName, Laid] = field(default_factory=dict)
    licence: Licence | None = None
    coal: Coal | None = None
    whole: tuple[HexName, ...] = ()
    """Hexes whose cities are one for a train."""


@dataclass(frozen=True)
class Limits:
    """How many certificates a player may hold."""

    certificate_limit: Annotated[BySeats, ForAll(PLAYERS)]


@dataclass(frozen=True)
class Heralds:
    """Home markers for hexes without a city: what one counts."""

    worth: Positive


@dataclass(frozen=True)
class PlusTrains:
    """How many there are of each train beside plus-trains, and what those cost by the other list."""

    trains: Mapping[TrainName, Amount]
    surcharged: Mapping[TrainName, Positive]


@dataclass(frozen=True)
class ScenariosFile:
    """What scenarios and options bring to the table."""

    scenario: Mapping[str, Material]
    reading: Material
    additional: Material
    d_tiles: Material
    free: Mapping[str, Material]
    custom: Material
    extension: Mapping[str, Material]
    limits: Mapping[str, Limits]
    plus_trains: PlusTrains
    heralds: Heralds


FORMS_1830: Final[Mapping[str, type]] = {**FORMS, PLUS: BoardFile, SCENARIOS: ScenariosFile}
