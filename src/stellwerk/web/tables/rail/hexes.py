"""The hexes of an 18xx board in words, for who hears them, and for who points at one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import EDGES, Face, Stop
from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.look import money, rail

BUILDS: Final = frozenset({"lay", "lay_private", "lay_own"})
"""Kinds of actions that lay a tile; all others of the map place a station."""


class Known(NamedTuple):
    """What is known of a hex that is drawn: the title's words, the private that closes it, what can be done, gauges."""

    words: tuple[str, ...] = ()
    blocked: str = ""
    kinds: frozenset[str] = frozenset()
    crossings: tuple[str, ...] = ()


def describe(scene: Scene, hex_: Hex, face: Face, homes: Sequence[str], known: Known) -> str:
    """What a hex is: its names, what lies there, whither track leads, who is there or may come, what can be done."""
    game, s = rail(scene)
    names = dict.fromkeys(stop.name for stop in hex_.face.stops if stop.name)
    level = game.rules.phases[s.phase].level
    said = [hex_.name, " & ".join(names), *(_stop_words(scene, stop, level) for stop in face.stops)]
    said += _ground(scene, hex_)
    said += _exits(scene, face)
    said += _terms(scene, hex_, known.crossings)
    said += known.words
    said += _pieces(scene, hex_, homes, known.blocked)
    said += _open(scene, known.kinds)
    return ", ".join(filter(None, said))


def _exits(scene: Scene, face: Face) -> Iterator[str]:
    """Whither track leads, by the points of the compass."""
    _, (game, _s) = scene.say, rail(scene)
    if face.exits:
        ways = directions(scene, game.rules.hexmap.layout)
        yield _("track to %(ways)s", ways=", ".join(ways[edge] for edge in EDGES if face.exits >> edge & 1))


def directions(scene: Scene, layout: str) -> tuple[str, ...]:
    """What lies behind each edge of a hex."""
    _ = scene.say
    west, east = (_("south-west"), _("north-west")), (_("north-east"), _("south-east"))
    if layout == "pointy":
        return west[0], _("west"), west[1], east[0], _("east"), east[1]
    return _("south"), *west, _("north"), *east


def _open(scene: Scene, kinds: frozenset[str]) -> Iterator[str]:
    """What can be done here now."""
    _ = scene.say
    if BUILDS & kinds:
        yield _("you can build here")
    if kinds - BUILDS:
        yield _("you can place a station here")


def _ground(scene: Scene, hex_: Hex) -> Iterator[str]:
    """What the hex shows: its tile, or the print with its cost, and what marks it."""
    _ = scene.say
    game, s = rail(scene)
    if hex_.name in s.tiles:
        number, _rotation = s.tiles[hex_.name]
        yield _("tile %(number)s", number=number)
        return
    if hex_.plate:
        yield _("plate %(name)s", name=hex_.plate.partition("-")[0])
    if hex_.source == "reconstructed":
        yield _("reconstructed: the print has not been seen")
    if hex_.cost:
        yield _("building costs %(cost)s", cost=money(scene, hex_.cost))
    if hex_.premium:
        yield _("the first tile brings %(amount)s", amount=money(scene, hex_.premium))
    for private in (*s.privates, *s.rights):
        if game.rules.privates[private].own_tile and is_marked(game.rules, s, private, hex_.name):
            yield _("place for the tile of %(name)s", name=scene.name(private))


def _terms(scene: Scene, hex_: Hex, crossings: tuple[str, ...]) -> Iterator[str]:
    """What holds here for trains besides: a bonus, a licence, a change of gauge."""
    _ = scene.say
    game, s = rail(scene)
    routes = game.rules.routes
    if hex_.name in routes.passing.hexes:
        yield _("%(amount)s for each route that passes", amount=money(scene, routes.passing.amount))
    if hex_.name in routes.licensed:
        held = ", ".join(s.licences)
        yield _("only with a licence (held by: %(names)s)", names=held) if held else _("only with a licence")
    if crossings:
        yield _("change of gauge to %(names)s", names=", ".join(crossings))


def _pieces(scene: Scene, hex_: Hex, homes: Sequence[str], blocked: str) -> Iterator[str]:
    """Whose stations and home markers lie here, who will begin here, and which private closes the hex."""
    _ = scene.say
    game, s = rail(scene)
    markers = [company for here in s.stations.get(hex_.name, ()) for company in here]
    if markers:
        yield _("stations: %(names)s", names=", ".join(markers))
    heralds = [company for company, home in s.heralds.items() if home == hex_.name]
    if heralds:
        worth = game.rules.routes.herald
        yield _("home marker without a city: %(names)s, worth %(worth)s to it", names=", ".join(heralds), worth=worth)
    if homes:
        yield _("home of %(names)s", names=", ".join(homes))
    if blocked:
        yield _("closed by %(name)s", name=scene.name(blocked))


def _stop_words(scene: Scene, stop: Stop, level: int) -> str:
    """What a stop is and is worth now; where its value changes, all values in their order."""
    _ = scene.say
    worth = str(stop.worth(level))
    if len(set(stop.revenue)) > 1:
        worth = _("%(worth)s (by phase %(values)s)", worth=worth, values="/".join(map(str, stop.revenue)))
    if stop.kind == "city" and not stop.slots:
        return _("large stop without room for stations, worth %(worth)s", worth=worth)
    if stop.kind == "city" and not any(stop.revenue):
        return scene.say.ngettext("city with %(num)s slot", "city with %(num)s slots", stop.slots)
    if stop.kind == "city":
        return scene.say.ngettext(
            "city worth %(worth)s with %(num)s slot", "city worth %(worth)s with %(num)s slots", stop.slots, worth=worth
        )
    if stop.kind == "offboard":
        return _("off-board place worth %(worth)s", worth=worth)
    if stop.kind == "junction":
        return _("junction")
    if stop.kind == "port":
        return _("port worth %(worth)s", worth=worth)
    return _("town worth %(worth)s", worth=worth) if any(stop.revenue) else _("town")


def is_marked(t: Ruleset, s: RailState, private: str, name: str) -> bool:
    """Whether a private is written on a hex: it bars it, or its own tile may be laid there."""
    facts = t.privates[private]
    if facts.own_tile:
        return name in facts.tile and private not in s.spent
    return name in facts.blocks and private in s.privates


def gauge_changes(game: RailGame, s: RailState) -> Iterator[tuple[str, int, str]]:
    """Where track crosses such a border: a hex, the edge, and the hex behind it."""
    lying = game.track.lying(s)
    for name, edge in sorted(game.rules.routes.borders):
        here = game.rules.hexmap.number[name]
        there = game.rules.hexmap.neighbours[here][edge]
        if lying[here].exits >> edge & 1 and lying[there].exits >> (edge + 3) % 6 & 1:
            yield name, edge, game.rules.hexmap.hexes[there].name


def changes_at(crossings: Iterable[tuple[str, int, str]], name: str) -> tuple[str, ...]:
    """The hexes to which the gauge changes from one."""
    return tuple(one if other == name else other for one, _edge, other in crossings if name in (one, other))
