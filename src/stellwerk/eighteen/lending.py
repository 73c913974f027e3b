"""Loans of a lender to companies, and companies that it takes over when their price has fallen too far."""

from __future__ import annotations

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import close_private, remove_train
from stellwerk.eighteen.shares import move_marker, percent, waits
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.tables import Loans, Tables
from stellwerk.eighteen.track import Track

LOAN = "loan"
"""What `used` says once the company on turn has taken a loan."""

EXCUSED = "excused"
"""What `used` says for the rest of an operating round once an overdrawn player had nothing to sell."""


def terms(t: Tables) -> Loans:
    if t.loans is None:
        raise AssertionError("this title has no loans")
    return t.loans


def granted(s: RailState) -> int:
    """All loans ever granted: none is paid back."""
    return sum(s.loans.values())


def may_borrow(t: Tables, s: RailState, company: str) -> bool:
    """Whether a company may take a loan of its own will: one in each operating round, and only so many at all."""
    loans = t.loans
    if loans is None or not t.phases[s.phase].loans or LOAN in s.used:
        return False
    return s.loans.get(company, 0) < loans.most and granted(s) < loans.count


def within_reach(t: Tables, s: RailState, company: str) -> int:
    """What a company has, and what a loan would bring that it may take and that does not ruin it."""
    cash = s.cash[company]
    if not may_borrow(t, s, company):
        return cash
    loans = terms(t)
    ruined = t.market.zone[t.market.fall(s.cell[company], loans.steps)] == "receivership"
    return cash if ruined else cash + loans.value


def take_loan(t: Tables, s: RailState, track: Track, company: str, *, forced: bool = False) -> None:
    """The lender pays, its price rises, that of the company falls, perhaps so far that it is taken over."""
    loans = terms(t)
    dear = LOAN in s.used or (forced and "forced_loans_cost_more" in t.flags)
    if LOAN not in s.used:
        s.used = (*s.used, LOAN)
    pay(t, s, t.lender, company, loans.value)
    s.loans[company] = s.loans.get(company, 0) + 1
    s.cell[t.lender] = t.market.track[min(granted(s), len(t.market.track) - 1)]
    if granted(s) >= t.ends.get("loans", granted(s) + 1):
        s.ending = s.ending or "loans"
    fall(t, s, track, company, loans.further_steps if dear else loans.steps)


def fall(t: Tables, s: RailState, track: Track, company: str, steps: int) -> None:
    """A price moves left; in the last column the lender takes the company over at once."""
    move_marker(s, company, t.market.fall(s.cell[company], steps))
    if t.market.zone[s.cell[company]] == "receivership":
        take_over(t, s, track, company)


def take_over(t: Tables, s: RailState, track: Track, company: str) -> None:
    """The lender takes a company over: its holders are paid off, its stations stay, all else leaves the game."""
    director = s.director[company]
    s.todo[:] = [frame for frame in s.todo if frame.who != company]
    s.failed = (*s.failed, (company, director))
    _turn_over(t, s, company)
    if len(s.failed) >= t.ends.get("receivership", len(s.failed) + 1):
        s.ending = s.ending or "receivership"
    pays_off = _pay_off(t, s, company, director)
    s.trains[company] = ()
    _clear(t, s, company)
    _give_up_privates(t, s, company, director)
    if "debts_wait" in t.flags:
        if not any(c not in s.acted and not waits(t, s, c) for c in s.roster):
            settle_debts(t, s, director)
    elif pays_off:
        then(s, Frame("raise_money", director))
    track.forget(s)


def settle_debts(t: Tables, s: RailState, seat: int) -> bool:
    """By an option the first player from a seat on who is overdrawn sells now; whether there is one who is asked."""
    if "debts_wait" not in t.flags or EXCUSED in s.used:
        return False
    around = ((seat + step) % t.seats for step in range(t.seats))
    debtor = next((other for other in around if s.cash[player(other)] < 0), None)
    if debtor is not None:
        then(s, Frame("raise_money", debtor))
    return debtor is not None


def after_action(t: Tables, before: RailState, s: RailState) -> bool:
    """By an option debts are settled after what a company has done, from the director of the company on turn on."""
    if "debts_wait" not in t.flags or not s.acted or not s.todo or s.todo[-1].step == "raise_money":
        return False
    same = (before.stock_rounds, before.round, before.set_round) == (s.stock_rounds, s.round, s.set_round)
    if not same or s.round != "operating" or before.todo[-1].step == "pay_lender":
        return False
    return settle_debts(t, s, s.director[s.acted[-1]])


def _give_up_privates(t: Tables, s: RailState, company: str, director: int) -> None:
    """Its privates close and their rights are lost, but for a tile: that its director lays.

    A train that leaves the bank may close all privates; then the tile waits among those of the other owners.
    """
    for right in [p for p, owner in s.rights.items() if owner == company]:
        del s.rights[right]
    tiles = []
    for private in [p for p, owner in s.privates.items() if owner == company]:
        if t.privates[private].own_tile and "failed_privates_lose_tile" not in t.flags:
            s.privates[private] = player(director)
            tiles.append(private)
        else:
            close_private(t, s, private, "")
    if len(s.failed) in t.removals:
        remove_train(t, s)
    for private in tiles:
        if private in s.privates:
            close_private(t, s, private, player(director))


def _turn_over(t: Tables, s: RailState, company: str) -> None:
    """Its stations on the board become stations of the lender, the others leave the game."""
    for name, stops in s.stations.items():
        if any(company in markers for markers in stops):
            s.stations[name] = tuple(tuple(t.lender if c == company else c for c in markers) for markers in stops)
    s.markers[company] = 0


def _pay_off(t: Tables, s: RailState, company: str, director: int) -> bool:
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
    s.dropped = ()
    return missing > 0 and s.cash[player(director)] < 0


def _clear(t: Tables, s: RailState, company: str) -> None:
    """Its certificates and all that is known of it leave the table."""
    s.shares[company] = ((),) * (t.seats + 2)
    for table in (s.director, s.par, s.cell, s.arrival, s.runs):
        table.pop(company, None)
    s.floated = tuple(c for c in s.floated if c != company)
    s.unpaid = tuple(c for c in s.unpaid if c != company)
    s.operated = tuple(c for c in s.operated if c != company)
    s.roster = tuple(c for c in s.roster if c != company)
    s.acted = tuple(c for c in s.acted if c != company)
    s.linked = tuple(c for c in s.linked if c != company)
