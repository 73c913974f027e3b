"""Buying trains in 1853: prices, limits, gifts of directors, trains of other companies, and the phases they bring."""

import pytest

from tests.games.g1853.positions import GAME, India, act, table
from tests.marks import rule


def buying(company: str = "EIR", cash: int = 1000, phase: str = "2") -> India:
    """A company of seat 0 is to buy trains."""
    t = table().phase(phase).started(company, {0: 60})
    return t.cash({company: cash}).operating(company, "buy_trains")


@rule(GAME, "4.8.1", "4.0d")
def test_trains_are_bought_last_and_run_in_the_next_round() -> None:
    t = table().started("EIR", {0: 60}).cash({"EIR": 1000}).operating("EIR", "lay_track")
    t.refused(act(0, "buy_train", "bank", "2", 300), "4.0d")
    bought = buying().play(act(0, "buy_train", "bank", "2", 300))
    bought.refused(act(0, "run", ((("J28", 0), ("H24", 0)),)), "4.0d")


@rule(GAME, "4.8.2")
def test_several_trains_at_the_printed_price() -> None:
    t = buying()
    bank = t.money("bank")
    after = t.play(act(0, "buy_train", "bank", "2", 300), act(0, "buy_train", "bank", "2", 300))
    assert (after.money("EIR"), after.money("bank"), after.s.trains["EIR"]) == (400, bank + 600, ("2", "2"))
    t.refused(act(0, "buy_train", "bank", "2", 290), "4.8.2", price=300)


@rule(GAME, "4.8.4", "4.10.4", "4.8.18c", "4.10.1a")
def test_the_first_4_scraps_2_and_1m() -> None:
    t = table().phase("3").started("EIR", {0: 60}).started("SIR", {1: 60}).small_started().depot("3", 0).depot("2", 0)
    t.trains("EIR", "2", "3").trains("SIR", "1M", "2M").pool("2").cash({"EIR": 1000, "SIR": 100})
    after = t.operating("EIR", "buy_trains").play(act(0, "buy_train", "bank", "4", 620))
    assert after.s.phase == "4"
    assert (after.s.trains["EIR"], after.s.trains["SIR"], after.s.train_pool) == (("3", "4"), ("2M",), ())
    assert (after.money("EIR"), after.money("SIR")) == (380, 100)
    assert "brown" in after.numbers.phases["4"].colours
    assert after.may(act(0, "buy_train", "bank", "2M", 250))
    assert "3M" in after.game.flow.on_sale(after.s)


@rule(GAME, "4.10.5", "4.10.1c")
def test_the_first_5_scraps_3_and_2m_and_the_next_company_runs_none() -> None:
    t = table().phase("4").started("EIR", {0: 60}).started("GIP", {1: 60}).depot("4", 0).depot("2M", 0)
    t.trains("EIR", "4").trains("GIP", "3", "2M").cash({"EIR": 900})
    after = t.operating("EIR", "buy_trains").play(act(0, "buy_train", "bank", "5", 830))
    assert after.s.phase == "5"
    assert after.s.trains["GIP"] == ()
    assert set(after.game.flow.on_sale(after.s)) == {"5", "6", "3M", "4M"}
    next_ = after.play(act(0, "pass_trains"))
    assert next_.s.acted == ("EIR", "GIP")
    assert next_.game.flow.fleet_now(next_.s, "GIP") == ()


@rule(GAME, "4.0e", "4.10.1b", "4.10.3")
def test_a_new_phase_holds_at_once() -> None:
    t = table().started("EIR", {0: 60}).started("GIP", {1: 60}).depot("2", 0).cash({"EIR": 500})
    after = t.operating("EIR", "buy_trains").play(act(0, "buy_train", "bank", "3", 440), act(0, "pass_trains"))
    assert after.s.acted == ("EIR", "GIP")
    assert after.numbers.phases[after.s.phase].colours == {"yellow", "green"}
    assert "2M" in after.game.flow.on_sale(after.s)


@rule(GAME, "T6", "4.10.1d", "4.8.5a", "R-50")
def test_the_table_of_phases() -> None:
    phases = [table().numbers.phases[name] for name in "2345"]
    assert [phase.train_limit for phase in phases] == [4, 4, 3, 2]
    assert [phase.rounds for phase in phases] == [1, 2, 3, 3]
    assert [phase.train for phase in phases] == ["", "3", "4", "5"]
    assert [sorted(phase.colours) for phase in phases] == [
        ["yellow"],
        ["green", "yellow"],
        ["brown", "green", "yellow"],
        ["brown", "green", "grey", "yellow"],
    ]
    scrapped = {name: facts.rusts_on for name, facts in table().numbers.trains.items() if facts.rusts_on}
    assert scrapped == {"2": "4", "1M": "4", "3": "5", "2M": "5"}


