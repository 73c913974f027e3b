"""A database that is lost while it confirms: what was written counts once, and nobody is told anything else."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import psycopg
import pytest
import sqlalchemy as sa

from stellwerk.server.errors import InDoubt, problem
from stellwerk.server.store import Entry, Store, Taken
from stellwerk.server.store.schema import entries
from tests.server.kit import both
from tests.server.test_store import FIRST, HEADER, RUNNING

TURN = Entry("play", [1, "pass", []], "d3")
OTHER = Entry("play", [1, "stop", []], "d4")

When = Literal["before", "after"]


@pytest.fixture
def store(database: Path | str) -> Iterator[Store]:
    store = Store(str(database))
    store.create("m1", HEADER, ["h0", "h1"], FIRST, RUNNING)
    yield store
    store.close()


@contextmanager
def lost(store: Store, when: When, times: int, then: Callable[[], None] = lambda: None) -> Iterator[None]:
    """For so many transactions the connection is lost before or after the database has carried out the COMMIT."""
    left = times

    def cut(db: sa.Connection) -> None:
        nonlocal left
        if not left:
            return
        left -= 1
        link: Any = db.connection.dbapi_connection
        if when == "after":
            link.commit()
        if isinstance(link, psycopg.Connection):
            kill(store, link.info.backend_pid)  # so the COMMIT that comes now fails by itself
            then()
            return
        if when == "before":
            link.rollback()
        then()
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
        raise error

    sa.event.listen(store.database.engine, "commit", cut)
    try:
        yield
    finally:
        sa.event.remove(store.database.engine, "commit", cut)


def kill(store: Store, backend: int) -> None:
    """End a connection from the side of the server, and wait until it is gone."""
    address = store.database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])


def rows(store: Store) -> list[Entry]:
    saved = store.load("m1")
    assert saved is not None
    return saved.entries


@both
@pytest.mark.parametrize("when", ["before", "after"])
def test_what_was_in_doubt_is_found_out_and_counts_once(store: Store, when: When) -> None:
    with lost(store, when, 1):
        store.append("m1", 2, [TURN], RUNNING)
    assert rows(store) == [*FIRST, TURN]
    with store.database.asking() as db:
        assert db.scalar(sa.select(sa.func.count()).select_from(entries)) == len(FIRST) + 1


@both
def test_who_was_overtaken_meanwhile_hears_of_it(store: Store, database: Path | str) -> None:
    other = Store(str(database))
    with (
        lost(store, "before", 1, lambda: other.append("m1", 2, [OTHER], RUNNING)),
        pytest.raises(Taken),
    ):
        store.append("m1", 2, [TURN], RUNNING)
    other.close()
    assert rows(store) == [*FIRST, OTHER]


@both
def test_what_cannot_be_found_out_is_told_as_such(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.server.store.matches.AGAIN", (0.0, 0.0))
    with lost(store, "before", 3), pytest.raises(InDoubt) as told:
        store.append("m1", 2, [TURN], RUNNING)
    assert rows(store) == FIRST
    found = problem(told.value, "en")
    assert (found.status, found.code) == (503, "in-doubt")
    assert "Nothing was changed" not in found.text
