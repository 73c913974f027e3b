"""The board of 1853: home stations of large and small companies, and territories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from stellwerk.eighteen.routes import Approach, can_visit
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import Face
from stellwerk.games.g1853.laying import Laying, is_large
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import own

__all__ = ["Track1853", "is_large"]


Known: TypeAlias = dict[tuple[str, str], bool]
"""By hex and tile whether it may be laid."""


class Track1853(Laying):
    """Upgrades and stations keep to a company's territory, until phase 5 lets its best trains carry it further."""

    _approached: tuple[object, Approach, Known] | None = None

    def more_homes(self, s: RailState, company: str) -> Mapping[str, int]:
        """R-41: the second home of a company of open size is kept until it turns out to be small."""
        facts = rules_of(self.rules).company(company)
        return facts.more_homes if company in own(s).small else {**facts.more_homes, **facts.large_home}

    def in_territory(self, company: str, name: str) -> bool:
        return name in rules_of(self.rules).territories[company]

    def may_mark(self, s: RailState, company: str, name: str, stop: int, face: Face) -> bool:
        if not super().may_mark(s, company, name, stop, face):
            return False
        return self.in_territory(company, name) or self.may_visit(s, company, name)

    def marks_freely(self, s: RailState, company: str, name: str, stop: int, face: Face) -> bool:
        """Whether a station may stand on a stop, territories apart."""
        return super().may_mark(s, company, name, stop, face)

    def purse(self, s: RailState, company: str) -> int:
        """3.4.6: nothing is paid for before a train on credit is."""
        return 0 if company in own(s).credit else super().purse(s, company)

    def is_carried(self, s: RailState, company: str) -> bool:
        """Whether a company has a train of those that carry it beyond its territory in this phase."""
        return not set(rules_of(self.rules).phase(s.phase).carriers).isdisjoint(s.trains[company])

    def may_visit(self, s: RailState, company: str, name: str) -> bool:
        """R-35, R-59: whether some run of the trains owned holds a home station and this hex, and all others due."""
        if not self.is_carried(s, company):
            return False
        hexes = tuple(dict.fromkeys((*own(s).to_visit, name)))
        return can_visit(self.position(s, company), self.fleet(s, company), hexes, self.home_hexes(s, company))

    def home_hexes(self, s: RailState, company: str) -> tuple[str, ...]:
        return (self.rules.companies[company].home, *self.more_homes(s, company))

    def may_upgrade(self, s: RailState, company: str, name: str, face: Face) -> bool:
        """Whether a company may replace the tile on a hex by another one, as far as territories go."""
        if self.in_territory(company, name):
            return True
        if not self.is_carried(s, company):
            return False
        if own(s).to_visit:
            return self._may_visit_after(s, company, name, face)
        approach, known = self._approach(s, company)
        key = name, face.name
        if key not in known:
            told = approach.visits(self.rules.hexmap.number[name], face)
            known[key] = self._may_visit_after(s, company, name, face) if told is None else told
        return known[key]

    def _may_visit_after(self, s: RailState, company: str, name: str, face: Face) -> bool:
        after = s.copy()
        self.lay(after, name, face)
        return self.may_visit(after, company, name)

    def _approach(self, s: RailState, company: str) -> tuple[Approach, Known]:
        """How near the trains of a company come to all hexes, and what is known of tiles, for the board of now."""
        key = company, self.fleet(s, company), s.phase, frozenset(s.tiles.items()), frozenset(s.stations.items())
        if self._approached is None or self._approached[0] != key:
            homes = self.home_hexes(s, company)
            self._approached = key, Approach(self.position(s, company), self.fleet(s, company), homes), {}
        return self._approached[1:]

    def to_be_visited(self, s: RailState, company: str, name: str) -> None:
        """What is built outside the territory is run through in the same turn."""
        mine = own(s)
        if not self.in_territory(company, name) and name not in mine.to_visit:
            mine.to_visit = (*mine.to_visit, name)
