"""Milestones: milestone.1 to milestone.12 with the example, the variant, the conditions and R-14 to R-17."""

from __future__ import annotations

from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.milestones import fulfils
from stellwerk.games.railroad_revolution.state import HIDDEN
from stellwerk.games.railroad_revolution.tiles import Need
from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.games.railroad_revolution.scenes import (
    ALL_WEST,
    CHICAGO,
    HOUSTON,
    KANSAS_CITY,
    LITTLE_ROCK,
    MIAMI,
    A,
    B,
    C,
    D,
    dealing,
    ended,
    result_of,
    sale,
)
from tests.marks import rule

NEAR = (*CHICAGO, *LITTLE_ROCK)
"""Two cities of group 2, as A1-1 asks for."""

GROUP_3 = (*KANSAS_CITY, "R08", "R09", *HOUSTON)
"""All three cities of group 3, as B-3 asks for."""


def ready(t: Table, *managers: str, station: bool = True) -> Table:
    """A has what A1-1 asks for on the board: 2 cities and a station of group 2."""
    t.rails(A, on=NEAR).goal(A, 0, "A1-1", *managers)
    return t.station("chicago", A).buildings(A, 11) if station else t


def reached(t: Table) -> tuple[str, ...]:
    """What A has reached after a turn of only a sale."""
    return t.turn(A).play(*sale(A, piece="building")).s.reached[A]


@rule(GAME, "milestone.1")
def test_milestone_1_conditions_and_workers_are_both_needed() -> None:
    assert reached(ready(table())) == ()
    assert reached(ready(table(), "orange", station=False)) == ()
    assert reached(ready(table(), "orange")) == ("A1-1",)


@rule(GAME, "milestone.1")
def test_milestone_1_one_to_three_conditions_and_one_or_two_workers() -> None:
    for tile in TITLE.tiles.milestones.values():
        assert len(tile.needs) in (1, 2, 3)
        assert len(tile.workers) in (1, 2)


@rule(GAME, "milestone.2")
def test_milestone_2_a_reached_tile_scores_its_points() -> None:
    t = ended(table().locos(A, down=["loco-promote"]).reached(A, "A1-1").goal(A, 0, "B-1"))
    assert result_of(t).scores[A] == 18


@rule(GAME, "milestone.3")
def test_milestone_3_colours_matter_but_on_d_tiles() -> None:
    t = table().workers(A, {"white": 4, "orange": 1, "grey": 1}).goal(A, 0, "B-1").goal(A, 1, "D-8")
    placed = t.play(act(A, "place", "white", "trade"))
    placed.refused(act(A, "promote", "orange", "supply", "B-1"), "milestone.3", colour="orange", tile="B-1")
    for colour in ("white", "orange", "grey"):
        promoted = placed.play(act(A, "promote", colour, "supply", "D-8"))
        assert promoted.s.managers[A] == ((), (colour,))


@rule(GAME, "milestone.4")
def test_milestone_4_the_worker_just_used_may_be_promoted() -> None:
    t = table().workers(A, {"white": 4, "violet": 1})
    promoted = t.play(
        act(A, "place", "violet", "trade"), act(A, "use", "promotion"), act(A, "promote", "violet", "board", "A2-1")
    )
    assert promoted.s.managers[A] == ((), ("violet",))
    assert sum(promoted.s.posts[A]) == 0
    placed = t.play(act(A, "place", "white", "trade"))
    placed.refused(act(A, "promote", "violet", "board", "A2-1"), "milestone.4", colour="violet", where="board")


@rule(GAME, "milestone.5")
def test_milestone_5_promotion_before_the_conditions() -> None:
    t = table().play(act(A, "place", "white", "trade"), act(A, "promote", "violet", "supply", "A2-1"))
    done = t.play(act(A, "trade", "rail"), act(A, "done"))
    assert done.s.managers[A] == ((), ("violet",))
    assert done.s.reached[A] == ()


@rule(GAME, "milestone.6")
def test_milestone_6_managers_are_not_available() -> None:
    t = table().workers(A, {"white": 4}).goal(A, 1, "A2-1", "violet").shares(A, 0).cash(A, 0)
    assert t.workers_of(A) == 4
    t.refused(act(A, "place", "violet", "trade"), "R-05", colour="violet")
    opened = t.play(act(A, "place", "white", "telegraph"), act(A, "open", 8))
    opened.refused(
        act(A, "use", "wire", "violet", "board"), "telegraph.6", case="no_worker", colour="violet", where="board"
    )
    opened.refused(act(A, "use", "wire", "white", "board"), "gen.2", workers=3, least=4)


@rule(GAME, "R-14", "milestone.6")
def test_r_14_no_third_worker_on_a_tile_for_two() -> None:
    t = table().workers(A, {"white": 4, "grey": 1}).goal(A, 0, "D-8", "white", "orange").workers(B, {"orange": 5})
    t.workers(C, {"grey": 5}).play(act(A, "place", "white", "trade")).refused(
        act(A, "promote", "grey", "supply", "D-8"), "R-14", case="full", tile="D-8"
    )


