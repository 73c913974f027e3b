"""II and III: what is in the box, who plays, and how the game is set up."""

from __future__ import annotations

from collections import Counter

import pytest

from stellwerk.core.errors import RuleError
from stellwerk.core.view import view_of
from stellwerk.games.g1848.game import TITLE
from stellwerk.games.g1848.ruleset import rules_of
from tests.games.g1848.idle import all_pass, round_over
from tests.games.g1848.positions import act, fresh, game_for, table
from tests.marks import rule


@rule("1848", "II.1")
@pytest.mark.parametrize("seats", [2, 7])
def test_ii_1_two_or_seven_are_too_few_or_too_many(seats: int) -> None:
    with pytest.raises(RuleError) as caught:
        TITLE.game(seats, {})
    assert (caught.value.rule, caught.value.data) == ("II.1", {"given": seats, "least": 3, "most": 6})


@rule("1848", "II.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_ii_1_three_to_six_play_with_six_privates_eight_companies_and_a_bank(seats: int) -> None:
    t = fresh(seats)
    assert list(t.s.privates) == ["P1", "P2", "P3", "P4", "P5", "P6"]
    assert len(t.game.rules.railroads) == 8
    assert rules_of(t.game.rules).lender == "BOE"


@rule("1848", "II.2", "VII.1.3")
def test_ii_2_the_largest_holder_alone_acts_for_a_company() -> None:
    t = table().opened("VR", shares={0: 40, 1: 20}).home("VR").cash({"VR": 1000}).operating("VR")
    assert t.may(act(0, "lay", "H11", "57", 1))
    t.refused(act(1, "lay", "H11", "57", 1), "VII.1.3")
    t.refused(act(1, "pass_track"), "VII.1.3")


@rule("1848", "II.3")
def test_ii_3_a_hundred_tiles() -> None:
    catalogue, counts = game_for().rules.catalogue, Counter[str]()
    for number, count in catalogue.counts.items():
        counts[catalogue.face(number, 0).colour] += count
    assert counts == {"yellow": 43, "green": 31, "brown": 22, "grey": 3, "blue": 1}


@rule("1848", "II.3")
def test_ii_3_a_tile_that_is_used_up_cannot_be_laid() -> None:
    """There are three straight cities 57; all lie elsewhere."""
    t = table().opened("VR", shares={0: 60}).home("VR").cash({"VR": 1000})
    t.laid("E4", "57", 1).laid("E2", "57", 1)
    assert t.operating("VR").may(act(0, "lay", "H11", "57", 1))
    t.laid("E14", "57", 1).operating("VR").refused(act(0, "lay", "H11", "57", 1), "II.3", tile="57", hex="H11")


@rule("1848", "II.4", "R-01")
def test_ii_4_so_many_train_cards() -> None:
    """Of the 2E and the 8/D the box holds five each, which makes 30; as the table has it they never run out."""
    depot = fresh().s.depot
    printed = {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2}
    assert {name: depot[name] for name in printed} == printed
    assert depot.keys() - printed.keys() == {"8", "2E"}
    assert sum(printed.values()) + 5 + 5 == 30


@rule("1848", "R-01")
def test_r_01_a_sixth_8_is_sold_and_a_sixth_ghan() -> None:
    t = table().phase("7").opened("VR", shares={0: 60}).home("VR").cash({"VR": 1000})
    for other, trains in (("NSW", ("8", "8")), ("QR", ("8", "8")), ("SAR", ("8",))):
        t.opened(other, shares={1: 60}).trains(other, *trains, "2E")
    for other in ("FT", "WA"):
        t.opened(other, shares={2: 60}).trains(other, "2E")
    after = t.operating("VR", "buy_trains").play(act(0, "buy_train", "bank", "8", 800))
    assert (after.s.trains["VR"], after.money("VR")) == (("8",), 200)
    assert after.play(act(0, "buy_train", "bank", "2E", 200)).s.trains["VR"] == ("8", "2E")


@rule("1848", "II.5")
def test_ii_5_certificates() -> None:
    shares = fresh(4).s.shares
    railroads = [[cert for held in shares[name] for cert in held] for name in game_for().rules.railroads]
    assert all(sorted(certs, reverse=True) == [20, *[10] * 8] for certs in railroads)
    assert sum(map(len, railroads)) == 72
    assert [cert for held in shares["BOE"] for cert in held] == [10] * 10


@rule("1848", "II.6", "R-02", "VI.gen.14")
def test_ii_6_markers_and_loans() -> None:
    t = fresh()
    markers = {"QR": 5, "VR": 3, "NSW": 4, "WA": 5, "CAR": 3, "SAR": 4, "FT": 4, "COM": 5}
    assert {name: t.s.markers[name] for name in markers} == markers
    assert sum(t.s.markers.values()) == 33
    assert rules_of(t.game.rules).loans.count == 20


@rule("1848", "II.7", "III.cap.1", "R-03")
@pytest.mark.parametrize(("seats", "each"), [(3, 840), (4, 630), (5, 510), (6, 430)])
def test_ii_7_the_capital_of_the_players_comes_from_the_bank(seats: int, each: int) -> None:
    t = fresh(seats)
    assert [t.money(seat) for seat in range(seats)] == [each] * seats
    assert t.money("bank") == 10000 - seats * each
    assert t.money("BOE") == 2000


@rule("1848", "II.7")
def test_ii_7_three_players_leave_7480() -> None:
    assert fresh(3).money("bank") == 7480


@rule("1848", "R-03")
def test_r_03_a_loan_does_not_touch_the_bank() -> None:
    t = table().phase("3").opened("VR", shares={0: 60}).home("VR").cash({"VR": 500}).operating("VR")
    after = t.play(act(0, "loan"))
    assert (after.money("BOE"), after.money("VR")) == (1900, 600)
    assert after.money("bank") == t.money("bank")


@rule("1848", "III.seat.1", "IV.2")
@pytest.mark.parametrize("seats", [3, 6])
def test_iii_seat_1_the_first_seat_begins(seats: int) -> None:
    t = fresh(seats)
    assert (t.s.priority, t.turn) == (0, ("sell_privates", 0))
    t.refused(act(1, "lower", "P1"), "IV.2")
    assert t.play(act(0, "lower", "P1")).turn == ("sell_privates", 1)


@rule("1848", "III.seat.2")
def test_iii_seat_2_turns_go_round() -> None:
    t, seats = table(3).england({0: 10, 1: 10, 2: 10}).stock(), []
    for _ in range(6):
        seats.append(t.turn[1])
        t = t.play(act(int(t.turn[1]), "buy", "BOE", "pool", 10))
    assert seats == [0, 1, 2, 0, 1, 2]


@rule("1848", "III.seat.3", "XIII.order.1")
def test_iii_seat_3_left_of_whoever_acts_last_begins_the_next_stock_round() -> None:
    """A buys, B buys, then all pass: B was the last to act, so C begins the next one."""
    t = table(3).play(act(0, "buy", "BOE", "pool", 10), act(1, "buy", "BOE", "pool", 10))
    t = t.play(act(2, "pass_turn"), act(0, "pass_turn"), act(1, "pass_turn"))
    assert (t.s.round, t.s.stock_rounds, t.turn) == ("stock", 3, ("trade_shares", 2)), "no company has floated"


@rule("1848", "R-43", "III.seat.3")
def test_r_43_priority_stays_where_nobody_acts() -> None:
    t = table(4).stock(turn=2, priority=2)
    after = all_pass(t)
    assert (after.s.stock_rounds, after.turn) == (3, ("trade_shares", 2))


@rule("1848", "III.etiq.3", "R-04")
@pytest.mark.parametrize("seat", [0, 3, None])
def test_iii_etiq_3_everything_is_open(seat: int | None) -> None:
    t = table().phase("3").opened("VR", shares={0: 40, 1: 20}).cash({0: 17, 1: 230, "VR": 345}).england({2: 30})
    seen = view_of(t.game, t.s, seat, []).state
    assert seen.cash == t.s.cash
    assert seen.shares == t.s.shares
    assert (seen.cash["P0"], seen.cash["P1"], seen.cash["VR"], sum(seen.shares["BOE"][2])) == (17, 230, 345, 30)


@rule("1848", "III.misc.1")
def test_iii_misc_1_nothing_is_sold_yet() -> None:
    t = fresh()
    for company in t.game.rules.companies:
        assert not any(t.s.shares[company][seat] for seat in range(4))
    assert all(t.in_bank(company) == 100 for company in t.game.rules.railroads)
    assert not t.lent
    assert t.price("BOE") == 70, "all 20 loans lie on the track"
    assert next(iter(t.s.depot)) == "2"
    assert not t.s.tiles


@rule("1848", "III.misc.2")
def test_iii_misc_2_a_player_does_not_pay_for_a_company() -> None:
    """H13 is a mountain of 50."""
    t = table().opened("VR", shares={0: 60}).home("VR").laid("H11", "57", 1).cash({"VR": 49, 0: 600}).operating("VR")
    t.refused(act(0, "lay", "H13", "9", 1), "III.misc.2", cost=50, cash=49)
    assert t.cash({"VR": 50}).play(act(0, "lay", "H13", "9", 1)).money(0) == 600


@rule("1848", "III.misc.2")
def test_iii_misc_2_nor_a_company_for_another() -> None:
    t = table().opened("VR", shares={0: 60}).opened("NSW", shares={0: 60}).home("VR").home("NSW").laid("H11", "57", 1)
    t.cash({"VR": 99, "NSW": 500, 0: 500}).operating("VR", "buy_trains")
    t.refused(act(0, "buy_train", "bank", "2", 100), "III.misc.2", cost=100, cash=99)


@rule("1848", "III.misc.2")
def test_iii_misc_2_what_a_company_keeps_is_its_own() -> None:
    t = table().opened("VR", shares={0: 60}).home("VR").cash({0: 100, "VR": 0})
    t.s.revenue = 80
    after = t.operating("VR", "pay_dividend").play(act(0, "withhold"))
    assert (after.money("VR"), after.money(0)) == (80, 100)
    assert round_over(after).money(0) == 100
