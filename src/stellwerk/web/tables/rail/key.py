"""The key of an 18xx map: signs that are not on every board, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from markupsafe import Markup

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.tiles import DUAL, STANDARD
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point, el
from stellwerk.web.svg.signs import GROUND, premium
from stellwerk.web.tables.rail.extras import Entry, extras_of
from stellwerk.web.tables.rail.look import rail

LINE: Final = "M-17 0H17"


def map_key(scene: Scene) -> list[Entry]:
    """What is to know about this board; nothing where all track is alike and no ground is told apart."""
    game, _s = rail(scene)
    return [*_track(scene, game), *_ground(scene, game.rules), *extras_of(scene).key(scene)]


def _track(scene: Scene, game: RailGame) -> Iterator[Entry]:
    _, gauges = scene.say, _gauges(game)
    if len(gauges) == 1:
        return
    line = el("path", {"class": "tc", "d": LINE})
    if STANDARD in gauges:
        yield Entry(sample(line, el("path", {"class": "tk", "d": LINE})), _("standard gauge"))
    for gauge in sorted(gauges - {STANDARD, DUAL}):
        drawn = (el("path", {"class": css, "d": LINE}) for css in (f"tk {gauge}", "ties"))
        said = {"metre": _("metre gauge")}
        yield Entry(sample(line, *drawn), said.get(gauge, gauge))
    if DUAL in gauges:
        drawn = (el("path", {"class": css, "d": LINE}) for css in (f"tk {DUAL}", "core"))
        yield Entry(sample(line, *drawn), _("dual gauge: for trains of every gauge"))
    node = el("g", {"class": "junction"}, el("circle", {"r": 4.4}))
    yield Entry(sample(line, el("path", {"class": "tk", "d": LINE}), node), _("junction: no stop"))


@cache
def _gauges(game: RailGame) -> frozenset[str]:
    """The gauges of all tiles."""
    catalogue = game.rules.catalogue
    return frozenset(path.gauge for number in catalogue for path in catalogue.face(number, 0).paths)


def _ground(scene: Scene, t: Ruleset) -> Iterator[Entry]:
    _ = scene.say
    kinds = dict.fromkeys(kind for hex_ in t.hexmap.hexes for kind in hex_.ground)
    names = ground_names(scene)
    for kind in GROUND:
        if kind in kinds:
            yield Entry(sample(GROUND[kind]), names[kind])
    if any(hex_.premium for hex_ in t.hexmap.hexes):
        yield Entry(sample(premium(40).draw(Point(0, 0))), _("premium: what the first tile brings"))


def ground_names(scene: Scene) -> dict[str, str]:
    """What the kinds of ground are called."""
    _ = scene.say
    return {
        "river": _("river"),
        "rivers": _("two rivers"),
        "hill": _("hill"),
        "mountain": _("mountain"),
        "high_mountain": _("high mountain"),
    }


def sample(*drawn: Markup) -> Markup:
    """A sign as a picture of its own; the words beside it say the same."""
    return el("svg", {"class": "tile sample", "viewBox": "-18 -9 36 18", "aria-hidden": "true"}, *drawn)
