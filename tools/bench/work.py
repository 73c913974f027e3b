"""The works that are measured, done by a process that imports one tree of sources: today's or an older one.

It is started with the sources and tests of its tree on the path, reads the name of a work from each line of its input
and answers each with a line of JSON: the seconds of the processor that the work took, and how much of it that was. So
it knows only what both trees have.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

RULERS: Final = 50
COPIES: Final = 20_000
ANSWERS: Final = 4
LATE: Final = 1200
"""Plies of a late match of 1830."""

POSTED: Final = 1000
POSTS: Final = 60
"""Plies of a match of 1830 of which actions are asked over HTTP, and how many."""

STRESS: Final = tuple((seed, fleet) for seed in (0, 3, 16) for fleet in ("D D D", "6 D", "5 6 D", "4 4 4"))
"""Boards built up with all tiles of the box, by their number, and the trains that run there."""


class Done(NamedTuple):
    """How much was done, and the seconds of the processor where the work measures them itself."""

    amount: float
    seconds: float | None = None


@cache
def records(title: str) -> tuple[Any, ...]:
    folder = Path(sys.argv[1])
    return tuple(json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob(f"{title}-*.json")))


def ruler() -> Done:
    from tests.speed.ruler import ruler as work

    for _ in range(RULERS):
        work()
    return Done(RULERS)


def replay(title: str) -> Done:
    """Records of another site, every action checked; counted are those that stand in the end."""
    from stellwerk.interop.games18xx import live_actions, read_record

    for record in records(title):
        read_record(record)
    return Done(sum(map(_live(live_actions), records(title))))


def _live(live_actions: Callable[[Any], list[Any]]) -> Callable[[Any], int]:
    return lambda record: len(live_actions(record))


def random_play(game: str, games: int) -> Done:
    """Games of four random bots; the rules of two trees may differ, so decisions are counted."""
    from stellwerk.bots.arena import Series, play_series

    return Done(sum(record.decisions for record in play_series(Series(game, ("random",) * 4, "bench", games))))


@cache
def read(title: str) -> tuple[Any, ...]:
    """The records of a title as matches."""
    from stellwerk.interop.games18xx import read_record

    return tuple(read_record(record) for record in records(title))


def walk(title: str) -> Done:
    """Recorded games played once more as bots play: at each decision a view with all its choices, and no check.

    Both trees meet the same decisions, unlike in random games.
    """
    from stellwerk.core.match import Match

    games, decisions = read(title), 0
    begin = process_time()
    for game in games:
        match = Match(game.header)
        for action in game.log:
            match.view(match.waiting()[0])
            match.play(action, checked=False)
        decisions += len(game.log)
    return Done(decisions, process_time() - begin)


def runs() -> Done:
    """The best runs of all positions of the records of 1830 in which trains ran."""
    from stellwerk.eighteen.routes import best_run
    from tests.eighteen.routes.boards import position_of, train
    from tests.eighteen.routes.boards import records as positions

    asked = [(position_of(told), [train(name) for name in told["trains"]]) for _, told in positions("1830")]
    begin = process_time()
    for position, trains in asked:
        best_run(position, trains)
    return Done(len(asked), process_time() - begin)


def stress() -> Done:
    """The slowest of some best runs on boards with more track than a game ever has; the count is one."""
    from stellwerk.eighteen.routes import best_run
    from tests.eighteen.routes.boards import stress as board
    from tests.eighteen.routes.boards import train

    slowest = 0.0
    for seed, fleet in STRESS:
        position, trains = board(seed), [train(name) for name in fleet.split()]
        begin = process_time()
        best_run(position, trains)
        slowest = max(slowest, process_time() - begin)
    return Done(1, slowest)


@cache
def late() -> Any:
    """A random match of 1830 with many plies behind it."""
    from stellwerk.bots.arena import Series, play_game

    for number in range(20):
        match, _ = play_game(Series("1830", ("random",) * 4, "late", 1), number)
        if match.ply > LATE:
            return match.until(LATE) if hasattr(match, "until") else match
    raise LookupError("no game is long enough")


def copies() -> Done:
    state = late().state
    begin = process_time()
    for _ in range(COPIES):
        state.copy()
    return Done(COPIES, process_time() - begin)


@cache
def tables() -> tuple[Any, ...]:
    """A match of 1830 as a server has it, late and before each kind of decision."""
    from stellwerk.server.table import Table
    from tests.web.late import BANK, before

    matches = [before(BANK, kind, -1) for kind in ("lay", "run", "pay_out", "buy_train", "buy")]
    return tuple(Table("bench", match, match.ply, 0.0) for match in matches)


def answers() -> Done:
    """What a server sends back for an action late in a game, compressed, with all that is kept of earlier answers."""
    from starlette.requests import Request

    from stellwerk.server.answers import packed
    from stellwerk.server.auth import Caller
    from stellwerk.server.pages_match import fragment

    head = [(b"accept-encoding", b"gzip"), (b"accept-language", b"en")]
    request = Request({"type": "http", "method": "GET", "path": "/", "headers": head, "query_string": b""})
    late = tables()
    begin = process_time()
    for table in late * ANSWERS:
        packed(request, fragment(request, table, Caller(tuple(range(len(table.match.header.seats))))))
    return Done(len(late) * ANSWERS, process_time() - begin)


def memory() -> Done:
    """What a late match of 1830 holds besides what all matches share, in bytes; told as the count, and no time."""
    from stellwerk.core.match import Match

    match = late()
    header, log = match.header, list(match.log[:LATE])
    Match(header, log[:LATE], checked=False)
    gc.collect()
    tracemalloc.start()
    kept = Match(header, log, checked=False)
    kept.choices()
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Done(size, 0.0)


@cache
def people() -> tuple[Any, list[Any]]:
    """A match of people late in a random game of 1830, and the actions that come next."""
    from stellwerk.bots.registry import bot
    from stellwerk.core.match import Match, Seat, new_header

    for number in range(50):
        match = Match(new_header("1830", [Seat(name) for name in "ABCD"], {}, f"people {number}"))
        player, rng = bot("1830", "random"), Random(number)
        while not match.over and match.ply < POSTED + POSTS:
            match.play(player.choose(match.view(match.waiting()[0]), rng), checked=False)
        if match.ply == POSTED + POSTS:
            return Match(match.header, match.log[:POSTED], checked=False), match.log[POSTED:]
    raise LookupError("no game is long enough")


async def asked(app: Any, path: str, body: object, token: str = "") -> bytes:
    """The body of the answer to a POST, as a browser gets it."""
    sent, told = json.dumps(body).encode(), list[dict[str, Any]]()
    headers = {"host": "testserver", "content-type": "application/json", "accept-encoding": "gzip"}
    headers |= {"content-length": str(len(sent))} | ({"authorization": f"Bearer {token}"} if token else {})
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "scheme": "http",
        "server": ("testserver", 80),
        "client": ("127.0.0.1", 1),
        "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
        "state": {},
    }
    waiting = [{"type": "http.request", "body": sent, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not waiting:
            await asyncio.sleep(3600)
        return waiting.pop()

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    await app(scope, receive, send)
    body_told = b"".join(message.get("body", b"") for message in told)
    if told[0]["status"] not in (200, 201):
        raise ValueError(body_told[:200])
    return body_told


async def posted() -> Done:
    """Actions late in a match of 1830, one after the other: seconds of all threads."""
    import gzip

    from stellwerk.core.matchfile import dump
    from stellwerk.server.app import create_app
    from stellwerk.server.settings import Settings

    match, actions = people()
    wanted: dict[str, Any] = {"bot_delay": 0.0, "bots": 0, "allowed_hosts": ("testserver",)}
    known = {field.name for field in fields(Settings)}
    with tempfile.TemporaryDirectory() as folder:
        given = {key: value for key, value in wanted.items() if key in known}
        app = create_app(Settings(database=f"{folder}/bench.sqlite", **given))
        async with app.router.lifespan_context(app):
            made = await asked(app, "/api/matches", {"file": dump(match)})
            created = json.loads(gzip.decompress(made) if made[:2] == b"\x1f\x8b" else made)
            url, tokens = f"/api/matches/{created['id']}/actions", [seat["token"] for seat in created["seats"]]
            begin = process_time()
            for ply, action in enumerate(actions, POSTED):
                told = {"kind": action.kind, "args": action.args}
                await asked(app, url, {"ply": ply, "action": told}, tokens[action.seat])
            return Done(len(actions), process_time() - begin)


WORKS: Final[dict[str, Callable[[], Done]]] = {
    "ruler": ruler,
    "replay 1830": lambda: replay("1830"),
    "replay 1848": lambda: replay("1848"),
    "walk 1830": lambda: walk("1830"),
    "walk 1848": lambda: walk("1848"),
    "random 1830": lambda: random_play("1830", 5),
    "random 1848": lambda: random_play("1848", 8),
    "random 1853": lambda: random_play("1853", 1),
    "random paris-connection": lambda: random_play("paris-connection", 10),
    "random railroad-revolution": lambda: random_play("railroad-revolution", 4),
    "best runs": runs,
    "stress boards": stress,
    "posts": lambda: asyncio.run(posted()),
    "copies": copies,
    "answers": answers,
    "memory": memory,
}


def main() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr
    for line in sys.stdin:
        gc.collect()
        begin = process_time()
        try:
            amount, seconds = WORKS[line.strip()]()
        except Exception as error:  # noqa: BLE001  # an older tree may lack whatever a work needs
            answers.write(json.dumps({"problem": f"{type(error).__name__}: {error}"}) + "\n")
        else:
            taken = process_time() - begin if seconds is None else seconds
            answers.write(json.dumps({"seconds": taken, "amount": amount}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
