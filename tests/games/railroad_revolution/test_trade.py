"""Trade: trade.1 to trade.8 with the examples, and the locomotives loco.1 to loco.5."""

from __future__ import annotations

import pytest

from tests.games.railroad_revolution.kit import GAME, Table, act, table
from tests.games.railroad_revolution.scenes import SALT_LAKE, A, B, D, ended, result_of, sale
from tests.marks import rule


def trading(t: Table, colour: str = "grey") -> Table:
    """A has put a specialist on Trade: a piece to sell and a locomotive to turn."""
    t.workers(A, {"white": 4, "violet": 1, "orange": 1, colour: 1})
    return t.play(act(A, "place", colour, "trade"))


@rule(GAME, "trade.1", "trade.x1")
def test_trade_x1_600_for_the_only_rail_then_700_for_either_piece() -> None:
    t = table().buildings(A, 8).rails(A, left=10)  # section 600 holds a rail, section 700 two of each
    first = t.play(act(A, "place", "white", "trade"))
    assert first.offered(A, "trade") == [("rail",)]
    first.refused(act(A, "trade", "building"), "trade.1", piece="building")
    sold = first.play(act(A, "trade", "rail"), act(A, "done"))
    assert sold.s.cash[A] == 600 + 600
    assert (sold.s.rails[A], sold.s.network[A]) == (9, 1)  # the piece left the game
    for seat in (B, 2, D):
        sold = sold.play(*sale(seat))
    for piece in ("building", "rail"):
        assert sold.play(*sale(A, piece=piece)).s.cash[A] == 1200 + 700


@rule(GAME, "trade.2", "trade.3")
def test_trade_2_in_a_section_with_both_kinds_either_is_sold() -> None:
    t = table().buildings(A, 9).rails(A, left=11)  # both begin in the section for 600
    assert trading(t).offered(A, "trade") == [("building",), ("rail",)]
    building, rail = (trading(t).play(act(A, "trade", piece)) for piece in ("building", "rail"))
    assert building.s.cash[A] == rail.s.cash[A] == 600 + 600
    assert (building.s.buildings[A], building.s.rails[A]) == (8, 11)
    assert (rail.s.buildings[A], rail.s.rails[A]) == (9, 10)


@rule(GAME, "trade.4")
def test_trade_4_a_second_piece_is_refused() -> None:
    trading(table()).play(act(A, "trade", "rail")).refused(act(A, "trade", "rail"), "trade.4")


@rule(GAME, "trade.5")
@pytest.mark.parametrize("flip_first", [True, False])
def test_trade_5_one_locomotive_before_or_after_the_sale(flip_first: bool) -> None:
    t = trading(table().locos(A, up=["loco-money", "loco-shares"]))
    both = [act(A, "flip", "loco-money", "up"), act(A, "trade", "rail")]
    done = t.play(*(both if flip_first else reversed(both)))
    assert done.s.cash[A] == 600 + 400 + 600
    done.refused(act(A, "flip", "loco-shares", "up"), "trade.5", case="used")
    assert done.play(act(A, "done")).waits_for() == [B]


@rule(GAME, "trade.5")
def test_trade_5_no_locomotive_has_to_be_turned() -> None:
    assert table().play(*sale(A)).up(A) == ["loco-promote"]


@rule(GAME, "trade.6", "trade.x2", "loco.4")
def test_trade_6_face_up_it_gives_three_shares_and_is_turned_down() -> None:
    t = trading(table().locos(A, up=["loco-shares"]))
    t.refused(act(A, "flip", "loco-shares", "down"), "trade.6", loco="loco-shares", side="down")
    flipped = t.play(act(A, "flip", "loco-shares", "up"))
    assert flipped.s.shares[A] == 3 + 3
    assert (flipped.up(A), flipped.down(A)) == (["loco-promote"], ["loco-shares"])


@rule(GAME, "trade.7")
def test_trade_7_face_down_it_is_turned_up_for_nothing_and_gives_again_later() -> None:
    up = trading(table().locos(A, down=["loco-shares"])).play(act(A, "flip", "loco-shares", "down"))
    assert up.s.shares[A] == 3
    assert up.up(A) == ["loco-promote", "loco-shares"]
    later = up.play(act(A, "trade", "rail"), act(A, "done"))
    for seat in (B, 2, D):
        later = later.play(*sale(seat))
    again = later.play(act(A, "place", "white", "trade"), act(A, "flip", "loco-shares", "up"))
    assert again.s.shares[A] == 3 + 3


@rule(GAME, "trade.8")
def test_trade_8_a_locomotive_left_face_down_scores_nothing() -> None:
    t = table().ending(2).turn(D)
    kept = t.play(*sale(D))
    flipped = t.play(
        act(D, "place", "white", "trade"), act(D, "flip", "loco-promote", "up"), act(D, "trade", "rail"), act(D, "done")
    )
    assert result_of(kept).scores == (8, 8, 8, 8)
    assert result_of(flipped).scores == (8, 8, 8, 0)


@rule(GAME, "loco.1")
@pytest.mark.parametrize("count", [1, 2])
def test_loco_1_one_or_two_promotions(count: int) -> None:
    both = [act(A, "promote", "violet", "supply", "A2-1"), act(A, "promote", "orange", "supply", "A1-1")]
    flipped = trading(table()).play(act(A, "flip", "loco-promote", "up"), *both[:count])
    assert sum(map(len, flipped.s.managers[A])) == count
    assert flipped.down(A) == ["loco-promote"]


@rule(GAME, "loco.2")
def test_loco_2_600() -> None:
    flipped = trading(table().locos(A, up=["loco-money"])).play(act(A, "flip", "loco-money", "up"))
    assert flipped.s.cash[A] == 600 + 600


@rule(GAME, "loco.3")
def test_loco_3_three_steps() -> None:
    flipped = trading(table().locos(A, up=["loco-steps"])).play(act(A, "flip", "loco-steps", "up"))
    stepped = flipped.play(act(A, "step", "offices"), act(A, "step", "stations"), act(A, "step", "network"))
    assert stepped.s.steps[A] == (1, 1, 1)
    stepped.refused(act(A, "step", "network"), "perf.5")


@rule(GAME, "loco.5")
def test_loco_5_a_rail_for_100_whatever_stands_beside_the_space() -> None:
    t = table().rails(A, on=[*SALT_LAKE, "R33"]).locos(A, up=["loco-rail"])
    flipped = trading(t).play(act(A, "flip", "loco-rail", "up"))
    laid = flipped.play(act(A, "lay", "R34"))  # three triangles and a deal symbol
    assert laid.s.cash[A] == 600 - 100
    assert laid.s.rails[A] == 15 - 8 - 1
    after = laid.play(act(A, "trade", "building"), act(A, "done"))
    assert after.offered(B, "place")
    assert after.s.deal == "D1"


@rule(GAME, "trade.8", "score.2")
def test_trade_8_every_face_up_locomotive_is_worth_8() -> None:
    t = ended(table().locos(A, up=["loco-money", "loco-money", "loco-promote"], down=["loco-rail", "loco-steps"]))
    assert result_of(t).scores == (24, 8, 8, 8)
