"""What a company must reach of a tile that it lays (V-7.6), and how two cities become others (V-7.8)."""

from __future__ import annotations

import pytest

from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

MODES = ("free", "restricted", "semi_restricted")


def past(preset: str = "classic", **options: str) -> Table:
    """Track of the PRR (seat 0) runs straight through H14 to Reading; what H14 gets besides leads elsewhere."""
    t = table(4, preset, **options).phase("3").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR")
    return t.laid("H14", "9", 1).laid("H16", "57", 1)


@rule("1830", "V-7.6a", "V-7.6b", "C-1.4")
def test_v_7_6_new_track_that_leads_off_old_track_is_new_for_who_comes_along_it() -> None:
    """On H14 tile 23 or 24 adds a curve to the straight: joined to the side from which the PRR comes, or not."""
    for mode in MODES:
        t = past(tile_laying=mode).operating("PRR")
        away = [(tile, turn) for tile, turn in t.offers("lay", "H14") if tile in ("23", "24")]
        assert away, "the curve begins at the side towards Altoona"
        joined = {(tile, turn): _curve(t, tile, turn) for tile, turn in away}
        towards = {key for key, edges in joined.items() if 1 in edges}
        beyond = {key for key, edges in joined.items() if 1 not in edges}
        assert towards
        assert bool(beyond) == (mode == "free"), "a curve from the far side needs a train that comes back"


def _curve(t: Table, tile: str, turn: int) -> set[int]:
    """The sides that the track joins which a tile adds to the straight from side 1 to side 4."""
    paths = t.game.rules.catalogue.face(tile, turn).paths
    return {end for path in paths if (path.a, path.b) != (1, 4) for end in (path.a, path.b)}


@rule("1830", "V-7.6a", "V-7.6b", "V-7.6c")
def test_v_7_6_an_upgrade_whose_new_track_is_out_of_reach() -> None:
    """Tile 24 (rotation 1) on H14 keeps 1-4 and adds 1-3; rotation 4 keeps it and adds 4-0, away from the PRR."""
    far = act(0, "lay", "H14", "24", 4)
    assert _curve(past(), "24", 4) == {0, 4}
    assert past(tile_laying="free").operating("PRR").play(far).s.tiles["H14"] == ("24", 4)
    for mode, number in (("restricted", "V-7.6b"), ("semi_restricted", "V-7.6c")):
        t = past(tile_laying=mode).operating("PRR")
        t.refused(far, number, company="PRR", hex="H14", tile="24")
        assert t.may(act(0, "lay", "H14", "24", 1)), "its curve begins where the PRR comes in"


def foreign(mode: str, trains: tuple[str, ...] = ("3",), phase: str = "5", marked: int = 2) -> Table:
    """The PRR (seat 0) runs to Reading, which is full of others' stations: it cannot leave it on new track."""
    t = past(tile_laying=mode).phase(phase).laid("H16", "14", 0)
    for company in ("NYC", "B&O")[:marked]:
        t = t.opened(company, par=67, shares={1: 60}).station(company, "H16")
        t.s.operated = (*t.s.operated, company)
    return t.trains("PRR", *trains).operating("PRR")


@rule("1830", "V-7.6c")
def test_v_7_6c_a_city_worth_more_makes_up_for_track_out_of_reach() -> None:
    """14 to 63 in Reading: 30 becomes 40, and all that is new lies behind two stations of others."""
    brown = act(0, "lay", "H16", "63", 0)
    foreign("restricted").refused(brown, "V-7.6b", company="PRR", hex="H16", tile="63")
    semi = foreign("semi_restricted")
    assert semi.play(brown).s.tiles["H16"] == ("63", 0)
    assert foreign("free").may(brown)


@rule("1830", "V-7.6c")
def test_v_7_6c_20_to_30_is_a_gain_and_the_second_circle_opens_the_city() -> None:
    """57 to 14 in Reading: 20 becomes 30. The second circle lets trains pass, so that the new track is in reach too."""
    for mode in MODES:
        t = past(tile_laying=mode).opened("NYC", par=67, shares={1: 60}).station("NYC", "H16").trains("PRR", "2")
        t.s.operated = (*t.s.operated, "NYC")
        assert t.operating("PRR").may(act(0, "lay", "H16", "14", 0)), mode


