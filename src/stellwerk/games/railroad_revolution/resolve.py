"""What a player does with rewards, in any order: the part that turns, deals and start tiles have in common."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range, offer
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import Step
from stellwerk.games.railroad_revolution.board import NO_WAY
from stellwerk.games.railroad_revolution.finish import can_finish, spare
from stellwerk.games.railroad_revolution.moves import Move, granted
from stellwerk.games.railroad_revolution.pieces import (
    NUMBER,
    bump,
    crew,
    drop,
    find_grant,
    flip_loco,
    gate_of,
    give_worker,
    remove_worker,
    spend_grant,
    take_worker,
)
from stellwerk.games.railroad_revolution.refusals import why
from stellwerk.games.railroad_revolution.refusals_ahead import unfinished
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables

RESOLVING = ("done", "step", "flip", "take", "promote", "lay", "build", "open", "swap", "gain")
MARKET = ("sell", "hire")


class RevolutionStep(Step[RevolutionState]):
    """A step that looks things up in the tables."""

    rule: ClassVar[str] = "turn.3"

    def __init__(self, tables: Tables) -> None:
        self.t = tables


class Trading(RevolutionStep):
    """gen.3 and gen.5: whoever has to decide something may sell shares and hire workers first (R-08, R-09)."""

    kinds: ClassVar[tuple[str, ...]] = MARKET

    def market(self, s: RevolutionState, f: Frame, free: int = NO_WAY) -> Iterator[Choice]:
        """Who spends no more than `free` can finish the turn for sure, else it is tried; before a turn all is free."""
        seat, price = int(f.who), self.t.hire_price
        most = s.shares[seat] if free >= 0 else self.most_shares(s, f)
        if most:
            yield _sale(seat, most)
        if s.cash[seat] >= price:
            for n, colour in enumerate(COLOURS):
                if s.bank[n] and (free >= price or self.tried(s, f, Move("hire", (colour,), price))):
                    yield offer((seat, "hire", (colour,)))

    def most_shares(self, s: RevolutionState, f: Frame) -> int:
        """How many shares can be sold; a deal that has to bring a worker may need some."""
        most = s.shares[int(f.who)]
        while most and not self.tried(s, f, Move("sell", (most,))):
            most -= 1
        return most

    def tried(self, s: RevolutionState, f: Frame, move: Move) -> bool:
        """Look one move ahead: whether there is a way to finish from there."""
        return can_finish(self.t, self.ahead(s, f, move), int(f.who))

    def ahead(self, s: RevolutionState, f: Frame, move: Move) -> RevolutionState:
        """The position after a move, whether or not it is legal."""
        after = s.copy()
        after.todo.pop()
        getattr(self, move.kind)(after, f, Action(int(f.who), move.kind, move.args))
        return after

    def sell(self, s: RevolutionState, f: Frame, a: Action) -> None:
        (count,) = a.args
        s.shares[a.seat] -= count
        s.cash[a.seat] += count * self.t.share_price
        s.todo.append(f)

    def hire(self, s: RevolutionState, f: Frame, a: Action) -> None:
        s.cash[a.seat] -= self.t.hire_price
        take_worker(s, a.seat, a.args[0])
        s.todo.append(f)


class Resolving(Trading):
    """gen.1: everything that was granted may be done in any order, or left."""

    kinds: ClassVar[tuple[str, ...]] = (*RESOLVING, *MARKET)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        seat = int(f.who)
        sure, workers = spare(self.t, s, seat), crew(s, seat) - self.t.least_workers
        if self.may_end(s, seat):
            yield Choice(seat, "done")
        clean = sure >= 0 and workers >= 0
        for move in self.moves(s, f):
            kind, args, price, give, risky = move
            quick = clean and price <= sure and give <= workers and not (risky and s.main)
            if quick or self.tried(s, f, move):
                yield offer((seat, kind, args))
        yield from self.market(s, f, sure if clean else -1)

    def may_end(self, s: RevolutionState, seat: int) -> bool:
        """act.1, R-06 and gen.2: all that has to be done is done."""
        return not s.main and s.cash[seat] >= 0 and crew(s, seat) >= self.t.least_workers

    def moves(self, s: RevolutionState, f: Frame) -> Iterator[Move]:
        """What could be done, whether or not the turn could then be finished."""
        return granted(self.t, s, int(f.who))

    def step(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """perf.5: one space up, through its gate."""
        track, colour, where = a.args
        n = next(n for n, known in enumerate(self.t.tracks) if known.id == track)
        money, shares, workers = gate_of(self.t, s, a.seat, n) or (0, 0, 0)
        s.cash[a.seat] -= money
        s.shares[a.seat] -= shares
        if workers:
            give_worker(s, a.seat, colour, where)
        s.steps[a.seat] = bump(s.steps[a.seat], n, 1)
        self.spent(s, f, "steps")

    def flip(self, s: RevolutionState, f: Frame, a: Action) -> None:
        spend_grant(s, a.seat, "flip")
        flip_loco(self.t, s, a.seat, *a.args)
        s.todo.append(f)

    def take(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """gen.6: a new locomotive lies face up."""
        n = self.t.loco_number[a.args[0]]
        s.depot = bump(s.depot, n, -1)
        s.up[a.seat] = bump(s.up[a.seat], n, 1)
        self.spent(s, f, "loco")

    def promote(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """milestone.4: a worker becomes a manager."""
        colour, where, tile = a.args
        remove_worker(s, a.seat, colour, where)
        one, two = s.managers[a.seat]
        first = s.goals[a.seat][0] == tile
        s.managers[a.seat] = ((*one, colour), two) if first else (one, (*two, colour))
        self.spent(s, f, "promote")

    def swap(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """R-21: the new worker comes to the own supply."""
        colour, where, new = a.args
        take_worker(s, a.seat, new)
        give_worker(s, a.seat, colour, where)
        self.spent(s, f, "swap")

    def gain(self, s: RevolutionState, f: Frame, a: Action) -> None:
        take_worker(s, a.seat, a.args[0])
        self.spent(s, f, "gain")

    def lay(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """Free rails, and the third one of an action that pays for its terrain and can cause a deal."""
        n = self.t.board.space_number[a.args[0]]
        s.network[a.seat] |= 1 << n
        if find_grant(s, "start_rail"):
            s.reserve[a.seat] = (s.reserve[a.seat][0], 0)
            self.spent(s, f, "start_rail")
            return
        s.rails[a.seat] -= 1
        if find_grant(s, "third"):
            self.pay_terrain(s, a.seat, n)
            self.spent(s, f, "third")
        else:
            self.spent(s, f, "rail")

    def pay_terrain(self, s: RevolutionState, seat: int, n: int) -> None:
        """rail.2 and rail.9: the triangles of a space are paid; a deal symbol causes a deal."""
        space = self.t.board.spaces[n]
        s.cash[seat] -= space.triangles * self.t.triangle_price
        s.triangles += space.triangles
        s.laid += 1
        if space.deal:
            s.dealing = 1

    def build(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """dealtile.3, start.6 and R-22: a station without reward or bonus."""
        city = a.args[0]
        s.stations[city] = (*s.stations[city], a.seat)
        self.placed(s, f, a.seat, "start_station", "station")

    def open(self, s: RevolutionState, f: Frame, a: Action) -> None:
        """dealtile.4 and start.4: an office without shares, bonus or deal."""
        area = a.args[0] - 1
        s.offices[area] = (*s.offices[area], a.seat)
        self.placed(s, f, a.seat, "start_office", "office")

    def placed(self, s: RevolutionState, f: Frame, seat: int, start: str, free: str) -> None:
        """The building came from beside the board in set-up, else from the player board."""
        if find_grant(s, start):
            s.reserve[seat] = (0, s.reserve[seat][1])
            self.spent(s, f, start)
        else:
            s.buildings[seat] -= 1
            self.spent(s, f, free)

    def spent(self, s: RevolutionState, f: Frame, kind: str) -> None:
        spend_grant(s, int(f.who), kind)
        s.todo.append(f)

    def done(self, s: RevolutionState, f: Frame, a: Action) -> None:
        drop(s)

    def why(self, s: RevolutionState, f: Frame, a: Action) -> Refusal:
        """A rule of its own, or the look-ahead: the turn could not be finished from there."""
        move = Move(a.kind, a.args)
        offered = [x.args for x in self.choices(s, f) if x.kind == a.kind]
        if not self.is_move(s, f, move):
            unnamed = next(self.unnamed(s, f, a), move)
            if unnamed == move or any(args[0] == a.args[0] for args in offered):
                return why(self.t, s, int(f.who), a)
            move = unnamed
        return unfinished(self.t, s, self.ahead(s, f, move), int(f.who), move, offered)

    def unnamed(self, s: RevolutionState, f: Frame, a: Action) -> Iterator[Move]:
        """The moves that take a reward for which neither colour nor worker is named yet."""
        if a.kind == "use" and a.args[1:] == ("", ""):
            yield from (Move(x.kind, x.args) for x in self.moves(s, f) if (x.kind, x.args[0]) == ("use", a.args[0]))

    def is_move(self, s: RevolutionState, f: Frame, move: Move) -> bool:
        """Whether nothing but the end of the turn speaks against it."""
        match move.kind, move.args:
            case "sell", (int(count),):
                return 0 < count <= s.shares[int(f.who)]
            case "hire", (str(colour),) if colour in NUMBER:
                return s.cash[int(f.who)] >= self.t.hire_price and s.bank[NUMBER[colour]] > 0
        return any((move.kind, move.args) == (known.kind, known.args) for known in self.moves(s, f))


@lru_cache(maxsize=1 << 10)
def _sale(seat: int, most: int) -> Choice:
    return Choice(seat, "sell", (Range(1, most),))
