"""Positions of 1830 in which the rules meet: few choices, and each rule leaves its trace in their number.

tests/perft/g1830.perft tells how the number of positions after one action adds up by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stellwerk.core.state import Frame
from tests.games.g1830.positions import Table, act, fresh, table

YELLOW, BROWN = (0, 0), (7, 1)
FOUR: Final = ("PRR", "NYC", "C&O", "B&O")


# -- the sale of the privates


def start() -> Table:
    """Seven players with $350 each."""
    return fresh(7)


def bid_off() -> Table:
    """C-2.2.2: two have bid on DH; the lower bidder, with $100 in all, speaks first."""
    t = fresh(3).private("SV", 2).private("CS", 2).cash({0: 100, 1: 120, 2: 20})
    t.s.bids["DH"] = ((0, 75), (1, 80))
    t.s.todo = [Frame("settle_bids", 0), Frame("bid_off", 0)]
    return t


def last_rebate() -> Table:
    """C-2.2.3: SV costs $5 and two have passed; the third one's $40 are too little to bid on CS."""
    t = fresh(3).cash({2: 40})
    t.s.rebate["SV"], t.s.passes = 15, 2
    t.s.todo = [Frame("sell_privates", 2)]
    return t


def par_of_b_and_o() -> Table:
    """4.0.BO.a: whoever has bought BO sets the par of B&O."""
    t = fresh(3)
    for private in ("SV", "CS", "DH", "MH", "CA"):
        t.private(private, 1)
    return t.play(act(0, "buy_private_at_face", "BO"))


def bid_for_groups() -> Table:
    """1.3: three players with $800; the banker bids 500 for the choice, the next passes, the third is on turn."""
    return fresh(3, "basic").play(act(0, "bid_for_choice", 500), act(1, "pass_turn"))


def take_group() -> Table:
    """1.3j: seat 2 has bid most and takes CS and DH; seat 0 with the second bid is next."""
    t = fresh(4, "basic").play(act(0, "bid_for_choice", 5), act(1, "pass_turn"), act(2, "bid_for_choice", 10))
    return t.play(act(3, "pass_turn"), act(0, "pass_turn"), act(2, "take_group", 2))


# -- stock rounds


def first_stock_round() -> Table:
    """6.1a: nothing is sold. Seat 2 directs B&O, seat 1 has MH and the PRR share of CA."""
    t = table(3).opened("B&O", par=100, shares={2: 20}).share("PRR", 1).private("MH", 1)
    return t.stock(number=1)


def director_sells() -> Table:
    """6.1e: seat 0 directs PRR with 30%; seat 1 holds 20% and can take over."""
    return table().opened("PRR", par=82, shares={0: 30, 1: 20}, pool=20).cash({0: 0}).stock()


def no_heir() -> Table:
    """6.4e: nobody can take over PRR, so that only the share of NYC is for sale."""
    t = table().opened("PRR", par=82, shares={0: 20, 1: 10, 2: 10})
    return t.opened("NYC", par=82, shares={1: 20, 0: 10}).cash({0: 0}).stock()


def full_pools() -> Table:
    """6.1d: the pool takes one more PRR and no NYC."""
    t = table().opened("PRR", par=82, shares={1: 30, 0: 30}, pool=40)
    return t.opened("NYC", par=82, shares={1: 20, 0: 30}, director=1, pool=50).cash({0: 0}).stock()


def brown_again() -> Table:
    """5.4c: seat 0 has bought a pool share of PRR at $20 and may buy more of them, but nothing else."""
    t = table().opened("PRR", par=67, shares={1: 30, 0: 10}, pool=20, cell=BROWN)
    t.opened("NYC", par=67, shares={1: 30}, pool=20, cell=BROWN).cash({0: 120})
    return t.stock().play(act(0, "buy", "PRR", "pool", 10))


def over_the_limit() -> Table:
    """5.3e: 14 certificates at a table of five."""
    t = table(5)
    for company in FOUR:
        t.opened(company, par=67, shares={1: 40, 0: 30})
    return t.opened("Erie", par=67, shares={2: 40, 0: 20}).stock()


