"""VIII: rounds, the order of the companies, and the steps of a turn."""

from __future__ import annotations

from tests.games.g1848.idle import all_pass, go_on, round_over, turn_over
from tests.games.g1848.lines import EAST, acting, lay, on_turn, run, running
from tests.games.g1848.positions import England, act, table
from tests.marks import rule


@rule("1848", "VIII.gen.1")
def test_gen_1_in_an_operating_round_nobody_trades_shares() -> None:
    t = on_turn("FT")
    for action in (act(0, "buy", "FT", "bank", 10), act(0, "sell", "FT", 10), act(0, "par", "VR", 80)):
        t.refused(action, "VIII.turn.1")
    t.refused(act(1, "buy", "FT", "bank", 10), "VII.1.3")


@rule("1848", "VIII.gen.2", "VIII.turn.4")
def test_gen_2_a_stock_round_is_followed_by_an_operating_round_and_that_by_a_stock_round() -> None:
    t = table().opened("FT", par=80, shares={0: 60}).home("FT").cash({"FT": 800}).stock()
    t = all_pass(t)
    assert (t.s.round, t.s.set_length, t.s.set_round) == ("operating", 1, 1)
    assert t.turn == ("lay_track", "FT")
    assert turn_over(t).s.round == "stock"


def sets(t: England) -> tuple[int, England]:
    """How many operating rounds follow the stock round that goes on here, and the next one."""
    t, count = all_pass(t), 0
    while t.s.round == "operating":
        t, count = round_over(t), count + 1
    return count, t


@rule("1848", "VIII.gen.3")
def test_gen_3_after_the_first_3_train_two_operating_rounds_follow_the_next_stock_round() -> None:
    t = on_turn("FT", step="buy_trains").depot("2", 0)
    t = turn_over(t.play(act(0, "buy_train", "bank", "3", 200)))
    assert (t.s.round, t.s.phase) == ("stock", "3")
    assert sets(t)[0] == 2


@rule("1848", "VIII.gen.3")
def test_gen_3_before_it_is_one() -> None:
    assert sets(turn_over(on_turn("FT", step="buy_trains")))[0] == 1


@rule("1848", "VIII.gen.4")
def test_gen_4_after_the_first_5_train_three_follow_the_next_stock_round() -> None:
    """It is sold in the first round of two: the second one is played before the stock round."""
    t = on_turn("FT", step="buy_trains", phase="4", cash=800).depot("4", 0)
    t = turn_over(t.play(act(0, "buy_train", "bank", "5", 500)))
    assert (t.s.round, t.s.phase, t.s.set_length, t.s.set_round) == ("operating", "5", 2, 2)
    t = round_over(t)
    assert t.s.round == "stock"
    assert sets(t)[0] == 3


@rule("1848", "VIII.order.1")
def test_order_1_privates_pay_before_any_company_acts() -> None:
    """P1 and P2 belong to seat 0, P3 and P4 to seat 1, P5 to seat 2, P6 to seat 3."""
    t = table().opened("FT", par=80, shares={0: 60}).home("FT").cash({0: 0, 1: 0, 2: 0, 3: 0, "FT": 0})
    for private, seat in zip(("P1", "P2", "P3", "P4", "P5", "P6"), (0, 0, 1, 1, 2, 3), strict=True):
        t.private(private, seat)
    t = all_pass(t.stock())
    assert t.turn == ("lay_track", "FT")
    assert [t.money(seat) for seat in range(4)] == [5 + 10, 15 + 20, 25, 30]


@rule("1848", "VIII.order.1")
def test_order_1_a_private_of_a_company_pays_the_company() -> None:
    t = table().phase("3").opened("FT", par=80, shares={0: 60}).home("FT").cash({"FT": 0, 0: 0}).private("P4", "FT")
    t = all_pass(t.stock())
    assert (t.money("FT"), t.money(0)) == (20, 0)


@rule("1848", "VIII.order.2")
def test_order_2_the_bank_of_england_pays_before_the_companies() -> None:
    t = table().phase("3").opened("FT", par=80, shares={0: 60}).home("FT").england({1: 30})
    t = all_pass(t.cash({1: 0}).stock())
    assert t.turn == ("lay_track", "FT")
    assert t.money(1) == 3 * 10


