"""Placing stations: 7.3, 7.3.1 and 7.3.2."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1830.operating import go_on, stock_round_over, to
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

EAST = ("H14", "9", 1), ("H16", "57", 1)
"""PRR's line from Altoona to Lancaster."""

TO_ERIE = ("E19", "57", 1), ("E17", "9", 1), ("E15", "9", 1), ("E13", "9", 1), ("E11", "59", 2)
"""NYC's line from Albany to the eastern city of E11."""


def placing(company: str, *laid: tuple[str, str, int], phase: str = "3", cash: int = 500) -> Table:
    """A company of seat 0 that has its home station, with these tiles on the board, before it places a station."""
    t = table().phase(phase).opened(company, par=67, shares={0: 60})
    for hex_, tile, rotation in laid:
        t = t.laid(hex_, tile, rotation)
    return t.home(company).cash({company: cash})


def rival(t: Table, company: str = "NYC") -> Table:
    """Another company, of seat 1, that has operated."""
    return t.opened(company, par=67, shares={1: 60}).home(company)


def station(hex_: str, stop: int = 0) -> Action:
    return act(0, "station", hex_, stop)


def ready(t: Table) -> Table:
    return t.operating(t.s.operated[0], "place_station")


@rule("1830", "7.3a")
def test_7_3_a_station_stands_on_a_circle_of_a_large_city() -> None:
    """H14 has no city, F10 and G17 small ones, F2 is red; Lancaster has one circle."""
    t = ready(placing("PRR", *EAST))
    for hex_ in ("H14", "F10", "G17", "F2", "Z99"):
        t.refused(station(hex_), "7.3a", hex=hex_)
    t.refused(station("H16", 1), "7.3a", hex="H16")
    after = t.play(station("H16"))
    assert after.s.stations["H16"] == (("PRR",),)


@rule("1830", "7.3.1")
@pytest.mark.parametrize(("company", "home"), [("B&M", "E23"), ("NYC", "E19"), ("Erie", "E11"), ("PRR", "H12")])
def test_7_3_1_the_home_station_comes_free_with_the_first_turn(company: str, home: str) -> None:
    t = table().opened(company, par=67, shares={0: 60}).cash({company: 700})
    assert not t.s.stations
    after = stock_round_over(t)
    assert after.turn == ("lay_track", company)
    assert after.s.stations[home][0] == (company,)
    assert after.money(company) == 700
    assert after.s.markers[company] == after.game.rules.companies[company].markers - 1


@rule("1830", "7.3.1", "R-101")
def test_r_101_a_company_places_its_home_station_in_its_own_turn() -> None:
    t = table().opened("PRR", par=71, shares={0: 60}).opened("NYC", par=67, shares={1: 60})
    t = stock_round_over(t)
    assert t.turn == ("lay_track", "PRR")
    assert set(t.s.stations) == {"H12"}
    t = go_on(to(t, "buy_trains"))
    assert t.turn == ("lay_track", "NYC")
    assert set(t.s.stations) == {"H12", "E19"}


@rule("1830", "7.3.1")
def test_7_3_1_only_in_the_first_turn() -> None:
    t = placing("PRR").operating("PRR", "place_home")
    assert t.turn == ("lay_track", "PRR")
    assert t.s.stations == {"H12": (("PRR",),)}


@rule("1830", "7.3.2a")
def test_7_3_2_one_further_station_also_in_the_turn_of_the_home_station() -> None:
    t = table().phase("3").opened("PRR", par=67, shares={0: 60}).laid("H10", "57", 1)
    for hex_, tile, rotation in EAST:
        t = t.laid(hex_, tile, rotation)
    t = t.cash({"PRR": 500}).operating("PRR", "place_home").play(act(0, "pass_track"))
    assert t.s.stations == {"H12": (("PRR",),)}
    after = t.play(station("H16"))
    assert after.s.stations["H16"] == (("PRR",),)
    after.refused(station("H10"), "7.3.2a")
    passed = t.play(act(0, "pass_station"))
    passed.refused(station("H16"), "7.1a")


