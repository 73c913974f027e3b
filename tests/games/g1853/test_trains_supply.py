"""The trains of 1853: how many there are, when they are on sale, and what small companies change about it."""

import pytest

from stellwerk.games.g1853.trains import settle_supply
from tests.games.g1853.positions import GAME, India, act, fresh, table
from tests.marks import rule

USUAL = {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "2M": 2, "3M": 3, "4M": 2}
WITH_SMALL = {**USUAL, "2": 7, "2M": 3, "3M": 4}
PRICES = {"2": 300, "3": 440, "4": 620, "5": 830, "6": 1050, "1M": 180, "2M": 250, "3M": 430, "4M": 590}


def after_first_round(*companies: str) -> India:
    """The first stock round is over, and these companies have started in it."""
    t = fresh()
    t.s.stock_rounds, t.s.floated = 1, companies
    settle_supply(t.game.flow, t.s)
    return t


def on_sale(t: India) -> set[str]:
    return set(t.game.flow.on_sale(t.s))


@rule(GAME, "T5", "2.8.4a", "4.8.16a")
def test_supply_without_and_with_a_small_company() -> None:
    assert fresh().s.depot == USUAL
    assert after_first_round("EIR", "GIP").s.depot == USUAL
    assert after_first_round("EIR", "MSM").s.depot == WITH_SMALL


@rule(GAME, "2.8.4a")
def test_a_small_bbci_counts_as_small_and_a_large_one_does_not() -> None:
    for field, depot in (("small", WITH_SMALL), ("large", USUAL)):
        t = fresh()
        t.s.stock_rounds, t.s.floated = 1, ("BBCI",)
        setattr(t.mine, field, ("BBCI",))
        settle_supply(t.game.flow, t.s)
        assert t.s.depot == depot


@rule(GAME, "2.8.4a")
def test_a_small_company_that_starts_later_adds_nothing() -> None:
    t = table().started("MSM", {0: 60})
    settle_supply(t.game.flow, t.s)
    assert t.s.depot == USUAL
    assert not t.mine.small_started


@rule(GAME, "T5", "4.8.2")
def test_printed_prices() -> None:
    assert {name: facts.price for name, facts in table().numbers.trains.items()} == PRICES


@rule(GAME, "1.trains.1")
def test_up_to_thirty_seven_trains_of_nine_types() -> None:
    depot = after_first_round("SIR").s.depot
    standard = sum(depot[name] for name in ("2", "3", "4", "5", "6"))
    metre = depot["2"] + sum(depot[name] for name in ("2M", "3M", "4M"))  # each 2 can be a 1M
    assert (standard, metre) == (21, 16)
    assert len(table().numbers.trains) == 9


@rule(GAME, "1.board.5")
def test_a_position_shows_what_lies_beside_the_map() -> None:
    t = table().started("EIR", {0: 40, 1: 10}, pool=20).pool("2")
    assert t.s.depot["3"] == 5
    assert t.in_bank("EIR") == 30
    assert (t.in_pool("EIR"), t.s.train_pool) == (20, ("2",))
    assert t.s.round == "stock"
    assert t.operating("EIR").s.round == "operating"


@rule(GAME, "2.8.4b", "4.8.18a", "4.8.16a")
def test_a_small_company_takes_a_2_as_1m_and_a_large_one_does_not() -> None:
    t = table().started("SIR", {0: 60}).started("EIR", {1: 60}).started("ECR", {2: 60}).small_started()
    t.cash({"SIR": 750, "EIR": 1000, "ECR": 700})
    for company, seat, left in (("SIR", 0, 570), ("ECR", 2, 520)):
        bought = t.operating(company, "buy_trains").play(act(seat, "buy_train", "bank", "1M", 180))
        assert (bought.s.trains[company], bought.money(company), bought.s.depot["2"]) == (("1M",), left, 6)
    large = t.operating("EIR", "buy_trains")
    large.refused(act(1, "buy_train", "bank", "1M", 180), "4.8.18a")
    assert large.may(act(1, "buy_train", "bank", "2", 300))