@rule("1848", "VIII.order.2", "VIII.order.1")
def test_order_2_and_after_the_privates() -> None:
    """Where the dividend is said aloud, one sees the moment between."""
    t = table(boe_dividend="said").phase("3").opened("FT", par=80, shares={0: 60}).home("FT").england({1: 30})
    t = all_pass(t.private("P1", 1).cash({1: 0}).stock())
    assert (t.turn, t.money(1)) == (("pay_lender", t.s.priority), 5)
    t.refused(act(0, "pass_track"), "VIII.order.2")
    after = t.play(act(t.s.priority, "lender_pays"))
    assert (after.turn, after.money(1)) == (("lay_track", "FT"), 35)


def priced(*cells: tuple[str, tuple[int, int]]) -> England:
    """Companies of one seat each, on these cells of the market, at the end of a stock round."""
    t = table().phase("3")
    for seat, (company, cell) in enumerate(cells):
        t.opened(company, par=100 if company == "CAR" else 80, shares={seat: 60}, cell=cell).home(company)
    return all_pass(t.stock())


@rule("1848", "VIII.order.3", "VIII.turn.4")
def test_order_3_the_dearest_company_acts_first() -> None:
    """120, 90 and 100; when all three have acted, the round is over."""
    t = priced(("FT", (0, 6)), ("VR", (0, 3)), ("QR", (0, 4)))
    assert [t.price(company) for company in ("FT", "VR", "QR")] == [120, 90, 100]
    assert acting(t) == ["FT", "QR", "VR"]
    assert (t.s.set_round, round_over(t).s.set_round) == (1, 2)


@rule("1848", "VIII.order.4")
def test_order_4_on_one_field_the_upper_marker_acts_first() -> None:
    """VR came first, FT came later and lies beneath."""
    assert acting(priced(("VR", (1, 5)), ("FT", (1, 5)))) == ["VR", "FT"]
    assert acting(priced(("FT", (1, 5)), ("VR", (1, 5)))) == ["FT", "VR"]


@rule("1848", "VIII.order.4", "VIII.order.3")
def test_order_4_a_marker_that_moves_onto_another_goes_beneath() -> None:
    """In the first round FT falls from 110 to 100, where VR has been; VR falls to 90. In the second FT leads."""
    t = priced(("FT", (1, 6)), ("VR", (1, 5)))
    assert [t.price("FT"), t.price("VR")] == [110, 100]
    t = turn_over(t)
    assert t.s.cell["FT"] == t.s.cell["VR"] == (1, 5)
    assert t.s.arrival["VR"] < t.s.arrival["FT"]
    assert acting(t) == ["VR"]


@rule("1848", "VIII.order.5")
def test_order_5_of_equal_prices_the_one_further_right_acts_first() -> None:
    """100 is to be had in the fourth, fifth and sixth column."""
    t = priced(("FT", (0, 4)), ("VR", (1, 5)), ("QR", (2, 6)))
    assert {t.price(company) for company in ("FT", "VR", "QR")} == {100}
    assert acting(t) == ["QR", "VR", "FT"]


@rule("1848", "R-23", "VIII.order.3")
def test_r_23_prices_of_the_moment_decide_who_is_next() -> None:
    """VR, 80, fails by a loan. Its director lacks 40 and sells a share of QR, whose price falls from 70 to 60.

    SAR, 60 further right, would have acted after QR and acts before it now.
    """
    t = table().phase("3").opened("VR", par=80, shares={0: 30, 1: 30}, cell=(0, 2)).home("VR")
    t.opened("QR", par=70, shares={2: 50, 0: 10}, cell=(1, 2)).home("QR")
    t.opened("SAR", par=70, shares={3: 60}, cell=(4, 4)).home("SAR")
    t = all_pass(t.cash({"VR": 0, 0: 100}).stock())
    assert [t.price(company) for company in ("VR", "QR", "SAR")] == [80, 70, 60]
    assert acting(t) == ["VR", "QR", "SAR"]
    failed = t.play(act(0, "loan"))
    assert (failed.turn, failed.money(0)) == (("raise_money", 0), -40)
    after = failed.play(act(0, "sell", "QR", 10))
    assert (after.price("QR"), after.money(0)) == (60, 30)
    assert acting(after) == ["SAR", "QR"]


# -- the steps of a turn


@rule("1848", "VIII.turn.1")
def test_turn_1_tiles_station_run_income_trains_in_this_order() -> None:
    t = on_turn("FT", EAST, "3")
    steps = []
    while t.s.round == "operating":
        steps.append(t.turn[0])
        t = go_on(t)
    assert steps == ["lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains"]


