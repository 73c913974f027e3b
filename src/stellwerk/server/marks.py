"""Which actions of a log orders or stand-ins have played: noted in the rows, and carried through undo and redo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from stellwerk.server.store import Entry
from stellwerk.server.store.tape import Tape

END: Final = -1

STOOD_IN: Final = 0
"""Instead of the number of an order, which are from 1 on: a bot stood in for a player without time."""


@dataclass(frozen=True, slots=True)
class Marks:
    """By index in the log the number of the order that played it, and the same for what was undone."""

    now: Mapping[int, int] = field(default_factory=dict)
    undone: tuple[Mapping[int, int], ...] = ()
    """For each redo the marks that it gives back, and under END the ply to which it leads."""

    ply: int = 0

    @classmethod
    def of(cls, tape: Tape) -> Marks:
        """The marks of all rows of a match."""
        by = tape.ordered
        undone = tuple({at: by[at] for at in sorted(by) if at in block} | {END: block.stop} for block in tape.undone)
        return cls({at: number for at, number in by.items() if at < tape.ply}, undone, tape.ply)

    def after(self, rows: Iterable[Entry]) -> Marks:
        """The marks once more rows were written."""
        now, undone, ply = dict(self.now), list(self.undone), self.ply
        for kind, body, _, ordered in rows:
            if kind == "play":
                if ordered is not None:
                    now[ply] = ordered
                ply += 1
                undone.clear()
            elif kind == "undo":
                target = body[1]
                undone.append({at: number for at, number in now.items() if at >= target} | {END: ply})
                now = {at: number for at, number in now.items() if at < target}
                ply = target
            elif undone:
                back = dict(undone.pop())
                ply = back.pop(END)
                now |= back
        return Marks(now, tuple(undone), ply)
