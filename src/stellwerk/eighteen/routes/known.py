"""Best runs that were found before: asked again for the same board, stations and trains they cost nothing."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from stellwerk.core.memo import Memo
from stellwerk.eighteen.routes.best import Run, best_run
from stellwerk.eighteen.routes.rules import Position
from stellwerk.eighteen.trains import Train

MOST: Final = 4096
"""So many runs are remembered: some hundred boards with all that could be built on each."""

FOREVER: Final = float("inf")


class KnownRuns:
    """The best runs on the boards of one game, by all on which they depend: tiles, stations, level, trains.

    What was cut short by a clock is searched again only by who gives it more time.
    """

    def __init__(self, most: int = MOST) -> None:
        self._known: Memo[bytes, tuple[Run, float]] = Memo(most)

    def best(
        self, position: Position, trains: Sequence[Train], seconds: float | None = None, *, mail: bool = False
    ) -> Run:
        """The same as `best_run`, perhaps with another of several runs that earn as much."""
        key, given = question(position, trains, mail), FOREVER if seconds is None else seconds
        known = self._known.get(key)
        if known and (known[0].proven or known[1] >= given):
            return known[0]
        found = best_run(position, trains, seconds, mail=mail)
        if known and known[0].revenue + known[0].post >= found.revenue + found.post:
            found = known[0]
        return self._known.keep(key, (found, given))[0]

    def __len__(self) -> int:
        return len(self._known)


def question(position: Position, trains: Sequence[Train], mail: bool) -> bytes:
    """All on which the best run of a position depends, where map and rules are those of one game."""
    told = (
        position.company,
        [face.name for face in position.faces],
        sorted(position.stations.items()),
        position.level,
        position.heralds.get(position.company),
        position.company in position.licences,
        sorted(position.visits),
        None if position.homes_at is None else sorted(position.homes_at),
        [(train.name, train.stops, train.towns) for train in trains],
        mail,
    )
    return blake2b(repr(told).encode(), digest_size=16).digest()
