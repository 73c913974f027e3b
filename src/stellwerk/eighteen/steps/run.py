"""Running trains and paying dividends."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.bank import pay
from stellwerk.eighteen.depot import settle_discards
from stellwerk.eighteen.lending import fall, may_borrow
from stellwerk.eighteen.routes import Position, RouteError, check_run, earnings
from stellwerk.eighteen.runs import Runs, is_run
from stellwerk.eighteen.shares import mind_price, move_marker, percent
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.eighteen.steps.base import IN_OWN_TURN, RailStep


class RunTrains(RailStep):
    """Every train runs once; by default only a run that earns the most possible is legal."""

    rule = "run.due"
    kinds = ("run",)
    anytime = IN_OWN_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if s.trains[company] and self.track.reach(s, company).route:
            yield Choice(self.director_seat(s, company), "run", (self.runs(s, company),))

    def runs(self, s: RailState, company: str) -> Runs:
        """All runs that a company may make now."""
        trains = tuple(self.t.trains[name] for name in s.trains[company])
        return Runs(company, trains, "any_run" not in self.t.flags, self.position(s, company))

    def position(self, s: RailState, company: str) -> Position:
        level = self.t.phases[s.phase].level
        return Position(
            self.t.hexmap, self.track.lying(s), self.track.standing(s, company), company, level, self.t.routes
        )

    def run(self, s: RailState, f: Frame, a: Action) -> None:
        company = str(f.who)
        trains = [self.t.trains[name] for name in s.trains[company]]
        s.revenue = earnings(self.position(s, company), trains, a.args[0])
        s.runs[company] = s.revenue

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        match a.kind, a.args:
            case "run", (run,) if is_run(run):
                runs = self.runs(s, str(f.who))
                try:
                    revenue = check_run(runs.position, runs.trains, run)
                except RouteError as error:
                    return error.refusal
                return Refusal("run.not_best", {"revenue": revenue, "best": runs.best().revenue})
        return Refusal(self.rule) if a.kind in self.kinds else self.why_now(s, a)


class PayDividend(RailStep):
    """The director pays out all of the revenue or withholds all of it."""

    rule = "dividend.whole"
    kinds = ("pay_out", "withhold")
    anytime = IN_OWN_TURN

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        company = str(f.who)
        if s.revenue:
            yield Choice(self.director_seat(s, company), "pay_out")
        if s.revenue or self._on_the_brink(s, company):
            yield Choice(self.director_seat(s, company), "withhold")

    def _on_the_brink(self, s: RailState, company: str) -> bool:
        """Whether to keep nothing would bring a company into receivership that could still borrow before."""
        there = self.t.market.fall(s.cell[company], 1)
        return self.t.market.zone[there] == "receivership" and may_borrow(self.t, s, company)

    def pay_out(self, s: RailState, f: Frame, a: Action) -> None:
        """A tenth to each tenth, the pool's part to the treasury; the price moves right."""
        company = str(f.who)
        each = s.revenue // 10
        for seat in range(self.t.seats):
            pay(self.t, s, BANK, player(seat), each * percent(s, company, seat) // 10)
        if "pool_earns_nothing" not in self.t.flags:
            pay(self.t, s, BANK, company, each * percent(s, company, self.t.pool_index) // 10)
        move_marker(s, company, self.t.market.right(s.cell[company]))
        mind_price(self.t, s, company)
        settle_discards(self.t, s)

    def withhold(self, s: RailState, f: Frame, a: Action) -> None:
        """All to the treasury; the price moves left."""
        self._keep(s, str(f.who))

    def skip(self, s: RailState, f: Frame) -> None:
        """No revenue is no dividend."""
        self._keep(s, str(f.who))

    def _keep(self, s: RailState, company: str) -> None:
        pay(self.t, s, BANK, company, s.revenue)
        fall(self.t, s, self.track, company, 1)
        if company in s.floated:
            settle_discards(self.t, s)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        return Refusal(self.rule) if a.kind in self.kinds else self.why_now(s, a)
