"""What is wrong with the file of scenarios: each is held against the side of the board that it is played on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from stellwerk.core.errors import DataError
from stellwerk.eighteen.check import stop_faults, uneven_certificates
from stellwerk.eighteen.forms import BOARD
from stellwerk.eighteen.hexmap import printed
from stellwerk.eighteen.schema import SOURCE
from stellwerk.eighteen.title import RailTitle
from stellwerk.games.g1830.forms import PLUS, SCENARIOS
from stellwerk.games.g1830.material import CLASSIC_COMPANIES, WHOLE_SET

ON_CLASSIC: Final = ("scenario.C", "reading", "additional", "free.classic")
"""What is played on the Classic side; all else on the other."""

SETS: Final = {**{f"scenario.{name}": ("classic", "plus") for name in WHOLE_SET}, "extension.a": ("classic", "plus")}
"""The sets of tiles from which something is left out, where that is not the Classic set alone."""


@dataclass(frozen=True)
class Part:
    """A table of the file: its place, what it says, and what is printed on the board that it is laid on."""

    place: str
    says: Mapping[str, Any]
    hexes: Mapping[str, Mapping[str, Any]]


def problems(title: RailTitle) -> Iterator[str]:
    """One sentence for each fault; the form of the files and the names in them are sound."""
    for place, says in _tables(title.file(SCENARIOS)):
        try:
            board = title.file(BOARD if place in ON_CLASSIC else PLUS)
            part = Part(place, says, printed(board, says.get("plates", ())))
        except DataError as error:
            yield f"{SCENARIOS}: {place}: {str(error).partition(': ')[2]}"
            continue
        for fault in (*_homes(part), *_hexes(title, part), *_cuts(part), *_tiles(title, part)):
            yield f"{SCENARIOS}: {place}: {fault}"


def _tables(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Place and content of everything that changes the material."""
    for section in ("scenario", "free", "extension"):
        yield from ((f"{section}.{name}", says) for name, says in data[section].items() if name != SOURCE)
    yield from ((name, data[name]) for name in ("reading", "additional", "d_tiles", "custom"))


def _homes(part: Part) -> Iterator[str]:
    """Homes are on the board, with a circle or declared without a city."""
    closed = part.says.get("closed_homes", {})
    for company, homes in part.says.get("homes", {}).items():
        for name in homes:
            yield from _unknown(part, f"homes.{company}", [name])
            if name in part.hexes:
                yield from (f"homes.{company}: {said}" for said in stop_faults(company, name, 0, [part.hexes[name]]))
        if company in closed and (len(homes) < 2 or closed[company] not in homes):
            yield f"closed_homes.{company}: {closed[company]} is not one of several homes"
        if part.place.startswith("scenario.") and company not in (*CLASSIC_COMPANIES, *part.says.get("companies", ())):
            yield f"homes.{company}: it does not take part"
    for company in closed.keys() - part.says.get("homes", {}).keys():
        yield f"closed_homes.{company}: it has no homes to choose"


def _hexes(title: RailTitle, part: Part) -> Iterator[str]:
    """Every other hex that is named lies on the side that is played on."""
    says = part.says
    yield from _unknown(part, "preprinted", says.get("preprinted", {}))
    yield from _unknown(part, "coal", says.get("coal", {}).get("hexes", ()))
    yield from _unknown(part, "whole", says.get("whole", ()))
    yield from _unknown(part, "licence", [says["licence"]["hex"]] if "licence" in says else ())
    for company, costs in says.get("ground", {}).items():
        yield from _unknown(part, f"ground.{company}", costs)
    for private in says.get("privates", ()):
        yield from _unknown(part, f"privates: {private}", title.pieces["privates"][private].get("blocks", ()))


def _unknown(part: Part, field: str, names: Any) -> Iterator[str]:
    yield from (f"{field}: {name} is not on its side of the board" for name in names if name not in part.hexes)


def _cuts(part: Part) -> Iterator[str]:
    for company, cut in part.says.get("certificates", {}).items():
        yield from uneven_certificates(f"certificates.{company}", cut)
        total = cut["director"] + sum(cut["others"])
        if total != 100:
            yield f"certificates.{company}: the certificates make {total}%, not 100%"


def _tiles(title: RailTitle, part: Part) -> Iterator[str]:
    """Nothing is left out that is not there, and what lies from the start is there and fits."""
    counts = dict(title.catalogue(*SETS.get(part.place, ("classic",))).counts)
    for number, count in part.says.get("tiles_in", {}).items():
        counts[number] = counts.get(number, 0) + count
    for number, count in part.says.get("tiles_out", {}).items():
        if count > counts.get(number, 0):
            yield f"tiles_out: of tile {number} there are only {counts.get(number, 0)}"
    for name, laid in part.says.get("preprinted", {}).items():
        if not counts.get(laid["tile"]):
            yield f"preprinted.{name}: there is no tile {laid['tile']} to lie there"
        elif name in part.hexes and part.hexes[name].get("stops"):
            yield f"preprinted.{name}: it has stops, which the tile would cover"
