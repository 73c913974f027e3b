"""The toy games are known while the core is tested."""

from collections.abc import Iterator

import pytest

from stellwerk.core.registry import added
from tests.core.toys import AUCTION, TRACK


@pytest.fixture
def toys() -> Iterator[None]:
    with added(AUCTION, TRACK):
        yield
