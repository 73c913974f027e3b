"""What follows when a train changes hands or a phase begins: trains rust, companies discard, privates close."""

from __future__ import annotations

from collections.abc import Collection

from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import card_of, counting, limit, scrapped_by, without
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.shares import by_price, pay_capital
from stellwerk.eighteen.state import BANK, RailState, without_key


class Phases:
    """The consequences of trains, as methods that a title may override."""

    rules: Ruleset

    def take_train(self, s: RailState, company: str, source: str, train: str, cost: int) -> None:
        """A train changes hands for money; the first of a type from the bank begins a new phase."""
        pay(self.rules, s, company, source if source in s.trains else BANK, cost)
        if source == "bank":
            self._leaves_depot(s, train)
        elif source == "pool":
            s.train_pool = without(s.train_pool, train)
        else:
            s.trains = {**s.trains, source: without(s.trains[source], train)}
        s.trains = {**s.trains, company: (*s.trains[company], train)}
        for private in self.rules.closed_by_trains.get(company, ()):
            if private in s.privates or private in s.rights:
                s.privates, s.rights = without_key(s.privates, private), without_key(s.rights, private)
        if source == "bank":
            self.begin_phase(s, card_of(self.rules, train), company)
        self._ask_buyer(s, company)

    def _ask_buyer(self, s: RailState, company: str) -> None:
        """By an option a purchase may go beyond the limit, and the buyer gives up a train at once."""
        due = Frame("discard_train", company)
        flexible = self.rules.train_rules.limit == "flexible"
        if flexible and due not in s.todo and counting(self.rules, s, company) > limit(self.rules, s):
            then(s, due)

    def drop_train(self, s: RailState, company: str, train: str) -> None:
        """A company gives up a train: into the pool, or out of the game if it is scrapped or trains have no pool."""
        s.trains = {**s.trains, company: without(s.trains[company], train)}
        if train in s.doomed:
            self._forget_doomed(s)
        elif self.rules.train_rules.discarded == "pool":
            s.train_pool = (*s.train_pool, train)

    def remove_train(self, s: RailState) -> None:
        """The cheapest train in the bank that never rusts leaves the game, as if it had been sold."""
        trains = self.rules.trains
        lasting = (name for name, left in s.depot.items() if left and not (trains[name].rusts_on or trains[name].extra))
        train = next(lasting, None)
        if train:
            self._leaves_depot(s, train)
            self.begin_phase(s, train)

    def _leaves_depot(self, s: RailState, train: str) -> None:
        card = card_of(self.rules, train)
        if s.depot[card] > 0:
            s.depot = {**s.depot, card: s.depot[card] - 1}

    def begin_phase(self, s: RailState, sold: str, buyer: str = "") -> None:
        """Trains are scrapped, privates close, companies over the limit discard.

        A phase that begins before its time brings all that those before it would have brought; by an option it waits
        for them, and only its train has an effect.
        """
        t = self.rules
        new, now = t.begins.get(sold, s.phase), t.ordinal[s.phase]
        if t.ordinal[new] <= now:
            self.rust(s, set(scrapped_by(t, s, sold)) if sold in t.scrapping else set())
            return
        passed = list(t.phases)[now + 1 : t.ordinal[new] + 1]
        if len(passed) > 1 and t.train_rules.early_phase == "waits":
            passed = [new]
        else:
            s.phase = new
        self.rust(s, set(scrapped_by(t, s, sold, *(t.phases[phase].train for phase in passed))))
        if buyer or t.train_rules.other_discards == "at_once":
            self.ask_for_discards(s, buyer)
        if any(t.phases[phase].close_privates for phase in passed):
            self.close_privates(s)
        if s.unpaid and s.round == "operating":
            pay_capital(t, s)

    def rust(self, s: RailState, old: set[str]) -> None:
        """Trains of these types leave the game, wherever they are; by an option those of companies run once more."""
        if not old:
            return
        s.train_pool = tuple(train for train in s.train_pool if train not in old)
        for name in old & s.depot.keys():
            s.depot = {**s.depot, name: 0}
        if self.rules.train_rules.scrapping == "after_run":
            s.doomed = tuple(name for name in self.rules.trains if name in old or name in s.doomed)
            self._forget_doomed(s)
        else:
            for company in s.trains:
                self._lose(s, company, old)

    def has_run(self, s: RailState, company: str, hexes: Collection[str] = ()) -> None:
        """A company is done with running, through these hexes: scrapped trains leave, some privates close with that."""
        for private, owner in list(s.privates.items()) if self.rules.routes.licensed.intersection(hexes) else ():
            if owner == company and self.rules.privates[private].closes_on == "run":
                self.close_private(s, private, owner)
        if s.doomed:
            self._lose(s, company, set(s.doomed))
            self._forget_doomed(s)

    def _lose(self, s: RailState, company: str, old: set[str]) -> None:
        if not old.isdisjoint(s.trains[company]):
            s.trains = {**s.trains, company: tuple(train for train in s.trains[company] if train not in old)}

    def _forget_doomed(self, s: RailState) -> None:
        """Only types that some company still has are remembered."""
        s.doomed = tuple(name for name in s.doomed if any(name in owned for owned in s.trains.values()))

    def ask_for_discards(self, s: RailState, buyer: str = "") -> None:
        """Whoever is over the limit gives up trains before anything else happens."""
        t = self.rules
        most, trains = limit(t, s), s.trains
        crowded = [company for company in s.floated if len(trains[company]) > most and counting(t, s, company) > most]
        if crowded:
            order = self._discard_order(s, tuple(crowded), buyer)
            then(s, *(Frame("discard_train", company) for company in order))

    def settle_discards(self, s: RailState) -> bool:
        """By an option discards that no purchase has caused wait until now; whether there are any."""
        before = len(s.todo)
        if self.rules.train_rules.other_discards == "after_dividend":
            self.ask_for_discards(s)
        return len(s.todo) > before

    def _discard_order(self, s: RailState, crowded: tuple[str, ...], buyer: str) -> list[str]:
        """By price, where a title says so after the buyer; by an option in the order of the list, or from him on."""
        rule, table = self.rules.train_rules.discard_order, list(self.rules.companies)
        if rule != "price":
            at = table.index(buyer) if buyer and rule == "from_buyer" else 0
            return [company for company in (*table[at:], *table[:at]) if company in crowded]
        order = by_price(self.rules, s, crowded)
        if self.rules.train_rules.buyer_discards_first:
            order.sort(key=lambda company: company != buyer)
        return order

    def close_privates(self, s: RailState) -> None:
        """All privates close."""
        for private, owner in list(s.privates.items()):
            self.close_private(s, private, owner)

    def close_private(self, s: RailState, private: str, heir: str) -> None:
        """Close one private; `heir` holds the right that is left of it, if there is one."""
        facts = self.rules.privates[private]
        s.privates = without_key(s.privates, private)
        waits = facts.closes_with_train_of and self.rules.private_rules.closed_by_train == "only"
        if heir and private not in s.spent and (facts.outlives or waits):
            s.rights = {**s.rights, private: heir}

    def built(self, s: RailState, name: str, helper: str) -> None:
        """A tile has been laid, by the help of a private or not: some close with what it does for them."""
        for private in self.rules.closed_by_tiles:
            facts = self.rules.privates[private]
            used = private == helper and facts.closes_on == "use"
            full = facts.closes_on == "tiles" and name in facts.cheap and facts.cheap.keys() <= s.tiles.keys()
            if private in s.privates and (used or full):
                self.close_private(s, private, s.privates[private])
