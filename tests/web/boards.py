"""Every board of every 18xx title, and every tile that may come to lie on each of its hexes."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.registry import title
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.tiles import Face

TITLES = ("1830", "1848", "1853")
MAKE_RAILROADS = {"railroads": "custom", "with_pmq": "true", "with_nkp": "true", "with_rdr": "true"}
MORE: dict[str, tuple[tuple[str, dict[str, str]], ...]] = {
    "1830": (
        ("classic", {"map": "plus", "home_choice": "free"}),
        ("classic", {"tile_set": "extension_a", **MAKE_RAILROADS}),
        ("classic", {"tile_set": "extension_b", "home_choice": "free"}),
        ("D", {"d_tiles_5_6": "true"}),
        ("C", {"additional_tiles": "true"}),
        *(("C", {"random_map": "true", "map_number": str(number)}) for number in (1, 83)),
    )
}
"""Boards that no preset has."""


def games() -> Iterator[tuple[str, RailGame]]:
    """The rules of each board with a name for it."""
    for name in TITLES:
        known = title(name)
        presets = {preset.id: dict(preset.options) for preset in known.presets} or {"": {}}
        ways = presets | {f"{one} {some}": presets[one] | some for one, some in MORE.get(name, ())}
        for way, options in ways.items():
            game = known.game(4, options)
            assert isinstance(game, RailGame)
            yield f"{name} {way}".strip(), game


def faces_on(game: RailGame, hex_: Hex) -> list[Face]:
    """All tiles that may lie on a hex in the course of a game, however track may come to lie around it."""
    found: dict[Face, None] = {}
    wave, edges = [hex_.face], game.rules.hexmap.open_edges[hex_.number]
    for _edge, _site in game.rules.hexmap.sites[hex_.number]:
        edges |= 1 << _edge
    while wave:
        wave = [fit.face for old in wave for fit in game.track.fitting(hex_.number, old, edges)]
        wave = [face for face in dict.fromkeys(wave) if face not in found]
        found |= dict.fromkeys(wave)
    return list(found)
