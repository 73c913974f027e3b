"""What 1830 does beyond any other 18xx game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from stellwerk.core.action import Action
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1830.steps.insolvency import debts_form, debts_laws, settle_debts


class Game1830(RailGame):
    """1830: the rules of all editions and scenarios."""

    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {**RailGame.arguments, "repay": ("company",)}

    def apply(self, s: RailState, a: Action) -> RailState:
        """Debts are repaid out of every income, before anything else happens."""
        after = super().apply(s, a)
        if after.debts and after.todo and settle_debts(self.rules, after):
            self._skip(after)
        return after

    def own_form(self, s: RailState) -> Iterator[str]:
        yield from debts_form(s)

    def own_laws(self, s: RailState) -> Iterator[str]:
        yield from debts_laws(s)