@rule(GAME, "R-14")
def test_r_14_two_managers_on_different_tiles_by_one_effect() -> None:
    t = table().workers(A, {"white": 4, "violet": 1, "orange": 1})
    both = t.play(
        act(A, "place", "white", "trade"),
        act(A, "flip", "loco-promote", "up"),
        act(A, "promote", "violet", "supply", "A2-1"),
        act(A, "promote", "orange", "supply", "A1-1"),
    )
    assert both.s.managers[A] == (("orange",), ("violet",))


@rule(GAME, "milestone.7")
def test_milestone_7_promotion_needs_an_effect() -> None:
    t = table().workers(A, {"white": 4, "violet": 1, "grey": 1}).play(act(A, "place", "grey", "trade"))
    t.refused(act(A, "promote", "violet", "supply", "A2-1"), "milestone.7")
    assert t.play(act(A, "use", "promotion"), act(A, "promote", "violet", "supply", "A2-1")).workers_of(A) == 5


@rule(GAME, "milestone.8")
def test_milestone_8_of_five_workers_one_is_promoted_not_two() -> None:
    t = table().cash(A, 0).shares(A, 0).workers(A, {"white": 3, "violet": 1, "orange": 1})
    flipped = t.play(act(A, "place", "white", "trade"), act(A, "flip", "loco-promote", "up"))
    one = flipped.play(act(A, "promote", "violet", "supply", "A2-1"))
    assert one.workers_of(A) == 4
    one.refused(act(A, "promote", "orange", "supply", "A1-1"), "gen.2", workers=3, least=4)


@rule(GAME, "milestone.9")
def test_milestone_9_reached_through_a_deal_in_the_turn_of_another_player() -> None:
    t = ready(table()).workers(A, {"white": 4, "orange": 1}).deal("D4").turn(B).stack("B", "B-3", "B-5", "B-8")
    asked = dealing(t, seat=B).play(act(B, "done"), act(C, "done"), act(D, "done"))
    assert asked.waits_for() == [A]
    promoted = asked.play(act(A, "deal", 1), act(A, "promote", "orange", "supply", "A1-1"))
    assert promoted.s.reached[A] == ()
    assert promoted.s.bank[2] == 11 - 1  # one each with A and B
    over = promoted.play(act(A, "done"))
    assert over.s.reached[A] == ("A1-1",)
    assert over.s.managers[A] == ((), ())
    assert over.s.bank[2] == 11
    assert over.offered(A, "pick") == [("B-3",), ("B-5",), ("B-8",)]
    assert over.play(act(A, "pick", "B-5")).waits_for() == [C]


@rule(GAME, "milestone.10")
def test_milestone_10_after_a_d_tile_no_new_one_is_taken() -> None:
    t = table().rails(A, on=ALL_WEST).goal(A, 0, "D-8", "violet", "grey")
    over = t.play(*sale(A, piece="building"))
    assert over.s.reached[A] == ("D-8",)
    assert over.s.goals[A] == ("", "A2-1")
    assert over.waits_for() == [B]


@rule(GAME, "milestone.10")
def test_milestone_10_after_b_comes_c_and_after_c_comes_d() -> None:
    t = table().rails(A, on=GROUP_3).goal(A, 0, "B-3", "turquoise")
    over = t.play(*sale(A, piece="building"))
    assert [TITLE.tiles.milestones[tile].stack for (tile,) in over.offered(A, "pick")] == ["C"] * 3
    west = table().rails(A, on=[*ALL_WEST]).goal(A, 0, "C-6", "grey", "grey")
    over = west.play(*sale(A, piece="building"))  # a city of group 5 and three deal spaces
    assert [TITLE.tiles.milestones[tile].stack for (tile,) in over.offered(A, "pick")] == ["D"] * 3


@rule(GAME, "milestone.11")
def test_milestone_11_three_are_drawn_and_two_go_under_the_stack() -> None:
    t = ready(table(), "orange").stack("B", "B-7", "B-1", "B-10")
    over = t.play(*sale(A, piece="building"))
    assert over.offered(A, "pick") == [("B-7",), ("B-1",), ("B-10",)]
    over.refused(act(A, "pick", "B-2"), "milestone.11", tile="B-2")
    assert over.game.view(over.s, B).drawn == (HIDDEN,) * 3
    picked = over.play(act(A, "pick", "B-1"))
    assert picked.s.goals[A] == ("B-1", "A2-1")
    assert set(picked.s.stacks["B"][-2:]) == {"B-7", "B-10"}
    assert len(picked.s.stacks["B"]) == 9


