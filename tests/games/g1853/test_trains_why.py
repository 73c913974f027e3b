"""Why no train is to be had in 1853: what is sold out, what has rusted, what is not in the game, what comes later."""

import pytest

from tests.games.g1853.positions import GAME, India, act, table
from tests.games.g1853.test_trains_supply import all_seven_sold
from tests.marks import rule


def buyer(phase: str, company: str = "GIP", cash: int = 2000) -> India:
    """A company that seat 0 directs is about to buy trains and can pay for any."""
    return table().phase(phase).started(company, {0: 60}).cash({company: cash})


def asked(t: India, train: str, rule_id: str, source: str = "bank", *, seat: int = 0, price: int = 0) -> str:
    """Refusal of a train to the company on turn."""
    cost = price or t.numbers.trains[train].price
    return t.refused(act(seat, "buy_train", source, train, cost), rule_id, train=train)


@rule(GAME, "4.8.3a")
def test_a_larger_train_waits_and_the_smaller_one_is_named_with_what_is_left_of_it() -> None:
    t = buyer("3").depot("3", 2).operating("GIP", "buy_trains")
    said = asked(t, "4", "4.8.3a")
    assert "4-train yet" in said
    assert "3-train comes first" in said
    assert "unsold: 2" in said


@rule(GAME, "4.8.3a")
@pytest.mark.parametrize(("phase", "train"), [("4", "3"), ("5", "4"), ("5", "5"), ("5", "6")])
def test_a_type_that_is_sold_out_waits_for_nothing(phase: str, train: str) -> None:
    t = buyer(phase).started("EIR", {1: 60}).trains("EIR", train)
    said = asked(t.depot(train, 0).operating("GIP", "buy_trains"), train, "4.8.3a")
    assert said.startswith(f"The bank has sold its last {train}-train")


@rule(GAME, "4.8.4")
@pytest.mark.parametrize(("phase", "train"), [("4", "2"), ("5", "3"), ("5", "2M"), ("5", "2")])
def test_a_type_that_a_phase_has_scrapped_is_out_of_the_game(phase: str, train: str) -> None:
    t = buyer(phase).depot(train, 0).operating("GIP", "buy_trains")
    assert "rusted" in asked(t, train, "4.8.4")


@rule(GAME, "4.8.4")
def test_a_2_or_1m_that_has_rusted_is_out_of_the_game_though_no_small_company_ever_ended_its_sale() -> None:
    t = buyer("4", "SIR").small_started().depot("2", 0).operating("SIR", "buy_trains")
    for train in ("2", "1M"):
        assert "rusted" in asked(t, train, "4.8.4")


@rule(GAME, "4.8.13")
def test_a_metre_train_that_is_sold_out_does_not_come_with_its_phase() -> None:
    t = buyer("3").started("EIR", {1: 60}).trains("EIR", "2M").depot("2M", 0).operating("GIP", "buy_trains")
    assert asked(t, "2M", "4.8.13").startswith("The bank has sold its last 2M-train")
    assert "before the first 4-train" in asked(t, "3M", "4.8.13")
    assert "before the first 5-train" in asked(t, "4M", "4.8.13")


@rule(GAME, "4.8.13", "4.8.15")
def test_a_large_company_is_not_told_that_a_4m_comes_in_phase_3() -> None:
    t = buyer("2").operating("GIP", "buy_trains")
    assert "before the first 5-train" in asked(t, "4M", "4.8.13")


@rule(GAME, "4.8.16a")
def test_without_a_small_company_in_the_first_round_there_is_no_1m() -> None:
    for phase, company in (("2", "SIR"), ("2", "GIP"), ("4", "SIR")):
        asked(buyer(phase, company).operating(company, "buy_trains"), "1M", "4.8.16a")


@rule(GAME, "4.8.16b")
def test_the_3_waits_for_the_cards_that_are_a_2_or_a_1m() -> None:
    t = buyer("2", "SIR").small_started().depot("2", 1).operating("SIR", "buy_trains")
    assert "unsold: 1" in asked(t, "3", "4.8.16b")


@rule(GAME, "4.8.17a")
@pytest.mark.parametrize("train", ["2", "1M"])
def test_after_the_first_operating_round_no_more_cards_come(train: str) -> None:
    t = all_seven_sold().operating("SIR", "buy_trains")
    asked(t, train, "4.8.17a", seat=2)


@rule(GAME, "4.8.17b")
@pytest.mark.parametrize("train", ["2", "1M"])
def test_after_the_first_3_no_more_cards_come(train: str) -> None:
    t = all_seven_sold().phase("3").operating("SIR", "buy_trains")
    asked(t, train, "4.8.17b", seat=2)


@rule(GAME, "4.8.2", "T5")
def test_a_wrong_price_is_told_with_the_printed_one() -> None:
    t = buyer("3").pool("2").operating("GIP", "buy_trains")
    assert "£440" in asked(t, "3", "4.8.2", price=439)
    assert "£300" in asked(t, "2", "4.8.2", "pool", price=290)
    assert "no 3-train" in asked(t, "3", "T5", "pool")


@rule(GAME, "4.8.9a")
def test_a_company_that_has_no_such_train_is_named() -> None:
    t = buyer("3").started("EIR", {1: 60}).trains("EIR", "3").trains("GIP", "2").operating("GIP", "buy_trains")
    assert asked(t, "4", "4.8.9a", "EIR") == "EIR owns no 4-train."
    assert asked(t, "2", "4.8.9a", "GIP") == "GIP buys no train of its own."
    assert "£10" in asked(t, "3", "4.8.9a", "EIR", price=9)


@rule(GAME, "4.8.3b")
def test_a_6_comes_with_the_first_5() -> None:
    asked(buyer("4").operating("GIP", "buy_trains"), "6", "4.8.3b")
