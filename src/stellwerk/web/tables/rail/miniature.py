"""The board of an 18xx title as a picture of a few kilobytes: hexes, terrain, track, stops and homes, no words.

It is shown as a file of its own, which no style sheet reaches, so all colours stand in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from markupsafe import Markup

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.tiles import EDGES, STOP, Face
from stellwerk.web.svg.draw import Point, el, number
from stellwerk.web.svg.stance import Stance
from stellwerk.web.svg.track import MIDDLE, spots
from stellwerk.web.tables.rail.look import stance_of

PAINT: Final = {
    "white": "#efe9d4",
    "yellow": "#f2d544",
    "green": "#7cc36c",
    "brown": "#c68d56",
    "grey": "#b4b9be",
    "red": "#e2705f",
    "blue": "#8fc3de",
}
TERRAIN: Final = {
    "mountain": "#8a6a48",
    "high_mountain": "#4d3a2a",
    "hill": "#b8966c",
    "water": "#3f86b8",
    "river": "#3f86b8",
    "rivers": "#3f86b8",
    "desert": "#d9a94a",
}
INK: Final = "#16181b"
PAPER: Final = "#fffefa"
SCALE: Final = 0.2
"""A hex of the map is 100 units high, one of the picture 20: digits are what a drawing weighs."""


def miniature(game: RailGame) -> Markup:
    """The board before the first action, with the tiles that lie there from the start."""
    stance = stance_of(game)
    frame = stance.frame([hex_.name for hex_ in game.rules.hexmap.hexes])
    box = " ".join(number(length * SCALE) for length in frame)
    attrs = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box}
    return el(
        "svg", attrs, *_ground(game, stance), *_terrain(game, stance), *_rails(game, stance), *_homes(game, stance)
    )


def _faces(game: RailGame) -> Mapping[str, Face]:
    """By hex what lies there before the first action."""
    laid = game.rules.preprinted
    return {
        hex_.name: game.rules.catalogue.face(*laid[hex_.name]) if hex_.name in laid else hex_.face
        for hex_ in game.rules.hexmap.hexes
    }


def _at(stance: Stance, name: str, place: Point = MIDDLE) -> str:
    x, y = place.moved(*stance.middle(name))
    return f"{number(x * SCALE)} {number(y * SCALE)}"


def _ground(game: RailGame, stance: Stance) -> Iterator[Markup]:
    """All hexes of a colour are one line; each begins at its first corner and goes round by steps."""
    corners = stance.corners
    steps = [(corners[at].x - corners[at - 1].x, corners[at].y - corners[at - 1].y) for at in range(1, 6)]
    way = "".join(_step(x * SCALE, y * SCALE) for x, y in steps) + "z"
    hexes: dict[str, str] = {}
    for name, face in _faces(game).items():
        kind = game.rules.hexmap[name].kind
        colour = face.colour if name in game.rules.preprinted else kind
        hexes[colour] = hexes.get(colour, "") + f"M{_at(stance, name, corners[0])}{way}"
    for colour, d in hexes.items():
        yield el("path", {"d": d, "fill": PAINT[colour], "stroke": "#8d8776", "stroke-width": ".5"})


def _step(x: float, y: float) -> str:
    """A step of a line in as few letters as there can be; a minus parts two numbers as a blank does."""
    across, down = number(x), number(y)
    if across == "0":
        return f"v{down}"
    return f"h{across}" if down == "0" else f"l{across} {down}".replace(" -", "-")


def _terrain(game: RailGame, stance: Stance) -> Iterator[Markup]:
    """A dot where building costs something, and a line where no track crosses."""
    dots: dict[str, str] = {}
    for hex_ in game.rules.hexmap.hexes:
        for kind in (hex_.terrain,) if hex_.cost else hex_.ground[:1]:
            if kind in TERRAIN:
                dots[kind] = dots.get(kind, "") + f"M{_at(stance, hex_.name, Point(0, -24))}h0"
    for kind, d in dots.items():
        yield _dots(d, TERRAIN[kind], 4)
    lines = ""
    for hex_ in game.rules.hexmap.hexes:
        for edge in EDGES:
            if hex_.impassable >> edge & 1:
                one, other = stance.corners[edge - 1], stance.corners[edge]
                lines += f"M{_at(stance, hex_.name, one)}L{_at(stance, hex_.name, other)}"
    if lines:
        yield el("path", {"d": lines, "stroke": "#0d4f8b", "stroke-width": "1.6", "stroke-linecap": "round"})


def _rails(game: RailGame, stance: Stance) -> Iterator[Markup]:
    """Track, then towns, then places for stations."""
    track, small, large = "", "", ""
    for name, face in _faces(game).items():
        for path in face.paths:
            ends = [_end(face, end, stance) for end in (path.a, path.b)]
            track += f"M{_at(stance, name, ends[0])}"
            track += (
                f"L{_at(stance, name, ends[1])}"
                if path.b >= STOP
                else f"Q{_at(stance, name)} {_at(stance, name, ends[1])}"
            )
        for stop, spot in zip(face.stops, spots(face, stance), strict=True):
            here = f"M{_at(stance, name, spot.at)}h0"
            if stop.kind == "city":
                large += here
            elif stop.kind != "offboard":
                small += here
    yield el("path", {"d": track, "fill": "none", "stroke": INK, "stroke-width": "1.5"})
    yield _dots(small, INK, 3)
    yield _dots(large, INK, 7.2)
    yield _dots(large, PAPER, 5.6)


def _end(face: Face, end: int, stance: Stance) -> Point:
    if end < STOP:
        return stance.exits[end]
    if face.stops[end - STOP].kind == "offboard":
        return MIDDLE
    return spots(face, stance)[end - STOP].at


def _homes(game: RailGame, stance: Stance) -> Iterator[Markup]:
    """Where companies start, in their colours; side by side where a hex has room for several."""
    faces, taken = _faces(game), dict[str, int]()
    for company in game.rules.railroads:
        facts = game.rules.companies[company]
        d = ""
        for home in filter(None, (*facts.homes, *facts.more_homes)):
            places = [spot.at for spot in spots(faces[home], stance)] or [MIDDLE]
            d += f"M{_at(stance, home, places[min(taken.get(home, 0), len(places) - 1)])}h0"
            taken[home] = taken.get(home, 0) + 1
        if d:
            yield _dots(d, facts.colour, 5.6)


def _dots(d: str, colour: str, width: float) -> Markup:
    """A line without length is a dot, thanks to its round ends."""
    return el("path", {"d": d, "stroke": colour, "stroke-width": width, "stroke-linecap": "round"})
