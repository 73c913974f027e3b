"""Boards of 1830 as late games leave them: all companies have built and placed stations, by lot."""

from __future__ import annotations

from random import Random

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.routes import Position
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.tiles import Face
from tests.games.g1830.positions import game_for

RICH = 100_000
TRIED = 12
"""Of so many lays drawn at random the best one is taken."""


def grown(preset: str, seed: int, lays: int) -> tuple[RailGame, RailState]:
    """A board after so many tiles, laid by all companies in turn; a real game lays about 110."""
    game, rng = game_for(4, preset), Random(seed)
    s, names = game.start(), list(game.rules.companies)
    s.phase = list(game.rules.phases)[-1]
    s.privates.clear()
    for company in names:
        s.cash[company] = RICH
        begin(game, s, company, rng)
    for company in rng.sample(names, 4) if game.rules.routes.licensed else ():
        game.track.grant_licence(s, company)
    for number in range(lays):
        company = names[number % len(names)]
        drawn = list(game.track.lays(s, company))
        if drawn:
            few = rng.sample(drawn, min(TRIED, len(drawn)))
            game.track.lay(s, *max(few, key=lambda lay: worth(game, s, *lay)))
        if number > 2 * len(names) and number % 3 == 0:
            spots = list(game.track.markers(s, company))
            if spots:
                game.track.place(s, company, *rng.choice(spots))
    return game, s


def begin(game: RailGame, s: RailState, company: str, rng: Random) -> None:
    """Place a home station, or a herald where the home has no city."""
    game.track.place_homes(s, company, rng.choice(game.track.home_stops(s, company) or [0]))


def worth(game: RailGame, s: RailState, name: str, face: Face) -> int:
    """What a tile adds: dearer stops, track that is joined or may be, and more of it."""
    hexmap, lying = game.rules.hexmap, game.track.lying(s)
    hex_ = hexmap.number[name]
    old, total = lying[hex_], 3 * len(face.paths)
    for edge, other in enumerate(hexmap.neighbours[hex_]):
        if other >= 0 and (face.exits & ~old.exits) >> edge & 1:
            total += 15 if lying[other].exits >> (edge + 3) % 6 & 1 else 4
    return total + sum(stop.worth(1) for stop in face.stops) - sum(stop.worth(1) for stop in old.stops)


def position(game: RailGame, s: RailState, company: str) -> Position:
    step = game.rail_steps["run_trains"]
    assert isinstance(step, RunTrains)
    return step.position(s, company)
