"""What could be in the envelopes of others: bonds and notes that fit all that is seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from stellwerk.eighteen.state import RailState, player
from stellwerk.games.g1853.contracts import homes_if_large, in_valley, is_linked, missing, why_not_close, worth
from stellwerk.games.g1853.ruleset import ContractRules, Ruleset1853
from stellwerk.games.g1853.state import SEALED, UNKNOWN, own

SPREAD: Final = 10
"""An imagined bond is at most so many times the value of a cheap city above the least: few people bid more."""


def imagine(t: Ruleset1853, seen: RailState, linked: Iterable[frozenset[str]], rng: Random) -> RailState:
    """Deal bonds and notes where others have hidden theirs."""
    mine = own(seen)
    hidden = [seat for seat, note in enumerate(mine.notes) if UNKNOWN in note]
    if SEALED not in mine.bonds and not hidden:
        return seen
    s = own(seen.copy())
    s.bonds = tuple(_some_bond(t, seen, seat, rng) if bond == SEALED else bond for seat, bond in enumerate(mine.bonds))
    groups = tuple(linked)
    s.notes = tuple(
        _some_note(t, s, seat, groups, rng) if seat in hidden else note for seat, note in enumerate(mine.notes)
    )
    return s


def _some_bond(t: Ruleset1853, s: RailState, seat: int, rng: Random) -> int:
    rules = t.contracts
    most = min(s.cash[player(seat)], rules.least_bond + SPREAD * rules.least_value)
    return rng.choice(range(rules.least_bond, most + 1, rules.bond_step))


@dataclass(frozen=True)
class Known:
    """All that others know of a note, besides the shares that it brought."""

    bond: int
    closed: bool
    holds: frozenset[str] = frozenset()
    """Cities that were shown."""

    lacks: frozenset[str] = frozenset()
    """Cities that are not all on it, since they would have had to be shown."""

    groups: tuple[frozenset[str], ...] = ()
    """Cities that are joined: a note within one of them would have been paid back."""

    legal: bool = True


def _some_note(
    t: Ruleset1853, s: RailState, seat: int, groups: tuple[frozenset[str], ...], rng: Random
) -> tuple[str, ...]:
    """A note that fits all that is known; one that fits less if none does, as with illegal bids entered by hand."""
    mine, rules = own(s), t.contracts
    holds, lacks = _shown(t, s, seat)
    paid = groups if rules.claim == "auto" else ()
    closed = seat in mine.closed_bids
    attempts = (
        Known(mine.bonds[seat], closed, holds, lacks, paid),
        Known(mine.bonds[seat], closed, holds, lacks),
        Known(mine.bonds[seat], closed, holds, lacks, legal=False),
        Known(mine.bonds[seat], closed, legal=False),
    )
    for known in attempts:
        note = deal(rules, mine.taken[seat], known, rng)
        if note is not None:
            return note
    return tuple(rng.choice(list(rules.cities)) for _ in mine.notes[seat])


def _shown(t: Ruleset1853, s: RailState, seat: int) -> tuple[frozenset[str], frozenset[str]]:
    """What the size of a company tells of the note that decided on it."""
    mine = own(s)
    if mine.size_by != seat:
        return frozenset(), frozenset()
    small = (homes_if_large(t, company) for company in mine.small)
    return frozenset(mine.shown), frozenset(next(small, ()))


def deal(rules: ContractRules, taken: Sequence[str], known: Known, rng: Random) -> tuple[str, ...] | None:
    """A note whose cities gave these shares, in their order; None if there is none. Tries all, in random order."""
    offers = [[name for name, city in rules.cities.items() if company in city.companies] for company in taken]
    order = sorted(range(len(taken)), key=lambda place: len(offers[place]))
    note: dict[int, str] = {}

    def fill(done: int) -> bool:
        if done == len(order):
            return _fits(rules, tuple(note[place] for place in range(len(taken))), known)
        place = order[done]
        for name in rng.sample(offers[place], len(offers[place])):
            if name in note.values():
                continue
            note[place] = name
            if (not known.legal or _goes_on(rules, tuple(note.values()), len(taken), known)) and fill(done + 1):
                return True
            del note[place]
        return False

    return tuple(note[place] for place in range(len(taken))) if fill(0) else None


def _goes_on(rules: ContractRules, part: tuple[str, ...], size: int, known: Known) -> bool:
    """Whether a part of a note can still become one of so many cities."""
    rest = (size - len(part)) * rules.least_value
    crowded = in_valley(rules, part) + (rules.valley_with in part) > rules.valley_most
    lacking = sum(name not in part for name in known.holds)
    return not crowded and worth(rules, part) + rest <= known.bond and lacking <= size - len(part)


def _fits(rules: ContractRules, note: tuple[str, ...], known: Known) -> bool:
    if not known.holds.issubset(note) or (known.lacks and known.lacks.issubset(note)):
        return False
    if is_linked(note, known.groups):
        return False
    if not known.legal:
        return True
    if known.closed:
        return why_not_close(rules, known.bond, note) is None
    return worth(rules, note) + missing(rules, note) <= known.bond
