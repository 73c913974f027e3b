"""Which trains are in play, what they cost, and when they are on sale: V-1.7, V-7.9, T-03 and the scenarios."""

from __future__ import annotations

import pytest

from tests.games.g1830.operating import to
from tests.games.g1830.positions import Table, act, game_for, table
from tests.games.g1830.purchases import PASS, bank_sells, buy, buying, trade_in
from tests.marks import rule

PLUS = {"2": 5, "2+2": 1, "3": 4, "3+3": 1, "4": 3, "4+4": 1, "5": 2, "5+5": 1, "6": 2, "6+6": 1, "D": 6}
LEVEL = {"2": 7, "3": 6, "4": 6, "5": 4, "6": 4, "7": 2, "D": 6}
PACIFIC = {"2": 7, "3": 6, "4": 5, "5": 4, "6": 3, "7": 2, "D": 6}


def roster(preset: str = "classic", **options: str) -> dict[str, int | None]:
    return {name: train.count for name, train in game_for(4, preset, **options).rules.trains.items()}


def diesel(preset: str, old: str) -> tuple[int, int]:
    """The price of a diesel, and that with a train given in, both as they are paid."""
    t = buying("6", old, preset=preset)
    before = t.money("NYC")
    return bank_sells(t)["D"], before - t.play(trade_in(old)).money("NYC")


@rule("1830", "S-1.1.5", "T-03.D900", "R-20")
def test_s_1_1_trains_of_level_playing_field() -> None:
    assert roster("D") == LEVEL
    assert diesel("D", "5") == (900, 750)


@rule("1830", "S-2.1.5", "S-2.2-7.6", "R-21")
def test_s_2_1_trains_of_pacific_railroad() -> None:
    assert roster("G") == PACIFIC
    assert diesel("G", "5") == (1100, 800)


@rule("1830", "S-3.1.5", "S-4.1.5")
@pytest.mark.parametrize("preset", ["R", "B"])
def test_s_3_1_trains_of_the_scenarios_with_plus_trains(preset: str) -> None:
    assert roster(preset) == PLUS
    assert diesel(preset, "5") == (1100, 800)


@rule("1830", "R-24", "V-1.7d")
def test_r_24_plus_trains_in_classic_leave_two_6_trains() -> None:
    assert roster(plus_trains="true") == PLUS


@rule("1830", "R-25")
@pytest.mark.parametrize(
    ("prices", "cost"), [("type_price", (80, 180, 300, 450, 630)), ("surcharged", (120, 270, 380, 550, 750))]
)
def test_r_25_what_plus_trains_cost(prices: str, cost: tuple[int, ...]) -> None:
    plus = ("2+2", "3+3", "4+4", "5+5", "6+6")
    rules = game_for(4, "R", plus_train_prices=prices).rules
    assert tuple(rules.trains[name].price for name in plus) == cost
    t = buying("2", preset="R", plus_train_prices=prices).depot("2", 0).settled()
    assert t.money("NYC") - t.play(buy("bank", "2+2", cost[0])).money("NYC") == cost[0]


@rule("1830", "V-1.7d", "V-7.9a", "T-03.plus", "R-24")
@pytest.mark.parametrize(("preset", "options"), [("R", {}), ("B", {}), ("classic", {"plus_trains": "true"})])
def test_v_7_9_the_last_2_train_is_the_2_plus_2(preset: str, options: dict[str, str]) -> None:
    """Two of the five 2-trains are sold; three more, then the 2+2, and only then 3-trains."""
    t = buying("2", preset=preset, **options).trains("B&O", "2", "2").settled()
    for _ in range(3):
        assert bank_sells(t) == {"2": 80}
        t.refused(buy("bank", "2+2", 80), "7.6d", train="2+2")
        t = t.play(buy("bank", "2", 80))
    assert bank_sells(t) == {"2+2": 80}
    t.refused(buy("bank", "3", 180), "7.6d")
    t = t.play(buy("bank", "2+2", 80))
    assert (t.s.trains["NYC"], t.s.phase) == (("2", "2", "2", "2+2"), "2")
    sold_out = buying("2", preset=preset, **options).depot("2", 0).depot("2+2", 0).settled()
    assert bank_sells(sold_out) == {"3": 180}


@rule("1830", "V-1.7b")
def test_v_1_7_a_third_6_train() -> None:
    t = buying("5", third_six="true").depot("5", 0).settled().play(buy("bank", "6", 630))
    assert t.s.depot["6"] == 2
    usual = buying("5").depot("5", 0).settled().play(buy("bank", "6", 630))
    assert usual.s.depot["6"] == 1


def sold_out(preset: str = "classic") -> Table:
    """No diesels, and the last 6-train is about to be sold."""
    return buying("6", "4", preset=preset, diesels="none").depot("6", 1).settled()


@rule("1830", "V-1.7e", "V-3.0c")
def test_v_1_7_without_diesels_the_last_6_train_is_the_last_of_all() -> None:
    t = sold_out().play(buy("bank", "6", 630))
    assert not any(t.s.depot.values())
    assert bank_sells(t) == {}
    assert (t.s.phase, list(t.game.rules.phases)) == ("6", ["1", "2", "3", "4", "5", "6"])
    assert t.s.trains["NYC"] == ("4", "6")
    assert not t.offers("trade_in")


