"""What lies on the table at the start: boards, plates, railroads, tiles, trains and money of scenarios and variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.state import UNLIMITED
from stellwerk.games.g1830.forms import PLUS
from stellwerk.games.g1830.game import TITLE
from stellwerk.games.g1830.material import Table as Material
from tests.games.g1830.positions import act, fresh, game_for, table
from tests.marks import rule

EIGHT: Final = {"PRR", "NYC", "CPR", "B&O", "C&O", "Erie", "NNH", "B&M"}
OWN: Final = ("D", "G", "R", "B")

PLATES: Final = {
    # plate: (hex, scenarios, kind of hex, what it shows, what building costs)
    "30a-L8": ("L8", "DR", "grey", ["Coalfield"], 0),
    "30a-J10": ("J10", "G", "grey", ["Coalfield"], 0),
    "30b": ("M13", "DG", "red", ["Deep South"], 0),
    "30c": ("L2", "DG", "red", ["Chattanooga"], 0),
    "30d": ("F2", "DG", "red", ["Chicago"], 0),
    "30e": ("A11", "DG", "red", ["Canadian West"], 0),
    "30f": ("B24", "DG", "red", ["Maritime Provinces"], 0),
    "30h-H4": ("H4", "B", "white", [], 0),
    "30h-C21": ("C21", "G", "white", [], 0),
    "30i": ("H6", "B", "white", ["Columbus"], 0),
    "30j": ("F6", "B", "grey", [], 0),
    "30k": ("F8", "B", "grey", ["Cleveland"], 0),
    "30l": ("E5", "B", "yellow", ["Detroit", "Windsor"], 80),
    "30m": ("E9", "B", "grey", [], 0),
    "30n": ("L10", "B", "white", ["Roanoke"], 60),
    "30p": ("K13", "G", "white", ["Richmond"], 0),
    "30q": ("B16", "G", "white", ["Ottawa"], 0),
    "30r": ("D10", "G", "yellow", ["Toronto", "Hamilton"], 80),
}

REMOVED: Final[Mapping[str, Mapping[str, int]]] = {
    "D": {"5": 2, "6": 2, "61": 2, "592": 2, "810": 1, "882": 1},
    "G": {"5": 2, "6": 2, "53": 2, "61": 2, "62": 1, "87": 1, "88": 1, "167": 1, "204": 1, "513": 1},
    "R": {"53": 2, "61": 2, "810": 1, "882": 1},
    "B": {"167": 1, "513": 1, "592": 2, "810": 1, "882": 1, "883": 1, "884": 1, "997": 1},
}
BOX: Final = {"2": 7, "3": 6, "4": 7, "5": 4, "6": 4, "7": 2, "D": 7, "2+2": 1, "3+3": 1, "4+4": 1, "5+5": 1, "6+6": 1}


def plates_of(preset: str) -> set[str]:
    return set(Material(TITLE, 4, TITLE.resolve({}, preset)).plates)


def shown(hex_: Hex) -> tuple[object, ...]:
    """What is printed on a hex."""
    return hex_.kind, hex_.face.label, hex_.face.stops, hex_.face.paths, hex_.cost


def supply(preset: str, **options: str) -> dict[str, int]:
    return {number: left for number, left in fresh(4, preset, **options).s.supply.items() if left}


# --- boards and plates ------------------------------------------------------------------------------------


@rule("1830", "S-1.1.1", "S-2.1.1", "S-3.1.1", "S-4.1.1")
@pytest.mark.parametrize("scenario", OWN)
def test_d_g_r_and_b_are_played_on_the_other_side(scenario: str) -> None:
    """It has rows L and M, and no I1."""
    board = game_for(4, scenario).rules.hexmap
    assert "M13" in board.number
    assert "I1" not in board.number
    with pytest.raises(Malformed):
        TITLE.resolve({"map": "classic"}, scenario)


@rule("1830", "T-02", "T-02.30a", "T-02.30a-J10", "T-02.30b", "T-02.30c", "T-02.30d", "T-02.30e", "T-02.30f")
@rule("1830", "T-02.30h-H4", "T-02.30h-C21", "T-02.30i", "T-02.30j", "T-02.30k", "T-02.30l", "T-02.30m")
@rule("1830", "T-02.30n", "T-02.30p", "T-02.30q", "T-02.30r", "S-0b")
@pytest.mark.parametrize("plate", PLATES)
def test_t_02_a_plate_covers_its_hex_in_its_scenarios_and_in_no_other(plate: str) -> None:
    name, scenarios, kind, places, cost = PLATES[plate]
    printed = shown(TITLE.board(side=PLUS)[name])
    for scenario in OWN:
        here = game_for(4, scenario).rules.hexmap[name]
        assert (plate in plates_of(scenario)) == (scenario in scenarios)
        assert (plate in plates_of(f"T+{scenario}")) == (scenario in scenarios)
        if scenario in scenarios:
            assert (here.kind, [stop.name for stop in here.face.stops], here.cost) == (kind, places, cost)
        elif name not in {PLATES[other][0] for other in plates_of(scenario)} | {"J10", "L8", "L10"}:
            assert shown(here) == printed


@rule("1830", "T-02", "S-0b")
def test_t_02_classic_the_basic_game_and_t_alone_have_no_plates() -> None:
    for preset in ("classic", "basic", "T"):
        assert plates_of(preset) == set()
        assert not fresh(4, preset).s.tiles
    start = fresh(4, map="plus", home_choice="free").game.rules.hexmap
    assert [shown(hex_) for hex_ in start.hexes] == [shown(hex_) for hex_ in TITLE.board(side=PLUS).hexes]


@rule("1830", "S-1.1.2", "S-2.1.2", "S-3.1.2", "S-4.1.2", "T-02.9")
def test_each_scenario_has_its_plates() -> None:
    assert plates_of("D") == {"30a-L8", "30b", "30c", "30d", "30e", "30f"}
    assert plates_of("G") == {"30a-J10", "30p", "30q", "30r", "30h-C21", "30b", "30c", "30d", "30e", "30f"}
    assert plates_of("R") == {"30a-L8"}
    assert plates_of("B") == {"30h-H4", "30i", "30j", "30k", "30l", "30m", "30n"}
    assert fresh(4, "D").s.tiles == {"M11": ("9", 1)}
    assert not any(fresh(4, scenario).s.tiles for scenario in "GRB")


@rule("1830", "S-1.1.2", "S-2.1.2")
@pytest.mark.parametrize("name", ["M13", "L2", "F2", "A11", "B24"])
def test_a_warehouse_is_a_large_city_without_a_circle_and_can_be_run_through(name: str) -> None:
    for scenario, kind in (("D", "city"), ("G", "city"), ("R", "offboard"), ("B", "offboard")):
        (stop,) = game_for(4, scenario).rules.hexmap[name].face.stops
        assert (stop.kind, stop.slots) == (kind, 0)


@rule("1830", "S-4.1.2", "R-95", "T-02.30m")
def test_r_95_the_plate_of_lake_erie_lies_on_e9_and_toronto_stays() -> None:
    board = game_for(4, "B").rules.hexmap
    assert (board["D10"].face.label, board["D10"].cost, len(board["D10"].face.stops)) == ("OO", 80, 2)
    t = table(4, "B").opened("NYC", shares={0: 60}).cash({"NYC": 500}).home("NYC").operating("NYC")
    t.refused(act(0, "lay", "F6", "9", 0), "7.2a", hex="F6")


@rule("1830", "7.2m", "T-02.30h-C21")
def test_7_2m_a_plate_counts_as_board_and_takes_a_tile_without_its_old_cost() -> None:
    """NYC builds from Albany to C21, where the board prints a mountain for $120."""
    t = table(4, "G").opened("NYC", par=67, shares={0: 60}).cash({"NYC": 500}).home("NYC")
    t.laid("E19", "57", 0).laid("D20", "9", 0).operating("NYC")
    after = t.play(act(0, "lay", "C21", "9", 0))
    assert after.money("NYC") == 500
    other = table(4, "R").opened("NYC", par=67, shares={0: 60}).cash({"NYC": 500}).home("NYC")
    other.laid("E19", "57", 0).laid("D20", "9", 0).operating("NYC")
    assert other.play(act(0, "lay", "C21", "9", 0)).money("NYC") == 500 - 120


@rule("1830", "S-5.1.1", "R-105")
@pytest.mark.parametrize(("side", "homes"), [("classic", "printed"), ("plus", "free")])
def test_s_5_1_uncertain_times_are_played_on_either_side(side: str, homes: str) -> None:
    assert set(game_for(4, "T", map=side, home_choice=homes).rules.companies) == EIGHT


@rule("1830", "S-5.1.2")
def test_s_5_1_together_with_another_scenario_its_material_is_used() -> None:
    both, alone = fresh(4, "T+D").s, fresh(4, "D").s
    assert both.depot == alone.depot
    assert {"7": 2, "4": 6}.items() <= both.depot.items()
    assert both.supply == alone.supply
    assert list(both.shares) == list(alone.shares)


@rule("1830", "S-6.1.1", "S-6.1.4")
def test_s_6_1_scenario_c_changes_three_hexes_of_the_classic_side() -> None:
    """Edges go round from the south-west: 1 is west, 2 north-west, 4 east."""
    board, classic = game_for(4, "C").rules.hexmap, game_for().rules.hexmap
    with pytest.raises(Malformed):
        TITLE.resolve({"map": "plus"}, "C")
    added = {name: board[name].face.exits & ~classic[name].face.exits for name in ("K13", "K15", "D24")}
    assert added == {"K13": 1 << 4, "K15": 1 << 1, "D24": 1 << 2}
    assert board.neighbours[board.number["K13"]][4] == board.number["K15"]
    others = set(board.number) - {"K13", "K15", "D24"}
    assert all(shown(board[name]) == shown(classic[name]) for name in others)


# --- railroads and privates -------------------------------------------------------------------------------


@rule("1830", "V-1.6", "S-1.1.3", "S-2.1.3", "S-3.1.3", "S-4.1.3", "R-23")
@pytest.mark.parametrize(
    ("scenario", "added"),
    [("D", {"N&W", "PMQ"}), ("G", {"N&W", "PMQ"}), ("R", {"N&W", "NKP"}), ("B", {"N&W", "NKP"}), ("C", set())],
)
def test_v_1_6_scenarios_add_two_railroads(scenario: str, added: set[str]) -> None:
    assert set(game_for(4, scenario).rules.companies) == EIGHT | added


@rule("1830", "V-1.6", "R-105")
def test_v_1_6_freely_put_together_any_may_join() -> None:
    plus = {"railroads": "custom", "map": "plus", "home_choice": "free"}
    assert set(game_for(4, **plus, with_nkp="true").rules.companies) == EIGHT | {"NKP"}
    every = game_for(4, **plus, with_nkp="true", with_nw="true", with_pmq="true", with_rdr="true")
    assert len(every.rules.companies) == 12
    with pytest.raises(Malformed):
        TITLE.resolve({"railroads": "custom", "with_nw": "true"}, "classic")


@rule("1830", "S-1.1.3", "S-2.1.3", "S-1.2-5.0a", "R-59")
def test_r_59_the_nw_always_has_a_second_20_and_the_erie_only_in_d() -> None:
    for scenario in OWN:
        companies = game_for(4, scenario).rules.companies
        nw, erie = companies["N&W"], companies["Erie"]
        assert (nw.director, *nw.certificates) == (20, 20, 10, 10, 10, 10, 10, 10)
        assert (erie.director, *erie.certificates) == ((20, 20) + (10,) * 6 if scenario == "D" else (20,) + (10,) * 8)


@rule("1830", "V-1.5", "S-4.1.4")
def test_v_1_5_scenarios_add_privates_in_the_order_of_their_prices() -> None:
    assert list(game_for(4, "B").rules.privates) == ["SV", "PL", "CS", "CC", "DH", "MH", "CA", "BO"]
    assert list(game_for(4, "G").rules.privates) == ["SV", "CS", "PP", "DH", "MH", "CA", "BO"]
    for scenario in "DR":
        assert list(game_for(4, scenario).rules.privates) == ["SV", "CS", "DH", "MH", "JK", "CA", "BO"]
    for preset in ("classic", "T", "C"):
        assert list(game_for(4, preset).rules.privates) == ["SV", "CS", "DH", "MH", "CA", "BO"]


# --- tiles ------------------------------------------------------------------------------------------------


@rule("1830", "T-01", "T-01.D", "T-01.G", "T-01.R", "T-01.B", "S-0c", "V-1.4a")
@rule("1830", "S-1.1.6", "S-2.1.6", "S-3.1.6", "S-4.1.6")
@pytest.mark.parametrize(("scenario", "total"), [("D", 128), ("G", 124), ("R", 132), ("B", 129)])
def test_t_01_a_scenario_has_all_tiles_but_those_of_its_list(scenario: str, total: int) -> None:
    box = dict(TITLE.catalogue("classic", "plus").counts)
    counts = game_for(4, scenario).rules.catalogue.counts
    assert sum(counts.values()) == total
    gone = {number: count - counts.get(number, 0) for number, count in box.items() if count != counts.get(number, 0)}
    assert gone == REMOVED[scenario]
    assert not any(supply(scenario).get(number) for number in gone)


@rule("1830", "S-1.1.6", "S-2.1.6", "S-4.1.6", "S-0c")
def test_t_01_what_the_lists_leave() -> None:
    d, g, b = supply("D"), supply("G"), supply("B")
    assert ("61" in d, "884" in d, "997" in d) == (False, True, True)
    assert ("53" in g, "592" in g, "883" in g) == (False, True, True)
    assert ("53" in b, "61" in b, "592" in b, "167" in b, "513" in b) == (True, True, False, False, False)


@rule("1830", "S-1.1.9")
def test_s_1_1_9_by_an_option_d_has_5_and_6_too() -> None:
    more, usual = supply("D", d_tiles_5_6="true"), supply("D")
    assert {number: left for number, left in more.items() if usual.get(number) != left} == {"5": 2, "6": 2}


@rule("1830", "R-17", "V-1.4d", "V-1.4e", "V-1.4f")
def test_r_17_the_box_has_53_tiles_beyond_classic() -> None:
    """The list of components says 54; its own tables add up to 53."""
    extra = TITLE.catalogue("plus")
    assert sum(extra.counts.values()) == 53
    by_colour = dict.fromkeys(("yellow", "green", "brown", "grey"), 0)
    for number, count in extra.counts.items():
        by_colour[extra.face(number, 0).colour] += count
    assert by_colour == {"yellow": 23, "green": 17, "brown": 11, "grey": 2}


@rule("1830", "V-1.4b")
def test_v_1_4b_extension_a_leaves_out_what_is_tied_to_a_city() -> None:
    have = supply("classic", tile_set="extension_a")
    assert all(number in have for number in ("626", "984", "513", "141"))
    assert not any(number in have for number in ("592", "884", "997", "810", "882", "883"))
    assert sum(have.values()) == 85 + 53 - 7


@rule("1830", "V-1.4c")
def test_v_1_4c_extension_b_adds_five_tiles() -> None:
    have, classic = supply("classic", tile_set="extension_b"), supply("classic")
    assert {number: left for number, left in have.items() if classic.get(number) != left} == {"5": 2, "6": 2, "619": 1}


@rule("1830", "S-6.1.3", "S-6.3.5", "R-64", "S-6.3.0")
def test_s_6_1_c_has_two_more_26_and_27_and_by_options_more() -> None:
    usual, classic = supply("C"), supply("classic")
    assert {number: left for number, left in usual.items() if classic.get(number) != left} == {"26": 3, "27": 3}
    more = supply("C", additional_tiles="true")
    added = {number: left for number, left in more.items() if usual.get(number) != left}
    assert added == {"5": 3, "6": 3, "141": 2, "142": 2, "143": 2, "144": 2}
    assert (more["26"], more["27"]) == (3, 3)


@rule("1830", "R-103", "S-6.3.4")
def test_r_103_tiles_that_the_reading_replaces_are_not_there_where_tiles_have_no_end() -> None:
    supply = fresh(4, "C", reading="true", unlimited_tiles="true").s.supply
    assert [supply.get(number, 0) for number in ("53", "61", "592", "997")] == [0, 0, 2, 2]
    assert supply["8"] == supply["43"] == UNLIMITED
    without = fresh(4, "C", unlimited_tiles="true").s.supply
    assert without["53"] == without["61"] == UNLIMITED


@rule("1830", "R-103", "S-6.3.2")
def test_r_103_with_the_reading_two_592_and_997_stand_in_for_53_and_61() -> None:
    with_it, without = fresh(4, "C", reading="true").s.supply, fresh(4, "C").s.supply
    numbers = ("53", "61", "592", "997")
    assert [with_it.get(number, 0) for number in numbers] == [0, 0, 2, 2]
    assert [without.get(number, 0) for number in numbers] == [2, 2, 0, 0]


# --- trains -----------------------------------------------------------------------------------------------


@rule("1830", "comp.5")
def test_comp_5_42_trains_of_twelve_types_and_no_roster_has_more() -> None:
    assert sum(BOX.values()) == 42
    assert set(TITLE.pieces["trains"]) - {"source"} == set(BOX)
    for preset in TITLE.presets:
        if preset.options.get("diesels") != "unlimited":
            assert all(left <= BOX[name] for name, left in fresh(4, preset.id).s.depot.items())
    for train in game_for(4, "R").rules.trains.values():
        assert train.price > 0
        assert train.stops == (None if train.name == "D" else int(train.name[0]))


@rule("1830", "V-1.7a", "V-1.7c")
def test_v_1_7_rosters_are_those_of_classic_or_of_the_scenario() -> None:
    assert list(fresh(4, "classic").s.depot.values()) == [6, 5, 4, 3, 2, 6]
    assert list(fresh(4, "D").s.depot) == ["2", "3", "4", "5", "6", "7", "D"]
    assert list(fresh(4, "D").s.depot.values()) == [7, 6, 6, 4, 4, 2, 6]


# --- money and limits -------------------------------------------------------------------------------------


@rule("1830", "V-1.3", "S-6.3.7", "S-6.3.8", "S-3.1.7")
@pytest.mark.parametrize("preset", ["classic", "C"])
@pytest.mark.parametrize(("bank", "left"), [("short_4500", 2100), ("full_12000", 9600), ("extended_20000", 17600)])
def test_v_1_3_the_bank_is_short_full_or_extended(preset: str, bank: str, left: int) -> None:
    """Four players have $2,400 of it."""
    assert fresh(4, preset, bank=bank).money("bank") == left
    assert sum(fresh(4, "R").s.cash.values()) == 12000


@rule("1830", "S-1.1.7", "S-2.1.7", "R-58", "S-3.1.7")
@pytest.mark.parametrize(("scenario", "each"), [("D", 360), ("G", 360), ("R", 350), ("B", 350)])
def test_s_1_1_7_with_seven_players_each_has_360_in_d_and_g(scenario: str, each: int) -> None:
    t = fresh(7, scenario)
    assert [t.money(seat) for seat in range(7)] == [each] * 7
    assert sum(t.s.cash.values()) == 12000


@rule("1830", "V-5.3", "S-1.2-5.2", "R-60")
@pytest.mark.parametrize(("seats", "limit"), [(2, 32), (3, 22), (4, 18), (5, 15), (6, 13), (7, 12)])
def test_v_5_3_higher_limits_of_certificates(seats: int, limit: int) -> None:
    for scenario in (*OWN, "T+D", "T+B"):
        if seats <= len(game_for(2, scenario).rules.privates):
            assert game_for(seats, scenario).rules.certificate_limit == limit
    assert game_for(seats, certificate_limits="plus").rules.certificate_limit == limit


@rule("1830", "R-60", "S-6.3.2", "V-5.3")
@pytest.mark.parametrize(("seats", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_r_60_c_and_t_keep_the_limits_of_classic_and_the_reading_adds_one(seats: int, limit: int) -> None:
    for preset in ("classic", "C", "T"):
        assert game_for(seats, preset).rules.certificate_limit == limit
    assert game_for(seats, "C", reading="true").rules.certificate_limit == limit + 1


@rule("1830", "S-6.3.2")
def test_s_6_3_2_the_reading_brings_a_fifth_4_train() -> None:
    assert fresh(4, "C", reading="true").s.depot["4"] == 5
    assert fresh(4, "C").s.depot["4"] == 4


@rule("1830", "S-6.1.2", "R-64")
def test_s_6_1_2_the_director_of_the_reading_pays_for_three_shares() -> None:
    t = table(4, "C", reading="true").cash({0: 1000})
    after = t.play(act(0, "par", "RDR", 100))
    assert (after.money(0), after.holding("RDR", 0)) == (700, 30)
    rdr = t.game.rules.companies["RDR"]
    assert (rdr.director, rdr.certificates) == (30, (10,) * 7)
    assert "RDR" not in after.s.floated
    assert "RDR" in table(4, "C", reading="true").opened("RDR", shares={0: 60}).s.floated


@rule("1830", "S-3.2-1.0", "S-4.2-1.0", "R-58")
def test_s_3_2_r_has_what_d_adds_and_b_has_not() -> None:
    """The licence for the coal field, the choice of the C&O, higher values from phase 5 on."""
    r, b = game_for(4, "R").rules, game_for(4, "B").rules
    assert r.routes.licensed == {"L8"}
    assert not b.routes.licensed
    assert (r.companies["C&O"].homes, b.companies["C&O"].homes) == (("F6", "K13"), ("K13",))
    assert r.hexmap["L16"].face.stops[0].revenue == (30, 50)
    assert (r.trains["D"].price, game_for(4, "D").rules.trains["D"].price) == (1100, 900)


@rule("1830", "S-1.2-7.3a", "S-2.2-7.3", "S-4.2-1.0", "R-58", "S-3.2-1.0")
@pytest.mark.parametrize(
    ("preset", "first", "second"), [("D", 100, 100), ("G", 40, 100), ("R", 100, 100), ("B", 40, 100), ("C", 40, 100)]
)
def test_what_further_stations_cost(preset: str, first: int, second: int) -> None:
    """NYC from Albany, with tracks to Springfield, and its second station by hand."""
    t = table(4, preset).opened("NYC", par=67, shares={0: 60}).cash({"NYC": 500}).laid("E19", "57", 0).home("NYC")
    track = t.game.track
    assert track.marker_price(t.s, "NYC") == first
    assert track.marker_price(t.station("NYC", "F16").s, "NYC") == second
