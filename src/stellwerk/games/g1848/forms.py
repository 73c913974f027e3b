"""What the data files of 1848 say besides those of any title."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from stellwerk.eighteen.forms import (
    BOARD,
    FORMS,
    PIECES,
    BoardFile,
    Certificates,
    Money,
    PiecesFile,
    Plate,
    PrintedHex,
)
from stellwerk.eighteen.schema import Amount, BySeats, HexName, Positive
from stellwerk.games.g1848.ruleset import Loans, Phase1848


@dataclass(frozen=True, kw_only=True)
class HoldingLimits(Certificates):
    """Shares of a company that a player may hold, in per cent."""

    holding_percent: BySeats


@dataclass(frozen=True, kw_only=True)
class MoneyAndCuts(Money):
    """Money, steps of the falling sale, and how limits fall for the directors responsible."""

    limit_cut: BySeats
    reduction: Positive


@dataclass(frozen=True)
class Receivership:
    """How many companies in receivership take a train out of the bank."""

    removals: tuple[Positive, ...]


@dataclass(frozen=True)
class Ends:
    """What besides an empty bank brings the end."""

    price: Positive
    loans: Positive
    receivership: Positive


@dataclass(frozen=True)
class CityBonus:
    """What a train earns besides for calling at so many cities of a list."""

    amounts: tuple[Amount, ...]
    hexes: tuple[HexName, ...]


@dataclass(frozen=True, kw_only=True)
class Pieces1848(PiecesFile):
    """Loans, receivership, the ends of the game and a bonus come on top."""

    certificates: HoldingLimits
    phases: Mapping[str, Phase1848]
    money: MoneyAndCuts
    loans: Loans
    receivership: Receivership
    ends: Ends
    k_bonus: CityBonus


@dataclass(frozen=True, kw_only=True)
class RegionHex(PrintedHex):
    """A hex in a region of one gauge."""

    zone: str = ""


@dataclass(frozen=True)
class RegionPlate(Plate):
    """A plate of such hexes."""

    hex: Mapping[str, RegionHex]


@dataclass(frozen=True)
class Board1848(BoardFile):
    """A board of such hexes."""

    hex: Mapping[str, RegionHex]
    plate: Mapping[str, RegionPlate] = field(default_factory=dict)


FORMS_1848: Final[Mapping[str, type]] = {**FORMS, PIECES: Pieces1848, BOARD: Board1848}
