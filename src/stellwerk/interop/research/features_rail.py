"""What an observation of an 18xx game holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

import numpy as np

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.shares import price
from stellwerk.eighteen.state import BANK, NOBODY, RailState, is_hidden, player
from stellwerk.games.g1848.state import State1848
from stellwerk.games.g1853.state import SEALED, State1853, own
from stellwerk.interop.research.features import THOUSAND, Layout, Numbers

ROUNDS: Final = ("auction", "stock", "operating")
UNKNOWN: Final = -1.0
"""A sum of money that the observer may not know."""

OF_COMPANY: Final = 13
"""Plain numbers of a company, before its shares and its trains."""

MONEY: Final = 0
DIRECTOR: Final = 3
"""Which of them tell its money and where its director sits: these are not the same for everybody."""

PARTS: Final = 9
GROUPS: Final = 3
"""Fields of a position that tell something of each company, and groups that it belongs to or not."""

NO_LOANS: Final[dict[str, int]] = {}
FAR: Final = 20
"""Rows and columns of a market are told as parts of so many."""


class RailLayout(Layout[RailState]):
    """Money, companies, privates, trains, and the board hex by hex."""

    def __init__(self, game: RailGame) -> None:
        self.game, self.t = game, game.rules
        t = game.rules
        self.names = [player(seat) for seat in range(game.seats)]
        self.companies = tuple(t.companies)
        self.number = {company: n for n, company in enumerate(self.companies)}
        self.trains = {train: n for n, train in enumerate(t.trains)}
        self.phases = {phase: n for n, phase in enumerate(t.phases)}
        self.steps = {name: n for n, name in enumerate(game.steps)}
        self.tiles = {number: n for n, number in enumerate(t.catalogue, 1)}
        self.hexes = t.hexmap.number
        holders = game.seats + 2
        self.of_company = OF_COMPANY + holders + len(self.trains)
        super().__init__(
            {
                "cash": game.seats,
                "bank": 1,
                "companies": len(self.companies) * self.of_company,
                "privates": len(t.privates) * (game.seats + 2),
                "bids": len(t.privates),
                "bidders": len(t.privates),
                "rebates": len(t.privates),
                "group_bids": game.seats,
                "offer": 2 + len(t.privates) + len(self.trains) + len(self.companies) + game.seats,
                "depot": len(self.trains),
                "train_pool": len(self.trains),
                "phase": len(self.phases),
                "round": len(ROUNDS),
                "step": len(self.steps),
                "company_on_turn": len(self.companies),
                "priority": game.seats,
                "rounds": 3,
                "board": 2 * len(self.hexes),
                "stations": len(self.companies) * len(self.hexes),
                **self.more(),
            }
        )

        self._last = [np.zeros(self.size, np.float32) for _ in range(game.seats)]
        self._written: list[dict[str, object]] = [{} for _ in range(game.seats)]
        self._parts: list[Mapping[str, object]] = [NO_LOANS] * PARTS
        self._groups: tuple[Collection[str], ...] = ((),) * GROUPS
        self._changes = 0
        self._rows = np.zeros((len(self.companies), self.of_company), np.float32)
        self._directors = np.full(len(self.companies), NOBODY)
        self._turned = [self._columns(seat) for seat in range(game.seats)]
        everybody = range(game.seats)
        self._places = [
            np.array([*(self._place(other, seat) for other in everybody), 0.0], np.float32) for seat in everybody
        ]  # of nobody at the end, where -1 finds it

    def _columns(self, seat: int) -> list[int]:
        """The columns of a company as a seat sees them: what each seat holds begins with its own."""
        seats = self.game.seats
        held = [OF_COMPANY + (seat + n) % seats for n in range(seats)]
        return [*range(OF_COMPANY), *held, *range(OF_COMPANY + seats, self.of_company)]

    def more(self) -> dict[str, int]:
        """The parts that only one title has, and their lengths."""
        return {}

    def fill(self, out: Numbers, s: RailState, seat: int) -> None:
        order = self.names[seat:] + self.names[:seat]
        cash, last = s.cash, self._last[seat]
        last[: self.game.seats + 1] = [_money(cash[name]) for name in (*order, BANK)]
        self._look_at_companies(s)
        money = [_money(cash.get(company, 0)) for company in self.companies]
        self._renew(seat, "companies", (self._changes, money), lambda: self._companies(seat, money))
        self._renew(seat, "privates", s.privates, lambda: self._privates(s, order))
        self._renew(seat, "bids", (s.bids, s.rebate, s.group_bids), lambda: self._bids(s, seat))
        self._renew(seat, "offer", s.offer, lambda: self._offer(s, seat))
        self._renew(seat, "depot", (s.depot, s.train_pool), lambda: self._depot(s))
        frame = s.todo[-1] if s.todo else None
        key = (frame, s.phase, s.round, s.priority, s.stock_rounds, s.set_length, s.set_round)
        self._renew(seat, "phase", key, lambda: self._turn(s, seat))
        laid = (s.tiles, s.stations)
        self._renew(seat, "board", laid, lambda: self.kept("board", laid, lambda: self._board(s)))
        out[:] = last

    def _renew(self, seat: int, first: str, key: object, make: Callable[[], list[float] | Numbers]) -> None:
        """Write parts of a seat's observation, from one on, unless all they follow from is as when it last looked."""
        known = self._written[seat]
        if first not in known or known[first] != key:
            known[first] = key
            row = make()
            at = self.at[first].start
            self._last[seat][at : at + len(row)] = row

    def _look_at_companies(self, s: RailState) -> None:
        """Write the rows of those companies anew of which something has changed since the last look."""
        loans = s.loans if isinstance(s, State1848) else NO_LOANS
        parts: list[Mapping[str, object]]
        parts = [s.par, s.cell, s.shares, s.director, s.trains, s.markers, s.runs, s.debts, loans]
        groups = (s.floated, s.operated, s.acted)
        changed = {
            company
            for part, before in zip(parts, self._parts, strict=True)
            if part is not before
            for company in self.companies
            if part.get(company) != before.get(company)
        }
        for group, before in zip(groups, self._groups, strict=True):
            if group is not before:
                changed.update(set(group) ^ set(before))
        for company in changed:
            n = self.number[company]
            self._rows[n] = self._company(s, company, loans.get(company, 0))
            self._directors[n] = s.director.get(company, NOBODY)
        self._parts, self._groups = parts, groups
        self._changes += bool(changed)

    def _companies(self, seat: int, money: list[float]) -> Numbers:
        """The rows of all companies; a seat sees what others see, but counts seats from itself on."""
        seen = self._rows[:, self._turned[seat]]
        seen[:, MONEY] = money
        seen[:, DIRECTOR] = self._places[seat][self._directors]
        return seen.reshape(-1)

    def _privates(self, s: RailState, order: list[str]) -> list[float]:
        """By private who owns it: a seat, a company, or nobody yet."""
        row, seats = [], len(order)
        for private in self.t.privates:
            place = [0.0] * (seats + 2)
            owner = s.privates.get(private)
            if owner:
                place[order.index(owner) if owner in order else seats] = 1.0
            elif owner is not None:
                place[seats + 1] = 1.0
            row += place
        return row

    def _place(self, other: int, seat: int) -> float:
        """Where somebody sits, counted from the observer on, who is the first of all."""
        return (1 + (other - seat) % self.game.seats) / self.game.seats

    def _bids(self, s: RailState, seat: int) -> list[float]:
        """By private the highest bid, whose it is, and how much cheaper it has become; then the bids for groups."""
        best = [max(s.bids.get(private, ()), key=lambda bid: bid[1], default=None) for private in self.t.privates]
        groups = [0.0] * self.game.seats
        for other, bid in s.group_bids:
            groups[(other - seat) % self.game.seats] = bid / THOUSAND
        return [
            *(bid[1] / THOUSAND if bid else 0.0 for bid in best),
            *(self._place(bid[0], seat) if bid else 0.0 for bid in best),
            *(s.rebate.get(private, 0) / THOUSAND for private in self.t.privates),
            *groups,
        ]

    def _offer(self, s: RailState, seat: int) -> list[float]:
        """What is offered: whether anything is, for how much, what, and who gives (-1) and gets it (1)."""
        things = dict.fromkeys((*self.t.privates, *(("train", train) for train in self.trains)), 0.0)
        companies, seats = dict.fromkeys(self.companies, 0.0), [0.0] * self.game.seats
        price_ = 0

        def between(giver: int, taker: int) -> None:
            seats[(giver - seat) % len(seats)], seats[(taker - seat) % len(seats)] = -1.0, 1.0

        match s.offer:
            case ("private", str(company), str(private), int(price_)):
                things[private], companies[company] = 1.0, 1.0
            case ("trade", str(private), int(seller), int(buyer), int(price_)):
                things[private] = 1.0
                between(seller, buyer)
            case ("train", str(company), str(source), str(train), int(price_)):
                things["train", train], companies[source], companies[company] = 1.0, -1.0, 1.0
            case (str(), int(seller), int(buyer), int(price_)):  # what only one title knows: the elephant of 1853
                between(seller, buyer)
        return [float(bool(s.offer)), price_ / THOUSAND, *things.values(), *companies.values(), *seats]

    def _depot(self, s: RailState) -> list[float]:
        pool = [0.0] * len(self.trains)
        for train in s.train_pool:
            pool[self.trains[train]] += 0.1
        return [*(s.depot.get(train, 0) / 10 for train in self.trains), *pool]

    def _company(self, s: RailState, company: str, loans: int) -> list[float]:
        """A company as the first seat sees it, but for its money and its director."""
        shares = s.shares.get(company, ())
        row = [
            0.0,
            s.par.get(company, 0) / THOUSAND,
            price(self.t, s, company) / THOUSAND if company in s.cell else 0.0,
            0.0,
            float(company in s.floated),
            float(company in s.operated),
            float(company in s.acted),
            s.markers.get(company, 0) / 10,
            s.runs.get(company, 0) / THOUSAND,
            *(part / FAR for part in s.cell.get(company, (0, 0))),
            s.debts.get(company, 0) / THOUSAND,
            loans / 10,
        ]
        row += [sum(certs) / 100 for certs in shares] or [0.0] * (self.game.seats + 2)
        trains = [0.0] * len(self.trains)
        for train in s.trains.get(company, ()):
            trains[self.trains[train]] += 0.25
        return row + trains

    def _turn(self, s: RailState, seat: int) -> list[float]:
        phase, part, step = [0.0] * len(self.phases), [0.0] * len(ROUNDS), [0.0] * len(self.steps)
        turn, priority = [0.0] * len(self.companies), [0.0] * self.game.seats
        if s.phase in self.phases:
            phase[self.phases[s.phase]] = 1.0
        if s.round in ROUNDS:
            part[ROUNDS.index(s.round)] = 1.0
        if s.todo:
            step[self.steps[s.todo[-1].step]] = 1.0
            if s.todo[-1].who in self.companies:
                turn[self.number[str(s.todo[-1].who)]] = 1.0
        priority[(s.priority - seat) % self.game.seats] = 1.0
        return [*phase, *part, *step, *turn, *priority, s.stock_rounds / 10, s.set_length / 3, s.set_round / 3]

    def _board(self, s: RailState) -> Numbers:
        """By hex the tile and its rotation; then by company and hex whether its station stands there."""
        count = len(self.hexes)
        out = np.zeros((2 + len(self.companies)) * count, np.float32)
        for name, (number, rotation) in s.tiles.items():
            out[2 * self.hexes[name]] = self.tiles[number] / len(self.tiles)
            out[2 * self.hexes[name] + 1] = rotation / 6
        for name, stops in s.stations.items():
            for company in {company for markers in stops for company in markers}:
                out[(2 + self.number[company]) * count + self.hexes[name]] = 1.0
        return out


