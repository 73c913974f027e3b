"""The numbers of the book, for one number of players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stellwerk.core.errors import DataError
from stellwerk.games.paris.board import Board

FILE = "numbers.toml"


@dataclass(frozen=True, slots=True)
class Tables:
    """Board and numbers; `each` counts the locomotives of a colour that go into the bag."""

    board: Board
    colours: tuple[str, ...]
    each: int
    seats: int
    draw: int
    limit: int
    penalty: int
    build: range
    exchange: range


def compile_tables(board: Board, numbers: Mapping[str, Any], seats: int) -> Tables:
    """Read the numbers that hold for so many seats."""
    try:
        locomotives, limit = numbers["locomotives"], numbers["limit"]
        return Tables(
            board=board,
            colours=tuple(locomotives["colours"]),
            each=locomotives["each"] - numbers["kept_out"]["each"],
            seats=seats,
            draw=numbers["draw"]["by_seats"][str(seats)],
            limit=limit["by_seats"][str(seats)],
            penalty=limit["penalty"],
            build=range(numbers["build"]["least"], numbers["build"]["most"] + 1),
            exchange=range(numbers["exchange"]["least"], numbers["exchange"]["most"] + 1),
        )
    except (KeyError, TypeError) as error:
        raise DataError(FILE, f"something is missing: {error!r}") from error
