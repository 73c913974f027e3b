"""The map of France: spaces, cities, lines and locomotives, with every legal space as something to click."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from markupsafe import Markup

from stellwerk.core.choice import Choice
from stellwerk.games.paris.board import Board, place_of
from stellwerk.web.render import compact
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point, el, number
from stellwerk.web.svg.hex import Place, centre
from stellwerk.web.svg.map import RING, Hex, border, caption, hex_map
from stellwerk.web.svg.shapes import city, locomotive
from stellwerk.web.tables.paris.facts import Company, companies, paris, recent

NAME_SIZE: Final = 8.6
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
    marked = {**dict.fromkeys(recent(scene), "fresh"), **dict.fromkeys(s.building, "building")}
    hexes = [
        Hex(
            space,
            _place(space),
            _label(scene, space, [known[colour].name for colour in holders.get(space, ())]),
            " ".join(filter(None, (_kind(t.board, space), marked.get(space), "open" if space in legal else ""))),
            [_option(choice) for choice in legal.get(space, ())],
        )
        for space in t.board.spaces
    ]
    over = [
        *(border(_place(a), _place(b), "dashed") for a, b in t.board.dashed),
        *(rail for line in s.lines.items() for rail in _rails(t.board, *line, stands)),
        *_cities(t.board, holders),
        *_locomotives(holders, known, stands, s.building[-1:]),
        *_names(t.board),
        _tower(centre(_place(t.board.eiffel))),
    ]
    return hex_map(hexes, _("Map of France"), over)


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


def _cities(board: Board, holders: Mapping[str, Sequence[str]]) -> Iterator[Markup]:
    """The marks of free cities; one that is taken is worth nothing to anybody any more."""
    for space, value in board.value.items():
        if space not in holders:
            yield city(value, centre(_place(space)).moved(0, -LIFT), 6.6 if value < 4 else 8.5)


def _locomotives(
    holders: Mapping[str, Sequence[str]],
    known: Mapping[str, Company],
    stands: Mapping[tuple[str, str], Point],
    latest: tuple[str, ...],
) -> Iterator[Markup]:
    for space, colours in holders.items():
        size = LOCO_SIZE if len(colours) == 1 else PAIR_SIZE
        for colour in colours:
            company = known[colour]
            extra = " new" if space in latest else ""
            yield locomotive(company.shape, colour, company.letter, stands[colour, space], size, extra)


def _names(board: Board) -> Iterator[Markup]:
    for space, value in board.value.items():
        yield caption(board.names[space], centre(_place(space)).moved(0, 12.8), f"name n{value}", NAME_SIZE)


def _tower(middle: Point) -> Markup:
    """Paris: a tower of four strokes."""
    legs = "M0 -15C-1 -4 -4 6 -9 13M0 -15C1 -4 4 6 9 13M-4 3H4M-6.5 8.5C-3 5.5 3 5.5 6.5 8.5"
    move = f"translate({number(middle.x)} {number(middle.y)})"
    return el("path", {"class": "tower-mark", "d": legs, "transform": move})
