"""The page on 1830 names every preset, option, value, ruling and file of rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stellwerk.core.options import Option
from stellwerk.games.g1830.game import TITLE

PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "1830.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", TITLE.options, ids=lambda option: option.id)
def test_each_option_has_a_row_with_its_rule_and_its_values(option: Option) -> None:
    ((rules, row),) = re.findall(rf"(?m)^\| `{option.id}` \| ([^|]*) \|(.*)$", PAGE)
    assert option.rule in rules
    told = (option.default,) if option.kind == "number" else option.values
    words = {"false": "off", "true": "on"} if option.kind == "switch" else {value: f"`{value}`" for value in told}
    places = {value: row.find(word) for value, word in words.items()}
    assert [value for value, place in places.items() if place < 0] == []
    assert min(places, key=places.__getitem__) == option.default


def test_each_preset_stands_on_the_page() -> None:
    assert [preset.id for preset in TITLE.presets if f"`{preset.id}`" not in PAGE] == []


def test_each_ruling_and_each_file_of_rules_stands_on_the_page() -> None:
    rulings = [rule.id for rule in TITLE.rulebook if rule.id.startswith("R-")]
    assert [name for name in rulings if not re.search(rf"(?m)^\|[^|]*\b{name}\b[^|]*\|", PAGE)] == []
    assert [name for name in TITLE.rule_files if f"`{name}`" not in PAGE] == []
