"""Connection, edges and upgrades: 7.2.1.1, 7.2.1.2, 7.2.2 and C-1.4."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1830.naive_track import UPGRADES
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule


def on_turn(company: str, phase: str, *laid: tuple[str, str, int], cash: int = 500) -> Table:
    """A company of seat 0 that has its home station, with these tiles on the board, about to lay track."""
    t = table().phase(phase).opened(company, par=67, shares={0: 60})
    for hex_, tile, rotation in laid:
        t = t.laid(hex_, tile, rotation)
    return t.home(company).cash({company: cash}).operating(company)


def lay(hex_: str, tile: str, rotation: int) -> Action:
    return act(0, "lay", hex_, tile, rotation)


def turned(hex_: str, tile: str) -> list[Action]:
    return [lay(hex_, tile, rotation) for rotation in range(6)]


@rule("1830", "7.2.1.1")
def test_7_2_1_a_new_tile_is_joined_to_a_station_by_track() -> None:
    """PRR's exits lead to H10 and H14. On H14 a tile must use the western side, elsewhere there is no way."""
    t = on_turn("PRR", "2")
    t.play(lay("H14", "9", 1))
    t.refused(lay("H14", "9", 0), "7.2.1.1", hex="H14", tile="9")
    t.refused(lay("G9", "9", 0), "7.2.1.1", hex="G9", tile="9")
    t.refused(lay("I15", "53", 0), "3.2a")


@rule("1830", "7.2.1.1", "7.3.3b")
def test_7_2_1_no_connection_through_a_city_full_of_others() -> None:
    """Behind Lancaster (H16, one circle) lies Philadelphia."""
    track = ("H14", "9", 1), ("H16", "57", 1)
    open_ = on_turn("PRR", "3", *track)
    open_.play(lay("H18", "59", 1))
    shut = on_turn("PRR", "3", *track).opened("NYC", par=67, shares={1: 60}).home("NYC").station("NYC", "H16")
    shut.operating("PRR")
    shut.refused(lay("H18", "59", 1), "7.2.1.1", hex="H18", tile="59")
    own = on_turn("PRR", "3", *track).station("PRR", "H16").operating("PRR")
    own.play(lay("H18", "59", 1))


@rule("1830", "7.2.1.1", "7.2.1.1a")
def test_7_2_1_exception_cs() -> None:
    t = on_turn("C&O", "3").private("CS", "C&O").settled()
    after = t.play(act(0, "lay_private", "CS", "B20", "58", 0))
    assert after.s.tiles["B20"] == ("58", 0)
    t.refused(lay("B20", "58", 0), "P-2", hex="B20", tile="58")
    without = on_turn("C&O", "3").private("CS", 1).settled()
    without.refused(act(0, "lay_private", "CS", "B20", "58", 0), "4.0b", private="CS")


@rule("1830", "7.2.1.1", "7.2.1.1b")
def test_7_2_1_exception_dh() -> None:
    t = on_turn("C&O", "3", cash=150).private("DH", "C&O").settled()
    after = t.play(act(0, "lay_private", "DH", "F16", "57", 0))
    assert (after.s.tiles["F16"], after.money("C&O")) == (("57", 0), 30)
    on_turn("C&O", "3").refused(lay("F16", "57", 0), "7.2.1.1", hex="F16", tile="57")


@rule("1830", "7.2.1.1c")
@pytest.mark.parametrize("rotation", range(6))
def test_7_2_1_exception_nyc(rotation: int) -> None:
    assert on_turn("NYC", "2").play(lay("E19", "57", rotation)).s.tiles == {"E19": ("57", rotation)}
    on_turn("PRR", "2").refused(lay("E19", "57", rotation), "7.2.1.1")


@rule("1830", "7.2.1.1d")
def test_7_2_1_exception_erie() -> None:
    on_turn("Erie", "2").refused(lay("E11", "59", 0), "3.2a", hex="E11", tile="59")
    after = on_turn("Erie", "3").play(lay("E11", "59", 0), act(0, "city", "E11", 1))
    assert after.s.tiles["E11"] == ("59", 0)
    assert after.s.stations["E11"] == ((), ("Erie",))
    on_turn("PRR", "3").refused(lay("E11", "59", 0), "7.2.1.1")


