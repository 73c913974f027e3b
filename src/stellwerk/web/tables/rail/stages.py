"""Which stage fits what is decided in an 18xx game: the map, the market or the sale of privates."""

from __future__ import annotations

from stellwerk.web.scene import Scene
from stellwerk.web.tables.rail.look import ON_MAP, rail
from stellwerk.web.tables.rail.offers import DEALS


def fitting(scene: Scene, *, sells: bool) -> str:
    """What a player looks at to decide: what is sold in a sale, prices where shares are dealt in, else the map.

    Who has nothing but shares to deal in sees the market in every round: who sets the par of a company that came with
    a private, for one. An operating round shows the map also to who waits. `sells` tells whether there are privates to
    show.
    """
    _game, s = rail(scene)
    kinds = {choice.kind for choice in scene.choices}
    if s.round == "stock" or (kinds and kinds <= set(DEALS)):
        return "market"
    if s.round == "auction":
        return "sale" if sells else "map"
    return "market" if kinds & set(DEALS) and not kinds & ON_MAP else "map"
