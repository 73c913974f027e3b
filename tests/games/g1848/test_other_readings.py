"""Options by which 1848 is read as 18xx.games reads it: what each of them changes, and that the book does not."""

from __future__ import annotations

from tests.games.g1848.failing import LOAN, weak
from tests.games.g1848.idle import go_on, turn_over
from tests.games.g1848.positions import England, act
from tests.games.g1848.test_powers import E6, TASMANIA, augusta
from tests.marks import rule


def crowded(time: str = "at_once") -> England:
    """VR will be the second company in receivership: phase 5 begins. SAR of seat 1 then has one train too many."""
    t = weak(500, phase="4", discard_time=time).failed("QR", 3)
    return t.opened("SAR", par=70, shares={1: 60}).home("SAR").trains("SAR", "3", "3+", "4")


@rule("1848", "R-29")
def test_r_29_by_the_book_trains_are_given_up_at_once() -> None:
    t = crowded().operating("VR").play(LOAN)
    assert (t.s.phase, t.turn) == ("5", ("discard_train", "SAR"))


@rule("1848", "R-29")
def test_r_29_by_an_option_the_next_company_runs_with_all_its_trains_and_then_gives_up_one() -> None:
    t = crowded("after_dividend").laid("G6", "57", 2).laid("F5", "57", 2).operating("VR").play(LOAN)
    assert (t.s.phase, t.turn) == ("5", ("lay_track", "SAR"))
    while t.turn[0] != "pay_dividend":
        assert t.s.trains["SAR"] == ("3", "3+", "4")
        t = go_on(t)
    for said in ("pay_out", "withhold"):
        after = t.play(act(1, said))
        assert after.turn == ("discard_train", "SAR")
        assert after.play(act(1, "discard", "3+")).turn == ("buy_trains", "SAR")


@rule("1848", "R-29")
def test_r_29_without_a_route_trains_are_given_up_before_trains_are_bought() -> None:
    t = crowded("after_dividend").operating("VR").play(LOAN)
    while t.turn == ("lay_track", "SAR"):
        t = t.play(act(1, "pass_track"))
    assert t.turn == ("discard_train", "SAR")


@rule("1848", "R-29")
def test_r_29_after_the_last_company_of_a_round_at_its_end() -> None:
    """SAR has acted before VR: nobody is left in the first of two rounds."""
    t = crowded("after_dividend").operating("VR", acted=("SAR",), set_round=1).play(LOAN)
    assert (t.turn, t.s.set_round) == (("discard_train", "SAR"), 1)
    after = t.play(act(1, "discard", "4"))
    assert (after.s.trains["SAR"], after.s.set_round, after.turn) == (("3", "3+"), 2, ("lay_track", "SAR"))


@rule("1848", "R-29")
def test_r_29_a_purchase_still_asks_for_trains_at_once() -> None:
    t = crowded("after_dividend").depot("4", 0).depot("5", 3).opened("NSW", par=90, shares={2: 60}).home("NSW")
    t = t.cash({"NSW": 600}).operating("NSW", "buy_trains")
    after = t.play(act(2, "buy_train", "bank", "5", 500))
    assert after.turn == ("discard_train", "SAR")


def in_debt(sales: str = "must") -> England:
    """VR fails: 140 of seat 0, who has nothing. Seat 0 has 20% of SAR (70) of seat 1, which acts next."""
    t = weak(0, compensation_sales=sales).cash({0: 0}).opened("SAR", par=70, shares={0: 20, 1: 60})
    return t.cash({"SAR": 500})


@rule("1848", "VI.rec.5")
def test_vi_rec_5_by_an_option_the_next_company_begins_before_a_debtor_sells() -> None:
    """What is seen: its home station lies there already."""
    book = in_debt().operating("VR").play(LOAN)
    assert (book.turn, "G6" in book.s.stations) == (("raise_money", 0), False)
    t = in_debt("may").operating("VR").play(LOAN)
    assert (t.turn, t.s.stations["G6"]) == (("raise_money", 0), (("SAR",),))
    assert set(t.offers("sell")) == {("SAR", 10), ("SAR", 20)}
    after = t.play(act(0, "sell", "SAR", 20))
    assert (after.money(0), after.turn) == (0, ("lay_track", "SAR"))


