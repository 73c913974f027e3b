"""The board of 1848 is the one that was put together from public transcriptions, where these are at hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from stellwerk.games.g1848.game import TITLE
from tests.games.g1848.positions import table
from tests.records import beside, needs

FACTS = beside() / "facts" / "1848.json"
COLOURS = ("yellow", "green", "brown", "grey")
EDGES = {"SW": 0, "W": 1, "NW": 2, "NE": 3, "E": 4, "SE": 5}
STOPS = {
    "plain": [],
    "city": ["city"],
    "double_city": ["city", "city"],
    "two_towns": ["town", "town"],
    "offboard": ["offboard"],
    "offboard_city": ["offboard"],
    "port": ["port"],
    "tasmania_site": [],
}

pytestmark = needs(FACTS.is_file(), f"there is no {FACTS}")


@cache
def facts() -> Any:
    return json.loads(FACTS.read_text(encoding="utf-8"))


def hexes() -> dict[str, Mapping[str, Any]]:
    return {entry["id"]: entry for entry in facts()["map"]["hexes"]}


def test_every_hex_has_its_stops_names_ground_and_region() -> None:
    printed, hexmap = TITLE.printed["hex"], TITLE.hexmap
    assert set(hexmap.number) == set(hexes())
    for name, told in hexes().items():
        hex_ = hexmap[name]
        assert [stop.kind for stop in hex_.face.stops] == STOPS[told["kind"]], name
        if told["kind"] != "tasmania_site":
            assert [stop.name for stop in hex_.face.stops if stop.name] == told.get("names", []), name
        assert (hex_.cost, hex_.terrain) == (told.get("cost", 0), told.get("terrain", "")), name
        assert printed[name].get("zone") == told.get("zone"), name


def test_red_and_blue_hexes_have_their_track_and_values() -> None:
    for name, told in hexes().items():
        hex_ = TITLE.hexmap[name]
        assert [edge for edge in range(6) if hex_.face.exits >> edge & 1] == told.get("exits", []), name
        if "values" in told:
            (stop,) = hex_.face.stops
            assert [stop.worth(level) for level in range(4)] == [told["values"][colour] for colour in COLOURS], name
            assert (hex_.kind, hex_.area) == ("red", told.get("group", name))
            assert stop.slots == len(told.get("home_of", [])), name
        elif told["kind"] == "tasmania_site":
            assert hex_.kind == "blue"
        else:
            assert hex_.kind == "white"


def test_letters_are_where_they_belong() -> None:
    """OO from the first tile on, K from the green one; Perth's K is for the bonus alone."""
    for name, told in hexes().items():
        label = told.get("label", "")
        if TITLE.hexmap[name].kind == "white":
            assert TITLE.hexmap[name].label("yellow") == (label if label == "OO" else ""), name
            assert TITLE.hexmap[name].label("green") == label, name
    ks = {name for name, told in hexes().items() if told.get("label") == "K"}
    assert table(k_bonus="true").game.rules.routes.bonus.hexes == ks


def test_gauges_change_where_the_facts_say() -> None:
    hexmap, found = TITLE.hexmap, Counter[frozenset[str]]()
    for name, edge in table().game.rules.routes.borders:
        found[frozenset({name, hexmap.hexes[hexmap.neighbours[hexmap.number[name]][edge]].name})] += 1
    told = Counter(frozenset(entry["between"]) for entry in facts()["gauge"]["borders"])
    assert found == told
    for entry in facts()["gauge"]["borders"]:
        one, other = entry["between"]
        assert hexmap.neighbours[hexmap.number[one]][EDGES[entry["edge_of_first"]]] == hexmap.number[other]


def test_tasmania_lies_on_either_site_with_track_to_its_two_neighbours() -> None:
    t = table()
    for site, exits in facts()["tasmania"]["exits"].items():
        faces = [face for name, face in t.game.track.own_tiles(t.s, "P3") if name == site]
        assert [face.exits for face in faces] == [sum(1 << EDGES[edge] for edge in exits)]
        assert [stop.revenue for face in faces for stop in face.stops] == [(facts()["tasmania"]["value"],)]


def test_companies_have_their_homes_markers_and_colours() -> None:
    companies = table().game.rules.companies
    assert set(companies) - {"BOE"} == {entry["abbr"] for entry in facts()["companies"]["list"]}
    for entry in facts()["companies"]["list"]:
        company = companies[entry["abbr"]]
        assert [name for name in (company.home, company.second_home) if name] == entry["home"]
        assert (company.markers, company.colour) == (entry["markers"], entry["colour_hex_public"])


def test_tiles_have_their_counts_stops_and_track() -> None:
    catalogue = table().game.rules.catalogue
    listed = {entry["id"]: entry for entry in facts()["tiles"]["list"]}
    assert dict(catalogue.counts) == {number: entry["count"] for number, entry in listed.items()}
    for number, entry in listed.items():
        face = catalogue.face(number, 0)
        assert (face.colour, face.label) == (entry["colour"], entry.get("label", face.label if number == "241" else ""))
        stops = [stop["value"] for stop in entry.get("stops", [])]
        assert sorted(stop.revenue[0] for stop in face.stops) == sorted(stops), number
        assert sorted(stop.slots for stop in face.stops) == sorted(s.get("slots", 0) for s in entry.get("stops", []))
        told = {turned(told_exits(entry), turn) for turn in range(6)}
        assert turned(face_exits(face.exits, face.stop_exits), 0) in told, number


def face_exits(exits: int, stop_exits: tuple[int, ...]) -> tuple[int, ...]:
    """All exits, and those of each stop, smallest first."""
    return (exits, *sorted(stop_exits))


def told_exits(entry: Mapping[str, Any]) -> tuple[int, ...]:
    """The same as the facts tell it."""
    bits = [sum(1 << edge for edge in stop["exits"]) for stop in entry.get("stops", [])]
    track = [sum(1 << edge for edge in ends) for ends in entry.get("tracks", [])]
    total = 0
    for one in (*bits, *track):
        total |= one
    return (total, *sorted(bits))


def turned(exits: tuple[int, ...], turn: int) -> tuple[int, ...]:
    """The same exits on a tile that was turned."""
    total, *stops = ((bits << turn | bits >> (6 - turn)) & 63 for bits in exits)
    return (total, *sorted(stops))
