"""A position of an 18xx game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from stellwerk.core.state import State

if TYPE_CHECKING:
    from stellwerk.eighteen.network import Reach
    from stellwerk.eighteen.tiles import Face

K = TypeVar("K")
V = TypeVar("V")

BANK: Final = "bank"
UNLIMITED: Final = -1
HIDDEN: Final = 10**9
"""Stands in a view for a sum of money that its seat may not know: far more than there is, and so after any payment."""

NOBODY: Final = -1
MANY: Final = 1024
"""Names are asked for all the time; so many are remembered, far more than a table has."""

CLOSED: Final = "closed"
"""What `bought` says instead of a source once a sale has ended a purchase that could have gone on."""


@lru_cache(maxsize=MANY)
def player(seat: int) -> str:
    """The name under which a player's money and privates are kept."""
    return f"P{seat}"


def is_hidden(amount: int) -> bool:
    """Whether a sum is one that a view does not tell."""
    return amount > HIDDEN // 2


@lru_cache(maxsize=MANY)
def seat_of(owner: str) -> int:
    """The seat of an owner, or NOBODY when it is a company or the bank."""
    return int(owner[1:]) if owner[:1] == "P" and owner[1:].isdecimal() else NOBODY


def without_key(held: Mapping[K, V], key: K) -> dict[K, V]:
    """The same without one key, if it is there: fields of a position are replaced, not changed."""
    return {other: value for other, value in held.items() if other != key}


