"""Telegraph: telegraph.1 to telegraph.9 with the examples, tele.1 to tele.6 and R-24."""

from __future__ import annotations

import pytest

from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.games.railroad_revolution.scenes import DENVER, A, B, office
from tests.marks import rule


def given(t: Table, tile: str, colour: str = "grey") -> Table:
    """A has given up the white worker on its board for this tile, in an action of a specialist."""
    t = t.wire(5, tile)
    workers = {"white": 2, "violet": 1, "orange": 1, colour: 1}
    t.workers(A, workers, {"station": {"white": 2}})
    return office(t, A, colour, 5).play(act(A, "use", "wire", "white", "board"))


@rule(GAME, "telegraph.1", "telegraph.2")
def test_telegraph_1_an_office_brings_the_shares_of_its_area() -> None:
    opened = office(table().office(4, B).buildings(B, 11), A, "white", 4)  # 3, and 1 for the first
    assert opened.s.buildings[A] == 11
    assert opened.s.offices[3] == (B, A)
    assert opened.s.shares[A] == 3 + 3
    opened.refused(act(A, "open", 1), "telegraph.1")


@rule(GAME, "telegraph.3")
def test_telegraph_3_one_office_of_a_player_in_an_area() -> None:
    t = table().office(4, A).buildings(A, 11)
    placed = t.play(act(A, "place", "white", "telegraph"))
    placed.refused(act(A, "open", 4), "telegraph.3", area=4)
    assert placed.offered(A, "open") == [(1,), (2,), (3,), (5,), (6,), (7,), (8,)]


@rule(GAME, "telegraph.4", "telegraph.5")
def test_telegraph_4_the_first_office_brings_more() -> None:
    first = office(table(), A, "white", 2)  # 2, and 1 for the first
    assert first.s.shares[A] == 3 + 2 + 1
    second = office(first.play(act(A, "done")), B, "white", 2)
    assert second.s.offices[1] == (A, B)
    assert second.s.shares[B] == 3 + 2


@rule(GAME, "telegraph.6")
def test_telegraph_6_a_worker_for_the_tile_once() -> None:
    opened = office(table().office(5, B).buildings(B, 11), A, "white", 5)  # T4; A is not the first
    assert opened.offered(A, "use") == [
        ("wire", "white", "supply"),
        ("wire", "white", "board"),
        ("wire", "violet", "supply"),
    ]
    for colour, where in (("violet", "supply"), ("white", "board")):
        used = opened.play(act(A, "use", "wire", colour, where))
        assert used.s.cash[A] == 600 + 600
        assert used.workers_of(A) == 4
        used.refused(act(A, "use", "wire", "white", "supply"), "telegraph.6", case="used")


@rule(GAME, "telegraph.7")
def test_telegraph_7_the_tile_stays_for_the_next() -> None:
    first = office(table(), A, "white", 5).play(act(A, "use", "wire", "white", "board"), act(A, "done"))
    assert first.s.wires[4] == "T4"
    second = office(first, B, "white", 5).play(act(B, "use", "wire", "white", "board"))
    assert second.s.cash[B] == 1200


@rule(GAME, "telegraph.8")
def test_telegraph_8_four_workers_have_to_stay() -> None:
    t = table().cash(A, 0).shares(A, 0).workers(A, {"white": 3, "violet": 1})
    opened = office(t, A, "white", 8)  # T6: steps
    opened.refused(act(A, "use", "wire", "white", "board"), "gen.2", workers=3, least=4)


@rule(GAME, "telegraph.9")
@pytest.mark.parametrize("area", [3, 6])
def test_telegraph_9_an_office_beside_a_deal_symbol_causes_a_deal(area: int) -> None:
    t = table().office(area, B).buildings(B, 11)
    ended = office(t, A, "white", area).play(act(A, "done"))
    assert ended.waits_for() == [A]
    assert ended.offered(A, "deal")
    assert office(table(), A, "white", 1).play(act(A, "done")).offered(B, "place")


