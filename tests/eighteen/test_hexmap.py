"""How hexes lie to each other on pointy and on flat boards."""

from __future__ import annotations

from math import atan2, degrees, hypot, isclose, sqrt

import pytest

from stellwerk.core.errors import DataError
from stellwerk.eighteen.hexmap import HexMap, Layout, place_of, read_map

NAMES = [f"{letter}{number}" for at, letter in enumerate("ABCDE") for number in range(1 + at % 2, 12, 2)]
SOUTH_WEST, SOUTH = 120, 90
"""Where the first edge looks, in degrees clockwise from the east."""


def board(layout: Layout) -> HexMap:
    return read_map({"layout": layout, "hex": {name: {"kind": "white"} for name in NAMES}})


def middle(layout: Layout, name: str) -> tuple[float, float]:
    """The middle of a hex whose sides are 1 long, x to the right and y down."""
    letter, number = place_of(name)
    return (number * sqrt(3) / 2, letter * 1.5) if layout == "pointy" else (letter * 1.5, number * sqrt(3) / 2)


@pytest.mark.parametrize(("layout", "first"), [("pointy", SOUTH_WEST), ("flat", SOUTH)])
def test_the_neighbour_at_an_edge_lies_where_the_edge_looks(layout: Layout, first: int) -> None:
    hexmap, seen = board(layout), 0
    for hex_ in hexmap.hexes:
        x, y = middle(layout, hex_.name)
        for edge, other in enumerate(hexmap.neighbours[hex_.number]):
            if other >= 0:
                seen += 1
                there = middle(layout, hexmap.hexes[other].name)
                right, down = there[0] - x, there[1] - y
                assert isclose(hypot(right, down), sqrt(3))
                turn = (degrees(atan2(down, right)) - first - 60 * edge) % 360
                assert isclose(min(turn, 360 - turn), 0, abs_tol=1e-6)
    within_rows, between_rows = 3 * 5 + 2 * 4, 2 * 5 * 4
    assert seen == 2 * (within_rows + between_rows)


@pytest.mark.parametrize("layout", ["pointy", "flat"])
def test_neighbours_know_each_other(layout: Layout) -> None:
    near = board(layout).neighbours
    for hex_, others in enumerate(near):
        for edge, other in enumerate(others):
            assert other < 0 or near[other][(edge + 3) % 6] == hex_


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(DataError, match=r"layout is one of pointy, flat, not 'round'"):
        read_map({"layout": "round", "hex": {}})


BOARD = {
    "hex": {"A1": {"kind": "white"}, "A3": {"kind": "grey"}},
    "plate": {
        "coal": {"hex": {"A3": {"kind": "white", "terrain": {"cost": 80}}}},
        "port": {"hex": {"A3": {"kind": "red"}, "A5": {"kind": "blue"}}},
    },
}


def test_a_plate_replaces_whole_hexes_and_the_last_one_lies_on_top() -> None:
    kinds = [{hex_.name: (hex_.kind, hex_.cost) for hex_ in read_map(BOARD, plates).hexes} for plates in PLATES]
    assert kinds == [
        {"A1": ("white", 0), "A3": ("grey", 0)},
        {"A1": ("white", 0), "A3": ("white", 80)},
        {"A1": ("white", 0), "A3": ("red", 0), "A5": ("blue", 0)},
    ]


PLATES = [(), ("coal",), ("coal", "port")]


def test_an_unknown_plate_is_refused() -> None:
    with pytest.raises(DataError, match=r"there is no plate 'gold'; there are coal, port"):
        read_map(BOARD, ["gold"])
