"""Drawings: the geometry of hexes, shapes that differ, and markup that any reader of XML accepts."""

from itertools import combinations, product
from math import hypot
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.web.svg.draw import Point, el, number, points
from stellwerk.web.svg.hex import RADIUS, Place, centre, corners, frame, shared_edge
from stellwerk.web.svg.map import Hex, border, broken, caption, hex_map
from stellwerk.web.svg.scale import LEFT, WIDTH, Mark, scale
from stellwerk.web.svg.shapes import CITY_SHAPES, SHAPES, badge, city, locomotive, outline

PLACES = st.builds(lambda row, half: Place(row, 2 * half + row % 2), st.integers(0, 25), st.integers(0, 40))
STEPS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))


def near(a: Point, b: Point) -> bool:
    return hypot(a.x - b.x, a.y - b.y) < 1e-6


@given(PLACES)
def test_neighbours_stand_two_inner_radii_apart_and_share_two_corners(place: Place) -> None:
    for down, right in STEPS:
        other = Place(place.row + down, place.column + right)
        assert place.next_to(other)
        a, b = centre(place), centre(other)
        assert hypot(a.x - b.x, a.y - b.y) == pytest.approx(RADIUS * 3**0.5)
        common = [p for p, q in product(corners(a), corners(b)) if near(p, q)]
        ends = shared_edge(place, other)
        assert len(common) == 2
        assert all(any(near(end, corner) for corner in common) for end in ends)


@given(PLACES, PLACES)
def test_hexes_that_are_no_neighbours_share_no_edge(one: Place, other: Place) -> None:
    if not one.next_to(other):
        with pytest.raises(ValueError, match="no neighbours"):
            shared_edge(one, other)


@given(st.lists(PLACES, min_size=1, max_size=20))
def test_the_frame_holds_every_corner(places: list[Place]) -> None:
    left, top, width, height = frame(places)
    for place in places:
        for x, y in corners(centre(place)):
            assert left <= x <= left + width
            assert top <= y <= top + height


@given(st.text(), st.text())
def test_what_comes_from_outside_is_escaped(value: str, text: str) -> None:
    printable = "".join(sign for sign in value + text if sign.isprintable())
    drawn = ET.fromstring(el("g", {"class": printable}, el("text", None, printable)))
    assert drawn.attrib["class"] == printable
    assert (drawn[0].text or "") == printable


def test_attributes_that_are_none_are_left_out() -> None:
    assert el("g", {"id": None, "class": "x"}) == '<g class="x"/>'


@pytest.mark.parametrize(("value", "text"), [(0.0, "0"), (-0.04, "0"), (2.0, "2"), (-1.25, "-1.2"), (3.14159, "3.1")])
def test_coordinates_are_short(value: float, text: str) -> None:
    assert number(value) == text
    assert points([Point(value, 1.0)]) == f"{text},1"


@pytest.mark.parametrize("shapes", [SHAPES, tuple(CITY_SHAPES.values())])
def test_every_company_and_every_value_has_an_outline_of_its_own(shapes: tuple[str, ...]) -> None:
    drawn = [outline(shape, Point(0, 0), 10) for shape in shapes]
    assert all(a != b for a, b in combinations(drawn, 2))
    for one in drawn:
        ET.fromstring(one)


def test_an_unknown_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="no shape"):
        outline("blob", Point(0, 0), 1)


def test_locomotives_and_cities_say_in_letters_what_their_colour_says() -> None:
    engine = ET.fromstring(locomotive("circle", "red", "R", Point(1, 2), 9))
    assert engine.attrib["class"] == "loco co-red"
    assert [text.text for text in engine.iter("text")] == ["R"]
    assert [text.text for text in ET.fromstring(city(3, Point(0, 0), 7)).iter("text")] == ["3"]
    assert ET.fromstring(badge("sun", "yellow", "Y")).attrib["aria-hidden"] == "true"


def test_a_map_has_one_button_for_each_hex_with_its_name() -> None:
    hexes = [Hex("A1", Place(0, 1), "Lille <2>"), Hex("A3", Place(0, 3), "sea", "land")]
    drawn = ET.fromstring(hex_map(hexes, "Map", [border(hexes[0].place, hexes[1].place, "dashed")]))
    buttons = [group for group in drawn.iter("g") if group.get("role") == "button"]
    assert [button.get("data-hex") for button in buttons] == ["A1", "A3"]
    assert [button.get("aria-label") for button in buttons] == ["Lille <2>", "sea"]
    assert {button.get("tabindex") for button in buttons} == {"-1"}
    assert len({button.get("id") for button in buttons}) == 2


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Lyon", ["Lyon"]),
        ("Clermont-Ferrand", ["Clermont-", "Ferrand"]),
        ("La Rochelle", ["La", "Rochelle"]),
        ("Châteauroux", ["Châteauroux"]),
    ],
)
def test_long_names_are_broken_where_they_may_be(name: str, lines: list[str]) -> None:
    assert broken(name) == lines
    assert [span.text for span in ET.fromstring(caption(name, Point(0, 0), "name", 8)).iter("tspan")] == lines


@given(st.lists(st.integers(0, 90), min_size=1, max_size=6))
def test_marks_stand_on_the_scale_at_their_value(values: list[int]) -> None:
    marks = [Mark("circle", "red", str(n), value) for n, value in enumerate(values)]
    drawn = ET.fromstring(scale(marks, "values"))
    xs = {text.text: float(text.attrib["x"]) for group in drawn.iter("g") for text in group.iter("text")}
    top = max(20, *(5 * -(-value // 5) for value in values))
    for mark in marks:
        assert xs[mark.letter] == pytest.approx(LEFT + mark.value * (WIDTH - 2 * LEFT) / top, abs=0.06)
