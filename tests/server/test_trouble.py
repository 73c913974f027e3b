"""Trouble below and beside the server: databases that fail, matches that cannot be read, workers that are killed."""

import asyncio
import json
import logging
import os
import signal
import sqlite3
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from stellwerk.core.action import thaw
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dump
from stellwerk.core.view import Past
from stellwerk.server import agenda, jobs
from stellwerk.server.app import create_app
from stellwerk.server.matches import Matches
from stellwerk.server.names import hashed
from stellwerk.server.pool import Pool, line_of
from stellwerk.server.settings import Settings
from stellwerk.server.table import Table
from tests.server.kit import GAME, Client, Player, job_of, late, new_match, played, running, until, upload
from tests.web.late import BANK, before

ROUNDS = 40
OPEN = {"name": "Anna"}, {"name": "B", "bot": "random"}, {"name": "C", "bot": "random"}


def trade(player: Player) -> Any:
    table = player.look()
    choice = next(choice for choice in table["view"]["choices"] if choice["kind"] == "trade")
    return player.act(choice["kind"], *choice["args"], ply=table["ply"])


def locked(database: Path) -> sqlite3.Connection:
    """Somebody who writes and does not finish."""
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_locked_database_is_answered_soon_with_a_sentence_and_when_to_try_again(
    client: Client, database: Path
) -> None:
    anna = new_match(client)[0]
    other = locked(database)
    began = time.monotonic()
    answer = trade(anna)
    assert time.monotonic() - began < 25, "about two seconds, on a machine that is not busy"
    assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0
    assert anna.look()["ply"] == 3, "looking goes on"
    other.rollback()
    assert trade(anna).status_code == 200