@rule(GAME, "4.8.5a", "4.8.5b")
@pytest.mark.parametrize(("phase", "owned", "train", "price"), [("2", "2222", "2", 300), ("3", "2222", "4", 620)])
def test_at_the_limit_nothing_is_bought(phase: str, owned: str, train: str, price: int) -> None:
    """Not even a train that would scrap enough of those that are there."""
    t = table().phase(phase).started("EIR", {0: 60}).trains("EIR", *owned).cash({"EIR": 1000})
    if train == "4":
        t.depot("3", 0)
    t.operating("EIR", "buy_trains").refused(act(0, "buy_train", "bank", train, price), "4.8.5b", limit=4)


@rule(GAME, "4.8.14")
def test_metre_trains_count_towards_the_limit() -> None:
    t = table().started("SIR", {0: 60}).small_started().trains("SIR", "2", "2", "2", "1M").cash({"SIR": 1000})
    t.operating("SIR", "buy_trains").refused(act(0, "buy_train", "bank", "2", 300), "4.8.5b", limit=4)


@rule(GAME, "1.charter.2", "R-03")
def test_limits_of_the_last_phases() -> None:
    four = table().phase("4").started("EIR", {0: 60}).trains("EIR", "3", "3").cash({"EIR": 2000})
    full = four.operating("EIR", "buy_trains").play(act(0, "buy_train", "bank", "4", 620))
    full.refused(act(0, "buy_train", "bank", "4", 620), "4.8.5b", limit=3)
    for limit, legal in (("2", False), ("3", True)):
        five = table(train_limit_phase5=limit).phase("5").started("EIR", {0: 60}).trains("EIR", "4", "4")
        five.cash({"EIR": 2000}).operating("EIR", "buy_trains")
        assert five.may(act(0, "buy_train", "bank", "5", 830)) is legal
        if not legal:
            five.refused(act(0, "buy_train", "bank", "5", 830), "4.8.5b", limit=2)
    assert table().numbers.phases["5"].train_limit == 2


def crowded() -> India:
    """BNR, the fourth, can buy the first 5; EIR, BNR and SIR have more trains than phase 5 allows."""
    t = table().small_started().phase("4").started("EIR", {0: 60}).started("BNR", {1: 60}).started("SIR", {2: 60})
    t.depot("4", 0).trains("EIR", "4", "4", "3M").trains("BNR", "4", "3M").trains("SIR", "4", "3M", "3M")
    return t.cash({"BNR": 900, "EIR": 2000}).operating("BNR", "buy_trains", acted=("EIR",))


@rule(GAME, "4.8.6", "R-46", "4.10.1d")
def test_too_many_trains_go_back_from_the_buyer_on() -> None:
    t = crowded().play(act(1, "buy_train", "bank", "5", 830))
    assert t.turn == ("discard_train", "BNR")
    assert {train for (train,) in t.offers("discard")} == {"4", "3M", "5"}
    t = t.play(act(1, "discard", "3M"))
    assert t.turn == ("discard_train", "SIR")
    t = t.play(act(2, "discard", "3M"))
    assert t.turn == ("discard_train", "EIR")
    t = t.play(act(0, "discard", "4"))
    assert t.turn == ("buy_trains", "BNR")
    assert (t.s.trains["EIR"], t.s.trains["BNR"], t.s.trains["SIR"]) == (("4", "3M"), ("4", "5"), ("4", "3M"))
    assert (t.money("EIR"), t.money("SIR")) == (2000, 0)
    assert sorted(t.s.train_pool) == ["3M", "3M", "4"]


@rule(GAME, "4.8.6", "1.board.5")
def test_a_train_that_was_returned_is_sold_at_its_full_price() -> None:
    t = table().phase("5").started("EIR", {0: 60}).pool("4").cash({"EIR": 1000}).operating("EIR", "buy_trains")
    t.refused(act(0, "buy_train", "pool", "4", 600), "4.8.2", price=620)
    after = t.play(act(0, "buy_train", "pool", "4", 620))
    assert (after.s.trains["EIR"], after.s.train_pool, after.money("EIR")) == (("4",), (), 380)
    assert after.s.phase == "5"


@rule(GAME, "4.10.1d")
def test_the_first_4_leaves_three_trains_at_most() -> None:
    t = table().phase("3").started("EIR", {0: 60}).started("GIP", {1: 60}).depot("3", 0).depot("2M", 0)
    t.trains("EIR", "3").trains("GIP", "3", "3", "3", "2M").cash({"EIR": 700})
    t = t.operating("EIR", "buy_trains").play(act(0, "buy_train", "bank", "4", 620))
    assert t.turn == ("discard_train", "GIP")
    assert t.play(act(1, "discard", "2M")).s.trains["GIP"] == ("3", "3", "3")


@rule(GAME, "4.8.7")
def test_the_bank_takes_no_train_back() -> None:
    t = table().started("EIR", {0: 60}).trains("EIR", "2").operating("EIR", "buy_trains")
    t.refused(act(0, "discard", "2"), "4.8.7")


