"""Privates close and are gone: 4.2."""

from __future__ import annotations

from stellwerk.eighteen.shares import certificates
from tests.games.g1830.positions import act, table
from tests.games.g1830.turns import all_pass, idle_turn
from tests.marks import rule


@rule("1830", "4.2a")
def test_4_2_bo_closes_with_the_first_train_of_the_b_and_o() -> None:
    t = table().opened("B&O", shares={0: 60}).private("BO", 1).private("CS", 1).cash({"B&O": 500})
    t.home("B&O").operating("B&O", "buy_trains")
    t = t.play(act(0, "buy_train", "bank", "2", 80))
    assert t.s.privates == {"CS": "P1"}
    t = all_pass(idle_turn(t))
    assert (t.s.round, t.money(1)) == ("operating", 610), "only CS has paid"


@rule("1830", "4.2a")
def test_4_2_a_train_from_another_company_closes_bo_too_and_trains_of_others_do_not() -> None:
    t = table().opened("B&O", shares={0: 60}).opened("PRR", shares={0: 60}).private("BO", 1)
    t.trains("PRR", "2").cash({"B&O": 500, "PRR": 500}).home("B&O").home("PRR")
    other = t.operating("PRR", "buy_trains").play(act(0, "buy_train", "bank", "2", 80))
    assert other.s.privates == {"BO": "P1"}
    own = t.operating("B&O", "buy_trains").play(act(0, "buy_train", "PRR", "2", 1))
    assert own.s.privates == {}


@rule("1830", "4.2b", "4.0.MH.a", "4.2e")
def test_4_2_mh_closes_with_the_exchange_and_opens_its_hex() -> None:
    t = table().opened("NYC", shares={1: 40}).private("MH", 0).stock(turn=0)
    after = t.play(act(0, "exchange", "MH", "bank"))
    assert (after.s.privates, after.holding("NYC", 0)) == ({}, 10)
    assert t.game.track.blocked_by(t.s, "D18") == "MH"
    assert after.game.track.blocked_by(after.s, "D18") == ""
    after.refused(act(0, "exchange", "MH", "bank"), "4.2e")


@rule("1830", "4.2c", "3.5c")
def test_4_2_the_first_5_train_closes_all_privates_whoever_owns_them() -> None:
    t = table().phase("4").opened("PRR", shares={0: 60}).private("CS", "PRR").private("MH", 1).private("BO", 2)
    t.cash({"PRR": 1000}).home("PRR").trains("PRR", "4").depot("4", 0).operating("PRR", "buy_trains", set_round=2)
    money = dict(t.s.cash)
    t = t.play(act(0, "buy_train", "bank", "5", 450))
    assert t.s.privates == {}
    assert t.s.cash == {**money, "PRR": 550, "bank": money["bank"] + 450}, "no compensation"
    t.refused(act(1, "exchange", "MH", "bank"), "4.2e")
    t = all_pass(t.play(act(0, "pass_trains")))
    assert t.s.cash == {**money, "PRR": 550, "bank": money["bank"] + 450}, "no income in the next round"


@rule("1830", "4.2d")
def test_4_2_nobody_gets_rid_of_a_private_by_selling_it_to_bank_or_pool() -> None:
    t = table().private("SV", 0).stock(turn=0)
    t.refused(act(0, "offer_private", "SV", -1, 20), "4.2d", private="SV")
    t.refused(act(0, "sell", "SV", 100), "4.2d", private="SV")


@rule("1830", "4.2e")
def test_4_2_a_closed_private_blocks_nothing_and_counts_for_nothing() -> None:
    t = table().phase("4").opened("NYC", shares={0: 60}).opened("PRR", shares={1: 60}).private("CS", 2).private("MH", 2)
    t.cash({"NYC": 2000, "PRR": 500}).home("NYC").home("PRR").trains("NYC", "4").depot("4", 0)
    t.laid("E19", "57", 2).operating("NYC", "lay_track")
    assert certificates(t.game.rules, t.s, 2) == 2
    t.refused(act(0, "lay", "D18", "9", 2), "7.2.1.4", private="MH")
    t = t.operating("NYC", "buy_trains").play(act(0, "buy_train", "bank", "5", 450))
    assert certificates(t.game.rules, t.s, 2) == 0
    later = t.operating("NYC", "lay_track")
    assert later.play(act(0, "lay", "D18", "9", 2)).s.tiles["D18"] == ("9", 2)
