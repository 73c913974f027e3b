"""Positions of 1853 in which the rules meet: few choices, and each rule leaves its trace in their number.

tests/perft/g1853.perft tells how the number of positions after one action, or after two, adds up by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tests.games.g1853.positions import India, act, bidding, fresh, pick, table

# -- contracts


def bonds_of_three() -> India:
    """2.5.2: three players with 730 each write down bonds."""
    return fresh(3)


def bonds_of_six() -> India:
    """2.5.2: six players with 510 each; three cities are enough."""
    return fresh(6)


def least_bonds() -> India:
    """2.5.9: four cities of 20 use up a bond of 80."""
    return bidding(80, 80, 80)


def bond_of_100() -> India:
    """2.5.9: a first city may cost 40, and 60 are kept for three more; the next bidder has 90."""
    return bidding(100, 90, 80)


def bond_of_110() -> India:
    """2.5.9: the dearest city of all may be the first."""
    return bidding(110, 90, 80)


def least_bonds_of_six() -> India:
    """2.5.4c: three cities are enough."""
    return bidding(60, 60, 60, 60, 60, 60)


def valley_is_full() -> India:
    """2.5.7: two cities of the valley are noted; the next bidder has noted two of his four."""
    t = bidding(200, 80, 80).play(pick(0, "Benares", "EIR"), pick(1, "Mysore", "SIR"), pick(2, "Mysore", "SIR"))
    return t.play(pick(0, "Patna", "EIR"), pick(1, "Nagpur", "BNR"), pick(2, "Nagpur", "BNR"))


# -- stock rounds


def director_in_stock() -> India:
    """Seat 0 directs EIR with 40%, seat 1 holds 20%."""
    return table(4).started("EIR", {0: 40, 1: 20}).stock(0)


def shares_of_a_bid() -> India:
    """3.1.3: in the first round only EIR was in the bids, and seat 0 has two shares of it by its contract."""
    t = table(4).unstarted("EIR", {0: 20, 1: 10})
    return t.contract("EIR", 0, 2).contract("EIR", 1, 1).first_round(0, "EIR")


def elephant_for_sale() -> India:
    """The others of the holder have 3, nothing and 2."""
    t = table(4).started("EIR", {0: 60}).cash({0: 10, 1: 3, 2: 0, 3: 2}).stock(0)
    return t.play(*(act(seat, "pass_turn") for seat in range(4)))


# -- a company's turn


def plan_of_a_large_company() -> India:
    """4.1.3: the first turn of EIR."""
    return table(4).started("EIR", {0: 60}).operating("EIR", "choose_plan")


def first_track_of_a_small_company() -> India:
    """4.1.5a: SIR in Trichinopoly, which has no track and lies on flat ground."""
    return table(4).started("SIR", {0: 60}).operating("SIR", "lay_track")


def first_track_without_money() -> India:
    """4.1.12: EIR has nothing; rivers at Patna cost 40 or 60, beside Calcutta the ground is flat."""
    return table(4).started("EIR", {0: 60}).operating("EIR", "lay_track")


def dividend() -> India:
    return table(4).started("EIR", {0: 60}).ran("EIR", 100)


def income_under_a_manager() -> India:
    """3.4.2: EIR has no director."""
    return table(4).managed("EIR", (0, 1), pool=40).ran("EIR", 100)


def first_train_of_a_large_company() -> India:
    return table(4).started("EIR", {0: 60}).cash({"EIR": 1000}).operating("EIR", "buy_trains")


def first_train_of_a_small_company() -> India:
    """2.8.4b: a small company started in the first round."""
    return table(4).started("SIR", {0: 60}).small_started().cash({"SIR": 750}).operating("SIR", "buy_trains")


def one_train_too_many() -> India:
    """4.8.5: the first 4 is sold while EIR has four trains of two kinds."""
    t = table(4).phase("3").started("EIR", {0: 60}).trains("EIR", "3", "3", "3", "2M")
    t = t.started("GIP", {1: 60}).cash({"GIP": 1000}).depot("3", 0).operating("GIP", "buy_trains")
    return t.play(act(1, "buy_train", "bank", "4", 620))


def end_of_a_set() -> India:
    """4.9: the last company has acted."""
    t = table(4).started("EIR", {0: 60}).cash({"EIR": 0}).operating("EIR", "buy_trains")
    return t.play(act(0, "pass_trains"))


CORNERS: Final[Mapping[str, Callable[[], India]]] = {
    make.__name__: make
    for make in (
        bonds_of_three,
        bonds_of_six,
        least_bonds,
        bond_of_100,
        bond_of_110,
        least_bonds_of_six,
        valley_is_full,
        director_in_stock,
        shares_of_a_bid,
        elephant_for_sale,
        plan_of_a_large_company,
        first_track_of_a_small_company,
        first_track_without_money,
        dividend,
        income_under_a_manager,
        first_train_of_a_large_company,
        first_train_of_a_small_company,
        one_train_too_many,
        end_of_a_set,
    )
}
