"""A table of people who are programs: one thread plays for all of them, and notes every answer."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from threading import Event, Thread
from typing import Any, Final

from stellwerk.core.chance import draw
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dump
from stellwerk.core.view import View
from tools.chaos.notes import Notes, Wish

PATIENCE: Final = 10.0
LIMIT: Final = 14.0
"""Seconds in which an answer has to be there, and after which a player hangs up."""

SEATS: Final = 3
LATE: Final = {"paris-connection": 120, "railroad-revolution": 60, "1830": 160, "1848": 160, "1853": 160}
"""How many plies a late match has behind it when the players come."""


class Lost(Exception):
    """No answer: what was asked for may have been done or not."""


class Table(Thread):
    """Plays one match after the other at one server, until it is told to stop."""

    def __init__(self, port: int, game: str, late: bool, seed: int, notes: Notes) -> None:
        super().__init__(name=f"{game} {'late' if late else 'early'}", daemon=True)
        self.port, self.game, self.late, self.notes = port, game, late, notes
        self.rng = Random(f"{seed} {self.name}")
        self.ending, self.playing = Event(), Event()
        self.playing.set()
        self.idle = Event()
        """Set while nothing is asked: a table that was told to pause does so."""

        self.match = ""
        self.tokens: dict[int, str] = {}
        self.rev = -1
        self.waits_for = "nobody yet"
        self.progress = 0.0
        self.matches = self.acknowledged = 0

    def run(self) -> None:
        while not self.ending.is_set():
            if not self.playing.is_set():
                self.idle.set()
                self.playing.wait(0.2)
                continue
            self.idle.clear()
            try:
                if not (self.turn() if self.match else self.begin()):
                    self.ending.wait(0.1)
            except Lost:
                self.ending.wait(0.15)
            except Exception as error:  # noqa: BLE001  # a player who breaks is a finding, not the end of the tool
                self.notes.find(f"{self.name}: {error!r}")
                self.ending.wait(1.0)
        self.idle.set()

    # --- playing ---------------------------------------------------------------------------------------

    def begin(self) -> bool:
        """Two people and a bot sit down, some of them at a match that somebody else had begun."""
        seats = [{"name": f"P{seat}"} for seat in range(SEATS - 1)] + [{"name": "Robo", "bot": self._bot()}]
        body: dict[str, Any] = {"game": self.game, "seats": seats}
        if self.late:
            body = {"file": _late(self.game, self.rng.randrange(1 << 30), self._bot())}
        status, data = self.ask("POST", "/api/matches", body)
        if status != 201:
            return False
        self.match = data["id"]
        self.tokens = {seat["seat"]: seat["token"] for seat in data["seats"] if seat["token"]}
        self.rev = -1
        self.matches += 1
        return True

    def turn(self) -> bool:
        """Look, and do something if one of the people may; whether anything was done."""
        seat = self.rng.choice(sorted(self.tokens))
        table = self.look(seat)
        if table is None:
            return False
        if table["over"]:
            self.match = ""
            return True
        waiting = [one for one in table["waiting"] if one in self.tokens]
        self.waits_for = f"seats {table['waiting']} of match {self.match} at rev {table['rev']}"
        if not waiting:
            return False
        if seat not in waiting:
            seat = waiting[0]
            table = self.look(seat)
        if table is None or seat not in table["waiting"]:
            return False
        return self.act(seat, table)

    def look(self, seat: int) -> Any:
        status, table = self.ask("GET", f"/api/matches/{self.match}", None, self.tokens[seat])
        if status != 200:
            if status == 404:
                self.notes.find(f"match {self.match} is gone")
                self.match = ""
            return None
        if table["rev"] < self.rev:
            self.notes.find(f"match {self.match} fell back from rev {self.rev} to {table['rev']}")
        if table["rev"] > self.rev:
            self.progress = time.monotonic()
        self.rev = table["rev"]
        return table

    def act(self, seat: int, table: Any) -> bool:
        dice = self.rng.random()
        where = {"ply": table["ply"], "rev": table["rev"]}
        if table["undoable"] and dice < 0.12:
            return self.send(Wish(self.match, "undo", table["rev"], seat), "undo", where)
        if table["redoable"] and dice < 0.6:
            return self.send(Wish(self.match, "redo", table["rev"], seat), "redo", where)
        view = View.from_json(table["view"])
        if not view.choices:
            self.notes.find(f"seat {seat} of match {self.match} is waited for and has no choice")
            return False
        action = self.rng.choice(view.choices).sample(self.rng).to_json()
        wish = Wish(self.match, "play", table["rev"], seat, action)
        sent = {key: action[key] for key in ("kind", "args")}
        return self.send(wish, "actions", {**where, "action": sent})

    def send(self, wish: Wish, path: str, body: dict[str, Any]) -> bool:
        self.notes.wish(wish)
        try:
            status, data = self.ask("POST", f"/api/matches/{wish.match}/{path}", body, self.tokens[wish.seat])
        except Lost:
            wish.outcome = "lost"
            raise
        if status == 200:
            wish.after = data["rev"]
            wish.outcome = "acknowledged"
            self.acknowledged += 1
            self.progress = time.monotonic()
            self.rev = max(self.rev, data["rev"])
            return True
        if status == 503:  # who is told that nobody knows is as wise as without an answer
            wish.outcome = "lost" if data["error"] == "in-doubt" else "unavailable"
        else:
            wish.outcome = "refused"
        if status not in (409, 429, 503) and not (self.notes.damaged and status == 500):
            self.notes.find(f"{wish.what} of seat {wish.seat} in {self.name} was answered {status} {data!r:.200}")
        return False

    # --- the wire --------------------------------------------------------------------------------------

    def ask(self, method: str, path: str, body: Any, token: str | None = None) -> tuple[int, Any]:
        return ask(self.port, method, path, body, token, self.notes)

    def _bot(self) -> str:
        return "greedy" if self.game == "paris-connection" and self.rng.random() < 0.5 else "random"


def ask(
    port: int, method: str, path: str, body: Any = None, token: str | None = None, notes: Notes | None = None
) -> tuple[int, Any]:
    """One request on a connection of its own."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    headers = {"content-type": "application/json"} if body is not None else {}
    if token:
        headers["authorization"] = f"Bearer {token}"
    began = time.monotonic()
    try:
        link.request(method, path, None if body is None else json.dumps(body), headers)
        answer = link.getresponse()
        text = answer.read()
    except (OSError, http.client.HTTPException) as error:
        if notes:
            notes.gone(time.monotonic() - began, f"{method} {path}")
        raise Lost(repr(error)) from error
    finally:
        link.close()
    try:
        data = json.loads(text)
    except ValueError:
        data = text[:200].decode(errors="replace")
    if notes:
        notes.answered(method, path, answer.status, data, time.monotonic() - began)
    return answer.status, data


def _late(game: str, seed: int, bot: str) -> Any:
    """A match that dice have played for a while, with a bot in the last seat."""
    people = tuple(Seat(f"P{seat}") for seat in range(SEATS - 1))
    match = Match(new_header(game, [*people, Seat("Robo")], None, str(seed)))
    while not match.over and match.ply < LATE[game]:
        match.play(draw(str(seed), match.ply, match.game.choices(match.state)))
    return dump(Match(replace(match.header, seats=(*people, Seat("Robo", bot))), match.log))


def pause(tables: list[Table], seconds: float = 20.0) -> None:
    """Let nobody ask anything until `resume`."""
    for table in tables:
        table.idle.clear()
        table.playing.clear()
    wait(lambda: all(table.idle.is_set() for table in tables), seconds)


def resume(tables: list[Table]) -> None:
    for table in tables:
        table.playing.set()


def wait(look: Callable[[], bool], seconds: float) -> bool:
    """Whether something came true in time."""
    end = time.monotonic() + seconds
    while not look():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
