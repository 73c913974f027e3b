"""What 18xx.games asks for: it skips steps in which nothing can be chosen by rules of its own.

A player who can neither sell nor buy is passed over. A company is always asked for track, for a station where it
can place one, for trains while it could pay for some, be it for $1, and at last for privates that it could buy or use.
"""

from __future__ import annotations

from collections.abc import Collection

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.lending import granted
from stellwerk.eighteen.state import NOBODY, RailState, player, seat_of
from stellwerk.eighteen.steps.lay_track import PlaceStation
from stellwerk.eighteen.steps.privates import price_band
from stellwerk.eighteen.steps.stock import TradeShares
from stellwerk.eighteen.steps.trains import BuyTrains


class Asks:
    """The questions of that site in positions of ours."""

    def __init__(self, game: RailGame) -> None:
        self.t = game.t
        shares, trains, stations = game.made["trade_shares"], game.made["buy_trains"], game.made["place_station"]
        if not isinstance(shares, TradeShares) or not isinstance(trains, BuyTrains):
            raise TypeError("this title trades shares or trains by steps of its own")
        if not isinstance(stations, PlaceStation):
            raise TypeError("this title places stations by a step of its own")
        self._shares, self._trains, self._stations = shares, trains, stations

    def shares(self, s: RailState, seat: int) -> bool:
        """Whether a player can sell or buy anything, be it a private of another player."""
        return (
            any(self._shares.sales(s, seat))
            or any(self._shares.purchases(s, seat))
            or self._private_of_another(s, seat)
        )

    def _private_of_another(self, s: RailState, seat: int) -> bool:
        """Over there nobody can decline an offer, so none counts as declined."""
        if s.stock_rounds <= 1 or s.bought or not s.cash[player(seat)]:
            return False
        return any(
            seat_of(owner) not in (NOBODY, seat) and self.t.privates[private].to_companies
            for private, owner in s.privates.items()
        )

    def station(self, s: RailState, company: str) -> bool:
        """Whether a station can be placed with the money that is there, not with a loan."""
        return any(True for _ in self._stations.spots(s, company))

    def must_buy(self, s: RailState, company: str) -> bool:
        """Whether a company cannot pass on trains."""
        return self._trains.must_buy(s, company)

    def trains(self, s: RailState, company: str) -> bool:
        """Whether some train could be paid for."""
        return self._trains.could_buy(s, company)

    def privates(self, s: RailState, company: str, spent: Collection[str]) -> bool:
        """Whether a private could be bought, or one whose extra tile is not spent is owned, or a loan be had.

        A company that has taken its loan is asked all the same.
        """
        loans = self.t.loans
        lends = loans is not None and self.t.phases[s.phase].loans and granted(s) < loans.count
        if loans is not None and lends and s.loans.get(company, 0) < loans.most:
            return True
        if any(self.t.privates[p].extra_tile and p not in spent for p, owner in s.privates.items() if owner == company):
            return True
        if not self.t.phases[s.phase].buy_privates:
            return False
        least = (
            price_band(self.t.privates[private])[0]
            for private, owner in s.privates.items()
            if seat_of(owner) >= 0 and self.t.privates[private].to_companies
        )
        return any(price <= s.cash[company] for price in least)
