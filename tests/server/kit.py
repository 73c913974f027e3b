"""A client that holds every answer against the description of the API, and players who use it."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from stellwerk.bots import registry
from stellwerk.core.chance import draw
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dump
from stellwerk.server.app import create_app
from stellwerk.server.auth import Caller
from stellwerk.server.matches import Matches
from stellwerk.server.openapi import document
from stellwerk.server.settings import Settings
from stellwerk.server.sitting import Sitting
from stellwerk.server.store import Store
from tests.server.schema import faults

PLUGIN = Path(__file__).parent / "plugin"
GAME = "paris-connection"
FIXED = {"start_layout": "fixed", "start_player": "1"}
PEOPLE = ("Anna", "Ben", "Clara")
USUAL: dict[str, Any] = {"bot_delay": 0.0, "bots": 1, "allowed_hosts": ("testserver",)}
T = TypeVar("T")

both = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)
"""Marks a test whose fixture `database` is a file of SQLite, then a database of PostgreSQL."""


class Client(TestClient):
    """Checks that each answer has a status and a form that the description promises."""

    seen: set[tuple[str, str, int]]

    def request(self, method: str, url: Any, **options: Any) -> Response:
        answer = super().request(method, url, **options)
        self.seen = getattr(self, "seen", set())
        if method != "HEAD":
            path = str(url).removeprefix("http://testserver").partition("?")[0]
            if ".." in path.split("/"):  # the client asks for where this leads
                path = answer.request.url.path
            self.check(method.lower(), path, answer)
        return answer

    def check(self, method: str, path: str, answer: Response) -> None:
        described = operation(method, path)
        if described is None:
            assert answer.status_code in (404, 405) or not path.startswith("/api/"), (method, path, answer)
            return
        template, responses = described
        self.seen.add((method, template, answer.status_code))
        response = responses.get(str(answer.status_code)) or responses.get(f"{answer.status_code // 100}XX")
        assert response, f"{method} {template} answered {answer.status_code}, which is not described: {answer.text}"
        (media, content), *_ = response["content"].items()
        assert answer.headers["content-type"].partition(";")[0] == media
        if media == "application/json":
            assert faults(answer.json(), content["schema"], document()) == []


def operation(method: str, path: str) -> tuple[str, Any] | None:
    """The described address that fits a path, with its responses."""
    for template, methods in document()["paths"].items():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path) and method in methods:
            return template, methods[method]["responses"]
    return None


@contextmanager
def running(database: Path | str, **settings: Any) -> Iterator[Client]:
    """A server on a database, without pauses of bots."""
    app = create_app(Settings(database=str(database), **{**USUAL, **settings}))
    with Client(app) as client:
        yield client


@dataclass
class Player:
    """Somebody with a token; keeps every byte that came back."""

    client: Client
    match: str
    token: str | None = None
    received: list[bytes] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"/api/matches/{self.match}"

    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str = "", **query: Any) -> Any:
        answer = self.client.get(self.url + path, params=query, headers=self.headers())
        self.received.append(answer.content)
        return answer

    def post(self, path: str, body: Any) -> Any:
        answer = self.client.post(f"{self.url}/{path}", json=body, headers=self.headers())
        self.received.append(answer.content)
        return answer

    def look(self, **query: Any) -> Any:
        answer = self.get(**query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, kind: str, *args: Any, ply: int | None = None, **more: Any) -> Any:
        """Do something now, or at a ply."""
        now = self.look()["ply"] if ply is None else ply
        return self.post("actions", {"ply": now, "action": {"kind": kind, "args": list(args)}, **more})

    def choose(self, table: Any, rng: Random) -> Any:
        """Take one of the choices that a view offers."""
        choice = rng.choice(table["view"]["choices"])
        return self.act(choice["kind"], *choice["args"], ply=table["ply"], rev=table["rev"])


def new_match(client: Client, seats: Any = PEOPLE, options: Any = FIXED, **more: Any) -> list[Player]:
    """A match with one player for each seat; a seat is a name or an object."""
    sitting = [{"name": seat} if isinstance(seat, str) else seat for seat in seats]
    answer = client.post("/api/matches", json={"game": GAME, "options": options, "seats": sitting, **more})
    assert answer.status_code == 201, answer.text
    return players(client, answer.json())


def players(client: Client, created: Any) -> list[Player]:
    return [Player(client, created["id"], seat["token"]) for seat in created["seats"]]


def played(seed: str = "kit", plies: int | None = None, seats: tuple[str, ...] = PEOPLE) -> Match:
    """A match of dice, to its end or so many plies long."""
    match = Match(new_header(GAME, [Seat(name) for name in seats], FIXED, seed))
    while not match.over and (plies is None or match.ply < plies):
        match.play(draw(seed, match.ply, match.game.choices(match.state)))
    return match


def late(seed: str, left: int, bots: tuple[str, ...]) -> Match:
    """A match of bots, so many plies before dice would end it."""
    match = played(seed, played(seed).ply - left)
    seats = tuple(Seat(f"Robo {number} {bot}", bot) for number, bot in enumerate(bots))
    return Match(replace(match.header, seats=seats), match.log)


def job_of(match: Match, bot: str) -> dict[str, Any]:
    """What a worker process is asked for whoever is on turn."""
    view = match.view(match.waiting()[0]).to_json()
    return {"bot": bot, "key": "1", "view": view, "log": view.pop("log")}


def upload(client: Client, match: Match) -> list[Player]:
    answer = client.post("/api/matches", json={"file": dump(match)})
    assert answer.status_code == 201, answer.text
    return players(client, answer.json())


async def sit(matches: Matches, visitor: str, name: str, seat: int) -> str:
    """Let a visitor sit down by an invitation from who holds the seat; returns its code."""
    sitting = Sitting(matches, days=1.0)
    made = await sitting.invite(name, seat, Caller((seat,)), await sitting.claims(name))
    assert made is not None
    code, _ = made
    assert (await sitting.join(name, code, visitor)).seat == seat
    return code


def forget_bots() -> None:
    """Let the bots be found again: others are installed now."""
    registry.installed.cache_clear()
    registry._by_name.cache_clear()


def until(look: Callable[[], T], seconds: float = 300.0) -> T:
    """Wait until something is true, but not for ever; a busy machine is slow, not broken."""
    end, pause = time.monotonic() + seconds, 0.01
    while not (found := look()):
        assert time.monotonic() < end, "it did not come true"
        time.sleep(pause)
        pause = min(1.2 * pause, 0.1)  # looking is work too, and what takes long may need the core
    return found


def act(players: list[Player]) -> Any:
    """Whoever is on turn does something."""
    seat = players[0].look()["waiting"][0]
    table = players[seat].look()
    choice = next(choice for choice in table["view"]["choices"] if choice["kind"] == "trade")
    return players[seat].act(choice["kind"], *choice["args"], ply=table["ply"])


def store_of(client: Client) -> Store:
    store: Store = client.app.state.matches.store  # type: ignore[attr-defined]
    return store