@rule(GAME, "T5", "4.10.2")
def test_without_a_small_company_in_the_first_round_there_is_no_1m() -> None:
    t = table().started("SIR", {0: 60}).cash({"SIR": 750}).operating("SIR", "buy_trains")
    assert on_sale(t) == {"2"}
    t.refused(act(0, "buy_train", "bank", "1M", 180), "4.8.16a")


@rule(GAME, "4.10.2")
def test_phase_two_has_2_trains_and_1m_if_a_small_company_started() -> None:
    t = table().started("SIR", {0: 60}).small_started()
    assert on_sale(t) == {"2", "1M"}
    assert t.numbers.phases["2"].colours == {"yellow"}
    assert next(iter(t.numbers.phases)) == "1"


@rule(GAME, "4.8.16b")
def test_all_2_1m_before_the_first_3() -> None:
    t = table().started("SIR", {0: 60}).small_started().depot("2", 1).cash({"SIR": 750}).operating("SIR", "buy_trains")
    t.refused(act(0, "buy_train", "bank", "3", 440), "4.8.16b", count=1)
    assert t.play(act(0, "buy_train", "bank", "1M", 180)).may(act(0, "buy_train", "bank", "3", 440))


def all_seven_sold() -> India:
    """The first operating round: four companies have bought the seven cards, and SIR has money."""
    t = table().started("EIR", {0: 60}).started("GIP", {1: 60}).started("SIR", {2: 60}).small_started()
    t.trains("EIR", "2", "2", "2", "2").trains("GIP", "2", "2").trains("SIR", "1M").depot("2", 0)
    return t.cash({"SIR": 1500, "GIP": 1000})


@rule(GAME, "4.8.17a", "2.8.4c", "R-48")
def test_in_the_first_round_there_are_2_1m_without_limit() -> None:
    t = all_seven_sold().very_first("SIR")
    for purchase in (("2", 300), ("1M", 180), ("3", 440)):
        assert t.may(act(2, "buy_train", "bank", *purchase))
    eighth = t.play(act(2, "buy_train", "bank", "2", 300), act(2, "buy_train", "bank", "1M", 180))
    assert eighth.s.trains["SIR"] == ("1M", "2", "1M")
    assert eighth.s.depot["2"] == 0
    assert eighth.money("SIR") == 1500 - 480


@rule(GAME, "4.8.17b")
def test_the_first_3_ends_it() -> None:
    t = all_seven_sold().very_first("GIP").play(act(1, "buy_train", "bank", "3", 440))
    assert on_sale(t) == {"3", "2M"}
    t.refused(act(1, "buy_train", "bank", "2", 300), "4.8.17b")


@rule(GAME, "4.8.17a", "R-48")
@pytest.mark.parametrize(("number", "set_round"), [(2, 1), (1, 2)])
def test_after_the_first_round_they_are_gone(number: int, set_round: int) -> None:
    t = all_seven_sold()
    t.s.stock_rounds, t.mine.extra_round = number, set_round == 2
    t.operating("SIR", "buy_trains")
    t.s.set_round, t.s.set_length = set_round, set_round
    t.refused(act(2, "buy_train", "bank", "2", 300), "4.8.17a")
    assert t.may(act(2, "buy_train", "bank", "3", 440))


@rule(GAME, "4.8.17a")
def test_without_a_small_company_there_are_no_more_than_six() -> None:
    t = table().started("EIR", {0: 60}).cash({"EIR": 1000}).depot("2", 0).very_first("EIR")
    t.refused(act(0, "buy_train", "bank", "2", 300), "4.8.3a")


@rule(GAME, "R-48")
def test_a_card_stays_as_it_was_bought() -> None:
    t = all_seven_sold().very_first("SIR")
    assert {choice.kind for choice in t.choices()} == {"pass_trains", "buy_train"}
    t.refused(act(2, "buy_train", "SIR", "1M", 10), "4.8.9a")
    assert t.play(act(2, "pass_trains")).s.trains["SIR"] == ("1M",)


