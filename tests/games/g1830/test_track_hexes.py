"""What may lie on which hex, and what it costs: 7.2 and 7.2.1."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1830.naive_track import LISTED
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule


def prr(phase: str = "2", **cash: int) -> Table:
    """PRR (seat 0) in Altoona (H12, exits west and east), about to lay track."""
    t = table().phase(phase).opened("PRR", par=67, shares={0: 60}).home("PRR")
    return t.cash({"PRR": cash.get("cash", 500)}).operating("PRR")


def lay(hex_: str, tile: str, rotation: int) -> Action:
    return act(0, "lay", hex_, tile, rotation)


def turned(hex_: str, tile: str) -> list[Action]:
    return [lay(hex_, tile, rotation) for rotation in range(6)]


def on_turn(company: str, phase: str = "2", cash: int = 500) -> Table:
    t = table().phase(phase).opened(company, par=67, shares={0: 60}).home(company)
    return t.cash({company: cash}).operating(company)


@rule("1830", "7.2a")
@pytest.mark.parametrize("tile", ["57", "9", "14"])
def test_7_2_no_tile_on_a_grey_hex(tile: str) -> None:
    for action in turned("H12", tile):
        prr("3").refused(action, "7.2a", hex="H12")


@rule("1830", "7.2b")
@pytest.mark.parametrize("tile", ["9", "57", "59"])
def test_7_2_no_tile_on_a_red_hex(tile: str) -> None:
    for action in turned("F2", tile):
        prr("3").refused(action, "7.2b", hex="F2")


@rule("1830", "7.2a", "7.2b")
@pytest.mark.parametrize(("hex_", "forbids"), [("H12", "7.2a"), ("F2", "7.2b")])
def test_a_tile_that_is_not_turned_yet_is_refused_there_too(hex_: str, forbids: str) -> None:
    for tile in ("9", "57"):
        prr("3").refused(act(0, "lay", hex_, tile), forbids, hex=hex_)


@rule("1830", "7.2a", "7.2.1.5", "comp.1")
def test_what_a_hex_never_takes_is_told_before_what_is_out_of_stock() -> None:
    t = prr("3")
    for hex_ in ("B10", "F4", "J14", "H16"):
        t.laid(hex_, "57")
    assert t.s.supply["57"] == 0
    t.refused(lay("H12", "57", 0), "7.2a", hex="H12")
    t.refused(lay("H14", "57", 1), "7.2.1.5", hex="H14", tile="57")
    t.refused(lay("H10", "57", 1), "comp.1", hex="H10", tile="57")
    t.refused(lay("H10", "999", 1), "comp.1", tile="999")


@rule("1830", "P-5", "7.2a")
def test_p_5_a_tile_has_six_positions() -> None:
    for rotation in (7, 6, -1):
        prr().refused(lay("H10", "57", rotation), "P-5", tile="57", rotation=rotation)
        prr().refused(lay("H12", "57", rotation), "7.2a", hex="H12")
    owner = prr("3").private("DH", "PRR").settled()
    owner.refused(act(0, "lay_private", "DH", "F16", "57", 7), "P-5", rotation=7)


@rule("1830", "7.2c", "7.2.1.7")
def test_7_2_only_green_tiles_on_a_yellow_hex() -> None:
    """B&M stands in Boston (E23, printed track to the north-east and south-east)."""
    t = on_turn("B&M", "3")
    for action in turned("E23", "57"):
        t.refused(action, "7.2.1.7", hex="E23", tile="57")
    after = t.play(lay("E23", "53", 1))
    assert after.s.tiles["E23"] == ("53", 1)
    assert after.money("B&M") == 500


@rule("1830", "7.2d", "7.2.1.6", "7.2f")
def test_7_2_only_yellow_tiles_on_a_beige_hex() -> None:
    t = prr("3")
    for action in turned("H14", "23"):
        t.refused(action, "7.2.1.6", hex="H14", tile="23")
    assert prr("2").play(lay("H14", "8", 1)).s.tiles["H14"] == ("8", 1)
    assert t.play(lay("H14", "8", 1)).s.tiles["H14"] == ("8", 1)


@rule("1830", "7.2e", "7.2.1.3")
@pytest.mark.parametrize(
    ("company", "hex_", "tile", "rotation", "phase", "cost"),
    [
        ("B&O", "J14", "57", 0, "2", 80),
        ("B&O", "I17", "9", 1, "2", 80),
        ("CPR", "B18", "9", 0, "2", 80),
        ("NNH", "G19", "54", 0, "3", 80),
        ("Erie", "E11", "59", 0, "3", 0),
        ("NYC", "E19", "57", 0, "2", 0),
        ("B&M", "E23", "53", 1, "3", 0),
    ],
)
def test_7_2_the_first_tile_costs_what_the_hex_prints(
    company: str, hex_: str, tile: str, rotation: int, phase: str, cost: int
) -> None:
    t = on_turn(company, phase)
    bank = t.s.cash["bank"]
    after = t.play(lay(hex_, tile, rotation))
    assert after.money(company) == 500 - cost
    assert after.s.cash["bank"] == bank + cost
    if cost:
        on_turn(company, phase, cost - 1).refused(lay(hex_, tile, rotation), "7.0h", cost=cost, cash=cost - 1)


@rule("1830", "7.2.1.3", "7.2.2.7", "7.2e")
def test_7_2_a_mountain_costs_120_once() -> None:
    """PRR reaches Scranton (F16) through G15, itself a mountain; the upgrade is free."""
    t = prr("3", cash=120).laid("H14", "8", 1).laid("G15", "9", 0).operating("PRR")
    assert t.play(lay("F16", "57", 0)).money("PRR") == 0
    built = prr("3", cash=0).laid("H14", "8", 1).laid("G15", "9", 0).laid("F16", "57", 0).operating("PRR")
    after = built.play(lay("F16", "14", 0))
    assert (after.s.tiles["F16"], after.money("PRR")) == (("14", 0), 0)


@rule("1830", "7.2g", "7.2.2.5")
def test_7_2_green_tiles_replace_yellow_ones_from_phase_3() -> None:
    """The curve 8 (H14, west to north-east) becomes junction 23; junction 20 never does."""
    t = prr("3").laid("H14", "8", 1)
    assert t.play(lay("H14", "23", 3)).s.tiles["H14"] == ("23", 3)
    green = prr("3").laid("H14", "20", 1)
    for action in turned("H14", "23"):
        green.refused(action, "7.2.2.5", hex="H14", tile="23")
    prr("2").laid("H14", "8", 1).refused(lay("H14", "23", 3), "3.2a")


@rule("1830", "7.2h", "7.2.2.5")
def test_7_2_brown_tiles_replace_green_ones_from_phase_5() -> None:
    green = prr("5").laid("H14", "8", 1).laid("H14", "23", 3)
    assert green.play(lay("H14", "41", 0)).s.tiles["H14"] == ("41", 0)
    yellow = prr("5").laid("H14", "8", 1)
    for action in turned("H14", "41"):
        yellow.refused(action, "7.2.2.5", hex="H14", tile="41")
    prr("4").laid("H14", "8", 1).laid("H14", "23", 3).refused(lay("H14", "41", 0), "3.4b")


@rule("1830", "7.2k")
def test_7_2_one_tile_a_turn_and_the_old_one_returns_to_the_supply() -> None:
    t = prr("3").laid("H14", "9", 1).laid("H16", "57", 1).operating("PRR")
    assert (t.s.supply["57"], t.s.supply["14"]) == (3, 3)
    after = t.play(lay("H16", "14", 1))
    assert (after.s.supply["57"], after.s.supply["14"]) == (4, 2)
    after.refused(lay("H10", "57", 1), "7.2k")
    after.refused(lay("H14", "23", 1), "7.2k")


@rule("1830", "7.2k")
def test_7_2_no_upgrade_of_what_was_laid_in_the_same_turn() -> None:
    after = prr("3").play(lay("H10", "57", 1))
    assert after.turn[0] != "lay_track"
    after.refused(lay("H10", "14", 1), "7.2k")
    after.refused(lay("H14", "9", 1), "7.2k")


@rule("1830", "7.2l")
@pytest.mark.parametrize("company", ["NYC", "Erie", "PRR"])
def test_7_2_nobody_has_to_build(company: str) -> None:
    t = table().phase("3").opened(company, par=67, shares={0: 60}).cash({company: 500}).operating(company, "place_home")
    assert t.turn == ("lay_track", company)
    after = t.play(act(0, "pass_track"))
    assert after.s.tiles == {}
    assert after.turn == ("buy_trains", company)


@rule("1830", "7.2.1.4")
def test_7_2_the_hex_of_a_players_private_is_closed() -> None:
    """NYC reaches D18 from Albany; MH blocks it while a player owns it."""
    t = on_turn("NYC").laid("E19", "57", 2).operating("NYC")
    t.private("MH", 1).refused(lay("D18", "9", 2), "7.2.1.4", hex="D18", private="MH")
    t.private("MH", "NYC").settled().play(lay("D18", "9", 2))
    t.s.privates.clear()
    t.play(lay("D18", "9", 2))


@rule("1830", "7.2.1.4")
def test_7_2_while_bo_is_open_nobody_builds_on_its_hexes_not_even_the_company() -> None:
    t = on_turn("B&O", "3").private("BO", 0).settled()
    for action in turned("I15", "53"):
        t.refused(action, "7.2.1.4", hex="I15", private="BO")
    west = prr("2").laid("H14", "7", 0).private("BO", 2).operating("PRR")
    west.refused(lay("I13", "9", 0), "7.2.1.4", hex="I13", private="BO")
    west.s.privates.clear()
    west.play(lay("I13", "9", 0))


@rule("1830", "7.2.1.5", "7.2.1.8")
@pytest.mark.parametrize(
    ("hex_", "tile"),
    [
        ("H14", "57"),
        ("H14", "58"),
        ("G17", "58"),
        ("G17", "9"),
        ("H10", "8"),
        ("H10", "4"),
        ("F10", "9"),
        ("F10", "57"),
    ],
)
def test_7_2_tile_and_hex_have_the_same_cities(hex_: str, tile: str) -> None:
    for action in turned(hex_, tile):
        prr("2").refused(action, "7.2.1.5", hex=hex_, tile=tile)


@rule("1830", "7.2.1.7", "comp.3")
@pytest.mark.parametrize(("hex_", "tile"), [("H18", "53"), ("H18", "54"), ("E23", "14"), ("E23", "59"), ("G19", "59")])
def test_7_2_letters_of_tile_and_hex_agree(hex_: str, tile: str) -> None:
    for action in turned(hex_, tile):
        prr("3").refused(action, "7.2.1.7", hex=hex_, tile=tile)


@rule("1830", "7.2.1.7")
def test_7_2_an_oo_hex_takes_59() -> None:
    """PRR reaches Philadelphia (H18) from Lancaster; CA is closed."""
    t = prr("3").laid("H14", "9", 1).laid("H16", "57", 1).operating("PRR")
    assert t.play(lay("H18", "59", 1)).s.tiles["H18"] == ("59", 1)


@rule("1830", "7.2.1.8")
def test_7_2_which_tiles_go_on_which_hexes() -> None:
    """Every buildable hex, by what it prints, takes the tiles of the list in some rotation, and no others."""
    t = table()
    for hex_ in t.game.rules.hexmap.hexes:
        if hex_.fixed:
            continue
        stops = [stop.kind for stop in hex_.face.stops]
        towns, cities = stops.count("town"), stops.count("city")
        kind = (
            hex_.face.label
            or {(0, 0): "no city", (1, 0): "one town", (2, 0): "two towns", (0, 1): "one city"}[towns, cities]
        )
        fits = {fit.face.number for fit in t.game.track.fits(t.s, hex_.number)}
        assert fits <= set(LISTED[kind]), hex_.name
        assert fits, hex_.name
        if t.game.rules.hexmap.open_edges[hex_.number].bit_count() == 6:
            assert fits == set(LISTED[kind]), hex_.name
