"""Two small games that use all of the core: sealed bids over hidden lots, and a race full of interrupts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, OneOf, Range, Shuffle
from stellwerk.core.errors import Refusal
from stellwerk.core.game import Game, Words
from stellwerk.core.options import Option, Select
from stellwerk.core.result import Line, Result
from stellwerk.core.state import Frame, State
from stellwerk.core.step import Step, then
from stellwerk.core.title import Title
from stellwerk.core.view import View

DATA: Final = Path(__file__).parent / "toy_data"
HIDDEN: Final = "?"
SEALED: Final = -1
CASH: Final = 10
LOTS: Final = {"short": ("engine", "coach", "coal"), "long": ("engine", "engine", "coach", "coach", "coal")}
WORTH: Final = {"engine": 7, "coach": 4, "coal": 2}


# --- sealed bids ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class AuctionState(State):
    """Cash is public, the stack is unknown to all, a bid is its owner's secret until all are in."""

    cash: list[int]
    won: list[tuple[str, ...]]
    stack: tuple[str, ...] = ()
    bids: dict[int, int] = field(default_factory=dict)


class ShuffleLots(Step[AuctionState]):
    """2: chance mixes the lots."""

    rule = "2"
    kinds = ("shuffle",)

    def __init__(self, lots: tuple[str, ...]) -> None:
        self.lots = lots

    def choices(self, s: AuctionState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "shuffle", (Shuffle(self.lots),))

    def shuffle(self, s: AuctionState, f: Frame, a: Action) -> None:
        s.stack = a.args[0]
        then(s, Frame("bid"))


class SealBid(Step[AuctionState]):
    """3: everybody owes a bid at once; the last one opens them all."""

    rule = "3"
    kinds = ("bid",)
    alone = False

    def choices(self, s: AuctionState, f: Frame) -> Iterator[Choice]:
        if s.stack:
            for seat, cash in enumerate(s.cash):
                if seat not in s.bids:
                    yield Choice(seat, "bid", (Range(0, cash),))

    def bid(self, s: AuctionState, f: Frame, a: Action) -> None:
        s.bids[a.seat] = a.args[0]
        then(s, f)
        if len(s.bids) == len(s.cash):
            winner = max(sorted(s.bids), key=lambda seat: s.bids[seat])
            s.cash[winner] -= s.bids[winner]
            s.won[winner] = (*s.won[winner], s.stack[0])
            s.stack, s.bids = s.stack[1:], {}

    def why(self, s: AuctionState, f: Frame, a: Action) -> Refusal:
        return Refusal("3.1", {"cash": s.cash[a.seat]})


class Auction(Title):
    """Title of the auction."""

    id = "toy-auction"
    rules_version = 3
    seats = range(2, 5)
    seats_rule = "1"
    options: ClassVar[tuple[Option, ...]] = (Select("stack", ("short", "long"), rule="2"),)
    folder = DATA / "auction"

    def build(self, seats: int, options: Mapping[str, str]) -> AuctionGame:
        lots = LOTS[options["stack"]]
        return AuctionGame(self, seats, options, {"shuffle": ShuffleLots(lots), "bid": SealBid()})