@rule("1830", "7.3.2b")
def test_7_3_2_a_route_leads_to_the_city() -> None:
    """Behind NYC's marker in Lancaster lies Philadelphia; to Scranton there is no track at all."""
    t = rival(placing("PRR", *EAST, ("H18", "59", 1), ("H10", "57", 1), ("F16", "57", 0)))
    open_ = ready(t)
    assert open_.may(station("H18"))
    shut = ready(open_.station("NYC", "H16"))
    shut.refused(station("H18"), "7.3.2b", hex="H18")
    shut.refused(station("F16"), "7.3.2b", hex="F16")
    shut.play(station("H10"))


@rule("1830", "7.3.2c")
def test_7_3_2_the_first_station_costs_40_and_each_later_one_100() -> None:
    """PRR has four markers: home, then Lancaster, Pittsburgh and Philadelphia."""
    t = ready(placing("PRR", *EAST, ("H10", "57", 1), ("H18", "59", 1), cash=240))
    for hex_, left in (("H16", 200), ("H10", 100), ("H18", 0)):
        t = t.play(station(hex_))
        assert t.money("PRR") == left
        t.s.done_this_turn = ()
        t.operating("PRR", "place_station")
    assert t.s.markers["PRR"] == 0


@rule("1830", "7.3.2c")
@pytest.mark.parametrize(("stations", "cost"), [((), 40), (("H10",), 100)])
def test_7_3_2_no_station_without_the_money(stations: tuple[str, ...], cost: int) -> None:
    t = placing("PRR", *EAST, ("H10", "57", 1), cash=cost - 1)
    for hex_ in stations:
        t = t.station("PRR", hex_)
    t = ready(t)
    t.refused(station("H16"), "7.3.2c", cost=cost, cash=cost - 1)
    assert ready(t.cash({"PRR": cost})).play(station("H16")).money("PRR") == 0


@rule("1830", "7.3.2d")
def test_7_3_2_only_on_an_empty_circle() -> None:
    yellow = ready(rival(placing("PRR", *EAST, ("H10", "57", 1))).station("NYC", "H16"))
    yellow.refused(station("H16"), "7.3.2d", hex="H16")
    green = rival(placing("PRR", *EAST, ("H16", "14", 1))).station("NYC", "H16")
    assert ready(green).play(station("H16")).s.stations["H16"] == (("NYC", "PRR"),)


@rule("1830", "7.3.2e", "R-86")
@pytest.mark.parametrize("tile", [None, ("54", 0)])
def test_7_3_2_no_second_station_on_a_hex(tile: tuple[str, int] | None) -> None:
    """PRR stands in Newark, the lower city of New York, be it printed or on a tile."""
    t = placing("PRR", *EAST)
    if tile:
        t = t.laid("G19", *tile)
    upper, lower = t.game.track.home_stops(t.s, "NNH")[0], 0 if tile else 1
    t = ready(t.station("PRR", "G19", lower))
    t.refused(station("G19", upper), "7.3.2e", hex="G19")
    t.refused(station("G19", lower), "7.3.2e", hex="G19")


@rule("1830", "7.3.2f")
def test_7_3_2_no_more_stations_than_markers() -> None:
    """B&M has two markers: with home and Providence both are used."""
    t = placing("B&M", ("F22", "57", 1), ("H10", "57", 1))
    first = ready(t)
    assert first.play(station("F22")).s.markers["B&M"] == 0
    both = ready(t.station("B&M", "F22").laid("F22", "15", 1))
    both.refused(station("F22"), "7.3.2f", hex="F22")
    both.refused(station("H10"), "7.3.2f", hex="H10")


@rule("1830", "7.3.2g")
def test_7_3_2_the_last_circle_of_a_home_is_kept() -> None:
    """NNH reaches Albany by Hartford. NYC has not operated: one circle is its own, of two one is free."""
    track = ("F20", "56", 0), ("E19", "57", 2)
    yellow = ready(placing("NNH", *track))
    yellow.refused(station("E19"), "7.3.2g", hex="E19")
    green = ready(placing("NNH", *track, ("E19", "14", 5)))
    assert green.play(station("E19")).s.stations["E19"] == (("NNH",),)
    started = ready(rival(placing("NNH", *track, ("E19", "14", 5))))
    assert started.play(station("E19")).s.stations["E19"] == (("NYC", "NNH"),)


@rule("1830", "7.3.2g")
def test_7_3_2_nobody_takes_the_only_circle_of_baltimore_from_bo() -> None:
    t = placing("PRR", ("H14", "7", 0), ("I13", "8", 3), ("J14", "14", 2), ("H10", "57", 1))
    t = t.laid("I15", "53", 0)
    reach = ready(t)
    reach.refused(station("I15"), "7.3.2g", hex="I15")


