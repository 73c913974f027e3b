"""A game of 1853: contracts that nobody else may read, and all that follows from them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from random import Random
from typing import ClassVar

from stellwerk.core.action import Action
from stellwerk.core.game import Words
from stellwerk.core.result import Line
from stellwerk.core.view import View
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from stellwerk.games.g1853 import envelopes, telling
from stellwerk.games.g1853.audit_bids import bids_form, bids_laws
from stellwerk.games.g1853.audit_laying import laying_form, laying_laws
from stellwerk.games.g1853.audit_shares import share_form, share_laws
from stellwerk.games.g1853.audit_trains import train_form, train_laws
from stellwerk.games.g1853.contracts import all_written, fulfil_all, is_secret, seen_by, set_aside, waiting
from stellwerk.games.g1853.flow import Flow1853, flow_of
from stellwerk.games.g1853.links import carry_over
from stellwerk.games.g1853.rounds import has_stirred
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.scoring import wealth
from stellwerk.games.g1853.state import SEALED, UNKNOWN, State1853, own
from stellwerk.games.g1853.track import Track1853


class Game1853(RailGame):
    """1853."""

    hidden = True
    state_class = State1853
    track_class = Track1853
    flow_class = Flow1853
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **RailGame.arguments,
        "run": ("routes", "mail"),
        "redeem": ("company",),
        "plan": ("plan",),
        "write_bond": ("bond",),
        "draw_order": ("seats",),
        "pick": ("hex", "company"),
        "use_token": ("train",),
        "buy_on_credit": ("train",),
        "offer_elephant": ("seat", "price"),
    }

    def start(self) -> RailState:
        """Every share has its price printed on it."""
        s = super().start()
        s.par = {name: facts.par for name, facts in self.rules.companies.items()}
        return s

    # --- what is secret --------------------------------------------------------------------------------

    def view(self, s: RailState, seat: int | None) -> RailState:
        """R-55: all is open but bonds until everybody has written one, and the cities of notes."""
        return seen_by(s, seat)

    def imagine(self, view: View[RailState], rng: Random) -> RailState:
        s = view.state
        return envelopes.imagine(rules_of(self.rules), s, flow_of(self.flow).linked_cities(s), rng)

    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        """Others see that a bond was written and which share was taken."""
        if over or a.seat == seat:
            return a
        if a.kind == "write_bond":
            return a._replace(args=(SEALED,))
        return a._replace(args=(UNKNOWN, *a.args[1:])) if a.kind == "pick" else a

    def opened(self, s: RailState) -> Hashable:
        return all_written(s), own(s).fulfilled

    def recall(self, a: Action, seat: int | None, now: RailState) -> Action:
        """Bonds are open once all are written, notes once their contracts are fulfilled."""
        told = all_written(now) if a.kind == "write_bond" else a.kind == "pick" and not is_secret(now, a.seat)
        return a if told else super().recall(a, seat, now)

    def seals(self, before: RailState, a: Action, after: RailState, seat: int | None = None) -> bool:
        """What opened a bond or a note cannot be taken back; nor what told others that a note holds enough, or not."""
        if super().seals(before, a, after, seat) or self.opened(before) != self.opened(after):
            return True
        if (own(before).large, own(before).small) != (own(after).large, own(after).small):
            return True
        if a.kind == "close_bid" and seat not in (None, a.seat):
            return True
        return self._tries_contracts(before, a, after)

    def _tries_contracts(self, before: RailState, a: Action, after: RailState) -> bool:
        """Whether new track joined cities: that somebody was not paid for it tells what his contract is not."""
        if rules_of(self.rules).contracts.claim != "auto" or before.tiles == after.tiles:
            return False
        if not any(seat != a.seat for seat in waiting(after)):
            return False
        links = flow_of(self.flow).linked_cities
        return set(links(before)) != set(links(after))

    # --- what follows an action ------------------------------------------------------------------------

    def follow(self, before: RailState, s: RailState) -> None:
        """R-38: whoever's contract new track has fulfilled is paid at once, unless contracts are claimed."""
        own(s).stirred = own(s).stirred or has_stirred(before, s)
        if rules_of(self.rules).contracts.claim == "auto" and before.tiles != s.tiles:
            carry_over(self.track, before, s)
            fulfil_all(flow_of(self.flow), s)

    # --- words -----------------------------------------------------------------------------------------

    def words(self, before: RailState, a: Action) -> Words:
        """Who may not read a bond or a city is told the rest."""
        key, args, data = super().words(before, a)
        match a.kind, a.args:
            case "write_bond", (amount,) if amount == SEALED:
                key = "log.write_bond_sealed"
            case "pick", (name, _) if name == UNKNOWN:
                key = "log.pick_secret"
            case (("pardon" | "condemn"), ()):
                data = {**data, "seat": before.todo[-1].who}
            case "redeem", (company,):
                data = {**data, "cost": before.par[company]}
            case (("use_token" | "buy_on_credit"), (train,)):
                data = {**data, "cost": self.rules.trains[train].price}
        return Words(key, args, data)

    def consequences(self, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
        yield from telling.consequences(before, a, after)
        yield from super().consequences(before, a, after)

    # --- what makes a position impossible --------------------------------------------------------------

    def aside(self, s: RailState) -> int:
        """Bonds lie in their envelopes."""
        return set_aside(s)

    def own_form(self, s: RailState) -> Iterator[str]:
        yield from bids_form(rules_of(self.rules), s)
        yield from share_form(self.rules, own(s))
        yield from laying_form(self.rules, own(s))
        yield from train_form(rules_of(self.rules), s)

    def own_laws(self, s: RailState) -> Iterator[str]:
        yield from bids_laws(rules_of(self.rules), s)
        yield from share_laws(self.rules, own(s))
        yield from laying_laws(self.rules, own(s))
        yield from train_laws(rules_of(self.rules), s)

    def wealth(self, s: RailState, seat: int) -> Iterator[Line]:
        return wealth(self.flow, s, seat)
