"""Trains on sale, trains that change hands, and the phases that their sales begin: 1830 3.0 and 7.6."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.shares import by_price
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.tables import Tables


def on_sale(t: Tables, s: RailState) -> Iterator[str]:
    """7.6d, 7.6i: the lowest type that is left, and types that an earlier sale has opened."""
    first = True
    for name, facts in t.trains.items():
        left = s.depot[name]
        if not left:
            continue
        if first or (facts.after and s.depot[facts.after] != t.trains[facts.after].count):
            yield name
        first = False


def further(t: Tables, s: RailState) -> str | None:
    """R-45: the train that is issued for who must buy one when bank and pool have none."""
    if s.scrap or any(s.depot.values()):
        return None
    return next((name for name, facts in t.trains.items() if facts.further), None)


def limit(t: Tables, s: RailState) -> int:
    return t.phases[s.phase].train_limit


def take_train(t: Tables, s: RailState, company: str, source: str, train: str, cost: int) -> None:
    """A train changes hands for money; the first of a type from the bank begins a new phase (3.0a, 3.0b)."""
    if source == "bank":
        pay(t, s, company, BANK, cost)
        if s.depot[train] > 0:
            s.depot[train] -= 1
    elif source == "pool":
        pay(t, s, company, BANK, cost)
        s.scrap = without(s.scrap, train)
    else:
        pay(t, s, company, source, cost)
        s.trains[source] = without(s.trains[source], train)
    s.trains[company] = (*s.trains[company], train)
    for private in [p for p in s.privates if t.privates[p].closes_with_train_of == company]:
        del s.privates[private]
    if source == "bank":
        begin_phase(t, s, train)


def begin_phase(t: Tables, s: RailState, sold: str) -> None:
    """3.4a to 3.7a, 3.5c, 7.6.1: trains are scrapped, privates close, companies over the limit discard."""
    phases = list(t.phases)
    new = next((p for p in phases if t.phases[p].train == sold), None)
    if new is None or phases.index(new) <= phases.index(s.phase):
        return
    s.phase = new
    old = {name for name, facts in t.trains.items() if facts.rusts_on == sold}
    if old:
        for company, owned in s.trains.items():
            s.trains[company] = tuple(train for train in owned if train not in old)
        s.scrap = tuple(train for train in s.scrap if train not in old)
        for name in old:
            s.depot[name] = 0
    if t.phases[new].close_privates:
        s.privates.clear()
    crowded = tuple(company for company, owned in s.trains.items() if len(owned) > limit(t, s))
    order = crowded if "discard_by_table" in t.flags else tuple(by_price(t, s, crowded))
    then(s, *(Frame("discard_train", company) for company in order))


def without(trains: tuple[str, ...], train: str) -> tuple[str, ...]:
    at = trains.index(train)
    return trains[:at] + trains[at + 1 :]
