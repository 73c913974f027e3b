"""A tile that only the owner of a private may lay, in a colour that everybody lays: 1830 with such a power of CS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.games.g1830.game import Title1830
from stellwerk.testing import check_laws
from tests.games.g1830.positions import PLAIN
from tests.games.rail_table import Table, act


class WithOwnTile(Title1830):
    """CS lays a tile of its own on one of some hexes, and there is no other power."""

    id = "own-58"
    number = "58"
    """A curve past a town."""

    sites: tuple[str, ...] = ("B20", "D4")
    """Burlington, and Flint with an edge of the board."""

    def ruleset(self, seats: int, options: Mapping[str, str]) -> Ruleset:
        rules = super().ruleset(seats, options)
        own = replace(rules.privates["CS"], own_tile=self.number, tile=self.sites, extra_tile=False)
        return replace(rules, privates={**rules.privates, "CS": own})


class GreenTile(WithOwnTile):
    """Plain green track, on a mountain and on a plain."""

    id = "own-23"
    number = "23"
    sites = ("D22", "D20")


def owner(title: Title1830, phase: str = "2", cash: int = 500) -> Table:
    """The NYC (seat 0) owns CS, stands in Albany, and its track runs past D20 to B20."""
    game = title.game(4, title.resolve(PLAIN))
    assert isinstance(game, RailGame)
    t = Table(game, game.start())
    t.s.privates.clear()
    t = t.phase(phase).opened("NYC", shares={0: 60}).cash({"NYC": cash}).laid("E19", "57", 0).home("NYC")
    return t.private("CS", "NYC")


def test_nobody_lays_it_but_the_owner_of_its_private() -> None:
    t = owner(WithOwnTile()).laid("D20", "9", 0).laid("C21", "8", 0).operating("NYC")
    assert "58" not in {tile for name, tile, _ in t.offers("lay")}
    assert t.offers("lay", "B20", "4"), "track leads to Burlington"
    for turn in range(6):
        t.refused(act(0, "lay", "B20", "58", turn), "private.own_tile", private="CS", tile="58")
    assert {name for _, name, *_ in t.offers("lay_private")} == {"B20", "D4"}
    turn = t.offers("lay_private", "CS", "D4", "58")[0][0]
    after = t.play(act(0, "lay_private", "CS", "D4", "58", turn))
    assert (after.s.tiles["D4"], after.s.supply["58"], after.s.spent) == (("58", turn), 1, ("CS",))
    assert not after.offers("lay")


def test_it_lies_where_nothing_lies_yet_and_only_if_nothing_is_lost() -> None:
    """On Burlington lies a straight town tile, whose track 58 would lose; track never leads off the board."""
    t = owner(WithOwnTile()).laid("B20", "4", 0).operating("NYC")
    assert {name for _, name, *_ in t.offers("lay_private")} == {"D4"}
    for turn in range(6):
        t.refused(act(0, "lay_private", "CS", "B20", "58", turn), "4.0.DH.d", private="CS", hex="B20")
    bare, hexmap = owner(WithOwnTile()).operating("NYC"), t.game.rules.hexmap
    turns = {turn for (turn,) in bare.offers("lay_private", "CS", "D4", "58")}
    for turn in range(6):
        leads_off = t.game.rules.catalogue.face("58", turn).exits & ~hexmap.open_edges[hexmap.number["D4"]]
        assert (turn in turns) == (not leads_off)
        if leads_off:
            bare.refused(act(0, "lay_private", "CS", "D4", "58", turn), "7.2.1.2", hex="D4", tile="58")


def test_its_colour_must_be_out_and_its_ground_is_paid_for() -> None:
    """D22 is a mountain for $120, D20 is plain."""
    assert not owner(GreenTile()).operating("NYC").offers("lay_private")
    rich = owner(GreenTile(), "3").operating("NYC")
    after = rich.play(act(0, "lay_private", "CS", "D22", "23", 0))
    assert after.money("NYC") == 500 - 120
    poor = owner(GreenTile(), "3", 119).operating("NYC")
    assert {name for _, name, *_ in poor.offers("lay_private")} == {"D20"}
    poor.refused(act(0, "lay_private", "CS", "D22", "23", 0), "7.0h", cost=120, cash=119)


@pytest.mark.parametrize("title", [WithOwnTile(), GreenTile()], ids=lambda title: title.number)
@pytest.mark.parametrize("seed", range(2))
def test_such_a_title_keeps_the_laws(title: WithOwnTile, seed: int) -> None:
    check_laws(title, 3, seed=seed, scenes=2, most=12)
