"""What counts as a finding, and the tally of a part of the attack."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tools.attack.wire import SLOW, Answer

TRACES = (b"Traceback (most recent", b'File "/', b"site-packages", b"sqlalchemy", b"sqlite3.", b"stellwerk/server/")
"""What only the inside of the server says."""

SHOWN = 400
KEPT = 50
"""So much is shown of a request, and so many findings of a part are kept."""


@dataclass
class Tally:
    """Requests of a part by status, its slowest answer, and what was found."""

    statuses: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    findings: list[str] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.statuses.update(other.statuses)
        self.notes.update(other.notes)
        self.slowest = max(self.slowest, other.slowest)
        self.findings = [*self.findings, *other.findings][:KEPT]

    @property
    def requests(self) -> int:
        return self.statuses.total()


class Judge:
    """Holds every answer against what may never be."""

    def __init__(self, secrets: list[bytes]) -> None:
        self.tally = Tally()
        self.secrets = secrets

    def look(self, where: str, sent: bytes, answer: Answer, own: tuple[bytes, ...] = ()) -> None:
        """`own` are secrets of this caller that this answer may not repeat."""
        self.tally.statuses[answer.status] += 1
        self.tally.slowest = max(self.tally.slowest, answer.seconds)
        for problem in self._problems(sent, answer, own):
            if len(self.tally.findings) < KEPT:
                shown = f"{sent[:SHOWN]!r}" + (f" and {len(sent) - SHOWN} bytes more" if len(sent) > SHOWN else "")
                self.tally.findings.append(f"{where}: {problem}\n    sent {shown}\n    got  {answer.body[:SHOWN]!r}")

    def _problems(self, sent: bytes, answer: Answer, own: tuple[bytes, ...]) -> list[str]:
        found = []
        if answer.status >= 500 or answer.status == -1:
            found.append(f"status {answer.status}")
        if answer.seconds > SLOW:
            found.append(f"{answer.seconds:.1f} s")
        if any(trace in answer.body and trace not in sent for trace in TRACES):
            found.append("a trace of the program")
        if any(secret in answer.body and secret not in sent for secret in (*self.secrets, *own)):
            found.append("a secret")
        return found