class Layout1853(RailLayout):
    """Besides, what 1853 has: bonds, and the own contract."""

    def more(self) -> dict[str, int]:
        return {"bonds": self.game.seats, "contract": len(self.hexes), "fulfilled": self.game.seats}

    def fill(self, out: Numbers, s: RailState, seat: int) -> None:
        super().fill(out, s, seat)
        bonds = slice(self.at["bonds"].start, self.at["fulfilled"].stop)
        known = own(s)
        key = (known.bonds, known.notes, known.fulfilled)
        out[bonds] = self.kept(("bonds", seat), key, lambda: self._bonds(known, seat))

    def _bonds(self, s: State1853, seat: int) -> list[float]:
        order = [(seat + n) % self.game.seats for n in range(self.game.seats)]
        written = [s.bonds[other] if other < len(s.bonds) else 0 for other in order]
        contract = [0.0] * len(self.hexes)
        for name in s.notes[seat] if seat < len(s.notes) else ():
            contract[self.hexes[name]] = 1.0
        return [
            *(UNKNOWN if bond == SEALED else bond / THOUSAND for bond in written),
            *contract,
            *(float(other in s.fulfilled) for other in order),
        ]


def _money(amount: int) -> float:
    return UNKNOWN if is_hidden(amount) else amount / THOUSAND
