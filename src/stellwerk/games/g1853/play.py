"""A game of 1853: contracts that nobody else may read, and all that follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from stellwerk.core.action import Action
from stellwerk.core.game import Words
from stellwerk.core.result import Line
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1853.audit_shares import share_form, share_laws
from stellwerk.games.g1853.audit_trains import train_form, train_laws
from stellwerk.games.g1853.flow import Flow1853
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.scoring import wealth
from stellwerk.games.g1853.state import State1853, own
from stellwerk.games.g1853.track import Track1853


class Game1853(RailGame):
    """1853."""

    hidden = True
    state_class = State1853
    track_class = Track1853
    flow_class = Flow1853
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **RailGame.arguments,
        "redeem": ("company",),
        "plan": ("plan",),
        "use_token": ("train",),
        "buy_on_credit": ("train",),
        "offer_elephant": ("seat", "price"),
    }

    def start(self) -> RailState:
        """Every share has its price printed on it."""
        s = super().start()
        s.par = {name: facts.par for name, facts in self.rules.companies.items()}
        return s

    def words(self, before: RailState, a: Action) -> Words:
        key, args, data = super().words(before, a)
        return Words(key, args, {**data, "cost": before.par[a.args[0]]} if a.kind == "redeem" else data)

    def own_form(self, s: RailState) -> Iterator[str]:
        yield from share_form(self.rules, own(s))
        yield from train_form(rules_of(self.rules), s)

    def own_laws(self, s: RailState) -> Iterator[str]:
        yield from share_laws(self.rules, own(s))
        yield from train_laws(rules_of(self.rules), s)

    def wealth(self, s: RailState, seat: int) -> Iterator[Line]:
        return wealth(self.flow, s, seat)
