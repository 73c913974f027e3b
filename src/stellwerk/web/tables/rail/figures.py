"""Drawings of an 18xx title for its rules and its summary, from its tables: tiles, market, signs of the map."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.shares import price_rules
from stellwerk.eighteen.tiles import COLOURS
from stellwerk.web.scene import Scene
from stellwerk.web.svg.movement import movement
from stellwerk.web.svg.tile import picture
from stellwerk.web.tables.base import Figure, Meaning, sign_list
from stellwerk.web.tables.rail.key import map_key
from stellwerk.web.tables.rail.look import rail, stance_of
from stellwerk.web.tables.rail.panels import market_panel
from stellwerk.web.tables.rail.track import tiles_panel


def figures(scene: Scene) -> Iterator[Figure]:
    """What says more than words, most useful first."""
    _ = scene.say
    game, _s = rail(scene)
    yield Figure(
        "signs",
        _("Map legend"),
        sign_list(scene, [*_places(scene, game), *(Meaning(*entry) for entry in map_key(scene))]),
    )
    yield Figure("movement", _("How prices move"), movement(_ways(scene, game), _("How prices move")))
    yield Figure("market", _("Stock market"), market_panel(scene))
    yield Figure("tiles", _("Tiles and what they may become"), tiles_panel(scene), small=False)


def _places(scene: Scene, game: RailGame) -> Iterator[Meaning]:
    """A tile for each kind of place, and the colours in their order."""
    _, catalogue, stance = scene.say, game.rules.catalogue, stance_of(game)
    faces = [catalogue.face(number, 0) for number in catalogue]
    shown = {
        (): _("plain track"),
        ("town",): _("a town: a small stop"),
        ("city",): _("a city: room for stations of companies"),
    }
    for kinds, text in shown.items():
        fits = (face for face in faces if face.colour == "yellow" and tuple(stop.kind for stop in face.stops) == kinds)
        if first := next(fits, None):
            yield Meaning(picture(first, stance), text)
    for colour in COLOURS:
        found = next((face for face in faces if face.colour == colour and face.stops), None)
        if found and colour != "yellow":
            yield Meaning(picture(found, stance), _("%(colour)s: comes with a later phase", colour=scene.name(colour)))


def _ways(scene: Scene, game: RailGame) -> dict[str, str]:
    _, (_game, s) = scene.say, rail(scene)
    said = {"right": _("dividend paid"), "left": _("nothing paid")}
    rows = {row for row, _column in game.rules.market.price}
    if len(rows) > 1 and price_rules(game.rules, s).drop != "never":
        said |= {"down": _("shares sold"), "up": _("all shares with players at the end of a stock round")}
    return said
