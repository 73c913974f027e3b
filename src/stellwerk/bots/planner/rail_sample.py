"""What games that were played tell about the constants of a planner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from stellwerk.bots.planner.rail_constants import Constants
from stellwerk.bots.planner.rail_earnings import Earnings
from stellwerk.bots.planner.rail_value import Outlook, Part
from stellwerk.core.match import Match
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState


@dataclass
class Row:
    """A player at the end of a stock round: what he could expect then, and what became of him."""

    part: Part
    score: float


@dataclass
class Sample:
    """Sums over games; each constant that can be counted is counted."""

    rows: list[Row] = field(default_factory=list)
    rounds: int = 0
    selling: int = 0
    """Operating rounds in which the bank had trains to sell that are limited in number."""

    sold: int = 0
    paid: int = 0
    kept: int = 0
    slopes: list[float] = field(default_factory=list)
    """By how much all runs of a round grew from round to round, by game."""

    grown: int = 0
    ran: int = 0
    firsts: dict[str, list[int]] = field(default_factory=dict)
    """By the stops that a train counts what it earned a company on its first run."""

    def add(self, match: Match, told: Constants) -> None:
        """Count a finished game."""
        game = match.game
        assert isinstance(game, RailGame)
        result = match.result
        assert result is not None
        actions = match.log
        for action in actions:
            self.paid += action.kind == "pay_out"
            self.kept += action.kind == "withhold"
        states = list(match.states)
        for s in _invested(states):
            parts = Outlook(game, Earnings(game, s, told), told).parts(s)
            self.rows += [Row(part, float(score)) for part, score in zip(parts, result.scores, strict=True)]
        self._count_rounds(game, states)
        self._count_runs(game, states)

    def _count_rounds(self, game: RailGame, states: list[RailState]) -> None:
        ends = [a for a, b in pairwise(states) if a.round == "operating" and _round(a) != _round(b)]
        totals: list[int] = []
        before = next((s for s in states if s.round == "operating"), None)
        for s in ends:
            totals.append(sum(s.runs.get(company, 0) for company in s.floated))
            if before is not None and any(left > 0 for left in before.depot.values()):
                self.selling += 1
                self.sold += sum(before.depot[card] - s.depot[card] for card in s.depot if before.depot[card] > 0)
            before = s
        self.rounds += len(ends)
        if totals[1:]:
            self.slopes.append((totals[-1] - totals[0]) / (len(totals) - 1))

    def _count_runs(self, game: RailGame, states: list[RailState]) -> None:
        last: dict[str, tuple[tuple[str, ...], int, int]] = {}
        for a, b in pairwise(states):
            company = str(a.todo[-1].who) if a.todo and a.todo[-1].step == "run_trains" else ""
            if not company or company not in b.runs:
                continue
            now = b.runs[company]
            level = game.rules.phases[a.phase].level
            if company in last and last[company][:2] == (a.trains[company], level):
                self.grown += now - last[company][2]
                self.ran += last[company][2]
            elif company not in last and len(a.trains[company]) == 1:
                stops = game.rules.trains[a.trains[company][0]].stops
                self.firsts.setdefault(str(stops or 0), []).append(now)
            last[company] = a.trains[company], level, now


def _round(s: RailState) -> tuple[str, int, int]:
    return s.round, s.stock_rounds, s.set_round


def _invested(states: list[RailState]) -> Iterator[RailState]:
    """The position after each stock round but the first one, in which nothing runs yet: where rollouts are judged."""
    for a, b in pairwise(states):
        if a.round == "stock" and b.round == "operating" and b.stock_rounds > 1 and b.todo:
            yield b
