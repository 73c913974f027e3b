"""A server process on this computer, ended with the block that asked for it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

START = 60.0
"""Seconds within which a server must have said where it is."""


class Served:
    """A running server: its address and its process."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    @property
    def host(self) -> str:
        return "127.0.0.1"

    def rss(self) -> int:
        """Bytes of memory that the process and its children hold."""
        return sum(_rss(pid) for pid in family(self.process.pid))

    def own_rss(self) -> int:
        """The same without its children."""
        return _rss(self.process.pid)

    def descriptors(self) -> int:
        """Files and connections that the process has open."""
        return len([*Path(f"/proc/{self.process.pid}/fd").iterdir()])

    def cpu(self) -> float:
        """Seconds of processor time of the process, without its children."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def serving(database: str, *words: str, errors: IO[str] | None = None) -> Iterator[Served]:
    """Start `stellwerk serve` on a free port of this computer and stop it afterwards."""
    served = start(database, words, errors)
    try:
        yield served
    finally:
        stop(served.process)


def start(database: str, words: Sequence[str] = (), errors: IO[str] | None = None, port: int = 0) -> Served:
    command = [
        str(Path(sys.executable).parent / "stellwerk"),
        "serve",
        "--database",
        database,
        "--port",
        str(port),
        *words,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
            return Served(process, int(found[1]))
    raise RuntimeError(f"the server ended with {process.wait()} before it said where it is")


def stop(process: subprocess.Popen[str], patience: float = 15.0) -> None:
    process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += map(int, task.read_text().split())
            except OSError:
                continue
    return found


def _rss(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found[1]) * 1024 if found else 0
