"""The bot for 1853 at the table: whole games, and what it does with contracts, shares, the elephant and offers."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.bots.arena import Series, play_game
from stellwerk.bots.rail_1853 import BOT
from stellwerk.core.action import Action
from stellwerk.core.state import Frame
from stellwerk.core.view import view_of
from stellwerk.eighteen.state import player
from stellwerk.games.g1853.contracts import worth
from stellwerk.games.g1853.state import own
from tests.games.g1853.lines import built
from tests.games.g1853.positions import India, act, bidding, fresh, table
from tests.games.g1853.positions import pick as picks
from tests.marks import sample


def answer(t: India, seat: int = 0, seed: int = 1) -> Action:
    """What the bot does in a position; it is legal."""
    action = BOT.choose(view_of(t.game, t.s, seat, ()), Random(seed))
    t.play(action)
    return action


# --- whole games ----------------------------------------------------------------------------------------


def games(few: set[int]) -> pytest.MarkDecorator:
    """A game with each number of seats, but only the few of them where time is short."""
    marks = {seats: pytest.mark.slow if seats in few else pytest.mark.long for seats in range(3, 7)}
    return pytest.mark.parametrize("seats", [pytest.param(seats, marks=mark) for seats, mark in marks.items()])


@games({3})
def test_a_table_of_greedy_bots_comes_to_an_end_with_contracts_fulfilled(seats: int) -> None:
    """Companies start and pay until the bank or the market is at its end; everybody has more than at the start."""
    match, record = play_game(Series("1853", ("greedy",) * seats, games=1, seed="7"), 0)
    assert record.reason in {"end.bank", "end.price"}
    assert min(record.scores) > match.game.start().cash[player(0)]
    assert 2 * len(own(match.state).fulfilled) > seats
    assert len(match.state.floated) >= seats


@pytest.mark.long
def test_a_short_game_ends_too() -> None:
    series = Series("1853", ("greedy",) * 4, games=1, seed="7", options={"short_game": "true"})
    assert play_game(series, 0)[1].reason in {"end.bank", "end.price"}


def wins(seats: int, number: int) -> int:
    """How many games greedy wins alone against random bots; seats rotate, so that none has the better place."""
    series = Series("1853", ("greedy", *("random",) * (seats - 1)), games=number, seed="1", rotate=True)
    won = 0
    for game in range(number):
        _, record = play_game(series, game)
        won += [series.seats(game)[seat] for seat in record.winners] == ["greedy"]
    return won


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    assert wins(3, 1) == 1


@pytest.mark.long
@pytest.mark.parametrize("seats", range(3, 7))
def test_greedy_beats_random_from_every_seat(seats: int) -> None:
    assert wins(seats, seats) == seats


@pytest.mark.slow
@pytest.mark.parametrize("seats", sample(1, range(3, 7)))
def test_random_bots_come_to_an_end(seats: int) -> None:
    assert play_game(Series("1853", ("random",) * seats, games=1, seed="1"), 0)[1].reason


# --- bids -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "least"), [(3, 80), (4, 60), (5, 60), (6, 60)])
def test_a_bond_is_little_more_than_the_smallest_bid_needs(seats: int, least: int) -> None:
    """Cities of £20 make the smallest bids; £50 more are one printed city among them and a little for the order."""
    bonds = {answer(fresh(seats), seed=seed).args[0] for seed in range(8)}
    assert least <= min(bonds) <= max(bonds) <= least + 50


def bid(t: India, seed: int = 1) -> India:
    """All make their bids as the bot does."""
    while t.turn[0] == "pick_cities":
        t = t.play(answer(t, int(t.turn[1]), seed))
    return t


def test_cities_of_a_bid_lie_near_each_other_and_use_up_the_bond() -> None:
    t = bid(bidding(60, 60, 60, 60))
    board, rules = t.game.rules.hexmap, t.numbers.contracts
    for note in t.mine.notes:
        assert worth(rules, note) == 60
        near = [board.neighbours[board.number[name]] for name in note]
        around = [{other for hex_ in ring if hex_ >= 0 for other in board.neighbours[hex_]} for ring in near]
        linked = sum(board.number[b] in around[place] for place, _ in enumerate(note) for b in note if b != note[place])
        assert linked >= 2, note


def test_bots_bid_for_different_companies() -> None:
    """Each leads a company of its own: with three shares of eight there is no room for two who want to direct one."""
    t = bid(bidding(60, 60, 60, 60))
    chosen = [max(taken, key=taken.count) for taken in t.mine.taken]
    assert len(set(chosen)) >= 3


def test_a_bid_goes_on_with_the_company_that_it_began_with() -> None:
    t = bidding(60, 60, 60, 60).play(picks(0, "Mysore", "SIR"), picks(1, "Lahore", "NWR"), picks(2, "Ajmer", "BBCI"))
    t = t.play(picks(3, "Nagpur", "BNR"))
    assert answer(t, 0).args[1] == "SIR"


# --- shares ---------------------------------------------------------------------------------------------


def test_shares_of_a_contract_are_redeemed_first() -> None:
    t = table(4).started("EIR", {0: 40, 1: 20}).unpaid("EIR", 0, 1).stock(0, number=2)
    assert answer(t.cash({"P0": 300})) == act(0, "redeem", "EIR")


def test_the_share_is_bought_that_pays_most_for_its_price() -> None:
    """Both shares cost par; the market pays more for one of them, and it earns more."""
    t = table(4).started("EIR", {1: 50}, price=100).started("NWR", {2: 50}, price=152).stock(0, number=3)
    t.s.runs.update({"EIR": 30, "NWR": 150})
    t.mine.named = ("EIR", "NWR")
    t = t.trains("EIR", "2").trains("NWR", "2").cash({"P0": 110})
    assert answer(t) == act(0, "buy", "NWR", "bank", 10)


def test_what_earns_nothing_is_sold_for_what_does() -> None:
    """MSM has no train, no money and a price that falls; for one share of it the bot can buy one of NWR."""
    t = table(4).started("MSM", {0: 10, 1: 20}, pool=20).started("NWR", {2: 50}, price=152).stock(0, number=3)
    t.s.runs.update({"NWR": 200})
    t.mine.named = ("MSM", "NWR")
    t = t.trains("NWR", "2", "2").cash({"P0": 60, "MSM": 0})
    assert answer(t) == act(0, "sell", "MSM", 10)
    assert answer(t.play(act(0, "sell", "MSM", 10))) == act(0, "buy", "NWR", "bank", 10)


def test_a_company_is_started_that_one_can_lead() -> None:
    """Two shares are missing to five, and the bot has the money for them."""
    t = table(4).unstarted("NWR", {0: 30}).unstarted("BBCI", {1: 10, 2: 10}).first_round(0, "NWR", "BBCI")
    assert answer(t.cash({"P0": 200})) == act(0, "buy", "NWR", "bank", 10)


# --- the elephant and offers ----------------------------------------------------------------------------


@pytest.mark.parametrize(("holder", "kind"), [(0, "extra_round"), (1, "no_extra_round")])
def test_an_extra_round_is_called_by_who_gains_most_in_it(holder: int, kind: str) -> None:
    """Seat 0 has all shares of the only company that earns."""
    t = table(4).started("NWR", {0: 60}, price=152).trains("NWR", "2").operating("NWR", "buy_trains")
    t.s.runs["NWR"] = 150
    t.s.priority = holder
    t = t.play(act(0, "pass_trains"))
    assert t.turn == ("call_round", holder)
    assert answer(t, holder) == act(holder, kind)


def holding_the_elephant(seat: int) -> India:
    """Right after a stock round: seat 0 has six shares of a company that pays £150, nobody else has any."""
    t = table(4).started("NWR", {0: 60}, price=152).trains("NWR", "2").cash({"P0": 600}).stock(seat, number=3)
    t.s.runs["NWR"] = 150
    t.s.priority = seat
    t.s.todo = [Frame("sell_elephant", seat)]
    return t


@pytest.mark.parametrize(("asked", "kind"), [(10, "accept"), (500, "decline")])
def test_the_elephant_is_bought_for_what_a_round_brings(asked: int, kind: str) -> None:
    """Six shares bring £15 each in a round, and a little by their price."""
    t = holding_the_elephant(1).play(act(1, "offer_elephant", 0, asked))
    assert answer(t) == act(0, kind)


def test_the_elephant_is_offered_to_who_gains_by_it_and_kept_else() -> None:
    offer = answer(holding_the_elephant(1), 1)
    assert (offer.kind, offer.args[0]) == ("offer_elephant", 0)
    assert 0 < offer.args[1] < 6 * 30
    assert answer(holding_the_elephant(0)) == act(0, "keep_elephant")


def test_a_bond_is_claimed_as_soon_as_it_can_be() -> None:
    note = {"Lahore": "NWR", "Delhi": "NWR", "Rawalpindi": "NWR"}
    t = table(4, contract_claim="manual").started("NWR", {0: 60}).bid(0, 80, note).cash({"NWR": 500})
    t = built(t, "B10 C11 D12 E13 F14").operating("NWR")
    assert answer(t) == act(0, "claim")