@rule("1830", "7.2.1.1e")
def test_7_2_1_others_may_build_there_with_a_connection() -> None:
    """NNH comes from New York by way of Hartford (F20) to Albany before NYC has operated."""
    t = on_turn("NNH", "2", ("F20", "56", 0))
    assert t.play(lay("E19", "57", 2)).s.tiles["E19"] == ("57", 2)
    t.refused(lay("E19", "57", 0), "7.2.1.1")


@rule("1830", "7.2.1.2")
@pytest.mark.parametrize(
    ("hex_", "tile", "rotation"),
    [
        ("J14", "57", 1),  # east, off the board
        ("G13", "9", 0),  # south-west, against Altoona, which has no track there
        ("G11", "9", 2),  # south-east, against Altoona
        ("F8", "9", 2),  # north-west, across Lake Erie
        ("E7", "58", 3),  # south-east, across Lake Erie
    ],
)
def test_7_2_1_no_track_against_a_forbidden_side(hex_: str, tile: str, rotation: int) -> None:
    on_turn("B&O", "2").refused(lay(hex_, tile, rotation), "7.2.1.2", hex=hex_, tile=tile)


@rule("1830", "7.2.1.2")
def test_7_2_1_the_same_tile_fits_where_its_track_can_go_on() -> None:
    """Washington: north-east to Baltimore, south-west to the Deep South (red, with track on that side)."""
    assert on_turn("B&O", "2").play(lay("J14", "57", 0)).money("B&O") == 420


@rule("1830", "R-42", "7.2.1.2")
def test_r_42_a_blank_side_of_a_red_hex_is_forbidden() -> None:
    """The Gulf (I1) has track to the east only; H2 touches it with its south-western side."""
    on_turn("C&O", "2").refused(lay("H2", "9", 0), "7.2.1.2", hex="H2", tile="9")


@rule("1830", "7.2.2.1")
def test_7_2_2_an_upgrade_needs_a_connection_too() -> None:
    t = on_turn("PRR", "3", ("G9", "9", 0))
    t.refused(lay("G9", "23", 0), "7.2.2.1", hex="G9", tile="23")


@rule("1830", "7.2.2.1", "C-1.4")
def test_c_1_4_old_track_is_connection_enough() -> None:
    """Crossing 20 on H14 adds a line from north-west to south-east that PRR can never use from there."""
    after = on_turn("PRR", "3", ("H14", "9", 1)).play(lay("H14", "20", 1))
    assert after.s.tiles["H14"] == ("20", 1)


@rule("1830", "C-1.4", "7.2.2.1")
def test_c_1_4_new_track_is_connection_enough() -> None:
    """PRR's eastern exit meets H14 where the straight line there has no track; junction 23 adds some."""
    t = on_turn("PRR", "3", ("H14", "9", 0))
    after = t.play(lay("H14", "23", 3))
    assert after.s.tiles["H14"] == ("23", 3)
    t.refused(lay("H14", "24", 0), "7.2.2.1", hex="H14", tile="24")


@rule("1830", "7.2.2.2", "7.2.ex2")
def test_7_2_2_a_city_whose_upgrade_would_leave_the_board_stays() -> None:
    """Washington (J14): tile 63 has track on all sides, the eastern one leads off the board."""
    t = on_turn("B&O", "5", ("J14", "57", 0), ("J14", "15", 0))
    for action in turned("J14", "63"):
        t.refused(action, "7.2.2.2", hex="J14", tile="63")
    inland = on_turn("PRR", "5", ("H14", "9", 1), ("H16", "57", 1), ("H16", "14", 1))
    inland.play(lay("H16", "63", 0))


@rule("1830", "7.2.2.3")
def test_7_2_2_old_track_is_never_lost() -> None:
    """The curve 8 from west to north-east is found again on junction 23 in one of six rotations."""
    t = on_turn("PRR", "3", ("H14", "8", 1))
    for rotation in range(6):
        if rotation == 3:
            assert t.play(lay("H14", "23", rotation)).s.tiles["H14"] == ("23", rotation)
        else:
            t.refused(lay("H14", "23", rotation), "7.2.2.3", hex="H14", tile="23")


