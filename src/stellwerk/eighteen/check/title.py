"""All checks of a title's data files, the form of each first: what counts rest on must be sound."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar, Protocol

from stellwerk.core.errors import DataError
from stellwerk.core.texts import load_toml
from stellwerk.core.title import Folder
from stellwerk.eighteen.check import board, book, counts, homes, market, tiles
from stellwerk.eighteen.check.names import Files, known_names
from stellwerk.eighteen.forms import CITES, MARKET, OPTIONAL, PIECES, TILES
from stellwerk.eighteen.schema import faults


class Shelved(Protocol):
    """What the checks want to know of a title."""

    seats: ClassVar[range]
    boards: ClassVar[tuple[str, ...]]
    folder: Folder
    rule_files: ClassVar[tuple[str, ...]]
    forms: ClassVar[Mapping[str, type]]
    words: ClassVar[Mapping[str, Collection[str]]]


def problems(title: Shelved) -> Iterator[str]:
    """All that is wrong, one sentence each; the later checks need files whose form is sound."""
    files: Files = {}
    for name in title.forms:
        if name not in OPTIONAL or title.folder.joinpath(name).is_file():
            try:
                files[name] = load_toml(title.folder.joinpath(name))
            except DataError as error:
                yield str(error)
    known = known_names(files, title.boards, title.rule_files, title.folder, title.seats, title.words)
    sound: dict[str, Any] = {}
    for name, data in files.items():
        wrong = [f"{name}: {fault}" for fault in faults(data, title.forms[name], "", known)]
        yield from wrong
        if not wrong:
            sound[name] = data
    yield from _counts(sound, title.boards, known)


def _counts(sound: Files, boards: Collection[str], known: Mapping[str, Collection[str]]) -> Iterator[str]:
    """What no single field tells; each check runs where all files that it reads are sound."""
    sides = {name: sound[name] for name in boards if name in sound}
    for name, side in sides.items():
        yield from board.problems(name, side, known)
    if TILES in sound:
        yield from tiles.problems(sound[TILES], known)
    for name, side in sides.items() if TILES in sound else ():
        yield from tiles.label_problems(name, side, sound[TILES])
        yield from tiles.as_tile_problems(name, side, sound[TILES])
    if MARKET in sound:
        yield from market.problems(sound[MARKET])
    if PIECES in sound:
        yield from counts.problems(sound[PIECES])
    if PIECES in sound and len(sides) == len(boards):
        yield from homes.problems(sound[PIECES], sides.values())
    if PIECES in sound and MARKET in sound:
        yield from market.par_problems(sound[PIECES], sound[MARKET])
    if PIECES in sound and TILES in sound:
        yield from tiles.own_tile_problems(sound[PIECES], sound[TILES])
    if CITES in sound:
        yield from book.problems(sound[CITES], sound.get(PIECES))
