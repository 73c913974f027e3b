"""When a contract of 1853 is fulfilled: its cities are joined by track, whoever built it."""

from stellwerk.eighteen.tiles import DUAL
from stellwerk.games.g1853.links import linked, missing
from tests.games.g1853.lines import METRE, built
from tests.games.g1853.positions import India, table
from tests.marks import rule


def board(phase: str = "3") -> India:
    return table(4).phase(phase)


def joins(t: India, *hexes: str) -> bool:
    return linked(t.game.track, t.s, hexes)


@rule("1853", "2.5a", "4.3.1a")
def test_cities_are_linked_once_the_last_one_is_joined() -> None:
    """Lahore, Delhi and Jaipur, whoever lays the tiles."""
    t = built(board(), "C11 D12 E13 F14")
    assert not joins(t, "C11", "F14", "G13")
    assert missing(t.game.track, t.s, ("C11", "F14", "G13")) == (("C11", "F14"), ("G13",))
    built(t, "F14 G13")
    assert joins(t, "C11", "F14", "G13")
    assert missing(t.game.track, t.s, ("C11", "F14", "G13")) == (("C11", "F14", "G13"),)


@rule("1853", "2.5b")
def test_full_stations_of_others_do_not_matter() -> None:
    t = built(board(), "G19 H20 H22", tiles={"H20": "6"}).station("EIR", "H20")
    assert joins(t, "G19", "H22")


@rule("1853", "4.3.1b", "R-37")
def test_gauges_are_changed_in_stations_large_and_small() -> None:
    """Tile 716 has a city with track of both; no tile has a small station with both, see tests/eighteen."""
    t = built(board(), "G19 H20", tiles={"H20": "716"})
    built(t, "H20 H22", METRE)
    assert joins(t, "G19", "H22")


@rule("1853", "4.3.1c")
def test_a_rickshaw_joins_the_stations_of_delhi() -> None:
    """Lahore comes into one of them, Jaipur into another; no train runs from one to the other."""
    t = built(built(board(), "C11 D12 E13 F14"), "G13 F14")
    assert joins(t, "C11", "G13")


@rule("1853", "4.3.1d")
def test_no_change_of_gauge_on_open_track() -> None:
    """A metre line meets a standard one at a hexside between Trichinopoly and Bangalore."""
    t = board().laid("T16", "115", 2).laid("S15", "79", 5)
    t.s.tiles["S15"] = ("80", 3)
    t.s.faces.clear()
    face = t.game.track.lying(t.s)[t.game.rules.hexmap.number["S15"]]
    assert face.exits >> 5 & 1
    assert face.exits >> 3 & 1
    t.laid("R16", "113", 0)
    assert not joins(t, "T16", "R16")
    t.s.tiles["R16"] = ("115", 0)
    t.s.faces.clear()
    assert joins(t, "T16", "R16")


@rule("1853", "4.3.1d", "R-37")
def test_dual_track_and_junctions_keep_the_gauge_of_the_passenger() -> None:
    """Standard track into a junction, metre track out of it: nobody changes there."""
    t = board("4").laid("T16", "115", 2).laid("R16", "113", 0)
    t.s.tiles["S15"] = ("112", 1)
    t.s.faces.clear()
    face = t.game.track.lying(t.s)[t.game.rules.hexmap.number["S15"]]
    assert {path.gauge for path in face.paths} == {DUAL}
    assert face.exits >> 5 & 1
    assert face.exits >> 3 & 1
    assert not joins(t, "T16", "R16")
    t.s.tiles["R16"] = ("115", 0)
    t.s.faces.clear()
    assert joins(t, "T16", "R16")