@rule("1830", "7.2.2.4")
def test_7_2_2_a_station_stays_with_its_exits() -> None:
    """E11 with 59: exits south-west (first city) and north-west (second); 64 swaps the order of its cities."""
    t = table().phase("5").opened("Erie", par=67, shares={0: 60}).laid("E11", "59", 0).home("Erie", stop=1)
    t = t.cash({"Erie": 500}).operating("Erie")
    after = t.play(lay("E11", "64", 2))
    assert after.s.stations["E11"] == (("Erie",), ())
    face = after.game.track.lying(after.s)[after.game.rules.hexmap.number["E11"]]
    assert face.stop_exits[0] >> 2 & 1
    assert face.stop_exits[1] & 1


@rule("1830", "7.2.2.5")
def test_7_2_2_only_listed_tiles_replace_a_tile() -> None:
    towns = on_turn("NNH", "3", ("F20", "56", 0))
    for tile in ("14", "23", "29"):
        for action in turned("F20", tile):
            towns.refused(action, "7.2.2.5", hex="F20", tile=tile)
    city = on_turn("PRR", "5", ("H10", "57", 1), ("H10", "14", 1))
    assert city.play(lay("H10", "63", 0)).s.tiles["H10"] == ("63", 0)
    crossing = on_turn("PRR", "5", ("H14", "8", 1), ("H14", "16", 1))
    for action in turned("H14", "41"):
        crossing.refused(action, "7.2.2.5", hex="H14", tile="41")


@rule("1830", "7.2.2.6")
def test_7_2_2_letters_stay() -> None:
    t = on_turn("B&M", "5", ("E23", "53", 1))
    for action in turned("E23", "63"):
        t.refused(action, "7.2.2.6", hex="E23", tile="63")
    assert t.play(lay("E23", "61", 3)).s.tiles["E23"] == ("61", 3)


@rule("1830", "7.2.2.8", "7.2.2.5")
def test_7_2_2_the_list_of_the_book() -> None:
    upgrades = table().game.rules.catalogue.upgrades
    assert {tile: set(upgrades[tile]) for tile in UPGRADES} == {tile: set(to) for tile, to in UPGRADES.items()}
    brown = set(upgrades) - set(UPGRADES)
    assert len(brown) == 18
    assert not any(upgrades[tile] for tile in brown)


@rule("1830", "7.2.2.8")
def test_7_2_2_every_listed_upgrade_fits_in_some_rotation() -> None:
    catalogue = table().game.rules.catalogue
    for tile, others in UPGRADES.items():
        for other in others:
            assert any(catalogue.face(tile, 0).stops_onto(face) is not None for face in catalogue.faces(other))


@rule("1830", "7.2.2.8")
def test_7_2_2_25_becomes_40_and_59_becomes_66() -> None:
    t = on_turn("PRR", "5", ("H14", "8", 5), ("H14", "25", 1))
    assert t.play(lay("H14", "40", 1)).s.tiles["H14"] == ("40", 1)
    erie = on_turn("Erie", "5", ("E11", "59", 2))
    assert erie.play(lay("E11", "66", 2)).s.tiles["E11"] == ("66", 2)


@rule("1830", "7.2.ex1")
def test_7_2_example_costs_of_first_tiles() -> None:
    """Water twice, a green B tile on a yellow B hex, green over yellow, and open land."""
    built = [
        (on_turn("B&O", "3"), lay("J14", "57", 0), 80),
        (on_turn("B&O", "3"), lay("I17", "9", 1), 80),
        (on_turn("B&O", "3"), lay("I15", "53", 0), 0),
        (on_turn("PRR", "3", ("H10", "57", 1)), lay("H10", "14", 1), 0),
        (on_turn("PRR", "3"), lay("H14", "8", 1), 0),
    ]
    assert [t.money(str(t.turn[1])) - t.play(a).money(str(t.turn[1])) for t, a, _ in built] == [c for *_, c in built]


@rule("1830", "7.2.ex2")
def test_7_2_example_costs_of_replacements() -> None:
    """Green over yellow, brown B over green B, green over yellow on a river, a mountain."""
    built = [
        (on_turn("PRR", "5", ("H14", "9", 1)), lay("H14", "23", 1), 0),
        (on_turn("B&O", "5", ("I15", "53", 0)), lay("I15", "61", 0), 0),
        (on_turn("B&O", "5", ("J14", "57", 0)), lay("J14", "15", 0), 0),
        (on_turn("PRR", "5", ("H14", "8", 1)), lay("G15", "9", 0), 120),
    ]
    assert [t.money(str(t.turn[1])) - t.play(a).money(str(t.turn[1])) for t, a, _ in built] == [c for *_, c in built]
