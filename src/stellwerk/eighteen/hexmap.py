"""The board: hexes with what is printed on them, and how they lie to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from stellwerk.core.errors import DataError
from stellwerk.core.memo import Memo
from stellwerk.eighteen.tiles import EDGES, Face, read_face

Layout: TypeAlias = Literal["pointy", "flat"]
"""How the hexes of a board lie: on a corner, with letters for rows, or on an edge, with letters for columns."""

STEPS: Final[Mapping[Layout, tuple[tuple[int, int], ...]]] = {
    "pointy": ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1)),
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
}
"""By layout how far letter and number of the neighbour at each edge differ. Edges go clockwise, from the south-west on
a pointy board and from the south on a flat one."""

FIXED: Final = frozenset({"grey", "red", "blue"})
"""Kinds of hexes that are never built on, but for a blue one that waits for the tile of a private."""

FIRST_COLOURS: Final = frozenset({"white", "yellow"})
FILE: Final = "map.toml"
MOST_TOLD: Final = 4096
"""So much track between two stops is remembered as records tell it: far more than the trains of a game run on."""


@dataclass(frozen=True, slots=True)
class Hex:
    """A printed hex."""

    name: str
    number: int
    kind: str
    face: Face
    cost: int = 0
    terrain: str = ""
    ground: tuple[str, ...] = ()
    """What the first tile has to cross, where a title prices it by gauge instead of printing a cost."""

    premium: int = 0
    """What the company gets that lays the first tile."""

    upgrades: tuple[str, ...] = ()
    """The tiles that may be laid over printed track, where a title lists them."""

    upgrade_cost: int = 0
    """What the first tile over printed track costs."""

    area: str = ""
    impassable: int = 0
    later_label: str = ""
    """A label that only the tiles after the first one bear."""

    as_tile: str = ""
    """A tile whose upgrades may be laid over the print, as if it lay there."""

    plate: str = ""
    """The plate that lies here over the print of the board."""

    source: str = ""
    """Where we know it from, if not from where the rest of the board is known."""

    def label(self, colour: str) -> str:
        """The label that a tile of a colour must bear here."""
        return self.later_label if self.later_label and colour not in FIRST_COLOURS else self.face.label

    @property
    def fixed(self) -> bool:
        return self.kind in FIXED


@dataclass(frozen=True)
class HexMap:
    """All hexes of a board by number and by name."""

    hexes: tuple[Hex, ...]
    layout: Layout = "pointy"
    number: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", {hex_.name: hex_.number for hex_ in self.hexes})

    def __getitem__(self, name: str) -> Hex:
        return self.hexes[self.number[name]]

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """By hex and edge the number of the neighbour, -1 where the board ends or the edge is impassable."""
        return tuple(tuple(self._neighbour(hex_, edge) for edge in EDGES) for hex_ in self.hexes)

    @cached_property
    def across(self) -> tuple[tuple[tuple[int, int] | None, ...], ...]:
        """By hex and edge the other side of the hexside: the neighbour and its edge, None where there is no way."""
        return tuple(
            tuple((other, (edge + 3) % 6) if other >= 0 else None for edge, other in enumerate(near))
            for near in self.neighbours
        )

    @cached_property
    def sides(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        """By two neighbours the hexside between them: the edge of the one and that of the other."""
        return {
            (hex_, out[0]): (edge, out[1])
            for hex_, sides in enumerate(self.across)
            for edge, out in enumerate(sides)
            if out is not None
        }

    @cached_property
    def open_edges(self) -> tuple[int, ...]:
        """By hex the edges, as bits, at which track could go on."""
        return tuple(sum(1 << edge for edge in EDGES if self._leads_on(near[edge], edge)) for near in self.neighbours)

    @cached_property
    def ways(self) -> tuple[dict[Any, Any], ...]:
        """By hex what `search.ways_of` has worked out for faces on it."""
        return tuple([{} for _ in self.hexes])

    @cached_property
    def gains(self) -> tuple[dict[Any, Any], ...]:
        """By hex what `renewal.gained` has worked out for changes on it."""
        return tuple([{} for _ in self.hexes])

    @cached_property
    def told(self) -> Memo[tuple[str, ...], tuple[Any, Any, list[list[tuple[int, int]]]]]:
        """By names of hexes what lies there and the track along them, as `routes.hexes` has worked out."""
        return Memo(MOST_TOLD)

    @cached_property
    def tolled(self) -> dict[Any, Any]:
        """By borders both sides of each, as `routes.rules.tolled` has worked out: a title has one set of them."""
        return {}

    @cached_property
    def sites(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """By hex the edges at which track can go on once a private's tile lies there, and the hexes behind them."""
        return tuple(
            tuple((edge, other) for edge, other in enumerate(near) if other >= 0 and self.hexes[other].kind == "blue")
            for near in self.neighbours
        )

    def _neighbour(self, hex_: Hex, edge: int) -> int:
        letter, number = place_of(hex_.name)
        on, further = STEPS[self.layout][edge]
        other = self.number.get(f"{chr(ord('A') + letter + on)}{number + further}", -1)
        if other < 0 or hex_.impassable >> edge & 1 or self.hexes[other].impassable >> (edge + 3) % 6 & 1:
            return -1
        return other

    def _leads_on(self, other: int, edge: int) -> bool:
        if other < 0:
            return False
        there = self.hexes[other]
        return not there.fixed or bool(there.face.exits >> (edge + 3) % 6 & 1)


