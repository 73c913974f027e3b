"""The hub: whoever listens hears of what happens and of nothing else, and one look serves all who listen."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.core.match import Seat
from stellwerk.server import hub as module
from stellwerk.server.errors import Unavailable
from stellwerk.server.hub import Ear
from stellwerk.server.matches import Matches
from stellwerk.server.names import hashed
from stellwerk.server.store import Head, Store
from stellwerk.server.table import Created
from tests.server.kit import FIXED, GAME, sit

ANN = hashed("ann")
SEATS = [Seat(name) for name in ("Ann", "Ben", "Cleo")]
SOON = 300.0
"""Seconds for what must come; a busy machine is slow, not broken."""

NEVER = 0.3
"""Seconds in which nothing comes where nothing must."""


class Counting(Store):
    """Counts how often it was asked for what listeners are told, and can be out of reach."""

    def __init__(self, database: str) -> None:
        super().__init__(database)
        self.asked: Counter[str] = Counter()
        self.away: Exception | None = None

    def heads(self, names: Collection[str]) -> dict[str, Head]:
        self.asked["heads"] += 1
        if self.away:
            raise self.away
        return super().heads(names)

    def pulse(self, visitor: str, most: int) -> list[tuple[str, int]]:
        self.asked["pulse"] += 1
        if self.away:
            raise self.away
        return super().pulse(visitor, most)


def run(database: Path, scenario: Callable[[Matches, Counting], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Counting(str(database))
        service = Matches(store)
        try:
            await scenario(service, store)
        finally:
            service.hub.close()
            store.close()

    asyncio.run(main())


async def begun(service: Matches, **seats: int) -> Created:
    """A match in which the named visitors hold a seat each; seat 0 is to move."""
    created = await service.create(GAME, SEATS, FIXED)
    for name, seat in seats.items():
        await sit(service, hashed(name), created.id, seat)
    return created


async def moved(service: Matches, name: str) -> int:
    """Let whoever is on turn act by lot; returns the new rev."""
    table = await service.open(name)
    rng = Random(1)
    action = rng.choice(list(table.match.game.choices(table.match.state))).sample(rng)
    return (await service.act(name, action.seat, action, table.ply)).rev


async def heard(ear: Ear, beat: float = SOON) -> list[tuple[str, Any]]:
    """The kinds and data of what comes next."""
    found = []
    for text in await ear.wait(beat):
        lines = dict(line.split(": ", 1) for line in text.decode().strip().split("\n"))
        found.append((lines["event"], json.loads(lines["data"])))
    return found


def test_who_listens_hears_how_it_stands_then_of_each_change_and_of_the_end(database: Path) -> None:
    async def scenario(service: Matches, _store: Counting) -> None:
        name = (await begun(service)).id
        with service.hub.ear([name]) as ear:
            assert await heard(ear) == [("ply", {"match": name, "ply": 3, "rev": 3, "next": None, "said": 0})]
            for rev in (4, 5, 6):
                assert await moved(service, name) == rev
                assert await heard(ear) == [("ply", {"match": name, "ply": rev, "rev": rev, "next": None, "said": 0})]
            service.hub.close()
            assert await heard(ear) == []
            assert ear.ended
            with service.hub.ear([name]) as late:
                assert late.ended, "who comes after the end is let go at once"
        assert service.hub.listeners() == 0

    run(database, scenario)


def test_one_look_serves_all_who_listen_and_nobody_looks_while_nothing_happens(database: Path) -> None:
    async def scenario(service: Matches, store: Counting) -> None:
        name = (await begun(service)).id
        with ExitStack() as open_ears:
            ears = [open_ears.enter_context(service.hub.ear([name])) for _ in range(300)]
            for ear in ears:
                assert [kind for kind, _ in await heard(ear)] == ["ply"]
            assert store.asked == {"heads": 1}
            store.asked.clear()
            rev = await moved(service, name)
            for ear in ears:
                assert [data["rev"] for _, data in await heard(ear)] == [rev]
            assert store.asked == {"heads": 1}
            assert [await heard(ear, 0.01) for ear in ears[:20]] == [[]] * 20
            assert store.asked == {"heads": 1}
            with service.hub.ear([name]) as another:
                assert [data["rev"] for _, data in await heard(another)] == [rev]
            assert store.asked == {"heads": 1}, "what is known need not be asked"

    run(database, scenario)


def test_who_was_not_looking_is_told_the_latest_once(database: Path) -> None:
    async def scenario(service: Matches, _store: Counting) -> None:
        created = await begun(service)
        with service.hub.ear([created.id]) as ear, service.hub.ear([created.id]) as quick:
            await heard(quick)
            await heard(ear)
            for _ in range(3):
                await moved(service, created.id)
                await heard(quick)
            rev = await moved(service, created.id)
            await heard(quick)
            await sit(service, ANN, created.id, 1)
            assert [kind for kind, _ in await heard(quick)] == ["seats"]
            assert [(kind, data["rev"]) for kind, data in await heard(ear)] == [("ply", rev)]
            assert await heard(ear, NEVER) == []

    run(database, scenario)


def test_who_listens_hears_when_a_seat_changes_hands(database: Path) -> None:
    async def scenario(service: Matches, _store: Counting) -> None:
        created = await begun(service)
        with service.hub.ear([created.id]) as ear:
            kinds = [kind for kind, _ in await heard(ear)]
            await sit(service, "ben", created.id, 1)
            kinds += [kind for kind, _ in await heard(ear)]
            await moved(service, created.id)
            kinds += [kind for kind, _ in await heard(ear)]
        assert kinds == ["ply", "seats", "ply"]

    run(database, scenario)


def test_several_matches_are_heard_by_one_ear_each_by_its_name(database: Path) -> None:
    async def scenario(service: Matches, _store: Counting) -> None:
        first, second = [(await begun(service)).id for _ in range(2)]
        foreign = (await begun(service)).id
        with service.hub.ear([first, second, "nix", first]) as ear:
            told: dict[str, str] = {}
            while len(told) < 3:
                told |= {data["match"]: kind for kind, data in await heard(ear)}
            assert told == {first: "ply", second: "ply", "nix": "gone"}
            await moved(service, foreign)
            assert await heard(ear, NEVER) == []
            rev = await moved(service, second)
            assert [(data["match"], data["rev"]) for _, data in await heard(ear)] == [(second, rev)]
            assert service.hub.watched(first)
            assert not service.hub.watched(foreign)
            assert (service.hub.watchers(first), service.hub.listeners()) == (1, 1)
        assert not service.hub.watched(first)

    run(database, scenario)


def test_what_another_process_wrote_is_heard_when_the_wire_wakes(database: Path) -> None:
    async def scenario(service: Matches, store: Counting) -> None:
        first, second = [(await begun(service)).id for _ in range(2)]
        other = Matches(Store(str(database)))
        with service.hub.ear([first]) as ear, service.hub.ear([second]) as quiet:
            await heard(ear)
            await heard(quiet)
            rev = await moved(other, first)
            assert await heard(ear, NEVER) == []
            service.hub.wake(first)
            assert [data["rev"] for _, data in await heard(ear)] == [rev]
            rev = await moved(other, first)
            store.asked.clear()
            service.hub.wake_all()
            assert [data["rev"] for _, data in await heard(ear)] == [rev]
            assert await heard(quiet, NEVER) == [], "in that one nothing has happened"
            assert store.asked == {"heads": 1}, "one query for all"
        other.hub.close()
        other.store.close()

    run(database, scenario)


@pytest.mark.parametrize("fault", [Unavailable("away"), RuntimeError("can't start new thread")], ids=["away", "odd"])
def test_a_database_out_of_reach_delays_news_and_loses_none(
    database: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(module, "PAUSE", 0.0)

    async def scenario(service: Matches, store: Counting) -> None:
        name = (await begun(service, ann=1)).id
        with service.hub.ear([name]) as ear, service.hub.ear(visitor=ANN) as lobby:
            await heard(ear)
            await heard(lobby)
            store.asked.clear()
            store.away = fault
            rev = await moved(service, name)
            while min(store.asked["heads"], store.asked["pulse"]) <= 2:
                assert await heard(ear, NEVER) == await heard(lobby, NEVER) == []
            store.away = None
            assert [data["rev"] for _, data in await heard(ear)] == [rev]
            assert [kind for kind, _ in await heard(lobby)] == ["mine"]

    run(database, scenario)


def test_of_a_list_what_others_do_is_heard_and_nothing_else(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)

    async def scenario(service: Matches, store: Counting) -> None:
        own, foreign = await begun(service, ann=1), await begun(service, ben=1)
        with service.hub.ear(visitor=ANN) as ear, service.hub.ear(visitor=ANN) as other_tab:
            marks = [data["mark"] for _, data in await heard(ear)]
            assert [kind for kind, _ in await heard(other_tab)] == ["mine"]
            store.asked.clear()
            await moved(service, foreign.id)
            assert await heard(ear, NEVER) == [], "what happens in matches of others is none of ann's concern"
            assert store.asked["pulse"] == 0
            await moved(service, own.id)
            marks += [data["mark"] for _, data in await heard(ear)]
            assert store.asked["pulse"] == 1
            await sit(service, ANN, foreign.id, 2)
            marks += [data["mark"] for _, data in await heard(ear)]
            await moved(service, foreign.id)
            marks += [data["mark"] for _, data in await heard(ear)]
            assert len(set(marks)) == len(marks) == 4
        assert service.hub.listeners() == 0

    run(database, scenario)


def test_of_a_list_many_moves_at_once_are_one_piece_of_news(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSE", 1234.5)
    sleep = asyncio.sleep

    async def scenario(service: Matches, _store: Counting) -> None:
        over = asyncio.Event()

        async def rest(seconds: float) -> None:
            """The pause after news of a list ends when all have moved, however long that takes."""
            await (over.wait() if seconds == module.PAUSE else sleep(seconds))

        monkeypatch.setattr(asyncio, "sleep", rest)
        first = await begun(service, ann=0)
        with service.hub.ear(visitor=ANN) as ear:
            await heard(ear)
            for _ in range(5):
                await moved(service, first.id)
            assert await heard(ear, NEVER) == [], "it has just heard something"
            over.set()
            assert [kind for kind, _ in await heard(ear)] == ["mine"]
            assert await heard(ear, NEVER) == [], "all were in it"

    run(database, scenario)
