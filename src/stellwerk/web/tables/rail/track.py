"""Building on the map: what the scripts need to offer tiles and stations at once, and the list of all tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.action import Action, Json
from stellwerk.eighteen.consequences import BUILDING, building_cost
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import UNLIMITED, RailState, is_hidden
from stellwerk.eighteen.tiles import COLOURS, STOP, Face
from stellwerk.web.scene import Scene
from stellwerk.web.svg.tile import picture, tile
from stellwerk.web.tables.rail.look import company_on_turn, rail, show, stance_of
from stellwerk.web.tables.rail.map import drawn_hex

ENDLESS: Final = "∞"
"""What is written where there is no end of a tile."""


def track_data(scene: Scene) -> dict[str, Json]:
    """Tiles by hex, stations by hex and stop, and pictures of all tiles that may be laid, as legal choices say."""
    game, s = rail(scene)
    lays: dict[str, list[Json]] = defaultdict(list)
    stops: dict[str, list[Json]] = defaultdict(list)
    faces: dict[str, list[str]] = {}
    drawn: set[tuple[object, ...]] = set()
    for choice in scene.choices:
        named = dict(zip(game.arguments.get(choice.kind, ()), choice.args, strict=False))
        if "tile" in named:
            face = game.rules.catalogue.face(named["tile"], named["rotation"])
            same = named["hex"], face.number, choice.kind, named.get("private", ""), shape(face)
            if same in drawn:
                continue  # a straight city turned round is the same tile: it is shown once
            drawn.add(same)
            faces[face.name] = [face.colour, tile(face, stance_of(game))]
            lays[named["hex"]].append([face.number, face.rotation, choice.kind, named.get("private", "")])
        elif "stop" in named:
            city = bool(game.track.lying(s)[game.rules.hexmap.number[named["hex"]]].stops)
            stops[named["hex"]].append([named["stop"], choice.kind, city])
    return {
        "seat": scene.seat,
        "company": company_on_turn(scene),
        "currency": scene.currency,
        "lays": lays,
        "stops": stops,
        "faces": faces,
        "why": bool(lays) or _may_lay(scene),
        "tiles": [[number, game.rules.catalogue.face(number, 0).colour] for number in game.rules.catalogue]
        if lays
        else [],
        "names": {name: place(scene, name) for name in {*lays, *stops}},
        "left": {number: left_of(s, number) for number in {lay[0] for some in lays.values() for lay in some}},
    }


def place(scene: Scene, name: str) -> str:
    """A hex by its name and its coordinates: some names stand on several hexes."""
    said = scene.name(name)
    return said if said == name else f"{said} ({name})"


def shape(face: Face) -> frozenset[tuple[object, ...]]:
    """What a tile looks like as it lies: two rotations of the same shape cannot be told apart."""
    plain = {(frozenset({path.a, path.b}), path.gauge) for path in face.paths if path.b < STOP}
    stops: list[set[tuple[int, str]]] = [set() for _ in face.stops]
    for path in face.paths:
        if path.a < STOP <= path.b:
            stops[path.b - STOP].add((path.a, path.gauge))
    between = {(face.stops[path.a - STOP], face.stops[path.b - STOP]) for path in face.paths if path.a >= STOP}
    return frozenset({*plain, *((stop, frozenset(to)) for stop, to in zip(face.stops, stops, strict=True)), *between})


def left_of(s: RailState, number: str) -> int | str:
    """How many of a tile are left, as it is written."""
    return ENDLESS if s.supply[number] == UNLIMITED else s.supply[number]


def _may_lay(scene: Scene) -> bool:
    """Whether the track step is open though no tile can be laid."""
    return any(choice.kind == "pass_track" for choice in scene.choices)


def preview(scene: Scene, action: Action) -> dict[str, Json]:
    """What a legal action on the map would cost, reach and look like."""
    game, s = rail(scene)
    named = dict(zip(game.arguments.get(action.kind, ()), action.args, strict=False))
    if "hex" not in named:
        return {}
    after = game.apply(s, action)
    company = company_on_turn(scene)
    spent = s.cash.get(company, 0) - after.cash.get(company, 0)
    return {
        # Money that comes in by the same action, as a premium for track, does not make it free.
        "cost": building_cost(game.rail_steps, s, action) if action.kind in BUILDING else spent,
        "cash": None if is_hidden(after.cash.get(company, 0)) else after.cash.get(company, 0),
        "reaches": list(_new_stops(game, s, after, company)),
        "drawing": drawn_hex(game, after, game.rules.hexmap[named["hex"]]),
        "colour": game.track.lying(after)[game.rules.hexmap.number[named["hex"]]].colour,
    }


def _new_stops(game: RailGame, s: RailState, after: RailState, company: str) -> Iterator[str]:
    """The places that a company reaches after an action and did not before."""
    if company not in game.rules.companies:
        return
    before, now = game.track.reach(s, company).stops, game.track.reach(after, company).stops
    hexes = game.rules.hexmap.hexes
    old = {(hex_, _name(game, hex_, stop)) for hex_, stop in before}
    new = {(hex_, _name(game, hex_, stop)) for hex_, stop in now}
    for hex_, name in sorted(new - old):
        yield name or hexes[hex_].name


def _name(game: RailGame, hex_: int, stop: int) -> str:
    printed = game.rules.hexmap.hexes[hex_].face.stops
    return printed[stop].name if stop < len(printed) else ""


# --- the list of tiles -----------------------------------------------------------------------------------


class Stack(NamedTuple):
    """A kind of tile: its picture, how many are left of how many, and what may replace it."""

    number: str
    colour: str
    picture: Markup
    left: int | str
    total: int | str
    upgrades: tuple[str, ...]
    label: str


def stacks(scene: Scene) -> dict[str, list[Stack]]:
    """All tiles by colour."""
    game, s = rail(scene)
    found: dict[str, list[Stack]] = {colour: [] for colour in COLOURS}
    for number, total in game.rules.catalogue.counts.items():
        face = game.rules.catalogue.face(number, 0)
        upgrades = game.rules.catalogue.upgrades[number]
        found.setdefault(face.colour, []).append(
            Stack(
                number,
                face.colour,
                picture(face, stance_of(game)),
                left_of(s, number),
                ENDLESS if total == UNLIMITED else total,
                upgrades,
                face.label,
            )
        )
    return {colour: some for colour, some in found.items() if some}


def tiles_panel(scene: Scene) -> Markup:
    game, s = rail(scene)
    found = stacks(scene)
    # A colour outside the order of the others is that of a private's tile, which waits for no phase.
    allowed = game.rules.phases[s.phase].colours | (found.keys() - set(COLOURS))
    context: dict[str, Any] = {"stacks": found, "allowed": allowed}
    return show(scene, "rail/tiles.html", **context)
