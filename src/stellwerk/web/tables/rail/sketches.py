"""Drawings beside single rules of an 18xx title: rows of tiles, moves on the market, parts of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from stellwerk.core.errors import DataError
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.market import Cell, Market
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import EDGES, STOP, Face
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point, el, number
from stellwerk.web.svg.face import shapes
from stellwerk.web.svg.rail_map import border, gauge_change
from stellwerk.web.svg.runs import drawn_run, pieces
from stellwerk.web.svg.stance import Stance
from stellwerk.web.svg.tile import tile
from stellwerk.web.tables.rail.hexes import gauge_changes
from stellwerk.web.tables.rail.look import rail, stance_of
from stellwerk.web.tables.rail.map import written

FILE: Final = "sketches.toml"
GAP: Final = 34.0
"""Between two tiles of a row, for an arrow."""

CELL: Final = Point(46, 30)
AROUND: Final = (1, 2)
"""How many rows and columns of the market are shown round the marker."""

OVER: Final = 8.0
"""Room round a part of the board."""


def sketch(scene: Scene, what: str, data: Mapping[str, Any], label: str) -> Markup:
    """A drawing by the name of its kind."""
    game, s = rail(scene)
    kinds = {"tiles": _tiles, "price": _price, "board": _board}
    if what not in kinds:
        raise DataError(FILE, f"there is no drawing {what!r}")
    return kinds[what](game, s, data, label)


def _framed(css: str, box: tuple[float, float, float, float], label: str, *drawn: Markup) -> Markup:
    attrs = {"viewBox": " ".join(map(number, box)), "role": "img", "aria-label": label}
    # Its own size in units of the page keeps a small drawing from filling the width.
    svg = el("svg", {"class": "drawn-sketch", **attrs, "width": box[2], "height": box[3]}, *drawn)
    return el("div", {"class": f"sketch {css}"}, svg)


# --- tiles -----------------------------------------------------------------------------------------------


def _tiles(game: RailGame, _s: RailState, data: Mapping[str, Any], label: str) -> Markup:
    """Tiles in a row, as `number/turn`: each becomes the next, or they stand side by side without arrows."""
    stance = stance_of(game)
    faces = [_face(game, name) for name in data["tiles"]]
    arrows = data.get("arrows", True)
    step = 2 * stance.reach.x + GAP
    drawn = [
        part
        for at, named in enumerate(zip(data["tiles"], faces, strict=True))
        for part in _one(at, step, named, stance)
    ]
    if arrows:
        drawn += [
            _arrow(Point((at + 0.5) * step - 11, 0), Point((at + 0.5) * step + 11, 0)) for at in range(len(faces) - 1)
        ]
    x, y = stance.reach
    return _framed("railbox", (-x - 6, -y - 6, (len(faces) - 1) * step + 2 * x + 12, 2 * y + 30), label, *drawn)


def _one(at: int, step: float, named: tuple[str, Face], stance: Stance) -> Iterator[Markup]:
    name, face = named
    hexagon = el("polygon", {"class": "face", "points": stance.outline()})
    move = {"class": f"tile c-{face.colour}", "transform": f"translate({number(at * step)} 0)"}
    yield el("g", move, hexagon, tile(face, stance))
    yield el("text", {"class": "tile-number", "x": at * step, "y": stance.reach.y + 17}, name.partition("/")[0])


def _face(game: RailGame, name: str) -> Face:
    tile_, _, turn = name.partition("/")
    return game.rules.catalogue.face(tile_, int(turn or 0))


# --- market ----------------------------------------------------------------------------------------------


def _price(game: RailGame, _s: RailState, data: Mapping[str, Any], label: str) -> Markup:
    """A marker on its cell, the cells round it, and an arrow to where `moves` lead: way and steps."""
    market = game.rules.market
    start = _cell_at(market, data["price"])
    goals = [_goal(market, start, way, steps) for way, steps in data["moves"].items()]
    shown = {
        cell: price for cell, price in market.price.items() if cell not in market.track and _near(cell, start, goals)
    }
    drawn = [_cell(cell, price, start) for cell, price in shown.items()]
    drawn += [_move(_middle(start), _middle(goal)) for goal in goals]
    at = [_middle(cell) for cell in shown]
    left, top = min(p.x for p in at) - CELL.x / 2 - 4, min(p.y for p in at) - CELL.y / 2 - 4
    right, bottom = max(p.x for p in at) + CELL.x / 2 + 4, max(p.y for p in at) + CELL.y / 2 + 4
    return _framed("prices", (left, top, right - left, bottom - top), label, *drawn)


def _goal(market: Market, start: Cell, way: str, steps: int) -> Cell:
    goal = start
    for _ in range(steps):
        goal = {"left": market.left, "right": market.right, "up": market.up, "down": market.down}[way](goal)
    if goal == start:
        raise DataError(FILE, f"nothing leads {way} from {market.price[start]}")
    return goal


def _near(cell: Cell, start: Cell, goals: Sequence[Cell]) -> bool:
    """Whether a cell lies round the marker, or on the way to where it goes."""
    return all(
        min(at, *(goal[axis] for goal in goals)) - AROUND[axis] <= cell[axis]
        and cell[axis] <= max(at, *(goal[axis] for goal in goals)) + AROUND[axis]
        for axis, at in enumerate(start)
    )


def _cell_at(market: Market, price: int) -> Cell:
    """The cell of a par value, else the first with that price."""
    known = market.pars.get(price) or next((cell for cell, here in market.price.items() if here == price), None)
    if known is None:
        raise DataError(FILE, f"no cell of the market has the price {price}")
    return known


def _middle(cell: Cell) -> Point:
    return Point(cell[1] * CELL.x, cell[0] * CELL.y)


def _cell(cell: Cell, price: int, start: Cell) -> Markup:
    x, y = _middle(cell)
    box = {"x": x - CELL.x / 2, "y": y - CELL.y / 2, "width": CELL.x, "height": CELL.y}
    css = "cell marked" if cell == start else "cell"
    words = el("text", {"x": x, "y": y - 3}, str(price))
    return el("g", {"class": css}, el("rect", box), words)


def _move(start: Point, goal: Point) -> Markup:
    """From the lower half of a cell to that of another, so that both prices can be read."""
    one, other = start.moved(0, 7), goal.moved(0, 7)
    length = max(((other.x - one.x) ** 2 + (other.y - one.y) ** 2) ** 0.5, 1)
    x, y = (other.x - one.x) / length, (other.y - one.y) / length
    return el("circle", {"class": "from", "cx": one.x, "cy": one.y, "r": 4}) + _arrow(one.moved(5 * x, 5 * y), other)


def _arrow(one: Point, other: Point) -> Markup:
    length = max(((other.x - one.x) ** 2 + (other.y - one.y) ** 2) ** 0.5, 1)
    x, y = (other.x - one.x) / length * 6, (other.y - one.y) / length * 6
    tip = [other.moved(-x - y, -y + x), other, other.moved(-x + y, -y - x)]
    ways = [f"M{number(one.x)} {number(one.y)}L{number(other.x)} {number(other.y)}"]
    ways.append("M" + "L".join(f"{number(p.x)} {number(p.y)}" for p in tip))
    return el("path", {"class": "arrow", "d": "".join(ways)})


# --- a part of the board ---------------------------------------------------------------------------------


def _board(game: RailGame, first: RailState, data: Mapping[str, Any], label: str) -> Markup:
    """Hexes with what `lay`, `stations` and `runs` put on them; `open` ones are marked."""
    stance, names, s = stance_of(game), data["hexes"], _laid(game, first, data)
    lying, number_of = game.track.lying(s), game.rules.hexmap.number
    faces = {name: lying[number_of[name]] for name in names}
    drawn = [_hex(game, s, name, faces[name], data) for name in names]
    runs = [_route(run, faces) for run in data.get("runs", [])]
    counted = [frozenset(step for step in run if step[1] >= STOP) for run in runs]
    over = [*_borders(game, names), *_changes(game, s, names)]
    words = [el("g", {"transform": _at(stance, name)}, written(game, s, game.rules.hexmap[name])) for name in names]
    layers = (*drawn, drawn_run(runs, counted, faces.__getitem__, stance), *words, *over)
    middles, (x, y) = [stance.middle(name) for name in names], stance.reach.moved(OVER, OVER)
    left, top = min(at.x for at in middles) - x, min(at.y for at in middles) - y
    right, bottom = max(at.x for at in middles) + x, max(at.y for at in middles) + y
    return _framed("railbox", (left, top, right - left, bottom - top), label, el("g", {"class": "over"}, *layers))


def _laid(game: RailGame, first: RailState, data: Mapping[str, Any]) -> RailState:
    """The first position with some tiles and stations more; no rule is asked, since a sketch shows only a part."""
    s = first.copy()
    s.faces, s.faces_of = [], {}
    for name, tile_ in data.get("lay", {}).items():
        number_, _, turn = tile_.partition("/")
        s.tiles[name] = (number_, int(turn or 0))
    lying = game.track.lying(s)
    for name, companies in data.get("stations", {}).items():
        face = lying[game.rules.hexmap.number[name]]
        s.stations[name] = (tuple(companies), *((),) * (len(face.stops) - 1))
    return s


def _hex(game: RailGame, s: RailState, name: str, face: Face, data: Mapping[str, Any]) -> Markup:
    stance, hex_ = stance_of(game), game.rules.hexmap[name]
    css = ["hx", f"c-{face.colour if name in s.tiles else hex_.kind}"]
    ring = el("polygon", {"class": "ring", "points": stance.outline(0.93)})
    if name in data.get("open", ()):
        css.append("open")
    hexagon = el("polygon", {"class": "face", "points": stance.outline()})
    attrs = {"class": " ".join(css), "transform": _at(stance, name)}
    return el("g", attrs, hexagon, shapes(face, stance), ring)


def _at(stance: Stance, name: str) -> str:
    x, y = stance.middle(name)
    return f"translate({number(x)} {number(y)})"


def _route(run: Sequence[str], faces: Mapping[str, Face]) -> tuple[tuple[str, int], ...]:
    """A route from words such as `H10:1` (by edge 1 to the next hex), `H10:city` and `H10:city2`, its second stop."""
    steps = [step.partition(":") for step in run]
    route = tuple((name, _end(end)) for name, _, end in steps)
    for name, a, b in pieces(route):
        if not any((path.a, path.b) == (a, b) for path in faces[name].paths):
            raise DataError(FILE, f"the run {run} has no track on {name}")
    return route


def _end(text: str) -> int:
    return STOP + int(text.removeprefix("city") or 1) - 1 if text.startswith("city") else int(text)


def _borders(game: RailGame, names: Sequence[str]) -> Iterator[Markup]:
    """Where gauges part, and sides that no track may cross."""
    stance = stance_of(game)
    for name in names:
        hex_ = game.rules.hexmap[name]
        for edge in EDGES:
            if hex_.impassable >> edge & 1:
                yield border(name, edge, "impassable", stance)
            if (name, edge) in game.rules.routes.borders:
                yield border(name, edge, "region", stance)


def _changes(game: RailGame, s: RailState, names: Sequence[str]) -> Iterator[Markup]:
    for name, edge, other in gauge_changes(game, s):
        if name in names and other in names:
            yield gauge_change(name, edge, stance_of(game))
