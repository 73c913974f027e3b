"""How 18xx.games plays each title that we have too: its names, and its reading of the rules as options of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from stellwerk.core.registry import title

PRESET: Final = "18xx-games"
"""The preset of a title that plays it as that site does."""


@dataclass(frozen=True)
class Reading:
    """A title over there.

    The preset `18xx-games` of the title has the options under which both engines play alike, `variants` says what each
    of its optional rules changes in them. `names` has the companies, `phases` the phases that we call otherwise (by our
    name), `given` the certificates that a private brings, `endings` the reasons of the end that we call otherwise.
    `writes` is false where we do not know which passes that site asks for. The rules are those that a record breaks
    which lets a company act out of turn, or claims a revenue that its routes do not earn.
    """

    title: str
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
    def options(self) -> Mapping[str, str]:
        """The options under which we play as that site does."""
        return title(self.title).preset(PRESET).options

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
        variants={"multiple_brown_from_ipo": ("brown_shares", "bank"), "third_6_train": ("sixes", "3")},
        names={"Erie": "ERIE", "NNH": "NYNH"},
        phases={"1": "2", "7": "D"},
        given={"CA": "PRR_1", "BO": "B&O_0"},
    ),
    "1848": Reading(
        title="1848",
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
