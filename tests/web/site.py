"""Matches for tests of the pages, and the pages that a visitor can come to."""

from collections.abc import Sequence
from random import Random
from typing import Any

from httpx2 import Response

from stellwerk.core.match import Match
from stellwerk.core.matchfile import dump
from tests.server.kit import FIXED, GAME, Client
from tests.web.scenes import match_of, play

Chair = str | tuple[str, str]


def begin(client: Client, chairs: Sequence[Chair] = ("11", "12", "13"), **options: str) -> dict[str, Any]:
    """A new match; a chair is a name, or a name and a bot. The client holds all seats of people."""
    seats = [{"name": chair} if isinstance(chair, str) else {"name": chair[0], "bot": chair[1]} for chair in chairs]
    answer = client.post("/api/matches", json={"game": GAME, "options": {**FIXED, **options}, "seats": seats})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def upload(client: Client, match: Match) -> dict[str, Any]:
    answer = client.post("/api/matches", json={"file": dump(match)})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def finished(seed: str = "end") -> Match:
    """A match by lot, to its end."""
    match = match_of(seats=3, seed=seed, options=FIXED)
    rng = Random(seed)
    while not match.over:
        play(match, rng, 20)
    return match


def do(client: Client, match: str, what: str, seat: int | None = None, **more: Any) -> Response:
    """What the scripts send when somebody acts at the table."""
    now = client.get(f"/api/matches/{match}").json()
    body = {"do": what, "ply": now["ply"], "rev": now["rev"], "seat": seat, **more}
    address = f"/match/{match}/do?seat={'' if seat is None else seat}"
    return client.post(address, json=body)


def first_place(client: Client, match: str) -> dict[str, Any]:
    choices = client.get(f"/api/matches/{match}").json()["view"]["choices"]
    chosen: dict[str, Any] = next(choice for choice in choices if choice["kind"] == "place")
    return chosen
