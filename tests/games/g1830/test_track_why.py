"""Why nothing can be laid on a hex, or anywhere: without a tile in the question, the cause that holds for all."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.core.errors import RuleError
from stellwerk.core.texts import LANGUAGES
from tests.games.g1830.positions import Table, act
from tests.games.g1830.test_track_lays import on_turn
from tests.games.g1830.test_track_naive import COMPANIES, PHASES, built, grow
from tests.marks import rule

BOSTON = ("E23", "53", 1), ("E23", "61", 1)
"""Brown Boston: nothing comes after it."""


def refusal(t: Table, kind: str, *args: str | int) -> RuleError:
    """What a player is told who asks why something cannot be done; the position need not be possible."""
    with pytest.raises(RuleError) as caught:
        t.game.check(t.s, act(t.game.owing(t.s)[0], kind, *args))
    return caught.value


def said(t: Table, *args: str | int) -> str:
    return refusal(t, "lay", *args).text


@rule("1830", "7.2.2.5")
def test_a_brown_city_says_that_nothing_comes_after_it() -> None:
    """Not that some tile lacks its letters, of which nobody spoke."""
    t = on_turn("B&M", "5", *BOSTON)
    t.refused(act(0, "lay", "E23"), "7.2.2.5", hex="E23", old="61", company="B&M")
    assert said(t, "E23") == "No tile replaces the one on Boston any more: 61 is the last."


@rule("1830", "7.2b")
@pytest.mark.parametrize("tile", ["7", "57", "70", "592", "x", ""])
def test_a_red_hex_takes_no_tile_however_it_is_asked_about(tile: str) -> None:
    t = on_turn("PRR", "5")
    for args in ((), (tile,), (tile, 0), (tile, 9), (tile, "x")):
        assert refusal(t, "lay", "F2", *args).rule == "7.2b"


@rule("1830", "7.2.1.1", "7.2.2.1")
def test_a_hex_without_connection_does_not_speak_of_a_tile_that_was_turned() -> None:
    t = on_turn("PRR", "2")
    t.refused(act(0, "lay", "C17"), "7.2.1.1", hex="C17", company="PRR")
    assert said(t, "C17") == "No tile on C17 would be joined to a route of PRR."


@rule("1830", "3.2a", "3.3a")
def test_a_colour_that_is_not_out_yet_is_named() -> None:
    laid = ("H10", "57", 1)
    t = on_turn("PRR", "2", laid)
    t.refused(act(0, "lay", "H10"), "3.2a", hex="H10", colour="green", company="PRR")
    assert said(t, "H10").startswith("The next tile on Pittsburgh would be green: in phase 2")
    on_turn("PRR", "3", laid).play(act(0, "lay", "H10", "14", 0))


@rule("1830", "comp.1")
def test_tiles_that_are_out_of_stock_are_listed() -> None:
    t = on_turn("PRR", "3", ("H10", "57", 1))
    t.s.supply.update({"14": 0, "15": 0})
    found = refusal(t, "lay", "H10")
    assert (found.rule, found.data["tiles"]) == ("comp.1", "14, 15")
    assert found.text == "None of the tiles for Pittsburgh is left: 14, 15."


@rule("1830", "7.0h")
def test_the_terrain_is_named_with_its_price_and_the_treasury() -> None:
    """From H14 tile 8 leads to the mountain on G15."""
    t = on_turn("PRR", "2", ("H14", "8", 1), cash=119)
    t.refused(act(0, "lay", "G15"), "7.0h", hex="G15", cost=120, cash=119, company="PRR")
    assert on_turn("PRR", "2", ("H14", "8", 1), cash=120).offers("lay", "G15")


@rule("1830", "7.2.2.6", "7.2.2.1")
def test_one_tile_is_asked_about_however_it_is_turned() -> None:
    t = on_turn("PRR", "2")
    t.refused(act(0, "lay", "H14", "57"), "7.2.1.5", hex="H14", tile="57")
    far = on_turn("PRR", "2")
    far.refused(act(0, "lay", "G9", "9"), "7.2.1.1", hex="G9", company="PRR")


@rule("1830", "7.0h", "7.2k")
def test_where_nothing_can_be_laid_at_all_the_least_missing_money_is_named() -> None:
    """PRR has built on all sides but that of a mountain; else it has run out of tiles."""
    t = on_turn("PRR", "2", ("H14", "8", 1), ("H10", "57", 1), cash=20)
    free = {number for _, number, _ in t.offers("lay")}
    t.s.supply.update(dict.fromkeys(free, 0))
    found = refusal(t, "lay")
    assert (found.rule, found.data["hex"], found.data["cost"], found.data["cash"]) == ("7.0h", "G15", 120, 20)


@rule("1830", "7.3.2b", "7.3.2c", "7.3.2f")
def test_where_no_station_can_be_placed_marker_room_or_money_is_named() -> None:
    """The step is passed over; whoever asks later is told why."""
    t = on_turn("PRR", "2", ("H10", "57", 1)).play(act(0, "pass_track"))
    assert t.turn[0] == "place_station"
    poor = on_turn("PRR", "2", ("H10", "57", 1), cash=30).play(act(0, "pass_track"))
    assert poor.turn[0] != "place_station"
    poor.refused(act(0, "station"), "7.3.2c", cost=40, cash=30)
    alone = on_turn("PRR", "2").play(act(0, "pass_track"))
    alone.refused(act(0, "station"), "7.3.2b", company="PRR")
    none = on_turn("PRR", "2", ("H10", "57", 1))
    none.s.markers["PRR"] = 0
    none.s = none.game.apply(none.game.settled(none.s), act(0, "pass_track"))
    assert refusal(none, "station").rule == "7.3.2f"


@pytest.mark.parametrize("seed", range(3))
def test_every_hex_has_a_reason_exactly_where_nothing_can_be_laid(seed: int) -> None:
    """On boards built at random, and in both languages no field of the sentence is left open."""
    rng = Random(seed)
    t = built(rng)
    named = set()
    for phase in PHASES:
        grow(t, rng, phase)
        for company in rng.sample(COMPANIES, 2):
            acts = t.operating(company)
            if acts.turn != ("lay_track", company):
                continue
            lays = {name for name, _ in acts.game.track.lays(acts.s, company)}
            for hex_ in acts.game.rules.hexmap.hexes:
                refused = refusal(acts, "lay", hex_.name)
                assert (refused.rule == "7.1a") == (hex_.name in lays), (company, hex_.name, refused.rule)
                for tongue in LANGUAGES:
                    text = acts.game.title.rulebook.refuse(refused.rule, tongue, refused.data)
                    assert "{" not in text
                    assert "Tile " not in text
                named.add(refused.rule)
    assert {"7.2a", "7.2b", "7.2.1.1", "7.2.2.1", "7.2.1.4"} <= named
