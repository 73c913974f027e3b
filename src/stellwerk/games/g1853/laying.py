"""Laying tiles in 1853: ground that costs by gauge, and the second tile of large companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.core.errors import Refusal
from stellwerk.eighteen.apart import Country, reach_apart
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import Reach, joined
from stellwerk.eighteen.search import find_reach
from stellwerk.eighteen.state import RailState, without_key
from stellwerk.eighteen.tiles import Face
from stellwerk.eighteen.track import Track
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import own

LATER: Final = "later"
PAID: Final = "paid"
PLANS: Final = (LATER, PAID)
"""What a large company may choose for its second tiles: free from phase 3 on, or at once for a fee each time."""


def is_large(t: Track, s: RailState, company: str) -> bool:
    """Whether a company has the rights of a large one; one of open size has not before that is decided."""
    size = rules_of(t.rules).company(company).size
    return size == "large" or (size == "open" and company in own(s).large)


class Laying(Track):
    """What a tile costs, and what the second one of a turn must keep to."""

    def new_tiles(self, s: RailState) -> int:
        """4.1.2, 4.1.3: a small company lays one tile, a large one two as it has chosen."""
        company = s.acted[-1] if s.acted else ""
        if not company or not is_large(self, s, company):
            return 1
        return 2 if own(s).plans.get(company) == PAID else super().new_tiles(s)

    def why_used(self, s: RailState) -> Refusal:
        company = s.acted[-1]
        if "upgrade" in s.done_this_turn:
            return Refusal("4.2.1a")
        waits = is_large(self, s, company) and "second" not in s.done_this_turn
        return Refusal("4.1.3c", {"company": company}) if waits else super().why_used(s)

    # --- costs -----------------------------------------------------------------------------------------

    def cost(self, s: RailState, company: str, hex_: int, face: Face, private: str = "") -> int:
        """T4: the ground by the gauge of the first tile, and with a second tile what the right to it costs."""
        printed = self.rules.hexmap.hexes[hex_]
        if printed.name in s.tiles or not printed.ground:
            return super().cost(s, company, hex_, face, private) + self.fee(s, company)
        return self._ground(s, company, printed, face) + self.fee(s, company)

    def _ground(self, s: RailState, company: str, printed: Hex, face: Face) -> int:
        t = rules_of(self.rules)
        cheaper = t.company(company).large_ground
        if printed.name in cheaper and is_large(self, s, company):
            return cheaper[printed.name]
        costs = [t.ground[kind][face.gauge] for kind in printed.ground]
        return sum(costs) if t.ground_together == "sum" else max(costs)

    def fee(self, s: RailState, company: str) -> int:
        """4.1.3b: what the next tile costs besides its ground."""
        second = own(s).first_tile and s.acted[-1:] == (company,)
        return rules_of(self.rules).company(company).fee if second and own(s).plans.get(company) == PAID else 0

    # --- where -----------------------------------------------------------------------------------------

    def lays_on(
        self, s: RailState, company: str, hex_: int, private: str = "", only: Face | None = None, edges: int = 0
    ) -> Iterator[Face]:
        name, faces = self.rules.hexmap.hexes[hex_].name, super().lays_on(s, company, hex_, private, only, edges)
        if not self.replaces(s, name):
            return faces
        return (face for face in faces if self.may_upgrade(s, company, name, face))

    def builds_from(self, s: RailState, company: str, *, in_order: bool = False) -> Reach:
        """4.1.7, R-32: a second tile needs a route from another station that shares no track with that to the first."""
        first = own(s).first_tile
        if not first or s.acted[-1:] != (company,):
            return self.reach_in_order(s, company) if in_order else self.reach(s, company)
        key = f"{company}/{first}"
        if key not in s.reach:
            s.reach[key] = self._apart(s, company, first)
        return s.reach[key]

    def _apart(self, s: RailState, company: str, first: str) -> Reach:
        hexmap, lying = self.rules.hexmap, self.lying(s)
        sites = {hex_.number for hex_ in hexmap.hexes if not (hex_.fixed or self.replaces(s, hex_.name))}
        networks = [(gauges, self._seen_before(s, first, gauges)) for gauges in self.networks(s, company)]
        standing, terms = self.standing(s, company), self.terms(s, company)
        country = Country(hexmap, networks, standing, company, terms, sites)
        return reach_apart(country, hexmap.number[first], lying[hexmap.number[first]])

    def _seen_before(self, s: RailState, first: str, gauges: frozenset[str] | None) -> list[Face]:
        """What lay on each hex before the first tile of this turn."""
        seen, hex_ = list(self.seen(s, gauges)), self.rules.hexmap[first]
        seen[hex_.number] = hex_.face
        return seen

    def reach_before(self, s: RailState, company: str) -> Reach:
        """What a company reaches without the first tile of its turn."""
        first, hexmap = own(s).first_tile, self.rules.hexmap
        standing, terms = self.standing(s, company), self.terms(s, company)
        return joined(
            tuple(
                find_reach(hexmap, self._seen_before(s, first, gauges), standing, company, terms, gauges)
                for gauges in self.networks(s, company)
            )
        )

    # --- the end of the step ---------------------------------------------------------------------------

    def forget_first(self, s: RailState, company: str) -> None:
        """The tiles of a turn are laid: what only the second had to keep to is over."""
        mine = own(s)
        s.reach = without_key(s.reach, f"{company}/{mine.first_tile}")
        mine.first_tile = ""
