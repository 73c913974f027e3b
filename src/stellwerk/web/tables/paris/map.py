"""The map of France: spaces, cities, lines and locomotives, with every legal space as something to click."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.games.paris.board import Board, place_of
from stellwerk.web.render import compact
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point, el, number, piece, points
from stellwerk.web.svg.hex import RADIUS, Place, centre, corners, frame
from stellwerk.web.svg.map import RING, Hex, border, caption, hex_map
from stellwerk.web.svg.shapes import city, locomotive
from stellwerk.web.tables.paris.facts import Company, companies, paris, recent

NAME_SIZE: Final = 10.0
LOCO_SIZE: Final = 9.5
PAIR_SIZE: Final = 8.2
PAIR_GAP: Final = 19.5
LIFT: Final = 6.5
"""How far above the middle of its hex a city's mark stands, to leave room for its name."""


def draw_map(scene: Scene) -> Markup:
    """The board as the visitor sees it."""
    _ = scene.say
    _game, t, s = paris(scene)
    known = {company.id: company for company in companies(scene)}
    holders = holders_of(s.lines)
    stands = positions(t.board, holders)
    legal: dict[str, list[Choice]] = defaultdict(list)
    for choice in scene.choices:
        if choice.kind == "place":
            legal[choice.args[1]].append(choice)
    changed = scene.changed
    marked = {**dict.fromkeys(recent(scene), "fresh"), **dict.fromkeys(s.building, "building")}
    hexes = [
        Hex(
            space,
            _place(space),
            _label(scene, space, [known[colour].name for colour in holders.get(space, ())])
            + _open_to(scene, [known[choice.args[0]].name for choice in legal.get(space, ())]),
            " ".join(filter(None, (_kind(t.board, space), marked.get(space), *_states(space, legal, changed)))),
            [_option(choice) for choice in legal.get(space, ())],
        )
        for space in t.board.spaces
    ]
    over = [
        *(border(_place(a), _place(b), "dashed") for a, b in t.board.dashed),
        *(rail for line in s.lines.items() for rail in _rails(t.board, *line, stands)),
        *_cities(t.board, holders, t.board.value),
        *_locomotives(holders, known, stands),
        *_names(t.board, t.board.value),
        _tower(centre(_place(t.board.eiffel))),
    ]
    return hex_map(hexes, _("Map of France"), over)


def draw_part(scene: Scene, data: Mapping[str, Any], label: str) -> Markup:
    """Some spaces with `lines` of locomotives by colour, for the rules; those in `open` are marked."""
    _game, t, _s = paris(scene)
    lines = {colour: tuple(line) for colour, line in data["lines"].items()}
    holders, known = holders_of(lines), {company.id: company for company in companies(scene)}
    stands, shown, free = positions(t.board, holders), data["spaces"], data.get("open", ())
    cities = {space for space in t.board.value if space in shown}
    drawn = [
        *(_space(t.board, space, marked=space in free) for space in shown),
        *(border(_place(a), _place(b), "dashed") for a, b in t.board.dashed if {a, b} <= set(shown)),
        *(rail for line in lines.items() for rail in _rails(t.board, *line, stands)),
        *_cities(t.board, holders, cities),
        *_locomotives(holders, known, stands),
        *_names(t.board, cities),
    ]
    box = frame(_place(space) for space in shown)
    attrs = {"viewBox": " ".join(map(number, box)), "role": "img", "aria-label": label}
    svg = el("svg", {"class": "drawn-sketch", **attrs, "width": box[2] * 1.6, "height": box[3] * 1.6}, *drawn)
    return el("div", {"class": "sketch map"}, svg)


def _space(board: Board, space: str, *, marked: bool) -> Markup:
    middle = centre(_place(space))
    face = el("polygon", {"class": "face", "points": points(corners(middle))})
    ring = [el("polygon", {"class": "ring", "points": points(corners(middle, RADIUS - 2.2))})] if marked else []
    return el("g", {"class": f"hex {_kind(board, space)}" + (" open" if marked else "")}, face, *ring)


def _states(space: str, legal: Collection[str], changed: Collection[str]) -> Iterator[str]:
    """What is to be seen of a space besides: whether something can be built there, whether it is new to the visitor."""
    if space in legal:
        yield "open"
    if space in changed:
        yield "changed"


