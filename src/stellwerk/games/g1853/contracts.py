"""Contracts: which cities a bid may hold, when it is complete, and what happens when it is fulfilled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.state import RailState, player
from stellwerk.games.g1853.links import Links
from stellwerk.games.g1853.ruleset import ContractRules, Ruleset1853, rules_of
from stellwerk.games.g1853.state import SEALED, UNKNOWN, own

if TYPE_CHECKING:
    from stellwerk.games.g1853.flow import Flow1853

SMALL_BID: Final = 3
"""A bid of so many cities may hold fewer of the valley than a larger one."""


# --- what a bid may hold --------------------------------------------------------------------------------


def worth(rules: ContractRules, note: Iterable[str]) -> int:
    """What the cities of a note count together; one that is not known counts as little as any."""
    return sum(rules.cities[name].value if name in rules.cities else rules.least_value for name in note)


def in_valley(rules: ContractRules, note: Iterable[str]) -> int:
    """How many of a note are cities of the valley, without the one that only counts among them in larger bids."""
    return sum(name in rules.valley for name in note)


def least_size(rules: ContractRules, note: Sequence[str]) -> int:
    """How many cities a bid with these must have in the end: R-08, a bid of three holds fewer of the valley."""
    crowded = in_valley(rules, note) > rules.valley_most_of_three
    return max(rules.least_cities, SMALL_BID + 1) if crowded else rules.least_cities


def missing(rules: ContractRules, note: Sequence[str]) -> int:
    """What the cities cost at least that a bid with these still needs (R-08, R-09)."""
    return max(0, least_size(rules, note) - len(note)) * rules.least_value


def why_not_pick(rules: ContractRules, bond: int, note: Sequence[str], name: str) -> Refusal | None:
    """The rule by which a city cannot join a bid; None where it can."""
    if name not in rules.cities:
        return Refusal("2.5.8", {"hex": name})
    if name in note:
        return Refusal("2.5.10b", {"hex": name})
    if len(note) >= rules.most_cities:
        return Refusal("2.5.6", {"most": rules.most_cities})
    after = (*note, name)
    if in_valley(rules, after) + (rules.valley_with in after) > rules.valley_most:
        return Refusal("2.5.7a", {"hex": name})
    left = bond - worth(rules, note)
    cost = rules.cities[name].value
    if cost > left:
        return Refusal("2.5.9b", {"hex": name, "cost": cost, "left": left})
    rest = left - cost
    if rest < missing(rules, after):
        count = least_size(rules, after) - len(after)
        if least_size(rules, after) > rules.least_cities:
            return Refusal("R-08", {"hex": name, "left": rest, "count": count})
        return Refusal("2.5.9b", {"case": "minimum", "hex": name, "left": rest, "count": count})
    return None


def why_not_close(rules: ContractRules, bond: int, note: Sequence[str]) -> Refusal | None:
    """The rule by which a bid is not complete; None where it is."""
    left = bond - worth(rules, note)
    if len(note) < rules.least_cities:
        return Refusal("2.5.4c", {"least": rules.least_cities, "count": len(note)})
    if len(note) < least_size(rules, note):
        return Refusal("2.5.7b")
    if len(note) < rules.most_cities and left >= rules.unused:
        return Refusal("2.5.4d", {"left": left, "most": rules.most_cities})
    return None


def flaw(rules: ContractRules, bond: int, note: Sequence[str], taken: Sequence[str]) -> str:
    """The rule that a whole contract breaks, which only one that was entered by hand can; "" where it is legal."""
    for place, (name, company) in enumerate(zip(note, taken, strict=False)):
        refusal = why_not_pick(rules, bond, note[:place], name)
        if refusal is not None:
            return refusal.rule
        if company not in rules.cities[name].companies:
            return "2.5.5"
    refusal = why_not_close(rules, bond, note)
    return refusal.rule if refusal else ""


# --- who knows what -------------------------------------------------------------------------------------


def all_written(s: RailState) -> bool:
    """Whether everybody has written down a bond, so that all of them are open."""
    return 0 not in own(s).bonds


def set_aside(s: RailState) -> int:
    """The money of all bonds that lie aside: neither the bank nor a player has it."""
    mine = own(s)
    if not all_written(s):
        return 0
    return sum(bond for seat, bond in enumerate(mine.bonds) if seat not in mine.fulfilled)


def is_secret(s: RailState, seat: int) -> bool:
    """Whether the note of a seat is still its own business."""
    return seat not in own(s).fulfilled


def seen_by(s: RailState, seat: int | None) -> RailState:
    """A position without the bonds and notes that a seat (None: a spectator) may not read."""
    if not s.todo:
        return s
    mine = own(s)
    hidden = [other for other in range(len(mine.notes)) if other != seat and mine.notes[other] and is_secret(s, other)]
    sealed = not all_written(s)
    if not hidden and not sealed:
        return s
    bonds = mine.bonds
    if sealed:
        bonds = tuple([SEALED if bond and other != seat else bond for other, bond in enumerate(bonds)])
    notes = tuple([(UNKNOWN,) * len(note) if other in hidden else note for other, note in enumerate(mine.notes)])
    return s.seen_as(bonds=bonds, notes=notes)


# --- fulfilment -----------------------------------------------------------------------------------------


def is_linked(note: Sequence[str], groups: Iterable[frozenset[str]]) -> bool:
    """Whether all cities of a note are among those that track joins to one group."""
    if not note:
        return False
    return any(group.issuperset(note) for group in (groups.of(note[0]) if isinstance(groups, Links) else groups))


def waiting(s: RailState) -> list[int]:
    """Seats whose contracts are not fulfilled."""
    return [seat for seat, note in enumerate(own(s).notes) if note and is_secret(s, seat)]


def fulfilled_now(flow: Flow1853, s: RailState) -> list[int]:
    """Seats whose contracts could be shown now, as far as their notes are known, in the order in which they sit."""
    read = (seat for seat in waiting(s) if UNKNOWN not in own(s).notes[seat])
    known = [seat for seat in read if flow.have_track(s, own(s).notes[seat])]
    if not known:
        return []
    groups = flow.linked_cities(s)
    return [seat for seat in s.seating or known if seat in known and is_linked(own(s).notes[seat], groups)]


def fulfil(flow: Flow1853, s: RailState, seat: int) -> None:
    """4.3.2: the bond is paid back, everybody reads the note; an illegal one is judged by the others."""
    mine, rules = own(s), rules_of(flow.rules).contracts
    mine.fulfilled = (*mine.fulfilled, seat)
    bond = mine.bonds[seat]
    s.cash[player(seat)] += bond
    if flaw(rules, bond, mine.notes[seat], mine.taken[seat]):
        then(s, Frame("judge_bid", seat))


def fulfil_all(flow: Flow1853, s: RailState) -> None:
    """R-38: whoever's cities have just been joined is paid at once."""
    for seat in fulfilled_now(flow, s):
        fulfil(flow, s, seat)


def settle_size(flow: Flow1853, s: RailState) -> None:
    """2.6: at the end of the first stock round a company of open size becomes large by its director's contract.

    R-11: he has to show its two homes and nothing else.
    """
    mine, t = own(s), rules_of(flow.rules)
    open_ = (name for name in t.companies if t.company(name).size == "open")
    for company in (name for name in open_ if name not in (*mine.large, *mine.small)):
        boss, homes = s.director.get(company), homes_if_large(t, company)
        if boss is not None and boss < len(mine.notes):
            mine.size_by = boss
        if boss is not None and mine.notes and homes <= set(mine.notes[boss]):
            mine.large, mine.shown = (*mine.large, company), tuple(sorted(homes))
        else:
            mine.small = (*mine.small, company)


def homes_if_large(t: Ruleset1853, company: str) -> set[str]:
    """The cities that its director must have named for a company to become large."""
    return {t.companies[company].home, *t.company(company).large_home}