@rule(GAME, "milestone.12")
def test_milestone_12_both_at_once_are_two_draws() -> None:
    t = ready(table(), "orange").rails(A, on=[*NEAR, *MIAMI]).goal(A, 1, "A2-1", "violet")
    t.stack("B", *(f"B-{n}" for n in range(1, 11)))
    first = t.play(*sale(A, piece="building"))
    assert first.s.reached[A] == ("A1-1", "A2-1")
    assert first.offered(A, "pick") == [("B-1",), ("B-2",), ("B-3",)]
    second = first.play(act(A, "pick", "B-2"))
    assert second.offered(A, "pick") == [("B-4",), ("B-5",), ("B-6",)]
    both = second.play(act(A, "pick", "B-6"))
    assert both.s.goals[A] == ("B-2", "B-6")
    assert both.s.stacks["B"] == ("B-7", "B-8", "B-9", "B-10", "B-1", "B-3", "B-4", "B-5")


@rule(GAME, "milestone.x1")
def test_milestone_x1_from_b_to_c() -> None:
    t = table().rails(A, on=GROUP_3).goal(A, 0, "B-3", "turquoise")
    t.stack("C", "C-4", "C-2", "C-9")
    picked = t.play(*sale(A, piece="building"), act(A, "pick", "C-9"))
    assert picked.s.goals[A] == ("C-9", "A2-1")
    assert len(picked.s.stacks["C"]) == 10 - 1
    assert picked.s.stacks["C"][-2:] == ("C-4", "C-2")


@rule(GAME, "milestone.v1")
def test_milestone_v1_any_tile_of_the_stack() -> None:
    t = ready(table(milestone_choice="open"), "orange")
    over = t.play(*sale(A, piece="building"))
    assert over.offered(A, "pick") == [(f"B-{n}",) for n in range(1, 11)]
    over.refused(act(A, "pick", "C-1"), "milestone.v1", tile="C-1")
    picked = over.play(act(A, "pick", "B-10"))
    assert picked.s.goals[A] == ("B-10", "A2-1")
    assert picked.s.stacks["B"] == tuple(f"B-{n}" for n in range(1, 10))


@rule(GAME, "R-15")
def test_r_15_the_active_player_draws_first() -> None:
    t = ready(table(), "orange").turn(D).rails(D, on=[*MIAMI, *NEAR]).goal(D, 0, "A1-2", "violet")
    over = t.play(*sale(D, piece="building"))
    assert (over.s.reached[A], over.s.reached[D]) == (("A1-1",), ("A1-2",))
    assert over.waits_for() == [D]
    (tile,) = over.offered(D, "pick")[0]
    after = over.play(act(D, "pick", tile))
    assert after.waits_for() == [A]
    assert after.offered(A, "pick")


@rule(GAME, "R-16")
def test_r_16_of_two_one_is_kept_and_an_empty_stack_gives_none() -> None:
    t = ready(table(), "orange").reached(D, *(f"B-{n}" for n in range(1, 9)))
    two = t.play(*sale(A, piece="building"))
    assert two.offered(A, "pick") == [("B-9",), ("B-10",)]
    picked = two.play(act(A, "pick", "B-9"))
    assert picked.s.stacks["B"] == ("B-10",)
    none = ready(table(), "orange").reached(D, *(f"B-{n}" for n in range(1, 11))).play(*sale(A, piece="building"))
    assert none.s.reached[A] == ("A1-1",)
    assert none.s.goals[A] == ("", "A2-1")
    assert none.waits_for() == [B]


def met(need: Need, *on: str, station: str = "") -> bool:
    t = table().rails(A, on=on)
    if station:
        t.station(station, A).buildings(A, 11)
    return fulfils(t.t, t.at(), A, need)


@rule(GAME, "milestone.c1")
def test_milestone_c1_connected_cities_without_a_station() -> None:
    need = TITLE.tiles.milestones["A1-1"].needs[0]
    assert need == Need("cities", 2, 2)
    assert met(need, *CHICAGO, *MIAMI)
    assert not met(need, *CHICAGO, "R06")


@rule(GAME, "milestone.c2")
def test_milestone_c2_a_station_in_a_city_of_the_group() -> None:
    need = Need("stations", 3, 1)
    assert need in TITLE.tiles.milestones["B-1"].needs
    assert met(need, *KANSAS_CITY, station="kansas-city")
    assert not met(need, *KANSAS_CITY, station="chicago")


@rule(GAME, "milestone.c3")
def test_milestone_c3_a_rail_beside_a_deal_symbol() -> None:
    need = TITLE.tiles.milestones["A2-2"].needs[0]
    assert need == Need("deals", 0, 1)
    assert met(need, *CHICAGO, "R10")
    assert not met(need, *CHICAGO, "R08")


@rule(GAME, "milestone.c4", "R-17")
def test_milestone_c4_spaces_with_just_so_many_triangles() -> None:
    need = TITLE.tiles.milestones["B-4"].needs[0]
    assert need == Need("terrain", 2, 3)
    way = ("R03", "R10", "R11", "R20")  # to Denver; R02 has two triangles
    assert not met(need, "R02", *way, "R29", "R04")  # 2, 2, 3
    assert met(need, "R02", *way, "R29", "R26")  # 2, 2, 2
