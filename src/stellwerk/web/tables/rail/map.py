"""The map of an 18xx title: what lies on each hex, in pictures; `hexes` says it in words."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.core.memo import Memo
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import markers_at
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import COLOURS, EDGES, Face
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import el, piece
from stellwerk.web.svg.face import shapes
from stellwerk.web.svg.rail_map import Cell, border, gauge_change, rail_map, rulers
from stellwerk.web.svg.track import slot_size, slots
from stellwerk.web.svg.writing import BARE, BESIDE, Legend, asides, beside, writing
from stellwerk.web.tables.rail.extras import HexMarks, Layer, extras_of
from stellwerk.web.tables.rail.hexes import Known, changes_at, describe, gauge_changes, is_marked
from stellwerk.web.tables.rail.look import ON_MAP, gone, marker, rail, stance_of

RECENT: Final = 8
"""How many of the latest changes on the map are marked at most."""

MOST_KNOWN: Final = 8192
"""How many hexes are remembered as they looked: those of some forty boards, with what actions change of them."""


def draw_map(scene: Scene) -> Markup:
    """The board as the visitor sees it."""
    _ = scene.say
    game, s = rail(scene)
    stance = stance_of(game)
    names = tuple(hex_.name for hex_ in game.rules.hexmap.hexes)
    over = [*_regions(game), *_impassable(game), *rulers(names, stance)]
    layers = (layer_of(layer) for layer in extras_of(scene).layers(scene))
    signs = [*_gauge_changes(game, s), *layers]
    return rail_map(list(cells(scene)), stance, _("Map"), over, signs, scene.turn)


def cells(scene: Scene) -> Iterator[Cell]:
    """The hexes of the board, as they look and in words; what looks as it did before is not made again."""
    game, s = rail(scene)
    kinds: dict[str, set[str]] = {}
    for choice in scene.choices:
        if name := hex_of(game, choice):
            kinds.setdefault(name, set()).add(choice.kind)
    fresh, changed = set(recent(scene)), scene.changed
    homes, extras, heralds = homes_of(game, s), extras_of(scene), set(s.heralds.values())
    crossings = list(gauge_changes(game, s))
    # What holds for the whole board: a hex looks the same while none of it has changed.
    board = (game, scene.say, scene.turn, s.phase, (*s.privates,), (*s.rights,), s.spent, s.licences)
    for hex_ in game.rules.hexmap.hexes:
        name, here = hex_.name, homes.get(hex_.name, ())
        look = Look(
            board,
            hex_.number,
            s.tiles.get(name),
            s.stations.get(name),
            extras.hex(scene, hex_),
            game.track.blocked_by(s, name),
            frozenset(kinds.get(name, ())),
            name in fresh,
            name in changed,
            changes_at(crossings, name),
        )
        if here or name in heralds:
            yield _drawn(scene, look, here)
        else:
            yield _known.get(look) or _known.keep(look, _drawn(scene, look, here))


class Look(NamedTuple):
    """All that decides on how a hex looks where no company has its home marker or has yet to begin."""

    board: tuple[Hashable, ...]
    number: int
    tile: tuple[str, int] | None
    stations: tuple[tuple[str, ...], ...] | None
    marks: HexMarks
    blocked: str
    kinds: frozenset[str]
    fresh: bool
    changed: bool
    crossings: tuple[str, ...]


_known: Final[Memo[Look, Cell]] = Memo(MOST_KNOWN)


def _drawn(scene: Scene, look: Look, homes: Sequence[str]) -> Cell:
    """A hex as it looks now; `homes` are the companies that have yet to begin there."""
    game, s = rail(scene)
    hex_, face = game.rules.hexmap.hexes[look.number], game.track.lying(s)[look.number]
    marks = look.marks
    css = (
        f"c-{face.colour if look.tile else hex_.kind}",
        marks.css,
        "open" if look.kinds or marks.open else "",
        "fresh" if look.fresh else "",
        "changed" if look.changed else "",
        "barred" if look.blocked else "",
        "plated" if hex_.plate and not look.tile else "",
    )
    more = Legend(price=marks.price, coordinate=hex_.name, plate=_plate(scene, hex_), turn=scene.turn)
    return Cell(
        hex_.name,
        describe(scene, hex_, face, homes, Known(marks.words, look.blocked, look.kinds, look.crossings)),
        " ".join(filter(None, css)),
        shapes(face, stance_of(game)),
        _written(game, s, hex_, homes, more) + Markup("").join(_home_marks(game, s, hex_.name, face, homes)),
        "{}:{}".format(*look.tile) if look.tile else "",
    )


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
    for place, action in enumerate(reversed(scene.view.trail)):
        if found == RECENT or (place and action.seat == scene.seat and scene.seat is not None and found):
            return
        names = game.arguments.get(action.kind, ())
        if action.kind in ON_MAP and "hex" in names:
            found += 1
            yield str(action.args[names.index("hex")])


def drawn_hex(game: RailGame, s: RailState, hex_: Hex) -> Markup:
    """What lies on a hex with a tile, with the stations that stand there."""
    return shapes(game.track.lying(s)[hex_.number], stance_of(game)) + written(game, s, hex_)


def written(game: RailGame, s: RailState, hex_: Hex, more: Legend = BARE) -> Markup:
    """What is written on a hex, and the stations that stand there; `more` says what only the map shows."""
    return _written(game, s, hex_, homes_of(game, s).get(hex_.name, ()), more)


def _written(game: RailGame, s: RailState, hex_: Hex, homes: Sequence[str], more: Legend) -> Markup:
    face = game.track.lying(s)[hex_.number]
    return Markup("").join(_markers(game, s, hex_.name, face)) + writing(
        face, stance_of(game), legend_of(game, s, hex_, homes, more)
    )


def _plate(scene: Scene, hex_: Hex) -> str:
    """Which tile lies on a hex; where none does, the colour that is printed there, if it is one."""
    _ = scene.say
    _game, s = rail(scene)
    if hex_.name in s.tiles:
        return s.tiles[hex_.name][0]
    said = {"yellow": _("yellow"), "green": _("green"), "brown": _("brown"), "grey": _("grey"), "red": _("red")}
    return said.get(hex_.kind, "")


# --- pieces ----------------------------------------------------------------------------------------------


def legend_of(
    game: RailGame, s: RailState, hex_: Hex, homes: Sequence[str] | None = None, more: Legend = BARE
) -> Legend:
    """What is written on a hex besides what its tile shows, and what `more` brings: prices and marks on demand.

    `homes` are the companies that have yet to begin there, where they are known already.
    """
    homes = homes_of(game, s).get(hex_.name, ()) if homes is None else homes
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
        price=more.price if bare else "",
        premium=hex_.premium if bare else 0,
        tag=" ".join(tags),
        later=hex_.later_label,
        beside=any(_lies_beside(game, s, hex_.name, homes)),
        levels=level_colours(game.rules),
        level=game.rules.phases[s.phase].level,
        herald=game.rules.routes.herald if _herald_at(game, s, hex_.name, homes) else 0,
        passing=game.rules.routes.passing.amount if hex_.name in game.rules.routes.passing.hexes else 0,
        licence=hex_.name in game.rules.routes.licensed,
        asides=_asides(game, s, hex_.name, homes),
        edges=_edges(game, hex_),
        coordinate=more.coordinate,
        plate=more.plate,
        turn=more.turn,
    )


@cache
def _edges(game: RailGame, hex_: Hex) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Edges along which a line is drawn, and edges on which a change of gauge may be marked."""
    changes = tuple(edge for edge in EDGES if _on_border(game, hex_, edge))
    return tuple(edge for edge in EDGES if hex_.impassable >> edge & 1 or edge in changes), changes