def place_of(name: str) -> tuple[int, int]:
    """Letter and number of a hex: "H12" is 7 and 12. Neighbours differ by 2 in the number, or by 1 in both."""
    if not ("A" <= name[:1] <= "Z" and name[1:].isdecimal()):
        raise DataError(FILE, f"{name!r} is no name of a hex")
    return ord(name[0]) - ord("A"), int(name[1:])


def printed(data: Mapping[str, Any], plates: Iterable[str] = ()) -> dict[str, Mapping[str, Any]]:
    """What each hex shows: the board, and plates laid over it in this order. A plate replaces whole hexes."""
    shown = dict(data["hex"])
    for plate in plates:
        shown |= _plate(data, plate)
    return shown


def _plate(data: Mapping[str, Any], plate: str) -> Mapping[str, Any]:
    """The hexes of a plate."""
    known = data.get("plate", {})
    if plate not in known:
        raise DataError(FILE, f"there is no plate {plate!r}; there are {', '.join(known) or 'none'}")
    hexes: Mapping[str, Any] = known[plate]["hex"]
    return hexes


def read_map(data: Mapping[str, Any], plates: Iterable[str] = ()) -> HexMap:
    """Turn a data file into a board, with plates laid over it."""
    hexes: list[Hex] = []
    plates = tuple(plates)
    lying = {name: plate for plate in plates for name in _plate(data, plate)}
    for name, entry in sorted(printed(data, plates).items(), key=lambda item: place_of(item[0])):
        terrain = entry.get("terrain", {})
        colour = "white" if entry["kind"] == "white" else entry["kind"]
        hexes.append(
            Hex(
                name=name,
                number=len(hexes),
                kind=entry["kind"],
                face=read_face(name, colour, entry),
                cost=terrain.get("cost", 0),
                terrain=terrain.get("kind", ""),
                ground=tuple(entry.get("ground", ())),
                premium=entry.get("premium", 0),
                upgrades=tuple(entry.get("upgrades", ())),
                upgrade_cost=entry.get("upgrade_cost", 0),
                area=entry.get("area", ""),
                impassable=sum(1 << edge for edge in entry.get("impassable", ())),
                later_label=entry.get("later_label", ""),
                as_tile=entry.get("as_tile", ""),
                plate=lying.get(name, ""),
                source=entry.get("source", ""),
            )
        )
    layout = data.get("layout", "pointy")
    if layout not in STEPS:
        raise DataError(FILE, f"layout is one of {', '.join(STEPS)}, not {layout!r}")
    return HexMap(tuple(hexes), layout)
