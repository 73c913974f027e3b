"""A position in the form in which 18xx.games' engine can tell it, for comparing both engines after every action."""

from __future__ import annotations

from typing import Any

from stellwerk.core.action import Json
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.lending import granted
from stellwerk.eighteen.shares import certificates, percent, price
from stellwerk.eighteen.state import BANK, RailState, player
from stellwerk.interop.titles18xx import TITLES, Reading

ROUNDS = {"auction": "ISR", "stock": "SR", "operating": "OR"}


def trace_state(game: RailGame, s: RailState, *, finished: bool | None = None) -> Json:
    """Everything that can be compared; `finished` where people ended the game themselves."""
    names, gone = TITLES[game.title.id], dict(s.failed)
    return {
        "round": ROUNDS[s.round],
        "phase": names.phase(s.phase),
        "finished": game.over(s) if finished is None else finished,
        "bank": s.cash[BANK],
        "priority": None if s.round != "stock" else player(s.priority),
        "players": [_player(game, s, names, seat) for seat in range(game.seats)],
        "corps": {
            names.theirs(company): _company(game, s, company) for company in game.t.companies if company not in gone
        },
        "companies": {p: names.theirs(owner) if owner else None for p, owner in {**s.privates, **s.rights}.items()},
        "depot": {train: 1 if left < 0 else left for train, left in s.depot.items() if left},
        "discarded": sorted(s.scrap),
        "tiles": {name: f"{number}/{rotation}" for name, (number, rotation) in sorted(s.tiles.items())},
    }


def _player(game: RailGame, s: RailState, names: Reading, seat: int) -> dict[str, Any]:
    theirs = names.theirs
    shares = {theirs(company): percent(s, company, seat) for company in s.shares if s.shares[company][seat]}
    return {
        "cash": s.cash[player(seat)],
        "shares": dict(sorted(shares.items())),
        "president": sorted(theirs(company) for company, director in s.director.items() if director == seat),
        "companies": _privates(s, player(seat)),
        "certs": certificates(game.t, s, seat),
        "value": sum(line.points for line in game.wealth(s, seat)),
        "bankrupt": s.bankrupt == seat,
    }


def _company(game: RailGame, s: RailState, company: str) -> dict[str, Any]:
    cell, director = s.cell.get(company), s.director.get(company)
    return {
        "cash": s.cash[company],
        "price": price(game.t, s, company) if cell else None,
        "cell": list(cell) if cell else None,
        "par": s.par.get(company),
        "ipo": percent(s, company, game.t.bank_index),
        "pool": percent(s, company, game.t.pool_index),
        "floated": company in s.floated or company == game.t.lender,
        "owner": ("pool" if company == game.t.lender else None) if director is None else player(director),
        "trains": sorted(s.trains[company]),
        "tokens": sorted(_stations(game, s, company)),
        "tokens_left": s.markers[company],
        "companies": _privates(s, company),
        "loans": granted(s) if company == game.t.lender else s.loans.get(company, 0),
    }


def _privates(s: RailState, owner: str) -> list[str]:
    """What an owner has, rights of closed privates included: over there they stay open until they are used."""
    return sorted(private for private, holder in {**s.privates, **s.rights}.items() if holder == owner)


def _stations(game: RailGame, s: RailState, company: str) -> list[list[Any]]:
    lying = game.track.lying(s)
    return [
        [name, [edge for edge in range(6) if lying[game.t.hexmap.number[name]].stop_exits[stop] >> edge & 1]]
        for name, stops in s.stations.items()
        for stop, markers in enumerate(stops)
        for _ in range(markers.count(company))
    ]