@rule("1830", "7.3.2h")
def test_7_3_2_nobody_stands_on_eries_hex_before_erie() -> None:
    before = ready(placing("NYC", *TO_ERIE, ("H16", "57", 1)))
    before.refused(station("E11", 1), "7.3.2h", hex="E11")
    before.refused(station("E11", 0), "7.3.2h", hex="E11")
    west = ready(placing("NYC", *TO_ERIE).opened("Erie", par=67, shares={1: 60}).home("Erie", stop=0))
    assert west.play(station("E11", 1)).s.stations["E11"] == (("Erie",), ("NYC",))
    east = ready(placing("NYC", *TO_ERIE).opened("Erie", par=67, shares={1: 60}).home("Erie", stop=1))
    east.refused(station("E11", 1), "7.3.2d", hex="E11")
    east.refused(station("E11", 0), "7.3.2b", hex="E11")


@rule("1830", "7.3.2h", "7.3.1")
def test_7_3_2_erie_chooses_its_city_where_a_tile_lies() -> None:
    t = table().phase("3").laid("E11", "59", 2).opened("Erie", par=67, shares={0: 60}).operating("Erie", "place_home")
    assert t.offers("home") == [("E11", 0), ("E11", 1)]
    for stop in (0, 1):
        after = t.play(act(0, "home", "E11", stop))
        assert after.s.stations["E11"][stop] == ("Erie",)
        assert after.turn == ("lay_track", "Erie")
    t.refused(act(0, "home", "E11", 2), "7.3.1")
    t.refused(act(0, "pass_track"), "7.3.1")


@rule("1830", "7.3.2h")
def test_7_3_2_erie_chooses_when_the_first_tile_comes_whoever_lays_it() -> None:
    """NYC lays 59 under the marker of Erie, whose director (seat 1) then chooses; by an option the layer does."""
    for options, chooser in (({}, 1), ({"city_choice": "layer"}, 0)):
        t = table(4, **options).phase("3").opened("NYC", par=67, shares={0: 60})
        for hex_, tile, rotation in TO_ERIE[:-1]:
            t = t.laid(hex_, tile, rotation)
        t = t.home("NYC").opened("Erie", par=67, shares={1: 60}).home("Erie").operating("NYC")
        t = t.play(act(0, "lay", "E11", "59", 2))
        assert t.turn == ("choose_city", "Erie")
        t.refused(act(1 - chooser, "city", "E11", 1), "6.2e")
        t.refused(act(chooser, "city", "E11", 2), "7.3.2h", hex="E11")
        after = t.play(act(chooser, "city", "E11", 1))
        assert after.s.stations["E11"] == ((), ("Erie",))
        assert after.s.markers["Erie"] == 2


@rule("1830", "4.1e", "4.0a", "7.3.2h")
def test_4_1_while_erie_chooses_its_city_the_company_on_turn_may_buy_privates() -> None:
    """NYC (seat 0) has laid the tile and is still on turn; Erie (seat 1), which chooses, is not."""
    t = table().phase("3").opened("NYC", par=67, shares={0: 60})
    for hex_, tile, rotation in TO_ERIE[:-1]:
        t = t.laid(hex_, tile, rotation)
    t = t.home("NYC").opened("Erie", par=67, shares={1: 60}).home("Erie").cash({"NYC": 500, "Erie": 500})
    t = t.private("DH", 0).private("CS", 1).operating("NYC").play(act(0, "lay", "E11", "59", 2))
    assert t.turn == ("choose_city", "Erie")
    assert {choice.seat for choice in t.choices() if choice.kind == "buy_private"} == {0}
    t.refused(act(1, "buy_private", "CS", 40), "4.0a")
    bought = t.play(act(0, "buy_private", "DH", 70))
    assert (bought.s.privates["DH"], bought.money("NYC"), bought.money("Erie")) == ("NYC", 430, 500)
    assert bought.turn == ("choose_city", "Erie")
    asked = t.play(act(0, "buy_private", "CS", 40))
    assert asked.turn == ("consent", 1)
    assert asked.play(act(1, "accept")).turn == ("choose_city", "Erie")
