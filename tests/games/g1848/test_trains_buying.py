"""IX: what trains cost, who may buy them, and how many a company may own."""

from __future__ import annotations

import pytest

from stellwerk.core.action import Action
from tests.games.g1848.positions import England, act, game_for, table
from tests.marks import rule

PASS = act(0, "pass_trains")
YES, NO = act(1, "accept"), act(1, "decline")


def buy(source: str, train: str, price: int) -> Action:
    return act(0, "buy_train", source, train, price)


def shop(phase: str = "3", treasury: int = 1500, *own: str, **options: str) -> England:
    """VR (seat 0) buys; its sister SAR (seat 0) and FT (seat 1) may have trains. Melbourne is joined to Geelong."""
    t = table(4, **options).phase(phase).laid("H11", "57", 1).laid("H9", "57", 1)
    t = (
        t.opened("VR", par=100, shares={0: 60})
        .opened("SAR", par=90, shares={0: 60})
        .opened("FT", par=80, shares={1: 60})
    )
    t = t.home("VR").home("SAR").home("FT").cash({"VR": treasury}).trains("VR", *own)
    return t.operating("VR", "buy_trains")


def owning(t: England, company: str, *trains: str) -> England:
    return t.trains(company, *trains).settled()


@rule("1848", "IX.table.1", "II.4")
def test_the_table_of_trains() -> None:
    """Number, price of both versions, what scraps them."""
    t = game_for().rules
    for name, count, price, plus, plus_price, scrapped in (
        ("2", 6, 100, "2+", 120, "4"),
        ("3", 5, 200, "3+", 230, "6"),
        ("4", 4, 300, "4+", 340, "8"),
        ("5", 3, 500, "5+", 550, ""),
        ("6", 2, 600, "6+", 660, ""),
        ("8", None, 800, "D", 1100, ""),
    ):
        one, other = t.trains[name], t.trains[plus]
        assert (one.count, one.price, one.rusts_on) == (count, price, scrapped)
        assert (other.card, other.price, other.rusts_on) == (name, plus_price, scrapped)
    assert (t.trains["2E"].count, t.trains["2E"].price, t.trains["2E"].rusts_on) == (None, 200, "")
    assert dict(t.trains["D"].trade_in) == {"4": 800, "4+": 800}


