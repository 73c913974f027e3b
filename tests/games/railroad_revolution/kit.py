"""Positions of Railroad Revolution set up by hand, as on a table.

t = table(4).cash(0, 50).shares(0, 1).locos(0, up=["loco-money"]).rails(0, on=["R02", "R03"])
after = t.play(act(0, "place", "violet", "station"), act(0, "build", "chicago"))
after.refused(act(0, "done"), "R-06", missing=250)
assert t.offered(0, "lay") == [("R02",), ("R04",), ("R06",)]

Workers and locomotives that a seat is given come from the general supply, so that all adds up; `at` checks it. A
Table is never changed by `play`: it gives a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, Hole
from stellwerk.core.errors import RuleError
from stellwerk.core.state import Frame
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.railroad_revolution.game import TITLE, RevolutionGame
from stellwerk.games.railroad_revolution.rewards import COLOURS
from stellwerk.games.railroad_revolution.state import ACTIONS, NEUTRAL, RevolutionState
from stellwerk.games.railroad_revolution.tiles import HANDED_OUT

GAME: Final = "railroad-revolution"
NOTHING: Final[Mapping[str, Any]] = {}


def act(seat: int, kind: str, *args: Any) -> Action:
    """An action; `use` and `step` have three arguments, the last two empty unless a worker is given up."""
    if kind in ("use", "step"):
        args = (*args, *[""] * (3 - len(args)))
    return Action(seat, kind, args)


def dear(case: str, price: int, cash: int, shares: int) -> dict[str, Any]:
    """The data of act.1 where money is missing; a share is worth 150."""
    action = "station" if case == "station" else "railroad"
    return {"case": case, "action": action, "price": price, **fortune(cash, shares)}


def fortune(cash: int, shares: int) -> dict[str, int]:
    """All that a player could pay with."""
    return {"cash": cash, "shares": shares, "each": 150, "total": cash + 150 * shares}


def chance(kind: str, *args: Any) -> Action:
    return Action(CHANCE, kind, args)


def first_of(choice: Choice) -> Action:
    """The first action that a choice admits, without listing all orders of a stack on the way."""
    args = tuple(next(arg.values()) if isinstance(arg, Hole) else arg for arg in choice.args)
    return Action(choice.seat, choice.kind, args)


def game_for(seats: int = 4, **options: str) -> RevolutionGame:
    game = TITLE.game(seats, options)
    assert isinstance(game, RevolutionGame)
    return game


def fresh(seats: int = 4, **options: str) -> Table:
    """The very start, before chance has laid out anything."""
    game = game_for(seats, **options)
    return Table(game, game.start())


def table(seats: int = 4, **options: str) -> Table:
    """After set-up: everything lies in the order of the files, no start tile was used, seat 0 begins.

    Every seat has 600, 3 shares, 4 white workers and one of the colour violet, orange, grey, turquoise (seats 0 to
    3), a face-up loco-promote and the milestones A1-n and A2-n of its seat. The open deal is D1.
    """
    t = fresh(seats, **options)
    s = t.s
    colours = COLOURS[1:]
    tiles = TITLE.tiles
    for number in {tile.number for tile in tiles.cities.values() if not tile.city}:
        cities = [city.id for city in TITLE.board.cities if city.group == number]
        s.tiles.update(zip(cities, [x.id for x in tiles.cities.values() if x.number == number], strict=True))
    wires = iter(tiles.telegraph)
    s.wires = tuple("" if area.deal else next(wires) for area in TITLE.board.areas)
    s.stacks = {letter: stack for letter, stack in tiles.stacks.items() if letter not in HANDED_OUT}
    s.deal, *rest = tiles.deals
    s.deals = tuple(rest)
    s.reserve = [(0, 0)] * seats
    for seat in range(seats):
        s.goals[seat] = tuple(tiles.stacks[letter][seat] for letter in HANDED_OUT)  # type: ignore[assignment]
        t.workers(seat, {"white": 4, colours[seat]: 1})
    s.starter = 0
    return t.turn(0)


class Table:
    """A position and its game."""

    def __init__(self, game: RevolutionGame, s: RevolutionState) -> None:
        self.game, self.t, self.s = game, game.t, s

    # --- setting up: each changes this very table and returns it -------------------------------------

    def turn(self, seat: int) -> Table:
        """It is the start of this seat's turn."""
        self.s.turn, self.s.todo = seat, [Frame("turn", seat)]
        return self

    def starter(self, seat: int) -> Table:
        self.s.starter = seat
        return self

    def cash(self, seat: int, amount: int) -> Table:
        self.s.cash[seat] = amount
        return self

    def shares(self, seat: int, count: int) -> Table:
        self.s.shares[seat] = count
        return self

    def workers(
        self, seat: int, supply: Mapping[str, int] = NOTHING, posts: Mapping[str, Mapping[str, int]] = NOTHING
    ) -> Table:
        """The workers beside a player board, and on its action spaces: posts={"trade": {"white": 2}}."""
        s = self.s
        s.supply[seat] = tuple(supply.get(colour, 0) for colour in COLOURS)
        s.posts[seat] = tuple(posts.get(action, {}).get(colour, 0) for action in ACTIONS for colour in COLOURS)
        return self._bank()

    def bank(self, colour: str, count: int, rich: int = -1) -> Table:
        """So many workers of a colour in the general supply; the last seat gets the others into its supply."""
        s, n, rich = self.s, COLOURS.index(colour), rich % self.game.seats
        counts = list(s.supply[rich])
        counts[n] += s.bank[n] - count
        s.supply[rich] = tuple(counts)
        return self._bank()

    def locos(self, seat: int, up: Iterable[str] = (), down: Iterable[str] = ()) -> Table:
        """The locomotives of a seat; it always has its loco-promote, face up unless it is listed in `down`."""
        up, down = list(up), list(down)
        if "loco-promote" not in (*up, *down):
            up.append("loco-promote")
        ids = [loco.id for loco in self.t.tiles.locos]
        self.s.up[seat] = tuple(up.count(name) for name in ids)
        self.s.down[seat] = tuple(down.count(name) for name in ids)
        owned = [sum(x[n] for x in (*self.s.up, *self.s.down)) for n in range(len(ids))]
        start = [self.game.seats if loco.starting else 0 for loco in self.t.tiles.locos]
        self.s.depot = tuple(all_ + own - n for all_, own, n in zip(self.t.depot, start, owned, strict=True))
        return self

    def rails(self, seat: int, left: int | None = None, on: Iterable[str] = ()) -> Table:
        """Rails on these spaces besides the first one; so many left on the player board, or 15 less those."""
        on = list(on)
        self.s.network[seat] = 1 | sum(1 << self.t.board.space_number[space] for space in set(on) - {"R01"})
        self.s.rails[seat] = self.t.rails - len(on) if left is None else left
        return self

    def buildings(self, seat: int, left: int) -> Table:
        self.s.buildings[seat] = left
        return self

    def station(self, city: str, *seats: int) -> Table:
        """Stations of these seats, the first one first, behind a neutral one if the set-up puts one there."""
        neutral = (NEUTRAL,) if city in self.t.taken_stations else ()
        self.s.stations[city] = (*neutral, *seats)
        return self

    def office(self, area: int, *seats: int) -> Table:
        neutral = (NEUTRAL,) if area in self.t.taken_offices else ()
        self.s.offices[area - 1] = (*neutral, *seats)
        return self

    def steps(self, seat: int, **places: int) -> Table:
        """Markers by track: offices=3, stations=0, network=9."""
        known = [track.id for track in self.t.tracks]
        assert set(places) <= set(known)
        now = dict(zip(known, self.s.steps[seat], strict=True)) | places
        self.s.steps[seat] = tuple(now[track] for track in known)
        return self

    def goal(self, seat: int, place: int, tile: str, *managers: str) -> Table:
        """A milestone in front of a seat, with managers; what lay there goes where the tile came from."""
        s = self.s
        old = s.goals[seat][place]
        for letter, stack in s.stacks.items():
            s.stacks[letter] = tuple(x for x in stack if x != tile)
        if old and (letter := self.t.tiles.milestones[old].stack) in s.stacks and old != tile:
            s.stacks[letter] = (*s.stacks[letter], old)
        for other, goals in enumerate(s.goals):
            if tile in goals and (other, goals.index(tile)) != (seat, place):
                self._put(other, goals.index(tile), old)
        self._put(seat, place, tile)
        crew = list(s.managers[seat])
        crew[place] = managers
        s.managers[seat] = (crew[0], crew[1])
        return self._bank()

    def reached(self, seat: int, *tiles: str) -> Table:
        """Milestones that a seat has turned; taken out of the stacks."""
        self.s.reached[seat] = tiles
        for letter, stack in self.s.stacks.items():
            self.s.stacks[letter] = tuple(x for x in stack if x not in tiles)
        return self

    def stack(self, letter: str, *top: str) -> Table:
        """These milestones on top of a stack, in this order."""
        rest = [tile for tile in self.s.stacks[letter] if tile not in top]
        self.s.stacks[letter] = (*top, *rest)
        return self

    def tile(self, city: str, tile: str) -> Table:
        """This city tile on that city; the two change places."""
        s = self.s
        other = next(place for place, lies in s.tiles.items() if lies == tile)
        s.tiles[other], s.tiles[city] = s.tiles[city], tile
        return self

    def wire(self, area: int, tile: str) -> Table:
        """This telegraph tile on that area; the two change places."""
        wires = list(self.s.wires)
        other = wires.index(tile)
        wires[other], wires[area - 1] = wires[area - 1], tile
        self.s.wires = tuple(wires)
        return self

    def deal(self, tile: str, used: Iterable[str] = ()) -> Table:
        """The open deal, and those that were used already."""
        self.s.deal, self.s.used = tile, tuple(used)
        self.s.deals = tuple(x for x in self.t.tiles.deals if x not in (tile, *self.s.used))
        return self

    def ending(self, stage: int) -> Table:
        self.s.ending = stage
        return self

    def _put(self, seat: int, place: int, tile: str) -> None:
        goals = list(self.s.goals[seat])
        goals[place] = tile
        self.s.goals[seat] = (goals[0], goals[1])

    def _bank(self) -> Table:
        s = self.s
        promoted = [colour for crew in s.managers for place in crew for colour in place]
        held = [
            sum(x[n] for x in s.supply) + sum(sum(x[n :: len(COLOURS)]) for x in s.posts) for n in range(len(COLOURS))
        ]
        s.bank = tuple(self.t.workers[n] - held[n] - promoted.count(colour) for n, colour in enumerate(COLOURS))
        return self

    # --- playing: each leaves this table alone -----------------------------------------------------------

    def at(self) -> RevolutionState:
        """The position, found to be a possible one."""
        assert list(self.game.audit(self.s)) == []
        return self.s

    def play(self, *actions: Action, settle: bool = True) -> Table:
        """Play checked actions; with `settle` chance does the first thing it could whenever it is asked."""
        s = self.at()
        for action in actions:
            s = self.game.play(s, action)
            while settle and self.game.owing(s) == [CHANCE]:
                s = self.game.apply(s, first_of(next(self.game.choices(s))))
        after = Table(self.game, s)
        after.at()
        return after

    def choices(self) -> list[Choice]:
        return list(self.game.choices(self.at()))

    def offered(self, seat: int, kind: str) -> list[tuple[Any, ...]]:
        """The arguments of all that is offered to a seat of a kind."""
        return [action.args for x in self.choices() if (x.seat, x.kind) == (seat, kind) for action in x.actions()]

    def waits_for(self) -> list[int]:
        return self.game.owing(self.at())

    def refused(self, action: Action, rule: str, /, **data: Any) -> None:
        """The action is refused by this rule with these data, in words of both languages."""
        before = self.at().to_json()
        with pytest.raises(RuleError) as refusal:
            self.game.play(self.s, action)
        assert refusal.value.rule == rule, refusal.value
        assert refusal.value.data == data
        for language in LANGUAGES:
            assert TITLE.rulebook.refuse(rule, language, refusal.value.data)
        assert self.s.to_json() == before

    def workers_of(self, seat: int) -> int:
        return sum(self.s.supply[seat]) + sum(self.s.posts[seat])

    def supply_of(self, seat: int) -> dict[str, int]:
        """The own supply by colour, without zeros."""
        return {colour: n for colour, n in zip(COLOURS, self.s.supply[seat], strict=True) if n}

    def step_of(self, seat: int, track: str) -> int:
        return self.s.steps[seat][[known.id for known in self.t.tracks].index(track)]

    def up(self, seat: int) -> list[str]:
        """Own locomotives face up."""
        return self._locos(self.s.up[seat])

    def down(self, seat: int) -> list[str]:
        return self._locos(self.s.down[seat])

    def _locos(self, counts: tuple[int, ...]) -> list[str]:
        return [loco.id for loco, n in zip(self.t.tiles.locos, counts, strict=True) for _ in range(n)]
