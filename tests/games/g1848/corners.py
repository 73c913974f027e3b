"""Positions of 1848 in which the rules meet: few choices, and each rule leaves its trace in their number.

tests/perft/g1848.perft tells how the number of positions after one action adds up by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tests.games.g1848.idle import all_pass
from tests.games.g1848.lines import EAST, SOUTH, lay, next_turn, on_turn, run
from tests.games.g1848.positions import England, act, fresh, table

LEAST: Final = {"P1": 30, "P2": 30, "P3": 30, "P4": 30, "P5": 30, "P6": 30}
"""How far each private has come down when it can come down no further."""

TO_WOLLONGONG: Final = (("G14", 6), ("G14", 4), ("G16", 6))


# -- the sale of the privates


def start() -> England:
    """Three players with 840 each."""
    return fresh(3)


def all_at_their_least() -> England:
    """IV.3: nothing can be lowered and nobody owns a private."""
    t = fresh(3)
    t.s.rebate.update(LEAST)
    return t


def least_and_one_sold() -> England:
    """IV.4: the same, but P1 belongs to seat 1."""
    return all_at_their_least().private("P1", 1)


def owner_on_turn() -> England:
    """IV.5: seat 0 owns P1."""
    return fresh(3).private("P1", 0)


def poor_in_the_sale() -> England:
    """IV.2: seat 0 has 69, which is enough for P1 alone."""
    return fresh(3).cash({0: 69})


# -- stock rounds


def first_stock_round() -> England:
    """VI.norm.1: four pars for seven companies, one for CAR."""
    return table(3).stock(number=1)


def director_sells() -> England:
    """VII.2.4: seat 0 directs FT with 30%; seat 1 holds 20% and can take over."""
    return table().opened("FT", par=80, shares={0: 30, 1: 20}, pool=20).cash({0: 0}).stock()


def shares_of_england() -> England:
    """XIII.buy.6, XIII.sell.5: seat 0 holds three shares of the Bank of England and has the price of one."""
    return table().england({0: 30}).cash({0: 70}).stock()


def over_the_limit() -> England:
    """VI.rec.8: with one company in receivership six players may have 11 certificates, and who led it there 10."""
    t = table(6)
    for company in ("VR", "QR", "FT"):
        t.opened(company, par=70, shares={1: 40, 0: 30})
    return t.opened("NSW", par=70, shares={2: 40, 0: 20}).failed("SAR", 0).stock()


# -- track and stations


def first_track() -> England:
    """VIII.track.5: NSW has nothing but its home in Sydney."""
    return on_turn("NSW")


def second_tile() -> England:
    """VIII.track.3: in the green phase NSW has laid its home tile and may lay another one."""
    return on_turn("NSW", phase="3").play(lay("F17", "57", 0))


def tasmania_besides() -> England:
    """V.P3.2: VR has laid both its tiles and owns P3."""
    t = on_turn("VR", phase="3").private("P3", "VR").settled()
    return t.play(lay("H11", "5", 1), lay("H9", "57", 1))


def tasmania_at_once() -> England:
    """V.P3.4: FT buys the first 5 train, and seat 0 has P3."""
    t = on_turn("FT", step="buy_trains", phase="4", cash=500).depot("4", 0).private("P3", 0).settled()
    return t.play(act(0, "buy_train", "bank", "5", 500))


def cheap_desert() -> England:
    """V.P2.2: CAR has no money, but P2 for the desert east of Port Augusta."""
    return on_turn("CAR", (("E4", "57", 1),), phase="3", cash=0).private("P2", "CAR").settled()


def marker_behind_borders() -> England:
    """R-51: VR can pay for one more marker, in any of three cities beyond Melbourne."""
    return on_turn("VR", SOUTH, step="place_station", cash=40)


def kept_home() -> England:
    """VIII.token.11: one of the two circles of Brisbane is kept for QR."""
    t = on_turn("NSW", (("B19", "238", 5), ("C20", "5", 1)), phase="3").station("NSW", "C20")
    return t.operating("NSW", "place_station")


def third_marker() -> England:
    """VIII.token.8: NSW has 99, and its third marker costs 100; the next step is asked."""
    return next_turn(on_turn("NSW", EAST[:3], "2", cash=99).station("NSW", "G16"), "NSW", "place_station")


# -- runs and dividends


def one_train() -> England:
    """XI.gen.1: a 2 train from Canberra to Wollongong."""
    return on_turn("FT", (("G14", "57", 1), ("G16", "6", 1)), "2", step="run_trains")


def dividend() -> England:
    """XI.calc.4: 40 are earned."""
    return one_train().play(run(TO_WOLLONGONG))


def brink() -> England:
    """XII.2: FT earns nothing in the last column before receivership, and could still borrow."""
    t = table().phase("3").opened("FT", par=80, shares={0: 60}, cell=(0, 1)).home("FT")
    return t.operating("FT", "pay_dividend")


def england_pays() -> England:
    """VIII.order.2: by an option the dividend of the Bank of England is said."""
    t = table(boe_dividend="said").phase("3").opened("FT", par=80, shares={0: 60}).home("FT")
    return all_pass(t.stock())


# -- trains


def buying(*trains: str, phase: str, cash: int, tiles: tuple[tuple[str, str, int], ...] = EAST) -> England:
    return on_turn("FT", tiles, *trains, step="buy_trains", phase=phase, cash=cash)


def two_sides_of_a_card() -> England:
    """IX.gen.1: FT has a route, no train and 120."""
    return buying(phase="2", cash=120)


def on_credit() -> England:
    """IX.forced.1: FT must buy a 3 or 3+ and has 50; its price is high enough for two loans."""
    t = buying(phase="3", cash=50).depot("2", 0)
    t.s.cell["FT"] = (0, 10)
    return t


def no_loans_left() -> England:
    """IX.forced.5: the same after the twentieth loan."""
    t = buying(phase="3", cash=50).depot("2", 0)
    t.opened("VR", par=70, shares={1: 60}).home("VR").opened("QR", par=70, shares={2: 60}).home("QR")
    t.loans("VR", 10).loans("QR", 10)
    t.s.ending = "loans"
    return t.operating("FT", "buy_trains")


def ghan_with_a_discount() -> England:
    """IX.e.1, V.P4.3: the right of P4 is seat 0's; FT has 200."""
    return buying("5", phase="5", cash=200).right("P4", 0).settled()


