"""Start tiles: setup.20 to setup.29, start.1 to start.7, R-02, R-04, R-20, R-26 and R-29."""

from __future__ import annotations

import pytest

from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.milestones import fulfils
from stellwerk.games.railroad_revolution.scoring import multiplied
from stellwerk.games.railroad_revolution.tiles import Need
from tests.games.railroad_revolution.kit import GAME, Table, act
from tests.games.railroad_revolution.scenes import CHICAGO, A, B, C, D, laid_out, office
from tests.marks import rule


def chosen(tile: str, side: str) -> Table:
    """D, who chooses first, has taken this side of a tile, with a violet worker."""
    others = [start for start in ("S1", "S2", "S3", "S4") if start != tile]
    t = laid_out(starts=(tile, *others), sides=(side, "front", "front", "front"))
    return t.play(act(D, "choose", tile))


@rule(GAME, "setup.20")
def test_setup_20_as_many_start_tiles_as_players() -> None:
    t = laid_out(3, starts=("S3", "S1", "S4", "S2"), sides=("back", "front", "back", "front"))
    assert [(tile, side) for tile, side, _ in t.s.starts] == [("S3", "back"), ("S1", "front"), ("S4", "back")]
    t.refused(act(C, "choose", "S2"), "setup.23", tile="S2")


@rule(GAME, "setup.21")
def test_setup_21_a_worker_of_another_colour_beside_each_tile() -> None:
    colours = {colour for _, _, colour in laid_out(4).s.starts}
    assert colours == {"violet", "orange", "grey", "turquoise"}
    three = laid_out(3, sides=("front", "front", "back", "front"))
    for seat, tile in ((C, "S1"), (B, "S2"), (A, "S3")):
        three = three.play(act(seat, "choose", tile), act(seat, "done"))
    assert three.s.bank == (0, 11, 11, 11, 12)  # the turquoise one returned to the supply


@rule(GAME, "setup.23", "R-02")
def test_setup_23_from_the_right_of_the_first_player_counter_clockwise() -> None:
    t = laid_out(sides=("back", "back", "back", "back"))
    assert t.offered(D, "choose") == [("S1",), ("S2",), ("S3",), ("S4",)]
    t.refused(act(A, "choose", "S1"), "turn.1")
    order = []
    for tile in ("S2", "S4", "S1", "S3"):
        (seat,) = t.waits_for()
        order.append(seat)
        t = t.play(act(seat, "choose", tile))
        assert tile not in [start for start, _, _ in t.s.starts]
        t = t.play(act(seat, "done"))
    assert order == [D, C, B, A]
    assert t.waits_for() == [A]
    assert t.offered(A, "place")


@rule(GAME, "setup.23")
def test_setup_23_with_another_first_player_the_seat_before_him_is_first() -> None:
    assert laid_out(3, starter=B).waits_for() == [A]


@rule(GAME, "setup.24")
def test_setup_24_the_worker_comes_to_the_own_supply() -> None:
    t = chosen("S4", "front")
    assert t.supply_of(D) == {"white": 4, "violet": 1}
    assert t.workers_of(D) == 5


@rule(GAME, "setup.29")
def test_setup_29_what_everybody_has_before_the_first_turn() -> None:
    t = laid_out(sides=("back", "back", "back", "back"))
    t = t.play(act(D, "choose", "S1"), act(D, "done"))  # 3 shares
    t = t.play(act(C, "choose", "S2"), act(C, "done"))  # steps and a swap, not used
    t = t.play(act(B, "choose", "S3"), act(B, "take", "loco-rail"))
    t = t.play(act(A, "choose", "S4"), act(A, "done"))  # steps, not used, and 200
    assert t.s.todo[-1] == ("turn", A)
    assert t.s.cash == [800, 600, 600, 600]
    assert t.s.shares == [3, 3, 3, 6]
    assert [t.workers_of(seat) for seat in range(4)] == [5, 5, 5, 5]
    assert [t.up(seat) for seat in range(4)] == [
        ["loco-promote"],
        ["loco-promote", "loco-rail"],
        ["loco-promote"],
        ["loco-promote"],
    ]
    assert [tuple(TITLE.tiles.milestones[goal].stack for goal in goals) for goals in t.s.goals] == [("A1", "A2")] * 4


@rule(GAME, "start.1")
def test_start_1_three_steps_with_their_barriers() -> None:
    t = chosen("S2", "back")
    t = t.play(act(D, "step", "offices"), act(D, "step", "offices"), act(D, "step", "network"))
    assert t.s.steps[D] == (2, 0, 1)
    t.refused(act(D, "step", "network"), "perf.5")
    near = chosen("S2", "back").steps(D, stations=3)
    assert near.play(act(D, "step", "stations")).s.shares[D] == 2
    near.shares(D, 0).refused(act(D, "step", "stations"), "perf.7", count=1, shares=0)


