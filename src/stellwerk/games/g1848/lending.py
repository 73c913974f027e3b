"""Loans of a lender to companies, and companies that it takes over when their price has fallen too far."""

from __future__ import annotations

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.market import Cell
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import move_marker, percent, waits
from stellwerk.eighteen.state import BANK, RailState, clockwise, player, without_key
from stellwerk.games.g1848.ruleset import phase_of, rules_of
from stellwerk.games.g1848.state import loans_of

LOAN = "loan"
"""What `done_this_turn` says once the company on turn has taken a loan."""

EXCUSED = "excused"
"""What `done_this_turn` says for the rest of an operating round once an overdrawn player had nothing to sell."""


def granted(s: RailState) -> int:
    """All loans ever granted: none is paid back."""
    return sum(loans_of(s).values())


def may_borrow(t: Ruleset, s: RailState, company: str) -> bool:
    """Whether a company may take a loan of its own will: one in each operating round, and only so many at all."""
    loans = rules_of(t).loans
    if not phase_of(t, s.phase).loans or LOAN in s.done_this_turn:
        return False
    return loans_of(s).get(company, 0) < loans.most and granted(s) < loans.count


def within_reach(t: Ruleset, s: RailState, company: str) -> int:
    """What a company has, and what a loan would bring that it may take and that does not ruin it."""
    cash = s.cash[company]
    if not may_borrow(t, s, company):
        return cash
    loans = rules_of(t).loans
    ruined = fails_at(t, fallen(t, s.cell[company], loans.steps))
    return cash if ruined else cash + loans.value


def fallen(t: Ruleset, cell: Cell, steps: int) -> Cell:
    """So many cells to the left, but not beyond the place where a company goes into receivership."""
    for _ in range(steps):
        if not fails_at(t, cell):
            cell = t.market.left(cell)
    return cell


def fails_at(t: Ruleset, cell: Cell) -> bool:
    return t.market.zone[cell] == "closing"


def take_loan(flow: Flow, s: RailState, company: str, *, forced: bool = False) -> None:
    """The lender pays, its price rises, that of the company falls, perhaps so far that it is taken over."""
    t = rules_of(flow.rules)
    loans = t.loans
    dear = LOAN in s.done_this_turn or (forced and t.lending.forced_steps == "further")
    if LOAN not in s.done_this_turn:
        s.done_this_turn = (*s.done_this_turn, LOAN)
    pay(t, s, t.lender, company, loans.value)
    taken = loans_of(s)
    taken[company] = taken.get(company, 0) + 1
    s.cell = {**s.cell, t.lender: t.market.track[min(granted(s), len(t.market.track) - 1)]}
    if granted(s) >= t.ends.get("loans", granted(s) + 1):
        s.ending = s.ending or "loans"
    fall(flow, s, company, loans.further_steps if dear else loans.steps)


def fall(flow: Flow, s: RailState, company: str, steps: int) -> None:
    """A price moves left; in the last column the lender takes the company over at once."""
    move_marker(s, company, fallen(flow.rules, s.cell[company], steps))
    if fails_at(flow.rules, s.cell[company]):
        take_over(flow, s, company)


def take_over(flow: Flow, s: RailState, company: str) -> None:
    """The lender takes a company over: its holders are paid off, its stations stay, all else leaves the game."""
    t = rules_of(flow.rules)
    director = s.director[company]
    s.todo[:] = [frame for frame in s.todo if frame.who != company]
    s.failed = (*s.failed, (company, director))
    _turn_over(t, s, company)
    if len(s.failed) >= t.ends.get("receivership", len(s.failed) + 1):
        s.ending = s.ending or "receivership"
    pays_off = _pay_off(t, s, company, director)
    s.trains = {**s.trains, company: ()}
    _clear(t, s, company)
    _give_up_privates(flow, s, company, director)
    if t.lending.debts == "after_company":
        if not any(c not in s.acted and not waits(t, s, c) for c in s.roster):
            settle_debts(t, s, director)
    elif pays_off:
        then(s, Frame("raise_money", director))
    flow.track.forget(s)


def settle_debts(t: Ruleset, s: RailState, seat: int) -> bool:
    """By an option the first player from a seat on who is overdrawn sells now; whether there is one who is asked."""
    if rules_of(t).lending.debts == "at_once" or EXCUSED in s.done_this_turn:
        return False
    if min([s.cash[player(other)] for other in range(t.seats)]) >= 0:
        return False
    around = (seat, *clockwise(s, t.seats, seat))
    debtor = next(other for other in around if s.cash[player(other)] < 0)
    then(s, Frame("raise_money", debtor))
    return True


