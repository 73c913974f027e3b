"""What players asked for and were answered, and what went wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

Outcome = Literal["sent", "acknowledged", "refused", "unavailable", "lost"]


@dataclass(slots=True)
class Wish:
    """Something that a player asked for at a rev: if it was done, it is the next row of the match."""

    match: str
    what: Literal["play", "undo", "redo"]
    rev: int
    seat: int
    action: dict[str, Any] | None = None
    outcome: Outcome = "sent"
    after: int = -1
    """The rev that the answer told."""


@dataclass
class Notes:
    """Shared by all players; everything may be called from any thread."""

    patience: float
    """Seconds within which every request has to be answered."""

    wishes: dict[str, list[Wish]] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    fault: str = "calm"
    damaged: bool = False
    """Whether pages of the database are damaged just now: then matches may be unreadable."""

    slowest: float = 0.0
    lock: Lock = field(default_factory=Lock, repr=False)

    def wish(self, wish: Wish) -> Wish:
        with self.lock:
            self.wishes.setdefault(wish.match, []).append(wish)
        return wish

    def find(self, what: str) -> None:
        """Note something that must not be."""
        told = f"[{self.fault}] {what}"
        with self.lock:
            self.findings.append(told)
        print(f"  FOUND {told}", flush=True)

    def answered(self, method: str, path: str, status: int, data: Any, took: float) -> None:
        """Hold an answer against what is allowed while a fault lasts, and afterwards."""
        code = data.get("error") if isinstance(data, dict) else None
        with self.lock:
            self.statuses[str(status) if status < 400 else f"{status} {code}"] += 1
            self.slowest = max(self.slowest, took)
        if took > self.patience:
            self.find(f"{method} {path} took {took:.1f} s and was answered {status}")
        if status >= 500 and status != 503 and not (self.damaged and code == "unreadable"):
            self.find(f"{method} {path} was answered {status} {data!r:.200}")
        if status in (429, 503) and not (isinstance(data, dict) and data.get("text")):
            self.find(f"{method} {path} was answered {status} without a sentence: {data!r:.200}")

    def gone(self, took: float, path: str) -> None:
        """A connection broke before there was an answer."""
        with self.lock:
            self.statuses["lost"] += 1
        if took > self.patience:
            self.find(f"{path} hung for {took:.1f} s without an answer")

    @contextmanager
    def during(self, fault: str) -> Iterator[None]:
        self.fault = fault
        began = time.monotonic()
        try:
            yield
        finally:
            self.fault = f"after {fault}"
            print(f"  {fault}: {time.monotonic() - began:.1f} s", flush=True)
