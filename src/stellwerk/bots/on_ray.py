"""Series of games on Ray: on all cores of this machine, or on a cluster by its address.

Ray is an optional extra (`pip install stellwerk[ray]`). Each task plays a portion of games by their numbers, and a game
depends on seed and number alone: the records are those of any other runner.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from stellwerk.bots.runners import Answer, Numbers, WorkerLost
from stellwerk.core.errors import StellwerkError

PORTION: Final = 8
"""Most games in a task: fewer cost more by what Ray does for each task."""

TASKS: Final = 64
"""Tasks that a series is cut into before one gets several games: large ones leave cores idle at the end."""

LOCAL: Final = "local"
"""A Ray of our own, whatever other one there is on this machine."""

AHEAD: Final = 4
"""Tasks handed out for each core before the first is waited for."""


class NoCluster(StellwerkError):
    """Ray cannot be reached, or not be started."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"no Ray at {where}: {problem}")
        self.where, self.problem = where, problem


@dataclass(frozen=True)
class OnRay:
    """The machines of Ray; without an address those that a Ray started here has."""

    address: str | None = None
    cores: int | None = None
    """How many cores a Ray started here uses; all of them unless told."""

    def portion(self, games: int) -> int:
        return max(1, min(PORTION, games // TASKS))

    def run(self, work: Callable[[Any, Numbers], Answer], series: Any, portions: Sequence[Numbers]) -> Iterator[Answer]:
        ray = _ray()
        os.environ.setdefault("RAY_worker_niceness", "0")  # workers of lower priority starve where others compute
        usage: dict[str, Any] = {"address": self.address or LOCAL}
        if not self.address:
            usage |= {"num_cpus": self.cores, "include_dashboard": False}
        try:
            ray.init(logging_level="ERROR", log_to_driver=False, **usage)
        except (ValueError, RuntimeError, OSError, ImportError, ray.exceptions.RayError) as error:
            raise NoCluster(self.address or "this machine", str(error)) from error
        try:
            task = ray.remote(work)
            ahead = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
            waiting: deque[Any] = deque()
            left = iter(portions)
            for numbers in left:
                waiting.append(task.remote(series, numbers))
                if len(waiting) >= ahead:
                    break
            while waiting:
                answer = _answer(ray, waiting.popleft())
                waiting.extend(task.remote(series, numbers) for numbers in _one(left))
                yield answer
        finally:
            ray.shutdown()


def _one(left: Iterator[Numbers]) -> Iterator[Numbers]:
    numbers = next(left, None)
    if numbers is not None:
        yield numbers


def _answer(ray: Any, future: Any) -> Any:
    """What a task has found, or the error that it met, as it was raised there."""
    try:
        return ray.get(future)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error
    except ray.exceptions.RayError as error:
        raise WorkerLost("a process of Ray") from error


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise StellwerkError("Ray is not installed: pip install stellwerk[ray]") from None
    return ray
