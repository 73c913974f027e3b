"""The end: end.1 to end.3 with the examples, R-19, score.1 to score.6 with the examples, and turn.8."""

from __future__ import annotations

from typing import Any

from stellwerk.core.result import Line
from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.games.railroad_revolution.scenes import (
    ALL_WEST,
    CHICAGO,
    LITTLE_ROCK,
    A,
    B,
    C,
    D,
    corrected,
    dealing,
    ended,
    result_of,
    sale,
    turns_from,
)
from tests.marks import rule

CITIES = ("washington", "charlotte", "chicago", "kansas-city", "denver")
LONG = 20
"""More turns than are left."""


def almost(seat: int) -> Table:
    """It is this seat's turn, which has one piece left of the logo; A is the first player."""
    return table().buildings(seat, 1).rails(seat, left=2).turn(seat)


@rule(GAME, "end.1", "end.2", "end.x1")
def test_end_x1_the_first_player_triggers_the_end() -> None:
    assert turns_from(almost(A), LONG) == [A, B, C, D, A, B, C, D]


@rule(GAME, "end.2", "end.x2")
def test_end_x2_the_player_right_of_the_first_one_triggers_the_end() -> None:
    assert turns_from(almost(D), LONG) == [D, A, B, C, D]


@rule(GAME, "end.1")
def test_end_1_another_first_player() -> None:
    t = almost(A).starter(C)  # the lap ends with B
    assert turns_from(t, LONG) == [A, B, C, D, A, B]
    assert turns_from(almost(B).starter(C), LONG) == [B, C, D, A, B]


@rule(GAME, "end.1")
def test_end_1_both_rails_and_buildings_left_of_the_logo_have_to_be_gone() -> None:
    one_left = table().buildings(A, 2).rails(A, left=2)
    assert one_left.play(*sale(A)).s.ending == 0
    assert almost(A).play(*sale(A)).s.ending == 1


@rule(GAME, "end.2")
def test_end_2_nothing_is_played_after_the_end() -> None:
    t = ended(table())
    assert t.choices() == []
    t.refused(act(A, "place", "white", "trade"), "end.2")


@rule(GAME, "R-19", "end.1")
def test_r_19_a_deal_triggers_the_end_for_a_player_not_on_turn() -> None:
    t = table().deal("D3").buildings(B, 1).rails(B, left=2)
    asked = dealing(t).play(act(A, "done"), act(B, "deal", 0), act(B, "lay", "R06"))
    assert asked.s.ending == 0
    over = asked.play(act(C, "done"), act(D, "done"))
    assert over.s.ending == 1
    assert turns_from(over, LONG) == [B, C, D, A, B, C, D]


@rule(GAME, "end.3")
def test_end_3_a_deal_of_the_last_turn_lets_another_player_reach_a_milestone() -> None:
    t = table().deal("D4").ending(2).turn(D).workers(A, {"white": 4, "orange": 1}).locos(A, down=["loco-promote"])
    t.rails(A, on=[*CHICAGO, *LITTLE_ROCK]).station("chicago", A).buildings(A, 11)  # as A1-1 asks for
    asked = dealing(t, seat=D).play(act(D, "done"))
    promoted = asked.play(act(A, "deal", 1), act(A, "promote", "orange", "supply", "A1-1"), act(A, "done"))
    over = promoted.play(act(B, "done"), act(C, "done"))
    (tile,) = over.offered(A, "pick")[0]  # the new tile is of no use any more
    over = over.play(act(A, "pick", tile))
    assert over.game.over(over.s)
    assert Line("A1-1", 1, 18, 18) in result_of(over).sums[A]
    assert result_of(over).scores[A] == 18 + 1  # and a station


def nothing(t: Table) -> Table:
    """Nobody has a point: the starting locomotives lie face down."""
    for seat in range(t.game.seats):
        t.locos(seat, down=["loco-promote"])
    return t


def tile_of_25(files: dict[str, Any]) -> None:
    """An owner of the game has found 25 points on a B tile."""
    (tile,) = (tile for tile in files["milestones"]["milestone"] if tile["id"] == "B-1")
    tile["points"] = 25


