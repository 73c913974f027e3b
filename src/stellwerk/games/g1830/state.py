"""What lies on the table of 1830 besides what all 18xx games have."""

from __future__ import annotations

from dataclasses import dataclass, field

from stellwerk.eighteen.state import RailState


@dataclass(slots=True)
class State1830(RailState):
    """A position of 1830."""

    face_down: tuple[str, ...] = ()
    """Markers of uncertainty that nobody has seen, in the order of their list: which comes next is drawn only then."""

    in_force: dict[str, str] = field(default_factory=dict)
    """By marker of uncertainty that holds now the company at whose end of turn it goes."""

    running_out: tuple[str, ...] = ()
    """Those of them that go at the end of this very turn."""

    idle: tuple[int, ...] = ()
    """Sets of operating rounds without anything lasting, and what had come about by then: see `circles`."""


def own(s: RailState) -> State1830:
    """The same position, known to be one of 1830."""
    assert isinstance(s, State1830)
    return s