@rule(GAME, "telegraph.x1", "telegraph.x2", "tele.4")
def test_telegraph_x1_and_x2_blue_is_first_and_red_follows() -> None:
    t = table().wire(1, "T4")
    blue = office(t, A, "white", 1).play(act(A, "use", "wire", "white", "supply"))
    assert (blue.s.shares[A], blue.workers_of(A), blue.s.cash[A]) == (3 + 4, 5 - 1, 600 + 600)
    red = office(blue.play(act(A, "done")), B, "white", 1).play(act(B, "use", "wire", "white", "supply"))
    assert (red.s.shares[B], red.workers_of(B), red.s.cash[B]) == (3 + 3, 5 - 1, 600 + 600)


@rule(GAME, "tele.1")
def test_tele_1_a_free_rail_beside_terrain_and_a_deal_symbol() -> None:
    used = given(table().rails(A, on=[*DENVER, "R27"]), "T1")
    laid = used.play(act(A, "lay", "R28"))  # two triangles and a deal symbol
    assert laid.s.cash[A] == 600
    assert laid.s.rails[A] == 15 - 6 - 1
    laid.refused(act(A, "lay", "R08"), "rail.1")
    assert laid.play(act(A, "done")).offered(B, "place")


@rule(GAME, "tele.2")
@pytest.mark.parametrize("count", [1, 2])
def test_tele_2_one_or_two_promotions(count: int) -> None:
    both = [act(A, "promote", "violet", "supply", "A2-1"), act(A, "promote", "orange", "supply", "A1-1")]
    promoted = given(table(), "T2").play(*both[:count])
    assert sum(map(len, promoted.s.managers[A])) == count
    assert promoted.play(act(A, "done")).waits_for() == [B]


@rule(GAME, "tele.2")
def test_tele_2_not_three_promotions() -> None:
    t = given(table().goal(A, 0, "D-8"), "T2", colour="turquoise").cash(A, 2000)
    two = t.play(act(A, "promote", "violet", "supply", "D-8"), act(A, "promote", "orange", "supply", "D-8"))
    two.refused(act(A, "promote", "white", "supply", "A2-1"), "milestone.7", case="used")


@rule(GAME, "tele.3")
def test_tele_3_the_same_locomotive_is_turned_twice() -> None:
    used = given(table().locos(A, up=["loco-money", "loco-shares"]), "T3")
    twice = used.play(act(A, "flip", "loco-money", "up"), act(A, "flip", "loco-money", "down"))
    assert twice.s.cash[A] == 600 + 600
    assert twice.up(A) == ["loco-promote", "loco-money", "loco-shares"]
    twice.refused(act(A, "flip", "loco-money", "up"), "trade.5", case="used")
    two = used.play(act(A, "flip", "loco-money", "up"), act(A, "flip", "loco-shares", "up"))
    assert two.down(A) == ["loco-money", "loco-shares"]


@rule(GAME, "tele.5")
def test_tele_5_a_locomotive_face_up() -> None:
    used = given(table(), "T5")
    assert used.offered(A, "take") == [("loco-money",), ("loco-steps",), ("loco-shares",), ("loco-rail",)]
    assert used.play(act(A, "take", "loco-money")).up(A) == ["loco-promote", "loco-money"]


@rule(GAME, "tele.6")
def test_tele_6_four_steps() -> None:
    used = given(table(), "T6")
    stepped = used.play(*[act(A, "step", "network")] * 3, act(A, "step", "offices"))
    assert stepped.s.steps[A] == (1, 0, 3)
    stepped.refused(act(A, "step", "offices"), "perf.5", case="used")


@rule(GAME, "R-24")
def test_r_24_in_a_deal_area_turquoise_has_no_use() -> None:
    t = table().cash(A, 2000).workers(A, {"white": 4, "turquoise": 1})
    opened = office(t, A, "turquoise", 3)
    assert opened.offered(A, "use") == [("promotion", "", "")]
    opened.refused(act(A, "use", "w.tele.turquoise"), "R-24")
    opened.refused(act(A, "use", "wire", "white", "supply"), "telegraph.6", case="no_tile")
