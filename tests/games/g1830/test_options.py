"""Options, their standards, presets and what excludes what are those of the facts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.core.options import Condition
from stellwerk.games.g1830.game import TITLE
from tests.marks import rule

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "1830options.json"
needs_facts = pytest.mark.skipif(not FACTS.is_file(), reason="the facts are not beside this checkout")
OPTIONS = {option.id: option for option in TITLE.options}


MORE_NEEDS = {
    "seating": {(frozenset({"random", "free"}), "scenario", frozenset({"none", "D", "G", "R", "B", "C"}))},
}
"""Further need of the book: in uncertain times the seats follow the privates (S-5.2), whatever else one likes."""


def facts() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FACTS.read_text(encoding="utf-8"))
    return found


@needs_facts
def test_keys_values_and_standards_are_those_of_the_facts() -> None:
    for told in facts()["options"]:
        option = OPTIONS[told["key"]]
        assert (set(option.values), option.default) == (set(told["values"]), told["classic"]), told["key"]


@needs_facts
def test_presets_are_those_of_the_facts() -> None:
    for name, options in facts()["presets"].items():
        chosen = TITLE.resolve({}, name)
        standards = {told["key"]: told["classic"] for told in facts()["options"]}
        assert {key: chosen[key] for key in (*standards, "edition", "scenario")} == {**standards, **options}, name


def told_conditions(told: dict[str, Any], sort: str) -> set[tuple[frozenset[str], str, frozenset[str]]]:
    found = set()
    for condition in told[sort]:
        when = condition["if"] if isinstance(condition["if"], list) else [condition["if"]]
        found |= {(frozenset(when), key, frozenset(values)) for key, values in condition["then"].items()}
    return found


def plain(conditions: tuple[Condition, ...]) -> set[tuple[frozenset[str], str, frozenset[str]]]:
    return {(frozenset(one.when), one.option, frozenset(one.values)) for one in conditions}


@needs_facts
def test_what_needs_and_excludes_what_is_as_in_the_facts() -> None:
    for told in facts()["options"]:
        option = OPTIONS[told["key"]]
        assert plain(option.needs) == told_conditions(told, "needs") | MORE_NEEDS.get(told["key"], set()), told["key"]
        assert plain(option.excludes) == told_conditions(told, "excludes"), told["key"]


def refused(**options: str) -> str:
    with pytest.raises(Malformed) as caught:
        TITLE.resolve(options)
    return caught.value.problem


@rule("1830", "V-1.2")
def test_v_1_2_scenario_g_is_not_played_on_the_classic_side() -> None:
    assert "map=classic needs scenario=none or T or C" in refused(**{**TITLE.preset("G").options, "map": "classic"})


@rule("1830", "R-107")
def test_r_107_a_third_six_goes_neither_with_plus_trains_nor_with_a_scenario() -> None:
    assert "third_six=true excludes plus_trains=true (R-107)" in refused(third_six="true", plus_trains="true")
    assert "third_six=true needs roster=classic" in refused(**{**TITLE.preset("D").options, "third_six": "true"})


@rule("1830", "R-105")
def test_r_105_the_norfolk_and_western_has_no_home_on_the_classic_side() -> None:
    assert "with_nw=true needs map=plus, not classic (R-105)" in refused(railroads="custom", with_nw="true")


@rule("1830", "S-5.3")
def test_s_5_3_uncertain_times_go_with_four_scenarios() -> None:
    assert TITLE.resolve({}, "T+G")["map"] == "plus"
    with pytest.raises(Malformed):
        TITLE.resolve({"scenario": "T+C"})
