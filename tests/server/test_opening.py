"""Opening without replaying: kept positions, rows of other servers, a bounded memory, a lobby that opens nothing."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stellwerk.core.match import Match, Seat
from stellwerk.core.matchfile import dump, parse
from stellwerk.core.positions import EACH
from stellwerk.server.matches import Matches
from stellwerk.server.snapshots import lacking
from stellwerk.server.store import Store
from stellwerk.server.table import Table
from tests.server.kit import FIXED, GAME, PEOPLE, played, running

SEATS = [Seat(name) for name in PEOPLE]


def run(database: Path, scenario: Callable[[Matches], Awaitable[None]], **options: Any) -> None:
    async def main() -> None:
        store = Store(str(database))
        service = Matches(store, **options)
        try:
            await asyncio.wait_for(scenario(service), 120)
        finally:
            await service.close()
            store.close()

    asyncio.run(main())


async def bring(service: Matches, seed: str, plies: int | None = None) -> str:
    header, log = parse(dump(played(seed, plies)))
    return (await service.create(GAME, header.seats, header=header, log=log)).id


async def step(service: Matches, name: str, rng: Random) -> Table:
    table = await service.open(name)
    action = rng.choice(list(table.match.game.choices(table.match.state))).sample(rng)
    return await service.act(name, action.seat, action, table.ply, table.rev)


def test_positions_go_into_the_store_behind_and_a_cold_open_plays_only_what_came_after(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(service: Matches) -> None:
        name = await bring(service, "kept", 3 * EACH + 5)
        await service.keeper.settled()
        saved = service.store.load(name)
        assert saved is not None
        assert [one.ply for one in saved.snapshots] == [0, EACH, 2 * EACH, 3 * EACH]
        warm = await service.open(name)
        assert lacking(warm.match) == []
        game, applied = type(warm.match.game), []
        apply = game.apply

        def counting(*args: Any) -> Any:
            applied.append(1)
            return apply(*args)

        monkeypatch.setattr(game, "apply", counting)
        cold = await Matches(service.store).open(name)
        assert len(applied) == 5
        assert cold.match.log == warm.match.log
        assert cold.match.state == warm.match.state
        assert cold.match.at(EACH + 3) == warm.match.at(EACH + 3)

    run(database, scenario)


def test_positions_are_kept_while_the_match_goes_on_and_dropped_by_an_undo(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        rng = Random(4)
        name = (await service.create(GAME, SEATS, FIXED)).id
        while (await service.open(name)).ply < 2 * EACH + 3:
            table = await step(service, name, rng)
            assert not table.match.over
        await service.keeper.settled()
        saved = service.store.load(name)
        assert saved is not None
        assert [one.ply for one in saved.snapshots] == [0, EACH, 2 * EACH]
        for table in (await service.open(name), await Matches(service.store).open(name)):
            assert [state.digest() for state in table.match.states] == [
                state.digest() for state in Match(table.match.header, table.match.log, checked=False).states
            ]

    run(database, scenario)


def test_rows_of_another_server_are_read_alone_and_played_on(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(service: Matches) -> None:
        rng = Random(7)
        name = await bring(service, "two servers", 40)
        other = Matches(service.store)
        await service.open(name)

        def never(_name: str) -> Any:
            raise AssertionError("all rows were read")

        await other.open(name)
        for way in ("load", "outline"):
            monkeypatch.setattr(service.store, way, never)
        undone = redone = 0
        for _ in range(60):
            first, second = (service, other) if rng.random() < 0.5 else (other, service)
            table = await first.open(name)
            if table.match.over:
                break
            actor = rng.randrange(3)
            if rng.random() < 0.4 and table.match.undoable(actor):
                table = await first.undo(name, (actor,), table.ply, table.rev)
                undone += 1
                if rng.random() < 0.5 and table.match.undone:
                    table = await second.redo(name, (actor,), table.ply, table.rev)
                    redone += 1
            else:
                table = await step(first, name, rng)
            seen = [await one.open(name) for one in (first, second)]
            assert seen[0].rev == seen[1].rev == table.rev
            assert seen[0].match.log == seen[1].match.log
            assert seen[0].match.undone == seen[1].match.undone
            assert seen[0].match.state == seen[1].match.state
            assert seen[0].waiting() == seen[1].waiting()
        assert undone
        assert redone
        await other.close()

    run(database, scenario)


def test_rows_that_do_not_lead_where_they_say_make_the_match_be_read_anew(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(service: Matches) -> None:
        name = await bring(service, "odd", 40)
        other = Matches(service.store)
        await other.open(name)
        after = await step(service, name, Random(1))
        since = service.store.since
        monkeypatch.setattr(
            service.store, "since", lambda *args: [row._replace(digest="0" * 16) for row in since(*args)]
        )
        assert (await other.open(name)).match.state == after.match.state
        await other.close()

    run(database, scenario)


def test_matches_stay_in_memory_up_to_so_many_bytes(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        names = [await bring(service, f"many {number}", 50) for number in range(8)]
        for name in names:
            table = await service.open(name)
            await service.work(table, lambda table: table.told(table.match.view(0), "en"))
        await service.keeper.settled()
        assert 1 <= len(service.cache) < 8
        assert service.cache.bytes <= service.cache.memory
        assert service.cache.get(names[-1]) is not None
        for name in names:
            assert (await service.open(name)).ply == 50

    weight = Table("m", played("many 0", 50), 50, 0.0).weight()
    run(database, scenario, memory=4 * weight)


def test_a_lobby_with_fifty_cold_matches_opens_none(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(database) as client:
        client.cookies.set("stellwerk", "anna")
        file = dump(played("lobby", 60))
        for _ in range(50):
            assert client.post("/api/matches", json={"file": file}).status_code == 201
    with running(database) as client:
        client.cookies.set("stellwerk", "anna")
        store = client.app.state.matches.store  # type: ignore[attr-defined]

        def never(*_args: Any) -> Any:
            raise AssertionError("a match was read")

        for name in ("load", "outline", "since"):
            monkeypatch.setattr(store, name, never)
        for path in ("/", "/lobby/mine"):
            answer = client.get(path)
            assert answer.status_code == 200
            assert "1 to 8 of 50" in answer.text
            assert len(set(re.findall(r"/match/(\w+)", answer.text))) == 8
        assert len(client.app.state.matches.cache) == 0  # type: ignore[attr-defined]
