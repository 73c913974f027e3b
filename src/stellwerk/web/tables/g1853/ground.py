"""The map of 1853: what the ground costs by gauge, what contracts count where, and territories on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from markupsafe import Markup

from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.tiles import EDGES
from stellwerk.games.g1853.ruleset import Ruleset1853, rules_of
from stellwerk.games.g1853.track import is_large
from stellwerk.web.scene import Scene
from stellwerk.web.svg.draw import Point, el, number
from stellwerk.web.svg.stance import Stance
from stellwerk.web.tables.g1853.contract import own_groups
from stellwerk.web.tables.rail import (
    Entry,
    HexMarks,
    Layer,
    company_on_turn,
    ground_names,
    money,
    planned_for,
    rail,
    sample,
    stance_of,
)

GAUGES: Final = ("standard", "metre")
"""The order in which the costs of a hex are written."""

LETTERS: Final = "ABCDEFGH"
"""Groups of cities that track joins."""

ON_TURN: Final = "territory"
"""The layer that follows the company on turn."""


def hex_marks(scene: Scene, hex_: Hex) -> HexMarks:
    """What 1853 has to say about a hex."""
    game, s = rail(scene)
    t = rules_of(game.rules)
    bare = hex_.name not in s.tiles
    price = "/".join(str(cost) for cost in costs(t, hex_.ground)) if hex_.ground else ""
    words = [
        *(_ground_words(scene, hex_) if bare else ()),
        *_home_words(scene, hex_),
        *_contract_words(scene, hex_),
        *_territory_words(scene, hex_),
    ]
    valley = hex_.name in t.contracts.valley and bare
    picks = any(choice.kind == "pick" and choice.args[0] == hex_.name for choice in scene.choices)
    return HexMarks(tuple(words), price, "valley" if valley else "", picks)


def costs(t: Ruleset1853, ground: tuple[str, ...]) -> list[int]:
    """By gauge what a first tile costs that crosses all this."""
    together = sum if t.ground_together == "sum" else max
    return [together(t.ground[kind][gauge] for kind in ground) for gauge in GAUGES]


def _ground_words(scene: Scene, hex_: Hex) -> Iterator[str]:
    _, (game, s) = scene.say, rail(scene)
    t = rules_of(game.rules)
    if not hex_.ground:
        return
    names = ground_names(scene)
    broad, metre = costs(t, hex_.ground)
    yield _(
        "%(ground)s: the first tile costs %(broad)s, with metre gauge %(metre)s",
        ground=" + ".join(names.get(kind, kind) for kind in hex_.ground),
        broad=money(scene, broad),
        metre=money(scene, metre),
    )
    for company in t.railroads:
        cheap = t.company(company).large_ground.get(hex_.name)
        if cheap is not None and is_large(game.track, s, company):
            yield _("%(company)s pays %(cost)s", company=company, cost=money(scene, cheap))


def _home_words(scene: Scene, hex_: Hex) -> Iterator[str]:
    """A home that is kept for a company of open size."""
    _, (game, s) = scene.say, rail(scene)
    t = rules_of(game.rules)
    for company in t.railroads:
        kept = hex_.name in t.company(company).large_home and hex_.name in game.track.more_homes(s, company)
        if kept and company not in s.operated:
            yield _("kept for %(company)s, if it becomes large", company=company)


def _contract_words(scene: Scene, hex_: Hex) -> Iterator[str]:
    _, (game, _s) = scene.say, rail(scene)
    rules = rules_of(game.rules).contracts
    city = rules.cities.get(hex_.name)
    if city:
        names = ", ".join(city.companies)
        yield _("counts %(value)s in a contract and gives a share of %(names)s", value=city.value, names=names)
    if hex_.name in rules.valley:
        yield _("in the Ganges valley")


def _territory_words(scene: Scene, hex_: Hex) -> Iterator[str]:
    _, (game, _s) = scene.say, rail(scene)
    names = [name for name, hexes in rules_of(game.rules).territories.items() if hex_.name in hexes]
    if names:
        yield _("territory of %(names)s", names=", ".join(names))


def key(scene: Scene) -> Iterator[Entry]:
    """How costs are to be read, and what is shaded."""
    _, (game, _s) = scene.say, rail(scene)
    t = rules_of(game.rules)
    first = next(hex_.ground for hex_ in t.hexmap.hexes if hex_.ground)
    price = "/".join(str(cost) for cost in costs(t, first))
    text = el("text", {"class": "premium", "x": 0.0, "y": 3.6}, price)
    yield Entry(sample(text), _("what the first tile costs: standard gauge / metre gauge"))
    patch = el("rect", {"class": "valley-patch", "x": -14.0, "y": -7.0, "width": 28.0, "height": 14.0})
    yield Entry(sample(patch), _("city of the Ganges valley, of which a contract holds few"))


# --- on demand -------------------------------------------------------------------------------------------


def layers(scene: Scene) -> Iterator[Layer]:
    """What contracts count, the territory of the company on turn, and those of all."""
    _, (game, _s) = scene.say, rail(scene)
    t, stance = rules_of(game.rules), stance_of(game)
    yield Layer("contracts", _("What cities count in contracts"), _values(t, stance))
    if groups := own_groups(scene):
        yield Layer("contract", _("Your contract: cities with the same letter are joined"), _rings(groups, stance))
    now = company_on_turn(scene)
    if now in t.territories:
        # A plan is looked at for a company whose turn it need not be.
        on_turn = _("Territory of the company whose turn it is (%(company)s)", company=now)
        said = _("Territory of the company in the plan (%(company)s)", company=now) if planned_for(scene) else on_turn
        yield Layer(ON_TURN, said, _shown(now, "rim-casing", "rim-line"), tuple(sorted(t.territories[now])))
    for company, hexes in t.territories.items():
        line = el("path", {"id": f"rim-{company}", "d": _outline(tuple(_rim(t, hexes)), stance)})
        drawing = el("g", {"class": "rim-casing"}, line) + _shown(company, "rim-line")
        said = _("Territory of %(company)s", company=company)
        yield Layer(f"{ON_TURN}-{company}", said, drawing, tuple(sorted(hexes)))


def _rings(groups: Sequence[tuple[str, ...]], stance: Stance) -> Markup:
    """A ring round each city of a contract, with a letter for what track joins."""
    drawn = []
    for letter, group in zip(LETTERS, groups, strict=False):
        for name in group:
            x, y = stance.middle(name)
            ring = el("circle", {"class": "contract-ring", "cx": x, "cy": y, "r": 36.0})
            flag = el("circle", {"class": "contract-flag", "cx": x + 26, "cy": y - 26, "r": 10.0})
            drawn += [ring, flag, el("text", {"class": "bid-value", "x": x + 26, "y": y - 21}, letter)]
    return Markup("").join(drawn)


def _shown(company: str, *styles: str) -> Markup:
    """The outline of a territory once more, in these styles."""
    return Markup("").join(el("use", {"href": f"#rim-{company}", "class": css}) for css in styles)


def _rim(t: Ruleset1853, hexes: frozenset[str]) -> Iterator[tuple[str, int]]:
    """The edges behind which a territory ends, by hex."""
    for name in sorted(hexes):
        near = t.hexmap.neighbours[t.hexmap.number[name]]
        for edge in EDGES:
            if near[edge] < 0 or t.hexmap.hexes[near[edge]].name not in hexes:
                yield name, edge


@cache
def _outline(edges: tuple[tuple[str, int], ...], stance: Stance) -> str:
    return "".join(_stroke(*stance.edge(name, edge)) for name, edge in edges)


def _stroke(start: Point, end: Point) -> str:
    return f"M{number(start.x)} {number(start.y)}L{number(end.x)} {number(end.y)}"


def _values(t: Ruleset1853, stance: Stance) -> Markup:
    """On each city what it counts, and of which companies it gives a share."""
    drawn = []
    for name, city in t.contracts.cities.items():
        x, y = stance.middle(name)
        said = "\n".join([str(city.value), " ".join(city.companies)])
        drawn.append(_plate(Point(x, y), said))
    return Markup("").join(drawn)


def _plate(at: Point, said: str) -> Markup:
    value, names = said.split("\n")
    lines = [names] if len(names) <= 12 else [names[: names.index(" ", 6)], names[names.index(" ", 6) + 1 :]]
    height = 17 + 10 * len(lines)
    top = at.y - height / 2
    box = el("rect", {"x": at.x - 33, "y": top, "width": 66.0, "height": float(height), "rx": 4.0})
    head = el("text", {"class": "bid-value", "x": at.x, "y": top + 13}, value)
    rows = [el("text", {"class": "bid-shares", "x": at.x, "y": top + 24 + 10 * n}, row) for n, row in enumerate(lines)]
    return el("g", {"class": "bid"}, box, head, *rows)
