"""Contracts after the bids: what is written there as far as the visitor may know it, and what is still to be joined."""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.games.g1853.contracts import all_written
from stellwerk.games.g1853.links import missing
from stellwerk.games.g1853.state import UNKNOWN, own
from stellwerk.web.scene import Scene
from stellwerk.web.tables.g1853.sheet import city_name
from stellwerk.web.tables.rail import rail


class Contract(NamedTuple):
    """The contract of a player."""

    name: str
    me: bool
    bond: int
    size: int
    fulfilled: bool
    groups: tuple[tuple[str, ...], ...]
    """Its cities as far as the visitor may know them, those together that track joins already."""

    shown: tuple[str, ...]
    """Cities that had to be shown, of a note that is secret otherwise."""

    @property
    def gaps(self) -> int:
        """How many joins it still takes."""
        return 0 if self.fulfilled else max(0, len(self.groups) - 1)


def contracts(scene: Scene) -> list[Contract]:
    """All contracts in the order of the seats; none before the bids are over."""
    game, s = rail(scene)
    if not own(s).notes or not all_written(s) or s.round == "auction":
        return []
    return [contract_of(scene, seat) for seat in s.seating or range(game.seats)]


def own_groups(scene: Scene) -> list[tuple[str, ...]]:
    """The hexes of the visitor's own contract, those together that track joins; none once it is fulfilled."""
    game, s = rail(scene)
    seat, mine = scene.seat, own(s)
    if seat is None or seat >= len(mine.notes) or seat in mine.fulfilled:
        return []
    return list(missing(game.track, s, mine.notes[seat]))


def contract_of(scene: Scene, seat: int) -> Contract:
    game, s = rail(scene)
    mine = own(s)
    note = mine.notes[seat]
    known = bool(note) and UNKNOWN not in note
    parts = missing(game.track, s, note) if known else ()
    groups = [tuple(city_name(scene, name) for name in part) for part in parts]
    shown = tuple(city_name(scene, name) for name in mine.shown) if mine.size_by == seat and not known else ()
    done = seat in mine.fulfilled
    return Contract(scene.player(seat), seat == scene.seat, mine.bonds[seat], len(note), done, tuple(groups), shown)