@rule("1830", "V-7.6c")
def test_v_7_6c_without_trains_nothing_is_earned() -> None:
    foreign("semi_restricted", trains=()).refused(act(0, "lay", "H16", "63", 0), "V-7.6c", company="PRR", tile="63")


@rule("1830", "V-7.6c")
def test_v_7_6c_it_is_the_best_run_that_must_grow() -> None:
    """A 2-train runs from Altoona to Pittsburgh: a dearer Reading, which it leaves aside, gains it nothing."""
    t = past(tile_laying="semi_restricted").phase("5").laid("H16", "14", 0).laid("H10", "57", 1).laid("H10", "14", 1)
    t = t.laid("H10", "63", 0)
    for company in ("NYC", "B&O"):
        t = t.opened(company, par=67, shares={1: 60}).station(company, "H16")
        t.s.operated = (*t.s.operated, company)
    poor = t.trains("PRR", "2").operating("PRR")
    brown = act(0, "lay", "H16", "63", 0)
    assert poor.game.track.new_track._best(poor.s, "PRR").revenue == 10 + 40, "Altoona and Pittsburgh"
    poor.refused(brown, "V-7.6c", company="PRR", hex="H16", tile="63")
    assert t.trains("PRR", "3").operating("PRR").may(brown), "three cities, Reading among them"


@rule("1830", "V-7.6c", "R-97")
def test_v_7_6c_two_towns_that_become_one_may_be_worth_more_to_a_train() -> None:
    """A 3-train from Montreal ends in the first town of B20, 40 + 10; by the one town of 87 it goes on to E19, + 20."""
    t = table(4, "D", tile_laying="semi_restricted").phase("3").opened("CPR", shares={0: 60}).home("CPR")
    t = t.laid("B20", "632", 5).laid("C21", "8", 0).laid("D20", "9", 0).laid("E19", "57", 0)
    t = t.trains("CPR", "3").operating("CPR")
    one_town = act(0, "lay", "B20", "87", 5)
    assert t.game.track.new_track._best(t.s, "CPR").revenue == 50
    after = t.play(one_town)
    assert after.game.track.new_track._best(after.s, "CPR").revenue == 70


@rule("1830", "V-7.6b")
def test_v_7_6b_a_tile_without_new_track_is_never_laid_by_it() -> None:
    """54 to 62 in New York adds circles and revenue, but no track."""
    for mode, may in (("free", True), ("restricted", False), ("semi_restricted", True)):
        t = table(tile_laying=mode).phase("5").opened("NNH", shares={0: 60}).home("NNH")
        t = t.laid("G19", "54", 0).laid("F20", "1", 5).trains("NNH", "2").operating("NNH")
        assert t.may(act(0, "lay", "G19", "62", 0)) == may, mode
    t = table(tile_laying="restricted").phase("5").opened("NNH", shares={0: 60}).home("NNH").laid("G19", "54", 0)
    t.operating("NNH").refused(act(0, "lay", "G19", "62", 0), "V-7.6b", hex="G19", tile="62")
    t.operating("NNH").refused(act(0, "lay", "G19"), "V-7.6b", hex="G19")


def buffalo(*, stations: int = 1, turn: int = 0, city: int = 0, preset: str = "classic", **options: str) -> Table:
    """The Erie (seat 0) at home in Buffalo, in a city of 59: its exits are on edges 0 and 2, unless it is turned."""
    t = (
        table(4, preset, **options)
        .phase("5")
        .opened("Erie", shares={0: 60})
        .cash({"Erie": 500})
        .laid("E11", "59", turn)
    )
    t = t.home("Erie", city)
    if stations > 1:
        t = t.opened("PRR", par=67, shares={1: 60}).station("PRR", "E11", 1)
        t.s.operated = (*t.s.operated, "PRR")
    return t


