"""Where a company may place a station, read a second time from the books: what all three titles say alike."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from stellwerk.eighteen.network import Stations
from stellwerk.eighteen.tiles import STOP, Face
from tests.games.rail_table import Table

ALL: Final = 9
"""Number of circles kept where nobody may come before the company at home has chosen its city."""

Spot = tuple[str, int]
"""A hex and one of its stops."""

Homes = Mapping[str, Mapping[str, int | None]]
"""By company and hex the stop of the print that is its home; None where it may choose."""


def faces_of(t: Table) -> dict[str, Face]:
    face, tiles = t.game.rules.catalogue.face, t.s.tiles
    return {
        hex_.name: face(*tiles[hex_.name]) if hex_.name in tiles else hex_.face for hex_ in t.game.rules.hexmap.hexes
    }


def exits(face: Face, stop: int) -> set[int]:
    """The sides to which track leads from a stop."""
    return {a + b - STOP - stop for a, b, *_ in face.paths if STOP + stop in (a, b)}


def kept(t: Table, face: Face, spot: Spot, homes: Homes) -> int:
    """Number of circles of a city that wait for companies that have not begun."""
    name, number = spot
    total = 0
    for company, places in homes.items():
        if name not in places or company in t.s.operated:
            continue
        printed = places[name]
        if printed is None:
            return ALL
        old = exits(t.game.rules.hexmap[name].face, printed)
        total += len(face.stops) == 1 or (number == printed if not old else old <= exits(face, number))
    return total


def spots(t: Table, company: str, reached: Collection[Spot], homes: Homes) -> set[Spot]:
    """A reached city with a circle that nobody has and nobody waits for, on a hex without an own station."""
    faces, stations, found = faces_of(t), t.s.stations, set()
    for name, number in reached:
        place = faces[name].stops[number]
        rows: Stations = {name: stations.get(name, ((),) * len(faces[name].stops))}
        mine = any(company in row for row in rows[name])
        free = place.slots - len(rows[name][number]) - kept(t, faces[name], (name, number), homes)
        if place.kind == "city" and free > 0 and not mine and t.s.markers[company] > 0:
            found.add((name, number))
    return found


def price(t: Table, company: str, free: int) -> int:
    """40 for the first station after those at home, 100 for every later one."""
    placed = sum(company in row for rows in t.s.stations.values() for row in rows)
    return 40 if placed == free else 100


def compare(t: Table, company: str, expected: set[Spot], cost: int) -> None:
    """Stations offered to a company in its turn, and the price of one of them."""
    free = {(name, number) for name, number in t.game.track.markers(t.s, company)}
    assert free == expected, company
    turn = t.operating(company, "place_station")
    offered = [(name, number) for name, number in turn.offers("station")] if turn.turn[0] == "place_station" else []
    assert len(offered) == len(set(offered))
    assert set(offered) == (expected if cost <= t.s.cash[company] else set()), company
    for spot in offered[:2]:
        choice = next(c for c in turn.choices() if c.kind == "station" and c.args == spot)
        after = turn.game.apply(turn.s, next(choice.actions()))
        assert after.cash[company] == t.s.cash[company] - cost
        assert company in after.stations[spot[0]][spot[1]]
