"""What a position promises each player of an 18xx game at its end, in money."""

from __future__ import annotations

from math import sqrt
from statistics import fmean
from typing import Final, NamedTuple

from stellwerk.bots.planner.rail_constants import Constants
from stellwerk.bots.planner.rail_earnings import Earnings
from stellwerk.bots.planner.rail_supply import Supply
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.market import Cell
from stellwerk.eighteen.shares import holding, successor
from stellwerk.eighteen.state import BANK, RailState, player

MOST_ROUNDS: Final = 24.0
LAPS: Final = 6
"""So many changes of its trains are thought through for a company."""


class Part(NamedTuple):
    """What a player has and may expect, by where it comes from: each is weighed by a constant of its own."""

    cash: float = 0.0
    idle: float = 0.0
    """Money in hand that can be put to work, times the rounds that are left."""

    prices: float = 0.0
    rises: float = 0.0
    dividends: float = 0.0
    treasuries: float = 0.0
    privates: float = 0.0
    unfloated: float = 0.0
    dues: float = 0.0

    def plus(self, other: Part) -> Part:
        return Part(*map(float.__add__, self, other))


STUCK: Final = 0.3
"""What money earns beside other money that buys no more shares but for those that are given up for better ones."""

NEAR: Final = (2.0, 5.0)
"""Within so many rounds a train must be paid with what somebody has now; after so many he will have found the money."""

FULL: Final = 3.0
"""Up to so many rounds away a debt for a train counts in full."""

SALE: Final = 0.5
"""The part of its price that a share brings who must sell in a hurry."""


class Prospect(NamedTuple):
    """What a tenth of a company will bring until the end, and what its director will have to pay."""

    price: float
    rise: float
    dividends: float
    treasury: float
    dues: float
    soon: float
    """The part of the dues that is near."""


