"""The order of play in 1853."""

from __future__ import annotations

from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.state import RailState


class Flow1853(Flow):
    """What follows what in 1853."""

    def begin(self, s: RailState) -> None:
        """Players write down their bonds."""
