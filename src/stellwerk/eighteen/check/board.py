"""The board: names of hexes, what is printed on them, and track that leads somewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from stellwerk.core.errors import DataError
from stellwerk.eighteen.check.names import all_hexes, place_in_file, tables
from stellwerk.eighteen.check.print import face_problems
from stellwerk.eighteen.hexmap import STEPS, HexMap, place_of, read_map
from stellwerk.eighteen.tiles import EDGES


def problems(file: str, data: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> Iterator[str]:
    """All that is wrong with a board and its plates; where hexes lie is told once they all have places."""
    early = [*_names(file, data), *_prints(file, data, known)]
    yield from early
    if not early:
        for plate in ("", *tables(data, "plate")):
            yield from _track(file, data, plate)


def _names(file: str, data: Mapping[str, Any]) -> Iterator[str]:
    """Letters and numbers of all hexes have the same parity, or neighbours would not find each other."""
    odd: dict[int, list[str]] = {0: [], 1: []}
    for plate, name, _ in all_hexes(data):
        try:
            odd[sum(place_of(name)) % 2].append(place_in_file(plate, name))
        except DataError as error:
            yield str(error)
    fewer, more = sorted(odd.values(), key=len)
    if more:
        other = more[0].rpartition(".")[2]
        yield from (
            f"{file}: {place}: no hex lies there if {other} is one: letters and numbers step by two" for place in fewer
        )


def _prints(file: str, data: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> Iterator[str]:
    for plate, name, entry in all_hexes(data):
        yield from (f"{file}: {place_in_file(plate, name)}: {fault}" for fault in face_problems(entry, known))


def _track(file: str, data: Mapping[str, Any], plate: str) -> Iterator[str]:
    """Printed track that leads off the board, across an edge that none may cross, or to a side without track."""
    board = read_map(data, [plate] if plate else [])
    shown = tables(data["plate"][plate], "hex") if plate else tables(data, "hex")
    for hex_ in board.hexes:
        if hex_.name not in shown:
            continue
        place = f"{file}: {place_in_file(plate, hex_.name)}"
        around = board.neighbours[hex_.number]
        if not any(_beside(board, hex_.name, edge) for edge in EDGES):
            yield f"{place}: no other hex lies beside it"
        for edge in (edge for edge in EDGES if hex_.face.exits >> edge & 1):
            beside = _beside(board, hex_.name, edge)
            if not beside:
                yield f"{place}: its track leads off the board at edge {edge}"
            elif around[edge] < 0:
                yield f"{place}: its track leads to {beside} across edge {edge}, which is impassable"
            elif board[beside].kind in ("grey", "red") and not board[beside].face.exits >> (edge + 3) % 6 & 1:
                yield f"{place}: its track leads to {beside} at edge {edge}, which has no track there"


def _beside(board: HexMap, name: str, edge: int) -> str:
    """The hex behind an edge, whether track may cross it or not."""
    letter, number = place_of(name)
    on, further = STEPS[board.layout][edge]
    other = f"{chr(ord('A') + letter + on)}{number + further}"
    return other if other in board.number else ""
