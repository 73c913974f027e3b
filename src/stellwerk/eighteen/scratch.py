"""A scratch board: tiles, stations, trains and a phase tried out on a copy of a position, whoever is on turn.

Track has to fit and to join what its company reaches, as in play. Money, turns and how many tiles a turn has are not
asked about. Nothing of it touches a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from stellwerk.eighteen.depot import without
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.network import markers_at, meets
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import Face

MOST_STEPS: Final = 60
MOST_TRAINS: Final = 5
"""So many steps a plan has at most, and so many trains a company in it."""

Step: TypeAlias = tuple[str | int, ...]
"""What is done, for which company, and where: ("lay", "PRR", "H12", "57", 0), ("station", "PRR", "H10", 0),
("home", "PRR", "H12", 0), ("city", "NYC", "E19", 1), ("train", "PRR", "4"), ("scrap", "PRR", "2"), ("phase", "5")."""


class Sketch(NamedTuple):
    """The position after a plan, and by step whether it could be carried out."""

    state: RailState
    fits: tuple[bool, ...]


def sketch(game: RailGame, s: RailState, steps: Sequence[Step]) -> Sketch:
    """Carry out a plan on a copy, step by step; what is not possible, or not any more, is passed over."""
    state = s.copy()
    return Sketch(state, tuple(_carried_out(game, s, state, step) for step in steps[:MOST_STEPS]))


def _carried_out(game: RailGame, before: RailState, s: RailState, step: Step) -> bool:
    track, rules = game.track, game.rules
    match step:
        case "phase", str(phase) if phase in rules.phases:
            s.phase = phase
        case _, str(company), *_ if company not in rules.railroads:
            return False
        case "lay", str(company), str(name), str(number), int(rotation):
            fitting = {(face.number, face.rotation): face for face in lays_on(game, s, company, name)}
            if (number, rotation) not in fitting:
                return False
            track.lay(s, name, fitting[number, rotation])
        case "station", str(company), str(name), int(stop) if (name, stop) in stations(game, s, company):
            track.place(s, company, name, stop)
        case "home", str(company), str(name), int(stop) if (name, stop) in homes(game, s, company):
            track.place_homes(s, company, stop, name)
        case "city", str(company), str(name), int(stop) if (name, stop) in cities(game, before, s, company):
            track.lift(s, company, name)
            track.place(s, company, name, stop)
        case "train", str(company), str(train) if train in rules.trains and len(s.trains[company]) < MOST_TRAINS:
            s.trains = {**s.trains, company: (*s.trains[company], train)}
        case "scrap", str(company), str(train) if train in s.trains[company]:
            s.trains = {**s.trains, company: without(s.trains[company], train)}
        case _:
            return False
    return True


def lays(game: RailGame, s: RailState, company: str) -> Iterator[tuple[str, Face]]:
    """All tiles that could lie somewhere and join what a company reaches."""
    for hex_ in game.track.reach_in_order(s, company).edges:
        name = game.rules.hexmap.hexes[hex_].name
        yield from ((name, face) for face in lays_on(game, s, company, name))


def lays_on(game: RailGame, s: RailState, company: str, name: str) -> Iterator[Face]:
    """The tiles that fit on a hex, are there, may be laid in the phase, and join what a company reaches."""
    track, rules = game.track, game.rules
    hex_ = rules.hexmap.number.get(name)
    if hex_ is None or track.blocked_by(s, name):
        return
    ends = track.reach(s, company).ends(hex_)
    colours = rules.phases[s.phase].colours
    for fit in track.fits(s, hex_):
        joined = meets(fit.face, ends) and track.available(s, fit, name, colours)
        if not joined or not track.new_track.admits(s, company, hex_, fit):
            continue
        if not track.replaces(s, name) or track.may_upgrade(s, company, name, fit.face):
            yield fit.face


def stations(game: RailGame, s: RailState, company: str) -> list[tuple[str, int]]:
    """Where a company that has begun could place one more station."""
    return list(game.track.markers(s, company)) if company in s.operated else []


def homes(game: RailGame, s: RailState, company: str) -> list[tuple[str, int]]:
    """Where a company that has not begun could place its home station."""
    return [] if company in s.operated or not s.markers[company] else list(game.track.home_spots(s, company))


def cities(game: RailGame, before: RailState, s: RailState, company: str) -> list[tuple[str, int]]:
    """The other cities that a station could take on hexes where a plan lays their first track, or joins them anew."""
    hexmap, joining = game.rules.hexmap, game.rules.track_rules.joins
    found = []
    for name, here in s.stations.items():
        old, new = (game.track.lying(one)[hexmap.number[name]] for one in (before, s))
        chooses = not old.paths or (old.number in joining and old.stops_onto(new) is None)
        if old is new or not chooses or not any(company in markers for markers in here):
            continue
        found += [
            (name, stop)
            for stop, city in enumerate(new.stops)
            if company not in markers_at(s.stations, name, stop)
            and len(markers_at(s.stations, name, stop)) < city.slots
        ]
    return found
