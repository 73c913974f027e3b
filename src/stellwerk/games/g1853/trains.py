"""Trains of 1853: what small companies add to the supply, their tokens, metre trains, and trains on credit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import begun
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.tiles import STANDARD
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import own


def is_small(t: Ruleset, s: RailState, company: str) -> bool:
    """Whether a company has the rights of a small one; one of open size has not before that is decided."""
    return rules_of(t).company(company).size == "small" or company in own(s).small


def is_metre(t: Ruleset, train: str) -> bool:
    return rules_of(t).train(train).gauge != STANDARD


def in_first_round(s: RailState) -> bool:
    """Whether this is the very first operating round of the game."""
    return s.round == "operating" and (s.stock_rounds, s.set_round) == (1, 1)


def settle_supply(flow: Flow, s: RailState) -> None:
    """2.8.4: at the end of the first stock round a small company that has started adds trains to the supply."""
    t, mine = rules_of(flow.rules), own(s)
    if s.stock_rounds > 1:
        return
    mine.small_started = any(is_small(t, s, company) for company in s.floated)
    for name in s.depot if mine.small_started else ():
        s.depot = {**s.depot, name: s.depot[name] + t.train(name).small}


class Trains(Flow):
    """Which trains are sold to whom, and what is owed for them."""

    def on_sale(self, s: RailState) -> Iterator[str]:
        """Standard trains in ascending order, metre trains since their phase; 4.8.17: at first any number of 2/1M."""
        started, printed = own(s).small_started, super().on_sale(s)
        yield from (train for train in printed if started or not self.rules.trains[train].card)
        if started and in_first_round(s) and not self.rules.phases[s.phase].train:
            for card in self.turnable(s):
                yield from (name for name, facts in self.rules.trains.items() if card in (name, facts.card))

    def turnable(self, s: RailState) -> Iterator[str]:
        """The cards that can be bought in two versions, and that are sold out."""
        cards = {facts.card: None for facts in self.rules.trains.values() if facts.card}
        return (card for card in cards if not s.depot[card])

    def supply(self, s: RailState, card: str) -> int | None:
        """More with a small company; the cards that are sold without limit may have become any number."""
        count, facts = super().supply(s, card), rules_of(self.rules).train(card)
        if count is None or not own(s).small_started:
            return count
        return None if card in self.turnable(s) else count + facts.small

    def why_not_taken(self, s: RailState, company: str, source: str, train: str) -> Refusal | None:
        """A train that is not paid for stays; metre trains are not for everybody."""
        if source in own(s).credit:
            return Refusal("3.4.5", {"company": source, "train": train})
        if not is_metre(self.rules, train) or is_small(self.rules, s, company):
            return None
        if self.rules.trains[train].card:
            return Refusal("4.8.18d" if source in s.trains else "4.8.18a", {"company": company, "train": train})
        return None if self.metre_for_all(s) else Refusal("4.8.15", {"company": company, "train": train})

    def metre_for_all(self, s: RailState) -> bool:
        """Whether the phase has come that puts metre trains on sale for everybody."""
        return any(begun(self.rules, s, phase) for phase in self._metre_phases)

    @cached_property
    def _metre_phases(self) -> frozenset[str]:
        """The phases that put metre trains on sale."""
        trains = self.rules.trains
        return frozenset(facts.after for name, facts in trains.items() if is_metre(self.rules, name) and facts.after)

    # --- tokens ----------------------------------------------------------------------------------------

    def by_token(self, s: RailState) -> str | None:
        """The metre train of the next phase, which a token buys; None where there is none left or no such phase."""
        metre = (name for name in s.depot if is_metre(self.rules, name))
        later = (name for name in metre if not begun(self.rules, s, self.rules.trains[name].after))
        train = next(later, None)
        return train if train and s.depot[train] else None

    def why_no_token(self, s: RailState, company: str) -> Refusal | None:
        """Why a company cannot give up its token for a train now; None where it can."""
        if not is_small(self.rules, s, company):
            return Refusal("4.8.19a", {CASE: "large", "company": company})
        if company in own(s).tokens_spent:
            return Refusal("4.8.19c", {"company": company})
        if in_first_round(s):
            return Refusal("4.8.19b", {"company": company})
        offered = (train for train in (*self.on_sale(s), *s.train_pool) if is_metre(self.rules, train))
        train = next(offered, None)
        if train:
            return Refusal("4.8.19a", {"company": company, "train": train})
        return None if self.by_token(s) else Refusal("R-49", {"company": company})

    # --- credit ----------------------------------------------------------------------------------------

    def may_spend(self, s: RailState, company: str) -> bool:
        """3.4.6: a company that has not paid for its train pays for nothing else."""
        return company not in own(s).credit

    def settle_credit(self, s: RailState, company: str) -> None:
        """R-26: a train on credit is paid for as soon as the treasury can."""
        train = own(s).credit.get(company, "")
        if train and s.cash[company] >= self.rules.trains[train].price:
            pay(self.rules, s, company, BANK, self.rules.trains[train].price)
            del own(s).credit[company]

    def took_over(self, s: RailState, company: str) -> None:
        """4.8.10: a new director pays for a train on credit or gives it back, there and then."""
        if company in own(s).credit and company in s.director:
            then(s, Frame("settle_train", company))

    def begin_turn(self, s: RailState, company: str) -> None:
        super().begin_turn(s, company)
        self.settle_credit(s, company)

    def has_earned(self, s: RailState, company: str) -> None:
        super().has_earned(s, company)
        self.settle_credit(s, company)

    def withheld(self, s: RailState, company: str) -> None:
        super().withheld(s, company)
        self.settle_credit(s, company)

    def rust(self, s: RailState, old: set[str]) -> None:
        """The card of a train shows that it is owed for: with a scrapped one the debt is gone."""
        super().rust(s, old)
        mine = own(s)
        mine.credit = {company: train for company, train in mine.credit.items() if train not in old}
