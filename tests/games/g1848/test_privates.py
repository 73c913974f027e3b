"""V: the six privates, their income, their sale to companies and their powers."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass, round_over
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

INCOME = {"P1": 5, "P2": 10, "P3": 15, "P4": 20, "P5": 25, "P6": 30}
MOST = {"P1": 40, "P2": 80, "P3": 140, "P4": 220}


def victoria(phase: str = "3", cash: int = 500) -> England:
    """The VR of seat 0 has begun; seat 1 holds a fifth of it."""
    return table().phase(phase).opened("VR", par=80, shares={0: 40, 1: 20}).home("VR").cash({"VR": cash})


@rule("1848", "V.gen.1", "V.tab.1", "V.P1.1", "V.P2.1", "V.P3.1", "V.P4.1", "V.P5.1", "V.P6.1")
@pytest.mark.parametrize(("private", "income"), INCOME.items())
def test_v_gen_1_a_private_pays_at_the_start_of_each_operating_round(private: str, income: int) -> None:
    t = victoria().private(private, 2).cash({2: 100})
    bank = t.money("bank")
    t = all_pass(t.stock())
    assert (t.s.set_round, t.money(2), t.money("bank")) == (1, 100 + income, bank - income)
    t = round_over(t)
    assert (t.s.set_round, t.money(2)) == (2, 100 + 2 * income)
    t = round_over(t)
    assert (t.s.round, t.money(2)) == ("stock", 100 + 2 * income)


@rule("1848", "V.gen.1")
def test_v_gen_1_it_pays_a_company_that_owns_it() -> None:
    t = all_pass(victoria().private("P4", "VR").cash({0: 100}).stock())
    assert (t.money("VR"), t.money(0)) == (520, 100)


@rule("1848", "V.gen.2", "R-08")
@pytest.mark.parametrize("private", ["P1", "P4"])
def test_v_gen_2_a_private_lays_no_tile(private: str) -> None:
    """The book excepts P4, but means P3, which has a tile."""
    t = victoria().private(private, 0).operating("VR")
    for hex_, tile, rotation in (("H11", "57", 1), ("I8", "241", 1)):
        t.refused(act(0, "lay_private", private, hex_, tile, rotation), "V.gen.5")
    assert not t.offers("lay_private")
    assert victoria().private("P3", 0).operating("VR").offers("lay_private", "P3")


@rule("1848", "V.gen.2")
def test_v_gen_2_a_private_has_no_turn_and_no_trains() -> None:
    t = victoria("2").private("P1", 2)
    t = all_pass(t.stock())
    assert t.s.roster == ("VR",)
    assert not t.s.trains.keys() & INCOME.keys()


@rule("1848", "V.gen.3")
def test_v_gen_3_privates_do_not_count_as_certificates() -> None:
    """With six players twelve certificates are allowed."""
    t = table(6).opened("VR", shares={0: 60}).opened("NSW", shares={0: 60}).cash({0: 500})
    t = t.private("P1", 0).private("P2", 0).england({0: 10}).stock()
    after = t.play(act(0, "buy", "BOE", "pool", 10))
    assert after.turn == ("trade_shares", 1)
    assert sum(len(held[0]) for held in after.s.shares.values()) == 12
    t = after.stock(0)
    assert t.may(act(0, "pass_turn")), "nothing need be sold"
    t.refused(act(0, "buy", "BOE", "pool", 10), "XIII.limit.2", held=12, limit=12)


@rule("1848", "V.gen.4", "R-09", "X.3.2")
def test_v_gen_4_a_company_buys_of_its_director_from_the_first_3_to_the_first_5() -> None:
    for phase in ("3", "4"):
        t = victoria(phase).private("P1", 0).cash({0: 100}).operating("VR")
        after = t.play(act(0, "buy_private", "P1", 40))
        assert (after.s.privates["P1"], after.money("VR"), after.money(0)) == ("VR", 460, 140)
    victoria("2").private("P1", 0).operating("VR").refused(act(0, "buy_private", "P1", 40), "V.gen.4")
    victoria("5").operating("VR").refused(act(0, "buy_private", "P1", 40), "V.gen.4")


@rule("1848", "V.gen.4", "V.gen.9")
def test_v_gen_4_not_of_another_player() -> None:
    t = victoria().private("P1", 1).operating("VR")
    t.refused(act(0, "buy_private", "P1", 40), "V.gen.9")
    assert not t.offers("buy_private")


@rule("1848", "R-09")
@pytest.mark.parametrize("step", ["lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains"])
def test_r_09_at_any_moment_of_the_turn(step: str) -> None:
    t = victoria().private("P2", 0).trains("VR", "2").laid("H11", "57", 1).laid("H9", "6", 2)
    t.s.revenue = 40
    t = t.operating("VR", step)
    assert t.turn[0] == step
    assert t.play(act(0, "buy_private", "P2", 1)).s.privates["P2"] == "VR"


@rule("1848", "R-09", "III.misc.2")
def test_r_09_within_the_treasury() -> None:
    t = victoria(cash=30).private("P1", 0).operating("VR")
    t.refused(act(0, "buy_private", "P1", 31), "III.misc.2", cost=31, cash=30)
    assert t.play(act(0, "buy_private", "P1", 30)).money("VR") == 0


@rule("1848", "V.tab.1", "V.P1.1", "V.P2.1", "V.P3.1", "V.P4.1", "X.3.2")
@pytest.mark.parametrize(("private", "most"), MOST.items())
def test_v_tab_1_what_a_company_may_pay(private: str, most: int) -> None:
    t = victoria().private(private, 0).operating("VR")
    for price in (0, most + 1):
        t.refused(act(0, "buy_private", private, price), "V.tab.1", private=private, least=1, most=most)
    for price in (1, most):
        assert t.play(act(0, "buy_private", private, price)).money("VR") == 500 - price


@rule("1848", "V.tab.1", "V.P5.1", "V.P6.1")
@pytest.mark.parametrize("private", ["P5", "P6"])
def test_v_tab_1_p5_and_p6_are_not_for_companies(private: str) -> None:
    victoria().private(private, 0).operating("VR").refused(act(0, "buy_private", private, 100), "X.3.2")


@rule("1848", "V.gen.6", "R-24")
def test_v_gen_6_the_bank_of_england_never_gets_a_private() -> None:
    """The VR, one field before receivership, earns nothing."""
    t = table().phase("3").opened("VR", par=80, shares={0: 60}, cell=(3, 1)).home("VR").private("P1", "VR")
    after = t.operating("VR", "pay_dividend").play(act(0, "withhold"))
    assert after.s.failed == (("VR", 0),)
    assert "P1" not in after.s.privates
    assert "P1" not in after.s.rights


def first_five(*, owner: int | str, private: str, cash: int = 600) -> England:
    """Phase 4 with one card left before the first 5/5+: the VR of seat 0 is to buy trains."""
    t = victoria("4", cash).opened("NSW", par=70, shares={1: 60}).home("NSW").cash({"NSW": 500})
    return t.depot("4", 0).private(private, owner).operating("VR", "buy_trains")


@rule("1848", "V.gen.7", "V.P1.1", "V.P5.1", "R-09")
@pytest.mark.parametrize("private", ["P1", "P2", "P4", "P5", "P6"])
def test_v_gen_7_the_first_5_closes_privates(private: str) -> None:
    t = first_five(owner=2, private=private).play(act(0, "buy_train", "bank", "5", 500))
    assert private not in t.s.privates
    money = t.money(2)
    t = round_over(t)
    assert (t.s.set_round, t.money(2)) == (2, money), "no income in the next round"
    t.refused(act(int(t.s.director[str(t.turn[1])]), "buy_private", private, 1), "V.gen.4")


@rule("1848", "V.gen.7")
def test_v_gen_7_not_the_first_4() -> None:
    t = victoria("3").depot("3", 0).private("P1", 2).operating("VR", "buy_trains")
    assert t.play(act(0, "buy_train", "bank", "4", 300)).s.privates == {"P1": "P2"}


@rule("1848", "V.gen.9")
def test_v_gen_9_players_do_not_trade_privates() -> None:
    t = table().private("P1", 0).stock()
    t.refused(act(0, "offer_private", "P1", 1, 50), "V.gen.9")
    t.stock(1).refused(act(1, "ask_private", "P1", 50), "V.gen.9")
    t.stock(0).refused(act(0, "sell", "P1", 10), "V.gen.9")


@rule("1848", "V.gen.9")
def test_v_gen_9_nor_do_companies() -> None:
    t = victoria().opened("NSW", shares={0: 60}).private("P1", "NSW").operating("VR")
    t.refused(act(0, "buy_private", "P1", 20), "V.gen.9")


@rule("1848", "V.P6.2")
@pytest.mark.parametrize("source", ["bank", "VR"])
def test_v_p6_2_closes_when_car_gets_a_train(source: str) -> None:
    t = victoria().opened("CAR", shares={2: 60}).home("CAR").cash({"CAR": 400}).private("P6", 2)
    t = t.trains("VR", "2").operating("CAR", "buy_trains")
    if source == "bank":
        after = t.play(act(2, "buy_train", "bank", "3", 200))
    else:
        after = t.play(act(2, "buy_train", "VR", "2", 100), act(0, "accept"))
    assert "P6" not in after.s.privates
    assert "P6" not in after.s.rights


@rule("1848", "V.P6.2")
def test_v_p6_2_not_when_another_company_buys() -> None:
    t = victoria().opened("CAR", shares={2: 60}).private("P6", 2).operating("VR", "buy_trains")
    assert t.play(act(0, "buy_train", "bank", "3", 200)).s.privates == {"P6": "P2"}


@rule("1848", "R-11", "V.P5.1")
def test_r_11_the_share_of_p5_is_not_sold_before_qr_has_a_price() -> None:
    t = table().share("QR", 0).private("P5", 0).stock()
    t.refused(act(0, "sell", "QR", 10), "VI.gen.6", company="QR")
    t.refused(act(0, "buy", "QR", "bank", 10), "VI.gen.4", company="QR")
    t = t.play(act(0, "pass_turn"), act(1, "par", "QR", 80), act(2, "pass_turn"), act(3, "pass_turn"))
    assert t.play(act(0, "sell", "QR", 10)).in_pool("QR") == 10


@rule("1848", "R-11", "VI.norm.2")
def test_r_11_that_share_counts_towards_60_percent() -> None:
    """With it five more are needed: the director's certificate and three others."""
    t = table().share("QR", 0).private("P5", 0).cash({1: 1000}).stock(1)
    t = t.play(act(1, "par", "QR", 80))
    for _ in range(2):
        t = t.stock(1).play(act(1, "buy", "QR", "bank", 10))
    assert "QR" not in t.s.floated
    t = t.stock(1).play(act(1, "buy", "QR", "bank", 10))
    assert (t.s.floated, t.money("QR"), t.in_bank("QR")) == (("QR",), 800, 40)
