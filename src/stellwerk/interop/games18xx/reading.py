"""How 18xx.games plays a title that is played here too: names, reading of the rules, and who reads and writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from stellwerk.core.registry import title
from stellwerk.interop.games18xx.asks import Asks
from stellwerk.interop.games18xx.reader import Reader
from stellwerk.interop.games18xx.trace import Trace
from stellwerk.interop.games18xx.writer import Writer

PRESET: Final = "18xx-games"
"""The preset of a title that plays it as that site does."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A title over there.

    `title` is our id of it, `called` their name where it is another. `preset` names the options under which both
    engines play alike, `variants` says what each of that site's optional rules changes in them. `names` has the
    companies, `phases` the phases, `endings` the reasons of the end that we call otherwise (by our name), `given` the
    certificates that a private brings, `dividends` our action for each of their kinds. `seats` is for how many players
    that site has the title, where not for as many as we. The rules, keys of shared steps or numbers of the book, are
    those that a record breaks which lets a company act out of turn, or claims a revenue that its routes do not earn.

    The classes may be replaced by ones that know more: `asks` what that site asks for, `reader` and `writer` each
    action, `trace` the states. Without a writer records can be read only.
    """

    title: str
    called: str = ""
    preset: str = PRESET
    variants: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    phases: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    dividends: Mapping[str, str] = field(default_factory=lambda: {"payout": "pay_out", "withhold": "withhold"})
    endings: Mapping[str, str] = field(default_factory=dict)
    seats: range = range(0)
    turn_rule: str = "round.company_order"
    revenue_rule: str = "run.not_best"
    asks: type[Asks] = Asks
    reader: type[Reader] = Reader
    writer: type[Writer] | None = Writer
    trace: type[Trace] = Trace

    @property
    def name(self) -> str:
        """What they call the title."""
        return self.called or self.title

    @cached_property
    def options(self) -> Mapping[str, str]:
        """The options under which we play as that site does."""
        return title(self.title).preset(self.preset).options

    @cached_property
    def all_options(self) -> Mapping[str, str]:
        """All options with the values that they have there, the defaults included."""
        return title(self.title).resolve(self.options)

    @cached_property
    def players(self) -> range:
        """For how many that site has the title."""
        return self.seats or title(self.title).seats

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
