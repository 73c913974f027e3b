"""The turns that a side of a rollout of Railroad Revolution thinks of: a worker, an action and its place.

What a worker adds is reckoned beside the main action, so that each place is looked at once.
"""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from stellwerk.bots.planner.revolution_ground import Gain
from stellwerk.bots.planner.revolution_side import Side
from stellwerk.games.railroad_revolution.board import bits
from stellwerk.games.railroad_revolution.pieces import KINDS

STATION, RAILROAD, TELEGRAPH, TRADE = range(4)
"""In the order of `ACTIONS`."""

WHITE, VIOLET, ORANGE, GREY, TURQUOISE = range(5)
"""In the order of `COLOURS`."""

PAIR: Final = 0.5
"""What a third rail is worth, as a part of the first two."""

Bonus = dict[int, float]
"""By colour what the ability of a worker adds."""


class Option(NamedTuple):
    """A turn: what it is worth, the place of its action, its worker, and whether its ability is used or it promotes."""

    worth: float
    action: int
    place: int
    colour: int
    able: bool


class Options:
    """The best of all turns that come into question for a side."""

    def __init__(
        self, side: Side, tiles: list[str], wires: tuple[str, ...], deal: tuple[tuple[int, Gain], ...]
    ) -> None:
        self.side, self.tiles, self.wires, self.deal = side, tiles, wires, deal
        self.best: Option | None = None
        self.most = -inf
        side.memory = {}
        self.colours = [colour for colour in range(KINDS) if side.supply[colour]]
        self.dealt = best_offer(side, deal)
        if side.buildings:
            self._telegraph()
            self._station()
        if side.rails:
            self._railroad()
        if side.buildings or side.rails:
            self._trade()
        side.memory = None

    def _add(self, worth: float, action: int, place: int, bonus: Bonus, cost: int = 0) -> None:
        side, short = self.side, cost > self.side.wealth
        promoting = side.promotion(cost)[0]
        ready = side.p.ready * side.age
        for colour in self.colours:
            extra = bonus.get(colour, 0.0)
            able = extra > promoting
            if short:
                if colour != ORANGE or action != STATION:
                    continue
                able = True
            total = worth + (extra if able else promoting) - (ready if colour else 0.0)
            if total >= self.most:
                option = Option(total, action, place, colour, able)
                if self.best is None or option > self.best:
                    self.best, self.most = option, total

    def _effect(self, action: int, colour: int, cost: int = 0) -> float:
        """What an ability is worth that is a plain reward, if it can be paid."""
        gain = self.side.g.effects[action, colour]
        price = -gain[0][1] if gain[0][1] < 0 else 0
        return self.side.worth(gain) if self.side.wealth >= price + cost else 0.0

    def _telegraph(self) -> None:
        side, g = self.side, self.side.g
        lost = side.least()[0]
        swap = self._effect(TELEGRAPH, VIOLET)
        for area in bits(g.every & ~side.offices):
            printed = g.t.board.areas[area]
            shares = printed.shares + (0 if side.taken.areas >> area & 1 else printed.first)
            worth = side.office(area) + shares * side.share + (self.dealt if printed.deal else 0.0)
            each = g.t.extra["tele_orange_share"] * side.money
            bonus = {VIOLET: swap, GREY: printed.first * side.share, ORANGE: each * shares}
            if self.wires[area]:
                wire, price = side.worth(g.wires[self.wires[area]]), g.t.extra["tele_turquoise_price"]
                worth += max(0.0, wire - lost)
                if side.wealth + g.share * shares >= price:
                    bonus[TURQUOISE] = min(wire, lost) - price * side.money
            self._add(worth, TELEGRAPH, area, bonus)

    def _station(self) -> None:
        side, g = self.side, self.side.g
        flip, again = self._effect(STATION, VIOLET), g.t.extra["station_turquoise_price"]
        for city in side.open_cities():
            cost = g.cost[city]
            if cost > side.wealth and ORANGE not in self.colours:
                continue
            main = max(0.0, side.worth(g.main[self.tiles[city]]))
            first = max(0.0, side.worth(g.first[self.tiles[city]]))
            worth = side.station(city) + main - cost * side.money
            if not side.taken.cities >> city & 1:
                worth += first
            bonus = {GREY: first, ORANGE: cost * side.money, VIOLET: flip}
            if side.wealth >= cost + again:
                bonus[TURQUOISE] = main - again * side.money
            self._add(worth, STATION, city, bonus, cost)

    def _railroad(self) -> None:
        side, t = self.side, self.side.g.t
        worth, spaces, triangles, deals = side.best_rails(t.rails_per_action)
        cost = t.rails_price + t.triangle_price * triangles
        if not spaces or side.wealth < cost:
            return
        refund = t.extra["rail_orange"] + t.extra["rail_orange_triangle"] * triangles
        bonus = {GREY: self._effect(RAILROAD, GREY), ORANGE: refund * side.money}
        bonus[VIOLET] = self._effect(RAILROAD, VIOLET, cost)
        if side.rails > t.rails_per_action and side.wealth >= cost + t.triangle_price:
            bonus[TURQUOISE] = PAIR * (worth - t.triangle_price * side.money)
        self._add(worth - cost * side.money + (self.dealt if deals else 0.0), RAILROAD, 0, bonus, cost)

    def _trade(self) -> None:
        side, g = self.side, self.side.g
        flip = side.turning()[0]
        locos = sum(side.up) + sum(side.down)
        back = g.t.extra["trade_grey_shares"]
        bonus = {
            VIOLET: self._effect(TRADE, VIOLET),
            TURQUOISE: self._effect(TRADE, TURQUOISE),
            GREY: best_offer(side, self.deal, back),
            ORANGE: g.t.extra["trade_orange_loco"] * locos * side.money,
        }
        building = sold(side)
        kept = side.p.buildings if building else side.p.rails
        self._add(price_of(side) * side.money + flip - kept * side.age, TRADE, int(building), bonus)


def offers(side: Side, deal: tuple[tuple[int, Gain], ...], back: int = 0) -> list[tuple[float, int]]:
    """What the offers of a deal are worth to a side that can pay for them; so many shares come back."""
    return [
        (side.worth(gain) - (cost - back) * side.share, n)
        for n, (cost, gain) in enumerate(deal)
        if side.shares + back >= cost
    ]


def best_offer(side: Side, deal: tuple[tuple[int, Gain], ...], back: int = 0) -> float:
    """What a deal is worth to a side that may also take none of its offers."""
    worths = [worth for worth, _ in offers(side, deal, back)]
    return max(0.0, *worths) if worths else 0.0


def price_of(side: Side) -> int:
    """What a piece is sold for."""
    return side.g.prices[min(side.g.built[side.buildings], side.g.railed[side.rails])]


def sold(side: Side) -> bool:
    """Whether a building is sold and not a rail: what stands farther left, or a rail that no milestone waits for."""
    built, railed = side.g.built[side.buildings], side.g.railed[side.rails]
    if built != railed:
        return built < railed
    ways = [side.g.way(side.network, side.stations, goal.number) for goal in side.goals if goal]
    return side.rails <= max([way.rails for way in ways], default=0)