@rule("1830", "V-7.8a", "R-96")
def test_v_7_8a_each_city_keeps_its_own_exits() -> None:
    t = buffalo().operating("Erie")
    t.refused(act(0, "lay", "E11", "64", 0), "V-7.8a", hex="E11", tile="64")
    for tile, turn in t.offers("lay", "E11"):
        exits = t.game.rules.catalogue.face(tile, turn).stop_exits
        assert not any(edges & 0b101 == 0b101 for edges in exits)
    more = buffalo(turn=3, tile_set="extension_a").operating("Erie")
    for tile in ("35", "36"):
        more.refused(act(0, "lay", "E11", tile, 3), "V-7.8a", hex="E11", tile=tile)
        more.refused(act(0, "lay", "E11", tile), "V-7.8a", hex="E11", tiles=tile)


@rule("1830", "V-7.8b")
def test_v_7_8b_one_city_may_join_both_exits_and_the_station_chooses() -> None:
    t = buffalo(oo_upgrade="flexible").operating("Erie").play(act(0, "lay", "E11", "64", 0))
    assert t.turn == ("choose_city", "Erie")
    assert t.offers("city", "E11", seat=0) == [(0,), (1,)]
    assert t.play(act(0, "city", "E11", 0)).s.stations["E11"] == (("Erie",), ())
    chosen = t.play(act(0, "city", "E11", 1))
    assert (chosen.s.stations["E11"], chosen.s.moving) == (((), ("Erie",)), "")
    t.refused(act(0, "pass_station"), "V-7.8b", hex="E11")


@rule("1830", "V-7.8b")
@pytest.mark.parametrize("chosen_by", ["director", "layer"])
def test_v_7_8b_the_director_of_the_station_chooses_wherever_it_stands(chosen_by: str) -> None:
    """The Erie lays, but on Toronto it is the station of the PRR (seat 1) that moves."""
    t = buffalo(city=1, oo_upgrade="flexible", city_choice=chosen_by).opened("PRR", par=67, shares={1: 60})
    t = t.laid("D10", "59", 3).station("PRR", "D10", 1)
    t.s.operated = (*t.s.operated, "PRR")
    t = t.operating("Erie").play(act(0, "lay", "D10", "64", 3))
    assert (t.turn, t.s.moving) == (("choose_city", "PRR"), "D10")
    t.refused(act(0, "city", "D10", 0), "6.2e")
    after = t.play(act(1, "city", "D10", 0))
    assert after.s.stations["D10"] == (("PRR",), ())


@rule("1830", "V-7.8b")
def test_v_7_8b_two_stations_keep_their_cities() -> None:
    t = buffalo(oo_upgrade="flexible", stations=2).operating("Erie")
    t.refused(act(0, "lay", "E11", "64", 0), "V-7.8b", hex="E11", tile="64")
    assert t.offers("lay", "E11"), "as with fixed exits"


@rule("1830", "V-7.8b", "R-96")
@pytest.mark.parametrize("tile", ["35", "36"])
def test_r_96_35_and_36_only_by_joining_the_exits(tile: str) -> None:
    t = buffalo(turn=3, tile_set="extension_a", oo_upgrade="flexible").operating("Erie")
    joined = [turn for (turn,) in t.offers("lay", "E11", tile)]
    assert joined
    for turn in joined:
        assert 0b101000 in t.game.rules.catalogue.face(tile, turn).stop_exits


@rule("1830", "V-7.8b")
def test_v_7_8b_without_a_station_nobody_is_asked() -> None:
    t = buffalo(city=1, oo_upgrade="flexible").laid("D10", "59", 3).operating("Erie")
    after = t.play(act(0, "lay", "D10", "64", 3))
    assert after.turn[0] != "choose_city"
    assert "D10" not in after.s.stations


@rule("1830", "V-7.8b")
def test_v_7_8b_a_station_that_moves_where_nobody_chooses_is_told() -> None:
    t = buffalo(oo_upgrade="flexible").operating("Erie")
    asked = t.play(act(0, "lay", "E11", "64", 0))
    for s, moving in ((t.s, "E11"), (asked.s, "H12"), (asked.s, "nowhere")):
        doctored = s.copy()
        doctored.moving = moving
        assert any("moving" in problem for problem in t.game.audit(doctored)), moving
    twice = asked.s.copy()
    twice.stations = {**twice.stations, "E11": (("Erie",), ())}
    twice.markers = {**twice.markers, "Erie": twice.markers["Erie"] - 1}
    assert list(t.game.audit(twice)), "its station stands there already"
