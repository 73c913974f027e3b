"""The laws hold where chance seldom leads: licences for sale, cities to be chosen anew, powers about to be used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from stellwerk.core.match import Match, Seat, new_header
from stellwerk.games.g1830.game import TITLE
from stellwerk.testing.check import LAWS
from stellwerk.testing.scene import Law, Scene
from tests.games.g1830.positions import Table, act
from tests.games.g1830.test_canal_and_packet import richmond
from tests.games.g1830.test_licences import norfolk
from tests.games.g1830.test_private_variants import after_tile, first_three
from tests.games.g1830.test_tile_laying import buffalo, foreign


def for_sale() -> Table:
    """A licence may be bought, and JK halves a price."""
    return norfolk(built=2).laid("L10", "9", 1).private("JK", "N&W").operating("N&W")


def licensed() -> Table:
    return for_sale().play(act(0, "buy_licence"))


def to_be_chosen() -> Table:
    """The only station of a 59 takes one of the cities of the brown tile."""
    return buffalo(oo_upgrade="flexible").operating("Erie").play(act(0, "lay", "E11", "64", 0))


def packet() -> Table:
    return richmond("PL", "C&O").private("CC", "C&O").operating("C&O")


def waiting() -> Table:
    """The first 3-train is out, and companies wait with privates for the next round."""
    return first_three("classic", delayed_private_purchase="true").play(act(0, "buy_train", "bank", "3", 180))


def gaining() -> Table:
    return foreign("semi_restricted")


def later() -> Table:
    """The station of DH may still be placed."""
    return after_tile(dh_station="flexible")


@pytest.mark.parametrize("position", [for_sale, licensed, to_be_chosen, packet, waiting, gaining, later])
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_laws_hold_there(law: Law, position: Callable[[], Table]) -> None:
    t = position()
    seats = tuple(Seat(f"Seat {number}") for number in range(t.game.seats))
    header = replace(new_header(TITLE.id, seats, t.game.options), position=t.s.to_json())
    law(Scene(Match(header), Random(0)))
