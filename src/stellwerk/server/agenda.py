"""Which match's bot thinks next: people's matches first, then fair turns, and nobody waits behind a broken match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from stellwerk.server.store.queue import Due

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 300.0
"""Seconds after which a match that failed is tried again: each time twice as long."""

TROUBLE_PAUSE: Final = 10.0
"""The longest of them where not the match is to blame but the database, or that no process can be started."""

TURN: Final = 8
"""Every so many decisions the match that has waited the longest has its turn, whoever plays in it."""


@dataclass(slots=True)
class Item:
    """A match that this process sees to. All times are of a clock that nobody sets."""

    match: str
    people: bool
    leased: float
    """When its lease was last written."""

    changed: float
    """When its position came about, as far as is known."""

    served: int = -1
    """The number of its latest turn."""

    busy: bool = False
    after: float = 0.0
    """It is left alone until then."""

    failures: int = 0


@dataclass(slots=True)
class Agenda:
    """The matches that this process sees to, at most a few hundred, and whose turn it is."""

    looked_at: Callable[[str], bool]
    """Whether somebody has a match before his eyes."""

    items: dict[str, Item] = field(default_factory=dict)
    _turns: Iterator[int] = field(default_factory=count)

    def __contains__(self, match: str) -> bool:
        return match in self.items

    def __len__(self) -> int:
        return len(self.items)

    def add(self, found: Iterable[Due], now: float) -> None:
        for due in found:
            self.items.setdefault(due.match, Item(due.match, due.people, now, now))

    def drop(self, match: str) -> None:
        self.items.pop(match, None)

    def at_hand(self) -> int:
        """How many matches can be gone on with, now or soon: those that failed are not counted."""
        return sum(not item.failures for item in self.items.values())

    def next(self, now: float, *, people: bool = False) -> Item | None:
        """Who has the next turn, among those with `people` only if told so; it is busy from now on."""
        waiting = (item for item in self.items.values() if item.people or not people)
        ready = [item for item in waiting if not item.busy and item.after <= now]
        if not ready:
            return None
        turn = next(self._turns)
        if turn % TURN == TURN - 1:
            item = min(ready, key=lambda item: item.served)
        else:
            item = min(ready, key=lambda item: (not item.people, not self.looked_at(item.match), item.served))
        item.busy, item.served = True, turn
        return item

    def pause(self, now: float) -> float | None:
        """Seconds until somebody who is left alone now may have a turn again; None if there is nobody."""
        times = [item.after - now for item in self.items.values() if not item.busy and item.after > now]
        return min(times, default=None)

    def moved(self, item: Item, now: float) -> None:
        """Its bot has played, and the lease was written with that."""
        item.failures, item.after = 0, 0.0
        item.leased = item.changed = now

    def failed(self, item: Item, now: float, longest: float = LONGEST_PAUSE) -> float:
        """Leave a match alone for a while; returns for how long."""
        pause = min(FIRST_PAUSE * 2.0 ** min(item.failures, 60), longest)
        item.failures += 1
        item.after = now + pause
        return pause

    def changed(self, match: str, now: float) -> bool:
        """Somebody did something in a match: it gets another chance. False if it is none of these."""
        item = self.items.get(match)
        if item is None:
            return False
        item.after, item.changed = 0.0, now
        return True

    def old(self, before: float) -> list[str]:
        """The matches whose leases were last written before a time."""
        return [item.match for item in self.items.values() if item.leased < before]
