"""Drawings of Railroad Revolution for its rules and its summary: workers, symbols, milestones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from stellwerk.core.errors import DataError
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import el, number
from stellwerk.web.svg.tokens import GLYPHS, Sign, glyph_badge, signs
from stellwerk.web.tables.base import Figure, Meaning, sign_list
from stellwerk.web.tables.revolution.look import letter, worker_icon


def figures(scene: Scene) -> Iterator[Figure]:
    """What says more than words."""
    _ = scene.say
    workers = {
        "white": _("white: promotes one worker, whatever the action"),
        "violet": _("violet, the foreman: mostly points"),
        "orange": _("orange, the accountant: saves or earns money"),
        "grey": _("grey, the negotiator: shares, bonuses and deals"),
        "turquoise": _("turquoise, the engineer: more of the main action"),
    }
    symbols = {
        "rail": _("a rail"),
        "station": _("a station"),
        "office": _("a telegraph office"),
        "money": _("money"),
        "shares": _("shares of the telegraph company: worth $150, or pay for deals"),
        "steps": _("steps on the achievement tracks"),
        "promote": _("promote a worker to a milestone"),
        "loco": _("a locomotive: 8 points face up"),
        "flip": _("turn a locomotive over: use its bonus, or make it ready again"),
        "swap": _("swap a worker for one of another colour"),
        "deal": _("a deal: the open deal tile is offered to all"),
        "terrain": _("difficult terrain: $100 for each triangle"),
    }
    yield Figure(
        "workers",
        _("Workers"),
        sign_list(scene, (Meaning(worker_icon(scene, colour), workers[colour]) for colour in COLOURS)),
    )
    yield Figure(
        "symbols", _("Symbols"), sign_list(scene, (Meaning(glyph_badge(name), text) for name, text in symbols.items()))
    )


def sketch(scene: Scene, data: Mapping[str, Any], label: str) -> Markup:
    """Workers, symbols and words in a row, as in `violet`, `money −100` or `→`."""
    drawn, width = signs(_sign(scene, part) for part in data["signs"])
    attrs = {"viewBox": f"-3 -3 {number(width + 6)} 24", "role": "img", "aria-label": label}
    svg = el("svg", {"class": "drawn-sketch icons", **attrs, "width": (width + 6) * 1.5, "height": 36.0}, drawn)
    return el("div", {"class": "sketch"}, svg)


def _sign(scene: Scene, part: str) -> Sign:
    name, _, text = part.partition(" ")
    if name in COLOURS:
        return Sign(name, text, letter(scene, name))
    if name in GLYPHS:
        return Sign(name, text)
    if name.isalpha():
        raise DataError("sketches.toml", f"no sign is called {name!r}")
    return Sign("", part)