def at_the_limit() -> Table:
    """5.3c, 5.4a: 13 certificates at a table of five; only what is yellow can still be bought."""
    t = table(5)
    for company in FOUR:
        t.opened(company, par=67, shares={1: 40, 0: 30})
    t.opened("Erie", par=67, shares={2: 40, 0: 10})
    return t.opened("CPR", par=67, shares={2: 40}, cell=YELLOW).cash({0: 500}).stock()


def sold_out() -> Table:
    """5.5b: three have passed; if seat 0 does too, PRR rises and its turn begins."""
    return table().opened("PRR", par=90, shares={0: 60, 1: 40}).cash({0: 0}).stock(passes=3)


def exchange_between_turns() -> Table:
    """4.0.MH.b: seat 2 is about to begin, and seat 1 may swap MH for a share of bank or pool."""
    t = table().opened("NYC", par=67, shares={3: 40}, pool=10).opened("PRR", par=67, shares={3: 40, 2: 10})
    return t.private("MH", 1).cash({2: 0}).stock(turn=2)


def private_on_offer() -> Table:
    """P-1, 4.1a: seat 0 has offered SV to seat 1 for $7."""
    t = table().opened("PRR", par=67, shares={3: 40, 0: 10}).private("SV", 0).stock()
    return t.play(act(0, "offer_private", "SV", 1, 7))


# -- track and stations


def first_track() -> Table:
    """7.2: PRR leaves Altoona to the west for Pittsburgh and to the east."""
    return table().opened("PRR", par=67, shares={0: 60}).home("PRR").operating("PRR")


def csl_tile() -> Table:
    """4.0.CS: besides, Burlington can be built on without a connection."""
    return table().opened("PRR", par=67, shares={0: 60}).home("PRR").private("CS", "PRR").operating("PRR")


def dh_tile() -> Table:
    """4.0.DH: besides, Scranton can be built on for $120."""
    t = table().opened("PRR", par=67, shares={0: 60}).home("PRR").private("DH", "PRR")
    return t.cash({"PRR": 120}).operating("PRR")


def dh_station() -> Table:
    """4.0.DH.b: after that a station may be placed there without route and cost."""
    return dh_tile().play(act(0, "lay_private", "DH", "F16", "57", 0))


def upgrade_with_markers() -> Table:
    """7.2.2: Erie in one city of its home, NYC in the other; no brown tile may lead to the grey hex in the west."""
    t = table().phase("5").opened("Erie", par=67, shares={0: 60}).opened("NYC", par=67, shares={1: 60})
    return t.laid("E11", "59", 0).home("Erie", 0).home("NYC").station("NYC", "E11", 1).operating("Erie")


def home_in_either_city() -> Table:
    """7.3.2h: track lies on both cities of Erie's home before its first turn."""
    t = table().phase("3").opened("Erie", par=67, shares={0: 60}).laid("E11", "59", 0)
    return t.operating("Erie", "place_home")


def city_for_a_marker() -> Table:
    """7.3.2h: Erie's marker stands on the bare home; now its first tile is laid."""
    t = table().phase("3").opened("Erie", par=67, shares={0: 60}).home("Erie", 0).operating("Erie")
    return t.play(act(0, "lay", "E11", "59", 0))


def last_station() -> Table:
    """7.3.2d, 7.3.2f: the third further station of PRR costs $100; Lancaster is full, Pittsburgh has a circle."""
    t = table().opened("PRR", par=67, shares={0: 60}).opened("NYC", par=67, shares={1: 60}).home("PRR").home("NYC")
    t.laid("H10", "57", 1).laid("H14", "9", 1).laid("H16", "57", 1).station("NYC", "H16")
    t.station("PRR", "F16").station("PRR", "B16").cash({"PRR": 100})
    return t.operating("PRR", "place_station")


# -- dividends and trains


def prr_with_route() -> Table:
    """PRR has a route from Altoona to Pittsburgh."""
    return table().opened("PRR", par=67, shares={0: 60, 1: 20}).home("PRR").laid("H10", "57", 1)


def best_run() -> Table:
    """7.4b: a 2 train from Altoona to Pittsburgh, and nothing else that earns as much."""
    return prr_with_route().trains("PRR", "2").operating("PRR", "run_trains")


def bank_breaks() -> Table:
    """8.0a: the bank has $30 left when $100 are earned."""
    t = prr_with_route().trains("PRR", "2").bank(30, rich=3)
    t.s.revenue = 100
    return t.operating("PRR", "pay_dividend")


