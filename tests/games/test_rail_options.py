"""An option of an 18xx title ends as a changed record, another number, another board or another step."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from stellwerk.core.registry import titles
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.title import RailTitle

TITLES = {name: title for name, title in titles().items() if isinstance(title, RailTitle)}
VALUES = [
    (name, option.id, value)
    for name, title in TITLES.items()
    for option in title.options
    for value in option.values
    if value != option.default
]


def built(name: str, **options: str) -> dict[str, Any]:
    """All that steps look things up in, and which steps there are."""
    title = TITLES[name]
    game = title.game(title.seats[-1], options)
    assert isinstance(game, RailGame)
    found = {field.name: getattr(game.rules, field.name) for field in fields(game.rules)}
    tiles = found.pop("catalogue")
    found |= {"counts": tiles.counts, "upgrades": tiles.upgrades}
    market, board = found.pop("market"), found.pop("hexmap")
    found |= {"prices": market.price, "pars": market.pars, "hexes": [(hex_.name, hex_.kind) for hex_ in board.hexes]}
    return found | {"steps": {step: type(made) for step, made in game.rail_steps.items()}}


@pytest.mark.parametrize(("name", "option", "value"), VALUES)
def test_every_value_of_an_option_changes_something(name: str, option: str, value: str) -> None:
    """A value that is misspelt where options are resolved would silently mean the usual one."""
    assert built(name, **{option: value}) != built(name)


def test_no_option_at_all_changes_nothing() -> None:
    for name in TITLES:
        assert built(name) == built(name)
