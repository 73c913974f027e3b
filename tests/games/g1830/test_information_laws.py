"""All laws hold whatever is hidden, with any number of players; what is left out here runs with the long tests."""

import pytest

from stellwerk.games.g1830.game import TITLE
from stellwerk.testing import check_laws
from tests.laws.drawing import draw


@pytest.mark.parametrize(
    ("value", "seats", "most"),
    [
        ("secret_cash", 3, 8),
        *(
            pytest.param(value, seats, None, marks=pytest.mark.long)
            for value in ("open", "secret_cash")
            for seats in range(2, 8)
        ),
    ],
)
def test_the_laws_hold(value: str, seats: int, most: int | None) -> None:
    """The value between them is that of every other table."""
    match = check_laws(TITLE, seats, seed=20 + seats, options={"information": value}, scenes=4, most=most, draw=draw)
    assert match.header.options["information"] == value
