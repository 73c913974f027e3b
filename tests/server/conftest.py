"""A server of its own for each test that asks for one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.server.kit import PLUGIN, Client, forget_bots, running


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[postgres.Server]:
    """One PostgreSQL for the whole session, also where several processes test at once."""
    base = tmp_path_factory.getbasetemp()
    with postgres.shared((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "postgres") as server:
        yield server


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """A new database: a file, or where a test is marked with `both` (see kit.py) also one of PostgreSQL."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield tmp_path / "matches.sqlite3"
    else:
        server: postgres.Server = request.getfixturevalue("postgres_server")
        url = server.create()
        yield url
        server.drop(url)


@pytest.fixture
def wise(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Installs the bots of `plugin`, one of which advises, here and in worker processes."""
    monkeypatch.syspath_prepend(PLUGIN)
    monkeypatch.setenv("PYTHONPATH", str(PLUGIN))
    forget_bots()
    yield
    forget_bots()


@pytest.fixture
def client(database: Path | str) -> Iterator[Client]:
    with running(database) as client:
        yield client