@rule(GAME, "4.8.11a", "4.8.15", "4.10.3")
def test_metre_trains_beside_the_others_from_phase_3() -> None:
    t = table().phase("3").started("GIP", {0: 60}).cash({"GIP": 960}).operating("GIP", "buy_trains")
    assert on_sale(t) == {"3", "2M"}
    assert t.play(act(0, "buy_train", "bank", "2M", 250)).s.trains["GIP"] == ("2M",)


@rule(GAME, "4.1.5b", "4.8.18a")
def test_in_phase_2_a_large_company_takes_no_card_as_a_1m() -> None:
    t = table().started("EIR", {0: 60}).small_started().cash({"EIR": 1000}).operating("EIR", "buy_trains")
    t.refused(act(0, "buy_train", "bank", "1M", 180), "4.8.18a")
    assert t.may(act(0, "buy_train", "bank", "2", 300))


@rule(GAME, "4.8.15")
def test_no_metre_train_for_a_large_company_before_phase_3_not_even_of_others() -> None:
    t = table().started("GIP", {0: 60}).started("SIR", {0: 20, 1: 40}).trains("SIR", "2M").cash({"GIP": 960})
    t.mine.tokens_spent = ("SIR",)
    t.operating("GIP", "buy_trains").refused(act(0, "buy_train", "SIR", "2M", 100), "4.8.15")


@rule(GAME, "4.8.11b")
def test_a_metre_train_begins_no_phase() -> None:
    t = table().phase("4").started("EIR", {0: 60}).cash({"EIR": 1000}).operating("EIR", "buy_trains")
    assert t.play(act(0, "buy_train", "bank", "3M", 430)).s.phase == "4"
    t = table().phase("3").started("EIR", {0: 60}).cash({"EIR": 1000}).operating("EIR", "buy_trains")
    assert t.play(act(0, "buy_train", "bank", "2M", 250)).s.phase == "3"


@rule(GAME, "4.8.12", "4.10.4")
def test_old_metre_trains_stay_on_sale() -> None:
    t = table().phase("4").started("EIR", {0: 60}).depot("2M", 1).cash({"EIR": 1000}).operating("EIR", "buy_trains")
    assert t.may(act(0, "buy_train", "bank", "3M", 430))
    assert t.may(act(0, "buy_train", "bank", "2M", 250))


@rule(GAME, "4.8.13")
def test_a_sold_out_metre_type_waits_for_the_next_phase() -> None:
    t = table().phase("3").started("EIR", {0: 60}).depot("2M", 0).cash({"EIR": 1000}).operating("EIR", "buy_trains")
    assert on_sale(t) == {"3"}
    t.refused(act(0, "buy_train", "bank", "3M", 430), "4.8.13")


@rule(GAME, "4.8.3a")
def test_ascending_order() -> None:
    t = table().started("EIR", {0: 60}).depot("2", 1).cash({"EIR": 1000}).operating("EIR", "buy_trains")
    t.refused(act(0, "buy_train", "bank", "3", 440), "4.8.3a")


@rule(GAME, "4.8.3b", "4.10.5")
def test_6_trains_beside_5_after_the_first_5() -> None:
    t = table().phase("5").started("EIR", {0: 60}).cash({"EIR": 3000}).depot("2M", 0).operating("EIR", "buy_trains")
    assert on_sale(t) == {"5", "6", "3M", "4M"}
    after = t.play(act(0, "buy_train", "bank", "6", 1050))
    assert after.s.trains["EIR"] == ("6",)
    assert after.s.phase == "5"
    before = table().phase("4").started("EIR", {0: 60}).depot("4", 0).cash({"EIR": 3000}).operating("EIR", "buy_trains")
    before.refused(act(0, "buy_train", "bank", "6", 1050), "4.8.3b")
