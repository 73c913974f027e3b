"""Trains on sale, and the room that companies have for them."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState


def card_of(t: Ruleset, train: str) -> str:
    """The train under which the depot counts a card that is sold in several versions."""
    return t.trains[train].card or train


def on_sale(t: Ruleset, s: RailState) -> Iterator[str]:
    """The lowest type that is left in all its versions, and types that a phase has opened."""
    lowest, depot = "", s.depot
    for name, card, after in t.cards:
        if depot[card]:
            lowest = lowest or card
            if card == lowest or (after and begun(t, s, after)):
                yield name


def begun(t: Ruleset, s: RailState, train: str) -> bool:
    """Whether the phase has come that a train begins."""
    return t.ordinal[s.phase] >= t.ordinal[t.begins[train]]


def scrapped_by(t: Ruleset, s: RailState, sold: str, *begun: str) -> Iterator[str]:
    """The types that go when a train has just been sold, and with it the phases of these trains have begun.

    A train that begins no phase scraps when it is sold, whether it is the first of its type or not.
    """
    first = {name for name in (*begun, "" if sold in t.begins else sold) if name}
    for name, facts in t.trains.items():
        if facts.rusts_on in first or (facts.rusts_on_last == sold and not s.depot[sold]):
            yield name


def is_scrapped(t: Ruleset, s: RailState, train: str) -> bool:
    """Whether a type has left the game, with all its trains: what scraps it has been sold, and nobody has one left."""
    facts = t.trains[train]
    held = train in s.train_pool or any(train in owned for owned in s.trains.values())
    first = bool(facts.rusts_on) and _is_sold(t, s, facts.rusts_on)
    last = bool(facts.rusts_on_last) and not s.depot[card_of(t, facts.rusts_on_last)]
    return not held and (first or last)


def _is_sold(t: Ruleset, s: RailState, train: str) -> bool:
    """Whether one of a type has been sold."""
    if train in t.begins and begun(t, s, train):
        return True
    card, count = card_of(t, train), t.trains[card_of(t, train)].count
    return count is not None and s.depot[card] < count


def further(t: Ruleset, s: RailState) -> str | None:
    """The train that is issued for who must buy one when bank and pool have none."""
    if s.train_pool or any(s.depot.values()):
        return None
    return next((name for name, facts in t.trains.items() if facts.further), None)


def limit(t: Ruleset, s: RailState) -> int:
    return t.phases[s.phase].train_limit


def counting(t: Ruleset, s: RailState, company: str) -> int:
    """How many trains of a company count against the limit."""
    return len([train for train in s.trains[company] if not t.trains[train].extra])


def has_room(t: Ruleset, s: RailState, company: str, train: str) -> bool:
    """Whether a company may buy one more train of this type."""
    return train not in s.trains[company] if t.trains[train].extra else may_buy(t, s, company)


def may_buy(t: Ruleset, s: RailState, company: str) -> bool:
    """Whether the limit lets a company buy one more train; a flexible one always does."""
    return t.train_rules.limit == "flexible" or counting(t, s, company) < limit(t, s)


def spare(t: Ruleset, s: RailState, company: str) -> Iterator[str]:
    """The types of which a company gives one up while it is over the limit."""
    if counting(t, s, company) > limit(t, s):
        yield from (train for train in dict.fromkeys(s.trains[company]) if not t.trains[train].extra)


def without(trains: tuple[str, ...], train: str) -> tuple[str, ...]:
    at = trains.index(train)
    return trains[:at] + trains[at + 1 :]
