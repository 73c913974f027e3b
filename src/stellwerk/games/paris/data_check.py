"""Whether the data files of Paris Connection fit together: for owners who correct them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stellwerk.games.paris.board import Board

CITY_VALUES = range(1, 4)
MARSEILLE_VALUE = 4


def problems(board: Board, numbers: Mapping[str, Any], seats: range) -> list[str]:
    """All that is wrong, one sentence each."""
    return [*_board_problems(board, len(numbers["locomotives"]["colours"])), *_number_problems(numbers, seats)]


def _board_problems(board: Board, colours: int) -> Iterator[str]:
    if len(board.stations) != colours:
        yield f"board.toml: {len(board.stations)} start spaces for {colours} colours"
    if board.value.get(board.marseille) != MARSEILLE_VALUE:
        yield f"board.toml: {board.marseille} must be a city of {MARSEILLE_VALUE}"
    for space, value in board.value.items():
        if space != board.marseille and value not in CITY_VALUES:
            yield f"board.toml: {space} is worth {value}, cities are worth 1 to 3"
    around = board.near[board.number[board.eiffel]]
    for station in board.stations:
        if not around >> board.number[station] & 1:
            yield f"board.toml: start space {station} does not lie next to the Eiffel Tower {board.eiffel}"
        if board.path(board.mask([station]), board.cities | board.landscape) is None:
            yield f"board.toml: no city can be reached from {station}"
    reached, grown = 0, board.border(board.mask(board.stations))
    while reached != grown:
        reached = grown
        grown |= board.border(reached & (board.cities | board.landscape))
    for space in board.spaces:
        if not reached >> board.number[space] & 1 and space != board.eiffel:
            yield f"board.toml: {space} cannot be reached from Paris"


def _number_problems(numbers: Mapping[str, Any], seats: range) -> Iterator[str]:
    bag = len(numbers["locomotives"]["colours"]) * (numbers["locomotives"]["each"] - numbers["kept_out"]["each"])
    for count in seats:
        for table in ("draw", "limit"):
            if str(count) not in numbers[table]["by_seats"]:
                yield f"numbers.toml: {table} says nothing about {count} players"
        if count * numbers["draw"]["by_seats"].get(str(count), 0) >= bag:
            yield f"numbers.toml: {count} players draw the whole bag"
