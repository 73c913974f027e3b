"""The charts of an 18xx game: companies in the colours of their markers, told apart without any colour too."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from stellwerk.core.registry import title
from stellwerk.eighteen.game import RailGame
from stellwerk.server.table import Table
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import PAPER, Series, chart
from stellwerk.web.svg.company import contrast
from stellwerk.web.tables import table_for
from tests.web.late import BANK, recorded

STYLE = Path(__file__).resolve().parents[2] / "web" / "src" / "style"
EIGHTEEN = ("1830", "1848", "1853")


def companies(name: str) -> dict[str, str]:
    """The colours of the markers of a title."""
    found = title(name)
    game = found.game(found.seats[0])
    assert isinstance(game, RailGame)
    return {company: meta.colour for company, meta in game.rules.companies.items()}


@cache
def income() -> ET.Element:
    """The chart of what companies earned, in a game in which all of them ran."""
    match = recorded(BANK)
    table = Table("abc", match, match.ply, 0.0)
    scene = Scene(match.view(0), ("Ann", "Ben", "Cleo"), translator("en"), "abc")
    return ET.fromstring(str(table_for("1830").charts(scene, table.rounds(0))[3].drawn))


def lines(drawing: ET.Element) -> dict[str, ET.Element]:
    return {group.attrib["data-series"]: group for group in drawing.iter("g") if "data-series" in group.attrib}


def part(group: ET.Element, css: str) -> ET.Element:
    return next(one for one in group if one.get("class") == css)


def test_a_company_is_drawn_in_the_colour_of_its_marker() -> None:
    """Line, marks on it and the mark before its name."""
    colours, drawn = companies("1830"), lines(income())
    assert len(drawn) > 4
    for company, group in drawn.items():
        assert part(group, "series").attrib["stroke"] == colours[company]
        assert {mark.attrib["fill"] for mark in group.iter("polygon")} == {colours[company]}
    for group in income():
        name = next((one.text for one in group.iter("text") if one.get("class") == "name"), None)
        if name:
            assert part(group, "dot").attrib["fill"] == colours[name]


@pytest.mark.parametrize("name", EIGHTEEN)
def test_companies_are_told_apart_without_colour(name: str) -> None:
    known = companies(name)
    drawn = ET.fromstring(
        str(chart([Series(one, [1, 2], known[one], rank) for rank, one in enumerate(list(known)[:8])], ["a", "b"], "x"))
    )
    looks = [
        (part(group, "series").get("stroke-dasharray"), shape(part(group, "dot"))) for group in lines(drawn).values()
    ]
    assert len({dash for dash, _ in looks}) == len({mark for _, mark in looks}) == len(looks) == 8


def shape(mark: ET.Element) -> tuple[tuple[int, int], ...]:
    """The corners of a mark, seen from the first, to a tenth of a pixel."""
    (x, y), *rest = [tuple(map(float, pair.split(","))) for pair in mark.attrib["points"].split()]
    return tuple((round(10 * (one - x)), round(10 * (other - y))) for one, other in rest)


@pytest.mark.parametrize("name", EIGHTEEN)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_colour_that_is_hard_to_see_is_outlined(name: str, theme: str) -> None:
    paper, faint = PAPER[theme], f"faint-{theme}"
    for company, colour in companies(name).items():
        drawn = ET.fromstring(str(chart([Series(company, [1, 2], colour)], ["a", "b"], "x")))
        group = lines(drawn)[company]
        assert (faint in group.attrib["class"]) == (contrast(colour, paper) < 3), company
        assert part(group, "outline").attrib["points"] == part(group, "series").attrib["points"]


def test_charts_know_the_paper_they_are_drawn_on() -> None:
    """What stands in the style sheet for cards, and an outline that can be seen on it."""
    sheet = (STYLE / "base.css").read_text(encoding="utf-8")
    card = re.search(r"--card: light-dark\((#\w+), (#\w+)\)", sheet)
    ink = re.search(r"--ink: light-dark\((#\w+), (#\w+)\)", sheet)
    assert card
    assert ink
    assert card.groups() == (PAPER["light"], PAPER["dark"])
    assert all(contrast(*pair) > 7 for pair in zip(card.groups(), ink.groups(), strict=True))


def test_names_stay_in_the_drawing_where_all_lines_end_at_the_top() -> None:
    """At the beginning all have the same money: names stand below each other, long ones with a sign that they go on."""
    names = ["Wilhelmine von Hohenfels", "山田太郎とその仲間たち", *"ABCD", "Ann-Kathrin"]
    drawn = ET.fromstring(str(chart([Series(name, [500]) for name in names], ["Sale"], "Wealth")))
    ends = [group for group in drawn.iter("g") if "named" in group.attrib["class"]]
    said = {group.attrib["data-of"]: next(group.iter("text")) for group in ends}
    heights = sorted(float(text.attrib["y"]) for text in said.values())
    assert heights[0] >= 10  # the letters of a name are as high
    assert min(below - above for above, below in pairwise(heights)) >= 10
    assert {name: text.text for name, text in said.items() if text.text != name} == {
        "Wilhelmine von Hohenfels": "Wilhelmine…",
        "山田太郎とその仲間たち": "山田太郎と…",
    }
