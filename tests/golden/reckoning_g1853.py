"""Holdings, prices and money of a recorded game of 1853, reckoned anew from its log by the book's words.

Of the positions only what others have decided is read: what a run earned, whose turn it was, cash to compare with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from stellwerk.core.action import Action

PARS: Final = {"EIR": 100, "GIP": 96, "NWR": 92, "BNR": 88, "BBCI": 84, "MSM": 80, "SIR": 75, "ECR": 70}
"""All companies in their order, which is that of their pars."""

START: Final[tuple[int, ...]] = (70, 75, 80, 84, 88, 92, 96, 100)
LINE: Final[tuple[int, ...]] = (
    *range(10, 41, 10),
    49,
    57,
    64,
    *START,
    104,
    109,
    115,
    122,
    130,
    140,
    152,
    166,
    182,
    *range(200, 401, 20),
)
"""The market is one line."""

CAPITAL: Final[dict[int, int]] = {3: 730, 4: 570, 5: 570, 6: 510}
FIRST_ROUND_LOSS: Final = 5
MOST_STEPS: Final = 5


class Ledger:
    """What each seat holds and has not paid for, what lies in the pool, and where prices stand."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.held = [Counter[str]() for _ in range(seats)]
        self.unpaid = [Counter[str]() for _ in range(seats)]
        self.pool: Counter[str] = Counter()
        self.price: dict[str, int] = {}
        self.bonds = [0] * seats

    def note(self, action: Action) -> None:
        """Keep what an action changes about shares and bonds."""
        seat = action.seat
        match action.kind, action.args:
            case "write_bond", (int(bond),):
                self.bonds[seat] = bond
            case "pick", (_, str(company)):
                self.held[seat][company] += 1
            case "buy", (str(company), str(source), int(percent)):
                self.held[seat][company] += percent // 10
                self.pool[company] -= percent // 10 if source == "pool" else 0
            case "sell", (str(company), int(percent)):
                self.held[seat][company] -= percent // 10
                self.pool[company] += percent // 10
            case "redeem", (str(company),):
                self.unpaid[seat][company] -= 1

    def pay_for_bids(self) -> list[int]:
        """2.7.2, R-12: each pays his shares in the order of companies, up to the first that is too dear."""
        left = []
        for seat, held in enumerate(self.held):
            cash = CAPITAL[self.seats] - self.bonds[seat]
            shares = [company for company in PARS for _ in range(held[company])]
            paid = 0
            while paid < len(shares) and PARS[shares[paid]] <= cash:
                cash -= PARS[shares[paid]]
                paid += 1
            self.unpaid[seat].update(shares[paid:])
            left.append(cash)
        return left

    def each(self, company: str) -> int:
        """3.1.7: the price of a share, or its par where there is none."""
        return self.price.get(company, PARS[company])

    def earned(self, seat: int, company: str, revenue: int) -> int:
        """4.6.5, 2.7.3b: a tenth of the dividend for each share that is paid for."""
        return revenue // 10 * (self.held[seat][company] - self.unpaid[seat][company])

    def after_dividend(self, company: str, revenue: int) -> int:
        """4.7.1, R-52: one step up, or as many as the dividend is times the price; 400 is the last."""
        old = self.price[company]
        steps = min(max(revenue // old, 1), MOST_STEPS)
        return LINE[min(LINE.index(old) + steps, len(LINE) - 1)]

    def after_keeping(self, company: str) -> int:
        """4.7.1, 4.7.3b: one step down if there are shares in the pool; 10 is the first."""
        at = LINE.index(self.price[company])
        return LINE[max(at - 1, 0)] if self.pool[company] else LINE[at]

    def worth(self, seat: int, cash: int) -> int:
        """5.2, R-53: cash and shares that are paid for; nothing for a bond."""
        return cash + sum(self.each(name) * (n - self.unpaid[seat][name]) for name, n in self.held[seat].items())


def price_in(state: Any, company: str) -> int:
    """Where a position says that a price stands; the market is one line."""
    column: int = state.cell[company][1]
    return LINE[column]


def gained(before: Any, after: Any, seat: int) -> int:
    """What an action brought a seat, without a bond that it got back."""
    back = after.bonds[seat] if seat in set(after.fulfilled) - set(before.fulfilled) else 0
    change = after.cash[f"P{seat}"] - before.cash[f"P{seat}"]
    return int(change - back)


def reckon(states: list[Any], log: Sequence[Action], seats: int) -> Ledger:
    """Go through a whole game and hold every trade, dividend and price against the book."""
    ledger = Ledger(seats)
    for before, action, after in zip(states, log, states[1:], strict=False):
        if action.kind in ("buy", "sell", "redeem") and before.round == "stock":
            assert gained(before, after, action.seat) == _due(ledger, before, action), action
        company = before.acted[-1] if before.acted else ""
        if action.kind == "pay_out":
            for seat in range(seats):
                assert gained(before, after, seat) == ledger.earned(seat, company, before.revenue), action
        ledger.note(action)
        if before.round == "auction" and after.round == "stock":
            assert ledger.pay_for_bids() == [after.cash[f"P{seat}"] for seat in range(seats)]
        _follow_prices(ledger, action.kind, company, before, after)
    return ledger


def _due(ledger: Ledger, before: Any, action: Action) -> int:
    """What a trade brings the seat: 3.1.4, 3.1.7, and 2.8.3a in the first stock round."""
    company = action.args[0]
    if action.kind == "redeem":
        return -PARS[company]
    if action.kind == "buy":
        return -(PARS[company] if action.args[1] == "bank" else ledger.each(company))
    loss = FIRST_ROUND_LOSS if before.stock_rounds == 1 else 0
    return int((ledger.each(company) - loss) * action.args[1] // 10)


def _follow_prices(ledger: Ledger, kind: str, acting: str, before: Any, after: Any) -> None:
    """Prices begin at par, and move by dividends and by what is kept, with or without an action, alone."""
    for company in after.cell:
        now = price_in(after, company)
        if company not in before.cell:
            assert now == PARS[company]
        elif company == acting and kind == "pay_out":
            assert now == ledger.after_dividend(company, before.revenue)
        elif company == acting and kind == "withhold":
            assert now == ledger.after_keeping(company)
        else:
            assert now in (ledger.price[company], ledger.after_keeping(company))
        ledger.price[company] = now
