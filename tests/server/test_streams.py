"""Streams of events over HTTP: one for a whole browser, not too many of anybody, and a place that is given back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from stellwerk.core.match import Seat
from stellwerk.server.addresses import group
from stellwerk.server.app import create_app
from stellwerk.server.live import MOST_MATCHES
from stellwerk.server.settings import Settings
from tests.server.kit import FIXED, GAME, Client, new_match, played, upload

SOON = 300.0


class Reader:
    """Somebody who reads a stream, straight from the application."""

    def __init__(self, app: Starlette, path: str, *, address: str = "192.0.2.1", cookie: str = "") -> None:
        self.status = 0
        self.text = ""
        self.headers: dict[str, str] = {}
        self._news = asyncio.Event()
        self._leaving = asyncio.Event()
        where, _, query = path.partition("?")
        headers = [(b"host", b"testserver"), (b"accept-language", b"en")]
        if cookie:
            headers.append((b"cookie", f"stellwerk={cookie}".encode()))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "http",
            "method": "GET",
            "path": where,
            "raw_path": where.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": (address, 5000),
            "server": ("testserver", 80),
        }
        self.task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._leaving.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        self.text += message.get("body", b"").decode()
        self._news.set()

    async def until(self, *words: str) -> str:
        """All that came until these words stand in it."""
        async with asyncio.timeout(SOON):
            while not all(word in self.text for word in words):
                self._news.clear()
                await self._news.wait()
        return self.text

    async def end(self) -> str:
        """All that came, once the server has ended the stream."""
        await asyncio.wait_for(self.task, SOON)
        return self.text

    async def leave(self) -> None:
        self._leaving.set()
        await asyncio.wait_for(self.task, SOON)


@asynccontextmanager
async def running(database: Path, **settings: Any) -> AsyncIterator[Starlette]:
    app = create_app(Settings(database=str(database), bots=1, allowed_hosts=("testserver",), **settings))
    async with app.router.lifespan_context(app):
        yield app


def run(database: Path, scenario: Callable[[Starlette], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        async with running(database, **settings) as app:
            await scenario(app)

    asyncio.run(main())


async def begun(app: Starlette) -> str:
    created = await app.state.matches.create(GAME, [Seat(name) for name in "ABC"], FIXED)
    return str(created.id)


def test_one_stream_tells_of_several_matches_of_the_list_and_that_it_lives(database: Path) -> None:
    async def scenario(app: Starlette) -> None:
        first, second = await begun(app), await begun(app)
        reader = Reader(app, f"/events?match={first}&match={second}&mine=1", cookie="ann")
        text = await reader.until(f'"match": "{first}"', f'"match": "{second}"', "event: mine", "event: beat")
        assert reader.status == 200
        assert reader.headers["content-type"].startswith("text/event-stream")
        assert reader.headers["cache-control"] == "no-store"
        assert text.count("event: ply") == 2
        assert (app.state.matches.hub.listeners(), app.state.streams.open) == (1, 1)
        await reader.leave()
        assert (app.state.matches.hub.listeners(), app.state.streams.open) == (0, 0)

    run(database, scenario, heartbeat=0.2)


def test_too_many_from_an_address_or_in_all_are_told_so_and_places_come_back(database: Path) -> None:
    async def scenario(app: Starlette) -> None:
        name = await begun(app)
        path = f"/api/matches/{name}/events"
        here = [Reader(app, path, address="192.0.2.1") for _ in range(2)]
        for reader in here:
            await reader.until("event: ply")
        refused = Reader(app, path, address="192.0.2.1")
        assert "Too many pages are connected" in await refused.end()
        assert refused.status == 429
        assert int(refused.headers["retry-after"]) > 0
        elsewhere = Reader(app, path, address="192.0.2.2")
        await elsewhere.until("event: ply")
        one_too_many = Reader(app, path, address="192.0.2.3")
        await one_too_many.end()
        assert one_too_many.status == 429
        await here[0].leave()
        again = Reader(app, path, address="192.0.2.1")
        await again.until("event: ply")
        assert app.state.streams.open == 3
        for reader in (here[1], elsewhere, again):
            await reader.leave()
        assert app.state.streams.open == 0

    run(database, scenario, streams=3, streams_per_address=2)


def test_the_oldest_stream_of_a_visitor_makes_room_for_the_newest(database: Path) -> None:
    async def scenario(app: Starlette) -> None:
        path = f"/events?match={await begun(app)}"
        readers = []
        for _ in range(4):
            readers.append(Reader(app, path, cookie="ann"))
            await readers[-1].until("event: ply")
        stranger = Reader(app, path, cookie="ben")
        await stranger.until("event: ply")
        for old in readers[:2]:
            assert (await old.end()).endswith("event: replaced\ndata: {}\n\n")
        assert app.state.streams.open == 3
        for reader in (*readers[2:], stranger):
            assert not reader.task.done()
            await reader.leave()

    run(database, scenario, streams_per_visitor=2)


def test_streams_end_with_the_server(database: Path) -> None:
    async def scenario(app: Starlette) -> None:
        reader = Reader(app, "/events?mine=1", cookie="ann")
        await reader.until("event: mine")
        app.state.matches.hub.close()
        await reader.end()
        assert app.state.streams.open == 0

    run(database, scenario)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?mine=0",
        "?match=",
        "?match=../x",
        "?match=" + 41 * "a",
        "?" + "&".join(f"match=m{number}" for number in range(MOST_MATCHES + 1)),
    ],
)
def test_an_address_that_makes_no_sense_is_refused(client: Client, query: str) -> None:
    answer = client.get(f"/events{query}")
    assert answer.status_code == 400
    assert client.app.state.streams.open == 0  # type: ignore[attr-defined]


def test_a_match_that_is_not_there_is_404_for_programs_and_told_to_pages(database: Path) -> None:
    async def scenario(app: Starlette) -> None:
        program = Reader(app, "/api/matches/nix/events")
        await program.end()
        assert program.status == 404
        page = Reader(app, "/events?match=nix")
        assert 'event: gone\ndata: {"match": "nix"}' in await page.until("event: gone")
        await page.leave()

    run(database, scenario)


def test_listening_does_not_make_the_position(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    name = upload(client, played())[0].match
    matches = client.app.state.matches  # type: ignore[attr-defined]

    async def never(_name: str) -> None:
        raise AssertionError("the match was opened")

    monkeypatch.setattr(matches, "open", never)
    matches.hub.close()
    assert client.get(f"/api/matches/{name}/events").status_code == 200


def test_asking_for_the_headers_alone_takes_no_place(client: Client) -> None:
    name = new_match(client)[0].match
    for path in (f"/api/matches/{name}/events", f"/events?match={name}", "/events?mine=1"):
        assert client.head(path).status_code == 200
    assert client.app.state.streams.open == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_who_has_a_network_of_addresses_is_counted_as_one(address: str, counted: str) -> None:
    assert group(address) == counted