@rule("1830", "S-6.3.9")
def test_s_6_3_scenario_c_without_diesels() -> None:
    t = buying("5", "4", preset="C", diesels="none").depot("5", 0).settled().play(buy("bank", "6", 630))
    assert bank_sells(t) == {}
    t.refused(buy("bank", "D", 1100), "7.6a")
    assert t.s.trains["NYC"] == ("4", "6")
    rusting = {name: facts.rusts_on for name, facts in t.game.rules.trains.items()}
    assert rusting == {"2": "4", "3": "6", "4": "", "5": "", "6": ""}
    with_them = buying("5", preset="C").depot("5", 0).settled().play(buy("bank", "6", 630))
    assert bank_sells(with_them) == {"6": 630, "D": 1100}


def altoona(phase: str, *trains: str, **options: str) -> Table:
    """PRR (seat 0) between Altoona (10) and Pittsburgh (20), about to run these trains."""
    t = table(4, **options).phase(phase).opened("PRR", par=67, shares={0: 60}).home("PRR").laid("H10", "57", 1)
    return t.trains("PRR", *trains)


@rule("1830", "V-3.0c", "V-1.7e")
def test_v_3_0_a_4_train_runs_to_the_end_of_the_game() -> None:
    """The bank is broken and the third of three rounds is played."""
    t = altoona("6", "4", diesels="none").operating("PRR", "run_trains", set_round=3).bank(20, rich=3)
    t = to(t, "pay_dividend")
    assert t.s.revenue == 10 + 20
    t = t.play(act(0, "withhold"), PASS)
    assert (t.s.ended, t.s.trains["PRR"]) == ("bank", ("4",))


@rule("1830", "R-45", "V-1.7e")
def test_r_45_without_diesels_the_duty_to_own_a_train_lapses() -> None:
    """All trains are sold, and PRR has a route but no train."""
    t = altoona("6", diesels="none").depot("6", 0).cash({"PRR": 5000}).operating("PRR", "buy_trains")
    t = t.play(PASS)
    assert (t.s.bankrupt, t.s.trains["PRR"]) == (-1, ())
    with_them = altoona("6").depot("6", 0).depot("D", 0).cash({"PRR": 5000}).operating("PRR", "buy_trains")
    with_them.refused(PASS, "C-2.3.1a")


@rule("1830", "V-1.7f")
def test_v_1_7_unlimited_diesels() -> None:
    """Six are owned or in the pool; a seventh can be had from the bank only where there is no end of them."""
    six = buying("7").trains("B&O", "D", "D").pool("D", "D", "D", "D").settled()
    assert bank_sells(six).get("D") is None
    endless = buying("7", diesels="unlimited").trains("B&O", "D", "D").pool("D", "D", "D", "D").settled()
    t = endless.play(buy("bank", "D", 1100))
    assert t.s.trains["NYC"] == ("D",)
    assert bank_sells(t)["D"] == 1100


@rule("1830", "S-1.2-3.0", "S-2.2-1.0", "R-09", "T-03.7", "R-26")
@pytest.mark.parametrize(("preset", "price"), [("D", 900), ("G", 1100)])
def test_s_1_2_the_first_6_opens_7s_and_diesels(preset: str, price: int) -> None:
    t = buying("5", preset=preset).depot("5", 0).settled()
    assert "7-trains" in t.refused(buy("bank", "7", 710), "S-1.2-3.0", train="7")
    assert "Diesels" in t.refused(buy("bank", "D", price), "7.6i", train="D")
    t = t.play(buy("bank", "6", 630))
    assert bank_sells(t) == {"6": 630, "7": 710, "D": price}


@rule("1830", "R-09", "T-03.7", "R-26", "S-1.2-3.0")
def test_r_09_a_7_train_begins_no_phase_and_scraps_nothing() -> None:
    t = buying("6", preset="D").trains("B&O", "4").settled()
    after = t.play(buy("bank", "7", 710))
    assert (after.s.phase, after.s.trains["B&O"], after.money("NYC")) == ("6", ("4",), 3000 - 710)
    diesel = t.play(buy("bank", "D", 900))
    assert (diesel.s.phase, diesel.s.trains["B&O"]) == ("7", ())


@rule("1830", "S-1.2-7.6", "R-90")
@pytest.mark.parametrize(("preset", "reduced"), [("D", 750), ("G", 800)])
@pytest.mark.parametrize("old", ["4", "5", "6", "7"])
def test_s_1_2_what_is_traded_in_for_a_diesel(preset: str, reduced: int, old: str) -> None:
    """A 4-train leaves with the first diesel; all others can be had from the pool at their price."""
    t = buying("6", old, preset=preset).cash({"NYC": reduced}).settled()
    after = t.play(trade_in(old))
    assert (after.money("NYC"), after.s.trains["NYC"]) == (0, ("D",))
    assert after.s.train_pool == (() if old == "4" else (old,))
    buying("6", old, preset=preset).cash({"NYC": reduced - 1}).settled().refused(trade_in(old), "7.0h", cost=reduced)
    if old == "7":
        assert after.cash({"NYC": 710}).settled().play(buy("pool", "7", 710)).s.trains["NYC"] == ("D", "7")


@rule("1830", "S-1.2-7.6")
def test_s_1_2_3_trains_are_not_traded_in() -> None:
    buying("6", preset="D").trains("NYC", "5").settled().refused(trade_in("3"), "7.6j")


@rule("1830", "R-71")
@pytest.mark.parametrize("old", ["4+4", "5+5", "6+6"])
def test_r_71_plus_trains_are_traded_in_like_their_type(old: str) -> None:
    t = buying("6", old, preset="R").cash({"NYC": 800}).settled().play(trade_in(old))
    assert (t.money("NYC"), t.s.trains["NYC"], t.s.train_pool) == (0, ("D",), (old,))
