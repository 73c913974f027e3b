"""Positions of 1830 in which a planner should see what everybody sees, and its rollout game plays by the rules."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.bots.planner.rail_candidates import Candidates
from stellwerk.bots.planner.rail_constants import constants
from stellwerk.bots.planner.rail_earnings import Earnings
from stellwerk.bots.planner.rail_quick import Quick
from stellwerk.bots.planner.rail_search import Search
from stellwerk.bots.planner.rail_supply import NEVER, Supply
from stellwerk.bots.planner.rail_value import Outlook
from stellwerk.bots.registry import bot
from stellwerk.core.action import Action
from stellwerk.core.registry import title
from stellwerk.core.view import View, choices_of
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.rollout import rollout_game
from stellwerk.eighteen.state import BANK
from tests.games.g1830.positions import Table, table


def chosen(t: Table, name: str = "planner") -> Action:
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    return bot("1830", name).choose(view, Random(1))


@pytest.mark.parametrize("name", ["planner-normal", "planner"])
def test_it_floats_the_company_that_it_has_opened(name: str) -> None:
    """One share is missing, and the money for it is there."""
    t = table(4).opened("PRR", par=76, shares={0: 50}).cash({0: 100, 1: 40, 2: 40, 3: 40}).stock(turn=0)
    assert chosen(t, name) == Action(0, "buy", ("PRR", "bank", 10))


def test_it_does_not_sit_on_its_money() -> None:
    t = table(4).opened("PRR", par=100, shares={0: 20, 1: 40}).trains("PRR", "2").home("PRR")
    t.s.runs["PRR"] = 120
    t = t.cash({0: 600, 1: 60, 2: 60, 3: 60}).stock(turn=0)
    assert chosen(t).kind in ("buy", "par")


def test_it_pays_out_with_a_train_that_lasts() -> None:
    t = table(4).phase("5").opened("PRR", par=100, shares={0: 60, 1: 20}).home("PRR").trains("PRR", "5")
    t.s.revenue = 200
    t = t.cash({"PRR": 300}).operating("PRR", "pay_dividend")
    assert chosen(t).kind == "pay_out"


def test_trains_live_until_those_that_scrap_them_are_sold() -> None:
    """Six 2s, five 3s, four 4s ...: a 2 goes with the first 4, a 3 with the first 6, a 5 never."""
    t = table(4)
    supply = Supply(t.game.rules, t.s, pace=1.0)
    left = t.s.depot
    assert supply.goes("2") == left["2"] + left["3"]
    assert supply.goes("3") == left["2"] + left["3"] + left["4"] + left["5"]
    assert supply.goes("5") == NEVER
    assert supply.at(0) == "2"
    assert supply.at(left["2"] + 0.5) == "3"


def test_a_rollout_keeps_the_money_and_comes_to_the_end_of_a_stock_round() -> None:
    """All titles: nothing is built, all that is paid comes from somewhere, and money is invested at the end."""
    for name in ("1830", "1848"):
        game = title(name).game(4, title(name).resolve({}, None))
        assert isinstance(game, RailGame)
        start = game.settled(game.start())
        told = constants(name)
        ahead = rollout_game(game, Earnings(game, start, told))
        end = Quick(ahead, Random(3)).play_on(ahead.settled(start), 2, 500)
        assert end.round == "operating"
        assert end.stock_rounds == 2
        assert end.tiles == start.tiles
        assert sum(end.cash.values()) == sum(start.cash.values())
        assert end.cash[BANK] < start.cash[BANK] or end.floated


def test_who_owns_more_is_judged_higher() -> None:
    t = table(4).opened("PRR", par=100, shares={0: 40, 1: 20}).trains("PRR", "3").home("PRR").stock()
    told = constants("1830")
    scores = Outlook(t.game, Earnings(t.game, t.s, told), told).scores(t.s)
    assert scores[0] > scores[1] > scores[2] == scores[3]


@pytest.mark.parametrize(
    ("laid", "waits"),
    [
        ([], 1),  # its home and the towns beside it: the second tile joins them in the second turn
        ([("E19", "57", 2)], 0),
        ([("E19", "57", 2), ("F20", "56", 0)], 0),
    ],
)
def test_a_company_runs_with_the_tile_that_joins_two_stops(laid: list[tuple[str, str, int]], waits: int) -> None:
    """One tile a turn, laid before trains run: NYC waits a turn less than tiles are missing to its first route."""
    t = table(4).opened("NYC", par=76, shares={0: 60}).home("NYC")
    for tile in laid:
        t.laid(*tile)
    assert bool(t.game.track.reach(t.s, "NYC").route) == (len(laid) == 2)
    assert Earnings(t.game, t.s, constants("1830")).wait("NYC") == waits


def test_an_unopened_company_is_surveyed_from_its_home() -> None:
    """PRR has printed track at home and needs one tile, NYC needs two; a company without its home is no worse off."""
    t = table(4)
    earnings = Earnings(t.game, t.s, constants("1830"))
    assert [earnings.wait(company) for company in ("PRR", "NYC")] == [0, 1]


def test_others_sell_their_privates_to_their_companies_while_one_looks_ahead() -> None:
    """For the most that the company may pay; not while it saves for a 4, with which its 2 will go."""
    for train, treasury, sold in (("3", 290, True), ("2", 290, False)):
        t = table(4).phase("3").opened("PRR", par=76, shares={0: 60}).home("PRR").trains("PRR", train)
        t = t.private("MH", 0).depot("3", 0).cash({"PRR": treasury, 0: 0}).operating("PRR", "buy_trains")
        told = constants("1830")
        ahead = rollout_game(t.game, Earnings(t.game, t.s, told))
        end = Quick(ahead, Random(1)).play_on(t.s, t.s.stock_rounds + 1, 1)
        assert (end.privates["MH"] == "PRR") == sold
        assert end.cash["PRR"] == treasury - (220 if sold else 0)


def test_who_is_ahead_gains_nothing_by_making_all_poorer() -> None:
    """All lose the same: the lead is as large as before, though it is more beside what is left."""
    t = table(4).opened("PRR", par=100, shares={0: 40, 1: 20}).trains("PRR", "3").home("PRR").stock()
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    search = Search(view, Random(1), constants("1830"), 1)
    assert search.lead([4000, 3000, 2000, 2000]) == pytest.approx(search.lead([3000, 2000, 1000, 1000]))


def test_nothing_is_sold_once_something_was_bought() -> None:
    """Sales are thought of before a purchase, which they pay for; after it the turn is over."""
    t = table(4).opened("PRR", par=100, shares={0: 20, 1: 40}).opened("NYC", par=82, shares={0: 60})
    t = t.cash({0: 200}).stock(turn=0, number=3)
    for s, sales in ((t.s, True), (t.game.play(t.s, Action(0, "buy", ("PRR", "bank", 10))), False)):
        view = View(t.game, 0, s, choices_of(t.game, s, 0), ())
        assert any(choice.kind == "sell" for choice in view.choices)
        thought = Candidates(view, s, Action(0, "pass_turn")).all(40)
        assert any(action.kind == "sell" for action in thought) == sales


def test_a_luck_has_its_tastes_whatever_is_tried() -> None:
    """Two lucks differ in what others like, and one luck is the same for every candidate."""
    game = table(4).game
    tastes = [Quick(game, Random(seed)).trader.taste for seed in (1, 1, 2)]
    assert tastes[0] == tastes[1] != tastes[2]


def test_nobody_goes_bankrupt_to_keep_a_loss_small() -> None:
    """Far behind at an early end is worse than somewhat behind in a game that goes on."""
    t = table(4).opened("PRR", par=100, shares={0: 40, 1: 20}).trains("PRR", "3").home("PRR").stock()
    view = View(t.game, 0, t.s, choices_of(t.game, t.s, 0), ())
    search = Search(view, Random(1), constants("1830"), 1)
    goes_on = search.lead([2200, 3300, 3000, 2200])
    assert search.lead([150, 790, 720, 500], over=True) < goes_on < search.lead([790, 150, 720, 500], over=True)
