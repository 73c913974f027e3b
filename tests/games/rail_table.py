"""Positions of 18xx games set up by hand, as on a table.

Methods that set something up change the table and return it; `play` leaves it and returns a new one. Nothing is made
or lost: money comes from the bank, tiles from the supply, trains from the depot, certificates from the bank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Self

import pytest

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, admitted
from stellwerk.core.errors import RuleError
from stellwerk.core.state import Frame
from stellwerk.core.texts import LANGUAGES
from stellwerk.eighteen.depot import card_of
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.ruleset import TENTH
from stellwerk.eighteen.state import BANK, UNLIMITED, RailState, player
from stellwerk.eighteen.track import Track

NOTHING: Final[Mapping[int, int]] = {}


def act(seat: int, kind: str, *args: Any) -> Action:
    return Action(seat, kind, args)


def build_at_random(track: Track, s: RailState, companies: Sequence[str], lays: int, rng: Random) -> None:
    """Some companies lay a tile or place a station, wherever they get to."""
    for _ in range(lays):
        company = rng.choice(companies)
        tiles = list(track.lays(s, company))
        if tiles:
            track.lay(s, *rng.choice(tiles))
        spots = list(track.markers(s, company))
        if spots and rng.random() < 0.3:
            track.place(s, company, *rng.choice(spots))


@dataclass
class Table:
    """A game and a position of it."""

    game: RailGame
    s: RailState

    # -- setting up

    def opened(
        self,
        company: str,
        par: int = 100,
        shares: Mapping[int, int] = NOTHING,
        *,
        pool: int = 0,
        director: int | None = None,
        cell: tuple[int, int] | None = None,
        large: int | None = None,
    ) -> Self:
        """A company with so many per cent by seat, by default directed by the (first) largest holder.

        The bank holds the rest; the company has floated when 60% have left it. The marker lies on the par cell or
        on `cell` (row and column, both from 0), beneath those that were opened before. A second large certificate
        lies with the seat (or bank or pool, by index) that `large` names, by default with the bank.
        """
        t, s, facts = self.game.rules, self.s, self.game.rules.companies[company]
        boss = max(shares, key=lambda seat: shares[seat]) if director is None else director
        left = 100 - sum(shares.values()) - pool
        amounts = [*(shares.get(seat, 0) for seat in range(t.seats)), left, pool]
        amounts[boss] -= facts.director
        cards = [cert for cert in facts.certificates if cert > TENTH]
        at = t.bank_index if large is None else large
        held = [self._cut(amount, *(cards if place == at else ())) for place, amount in enumerate(amounts)]
        held[boss] = tuple(sorted((facts.director, *held[boss]), reverse=True))
        s.shares[company] = tuple(held)
        s.director[company], s.par[company] = boss, par
        s.cell[company] = t.market.pars[par] if cell is None else cell
        s.clock += 1
        s.arrival[company] = s.clock
        if 100 - left >= t.float_percent:
            s.floated = (*s.floated, company)
        return self

    def share(self, company: str, seat: int) -> Self:
        """A tenth of a company that is not opened yet, as CA and MH give."""
        held = list(self.s.shares[company])
        held[seat], held[self.game.rules.bank_index] = (10,), held[self.game.rules.bank_index][:-1]
        self.s.shares[company] = tuple(held)
        return self

    def cash(self, amounts: Mapping[int | str, int]) -> Self:
        """What players (by seat) and companies (by name) have; the bank has the rest."""
        for owner, amount in amounts.items():
            name = player(owner) if isinstance(owner, int) else owner
            self.s.cash[BANK] += self.s.cash[name] - amount
            self.s.cash[name] = amount
        return self

    def bank(self, amount: int, rich: int) -> Self:
        """The bank has only so much; a seat is given the rest."""
        self.s.cash[player(rich)] += self.s.cash[BANK] - amount
        self.s.cash[BANK] = amount
        return self

    def private(self, name: str, owner: int | str) -> Self:
        """A private is open and belongs to a seat or a company ("" while it is for sale)."""
        owners = {**self.s.privates, name: player(owner) if isinstance(owner, int) else owner}
        self.s.privates = {private: owners[private] for private in self.game.rules.privates if private in owners}
        return self

    def phase(self, phase: str) -> Self:
        """The phase that some train has begun: earlier trains are sold, of this type only the first."""
        self.s.phase = phase
        begun = self.game.rules.phases[phase].train
        names = list(self.s.depot)
        for name in names[: names.index(begun)] if begun else ():
            self.s.depot[name] = 0
        if begun:
            self._sold(begun, 1)
        return self

    def trains(self, company: str, *names: str) -> Self:
        """A company owns these trains and no others."""
        self.s.trains[company] = names
        for name in set(names):
            self._sold(name, self._owned(name))
        return self

    def pool(self, *names: str) -> Self:
        """Trains that lie in the pool."""
        self.s.train_pool = names
        for name in set(names):
            self._sold(name, self._owned(name))
        return self

    def depot(self, name: str, left: int) -> Self:
        """How many trains of a type the bank still has."""
        self.s.depot[name] = left
        return self

    def laid(self, hex_: str, tile: str, rotation: int = 0) -> Self:
        """A tile lies on a hex, whatever was there before."""
        self.game.track.lay(self.s, hex_, self.game.rules.catalogue.face(tile, rotation))
        return self

    def home(self, company: str, stop: int | None = None, hex_: str = "") -> Self:
        """A company that has operated: its home station stands, by default in the first of its homes."""
        stops = self.game.track.home_stops(self.s, company, hex_)
        self.game.track.place_homes(self.s, company, stops[0] if stop is None else stop, hex_)
        return self

    def station(self, company: str, hex_: str, stop: int = 0) -> Self:
        """A further station of a company."""
        self.game.track.place(self.s, company, hex_, stop)
        return self

    def stock(self, turn: int = 0, *, number: int = 2, priority: int | None = None, passes: int = 0) -> Self:
        """A turn of a stock round begins, by default of the second one."""
        s = self.s
        s.round, s.stock_rounds, s.passes = "stock", number, passes
        s.bought, s.has_acted, s.declined = (), False, ()
        s.priority = turn if priority is None else priority
        s.todo = [Frame("trade_shares", turn)]
        return self

    def operating(
        self, company: str, step: str = "lay_track", *, acted: tuple[str, ...] = (), set_round: int = 1
    ) -> Self:
        """A company's turn in an operating round has come to a step: what stands before that step is over."""
        s = self.s
        s.round, s.set_round, s.set_length = "operating", set_round, self.game.rules.phases[s.phase].rounds
        s.stock_rounds = max(s.stock_rounds, 1)
        s.acted, s.roster = (*acted, company), s.floated
        turn = self.game.flow.turn
        rest = turn[turn.index(step) :]
        s.todo = [Frame("operate"), *(Frame(name, company) for name in reversed(rest))]
        return self.settled()

    def settled(self) -> Self:
        """Pass over steps in which nothing can be chosen."""
        self.s = self.game.settled(self.s)
        return self.sound()

    def sound(self) -> Self:
        """Prove that this position is possible."""
        problems = list(self.game.audit(self.s))
        assert not problems, problems
        return self

    # -- playing

    def play(self, *actions: Action) -> Self:
        """Play checked, and prove that no position on the way was changed or impossible."""
        s = self.sound().s
        for action in actions:
            before, digest = s, s.digest()
            s = self.game.play(before, action)
            assert before.digest() == digest
            type(self)(self.game, s).sound()
        return type(self)(self.game, s)

    def may(self, action: Action) -> bool:
        """Whether the engine offers an action."""
        return admitted(action, list(self.game.choices(self.s)))

    def offers(self, kind: str, *first: Any, seat: int | None = None) -> list[tuple[Any, ...]]:
        """Arguments of all choices of a kind that begin with these; holes are left as they are."""
        return [
            choice.args[len(first) :]
            for choice in self.choices()
            if choice.kind == kind and choice.args[: len(first)] == first and seat in (None, choice.seat)
        ]

    def choices(self) -> list[Choice]:
        return list(self.game.choices(self.s))

    def refused(self, action: Action, rule: str, **data: str | int) -> str:
        """Prove that this rule refuses the action with (at least) these data, in both languages, changing nothing."""
        before = self.sound().s.to_json()
        assert not self.may(action)
        with pytest.raises(RuleError) as caught:
            self.game.play(self.s, action)
        error = caught.value
        assert (error.game, error.rule) == (self.game.title.id, rule)
        assert data.items() <= error.data.items()
        assert self.s.to_json() == before
        said = {language: self.game.refusal(rule, language, error.data) for language in LANGUAGES}
        assert error.text == said["en"] != said["de"]
        assert not any("{" in text for text in said.values())
        return said["en"]

    # -- looking

    @property
    def turn(self) -> tuple[str, int | str]:
        """The step on top of the stack, and whose it is."""
        return self.s.todo[-1]

    def money(self, owner: int | str) -> int:
        return self.s.cash[player(owner) if isinstance(owner, int) else owner]

    def holding(self, company: str, seat: int) -> int:
        """Per cent of a company that a seat holds."""
        return sum(self.s.shares[company][seat])

    def in_pool(self, company: str) -> int:
        return sum(self.s.shares[company][self.game.rules.pool_index])

    def in_bank(self, company: str) -> int:
        return sum(self.s.shares[company][self.game.rules.bank_index])

    def price(self, company: str) -> int:
        return self.game.rules.market.price[self.s.cell[company]]

    # -- helpers

    @staticmethod
    def _tenths(percent: int) -> tuple[int, ...]:
        assert percent >= 0
        assert percent % 10 == 0
        return (10,) * (percent // 10)

    @classmethod
    def _cut(cls, percent: int, *cards: int) -> tuple[int, ...]:
        """These certificates, and the rest in tenths."""
        return (*cards, *cls._tenths(percent - sum(cards)))

    def _owned(self, train: str) -> int:
        """How many of a card are out, whatever side they were bought on."""
        out = [*self.s.train_pool, *(name for owned in self.s.trains.values() for name in owned)]
        return sum(card_of(self.game.rules, name) == card_of(self.game.rules, train) for name in out)

    def _sold(self, train: str, least: int) -> None:
        """At least so many of a type have left the depot."""
        card = card_of(self.game.rules, train)
        count = self.game.flow.supply(self.s, card)
        if count is not None and self.s.depot[card] != UNLIMITED:
            self.s.depot[card] = min(self.s.depot[card], count - least)
