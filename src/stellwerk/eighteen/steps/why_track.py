"""Why no tile can be laid where somebody asks, when no tile has been chosen: the cause that holds for all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from stellwerk.core.errors import Refusal
from stellwerk.core.rulebook import CASE
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.network import meets
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.steps.lay_tile import why_lost
from stellwerk.eighteen.steps.why_apart import why_unconnected
from stellwerk.eighteen.tiles import COLOURS, Face
from stellwerk.eighteen.track import Fit, same_kind

UNCHOSEN: Final = "unchosen"
"""The case of a rule that is said where a place is asked about without a piece."""


def why_no_tile_on(step: RailStep, s: RailState, company: str, name: str, only: str = "") -> Refusal | None:
    """Why a company can lay nothing on a hex, or not this one tile however it is turned; None if it can.

    What could lie there is narrowed down rule by rule. The rule at which nothing is left is the one to name.
    """
    hex_ = step.rules.hexmap[name]
    data: dict[str, str | int] = {CASE: UNCHOSEN, "hex": name, "company": company}
    private = step.track.blocked_by(s, name)
    if not step.track.may_lay_on(s, name):
        return Refusal("track.lay_used", data)
    if private:
        return Refusal("track.blocked_by_private", {**data, "private": private})
    if hex_.fixed:
        return Refusal("track.grey_hex" if hex_.kind == "grey" else "track.closed_hex", data)
    if not step.track.builds_from(s, company).ends(hex_.number):
        return why_unconnected(step, s, company, hex_, (), data)
    faces = [face for face in _printed_for(step, s, hex_) if only in ("", face.number)]
    cost = min((step.track.cost(s, company, hex_.number, face) for face in faces), default=0)
    if cost > step.track.purse(s, company):
        return Refusal("treasury.short", {**data, "cost": cost, "cash": s.cash[company]})
    return _why_none_fits(step, s, hex_, faces, data) or _why_none_lies(step, s, hex_, faces, data)


def why_no_tile_anywhere(step: RailStep, s: RailState, company: str) -> Refusal:
    """Why a company can lay nothing at all: where only money is missing, and the least of it, else on any hex."""
    reached = [step.rules.hexmap.hexes[number].name for number in sorted(step.track.reach(s, company).edges)]
    found = [why_no_tile_on(step, s, company, name) for name in reached or [step.rules.companies[company].home]]
    whys = [why for why in found if why]
    dear = [why for why in whys if why.rule == "treasury.short"]
    return (
        min(dear, key=lambda why: int(why.data["cost"])) if dear else whys[0] if whys else Refusal("turn.company_order")
    )


def _printed_for(step: RailStep, s: RailState, hex_: Hex) -> Iterator[Face]:
    """The tiles of all rotations that may come next on a hex by colour, letters, cities and the list of upgrades."""
    catalogue, listed = step.rules.catalogue, step.track.listed(hex_, step.track.lying(s)[hex_.number])
    for number in catalogue if listed is None else listed:
        for face in catalogue.faces(number):
            label = face.label == hex_.label(face.colour)
            like = label if listed is not None else face.colour in COLOURS and same_kind(hex_, face)
            if like and face.colour in COLOURS:
                yield face


def _why_none_fits(
    step: RailStep, s: RailState, hex_: Hex, faces: Collection[Face], data: dict[str, str | int]
) -> Refusal | None:
    """The print, the phase, and the sides of the hex."""
    old = step.track.lying(s)[hex_.number]
    upgrade = step.track.listed(hex_, old) is not None
    phase = step.rules.phases[s.phase]
    if not faces:
        return (
            Refusal("track.no_upgrade", {**data, "old": hex_.as_tile if old is hex_.face else old.number})
            if upgrade
            else Refusal("track.other_stops", data)
        )
    out = [face for face in faces if face.colour in phase.colours]
    if not out:
        return Refusal(phase.rule or "track.colour", {**data, "colour": next(iter(faces)).colour})
    listed = {**data, "tiles": _numbers(out)}
    inside = [face for face in out if not face.exits & ~step.track.open_edges(s, hex_.number)]
    if not inside:
        return Refusal("track.upgrade_leads_nowhere" if upgrade else "track.leads_nowhere", listed)
    lost = [why_lost(step, old, face) for face in inside]
    return None if "" in lost else Refusal(min(lost), listed)


def _why_none_lies(
    step: RailStep, s: RailState, hex_: Hex, faces: Collection[Face], data: dict[str, str | int]
) -> Refusal | None:
    """The stock, the connection, neighbours of the same colour, and the stations that stand there."""
    colours, wanted = step.rules.phases[s.phase].colours, {face.number for face in faces}
    fits: list[Fit] = [
        fit for fit in step.track.fits(s, hex_.number) if fit.face.number in wanted and fit.face.colour in colours
    ]
    left = [fit for fit in fits if s.supply[fit.face.number]]
    if not left:
        return Refusal("track.no_tile_left", {**data, "tiles": _numbers(fit.face for fit in fits)})
    company = str(data["company"])
    ends = step.track.builds_from(s, company).ends(hex_.number)
    joined = [fit for fit in left if meets(fit.face, ends)]
    if not joined:
        return why_unconnected(step, s, company, hex_, [fit.face for fit in left], data)
    cost = min(step.track.cost(s, company, hex_.number, fit.face) for fit in joined)
    if cost > step.track.purse(s, company):
        return Refusal("treasury.short", {**data, "cost": cost, "cash": s.cash[company]})
    if not any(step.track.lies_apart(s, hex_.number, fit.face) for fit in joined):
        return Refusal("track.side_by_side", {**data, "colour": joined[0].face.colour})
    roomy = [fit for fit in joined if step.track.available(s, fit, hex_.name, colours)]
    if not roomy:
        return Refusal("track.no_room_for_stations", {**data, "tiles": _numbers(fit.face for fit in joined)})
    if not any(step.track.new_track.admits(s, company, hex_.number, fit) for fit in roomy):
        return Refusal(NOT_ITS_TRACK[step.rules.track_rules.laying], data)
    return None


NOT_ITS_TRACK: Final = {"new": "track.not_new", "new_or_gain": "track.no_gain"}
"""By what a company must reach of a tile the rule that it breaks with another one."""


def why_not_its_track(step: RailStep, s: RailState, company: str, hex_: Hex, new: Face) -> Refusal | None:
    """Why a connection to a tile is not enough; None where it is."""
    for fit in step.track.fits(s, hex_.number):
        if fit.face is new and not step.track.new_track.admits(s, company, hex_.number, fit):
            data: dict[str, str | int] = {"hex": hex_.name, "tile": new.number, "company": company}
            return Refusal(NOT_ITS_TRACK[step.rules.track_rules.laying], data)
    return None


def _numbers(faces: Collection[Face] | Iterator[Face]) -> str:
    return ", ".join(dict.fromkeys(face.number for face in faces))
