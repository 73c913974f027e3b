"""Money that not everybody may know: what a seat sees of it, what could be behind that, and what gives it away."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import BANK, HIDDEN, RailState, is_hidden, player
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.groups import owed_at_worst

RULE: Final = "information.hidden"
"""The key of the rule by which money is hidden."""

RESERVE: Final = 2000
"""What an imagined bank keeps if it can: a payment that the true one could make must not break it."""

TENTHS: Final = 20
"""An imagined treasury holds at most so many times the par of its company: twice what it began with."""


def secrets(t: Ruleset, s: RailState, seat: int | None, penniless: Collection[str]) -> list[str]:
    """The owners whose money a seat (None: a spectator) may not know.

    A company that has not received its capital has nothing, as everybody knows, and so may others have (`penniless`).
    The bank is one of them: what it holds would tell how much the others have together.
    """
    rules = t.information_rules
    if not rules.hides:
        return []
    hidden = [BANK]
    if rules.cash == "owner":
        others = [player(other) for other in range(t.seats) if other != seat]
        hidden += [other for other in others if other not in penniless]
    if rules.treasuries == "director":
        director, unknown = s.director, (*s.unpaid, *penniless)
        hidden += [company for company in s.floated if director.get(company) != seat and company not in unknown]
    return hidden


def show(t: Ruleset, s: RailState, seat: int | None, penniless: Collection[str] = ()) -> RailState:
    """A position with all sums blotted out that a seat may not know."""
    seen = s.seen_as()
    seen.cash = s.cash | dict.fromkeys(secrets(t, s, seat, penniless), HIDDEN)
    return seen


# --- what could be behind a view -------------------------------------------------------------------------


def imagine(t: Ruleset, steps: Mapping[str, RailStep], seen: RailState, rng: Random) -> RailState:
    """Share out the money that is not seen: everybody can pay what they have promised, the bank keeps the rest."""
    owners = [owner for owner, amount in seen.cash.items() if is_hidden(amount)]
    if not owners:
        return seen
    s = seen.copy()
    unseen = t.money - sum(amount for amount in s.cash.values() if not is_hidden(amount))
    others = [owner for owner in owners if owner != BANK]
    least, most = _bounds(t, steps, seen)
    s.cash.update({owner: least.get(owner, 0) for owner in others})
    free = unseen - sum(s.cash[owner] for owner in others)
    if not s.ending:
        free -= RESERVE + s.revenue + sum(10 * s.par[company] for company in s.unpaid)
    rng.shuffle(others)
    for left, owner in zip(range(len(others), 0, -1), others, strict=True):
        room = most.get(owner, TENTHS * s.par[owner] if owner in s.par else unseen) - s.cash[owner]
        extra = rng.randint(0, max(0, min(room, 2 * free // (left + 1))))
        s.cash[owner] += extra
        free -= extra
    if BANK in owners:
        s.cash[BANK] = unseen - sum(s.cash[owner] for owner in others)
    return s


def _bounds(t: Ruleset, steps: Mapping[str, RailStep], s: RailState) -> tuple[dict[str, int], dict[str, int]]:
    """What owners of hidden money must have at least, and can have at most, in a position as it stands."""
    least: dict[str, int] = {}
    most: dict[str, int] = {}
    for bids in s.bids.values():
        for seat, price in bids:
            least[player(seat)] = least.get(player(seat), 0) + price
    least |= _still_to_pay(t, s)
    for frame in s.todo:
        owner = player(frame.who) if isinstance(frame.who, int) else frame.who
        if frame.step == s.todo[-1].step and is_hidden(s.cash.get(owner, 0)):
            lowest, highest = steps[frame.step].purse(s, frame)
            least[owner] = max(lowest, least.get(owner, 0))
            if highest is not None:
                most[owner] = highest
    match s.offer:
        case ("private", str(company), _, int(price)):
            least[company] = price
        case ("trade", _, int(seller), int(buyer), int(price)) if s.todo[-1].who == seller:
            least[player(buyer)] = price
        case ("train", str(company), _, _, int(price)):
            help_ = s.cash[player(steps["consent"].flow.decides(s, company))]
            least[company] = price if is_hidden(help_) else max(0, price - help_)
    return least, most


def _still_to_pay(t: Ruleset, s: RailState) -> dict[str, int]:
    """Money that players without a private must have, where everybody gets one: bids and a group, or any card."""
    if s.round != "auction" or not (t.groups or t.auction_rules.sale == "dealt"):
        return {}
    owners = set(s.privates.values())
    poor = (seat for seat in range(t.seats) if player(seat) not in owners)
    if t.groups:
        return {player(seat): owed_at_worst(t, s, seat) for seat in poor}
    return dict.fromkeys(map(player, poor), max(facts.price for facts in t.privates.values()))


# --- what gives it away ----------------------------------------------------------------------------------


def opens(t: Ruleset, steps: Mapping[str, RailStep], before: RailState, a: Action, after: RailState) -> bool:
    """Whether an action has shown somebody a hidden sum: a new director looks into the treasury, a bank is broken."""
    if not t.information_rules.hides or a.seat == CHANCE:
        return False
    if after.ending == "bank" != before.ending or any(s.shows(before, a) for s in steps.values() if a.kind in s.kinds):
        return True
    if t.information_rules.treasuries == "open" or after.director == before.director:
        return False
    paid = {company for company in after.floated if company not in after.unpaid}
    return any(before.director.get(company, new) != new for company, new in after.director.items() if company in paid)


def tells(t: Ruleset, steps: Mapping[str, RailStep], before: RailState, a: Action, after: RailState, seat: int) -> bool:
    """Whether somebody else's action shows a seat that there is, or is not, so much money where it cannot look."""
    hidden = {owner for owner in secrets(t, before, seat, ()) if owner != BANK}
    if any(after.cash[owner] < before.cash[owner] for owner in hidden):
        return True
    if after.offer and after.offer != before.offer:
        return True
    if (after.bids, after.group_bids) != (before.bids, before.group_bids) and player(a.seat) in hidden:
        return True
    return a.kind in steps[before.todo[-1].step].tells or _asks(steps, before, after, hidden)


def _asks(steps: Mapping[str, RailStep], before: RailState, after: RailState, hidden: Collection[str]) -> bool:
    """Whether the step now open tells how much its seat or company has, where that is hidden and was not told yet."""
    if not after.todo:
        return False
    frame = after.todo[-1]
    owner = player(frame.who) if isinstance(frame.who, int) else frame.who
    if owner not in hidden:
        return False
    step, nothing = steps[frame.step], (0, None)
    known = step.purse(before, frame) if before.todo[-1] == frame else nothing
    return step.purse(after, frame) not in (nothing, known)
