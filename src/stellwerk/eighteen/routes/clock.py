"""The time that a search may take."""

from __future__ import annotations

from time import monotonic
from typing import Final

EVERY: Final = 256
"""So many steps are taken between two looks at the clock."""


class OutOfTime(Exception):
    """The time that was given is over."""


class Clock:
    """Tells a search when to stop, however deep in its loops it is."""

    def __init__(self, deadline: float | None = None) -> None:
        """Take the monotonic time at which it is over, if ever."""
        self.deadline = deadline
        self.steps = 0

    def tick(self) -> None:
        """Count a step of any loop; raises once time is over."""
        self.steps += 1
        if not self.steps % EVERY and self.deadline is not None and monotonic() > self.deadline:
            raise OutOfTime
