"""VIII: regions of different gauges, and what changes where track joins them."""

from __future__ import annotations

from stellwerk.games.g1848.game import TITLE
from tests.games.g1848.lines import SOUTH, lay, on_turn, run
from tests.games.g1848.positions import England, act, table
from tests.marks import rule


def joined(t: England) -> set[frozenset[str]]:
    """Pairs of hexes of different regions that are joined by track."""
    zones = {name: entry["zone"] for name, entry in TITLE.printed["hex"].items() if "zone" in entry}
    lying, near = t.game.track.lying(t.s), t.game.rules.hexmap.neighbours
    found = set()
    for hex_ in t.game.rules.hexmap.hexes:
        for edge, other in enumerate(near[hex_.number]):
            there = t.game.rules.hexmap.hexes[other].name if other >= 0 else ""
            both = other >= 0 and lying[hex_.number].exits >> edge & lying[other].exits >> (edge + 3) % 6 & 1
            if both and hex_.name in zones and there in zones and zones[hex_.name] != zones[there]:
                found.add(frozenset({hex_.name, there}))
    return found


@rule("1848", "VIII.gauge.1", "R-27")
def test_gauge_1_all_land_belongs_to_a_region_and_red_and_blue_to_none() -> None:
    """Four states in three colours: Queensland and Victoria, which share one, nowhere touch."""
    printed = TITLE.printed["hex"]
    assert {entry["kind"] for entry in printed.values() if "zone" not in entry} == {"red", "blue"}
    assert all(entry["kind"] == "white" for entry in printed.values() if "zone" in entry)
    colour = {"QLD": "a", "VIC": "a", "SA": "b", "NSW": "c"}
    hexmap, routes = table().game.rules.hexmap, table().game.rules.routes
    borders = set()
    for hex_ in hexmap.hexes:
        for edge, other in enumerate(hexmap.neighbours[hex_.number]):
            zones = (
                {printed[name].get("zone", "") for name in (hex_.name, hexmap.hexes[other].name)} if other >= 0 else ()
            )
            if len({colour[zone] for zone in zones if zone}) == 2:
                borders.add((hex_.name, edge))
    assert len(borders) == 2 * 35
    named = {tuple(border) for border in routes.borders}
    assert len(named) == 35
    assert named <= borders


@rule("1848", "VIII.gauge.2", "VIII.gauge.3")
def test_gauge_2_the_tile_that_joins_two_regions_brings_a_change() -> None:
    """Geelong is Victorian, Mount Gambier South Australian. Laying the second tile makes one stop more."""
    t = on_turn("VR", SOUTH[:2], "2", "3", phase="3").station("VR", "H9").operating("VR")
    assert not joined(t)
    after = t.play(lay("H7", "5", 3), act(0, "pass_track"))
    while after.turn[0] != "run_trains":
        after = after.play(act(0, "pass_station"))
    assert joined(after) == {frozenset({"H7", "H9"})}
    change = [("H9", 6), ("H9", 1), ("H7", 6)]
    after.refused(run(change, []), "XI.gen.3", train="2", stops=3, range=2)
    assert after.play(run([], change)).s.revenue == 40
    assert after.play(run([("H9", 6), ("H9", 4), ("H11", 6)], [])).s.revenue == 40


@rule("1848", "VIII.gauge.2")
def test_gauge_2_an_upgrade_brings_one_as_well() -> None:
    """Track of Mount Gambier ends at Geelong until Geelong's tile is replaced."""
    tiles = (("H11", "57", 1), ("H9", "5", 3), ("H7", "5", 3))
    t = on_turn("VR", tiles, "2", phase="3")
    assert not joined(t)
    assert joined(t.play(lay("H9", "15", 1))) == {frozenset({"H7", "H9"})}


@rule("1848", "R-27")
def test_r_27_the_twelve_markers_of_the_box_are_no_limit() -> None:
    """Twelve changes lie on the board; the tile that is laid now makes a thirteenth."""
    t = on_turn("VR", CROSSING, phase="5")
    assert len(joined(t)) == 12
    after = t.play(lay("H7", "5", 3))
    assert joined(after) - joined(t) == {frozenset({"H7", "H9"})}


CROSSING = (
    ("H11", "57", 1),
    ("H9", "57", 1),
    ("D13", "20", 5),
    ("C12", "43", 5),
    ("E8", "16", 5),
    ("H13", "26", 4),
    ("C6", "7", 4),
    ("C16", "30", 5),
    ("F7", "18", 3),
    ("E6", "70", 1),
    ("G14", "611", 4),
    ("C8", "46", 5),
    ("D7", "39", 3),
    ("G16", "57", 3),
    ("D9", "15", 1),
    ("H15", "7", 2),
    ("F9", "47", 1),
)
"""Track over twelve borders; Geelong (H9) stands before one more."""


# -- a change of gauge is no obstacle for building


@rule("1848", "R-51")
def test_r_51_track_goes_on_beyond_a_change_of_gauge() -> None:
    t = on_turn("VR", SOUTH[:3])
    assert t.play(lay("G8", "8", 0)).s.tiles["G8"] == ("8", 0)
    assert on_turn("VR", SOUTH[:2]).play(lay("H7", "5", 3)).s.tiles["H7"] == ("5", 3)
    green = on_turn("VR", SOUTH, phase="3").play(lay("F5", "15", 2))
    assert green.s.tiles["F5"] == ("15", 2)


@rule("1848", "R-51", "VIII.token.10")
def test_r_51_a_marker_behind_three_changes() -> None:
    t = on_turn("VR", SOUTH, step="place_station")
    assert {frozenset({"H7", "H9"}), frozenset({"H7", "G8"}), frozenset({"G8", "F7"})} == joined(t)
    assert t.play(act(0, "station", "F5", 0)).s.stations["F5"] == (("VR",),)


SYDNEY_TO_ADELAIDE = (
    ("F17", "6", 0),
    ("G16", "6", 1),
    ("G14", "57", 1),
    ("G12", "1", 0),
    ("H11", "6", 1),
    ("H9", "57", 1),
    ("H7", "6", 2),
)
"""All but the tile of Adelaide; the line changes gauge twice."""


@rule("1848", "R-51", "R-15", "VI.com.2")
def test_r_51_the_link_of_com_goes_over_changes_of_gauge() -> None:
    t = on_turn("SAR", SYDNEY_TO_ADELAIDE)
    assert not t.s.linked
    after = t.play(lay("G6", "57", 2))
    assert after.s.linked == ("COM",)
    assert joined(after) == {frozenset({"G14", "G12"}), frozenset({"H9", "H7"})}
    assert not t.play(lay("G6", "5", 2)).s.linked


@rule("1848", "VI.rec.10", "R-15")
def test_a_link_is_nothing_to_com_in_receivership() -> None:
    """COM began with the first 6 train and has failed; now its homes are joined."""
    t = on_turn("SAR", SYDNEY_TO_ADELAIDE, phase="6").failed("COM", 1, "F17").operating("SAR")
    assert not t.play(lay("G6", "57", 2)).s.linked
