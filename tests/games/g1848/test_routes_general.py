"""XI, general part: what a route is, where it may go, and what two trains share."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.games.g1848.lines import ALICE, EAST, SOUTH, TO_A4, TO_A6, beside, earns, on_turn, run, running
from tests.games.g1848.positions import act
from tests.marks import rule

TO_G10 = (("G14", 6), ("G14", 1), ("G12", 7), ("G12", 1), ("G10", 6))
"""Canberra, over the border, a town, Ballarat."""

CIRCLE = (("H11", "5", 1), ("H9", "6", 2), ("G8", "7", 4))
"""From Melbourne by Geelong and G8 to the west of G10, whose south-east is Melbourne again."""

JUNCTION = (("F13", "57", 1), ("F11", "29", 4), ("G12", "56", 0), ("G10", "235", 3))
"""East of F11 Wagga Wagga on the stub, south-east a town of G12, south-west Ballarat."""


@rule("1848", "XI.gen.1")
def test_gen_1_a_route_has_two_stations_and_a_gauge_change_is_none() -> None:
    t = running("FT", EAST, "3")
    t.refused(run([("G14", 6), ("G14", 1)]), "XI.gen.1")
    t.refused(run([("G14", 6)]), "XI.gen.1")
    assert earns(t, [("G14", 6), ("G14", 1), ("G12", 7)]) == 30
    assert earns(t, []) == 0


@rule("1848", "XI.gen.2", "VIII.token.4")
def test_gen_2_some_station_of_the_company_lies_on_each_route() -> None:
    """Newcastle - Sydney - Wollongong has no marker of FT, Sydney - Wollongong - Canberra has one at its end."""
    t = running("FT", EAST, "3")
    without = [("E18", 6), ("E18", 0), ("F17", 6), ("F17", 0), ("G16", 6)]
    t.refused(run(without), "XI.gen.2", train="3")
    assert earns(t, [("F17", 6), ("F17", 0), ("G16", 6), ("G16", 1), ("G14", 6)]) == 60
    between = running("FT", EAST, "3").station("FT", "F17").operating("FT", "run_trains")
    assert earns(between, without) == 60


@rule("1848", "XI.gen.3", "R-35")
def test_gen_3_towns_do_not_count_but_cities_and_gauge_changes_do() -> None:
    """A town of C18, Brisbane, Southport, the other town of C18, west over the border of C8 to both towns of D3."""
    west = tuple((name, "9", 1) for name in ("C16", "C14", "C12", "C10", "C8", "C6"))
    far = (("C4", "18", 4), ("C2", "7", 4), ("D3", "69", 0), ("D5", "7", 1))
    t = running("QR", (("C18", "55", 0), ("B19", "5", 5), ("C20", "5", 1), *west, *far), "3")
    cities = [("C18", 6), ("C18", 3), ("B19", 6), ("B19", 5), ("C20", 6), ("C20", 1), ("C18", 7)]
    ways = [(name, 1) for name in ("C18", "C16", "C14", "C12", "C10", "C8", "C6", "C4")]
    towns = [("C2", 5), ("D3", 7), ("D3", 4), ("D5", 2), ("C4", 0), ("D3", 6)]
    assert earns(t, [*cities, *ways, *towns]) == 20 + 20 + 4 * 10
    shorter = running("QR", (("C18", "55", 0), ("B19", "5", 5), ("C20", "5", 1), *west, *far), "2")
    shorter.refused(run([*cities, *ways, *towns]), "XI.gen.3", stops=3, range=2)
    assert earns(shorter, cities) == 20 + 20 + 2 * 10


@rule("1848", "XI.gen.3")
def test_gen_3_three_cities_and_a_gauge_change_are_too_much_for_a_3_train() -> None:
    t = running("FT", EAST, "3")
    t.refused(run([("G16", 6), ("G16", 1), *TO_G10]), "XI.gen.3", train="3", stops=4, range=3)
    assert earns(t, TO_G10) == 20 + 10 + 30


@rule("1848", "XI.gen.4")
def test_gen_4_nothing_on_the_way_is_left_out() -> None:
    """Wollongong is passed over, or a gauge change is not counted: a 2 train would run it, if it could do so."""
    t = running("FT", EAST, "2")
    t.refused(run([("F17", 6), ("F17", 0), ("G16", 1), ("G14", 6)]), "XI.gen.4", hex="G16", train="2")
    t.refused(run([("G14", 6), ("G14", 1), ("G12", 1), ("G10", 6)]), "XI.gen.4", hex="G12")
    t.refused(run(TO_G10), "XI.gen.3", stops=3, range=2)


@rule("1848", "XI.gen.5")
def test_gen_5_both_cities_of_a_hex_by_separate_track() -> None:
    """Bendigo - Melbourne - Geelong - Ballarat, with both OO cities, are four stops."""
    route = [("G10", 6), ("G10", 5), ("H11", 6), ("H11", 1), ("H9", 6), ("H9", 2), ("G8", 4), ("G10", 7)]
    assert earns(running("VR", (*CIRCLE, ("G10", "59", 5)), "4", phase="4"), route) == 40 + 20 + 20 + 40
    short = running("VR", (*CIRCLE, ("G10", "59", 5)), "3", phase="4")
    short.refused(run(route), "XI.gen.3", stops=4, range=3)


@rule("1848", "XI.gen.5")
def test_gen_5_the_same_city_never_twice() -> None:
    """On tile 64 both ends of the circle belong to one city."""
    t = running("VR", (*CIRCLE, ("G10", "64", 5)), "4", phase="5")
    route = [("G10", 6), ("G10", 5), ("H11", 6), ("H11", 1), ("H9", 6), ("H9", 2), ("G8", 4)]
    t.refused(run([*route, ("G10", 6)]), "XI.gen.5", hex="G10")
    assert earns(t, route[:-2]) == 50 + 20 + 20


@rule("1848", "XI.gen.6", "R-36")
def test_gen_6_alice_springs_is_one_area_on_two_hexes() -> None:
    t = running("CAR", ALICE, "4", phase="5")
    back = [("A4", 6), ("A4", 0), ("B3", 5), ("C4", 0), ("D3", 6), ("D3", 5)]
    t.refused(run([*back, *TO_A6]), "XI.gen.6", area="ALICE")
    assert earns(t, TO_A4) == 20 + 10 + 40
    assert earns(t, TO_A6) == 20 + 40


@rule("1848", "R-36", "XI.gen.6")
def test_r_36_from_one_hex_of_alice_springs_to_the_other() -> None:
    t = running("CAR", (*ALICE[:-1], ("B5", "7", 2)), "4", phase="5")
    t.refused(run([("A4", 6), ("A4", 5), ("B5", 3), ("A6", 6)]), "XI.gen.6", area="ALICE")


@rule("1848", "XI.gen.6")
def test_gen_6_not_even_by_the_other_side_of_the_same_hex() -> None:
    """A4 has track to the south-west and to the south-east."""
    t = running("CAR", (*ALICE[:-1], ("B5", "9", 2)), "4", phase="5")
    round_ = [("A4", 6), ("A4", 0), ("B3", 5), ("C4", 0), ("D3", 6), ("D3", 5), ("E4", 6), ("E4", 3), ("D5", 3)]
    t.refused(run([*round_, ("C6", 2), ("B5", 2), ("A4", 6)]), "XI.gen.6", area="ALICE")


@rule("1848", "XI.gen.7", "VIII.token.5")
def test_gen_7_a_full_city_ends_a_route() -> None:
    """NSW fills Wollongong, which FT reaches from Canberra."""
    t = beside(running("FT", EAST, "3"), "NSW", ("G16", 0))
    through = [("F17", 6), ("F17", 0), ("G16", 6), ("G16", 1), ("G14", 6)]
    t.refused(run(through), "XI.gen.7", hex="G16", train="3")
    assert earns(t, through[2:]) == 40


@rule("1848", "XI.gen.8", "VIII.token.5", "VIII.upgrade.7")
def test_gen_8_an_own_marker_or_a_free_circle_lets_pass() -> None:
    through = [("F17", 6), ("F17", 0), ("G16", 6), ("G16", 1), ("G14", 6)]
    own = running("FT", EAST, "3").station("FT", "G16").operating("FT", "run_trains")
    assert earns(own, through) == 60
    green = [tile for tile in EAST if tile[0] != "G16"] + [("G16", "15", 0)]
    free = beside(running("FT", green, "3", phase="3"), "NSW", ("G16", 0))
    assert earns(free, through) == 20 + 30 + 20
    full = free.opened("QR", par=90, shares={2: 60}).home("QR").station("QR", "G16").operating("FT", "run_trains")
    full.refused(run(through), "XI.gen.7", hex="G16")
    both = beside(running("FT", green, "3", phase="3").station("FT", "G16"), "NSW", ("G16", 0))
    assert earns(both, through) == 20 + 30 + 20


@rule("1848", "XI.gen.9")
def test_gen_9_no_track_twice_in_a_route() -> None:
    """From Wagga Wagga over F11 and E12, round by D11 and D13, and over E12 and F11 again to G12."""
    loop = (("F11", "29", 3), ("E12", "24", 0), ("D11", "7", 4), ("D13", "7", 0))
    tiles = (("F13", "57", 1), ("G12", "56", 0), ("F15", "235", 1), *loop)
    t = on_turn("FT", tiles, "4", phase="4").station("FT", "F13").operating("FT", "run_trains")
    there = [("F13", 6), ("F13", 1), ("F11", 3), ("E12", 2), ("D11", 4), ("D13", 0), ("E12", 0)]
    t.refused(run([*there, ("F11", 5), ("G12", 6)]), "XI.gen.9", hex="E12", train="4")


@rule("1848", "XI.gen.10")
def test_gen_10_any_track_of_a_city_goes_with_any_other() -> None:
    """Canberra on tile 15: a town in the west (with a gauge change), Wagga Wagga, an OO city, Wollongong."""
    tiles = (("G14", "15", 1), ("G12", "55", 0), ("F13", "57", 2), ("F15", "235", 0), ("G16", "6", 1))
    t = running("FT", tiles, "4", phase="4")
    arms = {1: (10, [("G12", 7), ("G12", 4)]), 2: (20, [("F13", 6), ("F13", 5)])}
    arms |= {3: (30, [("F15", 6), ("F15", 0)]), 4: (20, [("G16", 6), ("G16", 1)])}
    ends = {1: ("G12", 7), 2: ("F13", 6), 3: ("F15", 6), 4: ("G16", 6)}
    for one, other in combinations(arms, 2):
        worth, way = arms[one]
        assert earns(t, [*way, ("G14", 6), ("G14", other), ends[other]]) == worth + 30 + arms[other][0]
    for edge, (_, way) in arms.items():
        t.refused(run([*way, ("G14", 6), ("G14", edge), ends[edge]]), "XI.gen.5", hex=ends[edge][0])


@rule("1848", "XI.gen.10")
def test_gen_10_a_train_does_not_leave_by_the_track_on_which_it_came() -> None:
    """A town of G12 and Ballarat both hang on the one track to Wagga Wagga."""
    t = on_turn("FT", JUNCTION, "5", phase="5").station("FT", "F13").operating("FT", "run_trains")
    into = [("G12", 6), ("G12", 2), ("F11", 4), ("F13", 6)]
    t.refused(run([*into, ("F13", 1), ("F11", 0), ("G10", 6)]), "XI.gen.9", hex="F11")
    assert earns(t, into) == 30


@rule("1848", "XI.gen.11")
def test_gen_11_a_stub_serves_one_train_only() -> None:
    t = on_turn("FT", JUNCTION, "3", "3", phase="3").station("FT", "F13").operating("FT", "run_trains")
    east, west = [("F13", 6), ("F13", 1), ("F11", 5), ("G12", 6)], [("F13", 6), ("F13", 1), ("F11", 0), ("G10", 6)]
    t.refused(run(east, west), "XI.gen.11", hex="F11", train="3", other="3")
    assert earns(t, east, []) == 30
    assert earns(t, [], west) == 50


@rule("1848", "XI.gen.11")
def test_gen_11_routes_meet_in_cities() -> None:
    """Both trains call at Canberra, one goes east and one west."""
    t = running("FT", EAST, "3", "2", phase="3")
    assert earns(t, TO_G10, [("G14", 6), ("G14", 4), ("G16", 6)]) == (20 + 10 + 30) + (20 + 20)
    t.refused(run(TO_G10, [("G14", 6), ("G14", 1), ("G12", 7)]), "XI.gen.11", hex="G12")


@rule("1848", "XI.gen.1")
@pytest.mark.parametrize("routes", [(), ([], []), ([("G14", 6), ("G14", 4), ("G16", 6)], [])])
def test_gen_1_each_train_has_one_route(routes: tuple[list[tuple[str, int]], ...]) -> None:
    running("FT", EAST, "3").refused(run(*routes), "XI.gen.1")


@rule("1848", "VIII.gauge.3", "R-51")
def test_gauge_3_a_change_counts_like_a_city_worth_nothing() -> None:
    """Melbourne - Geelong - (change) - Mount Gambier."""
    route = [("H9", 6), ("H9", 1), ("H7", 6)]
    assert earns(running("VR", SOUTH, "3").station("VR", "H9").operating("VR", "run_trains"), route) == 20 + 20
    t = running("VR", SOUTH, "3")
    t.refused(run([("H11", 6), ("H11", 1), *route]), "XI.gen.3", stops=4, range=3)
    assert earns(running("VR", SOUTH, "4", phase="4"), [("H11", 6), ("H11", 1), *route]) == 60


@rule("1848", "VIII.gauge.4")
def test_gauge_4_a_plus_train_crosses_one_border_for_nothing() -> None:
    """Geelong, Mount Gambier, Ballarat: between them two changes."""
    tiles = (*SOUTH[:3], ("G8", "8", 4), ("G10", "235", 1))
    t = running("VR", tiles, "3+", phase="3").station("VR", "H9").operating("VR", "run_trains")
    one = [("H11", 6), ("H11", 1), ("H9", 6), ("H9", 1), ("H7", 6)]
    two = [("H9", 6), ("H9", 1), ("H7", 6), ("H7", 3), ("G8", 4), ("G10", 6)]
    assert earns(t, one) == 60
    t.refused(run(two), "XI.gen.3", train="3+", stops=4, range=3)
    four = running("VR", tiles, "4+", phase="4").station("VR", "H9").operating("VR", "run_trains")
    assert earns(four, two) == 20 + 20 + 30


@rule("1848", "VIII.gauge.4")
def test_gauge_4_what_is_free_is_a_border_and_not_a_city() -> None:
    t = running("FT", EAST, "2+")
    three = [("F17", 6), ("F17", 0), ("G16", 6), ("G16", 1), ("G14", 6)]
    t.refused(run(three), "XI.gen.3", train="2+", stops=3, range=2)
    assert earns(t, TO_G10) == 60


THREE_CHANGES = [("H9", 6), ("H9", 1), ("H7", 6), ("H7", 3), ("G8", 2), ("F7", 1), ("F5", 6)]


@rule("1848", "R-30")
@pytest.mark.parametrize(("train", "phase"), [("D", "7"), ("8", "7"), ("6", "6"), ("5+", "5")])
def test_r_30_a_diesel_crosses_any_number_of_borders(train: str, phase: str) -> None:
    """Three cities and three changes: six of range, five for a plus train."""
    t = running("VR", SOUTH, train, phase=phase).station("VR", "H9").operating("VR", "run_trains")
    assert earns(t, THREE_CHANGES) == 60


@rule("1848", "R-30")
def test_r_30_a_diesel_skips_nothing_and_runs_to_tasmania() -> None:
    t = running("VR", (("I10", "241", 1), ("H11", "5", 0), *SOUTH[1:]), "D", phase="7")
    t.refused(run([("H11", 6), ("H11", 1), ("H9", 1), ("H7", 6)]), "XI.gen.4", hex="H9")
    assert earns(t, [("I10", 6), ("I10", 3), ("H11", 6), ("H11", 1), *THREE_CHANGES]) == 50 + 4 * 20


@rule("1848", "R-30")
@pytest.mark.parametrize(("train", "phase"), [("5", "5"), ("4+", "4")])
def test_r_30_other_trains_do_not(train: str, phase: str) -> None:
    t = running("VR", SOUTH, train, phase=phase).station("VR", "H9").operating("VR", "run_trains")
    t.refused(run(THREE_CHANGES), "XI.gen.3", train=train)


@rule("1848", "XI.gen.4")
def test_gen_4_not_every_action_is_a_run() -> None:
    t = running("FT", EAST, "3")
    t.refused(act(0, "run", "anywhere"), "XI.gen.1")
    t.refused(run([("Z9", 6), ("Z9", 1), ("G14", 6)]), "XI.gen.9")
