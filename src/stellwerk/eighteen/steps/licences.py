"""Licences for hexes that only some companies may run to and through."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.state import BANK, RailState
from stellwerk.eighteen.steps.base import RailStep


class BuyLicence(RailStep):
    """In its track step, besides its tile, a company buys a licence for a hex to which its track leads.

    There are as many as are wanted, and none ever changes hands. A title with such hexes adds this step.
    """

    rule = closed_rule = "licence.time"
    kinds = ("buy_licence",)
    open_beside = ("lay_track",)

    def wanted(self) -> bool:
        return bool(self.rules.licence_price)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if self._why_not(s, company) is None:
            yield Choice(self.director_seat(s, company), "buy_licence")

    def buy_licence(self, s: RailState, f: Frame, a: Action) -> None:
        company = str(f.who)
        s.has_acted = True
        pay(self.rules, s, company, BANK, self.rules.licence_price)
        self.track.grant_licence(s, company)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        company = str(f.who)
        if a.seat != self.director_seat(s, company):
            return Refusal("turn.not_yours")
        if a.args:
            return Refusal("licence.not_transferable", {"company": company})
        return self._why_not(s, company) or Refusal(self.rule)

    def _why_not(self, s: RailState, company: str) -> Refusal | None:
        """Why a company gets no licence in its track step."""
        price, names = self.rules.licence_price, sorted(self.rules.routes.licensed)
        data: dict[str, str | int] = {"company": company, "hex": ", ".join(names)}
        if company in s.licences:
            return Refusal("licence.owned", {CASE: "owned", **data})
        if not any(self.track.leads_to(s, company, name) for name in names):
            return Refusal("licence.unconnected", {CASE: "unconnected", **data})
        if price > s.cash[company]:
            return Refusal("licence.price", {CASE: "price", **data, "cost": price, "cash": s.cash[company]})
        return None
