"""Running trains and paying dividends."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, OneOf, offer
from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.routes import Position, RouteError, Routes, Run, check_run, earnings
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.runs import Mail, Runs, RunWithMail, carries, is_run
from stellwerk.eighteen.shares import percent
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.steps.base import IN_OWN_TURN, RailStep
from stellwerk.eighteen.trains import Train


class RunTrains(RailStep):
    """Every train runs once; by default only a run that earns the most possible is legal."""

    rule = "run.due"
    kinds = ("run",)
    anytime = IN_OWN_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if s.trains[company] and self.may_run(s, company):
            seat, runs = self.director_seat(s, company), self.runs(s, company)
            yield RunWithMail(seat, "run", (runs, Mail(runs))) if runs.mail else offer((seat, "run", (runs,)))

    def may_run(self, s: RailState, company: str) -> bool:
        """Whether there is a route for the trains of a company."""
        return self.track.reach(s, company).route

    def runs(self, s: RailState, company: str) -> Runs:
        """All runs that a company may make now."""
        trains, rules, position = self.flow.fleet_now(s, company), self.rules.run_rules, self.position(s, company)
        known, earned = self._found(s, position, trains)
        return Runs(company, trains, rules.best_run == "compulsory", position, rules.mail, known, earned)

    def _found(
        self, s: RailState, position: Position, trains: tuple[Train, ...]
    ) -> tuple[dict[bool, Run], dict[Routes, int]]:
        """What was found out of the same runs before; nothing where they depend on more than track and trains."""
        if position.visits or position.homes_at is not None:
            return {}, {}
        runs = self.track.reach(s, position.company).runs
        fleet = tuple([(train.name, train.stops, train.towns) for train in trains])
        found: tuple[dict[bool, Run], dict[Routes, int]] = runs.setdefault((fleet, position.level), ({}, {}))
        return found

    def position(self, s: RailState, company: str) -> Position:
        return self.track.position(s, company)

    def run(self, s: RailState, f: Frame, a: Action) -> None:
        company, routes = str(f.who), a.args[0]
        runs = self.runs(s, company)
        known = runs.earned.get(routes)
        s.revenue = earnings(runs.position, runs.trains, routes) if known is None else known
        s.runs = {**s.runs, company: s.revenue}
        if runs.mail:
            s.mail = {**s.mail, company: runs.post(routes, a.args[1] if len(a.args) > 1 else runs.carrier(routes))}
            pay(self.rules, s, BANK, company, s.mail[company])
            self.flow.has_earned(s, company)
        self.flow.has_run(s, company, {name for route in routes for name, _ in route})
        if self.rules.dividend_rules.luck and s.revenue:
            then(s, Frame("draw_revenue", company))

    def skip(self, s: RailState, f: Frame) -> None:
        """Without a train or a route nothing runs."""
        self.flow.has_run(s, str(f.who))

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "run", (run, *mail) if is_run(run) and len(mail) <= self.rules.run_rules.mail:
                runs = self.runs(s, str(f.who))
                try:
                    revenue = check_run(runs.position, runs.trains, run)
                except RouteError as error:
                    return error.refusal
                if mail and not (Mail(runs).admits(mail[0]) and carries(run, mail[0])):
                    return Refusal("run.no_mail")
                return Refusal("run.not_best", {"revenue": revenue, "best": runs.best(with_mail=False).revenue})
        return Refusal(self.rule) if a.kind in self.kinds else self.why_now(s, a)


class DrawRevenue(RailStep):
    """By an option chance says how much of a run is earned."""

    lies_on = ("pay_dividend",)
    by_chance = True

    rule = "turn.company_order"
    kinds = ("draw_revenue",)

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        markers = range(1, len(self.rules.dividend_rules.luck) + 1)
        yield Choice(CHANCE, "draw_revenue", (OneOf(tuple(markers)),))

    def draw_revenue(self, s: RailState, f: Frame, a: Action) -> None:
        (s.luck,) = a.args
        s.revenue = drawn(self.rules, s.revenue, s.luck)
        s.runs = {**s.runs, str(f.who): s.revenue}

    def mover(self, s: RailState, f: Frame) -> int:
        return CHANCE

    def fits(self, s: RailState, f: Frame) -> bool:
        return s.acted[-1:] == (f.who,) and s.revenue > 0


class PayDividend(RailStep):
    """The director pays out all of the revenue or withholds all of it; by an option half of it."""

    rule = "dividend.whole"
    kinds = ("pay_out", "pay_half", "withhold")
    anytime = IN_OWN_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if s.revenue and self.flow.may_pay_out(s, company):
            yield offer((self.director_seat(s, company), "pay_out", ()))
            if self.rules.dividend_rules.split:
                yield Choice(self.director_seat(s, company), "pay_half")
        if s.revenue or self.asks_without_revenue(s, company):
            yield offer((self.director_seat(s, company), "withhold", ()))

    def asks_without_revenue(self, s: RailState, company: str) -> bool:
        """Whether there is something to decide although nothing was earned."""
        return False

    def pay_out(self, s: RailState, f: Frame, a: Action) -> None:
        """A tenth to each tenth, the pool's part to the treasury; the price moves right."""
        company = str(f.who)
        self._pay(s, company, s.revenue)
        self.flow.paid_out(s, company)
        self.flow.settle_discards(s)

    def pay_half(self, s: RailState, f: Frame, a: Action) -> None:
        """Half to the treasury, the rest to the shareholders; the price stays."""
        company = str(f.who)
        kept = kept_half(s.revenue)
        pay(self.rules, s, BANK, company, kept)
        self._pay(s, company, s.revenue - kept)
        self.flow.settle_discards(s)

    def _pay(self, s: RailState, company: str, dividend: int) -> None:
        """Each holder's part in whole dollars."""
        for seat in range(self.rules.seats):
            pay(self.rules, s, BANK, player(seat), dividend * self.flow.earning(s, company, seat) // 100)
        if self.rules.run_rules.pool_earns:
            pay(self.rules, s, BANK, company, dividend * percent(s, company, self.rules.pool_index) // 100)

    def withhold(self, s: RailState, f: Frame, a: Action) -> None:
        """All to the treasury; the price moves left."""
        self._keep(s, str(f.who))

    def skip(self, s: RailState, f: Frame) -> None:
        """No revenue is no dividend."""
        self._keep(s, str(f.who))

    def _keep(self, s: RailState, company: str) -> None:
        pay(self.rules, s, BANK, company, s.revenue)
        self.flow.withheld(s, company)
        if company in s.floated:
            self.flow.settle_discards(s)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        if a.kind in ("pay_out", "pay_half") and not self.flow.may_pay_out(s, str(f.who)):
            return Refusal("dividend.withheld_now", {"company": str(f.who)})
        if a.kind == "pay_out" and not s.revenue:
            return Refusal(self.rule, {CASE: "nothing", "company": str(f.who)})
        return Refusal(self.rule) if a.kind in self.kinds else self.why_now(s, a)


def kept_half(revenue: int) -> int:
    """Part of split revenue that a company keeps: half of it, in full tens, so that each tenth gets whole dollars.

    Revenue that chance has decided on may be no multiple of ten; then the shareholders get at most a dollar more.
    """
    return revenue // 2 if revenue % 10 else revenue // 2 // 10 * 10


def drawn(t: Ruleset, revenue: int, marker: int) -> int:
    """What a run earns with a marker, counted from 1."""
    return revenue * t.dividend_rules.luck[marker - 1] // 100
