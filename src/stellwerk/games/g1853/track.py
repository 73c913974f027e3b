"""The board of 1853: home stations of large and small companies, and territories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stellwerk.eighteen.routes import can_visit
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import DUAL, Face
from stellwerk.games.g1853.laying import Laying, is_large
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import own

__all__ = ["Track1853", "is_large"]


class Track1853(Laying):
    """Upgrades and stations keep to a company's territory, until phase 5 lets its best trains carry it further."""

    def __init__(self, t: Ruleset) -> None:
        super().__init__(t)
        self._asked: tuple[tuple[object, ...], bool] = (), False
        """The last question whether a company could visit a hex, and the answer."""

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
        if not self._could_visit(s, company, name, face):
            return False
        after = s.copy()
        self.lay(after, name, face)
        return self.may_visit(after, company, name)

    def _could_visit(self, s: RailState, company: str, name: str, face: Face) -> bool:
        """False where trains would not come to a hex even with the track of all tiles that fit there at once.

        Most hexes that a company reaches are out of range, so that one question answers for all tiles.
        """
        hex_ = self.rules.hexmap.number[name]
        alike = [fit.face for fit in self.fits(s, hex_) if len(fit.face.stops) == len(face.stops)]
        if face not in alike or (len(face.stops) > 1 and s.stations.get(name)):
            return True
        board = s.phase, tuple(s.tiles.items()), tuple(s.stations.items())
        key = company, self.fleet(s, company), board, name, len(face.stops)
        known, could = self._asked
        if known != key:
            lying = list(self.lying(s))
            lying[hex_] = _all_at_once(alike)
            position = replace(self.position(s, company), faces=lying)
            could = can_visit(position, self.fleet(s, company), (name,), self.home_hexes(s, company))
            self._asked = key, could
        return could

    def to_be_visited(self, s: RailState, company: str, name: str) -> None:
        """What is built outside the territory is run through in the same turn."""
        mine = own(s)
        if not self.in_territory(company, name) and name not in mine.to_visit:
            mine.to_visit = (*mine.to_visit, name)


def _all_at_once(faces: Sequence[Face]) -> Face:
    """The track of several tiles with as many stops on one, for every gauge, and no station that could be full."""
    paths = dict.fromkeys(path._replace(gauge=DUAL) for face in faces for path in face.paths)
    stops = tuple(stop._replace(slots=0) for stop in faces[0].stops)
    return replace(faces[0], paths=tuple(paths), stops=stops)
