"""Impossible positions of 1853 are told: hexes that are due to be visited."""

from dataclasses import replace

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.games.g1853.game import TITLE
from tests.games.g1853.positions import GAME, India
from tests.games.g1853.test_territories import BENARES, PATNA, beyond
from tests.marks import rule


def told(t: India) -> str:
    return "\n".join(t.game.audit(t.s))


@rule(GAME, "4.2.3b", "R-35")
@pytest.mark.parametrize(
    ("hexes", "says"),
    [
        (("",), "to_visit: there is no ''"),
        (("A1",), "to_visit: there is no 'A1'"),
        ((BENARES, BENARES), "to_visit: nothing stands there twice"),
        (("H20",), "to_visit: only what was built outside a territory is due, and H20 is inside that of GIP"),
    ],
)
def test_hexes_to_visit_are_outside_the_territory(hexes: tuple[str, ...], says: str) -> None:
    t = beyond("5", "5").operating("GIP", "run_trains")
    t.mine.to_visit = (BENARES,)
    assert not told(t)
    t.mine.to_visit = hexes
    assert says in told(t)


@rule(GAME, "4.2.3b")
def test_nothing_is_due_before_anybody_has_acted() -> None:
    t = beyond("5", "5").stock()
    t.mine.to_visit = (PATNA,)
    assert "to_visit: nobody has built anything in an operating round" in told(t)


@rule(GAME, "4.2.3b")
def test_a_file_with_hexes_that_are_not_there_is_refused() -> None:
    """It would have been played on until a train had to run."""
    t = beyond("5", "5").operating("GIP", "lay_track")
    t.mine.to_visit = ("",)
    header = new_header(TITLE.id, [Seat(f"Player {number}") for number in range(4)])
    with pytest.raises(Malformed, match="to_visit"):
        Match(replace(header, position=t.s.to_json()))
