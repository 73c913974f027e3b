"""A visitor's matches: which come first, and that whoever looks at them hears of changes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path
from random import Random

from stellwerk.core.match import Seat
from stellwerk.core.matchfile import dump, parse
from stellwerk.server.live import BEAT, MINE, RETRY, rustle
from stellwerk.server.matches import Matches, hashed
from stellwerk.server.store import Store
from stellwerk.server.table import Created, Table
from tests.server.kit import FIXED, GAME, Client, new_match, played, sit

ANN, BEN = hashed("ann"), hashed("ben")
SEATS = [Seat(name) for name in ("Ann", "Ben", "Cleo")]


def run(database: Path, scenario: Callable[[Matches], Awaitable[None]]) -> None:
    async def main() -> None:
        store = Store(str(database))
        try:
            await scenario(Matches(store))
        finally:
            store.close()

    asyncio.run(main())


async def begun(service: Matches, **seats: int) -> Created:
    """A match in which the named visitors hold a seat each; seat 0 is to move."""
    created = await service.create(GAME, SEATS, FIXED)
    for name, seat in seats.items():
        await sit(service, hashed(name), created.id, seat)
    return created


async def moved(service: Matches, name: str) -> Table:
    table = await service.open(name)
    rng = Random(1)
    action = rng.choice(list(table.match.game.choices(table.match.state))).sample(rng)
    return await service.act(name, action.seat, action, table.ply)


def test_own_turns_come_first_then_running_matches_then_finished_ones_with_their_winners(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        mine = await begun(service, ann=0)
        others = await begun(service, ann=1)
        match = played()
        header, log = parse(dump(match))
        over = await service.create(GAME, SEATS, header=header, log=log)
        await sit(service, ANN, over.id, 0)
        latest = await begun(service, ann=2)
        found = await service.mine(ANN)
        assert [one.id for one in found] == [mine.id, latest.id, others.id, over.id]
        assert [one.your_turn for one in found] == [True, False, False, False]
        assert match.result is not None
        assert [one.winners for one in found] == [(), (), (), match.result.winners]

    run(database, scenario)


def test_what_others_do_is_heard_and_nothing_else(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        first, foreign = await begun(service, ann=1), await begun(service, ben=1)
        async with aclosing(service.news(ANN, 0.8, 0.0)) as news:
            assert await anext(news) is True, "how it stands, at once"
            waiting = asyncio.create_task(anext(news))
            await moved(service, foreign.id)
            assert await waiting is False, "what happens in matches of others is none of ann's concern"
            waiting = asyncio.create_task(anext(news))
            await asyncio.sleep(0.05)
            await moved(service, first.id)
            assert await waiting is True
            waiting = asyncio.create_task(anext(news))
            await asyncio.sleep(0.05)
            await sit(service, ANN, foreign.id, 2)
            assert await waiting is True, "a match that she joins elsewhere"
        assert service.hub.listeners() == 0

    run(database, scenario)


def test_many_moves_at_once_are_one_piece_of_news(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        first = await begun(service, ann=0)
        async with aclosing(service.news(ANN, 0.3, 0.2)) as news:
            assert await anext(news) is True
            waiting = asyncio.create_task(anext(news))
            await asyncio.sleep(0.05)
            for _ in range(10):
                await moved(service, first.id)
            assert await waiting is True
            assert await anext(news) is False, "all ten were in it"

    run(database, scenario)


def test_the_stream_says_so_in_bytes_and_ends_with_the_server(database: Path) -> None:
    async def scenario(service: Matches) -> None:
        said = []
        async with aclosing(rustle(service, ANN, 0.05)) as stream:
            async for chunk in stream:
                said.append(chunk)
                if len(said) == 3:
                    service.hub.close()
        assert said == [RETRY, MINE, BEAT]

    run(database, scenario)


def test_the_list_alone_can_be_fetched(client: Client) -> None:
    assert "Matches that you begin or join" in client.get("/lobby/mine").text
    name = new_match(client, ("Ann", "<b>Ben</b>", "Cleo"))[0].match
    answer = client.get("/lobby/mine", headers={"accept-language": "de"})
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.lstrip().startswith('<section class="card mine"')
    assert f'href="/match/{name}"' in answer.text
    assert "du bist am Zug" in answer.text
    assert "&lt;b&gt;Ben&lt;/b&gt;" in answer.text
