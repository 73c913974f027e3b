"""The example of 7.3.2 on a network rebuilt from its words: the picture is lost."""

from __future__ import annotations

from dataclasses import replace

from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.hexmap import Hex, HexMap
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.eighteen.tiles import Face
from stellwerk.eighteen.track import Track
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import game_for
from tests.marks import rule

TILES = {
    "E9": ("68", 0),  # F (west and east, the second city) and D
    "E11": ("9", 1),
    "E13": ("57", 1),  # C
    "E7": ("24", 4),  # G: from the east on to the west or to the south-west
    "E5": ("24", 4),  # G
    "E3": ("57", 1),  # E
    "F6": ("9", 0),
    "F4": ("8", 3),
    "G5": ("61", 0),  # H
    "G7": ("57", 1),  # A
    "I5": ("57", 1),  # B
}
"""From H two lines run north; each meets a junction that lets them go on east to F only, not west to E."""

LETTERS = {"A": ("G7", 0), "B": ("I5", 0), "C": ("E13", 0), "D": ("E9", 0), "E": ("E3", 0), "F": ("E9", 1)}


def network() -> tuple[PlaceStation, RailState]:
    """PRR stands in F, B&O in H; both cities have one circle."""
    game = game_for(4)
    names = [f"{row}{column}" for number, row in enumerate("DEFGHIJ") for column in range(2 - number % 2, 16, 2)]
    bare = Face("", 0, "white", "", (), ())
    hexmap = HexMap(tuple(Hex(name, number, "white", bare) for number, name in enumerate(names)))
    homes = {"B&O": "G5", "PRR": "E9"}
    companies = {name: replace(game.rules.companies[name], home=hex_) for name, hex_ in homes.items()}
    tables = replace(game.rules, hexmap=hexmap, companies=companies)
    s = game.start()
    for hex_, (tile, rotation) in TILES.items():
        s.tiles[hex_] = (tile, rotation)
        s.supply[tile] -= 1
    assert min(s.supply.values()) >= 0
    s.operated = ("B&O", "PRR")
    s.cash |= {"B&O": 500, "PRR": 500}
    track = Track(tables)
    track.place(s, "B&O", "G5", 0)
    track.place(s, "PRR", "E9", 1)
    return PlaceStation(tables, track, Flow(tables, track)), s


def allowed(company: str) -> set[str]:
    step, s = network()
    spots = set(step.spots(s, company))
    return {letter for letter, spot in LETTERS.items() if spot in spots}


def reason(company: str, letter: str) -> str:
    step, s = network()
    return TITLE.citations.number(step.why_not_here(s, company, *LETTERS[letter]))


@rule("1830", "7.3.ex1", "7.3.2b", "7.3.2e", "7.3.3b", "7.4.2b")
def test_7_3_example_where_bo_may_place() -> None:
    """Not at B (no track), C (behind PRR in F) or E (no turning back on the junctions); F itself is full."""
    assert allowed("B&O") == {"A"}
    assert {letter: reason("B&O", letter) for letter in "BCEF"} == {
        "B": "7.3.2b",
        "C": "7.3.2b",
        "E": "7.3.2b",
        "F": "7.3.2d",
    }


@rule("1830", "7.3.ex1", "7.3.2b", "7.3.2e", "7.3.3b")
def test_7_3_example_where_prr_may_place() -> None:
    """Not at A or B (behind B&O in H), nor at D, which lies on the hex of F."""
    assert allowed("PRR") == {"C", "E"}
    assert {letter: reason("PRR", letter) for letter in "ABD"} == {"A": "7.3.2b", "B": "7.3.2b", "D": "7.3.2e"}


@rule("1830", "7.3.ex1", "7.3.3a")
def test_7_3_example_without_the_other_company_all_joined_cities_are_open() -> None:
    """Were F and H empty, B&O would reach C through F, and PRR A through H; the junctions stay what they are."""
    step, s = network()
    step.track.lift(s, "PRR", "E9")
    reached = {letter for letter, spot in LETTERS.items() if spot in set(step.spots(s, "B&O"))}
    assert reached == {"A", "C", "F"}
    step, s = network()
    step.track.lift(s, "B&O", "G5")
    reached = {letter for letter, spot in LETTERS.items() if spot in set(step.spots(s, "PRR"))}
    assert reached == {"A", "C", "E"}
