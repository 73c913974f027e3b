"""How the planner for 1853 bids: for cities that are soon joined, whoever builds the track."""

from __future__ import annotations

from stellwerk.bots.planner.rail_1853_forecast import Forecaster
from stellwerk.bots.rail_1853_bids import LED, RISK, TILE, Bidder, Pick
from stellwerk.games.g1853.contracts import worth


class PlanningBidder(Forecaster, Bidder):
    """A bond that comes back early buys shares while money is scarce: rivals who build for it are welcome."""

    def _mood(self, swing: float) -> dict[str, float]:
        """Always what promises most, but for who is not sure."""
        return super()._mood(swing * self.doubt)

    def _promise(self, picks: tuple[Pick, ...], company: str, mood: dict[str, float]) -> float:
        """Shares of the company in view by how good it is, less the track to be built and the money set aside."""
        cities, rate = [pick.city for pick in picks], self._rating(company) * mood[company]
        rival = max(self.tenths(company, seat) for seat in range(self.rules.seats) if seat != self.seat)
        if rival > self.tenths(company):
            rate *= self.told.crowded
        shares = LED * rate * sum(pick.company == company for pick in picks)
        shares += sum(LED / 2 * self._rating(pick.company) for pick in picks if pick.company != company)
        track = TILE * self._span(cities)
        return shares - track - RISK * worth(self.book.contracts, cities) - self._short(picks, company)
