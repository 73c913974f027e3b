"""Companies without a director in 1853: what a manager may not do, and the train that he buys on credit."""

import pytest

from tests.games.g1853.positions import GAME, India, act, table
from tests.games.g1853.test_stations import ALLAHABAD, BENARES, PATNA
from tests.marks import rule

MANAGER = 1


def managed(cash: int = 100, phase: str = "2", step: str = "buy_trains", company: str = "GIP") -> India:
    """A company without a train, run by seat 1 who has one share of it."""
    t = table().phase(phase).managed(company, (MANAGER,), pool=70).cash({company: cash, MANAGER: 500})
    return t.operating(company, step)


def indebted(cash: int, step: str) -> India:
    """The same in the turn after a 2 was bought on credit."""
    t = table().managed("GIP", (MANAGER,), pool=70).trains("GIP", "2").cash({"GIP": cash, MANAGER: 500})
    t.mine.credit, t.mine.plans = {"GIP": "2"}, {"GIP": "later"}
    return t.operating("GIP", step)


@rule(GAME, "3.4.2")
def test_a_manager_pays_no_dividend() -> None:
    t = table().managed("GIP", (MANAGER,), pool=70).ran("GIP", 120)
    t.refused(act(MANAGER, "pay_out"), "3.4.2")
    assert t.play(act(MANAGER, "withhold")).money("GIP") == 120


@rule(GAME, "4.0b")
def test_only_the_manager_acts_for_a_company_without_a_director() -> None:
    t = managed()
    t.refused(act(0, "pass_trains"), "4.0b")
    assert t.may(act(MANAGER, "pass_trains"))


@rule(GAME, "3.4.3a", "4.8.10a", "R-26")
def test_a_manager_buys_a_train_on_credit() -> None:
    t = managed(100)
    bank = t.money("bank")
    after = t.play(act(MANAGER, "buy_on_credit", "2"))
    assert (after.s.trains["GIP"], after.money("GIP"), after.money("bank")) == (("2",), 100, bank)
    assert after.mine.credit == {"GIP": "2"}
    assert after.s.depot["2"] == 5


@rule(GAME, "3.4.3a", "4.8.10a")
def test_a_director_does_not() -> None:
    t = table().started("GIP", {0: 60}).cash({"GIP": 100}).operating("GIP", "buy_trains")
    t.refused(act(0, "buy_on_credit", "2"), "4.8.10a")


@rule(GAME, "3.4.3a", "R-26")
def test_only_without_a_train_and_without_the_money() -> None:
    managed(300).refused(act(MANAGER, "buy_on_credit", "2"), "R-26", cash=300)
    owner = table().managed("GIP", (MANAGER,), pool=70).trains("GIP", "2").cash({"GIP": 100})
    owner.operating("GIP", "buy_trains").refused(act(MANAGER, "buy_on_credit", "2"), "R-26", case="owner")


@rule(GAME, "3.4.3b")
def test_one_train_on_credit() -> None:
    managed(100).play(act(MANAGER, "buy_on_credit", "2")).refused(act(MANAGER, "buy_on_credit", "2"), "3.4.3b")


@rule(GAME, "3.4.4a")
@pytest.mark.parametrize("train", ["3", "2M"])
def test_the_manager_chooses_the_gauge(train: str) -> None:
    assert managed(100, "3").play(act(MANAGER, "buy_on_credit", train)).s.trains["GIP"] == (train,)


@rule(GAME, "3.4.3a")
def test_only_new_trains_of_the_bank_that_are_on_sale() -> None:
    t = table().phase("3").managed("GIP", (MANAGER,), pool=70).pool("2").cash({"GIP": 100})
    t.operating("GIP", "buy_trains")
    t.refused(act(MANAGER, "buy_on_credit", "2"), "4.8.3a")
    t.refused(act(MANAGER, "buy_on_credit", "4"), "4.8.3a")


@rule(GAME, "4.8.18a")
def test_no_1m_on_credit_for_a_large_company() -> None:
    t = table().managed("GIP", (MANAGER,), pool=70).small_started().cash({"GIP": 100}).operating("GIP", "buy_trains")
    t.refused(act(MANAGER, "buy_on_credit", "1M"), "4.8.18a")


@rule(GAME, "R-26")
def test_a_train_on_credit_begins_a_phase() -> None:
    t = table().managed("GIP", (MANAGER,), pool=70).depot("2", 0).cash({"GIP": 100}).operating("GIP", "buy_trains")
    assert t.play(act(MANAGER, "buy_on_credit", "3")).s.phase == "3"


@rule(GAME, "3.4.4b")
def test_a_manager_may_buy_none() -> None:
    t = managed(500).play(act(MANAGER, "pass_trains"))
    assert t.s.trains["GIP"] == ()


@rule(GAME, "R-47")
def test_a_manager_may_give_too() -> None:
    after = managed(100).play(act(MANAGER, "buy_train", "bank", "2", 300))
    assert (after.money("GIP"), after.money(MANAGER)) == (0, 300)


@rule(GAME, "3.4.5")
def test_an_unpaid_train_is_not_sold_on() -> None:
    t = table().managed("GIP", (MANAGER,), pool=70).started("EIR", {0: 60}).trains("GIP", "2").cash({"EIR": 1000})
    t.mine.credit = {"GIP": "2"}
    t.operating("EIR", "buy_trains").refused(act(0, "buy_train", "GIP", "2", 100), "3.4.5", company="GIP")
    t.mine.credit = {}
    assert t.may(act(0, "buy_train", "GIP", "2", 100))


