"""What the log of Paris Connection tells beyond its actions. Hands are never looked at, so all are told the same."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.game import Chapter, Words
from stellwerk.games.paris.state import ParisState


def chapter(a: Action) -> Chapter:
    """What chance does before the first turn is the set-up; then players have their turns."""
    return Chapter(Words("head.setup") if a.seat == CHANCE else None, None, a.seat)


def consequences(before: ParisState, after: ParisState) -> Iterator[Words]:
    if after.ended and not before.ended:
        yield Words(f"end.{after.ended}")


def brief(before: ParisState, a: Action, after: ParisState) -> Iterator[Words]:
    """A build is told by its locomotives and the value it brought, an exchange by what was given and taken."""
    match a.kind, a.args:
        case "place", (colour, _):
            yield Words("brief.place", data={"colour": colour, "count": 1})
        case "finish", ():
            colour = before.colour
            yield Words("brief.value", data={"colour": colour, "was": before.value[colour], "now": after.value[colour]})
        case "trade", (give, take, count):
            yield Words("brief.trade", data={"give": give, "take": take, "count": count})


def changed(before: ParisState, after: ParisState) -> frozenset[str]:
    """The spaces that have a locomotive now."""
    return frozenset(
        space for colour, line in after.lines.items() for space in line[len(before.lines.get(colour, ())) :]
    )