@rule(GAME, "4.8.8", "R-47")
def test_a_director_adds_exactly_what_is_missing() -> None:
    t = buying(cash=300, phase="3").cash({0: 200})
    after = t.play(act(0, "buy_train", "bank", "3", 440))
    assert (after.money("EIR"), after.money(0)) == (0, 60)
    t.refused(act(0, "buy_train", "bank", "3", 450), "4.8.2")
    rich = buying(cash=500, phase="3").cash({0: 200}).play(act(0, "buy_train", "bank", "3", 440))
    assert (rich.money("EIR"), rich.money(0)) == (60, 200)
    buying(cash=300, phase="3").cash({0: 139}).refused(
        act(0, "buy_train", "bank", "3", 440), "4.8.8", cost=440, cash=300, own=139
    )


@rule(GAME, "R-47")
def test_a_gift_for_a_train_of_another_company_and_no_shares_sold_for_one() -> None:
    t = table().started("EIR", {0: 60}).started("GIP", {0: 20, 1: 10, 2: 10, 3: 10}).trains("GIP", "2")
    t.cash({"EIR": 100, "GIP": 0, 0: 50}).operating("EIR", "buy_trains")
    after = t.play(act(0, "buy_train", "GIP", "2", 150))
    assert (after.money("EIR"), after.money("GIP"), after.money(0)) == (0, 150, 0)
    t.refused(act(0, "buy_train", "GIP", "2", 151), "4.8.8")
    t.refused(act(0, "sell", "GIP", 10), "R-47")


def neighbours() -> India:
    """EIR of seat 0 is to buy; GIP of seat 1 and MSM of seat 0 have trains."""
    t = table().started("EIR", {0: 60}).started("GIP", {1: 60}).started("MSM", {0: 20, 2: 10, 3: 20}).trains("GIP", "2")
    return t.trains("MSM", "2").cash({"EIR": 2500, 0: 0}).operating("EIR", "buy_trains")


@rule(GAME, "4.8.9a", "P-1")
def test_trains_of_other_companies_from_ten_pounds_on_by_consent() -> None:
    t = neighbours()
    t.refused(act(0, "buy_train", "GIP", "2", 9), "4.8.9a", cost=9)
    asked = t.play(act(0, "buy_train", "GIP", "2", 10))
    assert asked.turn == ("consent", 1)
    asked.refused(act(0, "pass_trains"), "P-1")
    sold = asked.play(act(1, "accept"))
    assert (sold.s.trains["EIR"], sold.s.trains["GIP"], sold.money("GIP")) == (("2",), (), 10)
    kept = asked.play(act(1, "decline"))
    assert (kept.s.trains["EIR"], kept.money("EIR")) == ((), 2500)
    assert t.play(act(0, "buy_train", "GIP", "2", 2000), act(1, "accept")).money("GIP") == 2000
    t.refused(act(0, "buy_train", "GIP", "3", 100), "4.8.9a")


@rule(GAME, "4.8.9a")
def test_between_companies_of_one_director_nobody_is_asked() -> None:
    after = neighbours().play(act(0, "buy_train", "MSM", "2", 10))
    assert (after.s.trains["EIR"], after.s.trains["MSM"], after.money("MSM")) == (("2",), (), 10)


@rule(GAME, "4.8.9b", "4.8.18d")
@pytest.mark.parametrize(("company", "price"), [("EIR", 180), ("BNR", 50)])
def test_a_large_company_buys_no_1m_of_a_small_one(company: str, price: int) -> None:
    t = table().started(company, {0: 60}).started("SIR", {0: 60}).started("ECR", {0: 60}).small_started()
    t.trains("SIR", "1M").cash({company: 500, "ECR": 500})
    t.operating(company, "buy_trains").refused(act(0, "buy_train", "SIR", "1M", price), "4.8.18d")
    after = t.operating("ECR", "buy_trains").play(act(0, "buy_train", "SIR", "1M", price))
    assert after.s.trains["ECR"] == ("1M",)


@rule(GAME, "R-27", "3.4.4b")
def test_no_company_must_own_a_train() -> None:
    t = table().started("EIR", {0: 60}).laid("H24", "6", 1).laid("H22", "6", 4).cash({"EIR": 500})
    t = t.operating("EIR", "buy_trains").play(act(0, "pass_trains"))
    assert t.s.trains["EIR"] == ()
    assert t.turn != ("buy_trains", "EIR")


@rule(GAME, "1.intro.1")
def test_companies_and_players_share_one_bank() -> None:
    t = buying()
    assert list(t.numbers.companies) == ["EIR", "GIP", "NWR", "BNR", "BBCI", "MSM", "SIR", "ECR"]
    bank = t.money("bank")
    after = t.play(act(0, "buy_train", "bank", "2", 300))
    assert after.money("bank") == bank + 300
    gifted = buying(cash=100).cash({0: 200})
    bank = gifted.money("bank")
    assert gifted.play(act(0, "buy_train", "bank", "2", 300)).money("bank") == bank + 300


@rule(GAME, "P-2")
def test_a_declined_train_is_asked_for_three_times_and_each_time_for_more() -> None:
    t = neighbours()
    for price in (10, 20, 30):
        t = t.play(act(0, "buy_train", "GIP", "2", price), act(1, "decline"))
        t.refused(act(0, "buy_train", "GIP", "2", price), "P-2", price=price)
    t.refused(act(0, "buy_train", "GIP", "2", 40), "P-2", count=3, most=3)
