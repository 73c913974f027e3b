"""Whose turn it is and where track is built: turn.1, turn.2, build.2 to build.9, and what a build is worth."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from stellwerk.core.registry import title
from tests.games.paris.positions import COLOURS, GAME, STATIONS, finish, legal, place, play, position, refused, trade
from tests.games.paris.positions import spaces as spaces_for
from tests.marks import rule


@rule(GAME, "turn.1")
def test_turn_1_players_act_clockwise_and_nobody_else_does() -> None:
    s = position(seats=3, turn=2)
    for seat, give, take in ((2, "red", "blue"), (0, "red", "blue"), (1, "red", "blue"), (2, "blue", "red")):
        for other in {0, 1, 2} - {seat}:
            refused(s, trade(give, take, seat=other), "turn.1")
        s = play(s, trade(give, take, seat=seat))


@rule(GAME, "turn.1")
def test_turn_1_a_player_goes_on_building_before_the_next_one_is_up() -> None:
    s = play(position(), place("red", "F16"))
    refused(s, place("red", "F14", seat=1), "turn.1")
    assert {action.seat for action in legal(s)} == {0}
    assert {action.seat for action in legal(play(s, finish()))} == {1}


@rule(GAME, "turn.2")
def test_turn_2_passing_is_refused() -> None:
    s = position()
    refused(s, Action(0, "pass"), "turn.2")
    assert {action.kind for action in legal(s)} == {"place", "trade"}


@rule(GAME, "turn.2")
def test_turn_2_a_build_that_has_begun_is_no_exchange_any_more() -> None:
    s = play(position(), place("red", "F16"))
    refused(s, trade("red", "blue"), "turn.2")
    refused(s, Action(0, "pass"), "turn.2")


@rule(GAME, "build.2")
def test_build_2_one_to_five_locomotives_are_placed() -> None:
    s = position()
    refused(s, finish(), "build.2", most=5)
    route = ("F16", "F14", "F12", "G11", "G9")
    for count in range(1, 6):
        built = play(s, *(place("red", space) for space in route[:count]), finish())
        assert built.lines["red"] == ("F18", *route[:count])
        assert built.supply == {**s.supply, "red": s.supply["red"] - count}


@rule(GAME, "build.2", "R-10")
def test_build_2_a_sixth_locomotive_is_refused() -> None:
    s = play(position(red="F16 F14 F12 G11", build="red", placed=4), place("red", "G9"))
    assert legal(s) == {finish()}
    refused(s, place("red", "H8"), "build.2", most=5)


@rule(GAME, "build.2")
def test_build_2_two_colours_in_one_build_are_refused() -> None:
    s = play(position(), place("red", "F16"))
    refused(s, place("blue", "F24"), "build.2", most=5)
    assert play(s, finish(), place("blue", "F24", seat=1)).lines["blue"] == ("F22", "F24")


@rule(GAME, "build.2")
@pytest.mark.parametrize("action", [place("green", "F16"), Action(0, "place"), Action(0, "place", (1, 2))])
def test_build_2_what_is_no_locomotive_on_a_space_is_refused(action: Action) -> None:
    refused(position(), action, "build.2", most=5)
    refused(position(red="F16", build="red", placed=1), action, "build.2", most=5)


@rule(GAME, "build.3")
def test_build_3_a_colour_without_supply_cannot_be_chosen() -> None:
    s = position(supply={"red": 0})
    assert refused(s, place("red", "F16"), "build.3", colour="red") == "No locomotive is left in the Red supply."
    assert spaces_for(s, "red") == set()
    assert spaces_for(position(supply={"red": 1}), "red") == {"E17", "F16", "G17"}


@rule(GAME, "build.3")
def test_build_3_with_three_left_a_fourth_is_refused() -> None:
    s = play(position(supply={"red": 3}), place("red", "F16"), place("red", "F14"), place("red", "F12"))
    assert legal(s) == {finish()}
    refused(s, place("red", "G11"), "build.3", colour="red")


@rule(GAME, "build.4")
def test_build_4_a_locomotive_joins_its_own_colour() -> None:
    s = position()
    assert spaces_for(s, "red") == {"E17", "F16", "G17"}
    text = refused(s, place("red", "D20"), "build.4", colour="red", hex="D20")
    assert text == "Red cannot reach Amiens: no neighbouring space holds a locomotive of that colour."


@rule(GAME, "build.4")
def test_build_4_it_may_join_one_placed_in_the_same_build() -> None:
    s = position()
    refused(s, place("red", "F14"), "build.4", colour="red", hex="F14")
    assert play(s, place("red", "F16"), place("red", "F14")).building == ("F16", "F14")


@rule(GAME, "build.4")
def test_build_4_on_the_sea_nobody_builds_though_a_locomotive_stands_beside_it() -> None:
    """C17 is sea; D16 is its neighbour."""
    s = position(red="E17 D16")
    text = refused(s, place("red", "C17"), "build.4", case="sea")
    assert text == "This is no space to build on: locomotives stand in cities and on landscape only."
    german = title(GAME).rulebook.refuse("build.4", "de", {"case": "sea"})
    assert german == "Hier lässt sich nicht bauen: Loks stehen nur in Städten und auf Landschaftsfeldern."
    for space in ("A1", "Z99", "", "Paris", "?"):
        refused(position(), place("red", space), "build.4", case="sea")


@rule(GAME, "build.5")
@pytest.mark.parametrize(
    ("line", "closed", "round_it"),
    [
        ("D18 D16 D14", "E13", "E15"),
        ("R26", "R28", "Q27"),
        ("P24", "P26", "O25"),
        ("G1", "H2", "G3"),
    ],
)
def test_build_5_no_track_crosses_a_dashed_line(line: str, closed: str, round_it: str) -> None:
    s = position(yellow=line)
    refused(s, place("yellow", closed), "build.5", colour="yellow", hex=closed)
    assert play(s, place("yellow", round_it), place("yellow", closed)).building == (round_it, closed)


@rule(GAME, "build.5")
def test_build_5_a_dashed_line_parts_the_same_spaces_the_other_way() -> None:
    refused(position(yellow="E17 F16 F14 E13"), place("yellow", "D14"), "build.5", colour="yellow", hex="D14")
    refused(position(yellow="R28"), place("yellow", "R26"), "build.5", colour="yellow", hex="R26")


@rule(GAME, "build.6")
def test_build_6_a_second_locomotive_of_the_colour_is_refused() -> None:
    s = position(blue="E23 E25")
    assert refused(s, place("blue", "E23"), "build.6", colour="blue", hex="E23") == "Blue already stands on E23."
    text = refused(s, place("blue", "E25"), "build.6", colour="blue", hex="E25")
    assert text == "Blue already stands on Reims."
    assert "E23" in spaces_for(s, "black")


@rule(GAME, "build.7")
def test_build_7_a_landscape_space_holds_two_and_no_third() -> None:
    one = position(red="G17", yellow="E17 F16")
    assert "G17" in spaces_for(one, "yellow")
    two = play(one, place("purple", "G17"))
    refused(play(two, finish()), place("yellow", "G17", seat=1), "build.7", hex="G17")
    assert "G17" not in spaces_for(position(red="G17", purple="G17", yellow="E17 F16"), "yellow")


@rule(GAME, "build.8", "R-10")
def test_build_8_a_city_holds_one_and_no_second() -> None:
    s = play(position(), place("red", "E17"), finish())
    text = refused(s, place("yellow", "E17", seat=1), "build.8", hex="E17", holder="red")
    assert text == "Rouen is taken: Red came to this city first."
    assert spaces_for(position(), "yellow") == {"D18", "D20", "E17"}
    assert spaces_for(s, "yellow") == {"D18", "D20"}


@rule(GAME, "build.9")
@pytest.mark.parametrize("space", ["F20", *STATIONS.values()])
def test_build_9_nobody_builds_on_the_eiffel_tower_or_a_start_space(space: str) -> None:
    s = position()
    for colour in COLOURS:
        refused(s, place(colour, space), "build.9", hex=space)
        assert space not in spaces_for(s, colour)


@rule(GAME, "build.11")
def test_build_11_cities_of_2_and_1_and_a_landscape_raise_blue_from_5_to_8() -> None:
    s = position(blue="M25", value={"blue": 5, "red": 2})
    s = play(s, place("blue", "N26"), place("blue", "N24"), place("blue", "N22"))
    assert s.value["blue"] == 5
    assert play(s, finish()).value == {**dict.fromkeys(COLOURS, 0), "blue": 8, "red": 2}


@rule(GAME, "build.11")
def test_build_11_only_what_this_build_placed_is_scored() -> None:
    s = position(blue="E23 E25", value={"blue": 1})
    assert play(s, place("blue", "D26"), finish()).value["blue"] == 2


@rule(GAME, "build.12", "R-10")
@pytest.mark.parametrize(
    ("line", "space", "points"),
    [
        ("", "F16", 0),
        ("", "E17", 1),
        ("C21", "B22", 2),
        ("R16", "R18", 3),
        ("R30", "R28", 4),
    ],
)
def test_build_12_landscape_counts_0_cities_1_to_3_and_marseille_4(line: str, space: str, points: int) -> None:
    s = play(position(red=line, value={"red": 10}), place("red", space), finish())
    assert s.value["red"] == 10 + points


@rule(GAME, "R-09")
def test_r_09_a_value_rises_beyond_30() -> None:
    assert play(position(value={"red": 30}), place("red", "E17"), finish()).value["red"] == 31
