"""Railroad: rail.1 to rail.10 with the examples, R-10 and R-11."""

from __future__ import annotations

from typing import Any

from tests.games.railroad_revolution.kit import GAME, act, fortune, table
from tests.games.railroad_revolution.scenes import CHICAGO, HOUSTON, A, B, corrected, rails
from tests.marks import rule


@rule(GAME, "rail.1")
def test_rail_1_two_rails_of_the_player_board_go_on_two_spaces() -> None:
    laid = rails(table(), A, "white", "R06", "R07")
    assert laid.s.rails[A] == 13
    assert laid.s.network[A] == 1 | 1 << 5 | 1 << 6
    laid.refused(act(A, "lay", "R02"), "rail.1")


@rule(GAME, "rail.2", "rail.x1")
def test_rail_2_two_triangles_cost_200_more() -> None:
    assert rails(table(), A, "white", "R06", "R07").s.cash[A] == 600 - 400 - 200


@rule(GAME, "rail.3")
def test_rail_3_two_plain_spaces_cost_400() -> None:
    t = table().rails(A, on=["R02", "R04"])
    assert rails(t, A, "white", "R03", "R05").s.cash[A] == 600 - 400


@rule(GAME, "rail.4")
def test_rail_4_a_space_touches_the_network_or_a_connected_city() -> None:
    placed = table().play(act(A, "place", "white", "railroad"))
    placed.refused(act(A, "lay", "R08"), "rail.4", space="R08")
    near = table().rails(A, on=CHICAGO).play(act(A, "place", "white", "railroad"))  # no station in Chicago
    assert ("R08",) in near.offered(A, "lay")
    near.refused(act(A, "lay", "R09"), "rail.4", space="R09")


@rule(GAME, "rail.5")
def test_rail_5_a_space_has_room_for_a_rail_of_each_player() -> None:
    t = table().cash(A, 2000).rails(A, on=["R06"]).rails(B, on=["R02"])
    placed = t.play(act(A, "place", "white", "railroad"))
    placed.refused(act(A, "lay", "R06"), "rail.5", space="R06")
    both = placed.play(act(A, "lay", "R02"))
    assert both.s.network[A] & both.s.network[B] == 1 | 1 << 1


@rule(GAME, "rail.6")
def test_rail_6_the_two_rails_need_not_join() -> None:
    t = table().cash(A, 1000).rails(A, on=["R02", "R06"])  # one end towards Chicago, one towards Miami
    assert rails(t, A, "white", "R03", "R07").s.network[A].bit_count() == 5


@rule(GAME, "R-10", "rail.6")
def test_r_10_the_second_rail_may_go_on_from_the_first() -> None:
    t = table().cash(A, 1000)
    placed = t.play(act(A, "place", "white", "railroad"))
    placed.refused(act(A, "lay", "R03"), "rail.4", space="R03")
    assert placed.play(act(A, "lay", "R02"), act(A, "lay", "R03")).s.network[A].bit_count() == 3
    city = rails(t.rails(A, on=["R02"]), A, "white", "R03", "R08")  # from Chicago, just reached
    assert city.s.network[A].bit_count() == 4


@rule(GAME, "rail.7")
def test_rail_7_without_rails_the_action_cannot_be_chosen() -> None:
    t = table().rails(A, left=0)
    t.refused(act(A, "place", "white", "railroad"), "rail.7")


@rule(GAME, "rail.7")
def test_rail_7_one_of_two_is_not_enough() -> None:
    laid = rails(table(), A, "white", "R06")
    laid.refused(act(A, "done"), "rail.7", case="unfinished", due=1)
    assert laid.play(act(A, "lay", "R07"), act(A, "done")).waits_for() == [B]


@rule(GAME, "rail.8")
def test_rail_8_the_last_rail_alone_costs_the_full_price() -> None:
    laid = rails(table().rails(A, left=1), A, "white", "R02")  # two triangles
    assert laid.s.cash[A] == 600 - 400 - 200
    assert laid.play(act(A, "done")).waits_for() == [B]


@rule(GAME, "R-11")
def test_r_11_two_rails_but_room_for_one() -> None:
    def short(files: dict[str, Any]) -> None:
        files["board"]["link"] = files["board"]["link"][:2]  # the way to Chicago is all there is

    t = corrected(table().rails(A, on=["R02"]), short)
    t.refused(act(A, "place", "white", "railroad"), "R-11")
    assert rails(t.rails(A, on=["R02"], left=1), A, "white", "R03").s.cash[A] == 200
    assert rails(corrected(table().cash(A, 1000), short), A, "white", "R02", "R03").s.cash[A] == 400


@rule(GAME, "rail.9")
def test_rail_9_a_rail_beside_a_deal_symbol_causes_a_deal_after_the_action() -> None:
    t = table().rails(A, on=CHICAGO).rails(B, on=[*CHICAGO, "R10"])  # B has been there before
    laid = rails(t, A, "white", "R10", "R11")
    laid.refused(act(A, "deal", 0), "deal.1")
    ended = laid.play(act(A, "done"))
    assert ended.waits_for() == [A]
    assert ended.offered(A, "deal") == [(0,), (1,)]
    plain = rails(t, A, "white", "R08", "R09").play(act(A, "done"))
    assert plain.offered(B, "place")


@rule(GAME, "rail.10", "deal.2")
def test_rail_10_two_deal_symbols_cause_one_deal() -> None:
    t = table().rails(A, on=HOUSTON)
    ended = rails(t, A, "white", "R17", "R21").play(act(A, "done"))
    for seat in range(4):
        ended = ended.play(act(seat, "done"))
    assert (ended.s.deal, ended.s.used) == ("D2", ("D1",))
    assert ended.offered(B, "place")


@rule(GAME, "rail.x2")
def test_rail_x2_two_triangles_by_washington_and_three_by_charlotte() -> None:
    assert rails(table().cash(A, 900), A, "white", "R02", "R04").s.cash[A] == 0
    poor = table().cash(A, 899).shares(A, 0).play(act(A, "place", "white", "railroad"), act(A, "lay", "R02"))
    poor.refused(act(A, "lay", "R04"), "gen.1", price=300, **fortune(299, 0))
