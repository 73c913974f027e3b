"""What the log of 1848 tells besides: loans, what the Bank of England pays, and companies that it takes over."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.game import Words
from stellwerk.eighteen.consequences import rounds_begun
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.shares import percent
from stellwerk.eighteen.state import RailState, seat_of
from stellwerk.games.g1848.lending import lender_dividend
from stellwerk.games.g1848.ruleset import rules_of
from stellwerk.games.g1848.state import loans_of


def consequences(flow: Flow, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    if a.kind == "lender_pays":
        yield from _lender_pays(flow, before, 1)
    value = rules_of(flow.rules).loans.value
    for company, taken in loans_of(after).items():
        new = taken - loans_of(before).get(company, 0)
        if new and a.kind != "loan":
            yield Words("then.loans", data={"company": company, "count": new, "amount": new * value})
    for company, director in after.failed[len(before.failed) :]:
        yield Words("then.fails", data={"company": company, "seat": director, "price": before.par[company]})


def between_rounds(flow: Flow, before: RailState, a: Action, after: RailState) -> Iterator[Words]:
    times = rounds_begun(before, after)
    if times and rules_of(flow.rules).lending.dividend == "automatic":
        yield from _lender_pays(flow, after, times)
    if before.round == "auction" == after.round and a.kind == "pass_turn" and before.passes + 1 == flow.rules.seats:
        incomes = flow.private_income(after).items()
        takers = (Words("part.seat_gets", data={"seat": seat_of(owner), "amount": income}) for owner, income in incomes)
        yield Words("between.income", data={"takers": tuple(takers)})


def _lender_pays(flow: Flow, s: RailState, times: int) -> Iterator[Words]:
    t = rules_of(flow.rules)
    each = lender_dividend(t, s) * times
    takers = tuple(
        Words("part.seat_gets", data={"seat": seat, "amount": each * held // 10})
        for seat in range(t.seats)
        if (held := percent(s, t.lender, seat))
    )
    if takers and each:
        yield Words("between.lender", data={"each": each, "takers": takers})