class AuctionGame(Game[AuctionState]):
    """Rules of the auction."""

    turn_rule = "3"
    end_rule = "4"
    hidden = True
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {"bid": ("amount",)}
    state_class = AuctionState

    @property
    def lots(self) -> tuple[str, ...]:
        return LOTS[self.options["stack"]]

    def start(self) -> AuctionState:
        return AuctionState([Frame("shuffle")], [CASH] * self.seats, [()] * self.seats)

    def audit(self, s: AuctionState) -> Iterator[str]:
        if len(s.cash) != self.seats or len(s.won) != self.seats:
            yield "cash and lots must be listed for every seat"
            return
        if min(s.cash) < 0:
            yield "cash is never negative"
        if [frame.step for frame in s.todo] not in ([], ["shuffle"], ["bid"]):
            yield "there is at most one thing to do"
        elif (set(s.todo) == {Frame("bid")}) != bool(s.stack):
            yield "bids are for lots"
        lots = Counter([*s.stack, *(lot for won in s.won for lot in won)])
        if lots != Counter(() if Frame("shuffle") in s.todo else self.lots):
            yield "every lot is in the stack or won"
        if not all(seat in range(self.seats) and 0 <= bid <= s.cash[seat] for seat, bid in s.bids.items()):
            yield "nobody bids more than they have"
        if (s.bids and not s.stack) or len(s.bids) == self.seats:
            yield "bids are open once all are in"

    def view(self, s: AuctionState, seat: int | None) -> AuctionState:
        seen = s.copy()
        seen.stack = s.stack[:1] + (HIDDEN,) * len(s.stack[1:])
        seen.bids = {owner: bid if owner == seat else SEALED for owner, bid in s.bids.items()}
        return seen

    def redact(self, a: Action, seat: int | None, *, over: bool) -> Action:
        if over or (a.kind == "bid" and a.seat == seat):
            return a
        return a._replace(args=(SEALED,) if a.kind == "bid" else ((HIDDEN,) * len(a.args[0]),))

    def imagine(self, view: View[AuctionState], rng: Random) -> AuctionState:
        s = view.state.copy()
        left = Counter(self.lots) - Counter([*s.stack, *(lot for won in s.won for lot in won)])
        rest = sorted(left.elements())
        rng.shuffle(rest)
        s.stack = s.stack[:1] + tuple(rest) if s.stack else ()
        s.bids = {seat: rng.randint(0, s.cash[seat]) if bid == SEALED else bid for seat, bid in s.bids.items()}
        return s

    def seals(self, before: AuctionState, a: Action, after: AuctionState, seat: int | None = None) -> bool:
        return super().seals(before, a, after, seat) or not after.bids

    def words(self, before: AuctionState, a: Action) -> Words:
        return Words("log.sealed") if a.args == (SEALED,) else super().words(before, a)

    def result(self, s: AuctionState) -> Result | None:
        if not self.over(s):
            return None
        sums = tuple(
            (Line("cash", cash, 1, cash), *(Line(lot, 1, WORTH[lot], WORTH[lot]) for lot in won))
            for cash, won in zip(s.cash, s.won, strict=True)
        )
        return scored(sums, "end.sold")


# --- a race --------------------------------------------------------------------------------------------------------

HOME: Final = 6
COINS: Final = 3
BANK: Final = 6
FRAMES: Final = 3
"""By seat: the toll, the turn, and being bumped."""


@dataclass(slots=True)
class TrackState(State):
    """Everything is public."""

    place: list[int]
    coins: list[int]
    loans: list[int]
    bank: int = BANK
    weather: str = ""
    crowd: dict[int, int] = field(default_factory=dict, compare=False)
    """How many stand on each square: a cache."""


class Weather(Step[TrackState]):
    """Chance makes the weather of a round; the seats follow in order."""

    rule = "2"
    kinds = ("weather",)

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        if min(s.place) < HOME:
            yield Choice(CHANCE, "weather", (OneOf(("sun", "snow")),))

    def weather(self, s: TrackState, f: Frame, a: Action) -> None:
        (s.weather,) = a.args
        then(s, *(Frame(step, seat) for seat in range(len(s.place)) for step in ("toll", "turn")), f)


class PayToll(Step[TrackState]):
    """In snow everybody on the way pays a coin, if they have one: nothing to choose, so it just happens."""

    rule = "2"

    def skip(self, s: TrackState, f: Frame) -> None:
        seat = int(f.who)
        if s.weather == "snow" and s.coins[seat] and s.place[seat] < HOME:
            s.coins[seat] -= 1
            s.bank += 1


