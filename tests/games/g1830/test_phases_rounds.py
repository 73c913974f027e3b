"""The sequence of play in short: 2.0. What it sums up is shown in full where the book tells it in full."""

from __future__ import annotations

from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.turns import all_pass, idle_set, idle_turn
from tests.marks import rule


def between_chicago_and_pittsburgh() -> Table:
    """The C&O (seat 0) has a train and a station at Columbus; track leads from there both ways."""
    t = table().opened("C&O", shares={0: 60}).home("C&O").cash({"C&O": 1000})
    t.laid("G3", "9", 2).laid("H4", "57", 2).station("C&O", "H4").trains("C&O", "2")
    return t.laid("I5", "8", 2).laid("I7", "9", 1).laid("I9", "8", 1).laid("H10", "57", 0)


def running() -> Table:
    """The C&O (seat 0) has run a train on its way between Columbus and Chicago and is to decide about $60."""
    t = between_chicago_and_pittsburgh().operating("C&O", "run_trains")
    ((hole,),) = t.offers("run")
    return t.play(act(0, "run", hole.best().routes))


@rule("1830", "2.0b")
def test_2_0_in_a_stock_turn_one_sells_buys_and_sells_again() -> None:
    t = table().opened("NYC", shares={1: 40, 0: 30}).opened("PRR", shares={1: 40}).opened("B&O", shares={1: 30, 0: 20})
    after = t.play(act(0, "sell", "NYC", 20), act(0, "buy", "PRR", "bank", 10), act(0, "sell", "B&O", 10))
    assert (after.in_pool("NYC"), after.in_pool("B&O"), after.holding("PRR", 0)) == (20, 10, 10)
    after.refused(act(0, "buy", "PRR", "bank", 10), "6.2a")
    t.refused(act(0, "sell", "NYC", 40), "6.0e", held=30)
    assert t.play(act(0, "pass_turn")).turn == ("trade_shares", 1)


@rule("1830", "2.0d", "7.0a")
def test_2_0_privates_pay_and_then_companies_act_by_price() -> None:
    t = table().private("CS", "PRR").private("DH", 3).cash({3: 100, "PRR": 100, "NYC": 100, "B&O": 100})
    t.opened("B&O", par=82, shares={2: 60}).opened("PRR", par=90, shares={0: 60}).opened("NYC", shares={1: 60})
    t.opened("C&O", par=100, shares={3: 30})
    t = all_pass(t.stock())
    assert (t.money("PRR"), t.money(3)) == (110, 115)
    order = []
    while t.s.round == "operating":
        order.append(t.s.acted[-1])
        t = idle_turn(t)
    assert order == ["NYC", "PRR", "B&O"], "the C&O has not floated"


@rule("1830", "2.0e", "7.1a")
def test_2_0_the_steps_of_a_turn_have_a_fixed_order() -> None:
    t = running()
    assert t.turn == ("pay_dividend", "C&O")
    for action in (act(0, "station", "H10", 0), act(0, "lay", "G5", "9", 0), act(0, "buy_train", "bank", "2", 80)):
        t.refused(action, "7.1a")
    t = t.play(act(0, "pay_out"))
    assert t.turn == ("buy_trains", "C&O")
    assert t.may(act(0, "buy_train", "bank", "2", 80))
    assert not t.offers("lay")
    assert not t.offers("station")


@rule("1830", "2.0e")
def test_2_0_tile_station_run_revenue_trains() -> None:
    t = between_chicago_and_pittsburgh().operating("C&O")
    actions = {
        "lay_track": act(0, "pass_track"),
        "place_station": act(0, "station", "H10", 0),
        "pay_dividend": act(0, "pay_out"),
        "buy_trains": act(0, "pass_trains"),
    }
    seen = []
    while t.s.round == "operating":
        seen.append(t.turn[0])
        run = [act(0, "run", hole.best().routes) for (hole,) in t.offers("run")]
        t = t.play(run[0] if run else actions[t.turn[0]])
    assert seen == ["lay_track", "place_station", "run_trains", "pay_dividend", "buy_trains"]
    assert t.s.stations["H10"] == (("C&O",),)


@rule("1830", "2.0f")
def test_2_0_a_company_need_not_build_or_buy_but_must_run_and_decide() -> None:
    t = table().opened("C&O", shares={0: 60}).home("C&O").cash({"C&O": 1000})
    t.laid("G3", "9", 2).laid("H4", "57", 2).station("C&O", "H4").trains("C&O", "2").operating("C&O")
    t = t.play(act(0, "pass_track"))
    assert t.turn == ("run_trains", "C&O")
    assert {choice.kind for choice in t.choices()} == {"run"}, "running cannot be passed over"
    t = running()
    assert {choice.kind for choice in t.choices()} == {"pay_out", "withhold"}
    t = t.play(act(0, "withhold"))
    assert t.play(act(0, "pass_trains")).s.round == "stock"
    without = running().trains("C&O").play(act(0, "withhold"))
    without.refused(act(0, "pass_trains"), "C-2.3.1a", company="C&O")


@rule("1830", "2.0g", "8.0b", "8.0e")
def test_2_0_the_game_ends_after_the_set_and_cash_and_shares_decide() -> None:
    t = table(3).phase("3").private("SV", 2)
    for company in ("PRR", "C&O", "CPR"):
        t.opened(company, par=100, shares={0: 50})
    t.opened("Erie", par=100, shares={1: 50}).opened("B&M", par=100, shares={1: 40})
    t.opened("NYC", par=67, shares={2: 60}).home("NYC")
    t.cash({0: 900, 1: 1400, 2: 100}).cash({"NYC": t.money("bank") - 5})
    t = all_pass(t.stock(turn=2))
    assert (bool(t.s.ending), t.s.set_round, t.s.set_length) == (1, 1, 2), "the last $5 went to the owner of SV"
    t = idle_turn(t)
    assert (t.s.set_round, t.s.round) == (2, "operating")
    assert t.game.result(t.s) is None
    t = idle_set(t)
    result = t.game.result(t.s)
    assert result is not None
    assert (t.s.ended, result.reason) == ("bank", "end.bank")
    assert (result.scores[0], result.scores[1], result.winners) == (2400, 2300, (0,))
