"""How rounds follow each other."""

from __future__ import annotations

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.shares import by_price, mind_price, move_marker, pay_capital, percent, sold_out
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.tables import Tables


def pay_privates(t: Tables, s: RailState) -> None:
    """Each private that is owned pays its income."""
    for private, owner in s.privates.items():
        if owner:
            pay(t, s, BANK, owner, t.privates[private].income)


def pay_lender(t: Tables, s: RailState) -> None:
    """The shares of the lender held by players earn its minimum for the phase and the value of all its stations."""
    each = (t.phases[s.phase].lender_pays + station_value(t, s, t.lender)) // 10
    for seat in range(t.seats):
        pay(t, s, BANK, player(seat), each * percent(s, t.lender, seat) // 10)


def station_value(t: Tables, s: RailState, company: str) -> int:
    """What the stops are worth on which a company has stations, each as often as it has a station there."""
    level, total = t.phases[s.phase].level, 0
    for name, stops in s.stations.items():
        if any(company in markers for markers in stops):
            face = t.catalogue.face(*s.tiles[name]) if name in s.tiles else t.hexmap[name].face
            for stop, markers in zip(face.stops, stops, strict=True):
                total += stop.worth(level) * markers.count(company)
    return total


def begin_stock_round(t: Tables, s: RailState) -> None:
    """The holder of the priority begins."""
    if s.phase == next(iter(t.phases)) and not sold_in(t):
        s.phase = list(t.phases)[1]
    s.round = "stock"
    s.stock_rounds += 1
    s.passes = 0
    s.sold, s.traded = (), ()
    begin_stock_turn(s, s.priority)


def sold_in(t: Tables) -> bool:
    """Whether the second phase begins with the sale of a train, and not with the first stock round."""
    return bool(list(t.phases.values())[1].train)


def begin_stock_turn(s: RailState, seat: int) -> None:
    s.bought, s.busy, s.declined, s.dropped = (), 0, (), ()
    then(s, Frame("trade_shares", seat))


def end_stock_round(t: Tables, s: RailState) -> None:
    """Sold-out companies rise, new ones get their capital, the set of operating rounds begins."""
    for company in sold_out(t, s):
        move_marker(s, company, t.market.up(s.cell[company]))
        mind_price(t, s, company)
    pay_capital(t, s)
    s.round = "operating"
    s.set_length, s.set_round = t.phases[s.phase].rounds, 0
    begin_operating_round(t, s)


def begin_operating_round(t: Tables, s: RailState) -> None:
    """Privates pay, then the companies that have floated act."""
    s.set_round += 1
    s.acted, s.roster = (), s.floated
    pay_privates(t, s)
    then(s, *([Frame("pay_lender", s.priority)] if t.lender else []), Frame("operate"))


def next_company(t: Tables, s: RailState) -> str | None:
    """The dearest company that has not acted yet, by prices as they are now."""
    waiting = by_price(t, s, tuple(company for company in s.roster if company not in s.acted))
    return waiting[0] if waiting else None


def end_operating_round(t: Tables, s: RailState) -> None:
    """A broken bank ends the game when the next stock round would begin."""
    if s.set_round < s.set_length:
        begin_operating_round(t, s)
    elif s.ending:
        s.ended = s.ending
    else:
        begin_stock_round(t, s)
