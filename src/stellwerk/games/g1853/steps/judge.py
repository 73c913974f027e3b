"""Contracts that are shown: claiming one's bond, and what becomes of who has written an illegal bid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.eighteen.state import RailState, clockwise
from stellwerk.eighteen.steps.base import IN_A_TURN, RailStep
from stellwerk.games.g1853.contracts import fulfil, fulfilled_now
from stellwerk.games.g1853.flow import flow_of
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import own
from stellwerk.games.g1853.steps.stock import TradeShares1853

DECISIONS: Final = (
    "trade_shares",
    "choose_plan",
    "lay_track",
    "place_station",
    "run_trains",
    "pay_dividend",
    "buy_trains",
    "settle_train",
    "discard_train",
    "consent",
    "sell_elephant",
    "call_round",
    "judge_bid",
)
"""The steps in which somebody decides after the bids."""


class ClaimBond(RailStep):
    """R-38, by an option: a contract that is fulfilled is paid back when its holder shows it, whoever is on turn."""

    rule = closed_rule = "4.3.2a"
    kinds = ("claim",)
    open_beside = DECISIONS
    rounds = ()

    def wanted(self) -> bool:
        return rules_of(self.rules).contracts.claim == "manual"

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        for seat in fulfilled_now(flow_of(self.flow), s):
            yield Choice(seat, "claim")

    def claim(self, s: RailState, f: Frame, a: Action) -> None:
        fulfil(flow_of(self.flow), s, a.seat)


class JudgeBid(RailStep):
    """4.3.2: the others vote on the illegal contract of a seat; more than half of them can pardon it."""

    rule = turn_rule = "4.3.2b"
    kinds = ("pardon", "condemn")
    rounds = ("stock", "operating")
    lies_on = (IN_A_TURN, *DECISIONS)

    def mover(self, s: RailState, f: Frame) -> int:
        voted = [seat for seat, _ in own(s).votes]
        return next(seat for seat in self.judges(s, f) if seat not in voted)

    def judges(self, s: RailState, f: Frame) -> tuple[int, ...]:
        """All others, from the left neighbour on."""
        return clockwise(s, self.rules.seats, int(f.who))

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        for kind in self.kinds:
            yield Choice(self.mover(s, f), kind)

    def pardon(self, s: RailState, f: Frame, a: Action) -> None:
        mine, judges = own(s), self.judges(s, f)
        mine.votes = (*mine.votes, (a.seat, a.kind))
        if len(mine.votes) < len(judges):
            s.todo.append(f)
            return
        mercy = sum(vote == "pardon" for _, vote in mine.votes)
        mine.votes = ()
        if 2 * mercy <= len(judges):
            mine.condemned = (*mine.condemned, int(f.who))

    condemn = pardon

    def fits(self, s: RailState, f: Frame) -> bool:
        mine = own(s)
        voted = [seat for seat, _ in mine.votes]
        if not self.is_seat(f.who) or f.who not in mine.fulfilled or f.who in mine.condemned:
            return False
        return s.todo[-1] != f or voted == list(self.judges(s, f))[: len(voted)] != list(self.judges(s, f))


class Atones(TradeShares1853):
    """4.3.2: who is condemned sells in his first turn until he directs nothing, and does nothing else before."""

    def choices(self, s: RailState, f: Frame) -> Iterator[Choice]:
        sales = list(self.atonement(s, f))
        yield from sales or super().choices(s, f)

    def atonement(self, s: RailState, f: Frame) -> Iterator[Choice]:
        """The sales of companies that a condemned player directs; none where he has atoned or can sell nothing."""
        seat = int(f.who)
        if seat in own(s).condemned:
            led = [company for company, boss in s.director.items() if boss == seat]
            for choice in super().choices(s, f):
                if choice.kind.startswith("sell") and choice.args[0] in led:
                    yield choice

    def admits(self, s: RailState, f: Frame, a: Action) -> bool:
        sales = list(self.atonement(s, f))
        return any(choice.admits(a) for choice in sales) if sales else super().admits(s, f, a)

    def end_turn(self, s: RailState, seat: int) -> None:
        """The penalty is for one turn."""
        own(s).condemned = tuple(other for other in own(s).condemned if other != seat)
        super().end_turn(s, seat)

    def why(self, s: RailState, f: Frame, a: Action) -> Refusal:
        if a.seat == f.who and any(self.atonement(s, f)):
            return Refusal("4.3.2b", {"case": "sell"})
        return super().why(s, f, a)
