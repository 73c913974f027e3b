"""The tables of 1848 beyond those of every 18xx title: loans, and what its book says of the Bank of England."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from stellwerk.eighteen.ruleset import Phase, Ruleset
from stellwerk.eighteen.schema import Amount, Positive


@dataclass(frozen=True, slots=True)
class Phase1848(Phase):
    """A phase of 1848."""

    loans: bool = False
    lender_pays: Amount = 0
    """What the lender pays on all its shares in each operating round, besides what its stations earn."""


@dataclass(frozen=True, slots=True)
class Loans:
    """What a lender grants."""

    count: Positive
    value: Positive
    most: Positive
    """So many may a company take of its own will."""

    steps: Positive
    """How far the price of a company falls with the first loan of an operating round."""

    further_steps: Positive
    """How far with each further one, which only a forced purchase brings."""


@dataclass(frozen=True, slots=True)
class LendingRules:
    """What options change about the sale, loans and receivership."""

    passes: Literal["all", "owners"] = "all"
    """Who may pass in the sale of the privates when no price can fall any more."""

    forced_steps: Literal["first", "further"] = "first"
    """How far a price falls with a first loan that is forced: as with any first loan, or as with a further one."""

    used_on_credit: bool = False
    """Whether trains of other companies may be bought with forced loans."""

    second_extra_by_right: bool = False
    """Whether the right to a cheaper train allows a second one of a type of which a company has one at most."""

    failed_tile: Literal["laid", "lost"] = "laid"
    """What becomes of the tile of a private whose company fails."""

    debts: Literal["at_once", "after_company"] = "at_once"
    """When a director who is overdrawn must sell shares."""

    dividend: Literal["automatic", "said"] = "automatic"
    """Whether somebody has to say that the lender pays."""

    sold_in_first_round: bool = False
    bought_again: bool = True
    """Whether shares of the lender may be sold in the first stock round, and bought again after a sale."""


@dataclass(frozen=True, kw_only=True)
class Ruleset1848(Ruleset):
    """All numbers of 1848 for a number of seats."""

    loans: Loans
    lending: LendingRules = field(default_factory=LendingRules)
    removals: tuple[int, ...] = ()
    """With so many companies in receivership the cheapest lasting train leaves the bank."""

    @cached_property
    def lender(self) -> str:
        """The Bank of England."""
        return next(name for name, company in self.companies.items() if not company.operates)

    @property
    def money(self) -> int:
        return self.bank + self.loans.count * self.loans.value


def rules_of(t: Ruleset) -> Ruleset1848:
    assert isinstance(t, Ruleset1848)
    return t


def phase_of(t: Ruleset, name: str) -> Phase1848:
    phase = t.phases[name]
    assert isinstance(phase, Phase1848)
    return phase
