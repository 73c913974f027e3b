"""Positions of 1830 that cannot be: each broken law of the table is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest

from stellwerk.core.state import Frame
from stellwerk.eighteen.state import RailState
from tests.games.g1830.corners import CORNERS
from tests.games.g1830.positions import Table, act, fresh, table

Break = Callable[[RailState], object]


def running() -> Table:
    """PRR is about to buy trains; NYC has not floated, seat 2 owns SV, PRR owns CS."""
    t = table().phase("3").opened("PRR", par=82, shares={0: 40, 1: 20}, pool=10).opened("NYC", shares={1: 30})
    t.home("PRR").laid("H10", "57", 1).trains("PRR", "2").private("SV", 2).private("CS", "PRR")
    return t.cash({"PRR": 100}).operating("PRR", "buy_trains")


def put(name: str, key: object, value: object) -> Break:
    return lambda s: getattr(s, name).__setitem__(key, value)


def let(name: str, value: object) -> Break:
    return lambda s: setattr(s, name, value)


def drop(name: str, key: object) -> Break:
    return lambda s: getattr(s, name).pop(key)


def both(*changes: Break) -> Break:
    return lambda s: [change(s) for change in changes]


HELD = ((20, 10, 10), (10, 10), (), ())
DIRECTS = "PRR: whoever holds the director's certificate directs it, and the pool never does"
TOGETHER = "PRR: director, par and market marker come together"
FLOATS = "PRR: it has floated when 60% have left the bank, and not before"
NOBODY_THERE = "there is nobody for one of these steps"
STEPS = "in the operating round these steps cannot lie on each other"
ANSWER = "an offer is there exactly while somebody has to answer it"
COUNTED = "what is counted is never less than nothing"

IMPOSSIBLE: dict[str, tuple[Break, str]] = {
    "money made": (put("cash", "P0", 601), "all money together is 12001, not 12000"),
    "debts": (both(put("cash", "P0", -1), put("cash", "P1", 1201)), "nobody but the bank owes money"),
    "no such owner": (put("cash", "P9", 0), "cash must name bank, P0, P1, P2, P3, PRR"),
    "no treasury": (drop("cash", "PRR"), "cash must name bank, P0, P1, P2, P3, PRR"),
    "a share too many": (put("shares", "PRR", (*HELD, (10,) * 4, (10,))), "PRR: certificates are missing or too many"),
    "no pool": (put("shares", "PRR", (*HELD, (10,) * 4)), "shares are held by every seat, the bank and the pool"),
    "unsorted": (
        put("shares", "PRR", ((10, 20, 10), *HELD[1:], (10,) * 3, (10,))),
        "certificates are listed from the largest to the smallest",
    ),
    "wrong director": (put("director", "PRR", 1), DIRECTS),
    "director in the pool": (
        both(put("shares", "PRR", ((10, 10, 10, 10), *HELD[1:], (10,) * 2, (20,))), drop("director", "PRR")),
        DIRECTS,
    ),
    "no such director": (put("director", "PRR", 4), "director: there is no 4"),
    "no par": (drop("par", "PRR"), TOGETHER),
    "no marker": (drop("cell", "PRR"), TOGETHER),
    "odd par": (put("par", "PRR", 75), "par: there is no 75"),
    "off the market": (put("cell", "PRR", (0, 19)), "cell: there is no (0, 19)"),
    "future": (put("arrival", "PRR", 3), "arrival: there is no 3"),
    "not floated": (both(*(let(name, ()) for name in ("floated", "operated", "roster", "acted"))), FLOATS),
    "floated too soon": (let("floated", ("PRR", "NYC")), "NYC: it has floated"),
    "full pool": (
        put("shares", "PRR", ((20, 10), (), (), (), (10,), (10,) * 6)),
        "PRR: the pool holds more than 5 certificates",
    ),
    "tile from nowhere": (put("supply", "57", 4), "tile 57: supply and board must hold 4 together"),
    "no such tile": (put("tiles", "H10", ("999", 0)), "tiles: there is no '999'"),
    "no such rotation": (put("tiles", "H10", ("57", 6)), "tiles: there is no 6"),
    "no such hex": (put("tiles", "Z9", ("57", 0)), "tiles: there is no 'Z9'"),
    "grey hex": (both(put("tiles", "H12", ("57", 0)), put("supply", "57", 2)), "H12: tile 57 cannot lie there"),
    "town on a city": (both(put("tiles", "H16", ("4", 0)), put("supply", "4", 1)), "H16: tile 4 cannot lie there"),
    "marker lost": (put("markers", "PRR", 2), "PRR: station markers are missing or too many"),
    "two in a circle": (
        both(put("stations", "H10", (("PRR", "PRR"),)), put("markers", "PRR", 1)),
        "H10: more markers than circles",
    ),
    "no home": (both(drop("stations", "H12"), put("markers", "PRR", 4)), "PRR: its home station stands"),
    "stray marker": (both(put("stations", "H10", (("NYC",),)), put("markers", "NYC", 3)), "NYC: its home station"),
    "no such company": (put("stations", "H10", (("XYZ",),)), "stations: there is no 'XYZ'"),
    "seven 2 trains": (put("trains", "PRR", ("2",) * 7), "train 2: more than 6"),
    "endless trains": (put("depot", "2", -1), "train 2: the depot cannot hold -1"),
    "no such train": (let("train_pool", ("9",)), "trains: there is no '9'"),
    "trains unearned": (put("trains", "NYC", ("3",)), "NYC: only a company that has floated owns trains"),
    "private unearned": (put("privates", "SV", "NYC"), "SV: NYC cannot own it"),
    "bo of a company": (both(drop("privates", "SV"), put("privates", "BO", "PRR")), "BO: PRR cannot own it"),
    "no such private": (put("privates", "XY", "P0"), "privates: there is no 'XY'"),
    "no such private owner": (put("privates", "SV", "P7"), "privates: there is no 'P7'"),
    "privates in disorder": (
        both(drop("privates", "SV"), put("privates", "SV", "P2")),
        "privates must stand in the order of their prices",
    ),
    "for sale again": (put("privates", "SV", ""), "privates are for sale only before the first stock round"),
    "late bid": (put("bids", "SV", ((0, 25),)), "bids: there is no 'SV'"),
    "no such phase": (let("phase", "8"), "phase: there is no '8'"),
    "first phase": (let("phase", "1"), "the first phase is the sale of the privates"),
    "no such round": (let("round", "tea"), "round: there is no 'tea'"),
    "no such end": (let("ended", "tea"), "ended: there is no 'tea'"),
    "no such seat": (let("priority", 4), "priority cannot be 4"),
    "too many passes": (let("passes", 5), "passes cannot be 5"),
    "third round of two": (let("set_round", 3), "set_round cannot be 3"),
    "bankrupt and on": (let("bankrupt", 0), "a bankrupt ends the game"),
    "negative revenue": (let("revenue", -10), COUNTED),
    "negative run": (put("runs", "PRR", -10), COUNTED),
    "dear rebate": (put("rebate", "SV", 25), "a private becomes cheaper by at most what it costs"),
    "twice in the round": (let("acted", ("PRR", "PRR")), "acted: nothing stands there twice"),
    "not in the round": (let("roster", ()), "only a company of this round has acted in it"),
    "operated unfloated": (let("operated", ("PRR", "NYC")), "only a company that has floated operates"),
    "round unfloated": (let("roster", ("PRR", "NYC")), "only a company that has floated takes part in a round"),
    "capital unfloated": (let("unpaid", ("NYC",)), "only a company that has floated is paid"),
    "odd deed": (let("done_this_turn", ("tea",)), "done_this_turn: there is no 'tea'"),
    "odd source": (let("bought", (("PRR", "tea"),)), "bought: there is no ('PRR', 'tea')"),
    "odd sale": (let("sold", ((4, "PRR"),)), "sold: there is no (4, 'PRR')"),
    "nothing to do": (let("todo", []), "a position is either ended or has something to do"),
    "ended and on": (let("ended", "bank"), "a position is either ended or has something to do"),
    "steps in disorder": (let("todo", [Frame("operate"), Frame("lay_track", "PRR")]), STEPS),
    "no round below": (let("todo", [Frame("buy_trains", "PRR")]), STEPS),
    "another's turn": (let("todo", [Frame("operate"), Frame("buy_trains", "NYC")]), NOBODY_THERE),
    "operate for one": (let("todo", [Frame("operate", 0), Frame("buy_trains", "PRR")]), NOBODY_THERE),
    "discard unfloated": (lambda s: s.todo.append(Frame("discard_train", "NYC")), NOBODY_THERE),
    "nothing to answer": (lambda s: s.todo.append(Frame("consent", 2)), ANSWER),
    "nobody to answer": (let("offer", ("private", "PRR", "SV", 10)), ANSWER),
    "too dear an offer": (
        both(let("offer", ("private", "PRR", "SV", 101)), lambda s: s.todo.append(Frame("consent", 2))),
        ANSWER,
    ),
    "an answer for another": (
        both(let("offer", ("private", "PRR", "SV", 10)), lambda s: s.todo.append(Frame("consent", 1))),
        ANSWER,
    ),
    "a train not owned": (
        both(let("offer", ("train", "PRR", "NYC", "2", 10)), lambda s: s.todo.append(Frame("consent", 1))),
        ANSWER,
    ),
    "a trade with nobody": (
        both(let("offer", ("trade", "SV", 2, 4, 10)), lambda s: s.todo.append(Frame("consent", 2))),
        ANSWER,
    ),
}


@pytest.mark.parametrize(("change", "told"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_position_is_told(change: Break, told: str) -> None:
    t = running()
    change(t.s)
    assert any(problem.startswith(told) for problem in t.game.audit(t.s)), list(t.game.audit(t.s))


SALE: dict[str, tuple[Break, str]] = {
    "private missing": (drop("privates", "DH"), "in the sale all privates are open"),
    "company open": (
        both(put("shares", "PRR", ((20,), (), (), (10,) * 8, ())), put("director", "PRR", 0), put("par", "PRR", 67)),
        "PRR: director, par and market marker come together",
    ),
    "bid beyond the purse": (put("bids", "CS", ((0, 801),)), "seat 0 has bid more than it has"),
    "bid for nothing": (put("bids", "CS", ((0, 0),)), "a bid is more than nothing"),
    "two bids of one": (put("bids", "CS", ((0, 45), (0, 50))), "bids: nothing stands there twice"),
    "nobody bids": (let("todo", [Frame("settle_bids", 0), Frame("bid_off", 0)]), NOBODY_THERE),
    "no private to price": (let("todo", [Frame("settle_bids", 0), Frame("set_par", "BO")]), NOBODY_THERE),
    "stock turn": (let("todo", [Frame("trade_shares", 0)]), "in the auction round these steps cannot lie"),
    "a seat that is none": (let("todo", [Frame("sell_privates", 3)]), NOBODY_THERE),
    "a seat that is a word": (let("todo", [Frame("sell_privates", "PRR")]), NOBODY_THERE),
}


@pytest.mark.parametrize(("change", "told"), SALE.values(), ids=SALE)
def test_an_impossible_sale_is_told(change: Break, told: str) -> None:
    t = fresh(3)
    change(t.s)
    assert any(problem.startswith(told) for problem in t.game.audit(t.s)), list(t.game.audit(t.s))


def test_possible_positions_are_left_alone() -> None:
    running().play(act(0, "pass_trains")).sound()
    for make in CORNERS.values():
        make().sound()


def test_every_saved_field_is_held_against_some_law() -> None:
    """A field that is set to nonsense of its own type is found; a yes or no cannot be nonsense."""
    unheld = set()
    for field in fields(RailState):
        t = running()
        value = getattr(t.s, field.name)
        empty = ((0, 1),) if field.name == "bids" else 0
        item = next(iter(value.values()), empty) if isinstance(value, dict) else ()
        nonsense = {int: -7, bool: True, str: "nonsense", tuple: ("nonsense",), dict: {"nonsense": item}, list: []}
        setattr(t.s, field.name, nonsense[type(value)])
        if field.compare and type(value) is not bool and not list(t.game.audit(t.s)):
            unheld.add(field.name)
    assert unheld == set()
