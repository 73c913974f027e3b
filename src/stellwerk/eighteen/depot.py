"""Trains on sale, trains that change hands, and the phases that their sales begin."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.shares import by_price, pay_capital
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.tables import Tables


def card_of(t: Tables, train: str) -> str:
    """The train under which the depot counts a card that is sold in several versions."""
    return t.trains[train].card or train


def on_sale(t: Tables, s: RailState) -> Iterator[str]:
    """The lowest type that is left in all its versions, and types that a phase has opened."""
    lowest = ""
    for name, facts in t.trains.items():
        card = facts.card or name
        if s.depot[card]:
            lowest = lowest or card
            if card == lowest or (facts.after and begun(t, s, facts.after)):
                yield name


def begun(t: Tables, s: RailState, train: str) -> bool:
    """Whether the phase has come that a train begins."""
    return t.ordinal[s.phase] >= t.ordinal[t.begins[train]]


def further(t: Tables, s: RailState) -> str | None:
    """The train that is issued for who must buy one when bank and pool have none."""
    if s.scrap or any(s.depot.values()):
        return None
    return next((name for name, facts in t.trains.items() if facts.further), None)


def limit(t: Tables, s: RailState) -> int:
    return t.phases[s.phase].train_limit


def counting(t: Tables, s: RailState, company: str) -> int:
    """How many trains of a company count against the limit."""
    return sum(not t.trains[train].extra for train in s.trains[company])


def has_room(t: Tables, s: RailState, company: str, train: str) -> bool:
    """Whether a company may own one more train of this type."""
    return train not in s.trains[company] if t.trains[train].extra else counting(t, s, company) < limit(t, s)


def spare(t: Tables, s: RailState, company: str) -> Iterator[str]:
    """The types of which a company gives one up while it is over the limit."""
    if counting(t, s, company) > limit(t, s):
        yield from (train for train in dict.fromkeys(s.trains[company]) if not t.trains[train].extra)


def take_train(t: Tables, s: RailState, company: str, source: str, train: str, cost: int) -> None:
    """A train changes hands for money; the first of a type from the bank begins a new phase."""
    if source == "bank":
        pay(t, s, company, BANK, cost)
        _leaves_depot(t, s, train)
    elif source == "pool":
        pay(t, s, company, BANK, cost)
        s.scrap = without(s.scrap, train)
    else:
        pay(t, s, company, source, cost)
        s.trains[source] = without(s.trains[source], train)
    s.trains[company] = (*s.trains[company], train)
    for private in [p for p in (*s.privates, *s.rights) if t.privates[p].closes_with_train_of == company]:
        s.privates.pop(private, None)
        s.rights.pop(private, None)
    if source == "bank":
        begin_phase(t, s, card_of(t, train), company)


def remove_train(t: Tables, s: RailState) -> None:
    """The cheapest train in the bank that never rusts leaves the game, as if it had been sold."""
    lasting = (name for name, left in s.depot.items() if left and not (t.trains[name].rusts_on or t.trains[name].extra))
    train = next(lasting, None)
    if train:
        _leaves_depot(t, s, train)
        begin_phase(t, s, train)


def _leaves_depot(t: Tables, s: RailState, train: str) -> None:
    card = card_of(t, train)
    if s.depot[card] > 0:
        s.depot[card] -= 1


def begin_phase(t: Tables, s: RailState, sold: str, buyer: str = "") -> None:
    """Trains are scrapped, privates close, companies over the limit discard.

    A phase that begins before its time brings all that those before it would have brought; by an option it waits for
    them, and only its train has an effect.
    """
    new, now = t.begins.get(sold, s.phase), t.ordinal[s.phase]
    passed = list(t.phases)[now + 1 : t.ordinal[new] + 1]
    if not passed:
        return
    if len(passed) > 1 and "phases_in_order" in t.flags:
        passed = [new]
    else:
        s.phase = new
    _scrap(t, s, {t.phases[phase].train for phase in passed})
    if buyer or "discards_wait" not in t.flags:
        ask_for_discards(t, s, buyer)
    if any(t.phases[phase].close_privates for phase in passed):
        close_privates(t, s)
    if s.unpaid and s.round == "operating":
        pay_capital(t, s)


def ask_for_discards(t: Tables, s: RailState, buyer: str = "") -> None:
    """Whoever is over the limit gives up trains before anything else happens."""
    crowded = tuple(company for company in s.floated if counting(t, s, company) > limit(t, s))
    then(s, *(Frame("discard_train", company) for company in _discard_order(t, s, crowded, buyer)))


def settle_discards(t: Tables, s: RailState) -> bool:
    """By an option discards that no purchase has caused wait until now; whether there are any."""
    before = len(s.todo)
    if "discards_wait" in t.flags:
        ask_for_discards(t, s)
    return len(s.todo) > before


def _scrap(t: Tables, s: RailState, sold: set[str]) -> None:
    old = {name for name, facts in t.trains.items() if facts.rusts_on in sold and facts.rusts_on}
    if old:
        for company, owned in s.trains.items():
            s.trains[company] = tuple(train for train in owned if train not in old)
        s.scrap = tuple(train for train in s.scrap if train not in old)
        for name in old & s.depot.keys():
            s.depot[name] = 0


def _discard_order(t: Tables, s: RailState, crowded: tuple[str, ...], buyer: str) -> list[str]:
    """By price, where a title says so after the buyer; by an option in the order of the list."""
    if "discard_by_table" in t.flags:
        return [company for company in t.companies if company in crowded]
    order = by_price(t, s, crowded)
    if "buyer_discards_first" in t.flags:
        order.sort(key=lambda company: company != buyer)
    return order


def close_privates(t: Tables, s: RailState) -> None:
    """All privates close. Some leave a right with their owner; a tile of its own must then be laid at once."""
    for private, owner in list(s.privates.items()):
        close_private(t, s, private, owner)


def close_private(t: Tables, s: RailState, private: str, heir: str) -> None:
    """Close one private; `heir` holds what is left of it."""
    facts = t.privates[private]
    del s.privates[private]
    if not heir or private in s.spent:
        return
    if facts.own_tile:
        s.rights[private] = heir
        then(s, Frame("lay_own_tile", private))
    elif facts.outlives or (facts.closes_with_train_of and "closes_with_train_only" in t.flags):
        s.rights[private] = heir


def drop_train(t: Tables, s: RailState, company: str, train: str) -> None:
    """A company gives up a train: into the pool, or out of the game where there is no pool of trains."""
    s.trains[company] = without(s.trains[company], train)
    if "no_used_trains" not in t.flags:
        s.scrap = (*s.scrap, train)


def without(trains: tuple[str, ...], train: str) -> tuple[str, ...]:
    at = trains.index(train)
    return trains[:at] + trains[at + 1 :]