def holders_of(lines: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """The colours that stand on each space."""
    here: dict[str, list[str]] = defaultdict(list)
    for colour, line in lines.items():
        for space in line:
            here[space].append(colour)
    return here


def positions(board: Board, holders: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], Point]:
    """Where each locomotive stands, by colour and space: two on a space stand side by side."""
    found = {}
    for space, colours in holders.items():
        middle = centre(_place(space)).moved(0, -LIFT if space in board.value else 0)
        for at, colour in enumerate(colours):
            found[colour, space] = middle.moved((at - (len(colours) - 1) / 2) * PAIR_GAP, 0)
    return found


@cache
def _place(space: str) -> Place:
    return Place(*place_of(space))


def _kind(board: Board, space: str) -> str:
    if space == board.eiffel:
        return "tower"
    if space in board.stations:
        return "station"
    return f"city c{board.value[space]}" if space in board.value else "land"


def _option(choice: Choice) -> Markup:
    """A legal space for one colour: shown while that colour is chosen."""
    colour = choice.args[0]
    attrs = {"class": f"opt co-{colour}", "data-pick": colour, "data-choice": compact(choice.to_json())}
    return el("g", attrs, RING, _DOT)


_DOT: Final = el("circle", {"r": 3.2})


def _label(scene: Scene, space: str, there: Sequence[str]) -> str:
    """What a space is and who stands on it, in words."""
    _ = scene.say
    _game, t, _s = paris(scene)
    if space == t.board.eiffel:
        what = _("Eiffel Tower, closed")
    elif space in t.board.stations:
        what = _("%(name)s, start space", name=scene.name(space))
    elif space in t.board.value:
        what = _("%(name)s, city worth %(value)s", name=scene.name(space), value=t.board.value[space])
    else:
        what = _("%(space)s, landscape", space=space)
    return f"{what}: {', '.join(there)}" if there else what


def _open_to(scene: Scene, colours: Sequence[str]) -> str:
    """The end of that sentence: which colours the visitor can build there."""
    _ = scene.say
    return "; " + _("you can build here: %(names)s", names=", ".join(colours)) if colours else ""


def _rails(
    board: Board, colour: str, line: tuple[str, ...], stands: Mapping[tuple[str, str], Point]
) -> Iterator[Markup]:
    """Rails between the locomotives of a line: each is tied to the latest earlier one next to it."""
    way = ""
    for at, space in enumerate(line[1:], 1):
        near = board.near[board.number[space]]
        for earlier in reversed(line[:at]):
            if near >> board.number[earlier] & 1:
                (x1, y1), (x2, y2) = stands[colour, earlier], stands[colour, space]
                way += f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
                break
    if way:
        yield el("path", {"class": f"casing co-{colour}", "d": way})
        yield el("path", {"class": f"rail co-{colour}", "d": way})


def _cities(board: Board, holders: Mapping[str, Sequence[str]], shown: Collection[str]) -> Iterator[Markup]:
    """The marks of free cities; one that is taken is worth nothing to anybody any more."""
    for space, value in board.value.items():
        if space in shown and space not in holders:
            yield city(value, centre(_place(space)).moved(0, -LIFT), 6.6 if value < 4 else 8.5)


def _locomotives(
    holders: Mapping[str, Sequence[str]],
    known: Mapping[str, Company],
    stands: Mapping[tuple[str, str], Point],
) -> Iterator[Markup]:
    for space, colours in holders.items():
        size = LOCO_SIZE if len(colours) == 1 else PAIR_SIZE
        for colour in colours:
            company = known[colour]
            drawn = locomotive(company.shape, colour, company.letter, stands[colour, space], size)
            yield piece(f"loco:{colour}:{space}", drawn)


def _names(board: Board, shown: Collection[str]) -> Iterator[Markup]:
    for space, value in board.value.items():
        if space in shown:
            yield caption(board.names[space], centre(_place(space)).moved(0, 12.8), f"name n{value}", NAME_SIZE)


def _tower(middle: Point) -> Markup:
    """Paris: a tower of four strokes."""
    legs = "M0 -15C-1 -4 -4 6 -9 13M0 -15C1 -4 4 6 9 13M-4 3H4M-6.5 8.5C-3 5.5 3 5.5 6.5 8.5"
    move = f"translate({number(middle.x)} {number(middle.y)})"
    return el("path", {"class": "tower-mark", "d": legs, "transform": move})
