"""What 1830 does beyond any other 18xx game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import ClassVar

from stellwerk.core.action import Action
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState, player
from stellwerk.games.g1830 import circles
from stellwerk.games.g1830.flow import Flow1830
from stellwerk.games.g1830.ruleset import rules_of
from stellwerk.games.g1830.state import State1830, own
from stellwerk.games.g1830.steps.insolvency import debts_laws, settle_debts
from stellwerk.games.g1830.steps.uncertainty import form, laws


class Game1830(RailGame):
    """1830: the rules of all editions and scenarios."""

    state_class = State1830
    flow_class = Flow1830
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **RailGame.arguments,
        "repay": ("company",),
        "reveal": ("marker",),
    }

    def start(self) -> RailState:
        """In uncertain times all markers lie face down."""
        s, uncertain = own(super().start()), rules_of(self.rules).uncertainty
        s.face_down = uncertain.markers if uncertain else ()
        return s

    def apply(self, s: RailState, a: Action) -> RailState:
        """Debts are repaid out of every income, before anything else happens."""
        after = super().apply(s, a)
        if after.debts and after.todo:
            self._begun = None
            if settle_debts(self.rules, after):
                self._skip(after)
        return after

    def penniless(self, s: RailState) -> Collection[str]:
        """All that an insolvent company and its administrator have goes to the bank, as everybody knows."""
        if not s.debts:
            return ()
        asked = {frame.who for frame in s.todo if frame.step == "repay"}
        administrators = {s.director[company] for company in s.debts} - asked
        return {*s.debts, *map(player, administrators)}

    def own_form(self, s: RailState) -> Iterator[str]:
        yield from form(rules_of(self.rules), own(s))
        yield from circles.form(self.rules, own(s))

    def own_laws(self, s: RailState) -> Iterator[str]:
        yield from debts_laws(s)
        yield from laws(rules_of(self.rules), own(s))
