"""What can be said in the games that we know: names of pieces and places, by the names of arguments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import gcd
from typing import Any

from stellwerk.core.errors import NotFound
from stellwerk.core.game import Game
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.ruleset import Private
from stellwerk.eighteen.state import BANK
from stellwerk.eighteen.tiles import EDGES, Face
from stellwerk.games.g1853.laying import PLANS
from stellwerk.games.paris.game import ParisGame
from stellwerk.games.railroad_revolution.game import RevolutionGame
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import (
    ACTIONS,
    BONUS,
    BUILDING,
    DOWN,
    POSTS,
    PROMOTION,
    RAIL,
    REWARD,
    SUPPLY,
    UP,
    WIRE,
)
from stellwerk.interop.research.catalogue import BEST, NUMBER, Args, Vocabulary

POOL = "pool"
ALL_EDGES = sum(1 << edge for edge in EDGES)
WHOLE = 100
"""Per cent of a company."""


def vocabulary_of(game: Game[Any]) -> Vocabulary:
    """What can be said in a game."""
    if isinstance(game, RailGame):
        return rail(game)
    if isinstance(game, ParisGame):
        return paris(game)
    if isinstance(game, RevolutionGame):
        return revolution(game)
    raise NotFound("vocabulary of the game", game.title.id)


def paris(game: ParisGame) -> Vocabulary:
    colours = game.t.colours
    return Vocabulary(
        {"colour": colours, "hex": tuple(game.t.board.spaces)},
        {"trade": lambda: ((*pair, n) for pair in permutations(colours, 2) for n in game.t.exchange)},
    )


def revolution(game: RevolutionGame) -> Vocabulary:
    t = game.t
    own = [(colour, where) for colour in COLOURS for where in (SUPPLY, POSTS)]
    abilities = [f"w.{rule}.{colour}" for rule in ("station", "rail", "tele", "trade") for colour in COLOURS]
    locos = [loco.id for loco in t.tiles.locos]

    def use() -> Iterator[Args]:
        for source in (PROMOTION, REWARD, BONUS, *abilities):
            yield from ((source, colour, "") for colour in ("", *COLOURS))
        yield from ((WIRE, *worker) for worker in own)

    return Vocabulary(
        {
            "city": [city.id for city in t.board.cities],
            "offer": range(max(map(len, t.tiles.deals.values()))),
            "loco": locos,
            "side": (UP, DOWN),
            "colour": COLOURS,
            "new": COLOURS,
            "where": (SUPPLY, POSTS),
            "space": [space.id for space in t.board.spaces],
            "area": range(1, len(t.board.areas) + 1),
            "action": ACTIONS,
            "piece": (BUILDING, RAIL),
            "count": (NUMBER,),
        },
        {
            "use": use,
            "step": lambda: ((track.id, *worker) for track in t.tracks for worker in (("", ""), *own)),
            "promote": lambda: ((*worker, tile) for worker in own for tile in t.tiles.milestones),
            "choose": lambda: ((tile,) for tile in t.tiles.starts),
            "pick": lambda: ((tile,) for tile in t.tiles.milestones),
            "reveal": tuple,
            "draw": tuple,
            "layout": tuple,
            "cities": tuple,
        },
    )


def rail(game: RailGame) -> Vocabulary:
    t = game.rules
    companies, privates, trains = tuple(t.companies), tuple(t.privates), tuple(t.trains)
    certificates = {cert for company in t.companies.values() for cert in (company.director, *company.certificates)}
    unit = gcd(*certificates)
    faces = {hex_.name: reachable(game, hex_) for hex_ in t.hexmap.hexes}
    stops = {hex_.name: max(len(face.stops) for face in (hex_.face, *faces[hex_.name])) for hex_ in t.hexmap.hexes}
    spots = [(name, stop) for name, count in stops.items() for stop in range(count)]
    pars = [(company, price) for company in companies for price in (*t.market.pars, NUMBER)]
    return Vocabulary(
        {
            "company": companies,
            "private": privates,
            "train": trains,
            "old": trains,
            "source": (BANK, POOL, *companies),
            "stock": (BANK, POOL),
            "percent": (*range(unit, WHOLE + 1, unit), NUMBER),
            "seat": range(game.seats),
            "hex": [hex_.name for hex_ in t.hexmap.hexes],
            "price": (NUMBER,),
            "bond": (NUMBER,),
            "group": range(1, len(t.groups) + 1),
            "plan": PLANS,
            "routes": (BEST,),
            "mail": (BEST,),
        },
        {
            "par": lambda: pars,
            "set_par": lambda: pars,
            "buy": lambda: product(companies, (BANK, POOL), (*sorted(certificates), NUMBER)),
            "lay": lambda: ((name, f.number, f.rotation) for name, found in faces.items() for f in found),
            "lay_private": lambda: _private_lays(game, faces),
            "lay_own": lambda: _private_lays(game, faces),
            "station": lambda: spots,
            "home": lambda: spots,
            "city": lambda: spots,
        },
    )


def reachable(game: RailGame, hex_: Hex) -> dict[Face, None]:
    """All faces that can come to lie on a hex one after the other, whoever lays them and when."""
    track = game.track
    edges = game.rules.hexmap.open_edges[hex_.number]
    for edge, _ in game.rules.hexmap.sites[hex_.number]:
        edges |= 1 << edge
    found: dict[Face, None] = {}
    todo = [hex_.face]
    if hex_.name in game.rules.preprinted:
        todo.append(game.rules.catalogue.face(*game.rules.preprinted[hex_.name]))
    for facts in game.rules.privates.values():
        if facts.own_tile and hex_.name in facts.tile:
            todo += game.rules.catalogue.faces(facts.own_tile)
    while todo:
        for fit in track.fitting(hex_.number, todo.pop(), edges):
            if fit.face not in found:
                found[fit.face] = None
                todo.append(fit.face)
    return found


def _private_lays(game: RailGame, faces: dict[str, dict[Face, None]]) -> Iterator[Args]:
    """Tiles that a private lays: on its own hexes, or where ground is of its kind."""
    t = game.rules
    for private, facts in t.privates.items():
        for name, lasting in faces.items():
            if facts.own_tile and name in facts.tile:
                fitting: Any = t.catalogue.faces(facts.own_tile)
            elif name in facts.tile or _is_cheaper(facts, t.hexmap[name]):
                fitting = lasting
            else:
                continue
            yield from ((private, name, face.number, face.rotation) for face in fitting)


def _is_cheaper(facts: Private, hex_: Hex) -> bool:
    return bool(facts.terrain and facts.terrain == hex_.terrain) or (facts.cheap_once and hex_.name in facts.cheap)
