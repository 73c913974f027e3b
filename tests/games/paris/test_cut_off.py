"""No company is cut off from its first city: build.10 and R-04.

Black begins on E21, whose only ways out are Amiens (D20) and the landscape D22 and E23.
"""

from __future__ import annotations

import pytest

from stellwerk.games.paris.state import ParisState
from tests.games.paris.positions import GAME, finish, place, play, position, refused, spaces
from tests.marks import rule


def one_way_out(black: str = "", supply: dict[str, int] | None = None) -> ParisState:
    """Yellow holds Amiens, yellow and blue fill D22; beside blue there is still room for black on E23."""
    return position(black=black, blue="E23 D22", yellow="D20 D22", supply=supply or {})


@rule(GAME, "build.10")
def test_build_10_the_last_way_to_a_city_may_not_be_closed() -> None:
    s = one_way_out()
    text = refused(s, place("yellow", "E23"), "build.10", colour="yellow", hex="E23", victim="black")
    assert text == ("Yellow on E23 would cut off Black, which has no city yet and could not reach a free one any more.")
    assert "E23" not in spaces(s, "yellow")


@rule(GAME, "build.10")
def test_build_10_the_company_itself_may_take_its_last_way() -> None:
    assert play(one_way_out(), place("black", "E23")).building == ("E23",)


@rule(GAME, "build.10")
def test_build_10_the_same_space_is_open_while_there_is_another_way() -> None:
    s = position(blue="E23 D22", yellow="D18 C19 C21 D22")
    assert play(s, place("yellow", "E23")).building == ("E23",)


@rule(GAME, "build.10")
def test_build_10_an_empty_landscape_space_still_leaves_room_for_the_company() -> None:
    s = position(blue="F24 E25 D24 D22", yellow="D20 D22")
    assert play(s, place("yellow", "E23")).building == ("E23",)


@rule(GAME, "build.10")
def test_build_10_the_last_city_within_reach_may_not_be_taken() -> None:
    s = position(blue="E23 D22", brown="G23 F24 E23", yellow="D18 C19 C21 D22")
    refused(s, place("yellow", "D20"), "build.10", colour="yellow", hex="D20", victim="black")
    assert play(s, place("black", "D20"), finish()).value["black"] == 1


@rule(GAME, "build.10", "R-04")
def test_r_04_a_way_that_leads_to_no_free_city_is_no_way_out() -> None:
    blue, brown, yellow = "E23 D22 C21 E25 D26", "G23 F24 E23", "D18 C19 C21 D22 B22"
    s = position(black="D24", blue=blue, brown=brown, yellow=yellow)
    assert spaces(s, "black") == {"C23", "D20"}
    refused(s, place("yellow", "D20"), "build.10", colour="yellow", hex="D20", victim="black")
    with_lille_free = position(black="D24", blue=blue, brown=brown, yellow="D18 C19 C21 D22")
    assert play(with_lille_free, place("yellow", "D20")).building == ("D20",)


@rule(GAME, "R-04")
def test_r_04_a_company_with_a_city_may_be_walled_in() -> None:
    s = position(black="D20", blue="E23 D22 C21 C19 D18", yellow="D18 C19 C21 D22")
    assert spaces(s, "black") == {"E23"}
    s = play(s, place("yellow", "E23"), finish())
    assert spaces(s, "black") == set()


@rule(GAME, "R-04")
def test_r_04_any_locomotive_of_the_company_may_find_the_way_not_only_its_first() -> None:
    s = position(black="E23 D24", blue="E23 D22", yellow="D18 C19 C21 D22")
    s = play(s, place("yellow", "D20"))
    assert spaces(play(s, finish()), "black") == {"C23", "D26", "E25", "F24"}


@rule(GAME, "R-04")
@pytest.mark.parametrize("left", [0, 1])
def test_r_04_it_does_not_matter_how_many_locomotives_the_company_has_left(left: int) -> None:
    closing = one_way_out(supply={"black": left})
    refused(closing, place("yellow", "E23"), "build.10", colour="yellow", hex="E23", victim="black")
    far_from_a_city = position(yellow="D20 D22", blue="F24 E25 D24 D22", supply={"black": left})
    assert play(far_from_a_city, place("yellow", "E23")).building == ("E23",)


@rule(GAME, "R-04")
def test_r_04_it_is_tested_after_each_locomotive_of_a_build() -> None:
    s = position(blue="E23 D22", yellow="D20")
    s = play(s, place("yellow", "D22"))
    refused(s, place("yellow", "E23"), "build.10", colour="yellow", hex="E23", victim="black")
    assert play(s, finish()).lines["yellow"] == ("E19", "D20", "D22")


@rule(GAME, "build.5", "R-04")
def test_r_04_a_dashed_line_is_no_way_out() -> None:
    s = beside_the_cevennes(purple="P22 O23 O25 Q23")
    assert spaces(s, "black") == {"Q25"}
    refused(s, place("red", "Q25"), "build.10", colour="red", hex="Q25", victim="black")
    s = beside_the_cevennes(purple="O23 O25 Q23")
    assert play(s, place("red", "Q25")).building == ("Q25",)


def beside_the_cevennes(purple: str) -> ParisState:
    """Black on E21 is walled in; of its spaces round P24 brown and purple fill those given; P26 lies across a line."""
    brown = "G23 F24 E23 P22 O23 O25 Q23"
    return position(black="P24", blue="E23 D22", brown=brown, purple=purple, red="Q27 R26", yellow="D20 D22")


@rule(GAME, "build.10")
def test_build_10_every_other_company_is_protected_and_the_reason_names_it() -> None:
    s = position(red="G17 H18", brown="H20", yellow="F16 G17")
    refused(s, place("red", "H20"), "build.10", colour="red", hex="H20", victim="purple")
    assert play(s, place("purple", "H20")).building == ("H20",)