def _on_border(game: RailGame, hex_: Hex, edge: int) -> bool:
    hexes, there = game.rules.hexmap.hexes, game.rules.hexmap.neighbours[hex_.number][edge]
    borders = game.rules.routes.borders
    return (hex_.name, edge) in borders or (there >= 0 and (hexes[there].name, (edge + 3) % 6) in borders)


def _asides(game: RailGame, s: RailState, name: str, homes: Sequence[str]) -> tuple[float, ...]:
    """The sizes of the markers of companies that may choose among the stops of their home."""
    choosing = [company for company in homes if _chooses(game, s, name, company)]
    return (slot_size(game.track.lying(s)[game.rules.hexmap.number[name]]) * 0.62,) * len(choosing)


def _chooses(game: RailGame, s: RailState, name: str, company: str) -> bool:
    if game.rules.companies[company].second_home:
        return False
    face = game.track.lying(s)[game.rules.hexmap.number[name]]
    return bool(face.stops) and len(game.track.home_stops(s, company, name)) > 1


def _herald_at(game: RailGame, s: RailState, name: str, homes: Sequence[str]) -> bool:
    """Whether a home marker lies, or will lie, on a hex without a city, where it counts like a stop."""
    if name in s.heralds.values():
        return True
    return bool(homes) and not game.track.lying(s)[game.rules.hexmap.number[name]].stops


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
            yield _station(name, company, marker(game, company, beside(face, stance_of(game)), BESIDE, "beside"))
    for stop, companies in enumerate(s.stations.get(name, ())):
        places = slots(face, stop, stance_of(game))
        outside = _beside(game, companies, face.stops[stop].slots)
        inside = list(companies)
        if outside:
            inside.remove(outside)
            yield _station(name, outside, marker(game, outside, beside(face, stance_of(game)), BESIDE, "beside"))
        for place, company in enumerate(inside):
            # More markers than places can lie in a stop that has just merged: the last place takes them all.
            lying = marker(game, company, places[min(place, len(places) - 1)], slot_size(face) - 0.9)
            yield _station(name, company, lying)