def after_action(t: Ruleset, before: RailState, s: RailState) -> bool:
    """By an option debts are settled after what a company has done, from the director of the company on turn on."""
    if s.round != "operating" or min(s.cash.values()) >= 0:
        return False  # nobody is overdrawn
    if s.offer or not s.acted or rules_of(t).lending.debts == "at_once":
        return False
    if not s.todo or s.todo[-1].step == "raise_money":
        return False
    same = (before.stock_rounds, before.round, before.set_round) == (s.stock_rounds, s.round, s.set_round)
    if not same or before.todo[-1].step == "pay_lender":
        return False
    return settle_debts(t, s, s.director[s.acted[-1]])


def _give_up_privates(flow: Flow, s: RailState, company: str, director: int) -> None:
    """Its privates close and their rights are lost, but for a tile: that its director lays.

    A train that leaves the bank may close all privates; then the tile waits among those of the other owners.
    """
    t = rules_of(flow.rules)
    s.rights = {right: owner for right, owner in s.rights.items() if owner != company}
    tiles = []
    for private in [p for p, owner in s.privates.items() if owner == company]:
        if t.privates[private].own_tile and t.lending.failed_tile == "laid":
            s.privates = {**s.privates, private: player(director)}
            tiles.append(private)
        else:
            flow.close_private(s, private, "")
    if len(s.failed) in t.removals:
        flow.remove_train(s)
    for private in tiles:
        if private in s.privates:
            flow.close_private(s, private, player(director))


def _turn_over(t: Ruleset, s: RailState, company: str) -> None:
    """Its stations on the board become stations of the lender, the others leave the game."""
    lender = rules_of(t).lender
    for name, stops in s.stations.items():
        if any(company in markers for markers in stops):
            here = tuple(tuple(lender if c == company else c for c in markers) for markers in stops)
            s.stations = {**s.stations, name: here}
    s.markers = {**s.markers, company: 0}


def _pay_off(t: Ruleset, s: RailState, company: str, director: int) -> bool:
    """Par for each share of the other players, from the treasury, and what it lacks from the director.

    Whether he has to raise money for it: an account that was overdrawn before forces no sale by itself.
    """
    due = {seat: s.par[company] * percent(s, company, seat) // 10 for seat in range(t.seats) if seat != director}
    missing = sum(due.values()) - s.cash[company]
    if missing > 0:
        pay(t, s, player(director), company, missing)
    for seat, amount in due.items():
        pay(t, s, company, player(seat), amount)
    pay(t, s, company, BANK, s.cash[company])
    s.sale_prices = ()
    return missing > 0 and s.cash[player(director)] < 0


def _clear(t: Ruleset, s: RailState, company: str) -> None:
    """Its certificates and all that is known of it leave the table."""
    s.shares = {**s.shares, company: ((),) * (t.seats + 2)}
    s.director, s.par = without_key(s.director, company), without_key(s.par, company)
    s.cell, s.arrival = without_key(s.cell, company), without_key(s.arrival, company)
    s.runs = without_key(s.runs, company)
    s.floated = tuple(c for c in s.floated if c != company)
    s.unpaid = tuple(c for c in s.unpaid if c != company)
    s.operated = tuple(c for c in s.operated if c != company)
    s.roster = tuple(c for c in s.roster if c != company)
    s.acted = tuple(c for c in s.acted if c != company)
    s.linked = tuple(c for c in s.linked if c != company)


def pay_lender(t: Ruleset, s: RailState) -> None:
    """The shares of the lender held by players earn its minimum for the phase and the value of all its stations."""
    lender, each = rules_of(t).lender, lender_dividend(t, s)
    for seat in range(t.seats):
        pay(t, s, BANK, player(seat), each * percent(s, lender, seat) // 10)


def lender_dividend(t: Ruleset, s: RailState) -> int:
    """What a share of the lender earns at a time."""
    return (phase_of(t, s.phase).lender_pays + station_value(t, s, rules_of(t).lender)) // 10


def station_value(t: Ruleset, s: RailState, company: str) -> int:
    """What the stops are worth on which a company has stations, each as often as it has a station there."""
    level, total = t.phases[s.phase].level, 0
    for name, stops in s.stations.items():
        if any(company in markers for markers in stops):
            face = t.catalogue.face(*s.tiles[name]) if name in s.tiles else t.hexmap[name].face
            for stop, markers in zip(face.stops, stops, strict=True):
                total += stop.worth(level) * markers.count(company)
    return total
