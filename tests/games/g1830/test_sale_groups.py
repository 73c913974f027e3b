"""The basic game sells the privates in groups: first one bids for the choice, then everybody takes one."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.core.action import CHANCE
from stellwerk.core.choice import Range
from stellwerk.core.errors import Malformed
from stellwerk.core.tell import tell
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import Table, act, fresh, game_for
from tests.marks import rule

PASS = "pass_turn"
BID = "bid_for_choice"
TAKE = "take_group"
THOMAS, STEPHAN, FRANZ, VOLKER = range(4)


def groups(seats: int = 4, preset: str = "basic", **options: str) -> Table:
    return fresh(seats, preset, **options)


def prices(seats: int, **options: str) -> dict[str, int]:
    """By group what it costs."""
    found = game_for(seats, "basic", **options).rules.groups
    return {"+".join(group.privates): group.price for group in found}


def example() -> Table:
    """1.3.ex1: Thomas 5, Stephan passes, Franz 10, Volker 20, Thomas passes, Franz 25, Volker 30, Franz passes."""
    t = groups().play(act(THOMAS, BID, 5), act(STEPHAN, PASS), act(FRANZ, BID, 10), act(VOLKER, BID, 20))
    return t.play(act(THOMAS, PASS), act(FRANZ, BID, 25), act(VOLKER, BID, 30), act(FRANZ, PASS))


@rule("1830", "1.3b", "1.3d", "1.3e")
def test_1_3_the_groups_and_what_they_cost() -> None:
    assert prices(2) == {"SV+DH+CA": 250, "CS+MH+BO": 370}
    assert prices(4) == {"SV+MH": 130, "CS+DH": 110, "CA": 160, "BO": 220}
    assert prices(5) == {"SV+CS": 60, "DH": 70, "MH": 110, "CA": 160, "BO": 220}


@rule("1830", "1.3c", "1.3f", "R-02")
def test_1_3_two_printed_prices_are_no_sums_and_hold_unless_they_are_corrected() -> None:
    assert prices(3) == {"SV+BO": 260, "CS+CA": 200, "DH+MH": 180}
    assert prices(3, group_prices="corrected") == {"SV+BO": 240, "CS+CA": 200, "DH+MH": 180}
    six = {"SV": 20, "CS": 60, "DH": 70, "MH": 110, "CA": 160, "BO": 220}
    assert prices(6) == prices(7) == six
    assert prices(6, group_prices="corrected") == prices(7, group_prices="corrected") == {**six, "CS": 40}
    t = groups(3).play(*(act(seat, PASS) for seat in range(3)), act(0, TAKE, 1), act(0, "set_par", "B&O", 67))
    assert t.money(0) == 800 - 260


@rule("1830", "1.3g", "1.1a")
def test_1_3_g_the_banker_bids_first_then_it_goes_clockwise() -> None:
    t = groups()
    assert t.turn == ("bid_for_groups", 0)
    t.refused(act(1, BID, 5), "1.3g")
    t.refused(act(0, BID), "1.3g")
    turns = [int(t.turn[1])]
    for price in (5, 10, 15):
        t = t.play(act(turns[-1], BID, price))
        turns.append(int(t.turn[1]))
    assert turns == [0, 1, 2, 3]


@rule("1830", "1.3h")
def test_1_3_h_five_at_least_and_five_more_each_time() -> None:
    t = groups()
    t.refused(act(0, BID, 4), "1.3h", least=5)
    t = t.play(act(0, BID, 20))
    t.refused(act(1, BID, 24), "1.3h", least=25)
    assert t.play(act(1, BID, 25)).s.group_bids == ((0, 20), (1, 25))
    assert t.may(act(1, BID, 27)), "any dollar above"


@rule("1830", "1.3i", "R-51")
@pytest.mark.parametrize("policy", ["return", "out"])
def test_1_3_i_who_has_passed_is_out_of_the_bidding_whatever_the_option(policy: str) -> None:
    t = groups(pass_policy=policy).play(act(0, BID, 5), act(STEPHAN, PASS), act(2, BID, 10), act(3, BID, 20))
    t.refused(act(STEPHAN, BID, 50), "1.3i")
    t = t.play(act(0, BID, 25))
    assert t.turn == ("bid_for_groups", 2), "Stephan is passed over"
    t.refused(act(STEPHAN, BID, 50), "1.3i")


@rule("1830", "1.3j")
def test_1_3_j_the_highest_bid_chooses_first_then_the_next_and_who_never_bid_last() -> None:
    t = example()
    order = []
    for number in (1, 2, 3, 4):
        order.append(t.turn)
        t.refused(act((int(t.turn[1]) + 1) % 4, TAKE, number), "1.3j")
        t = t.play(act(int(t.turn[1]), TAKE, number))
    assert order == [(TAKE, VOLKER), (TAKE, FRANZ), (TAKE, THOMAS), (TAKE, STEPHAN)]


@rule("1830", "1.3j")
def test_1_3_j_those_without_a_bid_choose_as_they_sit_from_the_banker_on() -> None:
    t = groups(preset="classic", private_sale="groups", seating="random")
    t = t.play(act(CHANCE, "draw_seats", (2, 0, 3, 1)))
    assert t.turn == ("bid_for_groups", 2)
    t = t.play(act(2, PASS), act(0, PASS), act(3, BID, 5), act(1, PASS))
    order = []
    for number in (1, 2, 3, 4):
        order.append(t.turn[1])
        t = t.play(act(int(t.turn[1]), TAKE, number))
    assert order == [3, 2, 0, 1]


@rule("1830", "1.3.ex1", "1.3k", "1.3l", "1.3n")
def test_1_3_the_example_of_the_book_to_the_dollar() -> None:
    t = example()
    assert [t.money(seat) for seat in range(4)] == [600] * 4, "nothing is paid before the choice"
    t = t.play(act(VOLKER, TAKE, 3))
    assert t.money(VOLKER) == 600 - 190 == 410
    assert t.holding("PRR", VOLKER) == 10
    t = t.play(act(FRANZ, TAKE, 2))
    assert t.money(FRANZ) == 600 - 135 == 465
    t = t.play(act(THOMAS, TAKE, 4))
    assert t.money(THOMAS) == 600 - 225 == 375
    assert t.turn == ("set_par", "BO"), "before anybody chooses on"
    t.refused(act(STEPHAN, TAKE, 1), "6.2e")
    t = t.play(act(THOMAS, "set_par", "B&O", 100))
    assert (t.s.par["B&O"], t.s.director["B&O"], t.holding("B&O", THOMAS)) == (100, THOMAS, 20)
    t = t.play(act(STEPHAN, TAKE, 1))
    assert t.money(STEPHAN) == 600 - 130 == 470
    assert t.s.privates == {"SV": "P1", "CS": "P2", "DH": "P2", "MH": "P1", "CA": "P3", "BO": "P0"}
    assert (t.s.round, t.s.stock_rounds, t.s.phase) == ("stock", 1, "2")
    assert (t.s.priority, t.turn) == (VOLKER, ("trade_shares", VOLKER))
    assert (t.s.group_bids, t.s.passed) == ((), ())
    assert t.s.cash["bank"] == 9600 + 190 + 135 + 225 + 130


@rule("1830", "1.3a", "1.3m")
def test_1_3_the_stock_round_waits_for_the_last_group() -> None:
    t = groups(3).play(act(0, PASS), act(1, PASS), act(2, PASS))
    for seat, number in ((0, 2), (1, 3)):
        t.refused(act(seat, "par", "PRR", 67), "1.3m")
        t.refused(act(seat, "buy", "PRR", "bank", 10), "1.3m")
        t = t.play(act(seat, TAKE, number))
    assert t.turn == (TAKE, 2)
    t.refused(act(2, TAKE, 2), "1.3a")
    t.refused(act(2, PASS), "1.3a")
    t.refused(act(2, "par", "PRR", 67), "1.3m")
    t = t.play(act(2, TAKE, 1), act(2, "set_par", "B&O", 67))
    assert (t.s.round, t.turn) == ("stock", ("trade_shares", 0))
    assert "" not in t.s.privates.values()


@rule("1830", "1.3m")
def test_1_3_m_no_shares_while_people_bid() -> None:
    groups().refused(act(0, "par", "PRR", 67), "1.3m")


@rule("1830", "R-04")
def test_r_04_nobody_bids() -> None:
    t = groups().play(*(act(seat, PASS) for seat in range(4)))
    assert (t.turn, t.s.priority) == ((TAKE, 0), 0)
    assert t.play(act(0, TAKE, 3)).money(0) == 600 - 160
    for seat, number in ((0, 1), (1, 2), (2, 3), (3, 4)):
        t = t.play(act(seat, TAKE, number))
    t = t.play(act(3, "set_par", "B&O", 67))
    assert t.turn == ("trade_shares", 0), "the banker has priority"


@rule("1830", "R-04")
def test_r_04_the_last_one_who_has_not_spoken_is_still_asked() -> None:
    t = groups().play(act(0, PASS), act(1, PASS), act(2, PASS))
    assert t.turn == ("bid_for_groups", 3)
    bid = t.play(act(3, BID, 5))
    assert (bid.turn, bid.s.priority) == ((TAKE, 3), 3)
    assert t.play(act(3, PASS)).turn == (TAKE, 0)


@rule("1830", "R-03")
def test_r_03_of_seven_players_the_last_gets_no_private_and_pays_only_a_bid() -> None:
    t = groups(7)
    for seat in range(7):
        t = t.play(act(seat, BID, 5 * (seat + 1)))
    t = t.play(*(act(seat, PASS) for seat in range(6)))
    assert t.turn == (TAKE, 6)
    for seat, number in zip((6, 5, 4, 3, 2), (1, 2, 3, 4, 5), strict=True):
        t = t.play(act(seat, TAKE, number))
    t = t.play(act(1, TAKE, 6), act(1, "set_par", "B&O", 67))
    assert (t.s.round, t.s.priority) == ("stock", 6)
    assert "" not in t.s.privates.values()
    assert "P0" not in t.s.privates.values()
    assert t.money(0) == 350 - 5
    assert t.money(1) == 350 - 10 - 220


@rule("1830", "R-111")
def test_r_111_a_bid_leaves_enough_for_a_group_whoever_is_still_in() -> None:
    """Six players with $400, groups for 20, 60, 70, 110, 160 and 220: with all in, the dearest may be what is left."""
    t = groups(6)
    assert t.offers(BID) == [(Range(5, 400 - 220),)]
    t.refused(act(0, BID, 181), "R-111", most=180, cash=400)
    after = t.play(act(0, BID, 180))
    assert after.offers(BID) == [], "everybody may still bid more, so that seat 1 may come to choose last"
    after.refused(act(1, BID, 185), "R-111", most=180)
    t = t.play(act(0, BID, 5), *(act(seat, PASS) for seat in (1, 2, 3)))
    assert t.offers(BID) == [(Range(10, 400 - 70),)], "three are in: the third cheapest is left at worst"
    t = t.play(act(4, PASS))
    assert t.offers(BID) == [(Range(10, 400 - 60),)]
    t.refused(act(5, BID, 341), "R-111", most=340, cash=400)
    t = t.play(act(5, BID, 340))
    assert t.offers(BID) == [], "345 and SV, the cheapest of two, are too much for the other one"
    assert t.turn == ("bid_for_groups", 0)


@rule("1830", "R-111")
def test_r_111_who_is_alone_in_the_bidding_leaves_the_cheapest_group() -> None:
    t = groups(2).play(act(0, PASS))
    assert t.offers(BID) == [(Range(5, 1200 - 250),)]
    t = groups(2)
    assert t.offers(BID) == [(Range(5, 1200 - 370),)]


@rule("1830", "1.3l", "R-111")
def test_1_3_l_only_a_group_that_can_be_paid_with_the_bid_is_taken() -> None:
    """Seat 0 pays 340 of its 400 for choosing: of six groups those for 20 and 60 are left to it."""
    t = groups(6).play(act(0, BID, 5), *(act(seat, PASS) for seat in (1, 2, 3, 4)))
    t = t.play(act(5, BID, 10), act(0, BID, 340), act(5, PASS))
    assert t.offers(TAKE) == [(1,), (2,)]
    t.refused(act(0, TAKE, 3), "1.3l", cost=410, cash=400)
    t.refused(act(0, TAKE, 6), "1.3l", cost=560, cash=400)
    taken = t.play(act(0, TAKE, 2))
    assert taken.money(0) == 0
    assert len(taken.offers(TAKE)) == 5, "10 and any of the others are less than 400"


@rule("1830", "R-111")
@pytest.mark.parametrize("seats", range(2, 8))
@pytest.mark.parametrize("seed", range(4))
def test_r_111_whoever_bids_as_much_as_is_allowed_can_pay_for_a_group(seats: int, seed: int) -> None:
    """Bids at either limit, passes by lot, and everybody takes the cheapest group: the worst for those who follow."""
    rng, t = Random(seed), groups(seats)
    while t.s.round == "auction":
        choices = {choice.kind: choice for choice in reversed(t.choices())}
        if BID in choices and rng.random() < 0.7:
            (bids,) = choices[BID].args
            t = t.play(act(choices[BID].seat, BID, rng.choice((bids.lo, bids.hi))))
        elif TAKE in choices:
            cheapest = min(t.offers(TAKE), key=lambda args: t.game.rules.groups[args[0] - 1].price)
            t = t.play(act(choices[TAKE].seat, TAKE, *cheapest))
        else:
            t = t.play(next(choices.get(PASS, t.choices()[0]).actions()))
    assert "" not in t.s.privates.values()


@rule("1830", "V-1.8a")
def test_v_1_8_a_classic_may_sell_in_groups_too() -> None:
    t = groups(preset="classic", private_sale="groups")
    assert t.turn == ("bid_for_groups", 0)
    assert fresh().turn == ("sell_privates", 0)


@rule("1830", "R-106", "V-1.8a")
@pytest.mark.parametrize(
    ("option", "value"),
    [("raise", "exactly_5"), ("raise", "multiple_of_5"), ("bidding", "free"), ("bid_off", "lowest")],
)
def test_r_106_the_ways_of_an_auction_do_not_go_with_groups(option: str, value: str) -> None:
    with pytest.raises(Malformed, match=r"R-106"):
        TITLE.resolve({option: value}, "basic")


@rule("1830", "R-106")
def test_r_106_groups_take_only_the_six_privates_of_classic() -> None:
    with pytest.raises(Malformed, match=r"V-1\.8a"):
        TITLE.resolve({"private_sale": "groups"}, "D")


def test_the_log_tells_the_bids_and_what_was_paid() -> None:
    t, names = example(), ("Thomas", "Stephan", "Franz", "Volker")
    assert tell(t.game, names, groups().s, act(THOMAS, BID, 5), "de") == "Thomas bietet $5 für die Wahl."
    said = tell(t.game, names, t.s, act(FRANZ, TAKE, 2), "en")
    assert said.startswith("Franz takes ")
    assert said.endswith(" and pays $135.")


def test_positions_of_the_sale_that_cannot_be_are_told() -> None:
    t = example()
    for wrong in (((0, 5), (0, 10)), ((0, 5), (1, 7)), ((0, 0),), ((0, 5), (4, 10))):
        t.s.group_bids = wrong
        assert any("group" in problem for problem in t.game.audit(t.s)), wrong
    t.s.group_bids = ((0, 5), (2, 25), (3, 490))
    assert not list(t.game.audit(t.s)), "490 and 110, for the cheapest, are 600"
    t.s.group_bids = ((0, 5), (2, 25), (3, 495))
    assert any("nobody for one of these steps" in problem for problem in t.game.audit(t.s))
    t = example().private("CS", VOLKER)
    assert any("nobody for one of these steps" in problem for problem in t.game.audit(t.s)), "half a group"
    t = fresh()
    t.s.group_bids = ((0, 5),)
    assert list(t.game.audit(t.s)) == ["bids for groups lie on the table only while groups are sold"]
    t = groups()
    t.s.bids["CA"] = ((0, 165),)
    assert list(t.game.audit(t.s)) == ["nobody bids on single privates in this sale"]
