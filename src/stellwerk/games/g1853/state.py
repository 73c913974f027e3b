"""What lies on the table of 1853 besides what all 18xx games have."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from stellwerk.eighteen.state import NOBODY, RailState

SEALED: Final = -1
"""Stands in a view for a bond that somebody else has written down."""

UNKNOWN: Final = "?"
"""Stands in a view for a city on a note that its seat may not read."""


@dataclass(slots=True)
class State1853(RailState):
    """A position of 1853. The elephant is with the seat of `priority`."""

    bonds: tuple[int, ...] = ()
    """By seat the bond that it has written down; 0 where it has not yet. Secret until all have."""

    notes: tuple[tuple[str, ...], ...] = ()
    """By seat the hexes of the cities of its contract. Secret until it is fulfilled."""

    taken: tuple[tuple[str, ...], ...] = ()
    """By seat the companies of which its contract brought a share, city by city as on its note. Open to all."""

    closed_bids: tuple[int, ...] = ()
    """Seats that have said that their bid is complete."""

    fulfilled: tuple[int, ...] = ()
    """Seats that have got their bond back."""

    shown: tuple[str, ...] = ()
    """Hexes that the director of a company had to show of his contract, for the company to become large."""

    size_by: int = NOBODY
    """The seat whose contract decided on the size of a company; it holds all that was shown, or not all of it."""

    votes: tuple[tuple[int, str], ...] = ()
    """Who has said what about the illegal contract that is being judged: `pardon` or `condemn`."""

    condemned: tuple[int, ...] = ()
    """Seats that have to give up all their directorships in their next stock turn."""

    named: tuple[str, ...] = ()
    """Companies of which some contract took a share: they are on sale before the others."""

    unredeemed: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By company and seat how many tenths are not paid for yet."""

    from_contract: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By company and seat how many shares of its contract it still holds, in the first stock round."""

    held_since: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By company and seat when (by `clock`) its present holding began; 0 where it holds nothing."""

    last_buyer: int = NOBODY
    """Who has bought last in this stock round: the elephant goes to the left of that seat when it is over."""

    just_started: tuple[str, ...] = ()
    """Companies that have started in this stock round, after the first one: nobody sells them yet."""

    missed: tuple[tuple[int, str], ...] = ()
    """By seat and company who can sell no share of its contract any more, in the first stock round: enough of the
    company is out, and the seat has had a turn since."""

    led: dict[str, int] = field(default_factory=dict)
    """By company without a director who directed it last; missing where nobody ever has."""

    large: tuple[str, ...] = ()
    """Companies of open size that have become large."""

    small: tuple[str, ...] = ()
    """Companies of open size that have become small."""

    plans: dict[str, str] = field(default_factory=dict)
    """By large company what its director chose for second tiles: `later` or `paid`."""

    credit: dict[str, str] = field(default_factory=dict)
    """By company the train that it has on credit."""

    tokens_spent: tuple[str, ...] = ()
    """Small companies that have given up their train token."""

    to_visit: tuple[str, ...] = ()
    """Hexes through which the company on turn must run a train in this turn."""

    premium: int = 0
    """What the company on turn gets when it is done laying tiles."""

    first_tile: str = ""
    """The hex on which the company on turn has laid a new tile, while it may lay a second one."""

    stirred: bool = True
    """Whether any money, share, tile, station or train has moved since the last stock round was over."""

    extra_round: bool = False
    """Whether the elephant has called an extra operating round in this set."""

    small_started: bool = False
    """Whether a small company started in the first stock round."""


def own(s: RailState) -> State1853:
    """The same position, known to be one of 1853."""
    assert isinstance(s, State1853)
    return s
