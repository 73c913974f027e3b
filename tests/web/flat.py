"""1830 on a board of flat hexes: its own board seen in a mirror, so that letters stand for columns."""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

from stellwerk.core.match import Match
from stellwerk.eighteen.hexmap import STEPS
from stellwerk.games.g1830.game import Title1830
from tests.web.scenes import match_of


def mirrored(edge: int) -> int:
    """The edge of a flat hex behind which the neighbour lies that a pointy hex has behind this edge."""
    return STEPS["flat"].index(STEPS["pointy"][edge])


def _path(text: str) -> str:
    return "-".join(end if end.startswith("S") else str(mirrored(int(end))) for end in text.split("-"))


def _hex(entry: Mapping[str, Any]) -> dict[str, Any]:
    paths = [_path(path) for path in entry.get("paths", ())]
    return {**entry, "paths": paths, "impassable": [mirrored(edge) for edge in entry.get("impassable", ())]}


class FlatTitle(Title1830):
    """The same rules and pieces; only the board differs."""

    id = "toy-flat"

    @cached_property
    def printed(self) -> dict[str, Any]:
        data = super().printed
        return {**data, "layout": "flat", "hex": {name: _hex(entry) for name, entry in data["hex"].items()}}


FLAT = FlatTitle()


EAGER = ("lay", "set_par", "par", "buy", "buy_private_at_face")
"""What is done where it can be, so that companies soon build."""


def building(laid: int = 6) -> Match:
    """A match by lot in which some tiles lie and the next may be laid."""
    match, rng = match_of(FLAT.id, 2, "flat"), Random("flat")
    while True:
        choices = list(match.game.choices(match.state))
        kinds = sorted({choice.kind for choice in choices})
        if "lay" in kinds and len(match.state.tiles) >= laid:
            return match
        kind = next((kind for kind in EAGER if kind in kinds), None) or rng.choice(kinds)
        match.play(rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))
        assert match.ply < 600, "nobody builds"
