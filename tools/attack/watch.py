"""Somebody with an ordinary match who looks at it ten times a second while the server is attacked; and its memory."""

from __future__ import annotations

import threading
import time
from http.client import HTTPConnection, HTTPException

from tools.rig.figures import spread
from tools.rig.serving import Served

EVERY = 0.1
PATIENT = 2.0
"""Seconds that an ordinary visitor waits at most."""

MEGABYTE = 1 << 20


class Watch(threading.Thread):
    """Looks until it is told to stop."""

    def __init__(self, served: Served, match: str, token: str, **headers: str) -> None:
        super().__init__(daemon=True)
        self.served, self.match = served, match
        self.headers = {"authorization": f"Bearer {token}", **headers}
        self.times: list[float] = []
        self.findings: list[str] = []
        self.start_memory = self.peak = self.memory = served.own_rss()
        self._stop_asked = threading.Event()

    def run(self) -> None:
        while not self._stop_asked.wait(EVERY):
            began = time.monotonic()
            problem = self._look()
            spent = time.monotonic() - began
            self.times.append(spent)
            if problem or spent > PATIENT:
                self.findings.append(
                    f"an ordinary visitor waited {spent:.1f} s at {time.strftime('%X')} {problem}".strip()
                )
            self.memory = self.served.own_rss()
            self.peak = max(self.peak, self.memory)

    def stop(self) -> None:
        self._stop_asked.set()
        self.join(60)

    def told(self) -> str:
        most = max(self.times, default=0.0)
        return f"{len(self.times)} looks, p50/95/99 {spread(self.times)} ms, slowest {1000 * most:.0f} ms"

    def memory_told(self) -> str:
        start, peak, end = (size // MEGABYTE for size in (self.start_memory, self.peak, self.memory))
        return f"{start} MB at the start, {peak} MB at most, {end} MB at the end"

    def _look(self) -> str:
        link = HTTPConnection("127.0.0.1", self.served.port, timeout=30)
        try:
            link.request("GET", f"/api/matches/{self.match}", headers=self.headers)
            answer = link.getresponse()
            answer.read()
        except (OSError, HTTPException) as error:
            return repr(error)
        finally:
            link.close()
        return "" if answer.status == 200 else f"status {answer.status}"
