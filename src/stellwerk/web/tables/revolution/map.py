"""The map of Railroad Revolution: cities with their tiles and stations, rail spaces with terrain and rails."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from markupsafe import Markup

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.games.railroad_revolution.board import City, Space
from stellwerk.games.railroad_revolution.state import NEUTRAL
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point, el, number, piece
from stellwerk.web.svg.tokens import DASHES, ORIGIN, Sign, glyph, seat_mark, signs
from stellwerk.web.svg.usa import land
from stellwerk.web.tables.revolution.begin import Begins, begins, begun_with, with_workers
from stellwerk.web.tables.revolution.layout import BESIDE, FRAME, NODE, Layout, Segment, layout
from stellwerk.web.tables.revolution.look import by_args, does, revolution, said, signs_of

FACE: Final = 160.0
"""The width in which a box is drawn, before it is enlarged to its place."""

LANE: Final = 4.4
"""Between the rails of two seats on one space."""

Attributes = dict[str, str | float | None]


def draw_map(scene: Scene) -> Markup:
    """The board as the visitor sees it."""
    _, (_game, t, _s) = scene.say, revolution(scene)
    where, begun = layout(t.board.cities, t.board.links), begins(scene)
    return el(
        "svg",
        {
            "class": "map revmap",
            "id": "revmap",
            "viewBox": " ".join(map(number, FRAME)),
            "role": "group",
            "aria-label": _("Map of the United States"),
        },
        el("path", {"class": "land", "d": land()}),
        *_leaders(where),
        *(_space(scene, where, n, space, begun) for n, space in enumerate(t.board.spaces)),
        *(_city(scene, where, city, begun) for city in t.board.cities),
        el("g", {"class": "over", "aria-hidden": "true"}, *(_face(scene, where, city) for city in t.board.cities)),
    )


def _leaders(where: Layout) -> Iterator[Markup]:
    """A thin line from each city to its box."""
    for city, node in where.nodes.items():
        box = where.boxes[city]
        x = min(max(node.x, box.x + 8), box.x + box.width - 8)
        y = min(max(node.y, box.y + 8), box.y + box.height - 8)
        yield el("line", {"class": "leader", "x1": node.x, "y1": node.y, "x2": x, "y2": y})


def _spot(name: str, middle: Point, label: str, css: str, acts: dict[str, str | None]) -> Attributes:
    """What makes a place on the map something to point at, to walk to and to press."""
    open_ = " open" if "data-choice" in acts else " begin" if "data-begin" in acts else ""
    return {
        "id": f"rr-{name}",
        "class": f"rr {css}{open_}",
        "data-rr": name,
        "data-x": middle.x,
        "data-y": middle.y,
        "role": "button" if acts else "img",
        "tabindex": "-1",
        "aria-label": label,
        **acts,
    }


# --- rail spaces -----------------------------------------------------------------------------------------


def _space(scene: Scene, where: Layout, n: int, space: Space, begun: Begins) -> Markup:
    _, (_game, _t, s) = scene.say, revolution(scene)
    segment = where.segments[space.id]
    owners = [seat for seat, rails in enumerate(s.network) if rails >> n & 1]
    choice = by_args(scene, "lay").get((space.id,))
    label = _space_label(scene, space, owners, choice) + with_workers(scene, begun, "lay", space.id)
    acts = {**does(scene, choice, "lay", space.id), **begun_with(begun, "lay", space.id)}
    css = "space changed" if space.id in scene.changed else "space"
    attrs = _spot(space.id, segment.middle, label, css, acts)
    way = _way(segment)
    return el(
        "g",
        attrs,
        el("path", {"class": "hit", "d": way}),
        el("path", {"class": "ring", "d": way}),
        el("path", {"class": "bed", "d": way}),
        *(
            piece(f"rail:{space.id}:{seat}", _lane(segment, place, len(owners), seat))
            for place, seat in enumerate(owners)
        ),
        *_symbols(segment, space),
    )


def _way(segment: Segment, shift: Point = ORIGIN) -> str:
    """A curve through three points."""
    (x1, y1), (mx, my), (x2, y2) = segment.start, segment.middle, segment.end
    cx, cy = 2 * mx - (x1 + x2) / 2, 2 * my - (y1 + y2) / 2
    places = [
        number(value) for value in (x1 + shift.x, y1 + shift.y, cx + shift.x, cy + shift.y, x2 + shift.x, y2 + shift.y)
    ]
    return "M{} {}Q{} {} {} {}".format(*places)


def _lane(segment: Segment, place: int, count: int, seat: int) -> Markup:
    """The rail of a seat; several lie side by side."""
    off = (place - (count - 1) / 2) * LANE
    shift = Point(segment.aside.x * off, segment.aside.y * off)
    dashes = DASHES[seat % len(DASHES)]
    return el("path", {"class": f"lane s{seat}", "d": _way(segment, shift), "stroke-dasharray": dashes})


def _symbols(segment: Segment, space: Space) -> Iterator[Markup]:
    """Terrain above the space, a deal symbol below it."""
    aside, middle = segment.aside, segment.middle
    if space.triangles:
        x, y = middle.x + aside.x * BESIDE, middle.y + aside.y * BESIDE
        first = x - (space.triangles - 1) * 5.5
        for at in range(space.triangles):
            yield _triangle(Point(first + at * 11, y))
    if space.deal:
        x, y = middle.x - aside.x * BESIDE, middle.y - aside.y * BESIDE
        yield el("circle", {"class": "dealspot", "cx": x, "cy": y, "r": 10.5})
        yield glyph("deal", Point(x - 9, y - 9.6))


@cache
def _triangle(middle: Point) -> Markup:
    x, y = middle
    corners = f"M{number(x - 5)} {number(y + 4.2)}L{number(x)} {number(y - 5)}L{number(x + 5)} {number(y + 4.2)}Z"
    return el("path", {"class": "terrain", "d": corners})


def _paid(scene: Scene, choice: Choice) -> int:
    """Present cost of building somewhere: a rail may cost more than its terrain, a reward may be free of charge."""
    game, _t, s = revolution(scene)
    return s.cash[choice.seat] - game.apply(s, Action(choice.seat, choice.kind, choice.args)).cash[choice.seat]


def _space_label(scene: Scene, space: Space, owners: list[int], choice: Choice | None) -> str:
    _, (_game, t, _s) = scene.say, revolution(scene)
    parts = [scene.name(space.id)]
    price = scene.money(space.triangles * t.triangle_price)
    terrain = scene.say.ngettext(
        "%(num)s triangle (%(price)s)", "%(num)s triangles (%(price)s)", space.triangles, price=price
    )
    parts.append(terrain if space.triangles else _("no triangle"))
    if space.deal:
        parts.append(_("deal symbol"))
    if owners:
        parts.append(_("rails of %(names)s", names=", ".join(map(scene.player, owners))))
    if choice:
        paid = _paid(scene, choice)
        here = _("you can lay a rail here for %(price)s", price=scene.money(paid))
        parts.append(here if paid else _("you can lay a rail here, free of charge"))
    return "; ".join(parts)


# --- cities ----------------------------------------------------------------------------------------------


def _city(scene: Scene, where: Layout, city: City, begun: Begins) -> Markup:
    """The mark and the box of a city; what stands in the box lies over it."""
    _game, _t, s = revolution(scene)
    node, box = where.nodes[city.id], where.boxes[city.id]
    choice = by_args(scene, "build").get((city.id,))
    label = city_label(scene, city, choice) + with_workers(scene, begun, "build", city.id)
    acts = {**does(scene, choice, "build", city.id), **begun_with(begun, "build", city.id)}
    css = "city changed" if city.id in scene.changed else "city"
    attrs = _spot(city.id, node, label, css, acts)
    here = " mine" if scene.seat in s.stations[city.id] else ""
    frame: Attributes = {"class": "frame", "x": box.x, "y": box.y, "width": box.width, "height": box.height, "rx": 7.0}
    return el(
        "g",
        {**attrs, "class": f"{attrs['class']}{here}"},
        el("circle", {"class": "node", "cx": node.x, "cy": node.y, "r": NODE}),
        el("rect", frame),
    )


def _face(scene: Scene, where: Layout, city: City) -> Markup:
    """What is printed and what lies on a city."""
    node, box = where.nodes[city.id], where.boxes[city.id]
    move = f"translate({number(box.x)} {number(box.y)}) scale({number(box.width / FACE)})"
    return el(
        "g",
        {"class": "face", "id": f"face-{city.id}"},
        el("text", {"class": "city-group", "x": node.x, "y": node.y + 4.8, "font-size": 13.5}, str(city.group)),
        el("g", {"transform": move}, *_box(scene, city)),
    )


def _box(scene: Scene, city: City) -> Iterator[Markup]:
    """Name and cost; the bonus beside the first space; the main reward; further stations."""
    _game, t, s = revolution(scene)
    width = FACE
    owners = s.stations[city.id]
    attrs: Attributes = {"class": "name", "x": 7.0, "y": 17.0, "font-size": 15.0}
    if len(city.name) > 11:
        attrs |= {"textLength": 98.0, "lengthAdjust": "spacingAndGlyphs"}
    yield el("text", attrs, city.name)
    yield el("text", {"class": "cost", "x": width - 6, "y": 17.0, "font-size": 13.5}, scene.money(city.cost))
    yield el("line", {"class": "column-rule", "x1": 0.0, "x2": width, "y1": 23.0, "y2": 23.0})
    yield el("circle", {"class": "first", "cx": 15.0, "cy": 35.0, "r": 9.5})
    if owners:
        yield piece(f"station:{city.id}:0:{owners[0]}", seat_mark(owners[0], Point(15, 35), 8))
    tile = t.tiles.cities.get(s.tiles.get(city.id, ""))
    if tile:
        bonus, _wide = signs(signs_of(scene, tile.first), Point(28, 26))
        yield el("g", {"class": "bonus used" if owners else "bonus"}, bonus)
        main, _wide = signs(signs_of(scene, tile.main) or [Sign("", "–")], Point(7, 46))
        yield main
    for at, owner in enumerate(owners[1:]):
        mark = seat_mark(owner, Point(width - 12 - at * 17, 55), 7)
        yield piece(f"station:{city.id}:{at + 1}:{owner}", mark)


def city_label(scene: Scene, city: City, choice: Choice | None) -> str:
    """A city in words: cost, rewards, who is there."""
    _, (_game, t, s) = scene.say, revolution(scene)
    parts = [
        _(
            "%(city)s, group %(group)s, station for %(cost)s",
            city=city.name,
            group=city.group,
            cost=scene.money(city.cost),
        )
    ]
    tile = t.tiles.cities.get(s.tiles.get(city.id, ""))
    if tile:
        parts.append(_("reward: %(reward)s", reward=said(scene, tile.main)))
        parts.append(_("bonus of the first station: %(reward)s", reward=said(scene, tile.first)))
    parts.append(owned(scene, s.stations[city.id]))
    if choice:
        paid = _paid(scene, choice)
        here = _("you can build a station here for %(price)s", price=scene.money(paid))
        parts.append(here if paid else _("you can build a station here, free of charge"))
    return "; ".join(parts)


def owned(scene: Scene, owners: tuple[int, ...]) -> str:
    """Whose buildings stand somewhere, the first one first."""
    _ = scene.say
    names = [_("nobody's (first space)") if owner == NEUTRAL else scene.player(owner) for owner in owners]
    return _("built: %(names)s", names=", ".join(names)) if names else _("first space free")
