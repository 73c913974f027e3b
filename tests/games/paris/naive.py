"""Paris Connection once more, written straight from the rules with sets and searches, for the engine to be held to.

It shares nothing with the engine but the data file of the board: neighbours come from axial coordinates instead of
names, spaces are strings instead of bits, and nothing is remembered from one question to the next.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from stellwerk.core.action import Action
from stellwerk.games.paris.state import ParisState

LIMIT: Final = {3: 20, 4: 15, 5: 12, 6: 10}
PENALTY: Final = 20
MOST_BUILT: Final = 5
ROOM: Final = 2
AXIAL: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def _read() -> dict[str, Any]:
    return tomllib.loads((files("stellwerk.games.paris") / "data" / "board.toml").read_text(encoding="utf-8"))


BOARD: Final = _read()
CITIES: Final[Mapping[str, int]] = {city["space"]: city["value"] for city in BOARD["cities"]["spaces"]}
LANDSCAPE: Final = frozenset(BOARD["landscape"]["spaces"])
DASHED: Final = frozenset(frozenset(line["between"]) for line in BOARD["dashed"]["lines"])
MARSEILLE: Final[str] = next(city["space"] for city in BOARD["cities"]["spaces"] if city["name"] == "Marseille")


def axial(space: str) -> tuple[int, int]:
    """The coordinates q and r of a space, counted from the Eiffel Tower F20."""
    r = ord(space[0]) - ord("F")
    return (int(space[1:]) - 20 - r) // 2, r


WHERE: Final = {axial(space): space for space in (*CITIES, *LANDSCAPE)}


@cache
def neighbours(space: str) -> frozenset[str]:
    """build.5: the spaces that share a side which is not dashed. Closed spaces (build.9) are left out at once."""
    q, r = axial(space)
    around = {WHERE[q + dq, r + dr] for dq, dr in AXIAL if (q + dq, r + dr) in WHERE}
    return frozenset(other for other in around if frozenset({space, other}) not in DASHED)


@dataclass(frozen=True)
class Table:
    """What lies on the table, and who is at it."""

    lines: Mapping[str, tuple[str, ...]]
    supply: Mapping[str, int]
    value: Mapping[str, int]
    hands: tuple[tuple[str, ...], ...]
    seat: int
    colour: str = ""
    built: tuple[str, ...] = ()
    over: str = ""

    @classmethod
    def of(cls, s: ParisState) -> Table:
        seat = int(s.todo[-1].who) if s.todo else -1
        hands = tuple(tuple(sorted(hand)) for hand in s.hands)
        return cls(dict(s.lines), dict(s.supply), dict(s.value), hands, seat, s.colour, s.building, s.ended)

    def name(self) -> tuple[object, ...]:
        """Equal for equal positions."""
        tables = (tuple(sorted(table.items())) for table in (self.lines, self.supply, self.value))
        return (*tables, self.hands, self.seat, self.colour, self.built, self.over)

    def standing(self, space: str) -> set[str]:
        return {colour for colour, line in self.lines.items() if space in line}

    def room(self, colour: str, space: str) -> bool:
        """build.6 to build.8: whether this colour may stand here besides those that do."""
        there = self.standing(space)
        return colour not in there and (not there if space in CITIES else len(there) < ROOM)

    def cut_off(self, colour: str) -> bool:
        """R-04: a colour without a city that no way of open spaces leads to an empty one."""
        seen = set(self.lines[colour])
        if seen & CITIES.keys():
            return False
        fringe = list(seen)
        while fringe:
            for space in neighbours(fringe.pop()) - seen:
                if self.room(colour, space):
                    if space in CITIES:
                        return False
                    seen.add(space)
                    fringe.append(space)
        return True

    def with_locomotive(self, colour: str, space: str) -> Table:
        return replace(self, lines={**self.lines, colour: (*self.lines[colour], space)})

    def spaces(self, colour: str) -> Iterator[str]:
        """build.4 to build.10: where the next locomotive of this colour may be placed."""
        reached = {space for own in self.lines[colour] for space in neighbours(own)}
        free = {other for other in self.lines if not self.cut_off(other)}
        for space in reached:
            if self.room(colour, space):
                after = self.with_locomotive(colour, space)
                if not any(after.cut_off(other) for other in free):
                    yield space

    def legal(self) -> Iterator[Action]:
        """turn.2: a build or an exchange, or what is left of a build."""
        if self.over:
            return
        if self.built:
            yield Action(self.seat, "finish")
            if len(self.built) < MOST_BUILT and MARSEILLE not in self.built and self.supply[self.colour]:
                for space in self.spaces(self.colour):
                    yield Action(self.seat, "place", (self.colour, space))
            return
        for colour, left in self.supply.items():
            if left:
                for space in self.spaces(colour):
                    yield Action(self.seat, "place", (colour, space))
        for give in set(self.hands[self.seat]):
            for take, left in self.supply.items():
                for count in (1, 2):
                    if take != give and left >= count:
                        yield Action(self.seat, "trade", (give, take, count))

    def play(self, a: Action) -> Table:
        """The table after a legal action; chance and the moment nobody can move are not looked at."""
        if a.kind == "place":
            colour, space = a.args
            supply = {**self.supply, colour: self.supply[colour] - 1}
            return replace(
                self.with_locomotive(colour, space), supply=supply, colour=colour, built=(*self.built, space)
            )
        if a.kind == "finish":
            points = sum(CITIES.get(space, 0) for space in self.built)
            value = {**self.value, self.colour: self.value[self.colour] + points}
            over = "marseille" if MARSEILLE in self.built else ""
            return replace(self, value=value, over=over, colour="", built=()).next_player()
        give, take, count = a.args
        hand = [*self.hands[self.seat], *[take] * count]
        hand.remove(give)
        hands = tuple(tuple(sorted(hand)) if n == self.seat else own for n, own in enumerate(self.hands))
        supply = {**self.supply, give: self.supply[give] + 1}
        supply[take] -= count
        return replace(self, hands=hands, supply=supply).next_player()

    def next_player(self) -> Table:
        over = self.over or ("supply" if sum(left > 0 for left in self.supply.values()) == 1 else "")
        return replace(self, over=over, seat=-1 if over else (self.seat + 1) % len(self.hands))

    def scores(self) -> tuple[int, ...]:
        """end.4 and end.5."""
        limit = LIMIT[len(self.hands)]
        return tuple(
            sum(self.value[colour] * count for colour, count in Counter(hand).items())
            - PENALTY * max(0, len(hand) - limit)
            for hand in self.hands
        )