def round_the_table(s: RailState, seats: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with the first."""
    return s.seating or tuple(range(seats))


def clockwise(s: RailState, seats: int, seat: int) -> tuple[int, ...]:
    """The other seats, from the left neighbour of one on."""
    return _others(s.seating or seats, seat)


@lru_cache(maxsize=MANY)
def _others(seating: tuple[int, ...] | int, seat: int) -> tuple[int, ...]:
    """The other seats clockwise, of a seating or of so many seats in their usual order."""
    order = seating if isinstance(seating, tuple) else tuple(range(seating))
    at = order.index(seat)
    return (*order[at + 1 :], *order[:at])


@dataclass(slots=True)
class RailState(State):
    """Everything that lies on the table. Owners are "P0", "P1" ... for players, companies by name, and "bank"."""

    replaced: ClassVar[frozenset[str]] = frozenset(
        {
            *("shares", "director", "par", "cell", "arrival", "trains", "depot", "tiles", "supply", "stations"),
            *("markers", "privates", "bids", "rebate", "runs", "rights", "heralds", "debts", "mail"),
            *("faces", "faces_of", "reach", "part_reach", "outdated"),
        }
    )

    cash: dict[str, int]
    shares: dict[str, tuple[tuple[int, ...], ...]]
    """By company the certificates, in per cent, of each seat, then of the bank, then of the pool."""

    director: dict[str, int]
    """By company the seat that holds its director's certificate; missing while the bank does."""

    par: dict[str, int]
    cell: dict[str, tuple[int, int]]
    arrival: dict[str, int]
    """When a marker came to its cell: earlier lies on top."""

    trains: dict[str, tuple[str, ...]]
    depot: dict[str, int]
    tiles: dict[str, tuple[str, int]]
    supply: dict[str, int]
    stations: dict[str, tuple[tuple[str, ...], ...]]
    """By hex and stop the companies whose markers stand there."""

    markers: dict[str, int]
    """Station markers that each company has left."""

    privates: dict[str, str]
    """The owner of each open private; "" while it is for sale."""

    bids: dict[str, tuple[tuple[int, int], ...]]
    """By private the bids that lie on it, as seat and price."""

    rebate: dict[str, int]
    """How much a private has become cheaper."""

    runs: dict[str, int]
    """What each company earned when it last ran."""

    phase: str = ""
    round: str = ""
    """auction, stock or operating."""

    stock_rounds: int = 0
    set_length: int = 0
    set_round: int = 0
    """Operating rounds in this set, and which of them it is."""

    seating: tuple[int, ...] = ()
    """The seats clockwise, where something else than their numbers decides on it."""

    priority: int = 0
    passes: int = 0
    """How many seats have passed in succession."""

    passed: tuple[int, ...] = ()
    """Seats that have passed for good in this auction or round; where bids are free, since the last raise."""

    group_bids: tuple[tuple[int, int], ...] = ()
    """The last bid of each seat for the choice of a group of privates, the highest last."""

    payments: int = 0
    """How often the sold privates have paid in the sale since the last one was sold."""

    clock: int = 0
    floated: tuple[str, ...] = ()
    unpaid: tuple[str, ...] = ()
    """Floated companies whose capital is due: at the end of the stock round, or when one that waits may begin."""

    operated: tuple[str, ...] = ()
    """Companies whose home stations stand: those that have begun their first turn, or started where that is earlier."""

    acted: tuple[str, ...] = ()
    """Companies that have had their turn in this operating round."""

    roster: tuple[str, ...] = ()
    """Companies that take part in this operating round."""

    sold: tuple[tuple[int, str], ...] = ()
    """Which seat sold which company in this stock round."""

    bought: tuple[tuple[str, str], ...] = ()
    """Company and source of what was bought in this stock turn."""

    traded: tuple[str, ...] = ()
    """Privates that changed hands between players in this stock round; each time, where that is a turn's purchase."""

    offer: tuple[str | int, ...] = ()
    """An offer that awaits an answer."""

    declined: tuple[tuple[str | int, ...], ...] = ()
    """Offers that were declined in this turn; only better ones may follow."""

    has_acted: bool = False
    """Whether anything has been done in this turn."""

    done_this_turn: tuple[str, ...] = ()
    """What a company has done in this turn: track, station, the power of a private, or what only a title knows."""

    failed: tuple[tuple[str, int], ...] = ()
    """Companies that have left the game, and who directed them then."""

    rights: dict[str, str] = field(default_factory=dict)
    """Who holds what is left of a private that has closed."""

    spent: tuple[str, ...] = ()
    """Privates whose right has been used up."""

    heralds: dict[str, str] = field(default_factory=dict)
    """By company the hex on which its home marker lies that has no city."""

    licences: tuple[str, ...] = ()
    """Companies that may run to and through the hexes that ask for a licence."""

    privates_open: bool = False
    """Whether companies may buy privates, where they wait for the operating round after the phase that allows it."""

    moving: str = ""
    """The hex on which a station chooses its city anew although its track was laid before."""

    linked: tuple[str, ...] = ()
    """Companies whose two homes have been joined by track."""

    sale_prices: tuple[tuple[str, int], ...] = ()
    """Companies of which a sale of this turn must be remembered, and what their price was before it."""

    debts: dict[str, int] = field(default_factory=dict)
    """What insolvent companies owe the bank; while one does, its director stays and sells none of its shares."""

    last_sale_price: int = 0
    """The price of the share that was last sold to pay for a train."""

    reformed: bool = False
    """Whether the rules for prices have changed for good."""

    mail: dict[str, int] = field(default_factory=dict)
    """What mail earned each company besides when it last ran."""

    revenue: int = 0
    luck: int = 0
    """The marker that was drawn for the revenue of this turn, counted from 1; 0 where none was."""

    train_pool: tuple[str, ...] = ()
    """Trains that lie in the pool."""

    doomed: tuple[str, ...] = ()
    """Types of trains that are scrapped, and leave each company when it has run once more."""

    ending: str = ""
    """Why the game is about to end: the first of the reasons that came about."""

    bankrupt: int = NOBODY
    ended: str = ""

    faces: list[Face] = field(default_factory=list, compare=False)
    """What lies on each hex, by number: a cache of `tiles`."""

    faces_of: dict[frozenset[str], tuple[Face, ...]] = field(default_factory=dict, compare=False)
    """The same by gauges, without the track of others."""

    reach: dict[str, Reach] = field(default_factory=dict, compare=False)
    """What each company's track reaches: a cache, dropped when a tile or marker touches it."""

    part_reach: dict[tuple[str, frozenset[str] | None], Reach] = field(default_factory=dict, compare=False)
    """The same by company and gauges for one of several networks: what is left of it when another one is touched."""

    outdated: dict[tuple[str, frozenset[str] | None], tuple[Reach, frozenset[int]]] = field(
        default_factory=dict, compare=False
    )
    """What was reached before it was touched, and the hexes on which that happened: what is reached now follows."""
