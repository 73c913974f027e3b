"""What the data files of 1853 say besides those of any title."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from stellwerk.eighteen.forms import BOARD, FORMS, PIECES, BoardFile, Certificates, Money, PiecesFile, Plate, PrintedHex
from stellwerk.eighteen.schema import Amount, BySeats, HexName, Positive
from stellwerk.games.g1853.ruleset import CityBid, Company1853, Phase1853, Train1853


@dataclass(frozen=True, kw_only=True)
class Thresholds(Certificates):
    """When a company starts, and how much of one a player may hold, in per cent."""

    starts_at: BySeats
    holding_percent: BySeats


@dataclass(frozen=True, kw_only=True)
class MoneyAndSales(Money):
    """Money, the bank of a short game, and how much less a share brings in the first stock round."""

    short_bank: Positive
    sale_discount: Amount


@dataclass(frozen=True)
class GroundPrice:
    """What the first tile on some ground costs, by its gauge."""

    standard: Positive
    metre: Positive


@dataclass(frozen=True)
class Territory:
    """Where a company may upgrade tiles and place stations."""

    hexes: tuple[HexName, ...]


@dataclass(frozen=True)
class Contracts:
    """What a contract may hold."""

    least_cities: BySeats
    most_cities: BySeats
    unused: Positive
    valley_with: HexName
    valley_most: Positive
    valley_most_of_three: Positive


@dataclass(frozen=True)
class Ends:
    """What besides an empty bank brings the end."""

    price: Positive


@dataclass(frozen=True, kw_only=True)
class Pieces1853(PiecesFile):
    """Sizes, territories, ground by gauge and contracts come on top."""

    companies: Mapping[str, Company1853]
    trains: Mapping[str, Train1853]
    phases: Mapping[str, Phase1853]
    certificates: Thresholds
    money: MoneyAndSales
    territories: Mapping[str, Territory]
    ground: Mapping[str, GroundPrice]
    contracts: Contracts
    ends: Ends


@dataclass(frozen=True, kw_only=True)
class Hex1853(PrintedHex):
    """A hex that may hold a city for contracts."""

    bid: CityBid | None = None
    valley: bool = False


@dataclass(frozen=True)
class Plate1853(Plate):
    """A plate of such hexes."""

    hex: Mapping[str, Hex1853]


@dataclass(frozen=True)
class Board1853(BoardFile):
    """A board of such hexes."""

    hex: Mapping[str, Hex1853]
    plate: Mapping[str, Plate1853] = field(default_factory=dict)


FORMS_1853: Final[Mapping[str, type]] = {**FORMS, PIECES: Pieces1853, BOARD: Board1853}
