"""Two servers on one database: what is done at one is heard at the other, soon, and again after the wire broke."""

import asyncio
import logging
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from stellwerk.server.names import hashed
from stellwerk.server.store import Store
from stellwerk.server.store.news import SOMEWHERE
from tests import postgres
from tests.server.kit import Client, Player, both, new_match, running, until

SOON = 1.0
"""Seconds within which news come over; they used to come with the next sign of life, after 15."""


class Listener:
    """Somebody who listens to a hub in its own event loop, and writes down what is heard and when."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.heard: list[tuple[float, bytes]] = []

    @contextmanager
    def __call__(self, *names: str, visitor: str | None = None) -> Iterator["Listener"]:
        hub = self.client.app.state.matches.hub  # type: ignore[attr-defined]
        portal = self.client.portal
        assert portal is not None
        stop = portal.call(asyncio.Event)

        async def listen() -> None:
            with hub.ear(names, visitor) as ear:
                while not stop.is_set():
                    self.heard += [(time.monotonic(), news) for news in await ear.wait(0.05)]

        task = portal.start_task_soon(listen)
        try:
            until(lambda: self.heard)
            self.heard.clear()
            yield self
        finally:
            portal.call(stop.set)
            task.result(300)

    def soonest(self, word: bytes, seconds: float = 300.0) -> float:
        """When something was heard."""
        return until(lambda: [when for when, news in self.heard if word in news], seconds)[0]


def act(players: list[Player]) -> int:
    """Let whoever is on turn do something; the rev it leads to."""
    seat = players[0].look()["waiting"][0]
    table = players[seat].look()
    choice = next(choice for choice in table["view"]["choices"] if choice["kind"] == "trade")
    answer = players[seat].act(choice["kind"], *choice["args"], ply=table["ply"])
    assert answer.status_code == 200
    return int(answer.json()["rev"])


def quickest(listener: Listener, players: list[Player]) -> float:
    """How long news of an action take; a busy machine is given three attempts, the old way fails them all."""
    took: list[float] = []
    while len(took) < 3 and min(took, default=SOON) >= SOON:
        rev, began = act(players), time.monotonic()
        took.append(listener.soonest(b'"rev": %d' % rev) - began)
    return min(took)


@both
def test_an_action_at_one_server_is_heard_at_the_other_within_a_second(client: Client, database: Path | str) -> None:
    players = new_match(client)
    with running(database) as other, Listener(other)(players[0].match) as listener:
        assert quickest(listener, players) < SOON


@both
def test_a_list_hears_of_a_seat_that_was_taken_at_another_server(client: Client, database: Path | str) -> None:
    with running(database) as other, Listener(other)(visitor=hashed("guest")) as listener:
        players = new_match(client)
        store = client.app.state.matches.store  # type: ignore[attr-defined]
        store.seats.claim(hashed("guest"), players[1].match, [1])
        listener.soonest(b"event: mine")


@both
def test_bots_hear_of_matches_that_nobody_listens_to(client: Client, database: Path | str) -> None:
    poked: list[str] = []
    with running(database) as other:
        other.app.state.wire.poke = poked.append  # type: ignore[attr-defined]
        made: set[str] = set()

        def heard() -> set[str]:
            made.add(new_match(client)[0].match)  # the first ones may be there before the wire is laid
            time.sleep(0.2)
            return {*made, SOMEWHERE} & set(poked)

        until(heard)


@both
def test_a_restored_database_wakes_everybody_and_empties_what_is_remembered(
    client: Client, database: Path | str
) -> None:
    anna, *others = new_match(client)
    with running(database) as other, Listener(other)(anna.match) as listener:
        act([anna, *others])
        listener.soonest(b"ply")
        matches = other.app.state.matches  # type: ignore[attr-defined]
        assert Player(other, anna.match, anna.token).look()["ply"] > 0
        restorer = Store(str(database))
        with restorer.database.writing(silent=True) as db:  # as it was before anything happened
            db.exec_driver_sql("DELETE FROM entries WHERE rev > 3")
            db.exec_driver_sql("UPDATE matches SET rev = 3, ply = 3")
        restorer.database.renew_epoch()
        restorer.close()
        listener.soonest(b'"rev": 3')
        assert len(matches.cache) == 1
        assert Player(other, anna.match, anna.token).look()["ply"] == 3


@pytest.mark.postgres
@pytest.mark.slow
def test_a_wire_that_broke_is_laid_again_and_nothing_is_missed(caplog: pytest.LogCaptureFixture) -> None:
    with postgres.server(fsync=True) as server:
        url = server.create()
        with running(url) as client, running(url) as other:
            anna, *others = new_match(client)
            with caplog.at_level(logging.WARNING), Listener(other)(anna.match) as listener:
                server.stop(signal.SIGQUIT)
                until(lambda: any("wire" in record.getMessage() for record in caplog.records))
                server.start()
                until(lambda: anna.get().status_code == 200)
                listener.soonest(b'"rev": %d' % act([anna, *others]))
                assert quickest(listener, [anna, *others]) < SOON


def test_a_wire_on_a_file_that_went_away_is_laid_again(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(database) as client, running(database) as other:
        anna, *others = new_match(client)
        with caplog.at_level(logging.WARNING), Listener(other)(anna.match) as listener:
            aside = database.rename(database.with_name("aside"))
            until(lambda: any("wire" in record.getMessage() for record in caplog.records))
            aside.rename(database)
            until(lambda: anna.get().status_code == 200)
            listener.soonest(b'"rev": %d' % act([anna, *others]))


def test_a_database_in_memory_needs_no_wire() -> None:
    with running("sqlite://") as client:
        assert new_match(client)
        assert client.app.state.wire._thread is None  # type: ignore[attr-defined]


def test_the_thread_of_a_wire_ends_with_its_server(database: Path) -> None:
    with running(database) as client:
        thread: Any = client.app.state.wire._thread  # type: ignore[attr-defined]
        assert thread.is_alive()
    assert not thread.is_alive()
    with sqlite3.connect(database) as raw:
        raw.execute("BEGIN EXCLUSIVE")
    raw.close()
