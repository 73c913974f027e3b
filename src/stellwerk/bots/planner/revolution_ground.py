"""What never changes in Railroad Revolution, laid out as flat numbers for rollouts."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, NamedTuple

from stellwerk.bots.revolution import ways_of
from stellwerk.bots.revolution_outlook import mean_points
from stellwerk.bots.revolution_ways import Way
from stellwerk.games.railroad_revolution.board import bits
from stellwerk.games.railroad_revolution.milestones import FOLLOWS
from stellwerk.games.railroad_revolution.pieces import NUMBER
from stellwerk.games.railroad_revolution.rewards import ANY, COLOURS, Reward
from stellwerk.games.railroad_revolution.state import ACTIONS, BUILDING, RAIL
from stellwerk.games.railroad_revolution.tables import RULE_OF, Tables
from stellwerk.games.railroad_revolution.tiles import LETTERS

MONEY, SHARES, STEPS, FLIP, LOCO, PROMOTE, LAY, BUILD, OPEN, SWAP, WORKER, ONE_OF = range(12)
"""The parts of rewards."""

ANYONE: Final = 5
"""The number of a manager of any colour; the others are those of `COLOURS`."""

MEMORY: Final = 50_000
LEARNT: Final = 20_000

Part = tuple[int, int, int]
"""What it is, how many or which, and the price of each."""

Gain = tuple[Part, ...]


class Goal(NamedTuple):
    """A milestone. `after` is the place in `LETTERS` of the stack that follows, past its end if none does."""

    number: int
    points: int
    workers: tuple[int, ...]
    after: int


class Ground:
    """Tables of one number of players."""

    def __init__(self, t: Tables) -> None:
        self.t, self.ways = t, ways_of(t)
        board, tiles = t.board, t.tiles
        self.share, self.hire, self.least, self.loco = t.share_price, t.hire_price, t.least_workers, t.loco_points
        self.areas = len(board.areas)
        self.every = (1 << self.areas) - 1
        self.cost = [city.cost for city in board.cities]
        self.triangles = [space.triangles for space in board.spaces]
        self.farthest = board.groups[max(board.groups)]
        self.main = {tile.id: parts(tile.main) for tile in tiles.cities.values()}
        self.first = {tile.id: parts(tile.first) for tile in tiles.cities.values()}
        self.wires = {name: parts(reward) for name, reward in tiles.telegraph.items()}
        self.locos = [parts(loco.reward) for loco in tiles.locos]
        self.deals = {
            name: tuple((offer.shares, parts(offer.reward)) for offer in offers) for name, offers in tiles.deals.items()
        }
        self.goals = {
            tile.id: Goal(
                n,
                tile.points,
                tuple(ANYONE if colour == ANY else NUMBER[colour] for colour in tile.workers),
                LETTERS.index(FOLLOWS[tile.stack]) if FOLLOWS[tile.stack] else len(LETTERS),
            )
            for n, tile in enumerate(tiles.milestones.values())
        }
        means = mean_points(t)
        self.means = [means[letter] for letter in LETTERS]
        self.needs = [tile.needs for tile in tiles.milestones.values()]
        self.prices = [section.price for section in board.sections]
        self.built, self.railed = t.section_of[BUILDING], t.section_of[RAIL]
        self.points = [track.points for track in t.tracks]
        self.gates = [
            [(gate.money, gate.shares, gate.workers) if gate else None for gate in track.gates] for track in t.tracks
        ]
        self.effects = {
            (place, colour): parts(t.effects[effect])
            for place, action in enumerate(ACTIONS)
            for colour, name in enumerate(COLOURS)
            if (effect := f"w.{RULE_OF[action]}.{name}") in t.effects
        }
        self.slopes = [_sloped(points) for points in self.points]
        self._way: dict[tuple[int, int, int], Way] = {}
        self._path: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._towns: dict[int, tuple[int, ...]] = {}
        self._layout: tuple[Hashable, ...] = ()
        self._learnt: dict[Any, tuple[int, tuple[Any, ...]]] = {}

    def learnt_of(self, layout: tuple[Hashable, ...]) -> dict[Any, tuple[int, tuple[Any, ...]]]:
        """What turns led to with tiles that lie so: what follows, and the pieces after it."""
        if layout != self._layout or len(self._learnt) > LEARNT:
            self._layout, self._learnt = layout, {}
        return self._learnt

    def way(self, network: int, stations: int, goal: int) -> Way:
        """What is missing for a milestone."""
        key = (network, stations, goal)
        known = self._way.get(key)
        if known is None:
            _forget(self._way)
            known = self._way[key] = self.ways.to(network, stations, self.needs[goal])
        return known

    def path(self, network: int, stations: int, goal: int) -> tuple[int, ...]:
        """The rails that are missing for a milestone, in an order in which they can be laid."""
        key = (network, stations, goal)
        known = self._path.get(key)
        if known is None:
            _forget(self._path)
            grown = self.ways.grown(network, stations, self.needs[goal])
            known = self._path[key] = self._laid(network, grown)
        return known

    def towns(self, network: int) -> tuple[int, ...]:
        """The rails to the next city that is not reached, and from there to one more."""
        known = self._towns.get(network)
        if known is None:
            _forget(self._towns)
            grown = network
            for _ in range(2):
                reached = self.t.board.reached(grown)[0]
                goals = 0
                for city, spaces in enumerate(self.ways.at_city):
                    if not reached >> city & 1:
                        goals |= spaces
                grown = self.ways.join(grown, goals)
            known = self._towns[network] = self._laid(network, grown)
        return known

    def _laid(self, network: int, grown: int) -> tuple[int, ...]:
        order, new = [], grown & ~network
        while new:
            ready = self.t.board.reached(network)[1] & new
            if not ready:
                break
            space = min(bits(ready), key=self.triangles.__getitem__)
            order.append(space)
            network |= 1 << space
            new &= ~(1 << space)
        return tuple(order)


_GROUNDS: dict[int, Ground] = {}


def ground_of(t: Tables) -> Ground:
    """The tables are laid out once for all games with as many players and the same variants."""
    known = _GROUNDS.get(id(t))
    if known is None or known.t is not t:
        known = _GROUNDS[id(t)] = Ground(t)
    return known


def parts(reward: Reward) -> Gain:
    """A reward part by part, what is paid for it first."""
    found: list[Part] = [(MONEY, reward.money - reward.pay, 0), (SHARES, reward.shares, 0)]
    found += [(WORKER, NUMBER[colour], 0) for colour in reward.workers]
    if reward.one_of:
        found.append((ONE_OF, sum(1 << NUMBER[colour] for colour in reward.one_of), 0))
    found += [(ONE_OF, (1 << ANYONE) - 1, 0)] * reward.any_worker
    found += [(STEPS, reward.steps, 0), (LOCO, reward.loco, 0), (SWAP, reward.swap, 0)]
    found += [(PROMOTE, reward.promote, reward.promote_price), (LAY, reward.rail, reward.rail_price)]
    found += [(BUILD, reward.station, 0), (OPEN, reward.office, 0), (FLIP, reward.flip, 0)]
    return tuple(part for part in found if part[1] or part[0] == WORKER)


def _sloped(points: tuple[int, ...]) -> list[float]:
    """The points of a track half as they are and half evenly spread: a step below the next rise is worth something."""
    last = len(points) - 1
    return [0.5 * value + 0.5 * (points[0] + (points[-1] - points[0]) * n / last) for n, value in enumerate(points)]


def _forget(memory: dict[Any, Any]) -> None:
    if len(memory) > MEMORY:
        memory.clear()