@rule(GAME, "R-20", "start.1")
def test_r_20_a_money_barrier_is_paid_in_set_up_too() -> None:
    t = chosen("S2", "back").steps(D, offices=6)
    assert t.play(act(D, "step", "offices")).s.cash[D] == 550


@rule(GAME, "start.2")
def test_start_2_the_rail_beside_the_board_is_free() -> None:
    t = chosen("S1", "front")
    assert t.offered(D, "lay") == [("R02",), ("R04",), ("R06",)]
    t.refused(act(D, "lay", "R03"), "start.2", space="R03")
    laid = t.play(act(D, "lay", "R04"))  # three triangles
    assert laid.s.cash[D] == 600 + 200  # the tile's own money
    assert laid.s.rails[D] == 15
    assert laid.s.network[D].bit_count() == 2


@rule(GAME, "R-29")
def test_r_29_a_start_rail_beside_a_deal_symbol_causes_no_deal() -> None:
    laid = chosen("S1", "front").rails(D, on=CHICAGO).play(act(D, "lay", "R10"))
    assert laid.waits_for() == [C]
    assert laid.offered(C, "choose")
    assert laid.s.deal == "D1"
    assert fulfils(laid.t, laid.s, D, Need("deals", 0, 1))


@rule(GAME, "start.3")
def test_start_3_three_shares() -> None:
    assert chosen("S1", "back").s.shares[D] == 6


@rule(GAME, "start.4")
def test_start_4_an_office_on_the_first_space_of_a_deal_area() -> None:
    t = chosen("S3", "front")
    assert t.offered(D, "open") == [(3,), (6,)]
    t.refused(act(D, "open", 1), "start.4", area=1)
    opened = t.play(act(D, "open", 3))
    assert opened.s.shares[D] == 3
    assert opened.s.offices[2] == (D,)
    assert opened.s.buildings[D] == 12
    assert opened.waits_for() == [C]  # no deal
    after = opened.play(*[act(C, "choose", "S4")]).play(act(B, "choose", "S1"), act(B, "done"))
    after = after.play(act(A, "choose", "S2"), act(A, "done"))
    assert office(after, A, "white", 3).s.shares[A] == 3 + 2  # without the bonus of the first


@rule(GAME, "start.5")
def test_start_5_a_worker_is_swapped() -> None:
    t = chosen("S1", "back").play(act(D, "swap", "white", "supply", "violet"))
    assert t.supply_of(D) == {"white": 3, "violet": 2}
    assert t.s.bank[0] == 1


@rule(GAME, "start.6")
@pytest.mark.parametrize("city", ["washington", "charlotte"])
def test_start_6_a_first_station_without_reward(city: str) -> None:
    t = chosen("S2", "front")
    assert t.offered(D, "build") == [("washington",), ("charlotte",)]
    built = t.play(act(D, "build", city))
    assert built.s.stations[city] == (D,)
    assert built.s.buildings[D] == 12
    assert (built.s.cash[D], built.s.shares[D], built.workers_of(D)) == (800, 3, 5)  # 200 are the tile's own
    assert built.s.steps[D] == (0, 0, 0)
    assert built.waits_for() == [C]


@rule(GAME, "start.6")
def test_start_6_no_other_city() -> None:
    t = chosen("S2", "front").rails(D, on=CHICAGO)
    t.refused(act(D, "build", "chicago"), "start.6", city="chicago")


@rule(GAME, "start.7")
def test_start_7_a_second_locomotive() -> None:
    t = chosen("S3", "back").play(act(D, "take", "loco-shares"))
    assert t.up(D) == ["loco-promote", "loco-shares"]
    assert t.down(D) == []


@rule(GAME, "R-04", "setup.27")
def test_r_04_without_use_for_them_the_reserve_pieces_leave_the_game() -> None:
    t = chosen("S4", "front")  # shares and money
    assert t.s.reserve == [(1, 1), (1, 1), (1, 1), (0, 0)]
    assert (t.s.buildings[D], t.s.rails[D]) == (12, 15)


@rule(GAME, "R-26")
def test_r_26_a_start_office_counts_and_a_neutral_one_for_nobody() -> None:
    t = chosen("S3", "front").play(act(D, "open", 6))
    assert multiplied(t.t, t.s, D)["offices"] == 1
    two = laid_out(2)
    assert [multiplied(two.t, two.s, seat) for seat in (A, B)] == [{"offices": 0, "stations": 0, "network": 0}] * 2
