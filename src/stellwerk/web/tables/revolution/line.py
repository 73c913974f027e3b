"""The telegraph line, the achievement tracks, the open deal, the locomotives and the general supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from stellwerk.games.railroad_revolution.board import Gate, Track
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.scoring import multiplied
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point, el, number, piece
from stellwerk.web.svg.tokens import glyph, seat_badge, seat_mark, worker
from stellwerk.web.tables.revolution.begin import begins, begun_with, with_workers
from stellwerk.web.tables.revolution.look import Gift, by_args, does, gift, revolution, worker_icon
from stellwerk.web.tables.revolution.map import owned


class Area(NamedTuple):
    """An area of the telegraph line."""

    number: int
    shares: int
    first: int
    deal: bool
    gift: Gift | None
    owners: Sequence[Markup]
    label: str
    acts: dict[str, str | None]
    link: int | None
    """Points between this area and the next."""

    joined: bool
    """Whether the visitor has offices in both."""


def areas(scene: Scene) -> list[Area]:
    """The line from left to right."""
    _game, t, s = revolution(scene)
    legal, begun = by_args(scene, "open"), begins(scene)
    found = []
    for n, printed in enumerate(t.board.areas):
        wire = s.wires[n]
        owners = s.offices[n]
        last = n == len(t.board.areas) - 1
        found.append(
            Area(
                n + 1,
                printed.shares,
                printed.first,
                printed.deal,
                gift(scene, t.tiles.telegraph[wire]) if wire else None,
                [seat_badge(owner) for owner in owners],
                _area_label(scene, n) + with_workers(scene, begun, "open", n + 1),
                {**does(scene, legal.get((n + 1,)), "open", n + 1), **begun_with(begun, "open", n + 1)},
                None if last else t.board.area_links[n],
                not last and scene.seat in owners and scene.seat in s.offices[n + 1],
            )
        )
    return found


def _area_label(scene: Scene, n: int) -> str:
    _, (_game, t, s) = scene.say, revolution(scene)
    printed, wire = t.board.areas[n], s.wires[n]
    shares = scene.say.ngettext("%(num)s share", "%(num)s shares", printed.shares)
    parts = [
        _("Area %(number)s: %(shares)s, %(more)s more for the first", number=n + 1, shares=shares, more=printed.first)
    ]
    if printed.deal:
        parts.append(_("deal symbol"))
    if wire:
        parts.append(_("tile: %(reward)s", reward=scene.name(wire)))
    return "; ".join([*parts, owned(scene, s.offices[n])])


# --- tracks ----------------------------------------------------------------------------------------------

CELL: Final = 35.0
LANE: Final = 58.0
TOP: Final = 17.0
MARK: Final = 7.2


class TrackRow(NamedTuple):
    """A track: its drawing, and what it counts for each seat."""

    id: str
    name: str
    drawing: Markup
    counts: Sequence[tuple[Markup, str, int, int]]


def tracks(scene: Scene) -> list[TrackRow]:
    _game, t, s = revolution(scene)
    rows = []
    for n, track in enumerate(t.tracks):
        counts = [
            (seat_badge(seat), scene.player(seat), multiplied(t, s, seat)[track.id], track.points[s.steps[seat][n]])
            for seat in range(len(scene.names))
        ]
        places = [steps[n] for steps in s.steps]
        rows.append(TrackRow(track.id, scene.name(track.id), _track(scene, track, places), counts))
    return rows


def _track(scene: Scene, track: Track, places: Sequence[int]) -> Markup:
    """Thirteen spaces from left to right; gates stand before the spaces that they bar."""
    _, size = scene.say, len(track.points)
    here = ", ".join(f"{scene.player(seat)} {track.points[place]}" for seat, place in enumerate(places))
    said = _("%(track)s: points for each now: %(here)s", track=scene.name(track.id), here=here)
    width = size * CELL + 4
    parts: list[Markup] = []
    for n, points in enumerate(track.points):
        x = 2 + n * CELL
        attrs: dict[str, str | float | None] = {
            "class": "cell" + _goal(scene, places, n),
            "x": x + 1,
            "y": TOP,
            "width": CELL - 2,
            "height": LANE - TOP - 2,
        }
        parts.append(el("rect", {**attrs, "rx": 5.0, "data-press": _presses(scene, track, places, n)}))
        parts.append(el("text", {"class": "each", "x": x + CELL / 2, "y": LANE - 7, "font-size": 15.5}, str(points)))
        gate = track.gates[n]
        if gate:
            parts += _gate(scene, gate, x)
        seats = [seat for seat, place in enumerate(places) if place == n]
        for at, seat in enumerate(seats):
            off = (at - (len(seats) - 1) / 2) * min(2 * MARK, (CELL - 12) / max(1, len(seats) - 1))
            mark = seat_mark(seat, Point(x + CELL / 2 + off, TOP + 12), MARK)
            parts.append(piece(f"mark:{track.id}:{seat}", mark))
    frame = f"0 0 {number(width)} {number(LANE)}"
    return el("svg", {"class": "track", "viewBox": frame, "role": "img", "aria-label": said}, *parts)


def _goal(scene: Scene, places: Sequence[int], n: int) -> str:
    """The space onto which the visitor can step."""
    return " next" if _stepping(scene) and scene.seat is not None and places[scene.seat] + 1 == n else ""


def _presses(scene: Scene, track: Track, places: Sequence[int], n: int) -> str | None:
    """A click on the next space presses the button of the step."""
    return f"#do-step-{track.id}, [id^=do-step-{track.id}]" if _goal(scene, places, n) else None


def _stepping(scene: Scene) -> bool:
    return scene.on_turn and any(choice.kind == "step" for choice in scene.choices)


def _gate(scene: Scene, gate: Gate, x: float) -> Iterator[Markup]:
    """A bar before the space with what is due."""
    yield el("line", {"class": "gate", "x1": x, "x2": x, "y1": 14.0, "y2": LANE - 2})
    if gate.money:
        yield el("text", {"class": "due", "x": x, "y": 12.0, "font-size": 12.0}, scene.money(gate.money))
    elif gate.shares:
        yield el("g", {"transform": f"translate({number(x - 14)} 0) scale(.8)"}, glyph("shares"))
        yield el("text", {"class": "due", "x": x + 6, "y": 12.0, "font-size": 12.0}, str(gate.shares))
    else:
        yield worker("any", "", Point(x - 7, 0), 0.8)


# --- the middle of the table -----------------------------------------------------------------------------


class Deal(NamedTuple):
    """The open deal and how many are left."""

    id: str
    offers: Sequence[tuple[int, Gift]]
    left: int
    used: int


def deal(scene: Scene) -> Deal | None:
    _game, t, s = revolution(scene)
    if not s.deal:
        return None
    offers = [(offer.shares, gift(scene, offer.reward)) for offer in t.tiles.deals[s.deal]]
    return Deal(s.deal, offers, len(s.deals), len(s.used))


def depot(scene: Scene) -> list[tuple[Gift, int]]:
    """The stacks of locomotives."""
    _game, t, s = revolution(scene)
    return [
        (gift(scene, loco.reward), left) for loco, left in zip(t.tiles.locos, s.depot, strict=True) if not loco.starting
    ]


def bank(scene: Scene) -> list[tuple[Markup, str, int]]:
    """The workers of the general supply."""
    _game, _t, s = revolution(scene)
    return [
        (worker_icon(scene, colour), scene.name(colour), count) for colour, count in zip(COLOURS, s.bank, strict=True)
    ]
