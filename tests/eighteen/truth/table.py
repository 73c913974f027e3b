"""The table at the time of a refusal, read from the position without the engine's own decisions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import COLOURS, Face
from tests.eighteen.truth.asking import Asked

NO_SEAT = -1
EDGE_ENDS = 6
"""Ends of a path below this are edges of the hex, the others its stops."""


class Table:
    """A refusal and the position in which it was said."""

    def __init__(self, asked: Asked) -> None:
        self.asked, self.game = asked, asked.game
        self._s: RailState = asked.s
        self._t: Ruleset = asked.game.rules
        self.s: Any = asked.s
        self.t: Any = asked.game.rules
        """The same for claims: titles have fields of their own in both."""

        self.seat, self.kind, self.args = asked.action
        self.data: dict[str, Any] = dict(asked.data)
        self.said, self.rule = asked.said, asked.rule

    # -- whose turn it is

    @property
    def top(self) -> tuple[str, Any]:
        return self._s.todo[-1]

    @property
    def company(self) -> str:
        """The company on turn."""
        who = self.top[1]
        return who if isinstance(who, str) and who in self._t.companies else (self._s.acted or ("",))[-1]

    @property
    def director(self) -> int:
        """The seat that decides for the company on turn; of a company without a director nobody."""
        return self._s.director.get(self.company, NO_SEAT)

    # -- money

    def cash(self, owner: int | str) -> int:
        return self._s.cash[f"P{owner}" if isinstance(owner, int) else owner]

    def price(self, company: str) -> int:
        cell = self._s.cell.get(company)
        return self._t.market.price[cell] if cell else self._s.par[company]

    # -- shares

    def cards(self, company: str, seat: int) -> tuple[int, ...]:
        return self._s.shares[company][seat]

    def held(self, company: str, seat: int | None = None) -> int:
        return sum(self.cards(company, self.seat if seat is None else seat))

    def stock(self, source: str, company: str) -> tuple[int, ...]:
        """The certificates of a company in the bank or in the pool: the last two places behind those of the seats."""
        return self._s.shares[company][self._t.seats + (source == "pool")]

    def zone(self, company: str) -> str:
        cell = self._s.cell.get(company)
        return self._t.market.zone[cell] if cell else ""

    def counting(self, seat: int) -> int:
        """Certificates that count: privates, where they do, and shares whose price lies in no coloured zone."""
        free = {"yellow", "orange", "brown"}
        cards = sum(len(self.cards(company, seat)) for company in self._s.shares if self.zone(company) not in free)
        return cards + sum(owner == f"P{seat}" for owner in self._s.privates.values()) * self.privates_count

    @property
    def privates_count(self) -> bool:
        return self.game.title.id == "1830"

    # -- privates

    def owner(self, private: str) -> str | None:
        """Owner of a private; None where it is closed or was never in this game."""
        return self._s.privates.get(private)

    def is_a_players(self, private: str) -> bool:
        return re.fullmatch(r"P\d+", self.owner(private) or "") is not None

    # -- trains

    def counted(self, company: str) -> list[str]:
        """The trains of a company that count against its limit."""
        return [train for train in self._s.trains[company] if not self._t.trains[train].extra]

    def card(self, train: str) -> str:
        return self._t.trains[train].card or train

    def left(self, train: str) -> int:
        """Number of a type that the bank has; below 0 where it has any number."""
        return self._s.depot[self.card(train)]

    def is_anywhere(self, train: str) -> bool:
        """Whether some company, or the pool, has a train of a type."""
        return train in self._s.train_pool or any(train in owned for owned in self._s.trains.values())

    def has_begun(self, train: str) -> bool:
        """Whether the phase of a train has begun."""
        names = list(self._t.phases)
        return any(
            self._t.phases[name].train == train and names.index(name) <= names.index(self._s.phase) for name in names
        )

    @property
    def cheapest(self) -> int | None:
        """Present price of the cheapest train of bank and pool."""
        prices = [self._t.trains[name].price for name in self._s.train_pool]
        lowest = next((name for name in self._s.depot if self._s.depot[name]), "")
        for name, facts in self._t.trains.items():
            opened = bool(facts.after) and self.has_begun(facts.after)
            if self.left(name) and not facts.extra and (self.card(name) == lowest or opened):
                prices.append(facts.price)
        return min(prices, default=None)

    # -- the board

    @cached_property
    def lying(self) -> list[Face]:
        """By hex number what lies there."""
        found = []
        for hex_ in self._t.hexmap.hexes:
            laid = self._s.tiles.get(hex_.name)
            found.append(self._t.catalogue.face(*laid) if laid else hex_.face)
        return found

    def face(self, name: str) -> Face:
        return self.lying[self._t.hexmap.number[name]]

    @property
    def lay(self) -> tuple[Any, ...]:
        """Hex, tile and rotation, whether by the power of a private or not."""
        return self.args[1:] if self.kind in ("lay_private", "lay_own") else self.args

    @property
    def new(self) -> Face:
        """The tile that was to be laid, as it was turned."""
        number, turned = self.args[-2:]
        return self._t.catalogue.face(number, turned % 6)

    def colour_after(self, name: str) -> str:
        """The colour of the next tile on a hex."""
        return COLOURS[min(COLOURS.index(self.face(name).colour) + 1, len(COLOURS) - 1)]

    def kinds(self, face: Face) -> list[str]:
        return sorted(stop.kind for stop in face.stops)

    def markers(self, name: str, stop: int) -> tuple[str, ...]:
        here = self._s.stations.get(name)
        return here[stop] if here and stop < len(here) else ()

    # -- what is reached, counting no track twice apart: more than a company reaches, never less

    def arrives(self, company: str) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        """The sides of hexes at which track arrives that begins at a station of a company, and the stops on it."""
        sides: set[tuple[int, int]] = set()
        stops: set[tuple[int, int]] = set()
        for gauge in self._t.track_rules.gauges or ("",):
            found = self.follow(company, gauge)
            sides |= found[0]
            stops |= found[1]
        return sides, stops

    def follow(self, company: str, gauge: str) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        """The same over track of one gauge, and over dual track."""
        hexes, neighbours = self._t.hexmap.hexes, self._t.hexmap.neighbours
        todo: list[tuple[int, int]] = []
        for name, here in self._s.stations.items():
            todo += [(self._t.hexmap.number[name], EDGE_ENDS + stop) for stop, who in enumerate(here) if company in who]
        herald = self._s.heralds.get(company)
        if herald:
            todo += [(self._t.hexmap.number[herald], edge) for edge in range(EDGE_ENDS)]
        sides: set[tuple[int, int]] = set()
        seen, stops = set(todo), {(at, max(end - EDGE_ENDS, -1)) for at, end in todo}
        while todo:
            at, end = todo.pop()
            for other in self.onward(self.lying[at], end, gauge):
                goes = (at, other)
                if other < EDGE_ENDS:
                    near = neighbours[at][other]
                    if near < 0:
                        continue
                    goes = (near, (other + 3) % 6)
                    sides.add(goes)
                else:
                    stops.add((at, other - EDGE_ENDS))
                    if self.is_shut(hexes[at].name, self.lying[at], other - EDGE_ENDS, company):
                        continue
                if goes not in seen:
                    seen.add(goes)
                    todo.append(goes)
        return sides, stops

    @staticmethod
    def onward(face: Face, end: int, gauge: str) -> Iterator[int]:
        """The other ends of all track that leads from one end of a face, in a gauge."""
        for path in face.paths:
            if gauge and path.gauge not in (gauge, "dual"):
                continue
            if path.a == end:
                yield path.b
            if path.b == end:
                yield path.a

    def is_shut(self, name: str, face: Face, stop: int, company: str) -> bool:
        """Whether a company does not run through a stop: a red place, or a city full of others' markers."""
        place, here = face.stops[stop], self.markers(name, stop)
        full = place.kind == "city" and 0 < place.slots <= len(here) and company not in here
        return place.kind == "offboard" or full
