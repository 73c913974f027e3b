"""Components and set-up: mat.1 to setup.29 without the start tiles, R-01, R-03 and R-28."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.core.errors import RuleError
from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import HIDDEN, NEUTRAL
from stellwerk.games.railroad_revolution.tiles import LETTERS
from tests.games.railroad_revolution.kit import GAME, Table, act, fresh, table
from tests.games.railroad_revolution.scenes import (
    BISMARCK,
    HOUSTON,
    KANSAS_CITY,
    SAN_FRANCISCO,
    A,
    B,
    C,
    D,
    cities_of,
    laid_out,
    office,
    station,
)
from tests.marks import rule


def drawn(seed: int, seats: int = 4) -> Table:
    """The set-up by chance with a seed, until start tiles are chosen."""
    t, rng = fresh(seats), Random(seed)
    while t.waits_for() == [-1]:
        t = t.play(t.choices()[0].sample(rng), settle=False)
    return t


@rule(GAME, "mat.1")
def test_mat_1_thirteen_buildings_and_seventeen_rails_of_each_colour() -> None:
    s = fresh(4).s
    assert sum(s.buildings) + sum(building for building, _ in s.reserve) == 52
    assert sum(s.rails) + sum(rail for _, rail in s.reserve) + sum(x.bit_count() for x in s.network) == 68


@rule(GAME, "mat.2")
def test_mat_2_sixty_four_workers() -> None:
    workers = fresh(4).t.workers
    assert workers == (16, 12, 12, 12, 12)
    assert sum(workers) == 64


@rule(GAME, "mat.3", "R-28")
def test_mat_3_the_data_files_hold_all_components() -> None:
    tiles, numbers = TITLE.tiles, TITLE.numbers["components"]
    assert len(tiles.telegraph) == 6
    assert sum(1 for tile in tiles.cities.values() if not tile.city) == 13
    assert sum(loco.copies for loco in tiles.locos) == 24
    assert len(tiles.milestones) == 38
    assert {letter: len(stack) for letter, stack in tiles.stacks.items()} == {
        "A1": 4,
        "A2": 4,
        "B": 10,
        "C": 10,
        "D": 10,
    }
    assert len(tiles.deals) == 9
    assert [len(sides) for sides in tiles.starts.values()] == [2] * 4
    assert sum(len(steps) for steps in fresh(4).s.steps) == numbers["markers"] == 12
    assert numbers["shares"] == 48
    assert numbers["notes"] == {"50": 10, "100": 26, "500": 12, "1000": 4}


@rule(GAME, "mat.4")
@pytest.mark.parametrize("seats", [1, 5])
def test_mat_4_two_to_four_can_play(seats: int) -> None:
    with pytest.raises(RuleError) as refusal:
        TITLE.game(seats)
    assert refusal.value.rule == "mat.4"
    assert refusal.value.data == {"least": 2, "most": 4, "given": seats}
    assert TITLE.rulebook.refuse("mat.4", "de", refusal.value.data)


@rule(GAME, "setup.1", "R-28")
def test_setup_1_the_board_has_cities_areas_tracks_and_sections() -> None:
    board = TITLE.board
    assert len(board.cities) == 15
    assert sum(1 for tile in TITLE.tiles.cities.values() if tile.city) == 2
    assert len(board.areas) == 8
    assert len(board.tracks) == 3
    assert len(board.sections) == 8


@rule(GAME, "setup.2", "setup.5", "setup.7", "setup.8", "setup.12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_2_what_everybody_begins_with(seats: int) -> None:
    t = fresh(seats)
    s = t.s
    assert s.buildings == [12] * seats
    assert s.rails == [15] * seats
    assert s.cash == [600] * seats
    assert s.shares == [3] * seats
    assert [t.up(seat) for seat in range(seats)] == [["loco-promote"]] * seats
    assert [t.down(seat) for seat in range(seats)] == [[]] * seats
    assert s.steps == [(0, 0, 0)] * seats


@rule(GAME, "setup.3")
def test_setup_3_the_first_rail_joins_washington_and_charlotte() -> None:
    t = fresh(4)
    assert [cities_of(t, seat) for seat in range(4)] == [{"washington", "charlotte"}] * 4
    assert [network.bit_count() for network in t.s.network] == [1] * 4


@rule(GAME, "setup.4", "setup.27")
def test_setup_4_a_building_and_a_rail_wait_until_the_start_tile_is_done() -> None:
    t = laid_out(2, starts=("S4", "S1", "S2", "S3"))
    assert t.s.reserve == [(1, 1), (1, 1)]
    t = t.play(act(B, "choose", "S4"))
    assert t.s.reserve == [(1, 1), (0, 0)]
    t = t.play(act(A, "choose", "S1"), act(A, "lay", "R02"))
    assert t.s.reserve == [(0, 0), (0, 0)]


@rule(GAME, "setup.6")
def test_setup_6_with_three_players_twelve_white_workers_are_in_the_game() -> None:
    t = fresh(3)
    assert [t.supply_of(seat) for seat in range(3)] == [{"white": 4}] * 3
    assert t.s.bank == (0, 12, 12, 12, 12)
    assert t.t.workers[0] == 12


@rule(GAME, "setup.9", "R-01")
@pytest.mark.parametrize(("seats", "height", "tiles"), [(4, 5, 20), (3, 4, 16), (2, 3, 12)])
def test_setup_9_four_stacks_of_locomotives(seats: int, height: int, tiles: int) -> None:
    depot = fresh(seats).s.depot
    assert depot == (0, height, height, height, height)
    assert sum(depot) == tiles


@rule(GAME, "setup.10")
def test_setup_10_the_milestones_are_shuffled_face_down_by_seed() -> None:
    one, again, other = drawn(1), drawn(1), drawn(2)
    assert one.s.stacks == again.s.stacks != other.s.stacks
    assert set(TITLE.tiles.stacks) == {"A1", "A2", "B", "C", "D"}
    for seat in (None, A, B):
        assert one.game.view(one.s, seat).stacks == dict.fromkeys(LETTERS, (HIDDEN,) * 10)


@rule(GAME, "setup.11")
@pytest.mark.parametrize("seats", [2, 4])
def test_setup_11_everybody_has_an_a1_and_an_a2(seats: int) -> None:
    t = drawn(3, seats)
    for one, two in t.s.goals:
        assert (TITLE.tiles.milestones[one].stack, TITLE.tiles.milestones[two].stack) == ("A1", "A2")
    assert len({tile for goals in t.s.goals for tile in goals}) == 2 * seats
    assert set(t.s.stacks) == {"B", "C", "D"}  # the other A tiles have left the game


@rule(GAME, "setup.13")
def test_setup_13_one_deal_is_open_and_eight_are_not() -> None:
    s = drawn(4).s
    assert s.deal in TITLE.tiles.deals
    assert len(s.deals) == 8
    assert {s.deal, *s.deals} == set(TITLE.tiles.deals)


@rule(GAME, "setup.14")
def test_setup_14_every_tile_lies_on_a_city_of_its_number() -> None:
    seen = set()
    for seed in range(6):
        tiles = drawn(seed).s.tiles
        assert [TITLE.tiles.cities[tiles[city.id]].number for city in TITLE.board.cities] == [
            city.group for city in TITLE.board.cities
        ]
        assert len(set(tiles.values())) == 15
        seen.add(tiles["denver"])
    assert len(seen) > 1


@rule(GAME, "setup.15")
@pytest.mark.parametrize(
    ("city", "way"), [("san-francisco", SAN_FRANCISCO), ("houston", HOUSTON), ("bismarck", BISMARCK)]
)
def test_setup_15_with_three_players_a_neutral_station_takes_the_first_bonus(city: str, way: tuple[str, ...]) -> None:
    built = station(table(3).cash(A, 2000).rails(A, on=way), A, "white", city)
    assert built.s.stations[city] == (NEUTRAL, A)
    assert ("bonus", "", "") not in built.offered(A, "use")
    built.refused(act(A, "use", "bonus"), "station.8", city=city)
    alone = station(table(4).cash(A, 2000).rails(A, on=way), A, "white", city)
    assert ("bonus", "", "") in alone.offered(A, "use")


@rule(GAME, "setup.16")
def test_setup_16_with_two_players_four_first_spaces_are_taken() -> None:
    taken = {city for city, owners in fresh(2).s.stations.items() if owners == (NEUTRAL,)}
    assert taken == {"san-diego", "salt-lake-city", "duluth", "little-rock"}
    assert sum(len(owners) for owners in fresh(2).s.stations.values()) == 4
    assert not any(fresh(4).s.stations.values())


@rule(GAME, "setup.17")
def test_setup_17_telegraph_tiles_lie_where_no_deal_symbol_is() -> None:
    one, other = drawn(5).s.wires, drawn(6).s.wires
    assert one != other
    for wires in (one, other):
        assert sorted(tile for tile in wires if tile) == ["T1", "T2", "T3", "T4", "T5", "T6"]
        assert [n for n, tile in enumerate(wires, 1) if not tile] == [3, 6]
    assert [n for n, area in enumerate(TITLE.board.areas, 1) if area.deal] == [3, 6]


@rule(GAME, "setup.18")
@pytest.mark.parametrize(("area", "shares"), [(2, 2), (5, 2), (1, 4)])
def test_setup_18_with_three_players_areas_2_and_5_have_no_first_bonus(area: int, shares: int) -> None:
    assert office(table(3), A, "white", area).s.shares[A] == 3 + shares


@rule(GAME, "setup.19")
@pytest.mark.parametrize(("area", "shares"), [(1, 3), (4, 3), (7, 1), (2, 3)])
def test_setup_19_with_two_players_areas_1_4_and_7_have_no_first_bonus(area: int, shares: int) -> None:
    assert office(table(2), A, "white", area).s.shares[A] == 3 + shares


@rule(GAME, "setup.22")
def test_setup_22_the_first_player_is_drawn() -> None:
    assert drawn(1).s.starter == drawn(1).s.starter
    assert {drawn(seed).s.starter for seed in range(30)} == {A, B, C, D}


@rule(GAME, "setup.26")
def test_setup_26_for_a_colour_that_is_gone_another_one_is_chosen() -> None:
    t = table().cash(A, 2000).rails(A, on=KANSAS_CITY).bank("orange", 0)
    paid = station(t, A, "white", "kansas-city").play(act(A, "use", "reward"))  # an orange and a grey worker
    assert paid.supply_of(A) == {"white": 3, "violet": 1, "grey": 1}
    assert paid.offered(A, "gain") == [("violet",), ("grey",), ("turquoise",)]
    paid.refused(act(A, "gain", "orange"), "setup.26", colour="orange")
    assert paid.play(act(A, "gain", "turquoise")).supply_of(A) == {"white": 3, "violet": 1, "grey": 1, "turquoise": 1}


@rule(GAME, "R-03", "setup.26")
def test_r_03_white_replaces_a_colour_and_an_empty_supply_gives_nothing() -> None:
    t = table().cash(A, 2000).rails(A, on=KANSAS_CITY).workers(B, {"orange": 5})
    for colour in COLOURS[1:]:
        t.bank(colour, 0)
    assert t.s.bank == (4, 0, 0, 0, 0)
    paid = station(t, A, "violet", "kansas-city").play(act(A, "use", "reward"))
    assert paid.offered(A, "gain") == [("white",)]
    assert paid.play(act(A, "gain", "white"), act(A, "gain", "white")).supply_of(A) == {"white": 6}
    built = station(t.bank("white", 0), A, "violet", "kansas-city")
    assert ("reward", "", "") not in built.offered(A, "use")
    assert built.play(act(A, "done")).workers_of(A) == 5


@rule(GAME, "setup.28")
def test_setup_28_a_worker_that_is_gained_comes_to_the_own_supply() -> None:
    t = table().workers(A, {"white": 1}, {"trade": {"white": 3, "violet": 1}}).cash(A, 800)
    paid = t.play(act(A, "hire", "grey"))
    assert paid.supply_of(A) == {"white": 1, "grey": 1}
    assert sum(paid.s.posts[A]) == 4


@rule(GAME, "setup.25")
def test_setup_25_money_and_shares_never_run_out() -> None:
    t = office(table().shares(A, 48), A, "white", 1)  # as many as there are in the box, and 4 more
    assert t.s.shares[A] == 52
    assert t.play(act(A, "sell", 52)).s.cash[A] == 600 + 52 * 150
