"""What is wrong with the track of a position of 1853: plans, premiums, first tiles, hexes due to be visited."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.audit import among, once
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.games.g1853.laying import PLANS
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import State1853


def laying_form(t: Ruleset, s: State1853) -> Iterator[str]:
    """Plans are of companies that can be large; a premium is that of a hex, or of two."""
    able = [name for name in t.companies if rules_of(t).company(name).size != "small"]
    premiums = {0, *(hex_.premium for hex_ in t.hexmap.hexes)}
    yield from among("plans", s.plans, able)
    yield from among("plans", s.plans.values(), PLANS)
    yield from among("premium", [s.premium], {one + other for one in premiums for other in premiums})
    yield from among("first_tile", [s.first_tile], ["", *t.hexmap.number])
    yield from once("to_visit", s.to_visit, t.hexmap.number)


def laying_laws(t: Ruleset, s: State1853) -> Iterator[str]:
    """A company that has become small has no plan; what belongs to laying is there while tiles are laid."""
    for name in s.plans:
        if rules_of(t).company(name).size == "open" and name not in s.large:
            yield f"plans: {name} is not large"
    laying = any(frame.step == "lay_track" for frame in s.todo)
    if not laying and (s.premium or s.first_tile):
        yield "a premium is due, and a second tile follows a first one, only while tiles are laid"
    done = s.done_this_turn
    if s.first_tile and (s.first_tile not in s.tiles or "track" not in done or {"second", "upgrade"} & set(done)):
        yield f"first_tile: nothing new was laid on {s.first_tile} in this turn, or more than that"
    if s.premium and "track" not in done:
        yield "a premium is due for a tile"
    yield from _visits(t, s)


def _visits(t: Ruleset, s: State1853) -> Iterator[str]:
    """R-35: what the company that acted last has built outside its territory."""
    if not s.to_visit:
        return
    if not s.acted:
        yield "to_visit: nobody has built anything in an operating round"
        return
    company = s.acted[-1]
    for name in rules_of(t).territories[company].intersection(s.to_visit):
        yield f"to_visit: only what was built outside a territory is due, and {name} is inside that of {company}"
