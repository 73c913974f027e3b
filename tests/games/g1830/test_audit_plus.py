"""Positions of scenarios that cannot be: markers without a city, tiles that lie from the start, tiles without end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stellwerk.eighteen.state import UNLIMITED, RailState
from tests.games.g1830.positions import Table, table
from tests.marks import rule


def in_d() -> Table:
    """The PRR has begun on H12."""
    return table(4, "D").opened("PRR", par=82, shares={0: 60}).cash({"PRR": 100}).home("PRR").operating("PRR")


def in_c() -> Table:
    """Tiles without end, and the Reading."""
    return table(4, "C", reading="true", unlimited_tiles="true").laid("H10", "57", 1).stock()


def broken(t: Table, change: Callable[[RailState], object]) -> list[str]:
    change(t.sound().s)
    return list(t.game.audit(t.s))


@rule("1830", "R-98", "V-7.4a")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda s: s.heralds.update(PRR="H14"), "PRR: its herald cannot lie on H14"),
        (lambda s: s.heralds.update(PRR="H10"), "PRR: its herald cannot lie on H10"),
        (lambda s: s.heralds.update(PRR="Z99"), "heralds: there is no 'Z99'"),
        (lambda s: s.heralds.update(XYZ="H12"), "heralds: there is no 'XYZ'"),
        (lambda s: s.heralds.clear(), "PRR: station markers are missing or too many"),
        (lambda s: s.heralds.update(NYC="E19"), "NYC: its herald cannot lie on E19"),
        (lambda s: setattr(s, "operated", ()), "PRR: its home station stands from its first turn on"),
    ],
)
def test_a_marker_without_a_city_lies_on_such_a_home_of_its_company(
    change: Callable[[RailState], object], said: str
) -> None:
    assert said in broken(in_d(), change)


@rule("1830", "R-88", "R-64")
def test_a_tile_that_lies_from_the_start_is_replaced_but_never_taken_away() -> None:
    def lifted(s: RailState) -> None:
        s.supply[s.tiles.pop("M11")[0]] += 1

    assert broken(in_d(), lifted) == ["tiles lie from the start on M11"]


@rule("1830", "S-6.3.4")
def test_of_tiles_without_end_nobody_counts_any() -> None:
    t = in_c()
    assert (t.s.supply["57"], t.s.tiles["H10"]) == (UNLIMITED, ("57", 1))
    assert broken(in_c(), lambda s: s.supply.update({"57": 3})) == ["tile 57: there is no end of them"]
    assert broken(in_c(), lambda s: s.supply.update({"592": 3})) == ["tile 592: supply and board must hold 2 together"]