@rule("1848", "IX.table.1", "X.4.1", "X.6.1", "X.7.1")
@pytest.mark.parametrize(
    ("phase", "new", "price", "old", "kept"),
    [
        ("3", "4+", 340, ("2", "2+", "3"), ("3",)),
        ("5", "6", 600, ("3", "3+"), ()),
        ("6", "8", 800, ("4+", "5"), ("5",)),
    ],
)
def test_a_new_type_scraps_an_old_one(
    phase: str, new: str, price: int, old: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    t = owning(shop(phase), "FT", *old)
    for name in ("3", "4", "5", "6"):
        if name < new[0]:
            t.depot(name, 0)
    t = t.settled()
    after = t.play(buy("bank", new, price))
    assert (after.money("VR"), after.s.trains["FT"], after.s.trains["VR"]) == (1500 - price, kept, (new,))


@rule("1848", "IX.buy.2", "IX.buy.9", "R-49")
@pytest.mark.parametrize(
    ("phase", "train", "price"),
    [("2", "2", 100), ("2", "2+", 120), ("3", "3", 200), ("3", "3+", 230), ("5", "5", 500), ("5", "5+", 550)],
)
def test_new_trains_at_their_printed_price_in_either_version(phase: str, train: str, price: int) -> None:
    """Both versions are the same card."""
    t = shop(phase)
    card, bank = train.rstrip("+"), t.money("bank")
    left = t.s.depot[card]
    after = t.play(buy("bank", train, price))
    assert (after.money("VR"), after.money("bank"), after.s.trains["VR"]) == (1500 - price, bank + price, (train,))
    assert after.s.depot[card] == left - 1
    for wrong in (price - 1, price + 1):
        t.refused(buy("bank", train, wrong), "IX.buy.2", train=train, cost=wrong)


@rule("1848", "IX.buy.7", "IX.buy.9")
def test_several_trains_one_after_the_other() -> None:
    after = shop("2").play(buy("bank", "2", 100), buy("bank", "2", 100))
    assert (after.money("VR"), after.s.trains["VR"]) == (1300, ("2", "2"))
    mixed = shop("2").play(buy("bank", "2", 100), buy("bank", "2+", 120), PASS)
    assert (mixed.money("VR"), mixed.s.trains["VR"]) == (1280, ("2", "2+"))


@rule("1848", "IX.buy.8")
def test_the_bank_sells_in_ascending_order() -> None:
    t = shop("2").depot("2", 1).settled()
    t.refused(buy("bank", "3", 200), "IX.buy.8", train="3")
    after = t.play(buy("bank", "2+", 120))
    assert after.play(buy("bank", "3", 200)).s.phase == "3"


@rule("1848", "IX.buy.1", "VIII.turn.1")
def test_a_train_is_not_run_in_the_turn_in_which_it_is_bought() -> None:
    t = shop("3").play(buy("bank", "3", 200))
    run = act(0, "run", ((("H11", 6), ("H11", 1), ("H9", 6)),))
    t.refused(run, "VIII.turn.1")
    before = shop("3").operating("VR", "lay_track")
    before.refused(buy("bank", "3", 200), "VIII.turn.1")


@rule("1848", "IX.buy.3", "X.3.5")
def test_companies_trade_from_the_first_3_on() -> None:
    t = owning(shop("2"), "SAR", "2")
    t.refused(buy("SAR", "2", 1), "IX.buy.3")
    later = owning(shop("2").depot("2", 0), "SAR", "2").play(buy("bank", "3", 200))
    assert later.play(buy("SAR", "2", 1)).s.trains["VR"] == ("3", "2")


@rule("1848", "IX.buy.4")
@pytest.mark.parametrize("price", [1, 199, 200, 201, 1500])
def test_between_companies_of_one_director_any_price_from_1(price: int) -> None:
    t = owning(shop("3"), "SAR", "3")
    after = t.play(buy("SAR", "3", price))
    assert (after.money("VR"), after.money("SAR"), after.s.trains["VR"]) == (1500 - price, price, ("3",))
    assert after.s.trains["SAR"] == ()


@rule("1848", "IX.buy.4")
def test_but_not_for_nothing_nor_for_more_than_the_treasury_has() -> None:
    t = owning(shop("3"), "SAR", "3")
    t.refused(buy("SAR", "3", 0), "IX.buy.4")
    t.refused(buy("SAR", "3", 1501), "III.misc.2", cost=1501, cash=1500)
    t.refused(buy("SAR", "3+", 1), "IX.buy.4")


@rule("1848", "IX.gen.3", "IX.buy.5", "R-33")
@pytest.mark.parametrize(("train", "price"), [("2", 100), ("2+", 120), ("3", 200), ("3+", 230)])
def test_between_different_directors_the_printed_price(train: str, price: int) -> None:
    """That of the version owned; the other director must agree."""
    t = owning(shop("3"), "FT", train)
    for wrong in (1, price - 1, price + 1, 150):
        if wrong != price:
            t.refused(buy("FT", train, wrong), "IX.gen.3", train=train, price=price)
    after = t.play(buy("FT", train, price), YES)
    assert (after.money("VR"), after.money("FT"), after.s.trains["VR"]) == (1500 - price, price, (train,))
    kept = t.play(buy("FT", train, price), NO)
    assert kept.s.trains["FT"] == (train,)


@rule("1848", "IX.buy.5", "R-33")
@pytest.mark.parametrize(("phase", "train", "price"), [("4", "4", 300), ("7", "D", 1100), ("7", "8", 800)])
def test_the_printed_price_of_later_trains(phase: str, train: str, price: int) -> None:
    t = owning(shop(phase), "FT", train)
    for wrong in (price - 1, price + 1):
        t.refused(buy("FT", train, wrong), "IX.gen.3", train=train, price=price)
    assert t.play(buy("FT", train, price), YES).money("FT") == price


@rule("1848", "IX.buy.6")
def test_trains_change_hands_only_in_the_buyers_turn() -> None:
    """VR acts: FT can buy nothing of it, and VR can sell it nothing."""
    t = owning(shop("3", 1500, "3", "3").cash({"FT": 500}), "FT")
    t.refused(act(1, "buy_train", "VR", "3", 200), "VII.1.3")
    t.refused(act(0, "sell_train", "FT", "3", 200), "VIII.turn.1")
    assert not any(choice.seat == 1 for choice in t.choices())


@rule("1848", "IX.buy.10", "X.1.4", "X.4.2", "X.5.4")
@pytest.mark.parametrize(
    ("phase", "limit", "own", "train", "price"),
    [
        ("2", 4, "2", "2", 100),
        ("3", 4, "3", "3", 200),
        ("4", 3, "3", "4", 300),
        ("5", 2, "4", "5", 500),
        ("6", 2, "5", "6", 600),
        ("7", 2, "5", "8", 800),
    ],
)
def test_the_limit_of_the_phase(phase: str, limit: int, own: str, train: str, price: int) -> None:
    """One below it a train may be bought, at it none, neither of the bank nor of a sister."""
    less = shop(phase, 1500, *[own] * (limit - 1))
    assert len(less.play(buy("bank", train, price)).s.trains["VR"]) == limit
    full = owning(shop(phase, 1500, *[own] * limit), "SAR", train)
    full.refused(buy("bank", train, price), "IX.buy.11", limit=limit)
    full.refused(buy("SAR", train, 1), "IX.buy.11", limit=limit)


@rule("1848", "IX.buy.11")
def test_trains_that_the_purchase_would_scrap_still_fill_the_limit() -> None:
    """Four 2s and the first 4; and four trains before the first 5, which lowers the limit."""
    t = shop("3", 1500, "2", "2", "2+", "2").depot("3", 0).settled()
    t.refused(buy("bank", "4", 300), "IX.buy.11", limit=4)
    t = shop("4", 1500, "3", "3", "4").depot("4", 0).settled()
    t.refused(buy("bank", "5", 500), "IX.buy.11", limit=3)


@rule("1848", "IX.gen.2", "IX.buy.12", "R-29")
def test_who_has_too_many_trains_in_a_new_phase_gives_them_up() -> None:
    """Phase 5 by VR's purchase: VR itself has 4, 4+, 5; SAR and FT have three. VR first, then by price, for nothing."""
    t = shop("4", 1500, "4", "4+").depot("4", 0)
    t = owning(owning(t, "FT", "3", "3+", "3"), "SAR", "3", "4").settled()
    t = t.play(buy("bank", "5", 500))
    assert t.turn == ("discard_train", "VR")
    assert set(t.offers("discard")) == {("4",), ("4+",), ("5",)}
    t.refused(act(1, "discard", "3"), "VII.1.3")
    t.refused(PASS, "IX.gen.2")
    bank = t.money("bank")
    t = t.play(act(0, "discard", "4"))
    assert (t.turn, t.s.trains["VR"]) == (("discard_train", "FT"), ("4+", "5"))
    t = t.play(act(1, "discard", "3+"))
    assert (t.s.trains["FT"], t.s.trains["SAR"], t.s.train_pool) == (("3", "3"), ("3", "4"), ())
    assert (t.money("bank"), t.money("VR"), t.money("FT"), t.turn) == (bank, 1000, 0, ("buy_trains", "VR"))


@rule("1848", "R-29")
def test_the_buyer_gives_up_first_then_by_price() -> None:
    """VR (100) falls to the end of the order by its price of 40 but has bought: VR, SAR (90), FT (80)."""
    t = shop("4", 1500, "4", "4").depot("4", 0)
    t.s.cell["VR"] = (3, 1)
    t = owning(owning(t, "FT", "3", "3", "3"), "SAR", "3+", "3", "4").play(buy("bank", "5", 500))
    for company, train in (("VR", "4"), ("SAR", "3"), ("FT", "3")):
        assert t.turn == ("discard_train", company)
        t = t.play(act(t.s.director[company], "discard", train))
    assert t.turn == ("buy_trains", "VR")


@rule("1848", "IX.gen.2")
def test_a_company_may_have_to_give_up_two() -> None:
    """Phase 3 allows four; a takeover by the BoE can jump to phase 5: four 3s, two go one by one."""
    t = table(4).phase("3").failed("QR", 3).opened("VR", par=80, shares={0: 60}, cell=(3, 1)).home("VR")
    t = t.opened("FT", par=100, shares={1: 60}).home("FT").trains("FT", "3", "3", "3", "3+").operating("VR")
    t = t.play(act(0, "loan"), act(1, "discard", "3"))
    assert t.turn == ("discard_train", "FT")
    assert t.play(act(1, "discard", "3")).s.trains["FT"] == ("3", "3+")


@rule("1848", "IX.buy.12")
def test_nobody_gives_up_a_train_of_free_will() -> None:
    shop("3", 1500, "3", "3").refused(act(0, "discard", "3"), "IX.buy.12")


@rule("1848", "IX.gen.1", "VI.gen.2")
def test_a_company_with_a_route_does_not_end_its_turn_without_a_train() -> None:
    t = shop("3")
    t.refused(PASS, "IX.gen.1", company="VR")
    assert t.play(buy("bank", "3", 200), PASS).turn[1] == "SAR"


@rule("1848", "IX.gen.1", "R-28")
def test_without_a_route_there_is_no_duty() -> None:
    """SAR's Adelaide has no track at all."""
    t = shop("3").operating("SAR", "buy_trains", acted=("VR",))
    assert t.may(PASS)


@rule("1848", "R-28")
def test_the_next_town_makes_a_route() -> None:
    """Melbourne and a town of the hex in the north-east; track that ends at a change of gauge does not."""
    t = table(4).phase("3").opened("VR", par=100, shares={0: 60}).laid("H11", "5", 3).home("VR")
    t = t.cash({"VR": 500})
    assert t.operating("VR", "buy_trains").may(PASS)
    t = t.laid("G12", "1", 0).operating("VR", "buy_trains")
    t.refused(PASS, "IX.gen.1", company="VR")
    gauge = table(4).phase("3").opened("SAR", par=100, shares={0: 60}).laid("G6", "57", 1).home("SAR")
    assert gauge.laid("G8", "9", 1).operating("SAR", "buy_trains").may(PASS)


@rule("1848", "R-34", "IX.buy.9")
def test_a_train_keeps_its_version() -> None:
    """H9 to H7 across the border: two cities and a change, for a 2+ only; there is no way to turn a 2 into one."""
    for train, runs in (("2+", True), ("2", False)):
        t = table(4).phase("2").opened("VR", par=100, shares={0: 60}).laid("H11", "57", 1).laid("H9", "57", 1)
        t = t.laid("H7", "57", 1).home("VR").station("VR", "H9").trains("VR", train).operating("VR", "run_trains")
        run = act(0, "run", ((("H9", 6), ("H9", 1), ("H7", 6)),))
        if runs:
            assert t.play(run).s.revenue == 40
        else:
            t.refused(run, "XI.gen.3", train="2")
    shop("2", 1500, "2").refused(buy("VR", "2+", 20), "IX.buy.3")
    shop("3", 1500, "2").refused(buy("VR", "2+", 20), "IX.buy.4")
