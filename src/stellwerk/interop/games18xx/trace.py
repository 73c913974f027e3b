"""A position in the form in which 18xx.games' engine can tell it, for comparing both engines after every action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stellwerk.core.action import Json
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.shares import certificates, percent, price
from stellwerk.eighteen.state import BANK, RailState, player

if TYPE_CHECKING:
    from stellwerk.interop.games18xx.reading import Reading

ROUNDS: Final = {"auction": "ISR", "stock": "SR", "operating": "OR"}


class Trace:
    """Tells positions of one game."""

    def __init__(self, game: RailGame, reading: Reading) -> None:
        self.game, self.rules, self.reading = game, game.rules, reading

    def state(self, s: RailState, *, finished: bool | None = None) -> Json:
        """Everything that can be compared; `finished` where people ended the game themselves."""
        theirs, gone = self.reading.theirs, dict(s.failed)
        return {
            "round": ROUNDS[s.round],
            "phase": self.reading.phase(s.phase),
            "finished": self.game.over(s) if finished is None else finished,
            "bank": s.cash[BANK],
            "priority": None if s.round != "stock" else player(s.priority),
            "players": [self.player(s, seat) for seat in range(self.game.seats)],
            "corps": {
                theirs(company): self.company(s, company) for company in self.rules.companies if company not in gone
            },
            "companies": {p: theirs(owner) if owner else None for p, owner in {**s.privates, **s.rights}.items()},
            "depot": {train: 1 if left < 0 else left for train, left in s.depot.items() if left},
            "discarded": sorted(s.train_pool),
            "tiles": {name: f"{number}/{rotation}" for name, (number, rotation) in sorted(s.tiles.items())},
        }

    def player(self, s: RailState, seat: int) -> dict[str, Any]:
        theirs = self.reading.theirs
        shares = {theirs(company): percent(s, company, seat) for company in s.shares if s.shares[company][seat]}
        return {
            "cash": s.cash[player(seat)],
            "shares": dict(sorted(shares.items())),
            "president": sorted(theirs(company) for company, director in s.director.items() if director == seat),
            "companies": _privates(s, player(seat)),
            "certs": certificates(self.rules, s, seat),
            "value": sum(line.points for line in self.game.wealth(s, seat)),
            "bankrupt": s.bankrupt == seat,
        }

    def company(self, s: RailState, company: str) -> dict[str, Any]:
        cell, director = s.cell.get(company), s.director.get(company)
        return {
            "cash": s.cash[company],
            "price": price(self.rules, s, company) if cell else None,
            "cell": list(cell) if cell else None,
            "par": s.par.get(company),
            "ipo": percent(s, company, self.rules.bank_index),
            "pool": percent(s, company, self.rules.pool_index),
            "floated": company in s.floated,
            "owner": None if director is None else player(director),
            "trains": sorted(s.trains[company]),
            "tokens": sorted(self._stations(s, company)),
            "tokens_left": s.markers[company],
            "companies": _privates(s, company),
            "loans": 0,
        }

    def _stations(self, s: RailState, company: str) -> list[list[Any]]:
        lying = self.game.track.lying(s)
        return [
            [name, [edge for edge in range(6) if lying[self.rules.hexmap.number[name]].stop_exits[stop] >> edge & 1]]
            for name, stops in s.stations.items()
            for stop, markers in enumerate(stops)
            for _ in range(markers.count(company))
        ]


def _privates(s: RailState, owner: str) -> list[str]:
    """What an owner has, rights of closed privates included: over there they stay open until they are used."""
    return sorted(private for private, holder in {**s.privates, **s.rights}.items() if holder == owner)
