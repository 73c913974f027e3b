"""A position of Railroad Revolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from stellwerk.core.state import State

HIDDEN: Final = "?"
"""A milestone that the one who looks has not seen."""

NEUTRAL: Final = -1
"""The owner of the buildings that stand in for players who are missing."""

ACTIONS: Final = ("station", "railroad", "telegraph", "trade")
SUPPLY: Final = "supply"
POSTS: Final = "board"
UP: Final = "up"
DOWN: Final = "down"
BUILDING: Final = "building"
RAIL: Final = "rail"
REWARD: Final = "reward"
BONUS: Final = "bonus"
WIRE: Final = "wire"
PROMOTION: Final = "promotion"


class Grant(NamedTuple):
    """Something that may still be done so many times, at a price for each time."""

    kind: str
    times: int
    price: int = 0


@dataclass(slots=True)
class RevolutionState(State):
    """What lies on the table. Lists are by seat, workers are counted in the order of `COLOURS`."""

    cash: list[int]
    """Negative only within a turn that can still pay (gen.1)."""

    shares: list[int]
    supply: list[tuple[int, ...]]
    """Workers beside each player board."""

    posts: list[tuple[int, ...]]
    """Workers on the action spaces: five counts for each of the four `ACTIONS`, one after the other."""

    buildings: list[int]
    """Left on the player boards; the leftmost goes first."""

    rails: list[int]
    reserve: list[tuple[int, int]]
    """Building and rail beside the board, for the start tiles."""

    network: list[int]
    """Rail spaces with an own rail, as bits in the order of the board."""

    steps: list[tuple[int, ...]]
    """Markers on the three tracks, in the order of the board."""

    up: list[tuple[int, ...]]
    """Locomotives face up by type, in the order of the tiles."""

    down: list[tuple[int, ...]]
    goals: list[tuple[str, str]]
    """The milestones in front of each player; "" once the last of a line is reached."""

    managers: list[tuple[tuple[str, ...], tuple[str, ...]]]
    """The promoted workers on them."""

    reached: list[tuple[str, ...]]
    """Milestones that were turned."""

    stations: dict[str, tuple[int, ...]]
    """By city whose stations stand there, the first one first; NEUTRAL for nobody's."""

    offices: list[tuple[int, ...]]
    """The same by area of the telegraph line."""

    bank: tuple[int, ...]
    """Workers of the general supply."""

    depot: tuple[int, ...]
    """Locomotives left in the stacks, by type."""

    tiles: dict[str, str]
    """By city the tile that lies there."""

    wires: tuple[str, ...]
    """By area the telegraph tile, "" where a deal symbol is."""

    stacks: dict[str, tuple[str, ...]]
    """The milestones of each letter that nobody has, the top one first."""

    known: dict[str, int]
    """Milestones that were put back under a stack, and the seat that did so and knows where they are."""

    drawn: tuple[str, ...] = ()
    """The milestones from which the player on turn chooses."""

    due: tuple[tuple[int, int, str], ...] = ()
    """Who has to take a new milestone: seat, place (0 or 1), letter."""

    deal: str = ""
    """The open deal tile."""

    deals: tuple[str, ...] = ()
    """The tiles of the face-down stack, in no order: chance reveals the next."""

    used: tuple[str, ...] = ()
    starts: tuple[tuple[str, str, str], ...] = ()
    """Start tiles on the table: tile, side, colour of the worker beside it."""

    starter: int = -1
    turn: int = -1
    """The seat on turn; a deal may be waiting for another one."""

    ending: int = 0
    """1 once somebody's board is empty left of the logo, 2 in the last round, 3 when it is over."""

    action: str = ""
    """The action space on which the player on turn put a worker."""

    main: int = 0
    """How many parts of its main action are still to be done: rails to lay, or one."""

    worker: str = ""
    """The colour of that worker."""

    ability: str = ""
    """The same colour as long as its ability is not used."""

    spot: str = ""
    """The city, or the number of the area, in which this action built."""

    offers: tuple[str, ...] = ()
    """Which of reward, bonus and telegraph tile can still be taken."""

    grants: tuple[Grant, ...] = ()
    laid: int = 0
    """Rails laid by this action, and their triangles."""

    triangles: int = 0
    gained: int = 0
    """Shares got by this action."""

    dealing: int = 0
    """1 when a deal follows this action, 2 when its worker has used the tile alone."""

    taken: tuple[int, ...] = ()
    """The offers that the player who deals has taken."""
