"""Tiles: what they show, which may replace which, and labels and powers that need one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from stellwerk.core.texts import load_toml
from stellwerk.eighteen.check.names import SHARED_TILES, all_hexes, place_in_file, tables
from stellwerk.eighteen.check.print import face_problems
from stellwerk.eighteen.forms import PIECES, TILES
from stellwerk.eighteen.tiles import COLOURS, Catalogue, read_face


def _all_prints(data: Mapping[str, Any]) -> dict[str, Any]:
    return {**load_toml(SHARED_TILES)["tile"], **tables(data, "tile")}


def _counted(data: Mapping[str, Any]) -> dict[str, int]:
    return {number: count for entry in tables(data, "set").values() for number, count in entry["counts"].items()}


def problems(data: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> Iterator[str]:
    early = [
        f"{TILES}: tile.{number}: {fault}"
        for number, entry in tables(data, "tile").items()
        for fault in face_problems(entry, known)
    ]
    yield from early
    if not tables(data, "set"):
        yield f"{TILES}: set: there is no set of tiles"
    if not early:
        yield from _upgrades(data)


def _upgrades(data: Mapping[str, Any]) -> Iterator[str]:
    counts = _counted(data)
    catalogue = Catalogue(_all_prints(data), counts)
    for name, entry in tables(data, "set").items():
        known_faults = entry.get("impossible", {})
        for number, ups in entry.get("upgrades", {}).items():
            place = f"{TILES}: set.{name}.upgrades.{number}"
            lacking = [tile for tile in (number, *ups) if tile not in counts]
            yield from (f"{place}: no set counts tile {tile!r}" for tile in lacking)
            for up in ups if not lacking else ():
                fault = _upgrade_fault(catalogue, number, up)
                if fault and up not in known_faults.get(number, ()):
                    yield f"{place}: tile {up} {fault}"
                elif not fault and up in known_faults.get(number, ()):
                    yield f"{TILES}: set.{name}.impossible.{number}: tile {up} is possible"


def _upgrade_fault(catalogue: Catalogue, number: str, up: str) -> str:
    """Why a tile cannot replace another: it is not of a later colour, or loses track however it is turned."""
    old, faces = catalogue.face(number, 0), catalogue.faces(up)
    if {old.colour, faces[0].colour} <= set(COLOURS) and COLOURS.index(faces[0].colour) <= COLOURS.index(old.colour):
        return f"is {faces[0].colour}, which does not come after {old.colour}"
    if all(old.stops_onto(face) is None for face in faces):
        return "loses its track or its stops in every rotation"
    return ""


def label_problems(file: str, board: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """Hexes to be built on whose label no tile bears."""
    prints = _all_prints(data)
    borne = {prints[number].get("label", "") for number in _counted(data) if number in prints}
    for plate, name, entry in all_hexes(board):
        for field in ("label", "later_label"):
            label = entry.get(field, "")
            if label and label not in borne and entry["kind"] in COLOURS[:-1]:
                yield f"{file}: {place_in_file(plate, name)}: {field}: no tile bears {label!r}"


def as_tile_problems(file: str, board: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """Hexes that are replaced like a tile print the track of that tile, which the title has."""
    counts = _counted(data)
    catalogue = Catalogue(_all_prints(data), counts)
    for plate, name, entry in all_hexes(board):
        number, place = entry.get("as_tile", ""), f"{file}: {place_in_file(plate, name)}: as_tile"
        if number and number not in counts:
            yield f"{place}: no set counts tile {number!r}"
        elif number and read_face(name, entry["kind"], entry).paths not in {f.paths for f in catalogue.faces(number)}:
            yield f"{place}: tile {number} has other track"


def own_tile_problems(pieces: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """The tile of a private is one that the title has."""
    counts = _counted(data)
    for name, entry in tables(pieces, "privates").items():
        number = entry.get("own_tile", "")
        if number and number not in counts:
            yield f"{PIECES}: privates.{name}: own_tile: no set counts tile {number!r}"
