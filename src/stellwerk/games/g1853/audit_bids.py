"""Laws of bids and contracts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.eighteen.audit import among, once
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.state import NOBODY, RailState, player
from stellwerk.games.g1853.contracts import all_written, homes_if_large, missing, why_not_close, worth
from stellwerk.games.g1853.ruleset import Ruleset1853
from stellwerk.games.g1853.state import State1853, own

VOTES: Final = ("pardon", "condemn")


def bids_form(t: Ruleset1853, s: RailState) -> Iterator[str]:
    """What is wrong with the form of bonds, notes and what they brought."""
    mine, seats = own(s), range(t.seats)
    for name, listed in (("bonds", mine.bonds), ("notes", mine.notes), ("taken", mine.taken)):
        if len(listed) not in (0, t.seats):
            yield f"{name}: there is one for each seat"
    if len({len(mine.bonds), len(mine.notes), len(mine.taken)}) > 1:
        yield "bonds, notes and what was taken for them are there together"
    if s.par != {name: facts.par for name, facts in t.companies.items()}:
        yield "par: every share has its price printed on it"
    least, most = t.contracts.least_bond, t.capital
    yield from among("bonds", (bond for bond in mine.bonds if bond), range(least, most + 1, t.contracts.bond_step))
    for note, taken in zip(mine.notes, mine.taken, strict=False):
        yield from among("notes", note, t.contracts.cities)
        yield from among("taken", taken, t.companies)
        if len(note) != len(taken) or len(note) > t.contracts.most_cities:
            yield f"notes: {len(note)} cities and {len(taken)} shares do not go together"
    yield from once("closed_bids", mine.closed_bids, seats)
    yield from once("fulfilled", mine.fulfilled, seats if mine.bonds else ())
    yield from once("condemned", mine.condemned, mine.fulfilled)
    yield from once("votes", (seat for seat, _ in mine.votes), seats)
    yield from among("votes", (vote for _, vote in mine.votes), VOTES)
    yield from among("size_by", [mine.size_by], range(NOBODY, t.seats if mine.bonds else 0))
    yield from _sizes(t, mine)


def _sizes(t: Ruleset1853, mine: State1853) -> Iterator[str]:
    """Companies of open size are one or the other, and what was shown for it is the same for everybody."""
    open_ = [name for name in t.companies if t.company(name).size == "open"]
    yield from once("large", mine.large, open_)
    yield from once("small", mine.small, open_)
    if set(mine.large) & set(mine.small):
        yield "a company is either large or small"
    wanted = tuple(sorted({home for name in mine.large if name in open_ for home in homes_if_large(t, name)}))
    if mine.shown not in ((), wanted):
        yield "shown: only the homes of a large company are shown of a contract"


def bids_laws(t: Ruleset1853, s: RailState) -> Iterator[str]:
    """Laws of bids that a position breaks which has the right form."""
    mine = own(s)
    if s.round == "auction":
        yield from _bidding(t, s)
    elif mine.bonds and (not all_written(s) or set(mine.closed_bids) != set(range(t.seats))):
        yield "the first stock round begins when all bids are complete"
    if not all_written(s) and (any(mine.notes) or s.seating):
        yield "nobody picks a city or sits anywhere before all bonds are written"
    yield from _known(t, mine)


def _known(t: Ruleset1853, mine: State1853) -> Iterator[str]:
    """What the size of a company told of the contract that decided on it is true."""
    if mine.size_by == NOBODY:
        return
    note = set(mine.notes[mine.size_by])
    if not note.issuperset(mine.shown):
        yield "shown: the contract that decided on the size of a company holds what was shown of it"
    if any(note >= homes_if_large(t, company) for company in mine.small):
        yield "a company is large if the contract of its first director holds its two homes"


def _bidding(t: Ruleset1853, s: RailState) -> Iterator[str]:
    """While bids are made players hold what they have picked, and nobody has paid for anything."""
    mine = own(s)
    if not mine.bonds:
        yield "bids are made by everybody"
        return
    if mine.fulfilled or mine.unredeemed or mine.from_contract or mine.named or mine.large or mine.small:
        yield "nothing has come of the bids before all are complete"
    if set(mine.closed_bids) == set(range(t.seats)):
        yield "the first stock round begins when all bids are complete"
    for seat, bond in enumerate(mine.bonds):
        if s.cash[player(seat)] != t.capital - (bond if all_written(s) else 0):
            yield f"seat {seat} has its capital without its bond"
        for company in t.companies:
            if sum(s.shares[company][seat]) != TENTH * mine.taken[seat].count(company):
                yield f"{company}: seat {seat} holds other shares than it has picked"
        yield from _bid(t, mine, seat)


def _bid(t: Ruleset1853, mine: State1853, seat: int) -> Iterator[str]:
    """R-08, R-09: a bid that is made here can be completed."""
    rules, note, bond = t.contracts, mine.notes[seat], mine.bonds[seat]
    if any(company not in rules.cities[name].companies for name, company in zip(note, mine.taken[seat], strict=True)):
        yield f"notes: seat {seat} has taken a share that its city does not give"
    valley = sum(name in rules.valley or name == rules.valley_with for name in note)
    if (
        len(set(note)) != len(note)
        or valley > rules.valley_most
        or worth(rules, note) + missing(rules, note) > bond > 0
    ):
        yield f"notes: the bid of seat {seat} can never be complete"
    if seat in mine.closed_bids and why_not_close(rules, bond, note):
        yield f"closed_bids: the bid of seat {seat} is not complete"