def end_of_set() -> Table:
    """8.0c: the bank is broken, and the last turn of the last operating round ends."""
    t = prr_with_route().trains("PRR", "2").operating("PRR", "buy_trains")
    t.s.ending = "bank"
    return t


def train_of_another() -> Table:
    """7.6f: PRR has $5 for the train of NYC, whose director would have to agree."""
    t = prr_with_route().trains("PRR", "2").opened("NYC", par=67, shares={1: 60}).home("NYC").trains("NYC", "2")
    return t.cash({"PRR": 5}).operating("PRR", "buy_trains")


def rust_in_the_turn() -> Table:
    """3.4a: the first 4 train scraps the 2 train of its buyer; the 3 train in the pool does not."""
    t = prr_with_route().phase("3").trains("PRR", "2").pool("3").depot("3", 0)
    return t.cash({"PRR": 300}).operating("PRR", "buy_trains")


def forced_purchase() -> Table:
    """C-2.3.2, R-78: $50 are missing for the cheapest train; one share of either company is enough."""
    t = prr_with_route().phase("4").opened("NYC", par=67, shares={1: 40, 0: 20})
    return t.cash({"PRR": 100, 0: 150}).operating("PRR", "buy_trains")


def bankruptcy() -> Table:
    """C-2.4a: no money, and the director's certificate cannot be sold."""
    t = table().opened("PRR", par=67, shares={0: 20, 1: 10, 2: 10}, pool=20).home("PRR").laid("H10", "57", 1)
    return t.cash({0: 10}).operating("PRR", "buy_trains")


def discard_by_price() -> Table:
    """7.6.1b: the first 5 train leaves two companies with a train too many; the dearer one discards first."""
    t = prr_with_route().phase("4").depot("4", 0).opened("NYC", par=90, shares={1: 60}).home("NYC")
    t.opened("C&O", par=82, shares={2: 60}).home("C&O").trains("C&O", "3", "4", "4").trains("NYC", "3", "3", "4")
    return t.cash({"PRR": 450}).operating("PRR", "buy_trains").play(act(0, "buy_train", "bank", "5", 450))


def trade_in_at_the_limit() -> Table:
    """7.6k: with two trains PRR can have a diesel only for one of them."""
    t = prr_with_route().phase("6").trains("PRR", "4", "5").cash({"PRR": 1100})
    return t.operating("PRR", "buy_trains")


def private_for_sale() -> Table:
    """4.1d: PRR has $15, and SV of its director costs from $10 to $40."""
    t = prr_with_route().phase("3").trains("PRR", "2").private("SV", 0).cash({"PRR": 15})
    return t.operating("PRR", "buy_trains")


def two_debts() -> Table:
    """7.7i: seat 0 administers two insolvent companies with debts of 50 and 80, and has sold a share for 60."""
    t = table(4, "basic").phase("7").opened("B&M", shares={0: 40, 1: 30}, pool=30)
    t = t.opened("Erie", par=67, shares={0: 60}).trains("B&M", "D").trains("Erie", "D").home("B&M").home("Erie", 0)
    t.s.debts.update({"B&M": 50, "Erie": 80})
    t = t.cash({0: 60}).stock(0)
    t.s.todo.append(Frame("repay", 0))
    return t


CORNERS: Final[Mapping[str, Callable[[], Table]]] = {
    make.__name__: make
    for make in (
        start,
        bid_off,
        last_rebate,
        par_of_b_and_o,
        bid_for_groups,
        take_group,
        first_stock_round,
        director_sells,
        no_heir,
        full_pools,
        brown_again,
        over_the_limit,
        at_the_limit,
        sold_out,
        exchange_between_turns,
        private_on_offer,
        first_track,
        csl_tile,
        dh_tile,
        dh_station,
        upgrade_with_markers,
        home_in_either_city,
        city_for_a_marker,
        last_station,
        best_run,
        bank_breaks,
        end_of_set,
        train_of_another,
        rust_in_the_turn,
        forced_purchase,
        bankruptcy,
        discard_by_price,
        trade_in_at_the_limit,
        private_for_sale,
        two_debts,
    )
}
"""By name, in the order of the book."""
