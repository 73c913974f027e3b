"""The map of an 18xx title: what lies on each hex, in pictures; `hexes` says it in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import markers_at
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import COLOURS, EDGES, Face
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point, el
from stellwerk.web.svg.rail_map import Cell, border, gauge_change, rail_map, rulers
from stellwerk.web.svg.tile import BESIDE, Legend, beside, shapes, writing
from stellwerk.web.svg.track import slot_size, slots
from stellwerk.web.tables.rail.extras import Layer, extras_of
from stellwerk.web.tables.rail.hexes import describe, gauge_changes, is_marked
from stellwerk.web.tables.rail.look import ON_MAP, gone, marker, rail, stance_of

RECENT: Final = 8
"""How many of the latest changes on the map are marked at most."""


def draw_map(scene: Scene) -> Markup:
    """The board as the visitor sees it."""
    _ = scene.say
    game, s = rail(scene)
    lying, stance = game.track.lying(s), stance_of(game)
    open_hexes = {name for choice in scene.choices if (name := hex_of(game, choice))}
    fresh = set(recent(scene))
    homes = homes_of(game, s)
    cells = []
    extras = extras_of(scene)
    for hex_ in game.rules.hexmap.hexes:
        face = lying[hex_.number]
        css = [f"c-{face.colour if hex_.name in s.tiles else hex_.kind}"]
        marks = extras.hex(scene, hex_)
        if marks.css:
            css.append(marks.css)
        if hex_.name in open_hexes or marks.open:
            css.append("open")
        if hex_.name in fresh:
            css.append("fresh")
        if game.track.blocked_by(s, hex_.name):
            css.append("barred")
        if hex_.plate and hex_.name not in s.tiles:
            css.append("plated")
        cells.append(
            Cell(
                hex_.name,
                describe(scene, hex_, face, homes.get(hex_.name, ())),
                " ".join(css),
                shapes(face, stance),
                written(game, s, hex_, marks.price)
                + Markup("").join(_home_marks(game, s, hex_.name, face, homes.get(hex_.name, ()))),
            )
        )
    names = [hex_.name for hex_ in game.rules.hexmap.hexes]
    over = [*_regions(game), *_impassable(game), *rulers(names, stance)]
    layers = (layer_of(layer) for layer in extras.layers(scene))
    return rail_map(cells, stance, _("Map"), over, [*_gauge_changes(game, s), *layers])


def layer_of(layer: Layer) -> Markup:
    """What is shown on demand; scripts show the one that is chosen."""
    attrs = {"class": "layer", "data-layer": layer.id, "data-inside": " ".join(layer.inside) or None}
    return el("g", attrs, layer.drawing)


def hex_of(game: RailGame, choice: Choice) -> str:
    """The hex on which an action of the map happens, or ""."""
    if choice.kind not in ON_MAP:
        return ""
    names = game.arguments[choice.kind]
    return str(choice.args[names.index("hex")]) if "hex" in names else ""


def recent(scene: Scene) -> Iterator[str]:
    """The hexes that changed since the visitor acted last, latest first."""
    game, _s = rail(scene)
    found = 0
    for place, action in enumerate(reversed(scene.view.log)):
        if found == RECENT or (place and action.seat == scene.seat and scene.seat is not None and found):
            return
        names = game.arguments.get(action.kind, ())
        if action.kind in ON_MAP and "hex" in names:
            found += 1
            yield str(action.args[names.index("hex")])


def drawn_hex(game: RailGame, s: RailState, hex_: Hex) -> Markup:
    """What lies on a hex with a tile, with the stations that stand there."""
    return shapes(game.track.lying(s)[hex_.number], stance_of(game)) + written(game, s, hex_)


def written(game: RailGame, s: RailState, hex_: Hex, price: str = "") -> Markup:
    """What is written on a hex, and the stations that stand there."""
    face = game.track.lying(s)[hex_.number]
    return Markup("").join(_markers(game, s, hex_.name, face)) + writing(
        face, stance_of(game), legend_of(game, s, hex_, price)
    )


# --- pieces ----------------------------------------------------------------------------------------------


def legend_of(game: RailGame, s: RailState, hex_: Hex, price: str = "") -> Legend:
    """What is written on a hex besides what its tile shows; `price` is that of its ground, as the title tells it."""
    bare = hex_.name not in s.tiles
    names = tuple(stop.name for stop in hex_.face.stops)
    if hex_.area and hex_.name != _speaker(game.rules, hex_.area):
        names = ()
    tags = [private for private in (*s.privates, *s.rights) if bare and is_marked(game.rules, s, private, hex_.name)]
    return Legend(
        names=names,
        cost=hex_.cost if bare else 0,
        terrain=hex_.terrain,
        ground=hex_.ground if bare else (),
        price=price if bare else "",
        premium=hex_.premium if bare else 0,
        tag=" ".join(tags),
        later=hex_.later_label,
        beside=any(_lies_beside(game, s, hex_.name)),
        levels=level_colours(game.rules),
        level=game.rules.phases[s.phase].level,
        herald=game.rules.routes.herald if _herald_at(game, s, hex_.name) else 0,
        passing=game.rules.routes.passing.amount if hex_.name in game.rules.routes.passing.hexes else 0,
        licence=hex_.name in game.rules.routes.licensed,
    )


def _herald_at(game: RailGame, s: RailState, name: str) -> bool:
    """Whether a home marker lies, or will lie, on a hex without a city, where it counts like a stop."""
    if name in s.heralds.values():
        return True
    return bool(homes_of(game, s).get(name)) and not game.track.lying(s)[game.rules.hexmap.number[name]].stops


def _speaker(t: Ruleset, area: str) -> str:
    """The hex that bears the name of an area: one with a stop, and of those the one with the least track."""
    members = [hex_ for hex_ in t.hexmap.hexes if hex_.area == area]
    return min(members, key=lambda hex_: (not hex_.face.stops, len(hex_.face.paths))).name


def level_colours(t: Ruleset) -> tuple[str, ...]:
    """By level the most advanced colour of tiles when it comes into force."""
    return _level_colours(tuple((phase.level, phase.colours) for phase in t.phases.values()))


@cache
def _level_colours(phases: tuple[tuple[int, frozenset[str]], ...]) -> tuple[str, ...]:
    first: dict[int, str] = {}
    for level, colours in phases:
        if colours:
            first.setdefault(level, max(colours, key=COLOURS.index))
    return tuple(first[level] for level in sorted(first))


def _markers(game: RailGame, s: RailState, name: str, face: Face) -> Iterator[Markup]:
    for company, home in s.heralds.items():
        if home == name:
            yield marker(game, company, beside(face, stance_of(game)), BESIDE, "beside")
    for stop, companies in enumerate(s.stations.get(name, ())):
        places = slots(face, stop, stance_of(game))
        outside = _beside(game, companies, face.stops[stop].slots)
        inside = list(companies)
        if outside:
            inside.remove(outside)
            yield marker(game, outside, beside(face, stance_of(game)), BESIDE, "beside")
        for place, company in enumerate(inside):
            # More markers than places can lie in a stop that has just merged: the last place takes them all.
            yield marker(game, company, places[min(place, len(places) - 1)], slot_size(face) - 0.9)


def _beside(game: RailGame, companies: tuple[str, ...], room: int) -> str:
    """Who lies beside the circles of a stop: a company with two homes, or who is no railroad; "" if nobody."""
    if len(companies) <= room:
        return ""
    able = [company for company in companies if game.rules.companies[company].second_home]
    return next(reversed(able or [company for company in companies if company not in game.rules.railroads]), "")


def _lies_beside(game: RailGame, s: RailState, name: str) -> Iterator[str]:
    """Who lies beside the circles of a hex, or on one without a city, or will begin there."""
    face = game.track.lying(s)[game.rules.hexmap.number[name]]
    yield from (company for company, home in s.heralds.items() if home == name)
    for stop, companies in enumerate(s.stations.get(name, ())):
        yield _beside(game, companies, face.stops[stop].slots)
    for company in homes_of(game, s).get(name, ()):
        second = game.rules.companies[company].second_home
        if not face.stops or (second and not _circle_left(game, s, name, face)):
            yield company


def _circle_left(game: RailGame, s: RailState, name: str, face: Face) -> bool:
    """Whether a circle is left for a company with two homes, besides those that are kept for others."""
    kept = sum(not game.rules.companies[company].second_home for company in homes_of(game, s).get(name, ()))
    return kept + len(markers_at(s.stations, name, 0)) < face.stops[0].slots


def homes_of(game: RailGame, s: RailState) -> dict[str, list[str]]:
    """By hex the companies that have yet to place their home station there."""
    homes: dict[str, list[str]] = {}
    for company in game.rules.railroads:
        if company not in s.operated and not gone(s, company):
            facts = game.rules.companies[company]
            for home in filter(None, (*facts.homes, facts.second_home, *game.track.more_homes(s, company))):
                homes.setdefault(home, []).append(company)
    return homes


def _home_marks(
    game: RailGame, s: RailState, name: str, face: Face, companies: list[str] | tuple[str, ...]
) -> Iterator[Markup]:
    """A pale marker where a company will begin; small and beside, where it may choose."""
    stance = stance_of(game)
    for company in companies:
        if game.rules.companies[company].second_home:
            free = _circle_left(game, s, name, face)
            circle, aside = (slots(face, 0, stance)[-1], slot_size(face) - 2.2), (beside(face, stance), BESIDE * 0.85)
            place, size = circle if free else aside
            yield marker(game, company, place, size, "home")
            continue
        if not face.stops:
            yield marker(game, company, beside(face, stance), BESIDE * 0.85, "home")
            continue
        stops = game.track.home_stops(s, company, name)
        if len(stops) > 1:
            yield marker(game, company, Point(0, 14 - stance.reach.y), slot_size(face) * 0.62, "home")
            continue
        here = s.stations.get(name)
        places = slots(face, stops[0], stance)
        used = len(here[stops[0]]) if here else 0
        yield marker(game, company, places[min(used, len(places) - 1)], slot_size(face) - 2.2, "home")


def _impassable(game: RailGame) -> Iterator[Markup]:
    drawn = set()
    for hex_ in game.rules.hexmap.hexes:
        for edge in EDGES:
            if hex_.impassable >> edge & 1:
                line = border(hex_.name, edge, "impassable", stance_of(game))
                if line not in drawn:
                    drawn.add(line)
                    yield line


def _regions(game: RailGame) -> Iterator[Markup]:
    """The borders at which the gauge changes."""
    for name, edge in sorted(game.rules.routes.borders):
        yield border(name, edge, "region", stance_of(game))


def _gauge_changes(game: RailGame, s: RailState) -> Iterator[Markup]:
    for name, edge, _other in gauge_changes(game, s):
        yield gauge_change(name, edge, stance_of(game))


def neighbours(t: Ruleset) -> Mapping[str, list[str]]:
    """By hex the neighbour at each edge, "" where there is none."""
    hexes = t.hexmap.hexes
    return {hex_.name: [hexes[n].name if n >= 0 else "" for n in t.hexmap.neighbours[hex_.number]] for hex_ in hexes}