@rule(GAME, "3.4.6")
def test_nothing_else_is_paid_meanwhile() -> None:
    t = indebted(200, "buy_trains")
    assert t.game.track.purse(t.s, "GIP") == 0
    assert [choice.kind for choice in t.choices()] == ["pass_trains"]
    t.refused(act(MANAGER, "buy_train", "bank", "2", 300), "3.4.6", company="GIP")
    t.mine.credit = {}
    assert t.game.track.purse(t.s, "GIP") == 200


def builder(company: str) -> India:
    """A company with money and a 2 on credit is to lay track."""
    t = table().phase("3").managed(company, (MANAGER,), pool=70).trains(company, "2").cash({company: 290})
    t.mine.credit, t.mine.plans = {company: "2"}, {"GIP": "later"} if company == "GIP" else {}
    return t.operating(company, "lay_track")


@rule(GAME, "3.4.6")
def test_only_track_that_costs_nothing_is_laid_meanwhile() -> None:
    allahabad, plain, mountain = ("H20", "75", 0), ("M21", "7", 4), ("M23", "77", 0)
    t = builder("GIP")
    t.refused(act(MANAGER, "lay", *allahabad), "3.4.6", company="GIP")
    t.mine.credit = {}
    assert t.play(act(MANAGER, "lay", *allahabad)).money("GIP") == 290 - 40
    t = builder("ECR")
    assert t.may(act(MANAGER, "lay", *plain))
    t.refused(act(MANAGER, "lay", *mountain), "3.4.6")
    t.mine.credit = {}
    assert t.may(act(MANAGER, "lay", *mountain))


@rule(GAME, "3.4.6")
def test_no_station_meanwhile() -> None:
    t = table()
    t.mine.small = ("BBCI",)
    t.phase("3").managed("EIR", (MANAGER,), pool=70).trains("EIR", "2").cash({"EIR": 290})
    t.laid(PATNA, "6", 1).laid(BENARES, "14", 0).laid(ALLAHABAD, "6", 2)
    assert t.operating("EIR", "place_station").may(act(MANAGER, "station", BENARES, 0))
    t.mine.credit = {"EIR": "2"}
    t.operating("EIR", "place_station").refused(act(MANAGER, "station", BENARES, 0), "3.4.6", company="EIR")


@rule(GAME, "R-26")
def test_any_income_of_the_turn_pays_for_it() -> None:
    """A premium for a tile, or the mail."""
    t = indebted(310, "lay_track")
    t.game.flow.has_earned(t.s, "GIP")
    assert (t.money("GIP"), t.mine.credit) == (10, {})


@rule(GAME, "R-26")
def test_it_is_paid_as_soon_as_the_treasury_can() -> None:
    t = table().managed("GIP", (MANAGER,), pool=70).started("ECR", {0: 60}).trains("GIP", "2")
    t.cash({"GIP": 0, "ECR": 100})
    t.mine.credit = {"GIP": "2"}
    bank = t.money("bank")
    paid = t.ran("GIP", 320).play(act(MANAGER, "withhold"))
    assert (paid.money("GIP"), paid.mine.credit, paid.s.trains["GIP"]) == (20, {}, ("2",))
    assert paid.money("bank") == bank - 20
    assert paid.may(act(MANAGER, "buy_train", "bank", "2", 300))
    trade = paid.play(act(MANAGER, "pass_trains"))
    trade = trade.operating("ECR", "buy_trains", acted=("GIP",))
    assert trade.may(act(0, "buy_train", "GIP", "2", 10))
    short = t.ran("GIP", 290).play(act(MANAGER, "withhold"))
    assert (short.money("GIP"), short.mine.credit) == (290, {"GIP": "2"})


@rule(GAME, "R-26", "4.8.4")
def test_a_scrapped_train_is_not_owed_for() -> None:
    t = table().phase("3").managed("GIP", (MANAGER,), pool=70).started("EIR", {0: 60}).trains("GIP", "2").depot("3", 0)
    t.mine.credit = {"GIP": "2"}
    after = t.cash({"EIR": 700}).operating("EIR", "buy_trains").play(act(0, "buy_train", "bank", "4", 620))
    assert (after.s.trains["GIP"], after.mine.credit) == ((), {})


def takeover(treasury: int = 100, cash: int = 500) -> India:
    """Seat 1 buys a second share of a company that has a 2 on credit, and has so much left after that."""
    t = table().managed("GIP", (MANAGER,), pool=70).trains("GIP", "2").cash({"GIP": treasury, MANAGER: cash + 96})
    t.mine.credit = {"GIP": "2"}
    return t.stock(MANAGER).play(act(MANAGER, "buy", "GIP", "pool", 10))


@rule(GAME, "4.8.10b", "4.8.8")
def test_a_new_director_pays_for_the_train() -> None:
    t = takeover()
    assert t.turn == ("settle_train", "GIP")
    assert t.s.director["GIP"] == MANAGER
    t.refused(act(MANAGER, "pass_turn"), "4.8.10b")
    after = t.play(act(MANAGER, "pay_train"))
    assert (after.money("GIP"), after.money(MANAGER), after.mine.credit) == (0, 300, {})
    assert after.s.trains["GIP"] == ("2",)


@rule(GAME, "4.8.10b", "R-26")
def test_or_gives_it_back_and_it_is_on_sale_again() -> None:
    after = takeover().play(act(MANAGER, "return_train"))
    assert (after.s.trains["GIP"], after.s.train_pool, after.mine.credit) == ((), ("2",), {})
    assert (after.money("GIP"), after.money(MANAGER)) == (100, 500)
    poor = takeover(cash=199)
    poor.refused(act(MANAGER, "pay_train"), "4.8.8", cost=300, cash=100, own=199)
    assert poor.may(act(MANAGER, "return_train"))