def _station(name: str, company: str, drawn: Markup) -> Markup:
    return piece(f"station:{company}:{name}", drawn)


def _beside(game: RailGame, companies: tuple[str, ...], room: int) -> str:
    """Who lies beside the circles of a stop: a company with two homes, or who is no railroad; "" if nobody."""
    if len(companies) <= room:
        return ""
    able = [company for company in companies if game.rules.companies[company].second_home]
    return next(reversed(able or [company for company in companies if company not in game.rules.railroads]), "")


def _lies_beside(game: RailGame, s: RailState, name: str, homes: Sequence[str]) -> Iterator[str]:
    """Who lies beside the circles of a hex, or on one without a city, or will begin there."""
    face = game.track.lying(s)[game.rules.hexmap.number[name]]
    yield from (company for company, home in s.heralds.items() if home == name)
    for stop, companies in enumerate(s.stations.get(name, ())):
        yield _beside(game, companies, face.stops[stop].slots)
    for company in homes:
        second = game.rules.companies[company].second_home
        if not face.stops or (second and not _circle_left(game, s, name, face, homes)):
            yield company


def _circle_left(game: RailGame, s: RailState, name: str, face: Face, homes: Sequence[str]) -> bool:
    """Whether a circle is left for a company with two homes, besides those that are kept for others."""
    kept = sum(not game.rules.companies[company].second_home for company in homes)
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


def _home_marks(game: RailGame, s: RailState, name: str, face: Face, companies: Sequence[str]) -> Iterator[Markup]:
    """A pale marker where a company will begin; small and beside, where it may choose."""
    stance = stance_of(game)
    free = iter(asides(face, stance, _asides(game, s, name, companies)))
    for company in companies:
        if game.rules.companies[company].second_home:
            left = _circle_left(game, s, name, face, companies)
            circle, aside = (slots(face, 0, stance)[-1], slot_size(face) - 2.2), (beside(face, stance), BESIDE * 0.85)
            place, size = circle if left else aside
            yield marker(game, company, place, size, "home")
            continue
        if not face.stops:
            yield marker(game, company, beside(face, stance), BESIDE * 0.85, "home")
            continue
        if _chooses(game, s, name, company):
            yield marker(game, company, next(free), slot_size(face) * 0.62, "home")
            continue
        stops = game.track.home_stops(s, company, name)
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
