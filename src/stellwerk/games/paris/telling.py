"""What the log of Paris Connection tells beyond its actions. Hands are never looked at, so all are told the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.game import Chapter, Words
from stellwerk.games.paris.state import HIDDEN, ParisState


def chapter(a: Action) -> Chapter:
    """What chance does before the first turn is the set-up; then players have their turns."""
    return Chapter(Words("head.setup") if a.seat == CHANCE else None, None, a.seat)


def loco(colour: str) -> str:
    """The id by which texts name a locomotive of a colour: "3 red locomotives"."""
    return f"{colour}.loco"


def sentence(before: ParisState, a: Action, told: Words, points: int) -> Words:
    """The sentence for an action; `told` is the usual one, `points` is what the open build is worth."""
    match a.kind, a.args:
        case "deal", (seat, hand) if HIDDEN not in hand:
            drawn = [Words("log.drawn", data={"count": n, "loco": loco(c)}) for c, n in Counter(hand).items()]
            return Words("log.dealt", data={"seat": seat, "locomotives": tuple(drawn)})
        case "place", (colour, space):
            return Words("log.place", data={"loco": loco(colour), "hex": space})
        case "trade", (give, take, count):
            return Words("log.trade", data={"give": loco(give), "take": loco(take), "count": count})
        case "finish", ():
            colour, value = before.colour, before.value[before.colour] + points
            return Words("log.finish", data={"colour": colour, "points": points, "value": value})
    return told


def consequences(before: ParisState, after: ParisState) -> Iterator[Words]:
    if after.ended and not before.ended:
        yield Words(f"end.{after.ended}")


def brief(before: ParisState, a: Action, after: ParisState) -> Iterator[Words]:
    """A build is told by its locomotives and the value it brought, an exchange by what was given and taken."""
    match a.kind, a.args:
        case "place", (colour, _):
            yield Words("brief.place", data={"loco": loco(colour), "count": 1})
        case "finish", ():
            colour = before.colour
            yield Words("brief.value", data={"colour": colour, "was": before.value[colour], "now": after.value[colour]})
        case "trade", (give, take, count):
            yield Words("brief.trade", data={"give": loco(give), "take": loco(take), "count": count})


def changed(before: ParisState, after: ParisState) -> frozenset[str]:
    """The spaces that have a locomotive now."""
    return frozenset(
        space for colour, line in after.lines.items() for space in line[len(before.lines.get(colour, ())) :]
    )
