"""An 18xx title on the shelf: its data files, and the words that all of them share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any, ClassVar, Final

from stellwerk.core.texts import Texts, load_toml
from stellwerk.core.title import Title
from stellwerk.eighteen.hexmap import HexMap, read_map
from stellwerk.eighteen.market import Market, read_market

DOLLAR: Final = "$"
"""What stands for money in the shared texts."""

SECTIONS: Final = {**dict.fromkeys(("train", "old", "cheapest", "other"), "train"), "stock": "stock"}
"""Fields that hold no id of [name]: types of trains, and where a share lies that nobody holds."""


class RailTitle(Title):
    """A title with a board, a market and pieces in its folder."""

    currency: ClassVar[str] = DOLLAR

    @cached_property
    def pieces(self) -> dict[str, Any]:
        return load_toml(self.folder.joinpath("pieces.toml"))

    @cached_property
    def printed(self) -> dict[str, Any]:
        """The board as its file tells it."""
        return load_toml(self.folder.joinpath("map.toml"))

    @cached_property
    def hexmap(self) -> HexMap:
        return read_map(self.printed)

    @cached_property
    def market(self) -> Market:
        return read_market(load_toml(self.folder.joinpath("market.toml")))

    @cached_property
    def texts(self) -> Texts:
        """A title's words over the shared ones; hexes are called by their cities."""
        shared = Texts.load(files("stellwerk.eighteen") / "data" / "texts.toml").table
        told = {
            key: {tongue: said.replace(DOLLAR, self.currency) for tongue, said in entry.items()}
            for key, entry in shared.items()
        }
        own = Texts.load(self.folder.joinpath("texts.toml")).table
        return Texts({**told, **own}, SECTIONS).with_names(_place_names(self.hexmap))


def _place_names(hexmap: HexMap) -> Mapping[str, str]:
    cities = {hex_.name: dict.fromkeys(stop.name for stop in hex_.face.stops if stop.name) for hex_ in hexmap.hexes}
    return {name: " & ".join(names) for name, names in cities.items() if names}
