"""An option of an 18xx title ends as a changed record, another number, another board or another step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.core.options import Number
from stellwerk.core.registry import titles
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.title import RailTitle

TITLES = {name: title for name, title in titles().items() if isinstance(title, RailTitle)}
VALUES = [
    (name, option.id, value)
    for name, title in TITLES.items()
    for option in title.options
    for value in (option.values[-1:] if isinstance(option, Number) else option.values)
    if value != option.default
]


COMPANIONS: list[dict[str, str]] = [
    {},
    {"private_sale": "groups"},
    {"tile_set": "extension_a"},
    {"railroads": "custom"},
    {"railroads": "custom", "map": "plus", "home_choice": "free"},
    {"railroads": "custom", "with_pmq": "true"},
    {"railroads": "custom", "with_rdr": "true"},
    {"railroads": "classic", "with_pmq": "false"},
    {"map": "plus", "home_choice": "free"},
    {"t_remaining_privates": "auctioned"},
    {"random_map": "true"},
]
"""What some values need besides a preset."""

ALLOWING = {("1830", "railroads", "custom")}
"""Values that do nothing themselves but allow values of other options."""


def legal(title: RailTitle, preset: str, *changes: dict[str, str]) -> dict[str, str] | None:
    """A set of options, if it goes together."""
    merged = {key: value for change in changes for key, value in change.items()}
    if not set(merged) <= {option.id for option in title.options}:
        return None
    try:
        return title.resolve(merged, preset)
    except Malformed:
        return None


def sets_with(title: RailTitle, option: str, value: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Sets of options with this value, each beside one that differs in nothing else."""
    found = next(known for known in title.options if known.id == option)
    others = found.values[:1] if isinstance(found, Number) else found.values
    for preset in title.presets:
        for companions in COMPANIONS:
            with_it = legal(title, preset.id, companions, {option: value})
            for other in others if with_it else ():
                without = legal(title, preset.id, companions, {option: other})
                if with_it and without and other != value:
                    yield with_it, without
                    if (title.id, option, value) in ALLOWING:
                        yield from ((more, without) for more in allowed_by(title, preset.id, companions, option, value))


def allowed_by(
    title: RailTitle, preset: str, companions: dict[str, str], option: str, value: str
) -> Iterator[dict[str, str]]:
    """Sets with this value and one other that needs it."""
    for other in title.options:
        for need in other.needs:
            for wanted in need.when if need.option == option and value in need.values else ():
                more = legal(title, preset, companions, {option: value, other.id: wanted})
                if more:
                    yield more


def built(name: str, options: dict[str, str]) -> dict[str, Any]:
    """All that steps look things up in, and which steps there are."""
    title = TITLES[name]
    game = title.game(min(title.seats[-1], 6), options)
    assert isinstance(game, RailGame)
    found = {field.name: getattr(game.rules, field.name) for field in fields(game.rules)}
    tiles = found.pop("catalogue")
    found |= {"counts": tiles.counts, "upgrades": tiles.upgrades}
    market, board = found.pop("market"), found.pop("hexmap")
    found |= {
        "prices": market.price,
        "pars": market.pars,
        "hexes": [(hex_.name, hex_.kind, hex_.cost, hex_.face.stops) for hex_ in board.hexes],
    }
    found |= {"steps": {step: type(made) for step, made in game.rail_steps.items()}, "start": game.start()}
    return found | {"hidden": game.hidden, "class": type(game)}


@pytest.mark.parametrize(("name", "option", "value"), VALUES)
def test_every_value_of_an_option_changes_something(name: str, option: str, value: str) -> None:
    """A value that is misspelt where options are resolved would silently mean the usual one.

    Where no set with another value differs in nothing else, a scenario brings the value, and then with more.
    """
    title = TITLES[name]
    pairs = list(sets_with(title, option, value))
    assert pairs or any(title.resolve({}, preset.id)[option] == value for preset in title.presets)
    assert not pairs or any(built(name, with_it) != built(name, without) for with_it, without in pairs)


def test_no_option_at_all_changes_nothing() -> None:
    for name in TITLES:
        assert built(name, {}) == built(name, {})
