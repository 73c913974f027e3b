"""Runs of 1853: gauges, ranges, stations and junctions."""

import pytest

from stellwerk.eighteen.routes import RouteError, Routes, check_run
from stellwerk.eighteen.trains import Train
from tests.games.g1853.lines import METRE, built, way
from tests.games.g1853.positions import India, act, table
from tests.marks import rule

NORTH = "F14 F16 F18 G19 H20"
"""Delhi, two small stations, Lucknow, Allahabad."""

SOUTH = "R18 S17 T16"
"""Madras, a small station, Trichinopoly."""


def running(company: str, *trains: str, phase: str = "3") -> India:
    """A company with homes and trains, nothing built yet."""
    return table(4).phase(phase).started(company, {0: 40, 1: 20}).trains(company, *trains)


def earns(t: India, company: str, *routes: str) -> int:
    return check_run(t.game.track.position(t.s, company), fleet(t, company), ways(t, routes))


def fleet(t: India, company: str) -> tuple[Train, ...]:
    return t.game.flow.fleet_now(t.s, company)


def ways(t: India, routes: tuple[str, ...]) -> Routes:
    return tuple(way(t, path) if path else () for path in routes)


def broken(t: India, company: str, *routes: str) -> str:
    """The paragraph that routes break."""
    with pytest.raises(RouteError) as caught:
        earns(t, company, *routes)
    return t.game.cite(caught.value.refusal)


# --- gauges and ranges ----------------------------------------------------------------------------------


@rule("1853", "4.5.3")
def test_a_train_needs_track_of_its_gauge() -> None:
    t = built(running("SIR", "2", "2M"), SOUTH, METRE)
    assert broken(t, "SIR", SOUTH, "") == "4.5.3"
    assert earns(t, "SIR", "", SOUTH) == 30 + 10 + 20


@rule("1853", "4.5.4a", "4.5.4x")
def test_a_3_train_reaches_allahabad_but_not_benares() -> None:
    t = built(running("GIP", "3"), f"{NORTH} H22", tiles={"G19": "14", "H20": "6"})
    assert earns(t, "GIP", NORTH) == 40 + 10 + 10 + 30 + 20
    assert broken(t, "GIP", f"{NORTH} H22") == "4.5.4a"


@rule("1853", "4.5.4b", "4.6.2")
def test_small_stations_are_free() -> None:
    """Two large ones and three small ones for a train of two."""
    line = "F14 F16 F18 G19 H18"
    t = built(running("GIP", "2"), line, tiles={"G19": "6"}).station("GIP", "G19")
    assert earns(t, "GIP", line) == 40 + 10 + 10 + 20 + 10


@rule("1853", "4.5.4c")
def test_a_route_has_two_stations() -> None:
    t = built(running("SIR", "2"), "S17 T16")
    assert earns(t, "SIR", "S17 T16") == 10 + 20
    with pytest.raises(RouteError) as caught:
        check_run(t.game.track.position(t.s, "SIR"), fleet(t, "SIR"), ((("T16", 6),),))
    assert t.game.cite(caught.value.refusal) == "4.5.4c"


@rule("1853", "4.5.4d", "4.8.18b")
def test_a_1m_has_one_large_station_of_its_own_and_a_small_one() -> None:
    t = built(running("SIR", "1M", phase="2"), SOUTH, METRE)
    assert broken(t, "SIR", SOUTH) == "4.5.4d"
    assert earns(t, "SIR", "S17 T16") == 10 + 20
    assert broken(t, "SIR", "R18 S17") == "4.8.18b"
    t.mine.small_started = True
    t.operating("SIR", "run_trains").refused(act(0, "run", (way(t, SOUTH),), 1), "4.5.4d", train="1M", company="SIR")


@rule("1853", "4.5.2")
def test_a_route_has_an_own_station() -> None:
    t = built(running("NWR", "2"), NORTH)
    assert broken(t, "NWR", "G19 H20") == "4.5.2"


# --- cities ---------------------------------------------------------------------------------------------


@rule("1853", "4.5.5a", "4.5.9")
def test_no_track_is_used_twice() -> None:
    t = built(running("NWR", "3"), "C11 D12 E13 F14")
    assert earns(t, "NWR", "C11 D12 E13 F14") == 20 + 10 + 40
    assert broken(t, "NWR", "F14 E13 D12 E13") == "4.5.5a"
    assert broken(t, "NWR", "D12 C11 D12 E13") == "4.5.4c"


@rule("1853", "4.5.5b", "4.2.12d")
def test_no_route_has_two_stations_of_delhi() -> None:
    """The green city and the brown one keep their stations apart: trains end there and do not go on."""
    loop = "F14 F16 G15 G13 F14"
    for tiles in (None, {"F14": "500"}):
        t = running("NWR", "4", phase="4")
        built(t, loop, tiles=tiles)
        assert broken(t, "NWR", loop) == "4.5.5b"
        built(t.station("NWR", "G13"), "E13 F14")
        assert earns(t, "NWR", "F14 F16 G15 G13") == (70 if tiles else 40) + 10 + 10 + 20
        assert broken(t, "NWR", "E13 F14 F16") == "4.5.5a"


@rule("1853", "4.2.12e")
def test_bombay_is_passed_from_brown_on() -> None:
    t = running("GIP", "4", phase="4")
    built(t, "L10 M9")
    built(t, "M9 N10")
    assert broken(t, "GIP", "L10 M9 N10") == "4.5.5a"
    t.laid("M9", "105", 3)
    assert earns(t, "GIP", "L10 M9 N10") == 10 + 50 + 10