class Outlook:
    """Judges positions by the same constants and earnings."""

    def __init__(self, game: RailGame, earnings: Earnings, told: Constants) -> None:
        self.game, self.earnings, self.told, self.rules = game, earnings, told, game.rules
        self.weights = weights_of(told)

    def scores(self, s: RailState) -> list[float]:
        """By seat the final score that can be expected."""
        return [sum(told) for told in self.told_parts(s)]

    def told_parts(self, s: RailState) -> list[list[float]]:
        """By seat where its score comes from, each part weighed; at the end all of it is there."""
        ended = self.game.result(s)
        if ended:
            return [[float(score), *[0.0] * (len(self.weights) - 1)] for score in ended.scores]
        return [[weight * amount for weight, amount in zip(self.weights, part, strict=True)] for part in self.parts(s)]

    def parts(self, s: RailState) -> list[Part]:
        """By seat what it has and may expect."""
        rules, seats = self.rules, range(self.rules.seats)
        supply = Supply(rules, s, self.told.pace)
        rounds = self.rounds(s)
        found = [self._own(s, seat, supply, rounds) for seat in seats]
        debts = [0.0] * len(found)
        for company in s.floated:
            prospect = self._prospect(s, company, supply, rounds)
            shares = s.shares[company]
            for seat in seats:
                if shares[seat]:
                    tenths = sum(shares[seat]) / 10
                    found[seat] = found[seat].plus(
                        Part(
                            prices=tenths * prospect.price,
                            rises=tenths * prospect.rise,
                            dividends=tenths * prospect.dividends,
                            treasuries=tenths * prospect.treasury,
                        )
                    )
            led = s.director.get(company)
            if led is not None and prospect.dues:
                found[led] = found[led].plus(Part(dues=prospect.dues))
                debts[led] += prospect.soon
                heir = successor(rules, s, company, led, 0) if self.told.heirs and prospect.soon else None
                if heir is not None:
                    debts[heir] += self.told.heirs * prospect.soon
        return [_solvent(part, debt) if debt else part for part, debt in zip(found, debts, strict=True)]

    def rounds(self, s: RailState) -> float:
        """How many operating rounds are still to come: until the bank has paid all it has, or a price is at the top.

        What the companies earn together grows by the same amount from round to round.
        """
        paid = sum(self.earnings.fleet(s, company, s.trains[company])[0] for company in s.floated)
        paid += sum(self.game.flow.private_income(s).values()) if s.privates else 0
        ramp = self.told.ramp * self.rules.bank
        left = max(0, s.cash[BANK])
        rounds = (sqrt(paid * paid + 2 * ramp * left) - paid) / ramp
        end, rest = self.rules.end_rules, float(s.set_length - s.set_round + 1) if s.round == "operating" else 0.0
        rounds += (self.rules.phases[s.phase].rounds - 1) / 2
        if end.broken_bank == "after_set":
            rounds = max(rest, rounds)
        steps = self._steps_to_top(s)
        if steps is not None:
            set_ = self.rules.phases[s.phase].rounds if end.top_price == "after_set" else 1
            rounds = min(rounds, steps + (set_ + 1) / 2)
        if s.ending:
            rounds = min(rounds, float(max(0, s.set_length - s.set_round)) if s.round == "operating" else 0.0)
        return min(MOST_ROUNDS, rounds)

    def _steps_to_top(self, s: RailState) -> float | None:
        """How many dividends the highest price is away from that which ends the game, where one does."""
        top, market = self.rules.ends.get("price"), self.rules.market
        cells = [s.cell[company] for company in s.floated] if top and s.cell else []
        if not top or not cells:
            return None
        highest, steps = max(cells, key=market.price.__getitem__), 0
        while market.price[highest] < top and steps < MOST_ROUNDS:
            highest, steps = market.right(highest), steps + 1
        return float(steps)

    def _own(self, s: RailState, seat: int, supply: Supply, rounds: float) -> Part:
        """Money, privates, and shares of companies that do not run."""
        rules, cash, name = self.rules, float(s.cash[player(seat)]), player(seat)
        privates = 0.0
        if name in s.privates.values():
            closes = min(rounds, supply.closing(s))
            for private, owner in s.privates.items():
                if owner == name:
                    facts = rules.privates[private]
                    kept = facts.price if rules.private_rules.worth == "face" and closes >= rounds else 0
                    privates += facts.income * closes + kept
        prices = dividends = unfloated = 0.0
        for company, held in s.shares.items():
            if held[seat] and company not in s.floated and company in s.par:
                cell = s.cell.get(company)
                worth = sum(held[seat]) / 10 * (rules.market.price[cell] if cell else s.par[company])
                if rules.companies[company].operates:
                    unfloated += worth
                else:
                    prices += worth
                    dividends += worth * self.told.paper * rounds
        return Part(cash, self._working(s, seat, cash) * rounds, prices, 0.0, dividends, 0.0, privates, unfloated)

    def _working(self, s: RailState, seat: int, cash: float) -> float:
        """The part of somebody's money that can be put to work: who may hold no more certificates has none for it."""
        stock, prices = holding(self.rules, s, seat), self.rules.market.price
        each = fmean(prices[s.cell[company]] for company in s.floated) if s.floated else cash
        useful = min(cash, max(0, stock.limit - stock.held) * each)
        return useful + STUCK * (cash - useful)

    def _prospect(self, s: RailState, company: str, supply: Supply, rounds: float) -> Prospect:
        """Follow the trains of a company until they go, and those that it will have to buy then."""
        told, rules = self.told, self.rules
        fleet, cash, now = list(s.trains[company]), float(s.cash[company]), 0.0
        dividends = dues = soon = saved = paying = 0.0
        past = self.earnings.turns.get(company, 0)
        waits = max(0.0, self.earnings.wait(company) - past)
        cell = s.cell[company]
        price = rules.market.price[cell]
        for _ in range(LAPS):
            if now >= rounds:
                break
            fleet = [name for name in fleet if supply.goes(name) > now]
            if not fleet:
                train = supply.at(now)
                if train is None:
                    break
                cost = rules.trains[train].price
                lacks = max(0.0, cost - cash)
                if rules.help_rules.duty == "none":
                    if lacks > dividends - saved:
                        break
                    saved += lacks
                else:
                    dues += lacks * _between(now, FULL, told.fades)
                    soon += lacks * _between(now, *NEAR)
                cash = max(0.0, cash - cost)
                fleet = [train]
            end = min(rounds, max(now + 1, min(supply.goes(name) for name in fleet)))
            span = end - now
            middle = min(past + now + span / 2, told.growth_rounds)
            earns = self.earnings.fleet(s, company, fleet)[0] * (1 + told.growth * middle)
            running = max(0.0, end - max(now, waits))
            dividends += earns * running
            if earns:
                before, paying = int(paying), paying + running * told.pays
                cell = self._after(cell, int(earns), int(paying) - before)
            now = end
        return Prospect(
            price=float(price),
            rise=float(rules.market.price[cell] - price),
            dividends=(dividends - saved) / 10 * told.pays,
            treasury=cash / 10,
            dues=dues,
            soon=soon,
        )

    def _after(self, cell: Cell, earns: int, times: int) -> Cell:
        """Where a price is after so many dividends."""
        market, rules = self.rules.market, self.rules.price_rules
        for _ in range(times):
            price = market.price[cell]
            steps = min(max(earns // price, 1), rules.most_steps) if rules.rise == "jumps" else 1
            for _ in range(steps if rules.rise != "covered" or earns >= price else 0):
                cell = market.right(cell)
        return cell


def _between(round_: float, full: float, none: float) -> float:
    """What counts in full up to a round, not at all after another one, and in part between them."""
    return min(1.0, max(0.0, (none - round_) / (none - full)))


def _solvent(part: Part, debt: float) -> Part:
    """What is left of an outlook when a debt comes near: who cannot pay it loses what he hopes for."""
    safe = min(1.0, (part.cash + SALE * (part.prices + part.unfloated)) / debt)
    return part._replace(rises=safe * part.rises, dividends=safe * part.dividends)


def weights_of(told: Constants) -> tuple[float, ...]:
    """The weights of the parts of an outlook, in their order."""
    return (
        1.0,
        told.cash,
        told.price,
        told.rise,
        told.dividends,
        told.treasury,
        told.private,
        told.unfloated,
        -told.dues,
    )
