"""What the log of Railroad Revolution tells beyond its actions: what a player paid and got, counted on both sides.

Only what lies open is counted, so all are told the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.game import Chapter, Words
from stellwerk.games.railroad_revolution.state import RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables

SAID: Final[Mapping[str, str]] = {
    "take": "locomotives",
    "gain": "workers",
    "hire": "workers",
    "step": "steps",
    "sell": "shares",
}
"""By kind of action what its own sentence says already; the line of a turn counts it all the same."""


def chapter(before: RevolutionState, a: Action) -> Chapter:
    """What chance draws and deals of others belong to the turn in which they come about."""
    if before.turn < 0:
        return Chapter(Words("head.setup"), None, a.seat)
    return Chapter(seat=before.turn)


def holdings(s: RevolutionState, seat: int) -> dict[str, int]:
    """What a player has of everything that can be counted."""
    managers = sum(map(len, s.managers[seat]))
    return {
        "money": s.cash[seat],
        "shares": s.shares[seat],
        "workers": sum(s.supply[seat]) + sum(s.posts[seat]) + managers,
        "promoted": managers,
        "locomotives": sum(s.up[seat]) + sum(s.down[seat]),
        "steps": sum(s.steps[seat]),
    }


def gains(before: RevolutionState, a: Action, after: RevolutionState) -> Iterator[tuple[str, int]]:
    """What has become more or less of a player's by his action."""
    if a.seat == CHANCE or before.turn < 0:
        return
    was, now = holdings(before, a.seat), holdings(after, a.seat)
    for what, had in was.items():
        if now[what] != had:
            yield what, now[what] - had


def worded(a: Action) -> dict[str, str | int]:
    """Data of the sentence for using a reward, for a step or for a locomotive, beside its arguments."""
    first = a.args[0]
    if a.kind == "flip":
        return {"what": f"{first}.bonus"}
    return {"track": f"{first}.track", "count": 1} if a.kind == "step" else {"did": f"{first}.did"}


def consequences(before: RevolutionState, a: Action, after: RevolutionState) -> Iterator[Words]:
    for what, amount in gains(before, a, after):
        if what != SAID.get(a.kind) and not (what == "promoted" and a.kind == "promote"):
            gained = Words(f"then.{what}", data={"amount": amount})
            own = a.seat == before.turn
            yield gained if own else Words("then.other", data={"seat": a.seat, "what": gained})
    for seat, reached in enumerate(after.reached):
        for tile in reached[len(before.reached[seat]) :]:
            yield Words("then.reached", data={"seat": seat, "tile": tile})
    if after.ending and not before.ending:
        yield Words("then.last_rounds")


def brief(before: RevolutionState, a: Action, after: RevolutionState) -> Iterator[Words]:
    """The action space and the worker, and the pieces that were built; money and rewards follow."""
    match a.kind, a.args:
        case "place", (colour, action):
            yield Words("brief.place", data={"colour": colour, "action": action})
        case "lay", _:
            yield Words("brief.lay", data={"count": 1})
        case "build", (city,):
            yield Words("brief.build", data={"city": city})
        case "open", (area,):
            yield Words("brief.open", data={"area": area})
        case "trade", (piece,):
            yield Words("brief.trade", data={"piece": piece})
    for what, amount in gains(before, a, after):
        if what == SAID.get(a.kind) or (what == "promoted" and a.kind == "promote"):
            yield Words(f"then.{what}", data={"amount": amount})


def changed(t: Tables, before: RevolutionState, after: RevolutionState) -> frozenset[str]:
    """Rail spaces, cities and areas of the telegraph line on which something new stands."""
    new = 0
    for old, rails in zip(before.network, after.network, strict=True):
        new |= rails & ~old
    places = {space.id for n, space in enumerate(t.board.spaces) if new >> n & 1}
    places |= {city for city, owners in after.stations.items() if owners != before.stations.get(city)}
    offices = zip(before.offices, after.offices, strict=False)
    places |= {f"area-{n}" for n, (old, now) in enumerate(offices, 1) if old != now}
    return frozenset(places)
