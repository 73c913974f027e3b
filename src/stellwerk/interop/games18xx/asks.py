"""What 18xx.games asks for: it skips steps in which nothing can be chosen by rules of its own.

A player who can neither sell nor buy is passed over. A company is always asked for track, for a station where it
can place one, for trains while it could pay for some, be it for $1, and at last for privates that it could buy or use.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from stellwerk.core.errors import DataError
from stellwerk.core.state import Frame
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState, seat_of
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.eighteen.steps.privates import price_band
from stellwerk.eighteen.steps.stock import TradeShares
from stellwerk.eighteen.steps.trains import BuyTrains


class Asks:
    """The questions of that site in positions of ours; a title with steps of its own brings its own."""

    def __init__(self, game: RailGame) -> None:
        self.game, self.rules = game, game.rules

    def shares(self, s: RailState, seat: int) -> bool:
        """Whether a player can sell or buy anything, be it a private of another player."""
        step = self._stock
        return any(step.sales_of_each(s, seat)) or any(step.purchases(s, seat)) or self.private_of_another(s, seat)

    @cached_property
    def _stock(self) -> TradeShares:
        step = self.game.rail_steps.get("trade_shares")
        if not isinstance(step, TradeShares):
            raise self._unknown("trade_shares")
        return step

    def private_of_another(self, s: RailState, seat: int) -> bool:
        """Whether a player could buy one. Over there nobody can decline an offer, so none counts as declined."""
        step = self.game.rail_steps.get("trade_private")
        if step is None:
            return False
        asked = s
        if s.declined:
            asked = s.copy()
            asked.declined = ()
        return any(choice.kind == "ask_private" for choice in step.choices(asked, Frame("trade_shares", seat)))

    def station(self, s: RailState, company: str) -> bool:
        """Whether a station can be placed with the money that is there, not with a loan."""
        step = self.game.rail_steps.get("place_station")
        if not isinstance(step, PlaceStation):
            raise self._unknown("place_station")
        return any(True for _ in step.spots(s, company))

    def must_buy(self, s: RailState, company: str) -> bool:
        """Whether a company cannot pass on trains."""
        return self._trains.must_buy(s, company)

    def trains(self, s: RailState, company: str) -> bool:
        """Whether some train could be paid for."""
        return self._trains.could_buy(s, company)

    @cached_property
    def _trains(self) -> BuyTrains:
        step = self.game.rail_steps.get("buy_trains")
        if not isinstance(step, BuyTrains):
            raise self._unknown("buy_trains")
        return step

    def privates(self, s: RailState, company: str, spent: Collection[str]) -> bool:
        """Whether a private could be bought, or one whose extra tile is not spent is owned."""
        if any(
            self.rules.privates[p].extra_tile and p not in spent for p, owner in s.privates.items() if owner == company
        ):
            return True
        if not self.rules.phases[s.phase].buy_privates:
            return False
        least = (
            price_band(self.rules.privates[private])[0]
            for private, owner in s.privates.items()
            if seat_of(owner) >= 0 and self.rules.privates[private].to_companies
        )
        return any(price <= s.cash[company] for price in least)

    def _unknown(self, step: str) -> DataError:
        """What 18xx.games asks for in a step that is none of the shared ones, only its title can say."""
        said = f"has a step {step} of its own, so its Reading needs a class for `asks` that knows it"
        return DataError(self.game.title.id, said)