def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses after which bots try again."""
    for module in (agenda, jobs):
        monkeypatch.setattr(module, "FIRST_PAUSE", 0.05)


def test_bots_go_on_after_a_database_that_could_not_be_written(
    client: Client, database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    quick(monkeypatch)
    failed: list[Any] = []
    append = type(client.app.state.matches.store).append  # type: ignore[attr-defined]

    def failing(self: Any, *args: Any, **more: Any) -> None:
        if len(failed) < 2 and args[2][0].body[0] == 1:
            failed.append(args)
            other = locked(database)
            try:
                append(self, *args, **more)
            finally:
                other.rollback()
        append(self, *args, **more)

    monkeypatch.setattr(type(client.app.state.matches.store), "append", failing)  # type: ignore[attr-defined]
    with caplog.at_level(logging.WARNING):
        anna = new_match(client, OPEN)[0]
        assert trade(anna).status_code == 200
        until(lambda: anna.look()["waiting"] == [0])
    assert len(failed) == 2
    assert sum("try again" in record.getMessage() for record in caplog.records) == 2


def test_bots_try_again_after_what_nobody_foresaw(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    quick(monkeypatch)
    failed: list[int] = []
    ask = jobs.Bots._ask

    async def stumble(self: jobs.Bots, brief: Any) -> Any:
        if not failed:
            failed.append(brief.seat)
            raise KeyError("surprise")
        return await ask(self, brief)

    monkeypatch.setattr(jobs.Bots, "_ask", stumble)
    anna = new_match(client, OPEN)[0]
    assert trade(anna).status_code == 200
    until(lambda: anna.look()["waiting"] == [0])
    assert any(record.exc_info for record in caplog.records)


def spoil(database: Path, match: str) -> None:
    """What a damaged page leaves: rows that tell of nothing."""
    with sqlite3.connect(database) as db:
        db.execute("UPDATE entries SET body = 'zzz' WHERE match = ?", (match,))


def test_one_unreadable_match_stops_neither_bots_nor_the_lobby(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(database) as client:
        client.cookies.set("stellwerk", "anna")
        bad = client.post("/api/matches", json={"game": GAME, "seats": [*OPEN]}).json()["id"]
        good = upload(client, late("resume", 30, ("random", "random", "random")))[0].match
        with sqlite3.connect(database) as db:
            db.execute("UPDATE matches SET bot_since = 1 WHERE id = ?", (bad,))
            db.execute("UPDATE matches SET bot_since = 2 WHERE id = ?", (good,))
    spoil(database, bad)
    with running(database) as client, caplog.at_level(logging.WARNING):
        until(lambda: Player(client, good).look()["over"])
        client.cookies.set("stellwerk", "anna")
        lobby = client.get("/")
        assert lobby.status_code == 200
        assert bad in lobby.text
        answer = client.get(f"/api/matches/{bad}")
        assert (answer.status_code, answer.json()["error"]) == (500, "unreadable")
        assert "can no longer be loaded" in client.get("/").text, "whoever lists it says so, once somebody has tried"
    assert any(bad in record.getMessage() for record in caplog.records)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_a_killed_worker_costs_a_retry_and_no_answer() -> None:
    match = played("killed", 12)
    job = line_of(job_of(match, "random"))

    async def main() -> None:
        pool = Pool(1)
        first = await pool.ask(job, 60)
        (idle,) = pool._all
        os.kill(idle.pid, signal.SIGKILL)
        assert await pool.ask(job, 60) == first, "an idle process was killed"
        asking = asyncio.create_task(pool.ask(job, 60))
        await asyncio.sleep(0)
        (busy,) = pool._all
        os.kill(busy.pid, signal.SIGKILL)
        assert await asking == first, "a process was killed with its job"
        await pool.close()

    asyncio.run(main())


# --- seats -----------------------------------------------------------------------------------------------


def test_no_token_of_a_bot_leaves_the_server(client: Client) -> None:
    created = client.post("/api/matches", json={"game": GAME, "seats": [*OPEN]}).json()
    assert [seat["token"] is None for seat in created["seats"]] == [False, True, True]
    file = client.post("/api/matches", json={"file": dump(late("tokens", 5, ("random", "random", "random")))}).json()
    assert [seat["token"] for seat in file["seats"]] == [None] * 3


def test_a_token_of_a_bot_from_an_older_server_opens_nothing(client: Client, database: Path) -> None:
    created = client.post("/api/matches", json={"game": GAME, "seats": [*OPEN]}).json()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE seats SET token_hash = ? WHERE match = ? AND seat = 1", (hashed("old"), created["id"]))
    assert Player(client, created["id"], "old").get().json()["error"] == "seat"


# --- undo ------------------------------------------------------------------------------------------------


def test_an_undo_stops_at_a_hand_that_a_bot_has_shown() -> None:
    match = Match(
        new_header(GAME, [Seat("Anna"), Seat("B", "random"), Seat("C", "random")], {"start_player": "1"}, "x")
    )
    shown = False
    while not shown:
        choices = [c for c in match.game.choices(match.state) if c.kind == "trade"]
        action = choices[0].sample(Random(1))
        match.play(action)
        shown = action.seat == 1
    assert match.undoable(0) == []
    assert match.undoable(1) == [match.ply - 1], "who traded knew the hand"


# --- two threads -----------------------------------------------------------------------------------------


def test_checking_beside_looking_shares_no_cache(client: Client) -> None:
    """A check and a look run in threads, but never at once for one match: neither fills what the other reads."""
    late_match = before(BANK, "buy", -1)
    created = client.post("/api/matches", json={"file": dump(late_match)}).json()
    seat = late_match.waiting()[0]
    player = Player(client, created["id"], created["seats"][seat]["token"])
    action = next(iter(late_match.game.choices(late_match.state))).sample(Random(1))
    asked = json.dumps({"action": {"kind": action.kind, "args": thaw(action.args)}}).encode()

    async def look_while_it_is_checked() -> None:
        matches: Matches = client.app.state.matches  # type: ignore[attr-defined]
        table = await matches.open(player.match)
        right = table.match.copy().view(seat)

        def look(table: Table) -> None:
            match = table.match
            match._seen.pop(seat, None)
            match.state.faces.clear()
            match.state.reach.clear()
            assert match.view(seat) == right
            told = match._log_of(seat, match.ply)
            assert isinstance(told, Past)
            assert tuple(told.log) == right.log

        for _ in range(ROUNDS):
            check = asyncio.create_task(call(client.app, f"{player.url}/check", asked, player.token))
            while not check.done():
                await matches.work(table, look)
            assert await check == 200

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        client.portal.call(look_while_it_is_checked)  # type: ignore[union-attr]
    finally:
        sys.setswitchinterval(interval)


async def call(app: Any, path: str, body: bytes, token: str | None) -> int:
    """The status of a request that is made in the server's own loop."""
    headers = [(b"host", b"testserver"), (b"content-type", b"application/json")]
    headers.append((b"authorization", f"Bearer {token}".encode()))
    status: list[int] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            status.append(message["status"])

    await app(scope_of("POST", path, headers), receive, send)
    return status[0]


def scope_of(method: str, path: str, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
    }


# --- who goes away ---------------------------------------------------------------------------------------


def test_who_goes_away_in_the_middle_is_no_error(database: Path) -> None:
    app = create_app(Settings(database=str(database), allowed_hosts=("testserver",)))
    with TestClient(app) as client:
        match = client.post("/api/matches", json={"game": GAME, "seats": [{}] * 3}).json()["id"]

        headers = [(b"host", b"testserver"), (b"content-type", b"application/json")]

        async def leave(method: str, path: str, *, sends: bool) -> None:
            async def receive() -> Any:
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                if sends:
                    raise OSError("gone")

            await app(scope_of(method, path, headers), receive, send)

        assert client.portal is not None
        client.portal.call(lambda: leave("POST", "/api/matches", sends=False))
        client.portal.call(lambda: leave("GET", f"/api/matches/{match}/events", sends=True))
