"""How 18xx.games plays each title that we have too: its names, and its reading of the rules as options of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final


@dataclass(frozen=True)
class Reading:
    """A title over there.

    `options` are those of ours under which both engines play alike, `variants` what each of its optional rules
    changes in them. `names` has the companies, `phases` the phases that we call otherwise (by our name), and
    `given` the certificates that a private brings with it, `endings` the reasons of the end that we call otherwise.
    `writes` is false where we do not know which passes that site asks for. The rules are those that a record breaks
    which lets a company act out of turn, or claims a revenue that its routes do not earn.
    """

    title: str
    options: Mapping[str, str]
    variants: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    phases: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    dividends: Mapping[str, str] = field(default_factory=lambda: {"payout": "pay_out", "withhold": "withhold"})
    endings: Mapping[str, str] = field(default_factory=dict)
    writes: bool = True
    seats: range = range(2, 7)
    turn_rule: str = "7.0b"
    revenue_rule: str = "7.5a"

    @cached_property
    def ours_by_name(self) -> Mapping[str, str]:
        return {theirs: ours for ours, theirs in self.names.items()}

    def ours(self, name: str) -> str:
        """What we call a company of theirs."""
        return self.ours_by_name.get(name, name)

    def theirs(self, name: str) -> str:
        """What they call a company of ours."""
        return self.names.get(name, name)

    def ending(self, reason: str) -> str:
        """What they call the reason of an end."""
        return self.endings.get(reason, reason)

    def phase(self, name: str) -> str:
        """What they call a phase of ours."""
        return self.phases.get(name, name)


TITLES: Final[Mapping[str, Reading]] = {
    "1830": Reading(
        title="1830",
        options={
            "best_run": "free",
            "diesels": "unlimited",
            "upgrade_list": "corrected",
            "holding": "percent",
            "brown_purchase": "apart",
            "capital": "at_once",
            "bank_breaks": "overdrawn",
            "bid_off": "lowest",
            "auction_resumes": "next",
            "free_private": "next",
            "stalled_sale": "pays",
            "exchange": "any_time",
            "exchange_needs": "room",
            "private_tile": "any_time",
            "private_trades": "purchase",
            "discard_order": "table",
            "forced_help": "any",
            "train_sales": "any",
            "help_beyond_need": "others",
            "city_choice": "layer",
            "bankrupt_privates": "counted",
        },
        variants={"multiple_brown_from_ipo": ("brown_shares", "bank"), "third_6_train": ("sixes", "3")},
        names={"Erie": "ERIE", "NNH": "NYNH"},
        phases={"1": "2", "7": "D"},
        given={"CA": "PRR_1", "BO": "B&O_0"},
    ),
    "1848": Reading(
        title="1848",
        options={
            "k_bonus": "true",
            "car_markers": "4",
            "auction_pass": "owners",
            "private_sales": "anybody",
            "tasmania": "company",
            "tasmania_time": "any_time",
            "failed_private": "closes",
            "north_australian": "stays",
            "forced_loans": "three",
            "boe_first_round": "allowed",
            "boe_again": "refused",
            "boe_dividend": "said",
            "com_capital": "sixty",
            "removed_train": "in_order",
            "forced_used": "loans",
            "split_sales": "refused",
            "ghans": "discount",
            "discard_order": "table",
            "discard_time": "after_dividend",
            "compensation_sales": "may",
            "private_powers": "always",
            "bank_breaks": "overdrawn",
        },
        phases={"1": "2", "7": "8"},
        given={"P5": "QR_1", "P6": "CAR_0"},
        writes=False,
        endings={"price": "stock_market", "loans": "stock_market", "receivership": "closed_five"},
        seats=range(3, 7),
        turn_rule="VIII.order.3",
        revenue_rule="XI.calc.1",
    ),
}
"""By their name of it, which is ours too."""
