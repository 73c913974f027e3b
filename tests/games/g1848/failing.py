"""VR on its way into receivership: par 80, directed by seat 0, its price in the row of 40, 50, 60, 70, 80 ..."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.games.g1848.positions import England, act, table

ROW: Final = 3
"""The row of the market with 40 in the first column (0 is the place of receivership) and 80 in the fifth."""

HOLDERS: Final[Mapping[int, int]] = {0: 40, 1: 20, 2: 10}
"""240 are due to seats 1 and 2."""

LOAN: Final = act(0, "loan")


def weak(
    treasury: int = 0,
    *,
    seats: int = 4,
    phase: str = "3",
    column: int = 1,
    shares: Mapping[int, int] = HOLDERS,
    pool: int = 0,
    **options: str,
) -> England:
    """VR with its home station; whoever sets up more calls `operating` in the end."""
    t = table(seats, **options).phase(phase)
    t = t.opened("VR", par=80, shares=shares, pool=pool, director=0, cell=(ROW, column)).home("VR")
    return t.cash({"VR": treasury})


def linked(t: England) -> England:
    """Melbourne and Geelong joined: a route worth 40."""
    return t.laid("H11", "57", 1).laid("H9", "57", 1)
