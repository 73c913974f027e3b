"""Where railroads start: two cities on a hex, several hexes, and hexes without a city. V-7.2 to V-7.5 and scenarios."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

FREE: Final = {"railroads": "custom", "map": "plus", "home_choice": "free"}
"""The 1830+ side without a scenario, with railroads at will."""


def opened(t: Table, company: str, seat: int = 0, cash: int = 500) -> Table:
    """A company of a seat that has floated; the bank keeps what is left of its certificates, a second 20% included."""
    t = t.opened(company, par=67, shares={seat: 60}).cash({company: cash})
    facts, bank = t.game.rules.companies[company], t.game.rules.bank_index
    held = list(t.s.shares[company])
    out = Counter(cert for place, certs in enumerate(held) if place != bank for cert in certs)
    held[bank] = tuple(sorted((Counter((facts.director, *facts.certificates)) - out).elements(), reverse=True))
    t.s.shares[company] = tuple(held)
    return t


def first_turn(t: Table, company: str) -> Table:
    """The first turn of a company has begun."""
    return t.operating(company, "place_home")


def turn_of(t: Table, company: str, step: str = "place_station") -> Table:
    """A turn of its own for a company, on the same board."""
    t = Table(t.game, t.s.copy())
    t.s.done_this_turn = ()
    return t.operating(company, step)


def standing(t: Table, company: str) -> list[str]:
    """Where a company has stations."""
    return [name for name, stops in t.s.stations.items() for here in stops if company in here]


def to_richmond(t: Table) -> Table:
    """Track from Norfolk to Richmond."""
    return t.laid("L14", "8", 2).laid("K13", "57", 2)


def to_cleveland(t: Table) -> Table:
    """Track from Columbus to Cleveland."""
    return t.laid("H4", "57", 0).laid("G5", "9", 0)


# --- a home for each --------------------------------------------------------------------------------------


@rule("1830", "T-08.N&W", "T-08.PMQ", "T-08.NKP", "S-1.2-5.0a", "S-1.2-5.0c", "S-3.2-5.0a", "R-22", "R-23")
@rule("1830", "S-4.2-5.0a", "S-4.2-5.0b", "S-4.2-5.0c", "S-2.2-5.0a")
@pytest.mark.parametrize(
    ("scenario", "company", "home", "left"),
    [
        ("D", "N&W", "L16", 2),
        ("G", "N&W", "L16", 2),
        ("R", "N&W", "L16", 2),
        ("B", "N&W", "L10", 2),
        ("D", "PMQ", "E5", 1),
        ("G", "PMQ", "E5", 1),
        ("R", "NKP", "H4", 1),
        ("B", "NKP", "H6", 1),
        ("G", "C&O", "F6", 2),
        ("B", "C&O", "K13", 2),
    ],
)
def test_t_08_a_scenario_says_where_a_railroad_starts(scenario: str, company: str, home: str, left: int) -> None:
    t = first_turn(opened(table(4, scenario), company), company)
    assert t.turn == ("lay_track", company)
    assert standing(t, company) == [home]
    assert (t.s.markers[company], t.money(company)) == (left, 500)


# --- two cities on one hex --------------------------------------------------------------------------------


@rule("1830", "V-7.2", "S-1.2-5.0c", "S-1.2-7.2a")
@pytest.mark.parametrize("city", [0, 1])
def test_v_7_2_the_pmq_builds_its_home_without_a_connection_and_chooses_the_city(city: int) -> None:
    """With green tiles out it may lay 59 on E5 in its first turn, free of charge, and need not."""
    t = first_turn(opened(table(4, "D").phase("3"), "PMQ"), "PMQ")
    assert t.may(act(0, "pass_track"))
    laid = t.play(act(0, "lay", "E5", "59", 0))
    assert laid.turn == ("choose_city", "PMQ")
    after = laid.play(act(0, "city", "E5", city))
    assert after.s.stations["E5"][city] == ("PMQ",)
    assert (after.money("PMQ"), after.s.markers["PMQ"]) == (500, 1)


@rule("1830", "V-7.2", "S-1.2-5.0c")
@pytest.mark.parametrize(("company", "hex_"), [("PMQ", "E5"), ("Erie", "E11")])
def test_v_7_2_where_a_tile_lies_already_the_city_is_chosen_in_the_first_turn(company: str, hex_: str) -> None:
    t = first_turn(opened(table(4, "D").phase("3").laid(hex_, "59", 0), company), company)
    assert t.turn == ("place_home", company)
    assert t.offers("home") == [(hex_, 0), (hex_, 1)]
    assert t.play(act(0, "home", hex_, 1)).s.stations[hex_] == ((), (company,))


@rule("1830", "V-7.2")
def test_v_7_2_before_the_pmq_nobody_else_builds_a_station_on_its_hex() -> None:
    """Once the PMQ has chosen the other city is open, to who has track to it."""

    def nyc() -> Table:
        return opened(opened(table(4, "D").phase("3").laid("E5", "59", 0), "NYC"), "PMQ", seat=1).home("NYC")

    before = nyc().operating("NYC", "place_station")
    for city in (0, 1):
        before.refused(act(0, "station", "E5", city), "7.3.2h", hex="E5")
    later = nyc().home("PMQ", 0).operating("NYC", "place_station")
    later.refused(act(0, "station", "E5", 0), "7.3.2d", hex="E5")
    later.refused(act(0, "station", "E5", 1), "7.3.2b", hex="E5")


# --- several homes ----------------------------------------------------------------------------------------


@rule("1830", "S-1.2-7.3b", "S-3.2-1.0", "V-7.3")
@pytest.mark.parametrize("scenario", ["D", "R"])
@pytest.mark.parametrize("home", ["F6", "K13"])
def test_s_1_2_7_3b_the_co_chooses_cleveland_or_richmond(scenario: str, home: str) -> None:
    t = first_turn(opened(table(4, scenario), "C&O"), "C&O")
    assert t.turn == ("place_home", "C&O")
    assert t.offers("home") == [("F6", 0), ("K13", 0)]
    after = t.play(act(0, "home", home, 0))
    assert standing(after, "C&O") == [home]
    assert (after.s.markers["C&O"], after.money("C&O")) == (2, 500)
    t.refused(act(0, "home", "H4", 0), "7.3.1")


@rule("1830", "S-1.2-7.3b", "R-56", "R-58")
@pytest.mark.parametrize("scenario", ["D", "R"])
def test_s_1_2_7_3b_richmond_is_closed_until_the_co_has_started(scenario: str) -> None:
    """The N&W has track from Norfolk to Richmond."""

    def nw() -> Table:
        return to_richmond(opened(opened(table(4, scenario).phase("3"), "N&W"), "C&O", seat=1)).home("N&W")

    before = nw().operating("N&W", "place_station")
    before.refused(act(0, "station", "K13", 0), "S-1.2-7.3b", hex="K13", company="C&O")
    away = nw().home("C&O", hex_="F6").operating("N&W", "place_station")
    after = away.play(act(0, "station", "K13", 0))
    assert (standing(after, "N&W"), after.money("N&W")) == (["L16", "K13"], 400)
    there = nw().home("C&O", hex_="K13").operating("N&W", "place_station")
    there.refused(act(0, "station", "K13", 0), "7.3.2d", hex="K13")


@rule("1830", "S-1.2-7.3b", "R-56")
def test_s_1_2_7_3b_who_takes_cleveland_sends_the_co_to_richmond() -> None:
    t = to_cleveland(opened(opened(table(4, "R").phase("3"), "NKP"), "C&O", seat=1)).home("NKP")
    taken = t.operating("NKP", "place_station").play(act(0, "station", "F6", 0))
    assert standing(taken, "NKP") == ["H4", "F6"]
    after = turn_of(taken, "C&O", "place_home")
    assert after.turn == ("lay_track", "C&O")
    assert standing(after, "C&O") == ["K13"]


@rule("1830", "S-1.2-7.3b")
def test_s_1_2_7_3b_both_cities_only_with_a_connection() -> None:
    t = opened(table(4, "D").phase("3"), "C&O").laid("K13", "57", 2).home("C&O", hex_="F6")
    t.operating("C&O", "place_station").refused(act(0, "station", "K13", 0), "7.3.2b", hex="K13")


@rule("1830", "V-7.3", "R-105", "R-56")
def test_v_7_3_freely_others_leave_room_in_one_of_both_homes() -> None:
    """NKP may take Cleveland while Richmond is free; then nobody takes Richmond from the C&O."""
    t = table(4, **FREE, with_nkp="true", with_nw="true").phase("3")
    t = to_richmond(to_cleveland(opened(opened(opened(t, "NKP"), "N&W", seat=1), "C&O", seat=2)))
    t.home("NKP").home("N&W")
    assert turn_of(t, "N&W").may(act(1, "station", "K13", 0))
    taken = turn_of(t, "NKP").play(act(0, "station", "F6", 0))
    turn_of(taken, "N&W").refused(act(1, "station", "K13", 0), "V-7.3", hex="K13", company="C&O")
    after = turn_of(taken, "C&O", "place_home")
    assert standing(after, "C&O") == ["K13"]


@rule("1830", "R-105", "V-7.3", "S-5.1.1")
def test_r_105_on_the_other_side_without_a_scenario_homes_are_chosen_freely() -> None:
    t = table(4, "T", map="plus", home_choice="free")
    assert len(t.game.rules.companies) == 8
    assert first_turn(opened(t, "C&O"), "C&O").offers("home") == [("F6", 0), ("K13", 0)]
    every = table(4, **FREE, with_nkp="true", with_nw="true", with_pmq="true", with_rdr="true")
    homes = {name: facts.homes for name, facts in every.game.rules.companies.items()}
    assert {name: homes[name] for name in ("PRR", "C&O", "N&W", "PMQ", "NKP", "RDR")} == {
        "PRR": ("H12",),
        "C&O": ("F6", "K13"),
        "N&W": ("L16",),
        "PMQ": ("E5",),
        "NKP": ("H4",),
        "RDR": ("G15", "H16"),
    }
    with pytest.raises(Malformed):
        TITLE.resolve({"railroads": "custom", "with_nw": "true"}, "classic")


# --- homes without a city ---------------------------------------------------------------------------------


@rule("1830", "V-7.4a", "R-98", "R-105")
@pytest.mark.parametrize("preset", ["D", "G", "R", "B", "classic"])
def test_v_7_4a_the_prr_puts_its_special_marker_on_h12(preset: str) -> None:
    """It is the home marker: three of four are left, and nothing is paid."""
    options = {"map": "plus", "home_choice": "free"} if preset == "classic" else {}
    t = first_turn(opened(table(4, preset, **options), "PRR"), "PRR")
    assert t.turn == ("lay_track", "PRR")
    assert (t.s.heralds, standing(t, "PRR")) == ({"PRR": "H12"}, [])
    assert (t.s.markers["PRR"], t.money("PRR")) == (3, 500)


@rule("1830", "V-7.4a", "R-98")
def test_v_7_4a_on_the_classic_side_altoona_is_a_city() -> None:
    t = first_turn(opened(table(4), "PRR"), "PRR")
    assert (t.s.heralds, standing(t, "PRR")) == ({}, ["H12"])


@rule("1830", "V-7.4a", "R-98", "R-104")
def test_v_7_4a_the_prr_builds_from_its_marker_and_its_track_is_replaced_as_usual() -> None:
    """The print is that of tile 23, west to east and to south-east, so 41, 43, 45 and 47 may lie over it."""
    t = first_turn(opened(table(4, "D").phase("5"), "PRR"), "PRR")
    hexes = {hex_ for hex_, _, _ in t.offers("lay")}
    assert hexes == {"H10", "H12", "H14", "I13"}
    assert {tile for tile, _ in t.offers("lay", "H12")} == {"41", "43", "45", "47"}
    after = t.play(act(0, "lay", "H12", "45", t.offers("lay", "H12", "45")[0][0]))
    assert after.s.heralds == {"PRR": "H12"}
    assert after.money("PRR") == 500
    t.refused(act(0, "lay", "H12", "39", 0), "7.2.2.5", hex="H12", tile="39")
    t.refused(act(0, "lay", "H12", "9", 1), "7.2.2.5", hex="H12", tile="9")
    early = first_turn(opened(table(4, "D").phase("3"), "PRR"), "PRR")
    early.refused(act(0, "lay", "H12", "45", 0), "3.3a", hex="H12")
    assert not early.offers("lay", "H12")


@rule("1830", "V-7.5a", "V-7.3", "T-08.RDR")
def test_v_7_5a_the_rdr_at_g15_has_a_marker_and_builds_there_for_60() -> None:
    t = first_turn(opened(table(4, **FREE, with_rdr="true"), "RDR"), "RDR")
    assert t.turn == ("place_home", "RDR")
    assert t.offers("home") == [("G15", 0), ("H16", 0)]
    chosen = t.play(act(0, "home", "G15", 0))
    assert (chosen.s.heralds, chosen.s.markers["RDR"], chosen.money("RDR")) == ({"RDR": "G15"}, 1, 500)
    assert chosen.play(act(0, "lay", "G15", "9", 1)).money("RDR") == 500 - 60
    prr = opened(table(4, **FREE, with_rdr="true"), "PRR").laid("H14", "8", 1).home("PRR").operating("PRR")
    assert prr.play(act(0, "lay", "G15", "9", 0)).money("PRR") == 500 - 120


@rule("1830", "V-7.5b", "T-08.RDR")
def test_v_7_5b_the_rdr_at_h16_has_a_usual_home_station() -> None:
    t = first_turn(opened(table(4, **FREE, with_rdr="true"), "RDR"), "RDR").play(act(0, "home", "H16", 0))
    assert (t.s.heralds, standing(t, "RDR"), t.s.markers["RDR"]) == ({}, ["H16"], 1)
    assert t.play(act(0, "lay", "H16", "57", 0)).s.tiles == {"H16": ("57", 0)}


@rule("1830", "R-57")
def test_r_57_while_a_player_owns_sv_nobody_builds_g15_but_the_marker_is_placed() -> None:
    t = opened(table(4, **FREE, with_rdr="true"), "RDR").private("SV", 1)
    t = first_turn(t, "RDR").play(act(0, "home", "G15", 0))
    assert t.s.heralds == {"RDR": "G15"}
    t.refused(act(0, "lay", "G15", "9", 1), "7.2.1.4", hex="G15", private="SV")


@rule("1830", "S-6.1.2", "S-6.3.2", "R-64", "T-08.RDR")
def test_s_6_1_2_in_c_the_rdr_starts_on_h14_on_a_43_without_exits_to_the_north() -> None:
    """The 43 comes from the supply, so that one is left. 2 is the edge to the north-west, 3 to the north-east.

    In the west its track leads on through Altoona to H10, in the south-east to Baltimore, which waits for green.
    """
    t = first_turn(opened(table(4, "C", reading="true"), "RDR"), "RDR")
    assert (t.s.heralds, t.s.markers["RDR"]) == ({"RDR": "H14"}, 1)
    assert t.s.tiles["H14"][0] == "43"
    face = t.game.track.lying(t.s)[t.game.rules.hexmap.number["H14"]]
    assert [edge for edge in range(6) if face.exits >> edge & 1] == [0, 1, 4, 5]
    assert t.s.supply["43"] == 1
    assert {hex_ for hex_, _, _ in t.offers("lay")} == {"H10", "H16", "I13"}


@rule("1830", "S-6.3.2", "S-6.1.2")
def test_s_6_3_2_without_the_reading_nothing_lies_on_h14() -> None:
    t = table(4, "C")
    assert (t.s.tiles, t.s.supply["43"], "RDR" in t.game.rules.companies) == ({}, 2, False)


# --- a tile under the own station -------------------------------------------------------------------------


@rule("1830", "R-104", "S-4.2-5.0a")
def test_r_104_in_b_the_nw_lays_57_on_roanoke_in_its_first_turn_for_60() -> None:
    t = first_turn(opened(table(4, "B"), "N&W"), "N&W")
    after = t.play(act(0, "lay", "L10", "57", 0))
    assert (after.s.tiles["L10"], after.s.stations["L10"], after.money("N&W")) == (("57", 0), (("N&W",),), 440)


@rule("1830", "R-104")
@pytest.mark.parametrize(("scenario", "company", "home"), [("R", "NKP", "H4"), ("B", "NKP", "H6"), ("B", "C&O", "K13")])
def test_r_104_a_tile_under_the_own_station_needs_no_other_connection(scenario: str, company: str, home: str) -> None:
    t = first_turn(opened(table(4, scenario), company), company)
    assert {hex_ for hex_, _, _ in t.offers("lay")} == {home}
    after = t.play(act(0, "lay", home, "57", 0))
    assert (after.s.stations[home], after.money(company)) == (((company,),), 500)


@rule("1830", "R-104", "S-1.2-7.3b")
def test_r_104_the_co_in_richmond_too() -> None:
    t = first_turn(opened(table(4, "D"), "C&O"), "C&O").play(act(0, "home", "K13", 0))
    assert t.play(act(0, "lay", "K13", "57", 0)).s.tiles["K13"] == ("57", 0)
