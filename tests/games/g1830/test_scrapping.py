"""When old trains leave the game: plus-trains later than others, and by a variant after one last run (V-3.0)."""

from __future__ import annotations

import pytest

from tests.games.g1830.operating import go_on, to
from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.purchases import PASS, buy, buying, trade_in
from tests.marks import rule

LATER = {"delayed_scrapping": "true"}

# -- plus-trains


@rule("1830", "V-3.0d", "R-71", "S-3.2-7.9")
def test_v_3_0_the_2_plus_2_leaves_with_the_4_plus_4() -> None:
    """The first 4-train scraps plain 2-trains only; three more 4-trains change nothing, the 4+4 does."""
    t = buying("3", preset="R").depot("3", 0).depot("3+3", 0).trains("B&O", "2", "2+2", "3").settled()
    t = t.play(buy("bank", "4", 300))
    assert (t.s.phase, t.s.trains["B&O"]) == ("4", ("2+2", "3"))
    t = t.play(buy("bank", "4", 300))
    assert t.s.trains["B&O"] == ("2+2", "3")
    t = t.depot("4", 0).settled().play(buy("bank", "4+4", 300))
    assert (t.s.phase, t.s.trains["B&O"]) == ("4", ("3",))


@rule("1830", "V-3.0d", "S-3.2-7.9")
def test_v_3_0_a_plus_train_leaves_the_pool_too() -> None:
    t = buying("4", preset="R").depot("4", 0).pool("2+2", "3").settled()
    assert t.play(buy("bank", "4+4", 300)).s.train_pool == ("3",)


@rule("1830", "S-3.2-7.9", "V-3.0d", "R-71")
@pytest.mark.parametrize("preset", ["R", "B"])
def test_s_3_2_the_3_plus_3_survives_the_first_6_and_leaves_with_the_6_plus_6(preset: str) -> None:
    t = buying("5", preset=preset).depot("5", 0).depot("5+5", 0).trains("B&O", "3", "3+3").settled()
    t = t.play(buy("bank", "6", 630))
    assert (t.s.phase, t.s.trains["B&O"]) == ("6", ("3+3",))
    t = t.depot("6", 0).settled().play(buy("bank", "6+6", 630))
    assert (t.s.phase, t.s.trains["B&O"]) == ("6", ())


@rule("1830", "R-28", "V-3.0d", "R-71")
def test_r_28_the_4_plus_4_leaves_with_the_sixth_diesel() -> None:
    t = buying("6", preset="R").trains("B&O", "4", "4+4").settled()
    t = t.play(buy("bank", "D", 1100))
    assert (t.s.phase, t.s.trains["B&O"], t.s.depot["D"]) == ("7", ("4+4",), 5)
    fifth = t.pool("D", "D", "D").settled()
    assert fifth.s.depot["D"] == 2
    fifth = fifth.play(buy("bank", "D", 1100))
    assert fifth.s.trains["B&O"] == ("4+4",)
    sixth = fifth.trains("NYC", "D").cash({"NYC": 1100}).pool("D", "D", "D", "D").settled()
    assert sixth.play(buy("bank", "D", 1100)).s.trains["B&O"] == ()


@rule("1830", "R-28")
def test_r_28_without_a_last_diesel_the_4_plus_4_stays() -> None:
    endless = buying("7", "D", preset="R", diesels="unlimited").trains("B&O", "4+4").pool("D", "D", "D", "D").settled()
    assert endless.play(buy("bank", "D", 1100)).s.trains["B&O"] == ("4+4",)
    none = buying("6", preset="R", diesels="none").trains("B&O", "4+4").depot("6", 0).settled()
    assert none.play(buy("bank", "6+6", 630)).s.trains["B&O"] == ("4+4",)


@rule("1830", "R-71")
def test_r_71_a_plus_train_begins_no_phase_and_counts_as_one_train() -> None:
    t = buying("3", "3", "3", "2+2", preset="R").depot("3", 0).settled().play(buy("bank", "3+3", 180))
    assert (t.s.phase, len(t.s.trains["NYC"])) == ("3", 4)
    t.refused(buy("bank", "4", 300), "7.6c", limit=4)


# -- one last run


def eve(prr: tuple[str, ...] = ("2",), b_o: tuple[str, ...] = (), preset: str = "classic", **options: str) -> Table:
    """Phase 3, the 3-trains are sold. B&O (seat 1) acts before PRR (seat 0) and is about to buy the first 4-train.

    PRR runs between Altoona (10) and Pittsburgh (20), B&O between Baltimore (30) and Atlantic City (10).
    """
    t = table(4, preset, **{**LATER, **options}).phase("3").depot("3", 0)
    t = t.opened("B&O", par=100, shares={1: 60}).opened("PRR", par=67, shares={0: 60}).home("B&O").home("PRR")
    t = t.laid("H10", "57", 1).laid("I17", "9", 1)
    t = t.trains("PRR", *prr).trains("B&O", *b_o).cash({"B&O": 2000, "PRR": 1000})
    return t.operating("B&O", "buy_trains")


FIRST_FOUR = act(1, "buy_train", "bank", "4", 300)
B_O_PASSES = act(1, "pass_trains")


@rule("1830", "V-3.0a", "R-53", "S-6.3.3")
@pytest.mark.parametrize("preset", ["classic", "C"])
def test_v_3_0_a_scrapped_train_runs_once_more(preset: str) -> None:
    t = eve(("2",), preset=preset).play(FIRST_FOUR)
    assert (t.s.phase, t.s.trains["PRR"]) == ("4", ("2",))
    t = to(t.play(B_O_PASSES), "run_trains")
    assert t.turn == ("run_trains", "PRR")
    t = go_on(t)
    assert (t.s.revenue, t.s.trains["PRR"]) == (10 + 20, ())
    t = to(t, "buy_trains")
    t.refused(PASS, "C-2.3.1a", company="PRR")