class TakeTurn(Step[TrackState]):
    """2: move or rest; at home the turn is passed over."""

    rule = "2"
    kinds = ("move", "rest")
    anytime = ("loan",)

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        if s.place[seat] < HOME:
            yield Choice(seat, "move", (Range(1, 1 + min(2, s.coins[seat])),))
            if s.bank:
                yield Choice(seat, "rest")

    def move(self, s: TrackState, f: Frame, a: Action) -> None:
        seat, (squares,) = a.seat, a.args
        s.coins[seat] -= squares - 1
        s.bank += squares - 1
        s.place[seat] = min(HOME, s.place[seat] + squares)
        s.crowd = {}
        met = [other for other, place in enumerate(s.place) if place == s.place[seat] < HOME and other != seat]
        then(s, *(Frame("bump", other) for other in met))

    def rest(self, s: TrackState, f: Frame, a: Action) -> None:
        s.coins[a.seat] += 1
        s.bank -= 1

    def why(self, s: TrackState, f: Frame, a: Action) -> Refusal:
        return Refusal("2.1", {"most": 1 + min(2, s.coins[a.seat])}) if a.kind == "move" else Refusal(self.rule)


class TakeLoan(Step[TrackState]):
    """3: open at any time in a turn; two in all."""

    rule = "3"
    kinds = ("borrow",)

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        if s.loans[int(f.who)] < 2 and s.bank >= 2:
            yield Choice(int(f.who), "borrow")

    def borrow(self, s: TrackState, f: Frame, a: Action) -> None:
        s.loans[a.seat] += 1
        s.coins[a.seat] += 2
        s.bank -= 2


class GiveWay(Step[TrackState]):
    """4: an interrupt of somebody else's turn."""

    rule = "4"
    kinds = ("back", "pay")

    def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
        yield Choice(int(f.who), "back")
        if s.coins[int(f.who)]:
            yield Choice(int(f.who), "pay")

    def back(self, s: TrackState, f: Frame, a: Action) -> None:
        s.place[a.seat] -= 1

    def pay(self, s: TrackState, f: Frame, a: Action) -> None:
        s.coins[a.seat] -= 1
        s.bank += 1


class Track(Title):
    """Title of the race."""

    id = "toy-track"
    rules_version = 1
    seats = range(2, 4)
    seats_rule = "1"
    folder = DATA / "track"

    def build(self, seats: int, options: Mapping[str, str]) -> TrackGame:
        steps: dict[str, Step[TrackState]] = {
            "weather": Weather(),
            "toll": PayToll(),
            "turn": TakeTurn(),
            "loan": TakeLoan(),
            "bump": GiveWay(),
        }
        return TrackGame(self, seats, options, steps)


class TrackGame(Game[TrackState]):
    """Rules of the race."""

    turn_rule = "2"
    end_rule = "5"
    arguments: ClassVar[Mapping[str, tuple[str, ...]]] = {"move": ("squares",)}
    state_class = TrackState

    def start(self) -> TrackState:
        return TrackState([Frame("weather")], [0] * self.seats, [COINS] * self.seats, [0] * self.seats)

    def audit(self, s: TrackState) -> Iterator[str]:
        if {len(s.place), len(s.coins), len(s.loans)} != {self.seats}:
            yield "everything is listed by seat"
            return
        if sum(s.coins) + s.bank != COINS * self.seats + BANK or min(*s.coins, s.bank) < 0:
            yield "coins are conserved"
        if not all(place in range(HOME + 1) for place in s.place) or not all(n in range(3) for n in s.loans):
            yield "places and loans have their limits"
        if any(f.step != "weather" and f.who not in range(self.seats) for f in s.todo) or "loan" in dict(s.todo):
            yield "somebody must be on turn"
        if any(f.step == "bump" and s.place[int(f.who)] not in range(1, HOME) for f in s.todo):
            yield "nobody is bumped at the start or at home"
        if len(s.todo) > FRAMES * self.seats + 1:
            yield "the stack is a round and those who are bumped"

    def result(self, s: TrackState) -> Result | None:
        if not self.over(s):
            return None
        sums = tuple(
            (Line("coins", coins, 1, coins), Line("loans", loans, -3, -3 * loans))
            for coins, loans in zip(s.coins, s.loans, strict=True)
        )
        return scored(sums, "end.home")


def scored(sums: tuple[tuple[Line, ...], ...], reason: str) -> Result:
    scores = tuple(sum(line.points for line in lines) for lines in sums)
    best: Any = max(scores)
    return Result(scores, tuple(seat for seat, score in enumerate(scores) if score == best), reason, sums)


AUCTION: Final = Auction()
TRACK: Final = Track()
