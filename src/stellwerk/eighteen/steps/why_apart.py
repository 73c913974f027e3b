"""Why no way leads from the stations of a company to a place: others' stations bar it, or its gauge changes on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import Reach, Stations, blocks, joined, meets
from stellwerk.eighteen.search import find_reach
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.tiles import EDGES, Face

Goal = Callable[[Reach], bool]
"""Whether what is reached includes the place that is asked about."""

Data = dict[str, str | int]


def why_unconnected(
    step: RailStep, s: RailState, company: str, hex_: Hex, faces: Collection[Face], data: Data
) -> Refusal:
    """Why no tile of some joins a connection of a company: it is barred, has another gauge, or leads elsewhere."""
    upgrade = step.track.replaces(s, hex_.name)
    rule = "track.upgrade_unconnected" if upgrade else "track.unconnected"
    data = {**data, "company": company}

    def is_met(reach: Reach) -> bool:
        ends = reach.ends(hex_.number)
        return any(meets(face, ends) for face in faces) if faces else bool(ends)

    if is_met(step.track.reach(s, company)):
        return Refusal(rule, data)  # a title asks more of this tile than a connection
    change = _other_gauge(step, s, company, hex_, faces)
    if change:
        return Refusal("track.upgrade_other_gauge" if upgrade else change, data)
    return barred(step, s, company, rule, data, is_met) or Refusal(rule, data)


def barred(step: RailStep, s: RailState, company: str, rule: str, data: Data, is_met: Goal) -> Refusal | None:
    """A refusal that names the city in which others' stations end the way of a company; None if none does so."""
    standing = step.track.standing(s, company)
    own = {name: _only(company, stops) for name, stops in standing.items()}
    if not is_met(_reach(step, s, company, own)):
        return None
    closed = list(_closed_cities(step, s, company, standing))
    alone = (name for name in closed if is_met(_reach(step, s, company, {**standing, name: own[name]})))
    needed = (name for name in closed if not is_met(_reach(step, s, company, {**own, name: standing[name]})))
    place = next(alone, "") or next(needed, "") or next(iter(closed), "")
    if not place:
        return None
    owners = dict.fromkeys(owner for stop in standing[place] for owner in stop)
    return Refusal(rule, {**data, CASE: "barred", "place": place, "owners": ", ".join(owners)})


def why_no_way(step: RailStep, s: RailState, company: str, rule: str, data: Data, place: tuple[int, int]) -> Refusal:
    """Why a company does not reach a city, as hex and stop: it is barred, the gauge changes, or there is no track."""
    data = {**data, "company": company}
    if step.rules.track_rules.gauges and place in _whole(step, s, company).stops:
        return Refusal(rule, {**data, CASE: "gauge"})
    return barred(step, s, company, rule, data, lambda reach: place in reach.stops) or Refusal(rule, data)


def _only(company: str, stops: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(owner for owner in stop if owner == company) for stop in stops)


def _reach(step: RailStep, s: RailState, company: str, standing: Stations) -> Reach:
    """Reach of a company with these stations on the board."""
    track, hexmap = step.track, step.rules.hexmap
    terms, networks = track.terms(s, company), track.networks(s, company)
    return joined(
        tuple(find_reach(hexmap, track.seen(s, gauges), standing, company, terms, gauges) for gauges in networks)
    )


def _closed_cities(step: RailStep, s: RailState, company: str, standing: Stations) -> Iterator[str]:
    """Cities that a company reaches and that are full of others' stations."""
    lying, hexes = step.track.lying(s), step.rules.hexmap.hexes
    for number, stop in sorted(step.track.reach(s, company).stops):
        name = hexes[number].name
        here = standing.get(name)
        if here and here[stop] and blocks(lying[number], stop, here[stop], company):
            yield name


def _other_gauge(step: RailStep, s: RailState, company: str, hex_: Hex, faces: Collection[Face]) -> str:
    """The rule by which gauges keep all of some tiles off the track of a company; "" where gauges do not."""
    gauges = step.rules.track_rules.gauges
    if not gauges:
        return ""
    edges = _whole(step, s, company).edges.get(hex_.number, 0)
    led_to = [face for face in faces if face.exits & edges]
    if not edges or (faces and not led_to):
        return ""
    changes = not faces or any(_goes_on(step, s, hex_, face, edges) for face in led_to)
    return "track.gauge_changes" if changes else "track.other_gauge"


def _whole(step: RailStep, s: RailState, company: str) -> Reach:
    """Reach of a company if gauges did not matter."""
    track = step.track
    standing, terms = track.standing(s, company), track.terms(s, company)
    return find_reach(step.rules.hexmap, track.lying(s), standing, company, terms)


def _goes_on(step: RailStep, s: RailState, hex_: Hex, face: Face, edges: int) -> bool:
    """Whether a tile goes on, over one of some edges, in a gauge that the track beyond has there too."""
    lying, neighbours = step.track.lying(s), step.rules.hexmap.neighbours[hex_.number]
    for gauge in step.rules.track_rules.gauges:
        kind = frozenset({gauge})
        for edge in EDGES:
            ours = edges & face.on_gauges(kind).exits & (1 << edge)
            if ours and neighbours[edge] >= 0 and lying[neighbours[edge]].on_gauges(kind).exits & (1 << (edge + 3) % 6):
                return True
    return False