def diesel_for_a_4() -> England:
    """IX.d.3: both 6 trains are sold; FT has 800 and a 4 train."""
    return buying("4", phase="6", cash=800).depot("6", 0).settled()


def train_too_many() -> England:
    """IX.gen.2: with the first 5 train two trains are the limit."""
    t = buying("3", "4", phase="4", cash=500).depot("4", 0).settled()
    return t.play(act(0, "buy_train", "bank", "5", 500))


def trains_of_others() -> England:
    """IX.buy.4, IX.gen.3: QR has the same director, VR another one; each has a 2 train."""
    t = buying("2", phase="3", cash=100)
    t.opened("QR", par=70, shares={0: 60}).home("QR").trains("QR", "2")
    return t.opened("VR", par=70, shares={1: 60}).home("VR").trains("VR", "2").operating("FT", "buy_trains")


def asked_for_a_train() -> England:
    """P-1: FT wants the 2 train of VR for its printed price."""
    return trains_of_others().play(act(0, "buy_train", "VR", "2", 100))


def private_for_sale() -> England:
    """V.gen.4: FT has 3, and P1 of its director costs from 1 to 40."""
    return buying("2", phase="3", cash=3).private("P1", 0).settled()


def money_to_raise() -> England:
    """VI.rec.5: VR has failed, and its director lacks 40; he has a share of QR and one of the Bank of England."""
    t = table().phase("3").opened("VR", par=80, shares={0: 30, 1: 30}, cell=(0, 2)).home("VR")
    t.opened("QR", par=70, shares={2: 50, 0: 10}, cell=(1, 2)).home("QR").england({0: 10})
    return t.cash({"VR": 0, 0: 100}).operating("VR").play(act(0, "loan"))


def end_of_set() -> England:
    """XIV.0, XIV.1: the bank is broken, and the last turn of the last operating round ends."""
    t = buying("2", phase="2", cash=0)
    t.s.ending = "bank"
    return t


CORNERS: Final[Mapping[str, Callable[[], England]]] = {
    make.__name__: make
    for make in (
        start,
        all_at_their_least,
        least_and_one_sold,
        owner_on_turn,
        poor_in_the_sale,
        first_stock_round,
        director_sells,
        shares_of_england,
        over_the_limit,
        first_track,
        second_tile,
        tasmania_besides,
        tasmania_at_once,
        cheap_desert,
        marker_behind_borders,
        kept_home,
        third_marker,
        one_train,
        dividend,
        brink,
        england_pays,
        two_sides_of_a_card,
        on_credit,
        no_loans_left,
        ghan_with_a_discount,
        diesel_for_a_4,
        train_too_many,
        trains_of_others,
        asked_for_a_train,
        private_for_sale,
        money_to_raise,
        end_of_set,
    )
}
"""By name, in the order of the book."""
