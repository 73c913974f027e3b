"""What players own in the end."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.result import Line
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.game import CASH
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.shares import price
from stellwerk.eighteen.state import RailState, player


def wealth(flow: Flow, s: RailState, seat: int) -> Iterator[Line]:
    """5.2, R-53: cash and shares, at par where there is no price; nothing for what is not redeemed, or for a bond."""
    cash = s.cash[player(seat)]
    yield Line(CASH, 1, cash, cash)
    for company in flow.rules.companies:
        number = flow.earning(s, company, seat) // TENTH
        if number:
            each = price(flow.rules, s, company)
            yield Line(company, number, each, each * number)
