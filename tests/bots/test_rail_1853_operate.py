"""What the bot for 1853 does for its companies: plans, track, stations, runs with mail, dividends and trains."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.bots.rail_1853 import BOT
from stellwerk.core.action import Action
from stellwerk.core.view import view_of
from tests.games.g1853.lines import METRE, built
from tests.games.g1853.positions import India, act, table


def answer(t: India, seat: int = 0) -> Action:
    """What the bot does in a position; it is legal."""
    action = BOT.choose(view_of(t.game, t.s, seat, ()), Random(1))
    t.play(action)
    return action


# --- track ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "company", "plan"), [("2", "NWR", "paid"), ("2", "EIR", "later"), ("3", "NWR", "later")]
)
def test_second_tiles_are_paid_for_where_that_is_cheap_and_they_are_not_free_soon(
    phase: str, company: str, plan: str
) -> None:
    """The fee is £20, for company 1 £50; in phase 3 second tiles are free."""
    t = table(4).phase(phase).started(company, {0: 60}).cash({company: 900}).operating(company, "choose_plan")
    assert answer(t) == act(0, "plan", plan)


LINE = "B10 C11 D12 E13 F14"
"""From Rawalpindi by Lahore to Delhi; the last two are homes of NWR."""


def north(*, without: str = "") -> India:
    """NWR has a 2 train and the track of this line, but for one hex of it."""
    t = table(4).phase("2").started("NWR", {0: 60}).cash({"NWR": 600}).trains("NWR", "2")
    for name, tile in built(table(4), LINE).s.tiles.items():
        if name != without:
            t.laid(name, *tile)
    t.mine.plans["NWR"] = "later"
    return t


def test_the_tile_is_laid_that_lets_a_train_earn_most() -> None:
    """Only with a tile between them a train runs from Lahore to Delhi."""
    t = north(without="D12").operating("NWR")
    assert answer(t).args[0] == "D12"


@pytest.mark.parametrize(("bond", "built_on"), [(80, True), (0, False)])
def test_a_tile_on_dear_ground_is_laid_for_the_contract(bond: int, *, built_on: bool) -> None:
    """Rawalpindi lies in the mountains, and the train can run no further; but the tile pays back the bond."""
    t = north(without="B10").cash({"NWR": 200})
    if bond:
        t = t.bid(0, bond, {"Lahore": "NWR", "Rawalpindi": "NWR", "Delhi": "NWR"})
    t = t.operating("NWR")
    assert (answer(t).args[:1] == ("B10",)) == built_on


def test_track_of_the_gauge_of_the_own_trains_is_built() -> None:
    """SIR has a metre train and metre track at home."""
    t = table(4).phase("3").small_started().started("SIR", {0: 60}).cash({"SIR": 400}).trains("SIR", "2M")
    t = built(t, "T16 S17", METRE).operating("SIR")
    _, number, rotation = answer(t).args
    assert METRE in {path.gauge for path in t.game.rules.catalogue.face(number, rotation).paths}


# --- trains ---------------------------------------------------------------------------------------------


def buying(*trains: str, cash: int, phase: str = "2") -> India:
    t = north(without="B10")
    return t.phase(phase).trains("NWR", *trains).cash({"NWR": cash}).operating("NWR", "buy_trains")


def test_a_company_without_a_train_buys_one() -> None:
    assert answer(buying(cash=600)) == act(0, "buy_train", "bank", "2", 300)


def test_a_train_that_would_earn_nothing_is_not_bought() -> None:
    """Two trains earn £90 on a line that brings one of them £80."""
    assert answer(buying("2", cash=900)) == act(0, "pass_trains")


def test_a_director_gives_what_is_missing_for_a_train_that_brings_it_back() -> None:
    """Six shares of a line that pays £80 bring back a gift of £50 in a run, but hardly one of £290."""
    t = buying(cash=250).cash({"P0": 400})
    assert answer(t) == act(0, "buy_train", "bank", "2", 300)
    assert answer(buying(cash=10).cash({"P0": 400})) == act(0, "pass_trains")


def test_a_manager_buys_a_train_on_credit() -> None:
    t = table(4).phase("2").managed("NWR", (0,), pool=60).cash({"NWR": 100})
    for name, tile in built(table(4), LINE).s.tiles.items():
        t.laid(name, *tile)
    t.mine.plans["NWR"] = "later"
    assert answer(t.operating("NWR", "buy_trains")) == act(0, "buy_on_credit", "2")


def test_a_token_buys_the_metre_train_of_the_next_phase() -> None:
    """All 2/1M trains are gone; SIR has metre track, money, and its token."""
    t = table(4).phase("2").small_started().depot("2", 0).started("SIR", {0: 60}).cash({"SIR": 400})
    t = built(t, "T16 S17 R18", METRE).operating("SIR", "buy_trains")
    assert t.offers("use_token")
    assert answer(t) == act(0, "use_token", "2M")


# --- runs and dividends ---------------------------------------------------------------------------------


def test_a_train_runs_with_mail() -> None:
    """Lahore and Delhi pay £30 and £40, the town between them £10; both ends pay again for the mail."""
    t = north(without="B10").operating("NWR", "run_trains")
    after = t.play(answer(t))
    assert after.s.revenue == 30 + 10 + 40
    assert after.money("NWR") == t.money("NWR") + 30 + 40


@pytest.mark.parametrize(("cash", "kind"), [(600, "pay_out"), (390, "withhold"), (100, "pay_out")])
def test_revenue_is_kept_only_for_a_train_that_is_needed_and_can_be_paid_by_it(cash: int, kind: str) -> None:
    """A 2 is about to go when the 3s are nearly sold out; a 3 costs £440."""
    t = north(without="B10").phase("3").trains("NWR", "2").depot("3", 1).cash({"NWR": cash}).ran("NWR", 70)
    assert answer(t) == act(0, kind)
