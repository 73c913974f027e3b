"""A server for the tests of the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.kit import Client, running


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A browser that has been in the lobby: it has the cookie that holds its seats."""
    with running(tmp_path / "pages.sqlite3") as client:
        assert client.get("/").status_code == 200
        yield client
