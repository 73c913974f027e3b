"""A server of its own for each test that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.kit import Client, running


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@pytest.fixture
def client(database: Path) -> Iterator[Client]:
    with running(database) as client:
        yield client
