"""Whole games of Railroad Revolution at random, and a few turns from beginning to end."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.games.railroad_revolution.game import TITLE
from tests.games.railroad_revolution.kit import act, dear, first_of, fresh, game_for, table


@pytest.mark.parametrize("seats", TITLE.seats)
def test_random_games_end_with_equal_turns_but_for_those_without_pieces(seats: int) -> None:
    game = game_for(seats)
    for seed in range(5):
        rng, s = Random(seed), game.start()
        turns = [0] * seats
        while not game.over(s):
            action = rng.choice(list(game.choices(s))).sample(rng)
            if action.kind == "place":
                turns[action.seat] += 1
            s = game.apply(s, action)
        short = [seat for seat in range(seats) if turns[seat] < max(turns)]
        assert all(s.buildings[seat] == s.rails[seat] == 0 for seat in short)  # without pieces a turn is skipped


def test_the_kit_sets_up_a_possible_position_for_each_number_of_seats() -> None:
    for seats in TITLE.seats:
        t = table(seats)
        assert t.workers_of(0) == 5
        assert t.waits_for() == [0]
        assert fresh(seats).waits_for() == [-1]


def test_a_station_is_paid_last_with_the_money_of_a_flipped_locomotive() -> None:
    t = table().cash(0, 40).shares(0, 0).locos(0, up=["loco-money"])
    t.refused(act(0, "place", "white", "station"), "act.1", **dear("station", 200, 40, 0))
    built = t.play(act(0, "place", "violet", "station"), act(0, "build", "washington"))
    assert built.s.cash[0] == -160
    built.refused(act(0, "done"), "R-06", missing=160)
    paid = built.play(act(0, "use", "w.station.violet"), act(0, "flip", "loco-money", "up"))
    assert paid.s.cash[0] == 340
    assert paid.play(act(0, "done")).waits_for() == [1]


def test_in_debt_only_what_still_pays_is_offered() -> None:
    t = table().cash(0, 40).shares(0, 0).locos(0, up=["loco-money"])
    built = t.play(act(0, "place", "violet", "station"), act(0, "build", "washington"))
    assert built.offered(0, "use") == [
        ("reward", "orange", ""),
        ("reward", "turquoise", ""),
        ("bonus", "", ""),
        ("w.station.violet", "", ""),
    ]
    used = built.play(act(0, "use", "w.station.violet"))
    assert used.offered(0, "flip") == [("loco-money", "up")]


def test_a_rail_of_a_flipped_locomotive_can_come_before_the_station_it_leads_to() -> None:
    t = table().cash(0, 2000).locos(0, up=["loco-rail"]).rails(0, on=["R02"])
    t.station("washington", 0).station("charlotte", 0).buildings(0, 10)
    t.refused(act(0, "place", "white", "station"), "act.1", case="no_city", action="station")
    ready = t.play(act(0, "place", "violet", "station"))
    assert ready.offered(0, "build") == []
    laid = ready.play(act(0, "use", "w.station.violet"), act(0, "flip", "loco-rail", "up"))
    assert laid.offered(0, "lay") == [("R03",)]
    built = laid.play(act(0, "lay", "R03"), act(0, "build", "chicago"))
    assert built.s.cash[0] == 2000 - 100 - 100 - 300


def test_the_last_piece_is_kept_for_the_trade_that_has_begun() -> None:
    t = table().buildings(0, 0).rails(0, left=1).locos(0, up=["loco-rail"])
    flipped = t.play(act(0, "place", "white", "trade"), act(0, "flip", "loco-rail", "up"))
    assert flipped.offered(0, "lay") == []
    assert flipped.offered(0, "trade") == [("rail",)]


def test_four_workers_are_kept_or_made_up_for() -> None:
    t = table().cash(0, 0).shares(0, 0).workers(0, {"white": 4}).wire(8, "T4")
    opened = t.play(act(0, "place", "white", "telegraph"), act(0, "open", 8))
    assert opened.s.shares[0] * 150 + 600 == 900  # enough to hire a fourth worker for 800
    given = opened.play(act(0, "use", "wire", "white", "supply"))
    given.refused(act(0, "done"), "gen.2", workers=3, least=4)
    poor = t.wire(8, "T6").play(act(0, "place", "white", "telegraph"), act(0, "open", 8))
    poor.refused(act(0, "use", "wire", "white", "supply"), "gen.2", workers=3, least=4)
    rich = t.cash(0, 800).play(act(0, "place", "white", "telegraph"), act(0, "open", 8))
    given = rich.play(act(0, "use", "wire", "white", "supply"))
    given.refused(act(0, "done"), "gen.2", workers=3, least=4)
    assert given.play(act(0, "hire", "grey"), act(0, "done")).workers_of(0) == 4


def test_a_deal_goes_round_and_a_new_tile_is_turned() -> None:
    t = table().cash(0, 2000).rails(0, on=["R02", "R03"]).deal("D1")
    t.shares(1, 0).shares(2, 1).shares(3, 3)
    laid = t.play(act(0, "place", "white", "railroad"), act(0, "lay", "R10"), act(0, "lay", "R11"), act(0, "done"))
    assert laid.waits_for() == [0]
    swapped = laid.play(act(0, "deal", 0), act(0, "swap", "white", "supply", "violet"))
    assert swapped.waits_for() == [2]  # seat 0 has two shares left for an offer of three, seat 1 has none
    last = swapped.play(act(2, "done"))
    assert last.offered(3, "deal") == [(0,), (1,)]
    over = last.play(act(3, "deal", 1), *[act(3, "step", "stations")] * 3)
    over.refused(act(3, "deal", 0), "deal.6")
    after = over.play(act(3, "done"))
    assert (after.s.deal, after.s.used) == ("D2", ("D1",))
    assert after.waits_for() == [1]


def test_a_reached_milestone_draws_three_unseen_by_the_others() -> None:
    t = table().cash(0, 2000).goal(0, 0, "A1-1", "orange").rails(0, on=["R02", "R03", "R04", "R05"])
    t.station("chicago", 0).buildings(0, 11).stack("B", "B-4", "B-9", "B-2")
    end = t.play(act(0, "place", "white", "trade"), act(0, "trade", "building"), act(0, "done"))
    assert end.s.reached[0] == ("A1-1",)
    assert end.offered(0, "pick") == [("B-4",), ("B-9",), ("B-2",)]
    assert end.game.view(end.s, 1).drawn == ("?", "?", "?")
    assert end.game.view(end.s, 0).drawn == ("B-4", "B-9", "B-2")
    end.refused(act(0, "pick", "B-1"), "milestone.11", tile="B-1")
    picked = end.play(act(0, "pick", "B-9"))
    assert picked.s.goals[0] == ("B-9", "A2-1")
    assert picked.s.stacks["B"][-2:] == ("B-4", "B-2")
    assert picked.game.view(picked.s, 0).stacks["B"] == ("?",) * 7 + ("B-4", "B-2")
    assert picked.waits_for() == [1]


def test_a_deal_at_the_end_of_the_turn_may_bring_the_fourth_worker() -> None:
    t = table().cash(0, 0).shares(0, 1).workers(0, {"white": 3, "orange": 1}).goal(0, 0, "A1-1").deal("D2")
    opened = t.play(act(0, "place", "white", "telegraph"), act(0, "open", 6))
    assert opened.s.shares[0] == 3
    promoted = opened.play(act(0, "promote", "orange", "supply", "A1-1"))
    assert promoted.offered(0, "sell") == []  # the deal needs all three shares
    dealing = promoted.play(act(0, "done"))
    dealing.refused(act(0, "done"), "gen.2", workers=3, least=4)
    assert dealing.offered(0, "deal") == [(1,)]  # the other offer would leave too few shares
    assert dealing.play(act(0, "deal", 1)).workers_of(0) == 4
    poor = t.shares(0, 0).play(act(0, "place", "white", "telegraph"), act(0, "open", 6))
    poor.refused(act(0, "promote", "orange", "supply", "A1-1"), "gen.2", workers=3, least=4)


def test_shares_are_not_sold_before_the_game_begins() -> None:
    t = fresh(2)
    while t.waits_for() == [-1]:
        t = t.play(first_of(t.choices()[0]))
    chosen = t.play(act(1, "choose", "S1"))
    assert chosen.offered(1, "lay") == [("R02",), ("R04",), ("R06",)]
    chosen.refused(act(1, "sell", 1), "R-08", case="setup")