@rule("1848", "VIII.turn.1")
def test_turn_1_no_tile_after_the_run_and_no_train_before_it() -> None:
    t = running("FT", EAST, "2")
    t.refused(act(0, "buy_train", "bank", "2", 100), "VIII.turn.1")
    t.refused(lay("E18", "57", 0), "VIII.turn.1")
    after = t.play(run([("G14", 6), ("G14", 4), ("G16", 6)]))
    after.refused(lay("H13", "9", 0), "VIII.turn.1")
    after.refused(act(0, "station", "G16", 0), "VIII.turn.1")
    paid = after.play(act(0, "pay_out"))
    paid.refused(run([("G14", 6), ("G14", 4), ("G16", 6)]), "VIII.turn.1")
    assert paid.may(act(0, "buy_train", "bank", "2", 100))


@rule("1848", "VIII.turn.1")
def test_turn_1_what_is_not_forced_may_be_left_out() -> None:
    t = on_turn("FT", EAST, "2")
    for kind in ("pass_track", "pass_station"):
        t = t.play(act(0, kind))
    t = t.play(run([]))
    assert t.turn[0] == "buy_trains"
    assert t.play(act(0, "pass_trains")).s.round == "stock"


@rule("1848", "VIII.turn.2", "VIII.track.3")
def test_turn_2_two_yellow_tiles_or_one_replacement() -> None:
    """FT has Canberra and Wollongong; Sydney and the town hex G12 are bare."""
    t = on_turn("FT", (("G14", "57", 1), ("G16", "6", 1)), phase="3")
    yellow = t.play(lay("F17", "57", 0))
    yellow.refused(lay("G14", "15", 1), "VIII.turn.2")
    yellow.refused(lay("F17", "236", 0), "VIII.turn.2")
    both = yellow.play(lay("G12", "55", 0))
    both.refused(lay("E18", "57", 0), "VIII.turn.2")
    green = t.play(lay("G14", "15", 1))
    green.refused(lay("F17", "57", 0), "VIII.turn.2")
    green.refused(lay("G16", "15", 0), "VIII.turn.2")


@rule("1848", "VIII.turn.3")
def test_turn_3_privates_and_loans_at_any_moment_of_the_turn() -> None:
    t = running("FT", EAST, "2", phase="3").private("P1", 0).settled()
    bought = t.play(act(0, "buy_private", "P1", 40))
    assert (bought.s.privates["P1"], bought.money("FT")) == ("FT", 460)
    later = t.play(run([("G14", 6), ("G14", 4), ("G16", 6)]), act(0, "pay_out"))
    assert later.turn[0] == "buy_trains"
    after = later.play(act(0, "buy_private", "P1", 1))
    assert (after.s.privates["P1"], after.money("FT")) == ("FT", 499)
    assert after.play(act(0, "loan")).money("FT") == 599
    early = on_turn("FT", EAST, "2", phase="3").private("P1", 0).settled()
    assert early.play(act(0, "loan"), act(0, "buy_private", "P1", 40)).turn[0] == "lay_track"


@rule("1848", "VIII.turn.3")
def test_turn_3_only_from_phase_3_on_and_only_in_an_own_turn() -> None:
    t = on_turn("FT", EAST, "2").private("P1", 0).settled()
    t.refused(act(0, "buy_private", "P1", 40), "V.gen.4")
    t.refused(act(0, "loan"), "VI.boe.4")
    stock = table().phase("3").opened("FT", par=80, shares={0: 60}).home("FT").private("P1", 0).stock()
    stock.refused(act(0, "buy_private", "P1", 40), "VIII.turn.3")


@rule("1848", "VIII.turn.4")
def test_turn_4_the_last_company_ends_the_round() -> None:
    """FT and VR act once each, then the stock round begins; in phase 3 a second operating round does."""
    t = on_turn("FT").opened("VR", par=70, shares={1: 60}).home("VR").operating("FT")
    after = turn_over(t)
    assert (after.s.round, after.turn) == ("operating", ("lay_track", "VR"))
    assert turn_over(after).s.round == "stock"
    t = on_turn("FT", phase="3")
    assert (turn_over(t).s.set_round, turn_over(t).turn) == (2, ("lay_track", "FT"))
