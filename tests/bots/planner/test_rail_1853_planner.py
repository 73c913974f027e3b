"""The planner for 1853: what it does otherwise than greedy, and why; what its forecasts say."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from stellwerk.bots.advice import Adviser
from stellwerk.bots.arena import Series, play_game
from stellwerk.bots.planner.rail_1853_forecast import Forecaster
from stellwerk.bots.planner.rail_1853_operate import PlanningOperator
from stellwerk.bots.planner.rail_1853_track import ending
from stellwerk.bots.rail_survey import follow
from stellwerk.bots.registry import bot
from stellwerk.core.action import Action
from stellwerk.core.choice import admitted
from stellwerk.core.view import view_of
from stellwerk.eighteen.tiles import STANDARD, STOP
from tests.games.g1853.lines import built
from tests.games.g1853.positions import CITY, India, act, bidding, fresh, table
from tests.games.g1853.positions import pick as picks

LINE = "B10 C11 D12 E13 F14"
"""From Rawalpindi by Lahore to Delhi; the last two are homes of NWR."""

NORTH = {CITY[name] for name in ("Lahore", "Rawalpindi", "Peshawar")}


def answer(t: India, seat: int = 0, name: str = "planner") -> Action:
    """What a bot does in a position; it is legal."""
    action = bot("1853", name).choose(view_of(t.game, t.s, seat, ()), Random(1))
    t.play(action)
    return action


def forecast(t: India, seat: int = 0) -> Forecaster:
    return Forecaster(view_of(t.game, t.s, seat, ()), Random(1))


def earned(t: India, company: str, rounds: int, *, mine: bool = False) -> tuple[float, ...]:
    """What a company is forecast to earn, led by seat 0 or by somebody else."""
    return forecast(t).outlook(company, rounds, mine=mine).earned


# --- bids -----------------------------------------------------------------------------------------------


def test_a_bid_is_for_cities_that_are_soon_joined() -> None:
    """Three cities of the north lie beside each other, all with shares of NWR: no bid needs less track or money."""
    assert answer(fresh(4)) == act(0, "write_bond", 60)
    t = bidding(60, 60, 60, 60)
    seat = int(t.turn[1])
    assert answer(t, seat).args[0] in NORTH


def test_rivals_who_build_for_the_same_cities_are_welcome() -> None:
    """Greedy looks for a company of its own when others have one; but their track joins cities for everybody."""
    t = bidding(60, 60, 60, 60).play(picks(0, "Lahore", "NWR"), picks(1, "Lahore", "NWR"))
    assert answer(t, 2).args[0] in NORTH
    assert answer(t, 2, "greedy").args[0] not in NORTH


# --- forecasts ------------------------------------------------------------------------------------------


def north(*trains: str, phase: str = "2", cash: int = 0) -> India:
    """NWR, of which seat 0 has six shares, with a line that pays £80 to a train of two stations."""
    t = table(4).phase(phase).started("NWR", {0: 60, 1: 10}).cash({"NWR": cash}).trains("NWR", *trains)
    return built(t, LINE)


def test_a_company_earns_until_its_trains_go() -> None:
    """With 3s sold out but for one, a 2 runs once more; without money for another train that is all."""
    assert earned(north("2"), "NWR", 4)[-1] > 0
    dying = earned(north("2", phase="3").depot("2", 0).depot("3", 1), "NWR", 4)
    assert dying[0] > 0
    assert dying[1:] == (0.0, 0.0, 0.0)


def test_a_company_without_a_train_buys_one_before_it_earns() -> None:
    """It runs before it buys, so that the first round brings nothing."""
    first, *rest = earned(north(cash=900), "NWR", 3)
    assert first == 0
    assert min(rest) > 0


def test_track_grows_until_a_train_has_what_it_can_use() -> None:
    """A 4 that runs for £80 earns more in each round, but less and less more; a 2 has all it can use already."""
    four = earned(north("4", phase="4"), "NWR", 4)
    steps = [after - before for before, after in pairwise(four)]
    assert min(steps) > 0
    assert steps == sorted(steps, reverse=True)
    assert earned(north("2"), "NWR", 2)[0] == 80


def test_a_company_buys_a_second_train_with_what_its_mail_brings() -> None:
    """£620 are the price of a 4; with £300 and the mail of two rounds there is none."""
    assert earned(north("4", phase="4", cash=620), "NWR", 2)[1] > earned(north("4", phase="4", cash=300), "NWR", 2)[1]


def test_a_director_gives_his_own_company_the_train_that_it_cannot_pay() -> None:
    """NWR has nothing; seat 0, whose certificates leave £3000 idle, would pay for its train, nobody else would."""
    t = north(phase="5").cash({"P0": 3000})
    assert earned(t, "NWR", 4) == (0.0, 0.0, 0.0, 0.0)
    assert earned(t, "NWR", 4, mine=True)[1] > 0
    told = forecast(t)
    assert told.gain("NWR", 4, mine=True) > told.gain("NWR", 4, mine=False)


def test_a_share_gains_what_it_pays_and_rises_by() -> None:
    """£80 are £8 for each share; less than the price moves it by one step, here from 92 to 96."""
    assert forecast(north("2")).gain("NWR", 1) == pytest.approx(8 + 4)


def test_shares_of_a_company_that_pays_nothing_fall_while_some_lie_in_the_pool() -> None:
    t = table(4).phase("2").started("MSM", {0: 10, 1: 20}, pool=20).cash({"MSM": 0})
    assert forecast(t).gain("MSM", 1) == 75 - 80


def test_a_train_is_forecast_to_earn_more_under_the_own_lead() -> None:
    """The planner builds better: a 4 with poor track earns more each round if it leads the company."""
    t = north("4", phase="4")
    assert earned(t, "NWR", 3, mine=True)[-1] > earned(t, "NWR", 3)[-1]


# --- shares ---------------------------------------------------------------------------------------------


def two_lines(seat: int, number: int = 3) -> India:
    """Both NWR and BBCI run trains; BBCI has risen far above its par and has shares left in the bank."""
    t = table(4).phase("2").started("NWR", {0: 30, 1: 30, 2: 40}, price=115)
    t = t.started("BBCI", {1: 30, 2: 20}, price=130).trains("NWR", "2").trains("BBCI", "2")
    t = built(t, LINE).stock(seat, number=number)
    t.mine.named = ("NWR", "BBCI")
    return t


def test_a_share_is_sold_for_one_that_costs_less_than_it_brings() -> None:
    """One of BBCI costs £84 and can be sold for £130; that is more than one of NWR gains in some rounds."""
    t = two_lines(0).cash({"P0": 10})
    assert answer(t) == act(0, "sell", "NWR", 10)
    assert answer(t.play(act(0, "sell", "NWR", 10))) == act(0, "buy", "BBCI", "bank", 10)


def test_nothing_is_sold_for_what_gains_no_more() -> None:
    """With BBCI at its par, without trains and money, NWR is the better share."""
    t = table(4).phase("2").started("NWR", {0: 30, 1: 30, 2: 40}, price=115).started("BBCI", {1: 30, 2: 20})
    t = built(t.trains("NWR", "2").cash({"BBCI": 0}), LINE).stock(0, number=3).cash({"P0": 10})
    t.mine.named = ("NWR", "BBCI")
    assert answer(t) == act(0, "pass_turn")


def test_a_rich_company_without_a_director_is_taken_over() -> None:
    """MSM has a train, £700 and nobody to pay dividends: its price falls until somebody has two shares of it."""
    t = table(4).phase("2").managed("MSM", pool=50, price=49).trains("MSM", "2").cash({"MSM": 700, "P0": 300})
    t = built(t, "R18 Q17 P18").stock(0, number=5)
    t.mine.named = ("MSM",)
    assert answer(t) == act(0, "buy", "MSM", "pool", 10)
    assert answer(t, name="greedy") == act(0, "pass_turn")


# --- trains ---------------------------------------------------------------------------------------------


def late(treasury: int) -> India:
    """Phase 5: NWR has a 4 that runs to Delhi, and other track from there; seat 0 has £1500 and nearly no room."""
    t = table(4).phase("5").started("NWR", {0: 60, 1: 10}).started("SIR", {0: 60, 2: 10}).started("GIP", {0: 60})
    t = built(built(t, LINE), "F14 F16 F18").cash({"NWR": treasury, "P0": 1500}).trains("NWR", "4")
    t.mine.plans["NWR"] = "later"
    return t.operating("NWR", "buy_trains")


def test_idle_money_is_given_for_a_train_that_brings_it_back() -> None:
    """A 5 earns £30 more at once and more when track has grown: that pays in the rounds left. Greedy asks for more."""
    assert answer(late(640)) == act(0, "buy_train", "bank", "5", 830)
    assert answer(late(640), name="greedy") == act(0, "pass_trains")


def test_no_money_is_given_for_a_train_that_runs_too_seldom() -> None:
    """With £200 left in the bank the game ends in a round or two."""
    t = late(300)
    t = t.cash({"P1": t.s.cash["bank"] - 200})
    assert answer(t) == act(0, "pass_trains")


# --- track ----------------------------------------------------------------------------------------------


def test_track_ends_in_a_city_that_is_full() -> None:
    """From edge 0 of Waltair one gets to the city and on to edges 2 and 3; through a full one only to the city."""
    face = table(4).game.rules.hexmap["N22"].face
    assert follow(face, 1) == 0b1101 | 1 << STOP
    seen = follow(ending(face, [0]), 1)
    assert seen & 0b111111 == 1
    assert seen >> STOP


@pytest.mark.parametrize(("company", "onward"), [("ECR", True), ("GIP", False)])
def test_nobody_builds_through_a_city_that_is_full_of_others(company: str, *, onward: bool) -> None:
    """Waltair has one circle, and ECR stands there: its own track leads on from there, that of GIP ends."""
    t = table(4).phase("3").started("ECR", {0: 60}).started("GIP", {0: 60}).cash({"ECR": 400, "GIP": 400})
    t.mine.plans["GIP"] = "later"
    t = t.operating(company)
    operator = PlanningOperator(view_of(t.game, t.s, 0, ()), Random(1))
    waltair = t.game.rules.hexmap.number["N22"]
    assert bool(follow(operator._survey(STANDARD).faces[waltair], 1) & 0b1100) == onward


# --- all of it ------------------------------------------------------------------------------------------


def test_whole_games_end_with_contracts_fulfilled_and_within_the_time() -> None:
    """A table of planners is no standstill: they want the same, and still come to an end."""
    series = Series("1853", ("planner",) * 3, games=1, seed="end", options={"short_game": "true"})
    _match, record = play_game(series, 0)
    assert record.reason in {"end.bank", "end.price"}


def test_advice_begins_with_the_choice() -> None:
    t = two_lines(0).cash({"P0": 200})
    view, known = view_of(t.game, t.s, 0, ()), bot("1853", "planner")
    assert isinstance(known, Adviser)
    advice = known.advise(view, Random(4))
    assert advice[0].action == known.choose(view, Random(4))
    assert all(admitted(one.action, view.choices) for one in advice)


def test_it_knows_no_more_than_its_view() -> None:
    """Contracts of others are changed behind the view; the answer stays."""
    t = two_lines(0).bid(1, 60, {"Lahore": "NWR", "Rawalpindi": "NWR", "Peshawar": "NWR"}).cash({"P0": 200})
    view = view_of(t.game, t.s, 0, ())
    other = replace(view, state=view.game.view(view.game.imagine(view, Random(7)), 0))
    known = bot("1853", "planner")
    assert known.choose(view, Random(3)) == known.choose(other, Random(3))
