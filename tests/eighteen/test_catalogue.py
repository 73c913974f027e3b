"""Sets of tiles: put together from shared tiles and a title's own."""

from __future__ import annotations

import pytest

from stellwerk.core.errors import DataError
from stellwerk.eighteen.tiles import read_catalogue

CITY = {"kind": "city", "revenue": 20, "slots": 1}
SHARED = {
    "tile": {
        "7": {"colour": "yellow", "paths": ["0-1"]},
        "8": {"colour": "yellow", "paths": ["0-2"]},
        "57": {"colour": "yellow", "stops": [CITY], "paths": ["0-S0", "3-S0"]},
        "14": {"colour": "green", "stops": [CITY], "paths": ["0-S0", "1-S0", "3-S0", "4-S0"]},
    }
}
OWN = {
    "tile": {"X1": {"colour": "green", "stops": [CITY], "paths": ["0-S0", "2-S0", "3-S0", "5-S0"]}},
    "set": {
        "small": {"counts": {"57": 1, "7": 2}},
        "large": {"counts": {"57": 3, "14": 1, "X1": 1}, "upgrades": {"57": ["X1", "99"]}},
        "plain": {"counts": {"57": 1, "14": 1, "X1": 1}},
    },
}


def test_sets_add_up_and_have_own_tiles_beside_shared_ones() -> None:
    both = read_catalogue(SHARED, OWN, ["small", "large"])
    assert both.counts == {"7": 2, "57": 4, "14": 1, "X1": 1}
    assert both.face("X1", 1).exits == 0b011011
    assert "8" not in both


def test_a_printed_list_of_upgrades_holds_and_names_only_tiles_that_are_there() -> None:
    assert read_catalogue(SHARED, OWN, ["small", "large"]).upgrades == {"7": (), "57": ("X1",), "14": (), "X1": ()}


def test_without_a_list_a_tile_is_replaced_by_the_next_colour_with_the_same_stops() -> None:
    assert read_catalogue(SHARED, OWN, ["plain"]).upgrades == {"57": ("14", "X1"), "14": (), "X1": ()}


@pytest.mark.parametrize(
    ("own", "sets", "told"),
    [
        (OWN, ["huge"], "there is no set of tiles 'huge'; there are small, large, plain"),
        ({"set": {"odd": {"counts": {"999": 1}}}}, ["odd"], "there is no tile '999' to count"),
    ],
)
def test_an_unknown_set_or_tile_is_refused(own: dict[str, object], sets: list[str], told: str) -> None:
    with pytest.raises(DataError, match=told):
        read_catalogue(SHARED, own, sets)
