"""Colours that a visitor may choose for companies: they can be read, and told apart by everybody."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from stellwerk.core.registry import title
from stellwerk.eighteen.title import RailTitle
from stellwerk.server.site import PALETTES
from stellwerk.web.svg.company import LIVERIES, contrast, marker
from stellwerk.web.svg.draw import Point

STYLE = Path(__file__).parents[2] / "web" / "src" / "style" / "palettes.css"
LONG = {"#000": "#000000", "#fff": "#ffffff"}
READ = 4.5
"""The least contrast of letters with what they stand on (WCAG 1.4.3)."""

APART = 15.0
"""The least distance of two colours in CIE L*a*b*; below ten they are hard to tell apart in small discs."""

Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How colours are seen with one kind of cones missing, as Machado, Oliveira and Fernandes measured it (2009)."""


def palette(name: str) -> list[tuple[str, str]]:
    """The colour of each company, and of the letters on it."""
    (block,) = re.findall(rf'data-palette="{name}"\] {{(.*?)}}', STYLE.read_text(), re.DOTALL)[:1]
    found: dict[str, str] = {}
    for key, colour in re.findall(r"--((?:co|on)-\d+): (#\w+);", block):
        found[key] = LONG.get(colour, colour)
    return [(found[f"co-{n}"], found[f"on-{n}"]) for n in range(LIVERIES)]


def seen(colour: str, eyes: Matrix) -> tuple[float, float, float]:
    """A colour in L*a*b* as somebody sees it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    r, g, b = (min(1.0, max(0.0, sum(x * y for x, y in zip(row, light, strict=True)))) for row in eyes)
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def nearest(colours: list[str], eyes: Matrix) -> float:
    """How far the two most alike of some colours are from each other."""
    return min(dist(seen(one, eyes), seen(other, eyes)) for one, other in combinations(colours, 2))


@pytest.mark.parametrize("name", PALETTES)
def test_letters_can_be_read_on_every_colour(name: str) -> None:
    assert [colour for colour, ink in palette(name) if contrast(colour, ink) < READ] == []


@pytest.mark.parametrize("eyes", EYES)
def test_the_safe_colours_differ_for_everybody(eyes: str) -> None:
    assert nearest([colour for colour, _ in palette("safe")], EYES[eyes]) >= APART


def test_printed_colours_do_not_which_is_why_there_is_a_choice() -> None:
    played = title("1830")
    assert isinstance(played, RailTitle)
    printed = [one.colour for one in played.build(4, played.resolve({})).rules.companies.values()]
    assert nearest(printed, EYES["without green"]) < APART


def test_every_marker_bears_the_class_by_which_it_is_coloured() -> None:
    drawn = [str(marker("PRR", "#196e3f", rank, Point(0, 0), 10)) for rank in range(LIVERIES + 1)]
    assert [re.findall(r'class="marker (co-\d+)"', one) for one in drawn] == [
        [f"co-{rank % LIVERIES}"] for rank in range(LIVERIES + 1)
    ]
