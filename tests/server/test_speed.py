"""Speed of the service, as ratios within one run: a warm match opens as fast whatever its length."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter

import pytest

from stellwerk.core.matchfile import dump, parse
from stellwerk.server.matches import Matches
from stellwerk.server.store import Store
from tests.server.kit import GAME, played

pytestmark = pytest.mark.speed


async def took(what: Callable[[], Awaitable[object]], times: int = 60) -> float:
    """The best of some tries."""
    tries = []
    for _ in range(times):
        began = perf_counter()
        await what()
        tries.append(perf_counter() - began)
    return min(tries)


def test_a_warm_match_opens_in_a_time_that_does_not_depend_on_its_length(database: Path) -> None:
    async def scenario() -> tuple[float, float, float]:
        store = Store(str(database))
        service = Matches(store)
        names = []
        for match in (played("speed", 4), played("speed")):
            header, log = parse(dump(match))
            names.append((await service.create(GAME, header.seats, header=header, log=log)).id)
        short, long = [await took(lambda name=name: service.open(name)) for name in names]  # type: ignore[misc]
        cold = await took(lambda: Matches(store).open(names[1]), 10)
        store.close()
        return short, long, cold

    short, long, cold = asyncio.run(scenario())
    print(f"warm, 4 plies: {short * 1e3:.2f} ms; warm, whole match: {long * 1e3:.2f} ms; cold: {cold * 1e3:.2f} ms")  # noqa: T201
    assert long < 3 * short
    assert cold > 2 * long, "else there would be no use in keeping matches open"