def linked(*areas: int) -> int:
    """The points of somebody with offices in these areas only, who has no step on the left track."""
    t = nothing(table()).buildings(A, 12 - len(areas))
    for area in areas:
        t.office(area, A)
    return result_of(ended(t)).scores[A]


@rule(GAME, "score.1")
def test_score_1_ninety_beats_eighty_five() -> None:
    t = nothing(table()).reached(A, "D-8").reached(B, "C-1", "D-2").cash(B, 9999)
    t.locos(A, up=["loco-money"] * 5, down=["loco-promote"])  # 50 and 40
    t.office(1, B).office(2, B).buildings(B, 10)  # 36, 44 and 5
    result = result_of(ended(t))
    assert result.scores == (90, 85, 0, 0)
    assert result.winners == (A,)


@rule(GAME, "score.2")
def test_score_2_eight_for_each_locomotive_face_up() -> None:
    t = nothing(table()).locos(A, up=["loco-money", "loco-rail", "loco-promote"], down=["loco-rail", "loco-steps"])
    assert result_of(ended(t)).scores[A] == 24


@rule(GAME, "score.3")
def test_score_3_the_points_of_all_reached_milestones() -> None:
    t = corrected(nothing(table()).reached(A, "A1-1", "B-1").goal(A, 0, "C-1"), tile_of_25)
    assert result_of(ended(t)).scores[A] == 18 + 25 == 43


@rule(GAME, "score.4")
def test_score_4_the_three_tracks() -> None:
    t = nothing(table()).rails(A, on=ALL_WEST).steps(A, offices=11, stations=4, network=1).buildings(A, 4)
    for city in CITIES:
        t.station(city, A)  # 5 at 3
    for area in (1, 3, 5):
        t.office(area, A)  # 3 at 5; 3 cities of group 5 at 4
    assert result_of(ended(t)).scores[A] == 12 + 15 + 15 == 42


@rule(GAME, "score.5", "score.x1")
def test_score_x1_blue_has_two_neighbouring_offices_and_a_lone_one() -> None:
    assert linked(1, 2) == 5
    assert linked(1, 3, 4) == 5


@rule(GAME, "score.x2")
def test_score_x2_black_has_three_offices_on_the_left_and_two_on_the_right() -> None:
    assert linked(1, 2, 3, 7, 8) == 5 + 5 + 8 == 18


@rule(GAME, "score.x3")
def test_score_x3_red_has_no_neighbouring_offices() -> None:
    assert linked(2, 4, 6, 8) == 0


@rule(GAME, "score.6")
def test_score_6_ties_go_to_money_with_shares_at_150() -> None:
    t = table().cash(A, 300).shares(A, 1).cash(B, 400).shares(B, 0)
    for seat in (C, D):
        t.locos(seat, down=["loco-promote"])
    result = result_of(ended(t))
    assert result.scores == (8, 8, 0, 0)
    assert result.winners == (A,)


@rule(GAME, "score.6")
def test_score_6_with_equal_money_the_win_is_shared() -> None:
    t = table().cash(A, 250).shares(A, 1).cash(B, 400).shares(B, 0)
    for seat in (C, D):
        t.locos(seat, down=["loco-promote"])
    assert result_of(ended(t)).winners == (A, B)


@rule(GAME, "turn.8")
def test_turn_8_the_four_sources_of_points_together() -> None:
    t = corrected(table().reached(A, "A1-1", "B-1").goal(A, 0, "C-1"), tile_of_25)  # 43
    t.rails(A, on=ALL_WEST).steps(A, stations=4, network=1).buildings(A, 2)  # 15 and 12
    for city in CITIES:
        t.station(city, A)
    t.locos(A, up=["loco-money", "loco-money"])  # 24 with the first one
    for area in (1, 2, 3, 7, 8):
        t.office(area, A)  # 18, and nothing from a track without a step
    result = result_of(ended(t))
    assert result.scores[A] == 43 + 27 + 24 + 18 == 112
    assert result.winners == (A,)
