"""The names that exist in the files of a title, by kind: what references are held against."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.resources import files as resources
from typing import Any, Final, TypeAlias

from stellwerk.core.errors import DataError
from stellwerk.core.texts import load_toml
from stellwerk.core.title import Folder
from stellwerk.eighteen.citations import neutral_rules
from stellwerk.eighteen.forms import PIECES, TILES, VOCABULARY
from stellwerk.eighteen.schema import PLAYERS, SOURCE

Files: TypeAlias = dict[str, dict[str, Any]]
SHARED_TILES: Final = resources("stellwerk.eighteen") / "data" / TILES
SECTIONS: Final = {"company": "companies", "private": "privates", "train": "trains", "phase": "phases"}


def known_names(
    files: Files,
    boards: Iterable[str],
    rule_files: Iterable[str],
    folder: Folder,
    seats: range,
    words: Mapping[str, Collection[str]],
) -> dict[str, Collection[str]]:
    """By kind all names; a kind whose file cannot be read is left out, since nothing can be said about it."""
    known: dict[str, Collection[str]] = {kind: (*usual, *words.get(kind, ())) for kind, usual in VOCABULARY.items()}
    known |= {PLAYERS: [str(number) for number in seats], "key": neutral_rules().keys()}
    if PIECES in files:
        known |= {kind: tuple(tables(files[PIECES], section)) for kind, section in SECTIONS.items()}
    sides = [files[board] for board in boards if board in files]
    if sides:
        hexes = [(name, entry) for side in sides for _, name, entry in all_hexes(side)]
        known["hex"] = [name for name, _ in hexes]
        known["terrain"] = {kind for _, entry in hexes if (kind := _terrain(entry))}
    if TILES in files:
        known["tile"] = {**load_toml(SHARED_TILES)["tile"], **tables(files[TILES], "tile")}.keys()
    with suppress(DataError):  # what is wrong with a book is told where the book is read
        known["rule"] = [*rule_numbers(rule_files, folder), *neutral_rules()]
    return known


def tables(data: Mapping[str, Any], section: str) -> dict[str, Any]:
    """The entries of a section, whatever they are."""
    found = data.get(section)
    return {name: entry for name, entry in found.items() if name != SOURCE} if isinstance(found, dict) else {}


def all_hexes(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Plate (none for the board itself), name and entry of every hex."""
    yield from (("", name, entry) for name, entry in tables(data, "hex").items())
    for plate, entry in tables(data, "plate").items():
        hexes = tables(entry, "hex") if isinstance(entry, dict) else {}
        yield from ((plate, name, printed) for name, printed in hexes.items())


def place_in_file(plate: str, name: str) -> str:
    return f"plate.{plate}.hex.{name}" if plate else f"hex.{name}"


def _terrain(entry: Any) -> str:
    ground = entry.get("terrain") if isinstance(entry, dict) else None
    return str(ground.get("kind", "")) if isinstance(ground, dict) else ""


def rule_numbers(rule_files: Iterable[str], folder: Folder) -> Iterator[str]:
    for file in rule_files:
        for rule in load_toml(folder.joinpath(file)).get("rule", ()):
            if isinstance(rule, dict) and "id" in rule:
                yield str(rule["id"])