def two_in_debt(sales: str = "must") -> England:
    """Seat 3 owes 50 for QR since long ago, and has shares of SAR; seat 0 will owe 140, and has none."""
    t = weak(0, compensation_sales=sales).failed("QR", 3).cash({0: 0, 3: -50}).depot("4", 4)
    return t.opened("SAR", par=70, shares={1: 40, 3: 20}).opened("NSW", par=80, shares={2: 60})


@rule("1848", "VI.rec.5", "VI.rec.6")
def test_vi_rec_5_all_who_are_overdrawn_are_asked_from_the_next_director_on() -> None:
    """Seat 2 directs the next company: seat 3 comes before seat 0."""
    t = two_in_debt("may").operating("VR").play(LOAN)
    assert t.turn == ("raise_money", 3)
    after = t.play(act(3, "sell", "SAR", 10))
    assert (after.money(3), after.money(0)) == (20, -140)
    assert after.turn == ("lay_track", "NSW"), "seat 0 has nothing to sell"
    book = two_in_debt().operating("VR").play(LOAN)
    assert (book.turn, book.money(3)) == (("lay_track", "NSW"), -50), "an old debt forces no sale"


@rule("1848", "VI.rec.5")
def test_vi_rec_5_after_one_who_has_nothing_to_sell_nobody_else_is_asked_in_that_round() -> None:
    """The next company is directed by seat 0, who may sell nothing of it; seat 3 could sell and is not asked."""
    t = two_in_debt("may").opened("FT", par=100, shares={0: 30, 2: 30}, director=0).operating("VR").play(LOAN)
    assert (t.turn, t.money(3)) == (("lay_track", "FT"), -50)
    t = turn_over(t)
    assert t.turn == ("lay_track", "NSW")
    t = turn_over(t)
    assert t.turn == ("lay_track", "SAR"), "not even when another company is on turn"


@rule("1848", "VI.rec.5", "VI.rec.6")
def test_vi_rec_5_in_the_next_round_debtors_are_asked_after_the_first_action_of_a_company() -> None:
    """Seat 2 directs the first company of the round, so seat 3 is asked first now."""
    t = two_in_debt("may").opened("FT", par=70, shares={0: 30, 2: 30}, director=0)
    t = t.operating("VR", acted=("NSW", "SAR"), set_round=1).play(LOAN)
    assert t.turn == ("lay_track", "FT")
    t = turn_over(t)
    assert (t.s.set_round, t.turn) == (2, ("lay_track", "NSW"))
    assert not t.offers("sell")
    t = t.play(act(2, "pass_track"))
    assert t.turn == ("raise_money", 3)
    after = t.play(act(3, "sell", "SAR", 10))
    assert (after.money(3), after.turn) == (20, ("buy_trains", "NSW"))


@rule("1848", "VI.rec.5")
def test_vi_rec_5_after_the_last_company_debtors_are_asked_before_the_round_ends() -> None:
    """VR acts last; its director comes first, then the others in turn."""
    t = (
        two_in_debt("may")
        .opened("WA", par=70, shares={0: 30, 2: 40})
        .operating("VR", acted=("NSW", "SAR", "WA"), set_round=1)
    )
    t = t.play(LOAN)
    assert (t.turn, t.s.set_round) == (("raise_money", 0), 1)
    t = t.play(act(0, "sell", "WA", 20))
    assert (t.money(0), t.turn, t.s.set_round) == (0, ("raise_money", 3), 1)
    t = t.play(act(3, "sell", "SAR", 10))
    assert (t.turn[0], t.s.set_round) == ("lay_track", 2)


@rule("1848", "V.gen.5")
def test_v_gen_5_by_an_option_powers_are_open_from_the_start() -> None:
    t = augusta("2", private_powers="always").private("P2", 0).operating("CAR")
    after = t.play(act(0, "lay_private", "P2", *E6))
    assert (after.money("CAR"), after.s.tiles["E6"]) == (100, ("9", 1))
    t = augusta("2", private_powers="always", tasmania="company").private("P3", 0).operating("CAR")
    t.refused(act(0, "lay_private", "P3", "I8", *TASMANIA), "V.gen.5")
