"""Who sits where: by number, by lot, or by the private dealt; and all that goes clockwise by it."""

from __future__ import annotations

from itertools import permutations

import pytest

from stellwerk.core.action import CHANCE
from stellwerk.core.errors import Malformed
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.tell import tell
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import Table, act, fresh, game_for, table
from tests.marks import rule

NAMES = ("Ann", "Bob", "Cem", "Dora")


def seated(*order: int, **options: str) -> Table:
    """Lots were drawn in this order."""
    return fresh(len(order), seating="random", **options).play(act(CHANCE, "draw_seats", order))


@rule("1830", "C-2.1a", "V-1.1")
def test_c_2_1_a_lots_may_bring_any_order_and_all_see_it() -> None:
    t = fresh(4, seating="random")
    (choice,) = t.choices()
    assert choice.seat == CHANCE
    drawn = {action.args[0] for action in choice.actions()}
    assert drawn == set(permutations(range(4)))
    t = seated(2, 0, 3, 1)
    assert [t.game.view(t.s, seat).seating for seat in (None, 0, 1, 2, 3)] == [(2, 0, 3, 1)] * 5
    said = tell(t.game, NAMES, fresh(4, seating="random").s, act(CHANCE, "draw_seats", (2, 0, 3, 1)), "en")
    assert said == "Seats by lot: Cem, Ann, Dora, Bob."


@rule("1830", "V-1.1")
def test_v_1_1_the_seed_of_a_match_draws_the_seats_and_is_the_only_thing_that_does() -> None:
    """Classic seats by lot unless told otherwise; the same seed seats alike."""

    def match(seed: str) -> Match:
        return Match(new_header("1830", [Seat(name) for name in NAMES], {}, seed))

    drawn = {match(str(seed)).state.seating for seed in range(40)}
    assert len(drawn) > 10, "of 24 orders"
    assert all(sorted(order) == [0, 1, 2, 3] for order in drawn)
    assert match("x").state.seating == match("x").state.seating
    assert [action.kind for action in match("x").log] == ["draw_seats"]


@rule("1830", "C-2.1b", "V-1.1")
def test_c_2_1_b_number_1_has_priority_and_the_first_turn_then_it_goes_clockwise() -> None:
    t = seated(2, 0, 3, 1)
    assert (t.s.priority, t.turn) == (2, ("sell_privates", 2))
    t.refused(act(0, "pass_turn"), "C-2.2b")
    turns = []
    for _ in range(4):
        turns.append(t.turn[1])
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    assert turns == [2, 0, 3, 1]
    bought = t.play(act(2, "buy_private_at_face", "SV"))
    assert (bought.s.priority, bought.turn) == (0, ("sell_privates", 0)), "the left neighbour of seat 2"


@rule("1830", "V-1.1")
def test_v_1_1_free_seats_go_by_number() -> None:
    t = fresh(4, seating="free")
    assert (t.s.seating, t.turn) == ((), ("sell_privates", 0))
    assert not t.game.chancy
    assert seated(0, 1).game.chancy


@rule("1830", "V-1.1")
def test_v_1_1_seats_by_private_belong_to_scenario_t() -> None:
    with pytest.raises(Malformed, match=r"V-1\.1"):
        TITLE.resolve({"seating": "by_private"})
    assert TITLE.resolve({}, "T")["seating"] == "by_private"


def test_bidders_of_an_auction_speak_in_the_order_in_which_they_sit() -> None:
    t = seated(3, 1, 0, 2).play(act(3, "bid", "CS", 45), act(1, "bid", "CS", 50), act(0, "bid", "CS", 55))
    t = t.play(act(2, "buy_private_at_face", "SV"), act(3, "bid", "CS", 60))
    assert t.turn == ("bid_off", 1), "left of 3 sits 1, not 0"
    assert t.play(act(1, "pass_turn")).turn == ("bid_off", 0)


def drawn_stock(*order: int) -> Table:
    """A second stock round of players who sit in this order; the first of them is on turn."""
    t = table(len(order), seating="random")
    t.s.seating = order
    return t.stock(order[0])


def test_stock_turns_and_priority_go_clockwise_as_people_sit() -> None:
    t = drawn_stock(2, 0, 3, 1).opened("PRR", par=82, shares={3: 20}).play(act(2, "buy", "PRR", "bank", 10))
    assert t.s.priority == 0
    t = t.play(act(2, "pass_turn"))
    assert t.turn == ("trade_shares", 0)
    assert t.play(act(0, "pass_turn")).turn == ("trade_shares", 3)


@pytest.mark.parametrize(("order", "heir"), [((0, 1, 2, 3), 1), ((0, 3, 2, 1), 3), ((2, 1, 0, 3), 3)])
def test_of_equal_heirs_the_next_one_to_the_left_takes_over(order: tuple[int, ...], heir: int) -> None:
    """6.4: seats 1 and 3 hold 20% each when seat 0 gives up PRR."""
    t = table(4, seating="random").opened("PRR", par=82, shares={0: 30, 1: 20, 3: 20})
    t.s.seating = order
    t = t.stock(0).play(act(0, "sell", "PRR", 20))
    assert t.s.director["PRR"] == heir


def test_a_position_tells_who_sits_where_only_as_this_can_be() -> None:
    good = drawn_stock(2, 0, 3, 1)
    assert not list(good.game.audit(good.s))
    for wrong in ((2, 0, 3), (2, 0, 3, 3), (0, 1, 2, 4)):
        good.s.seating = wrong
        assert any("seating" in problem for problem in good.game.audit(good.s)), wrong
    free = table(4)
    free.s.seating = (2, 0, 3, 1)
    assert list(free.game.audit(free.s)) == ["the players sit in the order of their numbers"]


def test_all_steps_by_chance_make_a_game_chancy() -> None:
    assert game_for(4, "T").chancy
    assert not game_for(4, "basic").chancy
