"""The end of a turn: milestones that are reached, new ones, the end of the game, and who comes next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.games.railroad_revolution.gains import because
from stellwerk.games.railroad_revolution.pieces import KINDS, NUMBER, bump
from stellwerk.games.railroad_revolution.refusals import why_place
from stellwerk.games.railroad_revolution.resolve import MARKET, RevolutionStep, Trading
from stellwerk.games.railroad_revolution.state import BUILDING, RAIL, RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables
from stellwerk.games.railroad_revolution.tiles import Need

FOLLOWS: Final = {"A1": "B", "A2": "B", "B": "C", "C": "D", "D": ""}
NEAR, LAST, OVER = 1, 2, 3


def fulfils(t: Tables, s: RevolutionState, seat: int, need: Need) -> bool:
    """milestone.c1 to milestone.c4, R-17 and R-26."""
    board = t.board
    match need.kind:
        case "cities":
            found = (board.reached(s.network[seat])[0] & board.groups.get(need.of, 0)).bit_count()
        case "stations":
            found = sum(1 for city in board.cities if city.group == need.of and seat in s.stations[city.id])
        case "deals":
            found = (s.network[seat] & board.deals).bit_count()
        case _:
            found = (s.network[seat] & board.terrain.get(need.of, 0)).bit_count()
    return found >= need.least


def is_reached(t: Tables, s: RevolutionState, seat: int, place: int) -> bool:
    """milestone.1: managers and conditions, both complete."""
    goal = s.goals[seat][place]
    if not goal:
        return False
    tile = t.tiles.milestones[goal]
    return len(s.managers[seat][place]) == len(tile.workers) and all(fulfils(t, s, seat, need) for need in tile.needs)


def emptied(t: Tables, s: RevolutionState, seat: int) -> bool:
    """end.1: whether nothing is left on a player board left of the company logo."""
    logo = t.board.logo
    return t.section_of[BUILDING][s.buildings[seat]] >= logo and t.section_of[RAIL][s.rails[seat]] >= logo


class CloseTurn(RevolutionStep):
    """milestone.9, R-15 and R-19: after the deal, milestones and the end are looked at, for all players."""

    rule = "milestone.9"

    def skip(self, s: RevolutionState, f: Frame) -> None:
        order = [(int(f.who) + n) % self.t.seats for n in range(self.t.seats)]
        for seat in order:
            for place in (0, 1):
                if is_reached(self.t, s, seat, place):
                    self.complete(s, seat, place)
        if not s.ending and any(emptied(self.t, s, seat) for seat in order):
            s.ending = NEAR
        picks = [Frame(step, seat) for seat, _, _ in s.due for step in ("draw", "pick")]
        then(s, *picks, Frame("next", f.who))

    def complete(self, s: RevolutionState, seat: int, place: int) -> None:
        """milestone.9 and milestone.10: managers go to the general supply, the tile is turned, a new one is due."""
        goal = s.goals[seat][place]
        for colour in s.managers[seat][place]:
            s.bank = bump(s.bank, NUMBER[colour], 1)
        s.reached[seat] = (*s.reached[seat], goal)
        one, two = s.goals[seat]
        s.goals[seat] = (one, "") if place else ("", two)
        first, second = s.managers[seat]
        s.managers[seat] = (first, ()) if place else ((), second)
        letter = FOLLOWS[self.t.tiles.milestones[goal].stack]
        if letter:
            s.due = (*s.due, (seat, place, letter))


class DrawMilestones(RevolutionStep):
    """milestone.11 and R-16: the top three of the stack, or what is left of it."""

    rule = "R-16"
    kinds = ("draw",)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        stack = s.stacks[s.due[0][2]][: self.t.drawn]
        if stack:
            yield Choice(CHANCE, "draw", (f.who, stack))

    def draw(self, s: RevolutionState, f: Frame, a: Action) -> None:
        letter = s.due[0][2]
        s.drawn = a.args[1]
        s.stacks[letter] = s.stacks[letter][len(s.drawn) :]
        for tile in s.drawn:
            s.known.pop(tile, None)


class PickMilestone(Trading):
    """milestone.11: keep one of those that were drawn, put the others under the stack."""

    rule = "milestone.11"
    kinds = ("pick", *MARKET)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        tiles = self.tiles(s)
        yield from [Choice(int(f.who), "pick", (tile,)) for tile in tiles]
        if tiles:
            yield from self.market(s, f)

    def tiles(self, s: RevolutionState) -> tuple[str, ...]:
        return s.drawn

    def pick(self, s: RevolutionState, f: Frame, a: Action) -> None:
        (tile,) = a.args
        seat, place, letter = s.due[0]
        one, two = s.goals[seat]
        s.goals[seat] = (one, tile) if place else (tile, two)
        self.put_back(s, seat, letter, tile)
        s.drawn, s.due = (), s.due[1:]

    def put_back(self, s: RevolutionState, seat: int, letter: str, tile: str) -> None:
        rest = tuple(other for other in s.drawn if other != tile)
        s.stacks[letter] = (*s.stacks[letter], *rest)
        s.known.update(dict.fromkeys(rest, seat))

    def skip(self, s: RevolutionState, f: Frame) -> None:
        """R-16: an empty stack gives none."""
        s.due = s.due[1:]

    def why(self, s: RevolutionState, f: Frame, a: Action) -> Refusal:
        if a.kind in ("sell", "hire", "buy"):
            return why_place(self.t, s, int(f.who), a)
        match a.args:
            case (str(tile),) if a.kind == "pick":
                return Refusal(self.rule, {"tile": tile})
        return because("milestone.11", "first")


class ChooseMilestone(PickMilestone):
    """milestone.v1: any tile of the stack."""

    rule = "milestone.v1"

    def tiles(self, s: RevolutionState) -> tuple[str, ...]:
        return s.stacks[s.due[0][2]]

    def put_back(self, s: RevolutionState, seat: int, letter: str, tile: str) -> None:
        s.stacks[letter] = tuple(other for other in s.stacks[letter] if other != tile)


class NoDraw(RevolutionStep):
    """milestone.v1: nothing is drawn where the whole stack is looked through."""

    rule = "milestone.v1"


class NextTurn(RevolutionStep):
    """turn.1, turn.5, end.1 and end.2: clockwise, until all have had their last turn."""

    rule = "turn.1"

    def skip(self, s: RevolutionState, f: Frame) -> None:
        following = (int(f.who) + 1) % self.t.seats
        if following == s.starter and s.ending:
            s.ending += 1
        if s.ending == OVER:
            s.turn = -1
            return
        begin_turn(s, following)


def begin_turn(s: RevolutionState, seat: int) -> None:
    """turn.5: who has no worker left in the own supply takes all back from the action spaces."""
    s.turn = seat
    if not any(s.supply[seat]):
        posts = s.posts[seat]
        s.supply[seat] = tuple(sum(posts[n::KINDS]) for n in range(KINDS))
        s.posts[seat] = (0,) * len(posts)
    then(s, Frame("turn", seat))
