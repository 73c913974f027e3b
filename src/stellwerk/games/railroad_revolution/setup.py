"""Set-up: what chance lays out, and the start tiles, which the players choose in turn."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, OneOf, Shuffle
from stellwerk.core.errors import Refusal
from stellwerk.core.state import Frame
from stellwerk.core.step import then
from stellwerk.games.railroad_revolution.board import NO_WAY
from stellwerk.games.railroad_revolution.gains import because
from stellwerk.games.railroad_revolution.milestones import begin_turn
from stellwerk.games.railroad_revolution.pieces import drop, receive, take_worker
from stellwerk.games.railroad_revolution.resolve import MARKET, RESOLVING, Resolving, RevolutionStep
from stellwerk.games.railroad_revolution.rewards import COLOURS, SPECIALISTS
from stellwerk.games.railroad_revolution.state import ACTIONS, NEUTRAL, RevolutionState
from stellwerk.games.railroad_revolution.tables import Tables
from stellwerk.games.railroad_revolution.tiles import HANDED_OUT, LETTERS, SIDES


def first_position(t: Tables, *, shuffled: bool) -> RevolutionState:
    """setup.1 to setup.19: the fixed parts at once, the drawn parts as frames for chance."""
    seats = range(t.seats)
    stacks = t.tiles.stacks
    s = RevolutionState(
        todo=[],
        cash=[t.money for _ in seats],
        shares=[t.shares for _ in seats],
        supply=[(t.white, *(0 for _ in SPECIALISTS)) for _ in seats],
        posts=[(0,) * (len(ACTIONS) * len(COLOURS)) for _ in seats],
        buildings=[t.buildings for _ in seats],
        rails=[t.rails for _ in seats],
        reserve=[(1, 1) for _ in seats],
        network=[1 for _ in seats],
        steps=[(0,) * len(t.tracks) for _ in seats],
        up=[tuple(int(loco.starting) for loco in t.tiles.locos) for _ in seats],
        down=[(0,) * len(t.tiles.locos) for _ in seats],
        goals=[("", "") for _ in seats],
        managers=[((), ()) for _ in seats],
        reached=[() for _ in seats],
        stations={city.id: (NEUTRAL,) if city.id in t.taken_stations else () for city in t.board.cities},
        offices=[(NEUTRAL,) if n in t.taken_offices else () for n in range(1, len(t.board.areas) + 1)],
        bank=(0, *t.workers[1:]),
        depot=t.depot,
        tiles={tile.city: tile.id for tile in t.tiles.cities.values() if tile.city},
        wires=("",) * len(t.board.areas),
        stacks={letter: () if shuffled else stacks[letter] for letter in LETTERS},
        known={},
        deals=tuple(t.tiles.deals),
    )
    shuffles = [Frame("stack", letter) for letter in LETTERS] if shuffled else []
    hands = [Frame("hand", letter) for letter in HANDED_OUT]
    drawn = ("cities", "wires"), ("reveal", "layout", "starter")
    then(s, *map(Frame, drawn[0]), *hands, *shuffles, *map(Frame, drawn[1]))
    return s


class LayCities(RevolutionStep):
    """setup.14: the city tiles of each number on the spaces of that number."""

    rule = "setup.14"
    kinds = ("cities",)

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.groups: dict[int, tuple[str, ...]] = {}
        for tile in tables.tiles.cities.values():
            if not tile.city:
                self.groups[tile.number] = (*self.groups.get(tile.number, ()), tile.id)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "cities", tuple(Shuffle(tiles) for tiles in self.groups.values()))

    def cities(self, s: RevolutionState, f: Frame, a: Action) -> None:
        for number, tiles in zip(self.groups, a.args, strict=True):
            places = [city.id for city in self.t.board.cities if city.group == number]
            s.tiles.update(zip(places, tiles, strict=True))


class LayWires(RevolutionStep):
    """setup.17: a telegraph tile on each area without deal symbol."""

    rule = "setup.17"
    kinds = ("wires",)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "wires", (Shuffle(tuple(self.t.tiles.telegraph)),))

    def wires(self, s: RevolutionState, f: Frame, a: Action) -> None:
        tiles = iter(a.args[0])
        s.wires = tuple("" if area.deal else next(tiles) for area in self.t.board.areas)


class HandOut(RevolutionStep):
    """setup.11: an A1 and an A2 milestone for everybody."""

    rule = "setup.11"
    kinds = ("hand",)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "hand", (f.who, Shuffle(self.t.tiles.stacks[str(f.who)])))

    def hand(self, s: RevolutionState, f: Frame, a: Action) -> None:
        letter, tiles = a.args
        for seat in range(self.t.seats):
            one, two = s.goals[seat]
            s.goals[seat] = (tiles[seat], two) if letter == HANDED_OUT[0] else (one, tiles[seat])


class ShuffleStack(RevolutionStep):
    """setup.10: a stack of milestones, face down."""

    rule = "setup.10"
    kinds = ("stack",)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "stack", (f.who, Shuffle(self.t.tiles.stacks[str(f.who)])))

    def stack(self, s: RevolutionState, f: Frame, a: Action) -> None:
        letter, tiles = a.args
        s.stacks[letter] = tiles


class LayStartTiles(RevolutionStep):
    """setup.20 and setup.21: as many start tiles as players, a side of each, and a worker beside it."""

    rule = "setup.20"
    kinds = ("layout",)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        starts = tuple(self.t.tiles.starts)
        sides = [OneOf(SIDES) for _ in starts]
        yield Choice(CHANCE, "layout", (Shuffle(starts), *sides, Shuffle(SPECIALISTS)))

    def layout(self, s: RevolutionState, f: Frame, a: Action) -> None:
        tiles, *sides, colours = a.args
        laid = zip(tiles, sides, colours, strict=True)
        s.starts = tuple(found for found, _ in zip(laid, range(self.t.seats), strict=False))


class DrawStarter(RevolutionStep):
    """setup.22 and setup.23: a first player by lot; start tiles are taken from the right of this one on."""

    rule = "setup.22"
    kinds = ("starter",)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        yield Choice(CHANCE, "starter", (OneOf(tuple(range(self.t.seats))),))

    def starter(self, s: RevolutionState, f: Frame, a: Action) -> None:
        (s.starter,) = a.args
        order = [(s.starter - 1 - n) % self.t.seats for n in range(self.t.seats)]
        then(s, *(Frame("start", seat) for seat in order), Frame("begin", s.starter))


class ChooseStart(RevolutionStep):
    """setup.23 and R-02: one of the tiles that are left, with its worker."""

    rule = "setup.23"
    kinds = ("choose",)

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        yield from [Choice(int(f.who), "choose", (tile,)) for tile, _, _ in s.starts]

    def choose(self, s: RevolutionState, f: Frame, a: Action) -> None:
        chosen = next(start for start in s.starts if start[0] == a.args[0])
        s.starts = tuple(start for start in s.starts if start != chosen)
        tile, side, colour = chosen
        take_worker(s, a.seat, colour)
        receive(s, a.seat, self.t.tiles.starts[tile][SIDES.index(side)])
        then(s, Frame("prepare", a.seat))

    def why(self, s: RevolutionState, f: Frame, a: Action) -> Refusal:
        match a.args:
            case (str(tile),) if a.kind == "choose":
                return Refusal("setup.23", {"tile": tile})
        return because("setup.23", "first")


class UseStart(Resolving):
    """setup.23 and setup.27: what the tile allows; then the pieces beside the board leave the game."""

    rule = "setup.23"
    kinds = RESOLVING

    def choices(self, s: RevolutionState, f: Frame) -> Iterator[Choice]:
        if s.grants:
            yield from super().choices(s, f)

    def done(self, s: RevolutionState, f: Frame, a: Action) -> None:
        self.skip(s, f)

    def market(self, s: RevolutionState, f: Frame, free: int = NO_WAY) -> Iterator[Choice]:
        """R-08: the game has not begun, so nothing is sold and nobody hired."""
        yield from ()

    def why(self, s: RevolutionState, f: Frame, a: Action) -> Refusal:
        return because("R-08", "setup") if a.kind in MARKET else super().why(s, f, a)

    def skip(self, s: RevolutionState, f: Frame) -> None:
        drop(s)
        s.reserve[int(f.who)] = (0, 0)


class BeginGame(RevolutionStep):
    """turn.1: the first player begins."""

    rule = "turn.1"

    def skip(self, s: RevolutionState, f: Frame) -> None:
        begin_turn(s, int(f.who))