@rule("1830", "V-3.0a")
def test_v_3_0_without_the_variant_it_leaves_at_once() -> None:
    t = eve(("2",), delayed_scrapping="false").play(FIRST_FOUR)
    assert t.s.trains["PRR"] == ()


@rule("1830", "R-53", "V-3.0a")
def test_r_53_the_buyers_own_train_runs_once_more_in_its_next_turn() -> None:
    t = eve(("2",), ("2",)).play(FIRST_FOUR)
    assert t.s.trains["B&O"] == ("2", "4")
    t = to(t.play(B_O_PASSES), "buy_trains")
    t = t.play(act(0, "buy_train", "bank", "4", 300), PASS)
    t = to(t, "run_trains")
    assert t.turn == ("run_trains", "B&O")
    assert t.s.trains["B&O"] == ("2", "4")
    t = go_on(t)
    assert (t.s.trains["B&O"], t.s.doomed) == (("4",), ())


@rule("1830", "R-53")
def test_r_53_until_then_it_counts_as_a_train_and_for_the_limit() -> None:
    """With two of them and a 4-train there is no room in phase 4; with nothing else there is no duty to buy."""
    full = eve((), ("2", "2")).play(FIRST_FOUR)
    full.refused(FIRST_FOUR, "7.6c", limit=3)
    t = eve((), ("2",)).play(FIRST_FOUR)
    assert t.trains("B&O", "2").operating("B&O", "buy_trains").may(B_O_PASSES)
    assert not t.trains("B&O").trains("PRR", "2").operating("B&O", "buy_trains").may(B_O_PASSES)


@rule("1830", "R-53")
def test_r_53_it_cannot_be_sold_nor_traded_in() -> None:
    t = eve(("2",)).play(FIRST_FOUR)
    t.refused(act(1, "buy_train", "PRR", "2", 1), "R-53")
    assert not t.offers("buy_train", "PRR")
    six = buying("6", "4", **LATER).trains("B&O", "4").cash({"NYC": 2000}).settled()
    diesel = six.play(buy("bank", "D", 1100))
    assert (diesel.s.phase, diesel.s.trains["NYC"]) == ("7", ("4", "D"))
    diesel.refused(trade_in("4"), "R-53")
    diesel.refused(buy("B&O", "4", 1), "7.6c")


@rule("1830", "R-53")
def test_r_53_a_train_given_in_for_the_diesel_that_scraps_it_leaves_at_once() -> None:
    t = buying("6", "4", **LATER).trains("B&O", "4").settled().play(trade_in("4"))
    assert (t.s.trains["NYC"], t.s.train_pool, t.s.trains["B&O"]) == (("D",), (), ("4",))


@rule("1830", "R-53")
def test_r_53_the_pool_loses_its_trains_at_once() -> None:
    t = eve(("2",)).pool("2", "3").settled().play(FIRST_FOUR)
    assert (t.s.train_pool, t.s.trains["PRR"]) == (("3",), ("2",))


@rule("1830", "R-53")
def test_r_53_a_company_without_a_route_loses_it_when_others_would_run() -> None:
    """Erie has not laid any track: its run is passed over."""
    t = eve(("3",)).opened("Erie", par=90, shares={2: 60}).home("Erie").trains("Erie", "2")
    t = t.operating("B&O", "buy_trains").play(FIRST_FOUR, B_O_PASSES)
    assert t.turn == ("lay_track", "Erie")
    assert t.s.trains["Erie"] == ("2",)
    t = to(t, "buy_trains")
    assert (t.turn, t.s.trains["Erie"]) == (("buy_trains", "Erie"), ())


@rule("1830", "R-53")
def test_r_53_whoever_is_over_the_limit_may_give_it_up() -> None:
    """Four trains and a limit of three: a 3-train goes to the pool, a 2-train out of the game."""
    t = eve(("2", "2", "3", "3")).play(FIRST_FOUR)
    assert t.turn == ("discard_train", "PRR")
    three, two = t.play(act(0, "discard", "3")), t.play(act(0, "discard", "2"))
    assert (three.s.trains["PRR"], three.s.train_pool) == (("2", "2", "3"), ("3",))
    assert (two.s.trains["PRR"], two.s.train_pool) == (("2", "3", "3"), ())


@rule("1830", "V-3.0a", "V-3.0d")
def test_v_3_0_plus_trains_have_a_last_run_too() -> None:
    t = eve(("2", "2+2"), plus_trains="true").depot("3+3", 0).settled().play(FIRST_FOUR)
    assert t.s.doomed == ("2",)
    t = t.depot("4", 0).settled().play(act(1, "buy_train", "bank", "4+4", 300))
    assert (t.s.doomed, t.s.trains["PRR"]) == (("2", "2+2"), ("2", "2+2"))
    t = go_on(to(t.play(B_O_PASSES), "run_trains"))
    assert (t.s.doomed, t.s.trains["PRR"]) == ((), ())


@rule("1830", "R-53")
def test_r_53_impossible_last_runs_are_told() -> None:
    t = eve(("2",)).play(FIRST_FOUR)
    for doomed in (("5",), ("2", "2"), ("9",)):
        wrong = t.s.copy()
        wrong.doomed = doomed
        assert list(t.game.audit(wrong))
    owned_by_nobody = t.s.copy()
    owned_by_nobody.trains["PRR"] = ()
    assert list(t.game.audit(owned_by_nobody)) == ["train 2: only companies have trains on their last run"]
    usual = buying("4", "3")
    usual.s.doomed = ("3",)
    assert list(usual.game.audit(usual.s)) == ["doomed: there is no '3'"]