@rule("1853", "4.5.6", "4.5.7")
def test_a_full_city_is_an_end_and_one_with_room_is_passed() -> None:
    t = built(running("GIP", "4"), NORTH, tiles={"G19": "15"})
    t.station("EIR", "G19")
    assert earns(t, "GIP", NORTH) == 40 + 10 + 10 + 30 + 20
    t.station("BNR", "G19")
    assert broken(t, "GIP", NORTH) == "4.5.6"
    assert earns(t, "GIP", "G19 H20") == 30 + 20


@rule("1853", "4.6.3")
def test_no_station_is_left_out() -> None:
    t = built(running("GIP", "2"), NORTH)
    whole = way(t, NORTH)
    skipped = tuple(step for step in whole if step != ("G19", 6))
    with pytest.raises(RouteError) as caught:
        check_run(t.game.track.position(t.s, "GIP"), fleet(t, "GIP"), (skipped,))
    assert t.game.cite(caught.value.refusal) == "4.6.3"


# --- several trains -------------------------------------------------------------------------------------


@rule("1853", "4.5.10", "4.5.1a")
def test_trains_of_a_company_share_no_track_but_meet_in_a_city() -> None:
    east, west = "H24 H26 I27 J28", "H24 H22"
    t = built(running("EIR", "3", "2"), east, tiles={"H24": "14"})
    built(t, west)
    assert broken(t, "EIR", east, "H24 H26 I27") == "4.5.10"
    assert broken(t, "EIR", east, west, west) == "4.5.1a"
    assert earns(t, "EIR", east, west) == (30 + 10 + 50) + (30 + 20)


@rule("1853", "4.5.10")
@pytest.mark.parametrize("number", ["80", "81", "82", "83", "84", "85", "86"])
def test_a_green_branching_tile_serves_one_train(number: str) -> None:
    """Any two ways over it have a hexside in common, so that the second would use track of the first."""
    for face in table(4).game.rules.catalogue.faces(number):
        paths = [{path.a, path.b} for path in face.paths]
        assert all(a & b for a in paths for b in paths)


@rule("1853", "4.5.8", "R-42")
def test_both_lines_of_a_tile_with_two_small_stations_are_on_one_route() -> None:
    """Tile 1 on O13: a train comes in by one line, turns round outside and comes back over the other."""
    t = running("MSM", "3").laid("O13", "1", 0).station("MSM", "O15")
    for path in ("N14 O13", "O13 O11 P12 O13", "O13 O15"):
        built(t, path)
    assert earns(t, "MSM", "N14 O13 O11 P12 O13 O15") == 10 + 10 + 10 + 10 + 20
    assert t.numbers.routes.whole == {"F14", "J28", "M9", "R18"}


@rule("1853", "4.5.8")
def test_two_small_stations_in_series_are_both_called_at() -> None:
    """Tile 71 leads from one to the other."""
    t = running("MSM", "2M").laid("O13", "71", 4).station("MSM", "O15")
    built(t, "O13 O15", METRE)
    line = (("O13", 7), *way(t, "O13 O15"))
    position = t.game.track.position(t.s, "MSM")
    assert check_run(position, fleet(t, "MSM"), (line,)) == 10 + 10 + 20


# --- junctions ------------------------------------------------------------------------------------------


@rule("1853", "4.2.5b")
def test_a_junction_is_passed_in_any_direction_and_counts_nothing() -> None:
    t = junction("T16 R16", "T16 R14")
    assert earns(t, "SIR", "T16 S15 R16", "") == 20 + 20
    assert earns(t, "SIR", "T16 S15 R14", "") == 20 + 20


@rule("1853", "R-36")
def test_no_route_ends_at_a_junction_but_trains_meet_there() -> None:
    t = junction("T16 R16", "T14 R14")
    t.station("SIR", "R14")
    assert broken(t, "SIR", "T16 S15", "") == "R-36"
    assert earns(t, "SIR", "T16 S15 R16", "R14 S15 T14") == (20 + 20) + (20 + 10)
    assert broken(t, "SIR", "T16 S15 R16", "R14 S15 R16") == "4.5.10"


def junction(*lines: str) -> India:
    """Two trains around S15, on which the grey junction lies."""
    t = running("SIR", "2", "2", phase="4")
    ends = sorted({name for line in lines for name in line.split()})
    hexes, number = t.game.rules.hexmap, t.game.rules.hexmap.number
    edges = {hexes.neighbours[number["S15"]].index(number[name]) for name in ends}
    face = next(f for f in t.game.rules.catalogue.faces("112") if all(f.exits >> edge & 1 for edge in edges))
    t.s.tiles["S15"] = (face.number, face.rotation)
    t.s.faces.clear()
    for name in ends:
        t.laid(name, *city_towards(t, name))
    return t


def city_towards(t: India, name: str) -> tuple[str, int]:
    """A yellow tile with a station whose track leads to S15."""
    edge = t.game.rules.hexmap.neighbours[t.game.rules.hexmap.number[name]].index(t.game.rules.hexmap.number["S15"])
    numbers = ("115",) if t.game.rules.hexmap[name].face.stops[0].kind == "city" else ("3", "4", "58")
    return next(
        (number, face.rotation)
        for number in numbers
        for face in t.game.rules.catalogue.faces(number)
        if face.exits >> edge & 1 and not face.exits & ~t.game.rules.hexmap.open_edges[t.game.rules.hexmap.number[name]]
    )
