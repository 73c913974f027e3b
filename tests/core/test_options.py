"""Options: what they may be, what goes together, and named sets of them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from stellwerk.core.errors import Clash, Malformed
from stellwerk.core.options import Condition, Number, Option, Preset, Select, Switch, problems, resolve
from stellwerk.core.texts import Texts

MAP = Select("map", ("small", "large"), rule="1")
FOG = Switch("fog", rule="2", needs=(Condition(("true",), "map", ("large",), "2a"),))
TRADE = Switch("trade", True, rule="3", excludes=(Condition(("true",), "fog", ("true",), "3a"),))
BANK = Number("bank", 4000, 12000, 8000, 500, rule="4")
ALL: tuple[Option, ...] = (MAP, FOG, TRADE, BANK)
RULES = ("1", "2", "2a", "3", "3a", "4")
PLAIN = Preset("plain")


def refused(**given: str) -> str:
    with pytest.raises(Malformed) as error:
        resolve("toy", ALL, given)
    return error.value.problem


def test_what_is_not_chosen_has_its_default() -> None:
    assert resolve("toy", ALL, {}) == {"map": "small", "fog": "false", "trade": "true", "bank": "8000"}
    assert resolve("toy", ALL, {"bank": "4500"})["bank"] == "4500"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"maps": "small"}, "toy has no option 'maps'; it has map, fog, trade, bank; did you mean 'map'?"),
        ({"map": "tiny"}, "map is one of small, large, not 'tiny'"),
        ({"fog": "True"}, "fog is one of false, true, not 'True'; did you mean 'true'?"),
        ({"bank": "3500"}, "bank is a number from 4000 to 12000 in steps of 500, not '3500'"),
        ({"bank": "4001"}, "bank is a number from 4000 to 12000 in steps of 500, not '4001'"),
        ({"bank": "04000"}, "bank is a number from 4000 to 12000 in steps of 500, not '04000'"),
        ({"bank": "٤٠٠٠"}, "bank is a number from 4000 to 12000 in steps of 500, not '٤٠٠٠'"),
        ({"fog": "true", "trade": "false"}, "fog=true needs map=large, not small (2a)"),
        ({"fog": "true", "map": "large"}, "trade=true excludes fog=true (3a)"),
    ],
)
def test_what_is_wrong_with_a_set_is_said(given: Mapping[str, str], told: str) -> None:
    assert refused(**given) == told


def test_a_clash_names_both_options_and_the_rule_that_keeps_them_apart() -> None:
    with pytest.raises(Clash) as needed:
        resolve("toy", ALL, {"fog": "true", "trade": "false"})
    clash = needed.value
    assert (clash.game, clash.chosen, clash.other, clash.rule) == ("toy", ("fog", "true"), ("map", "small"), "2a")
    with pytest.raises(Clash) as excluded:
        resolve("toy", ALL, {"fog": "true", "map": "large"})
    clash = excluded.value
    assert (clash.game, clash.chosen, clash.other, clash.rule) == ("toy", ("trade", "true"), ("fog", "true"), "3a")


def test_an_option_says_what_it_changes_where_its_title_has_a_sentence() -> None:
    texts = Texts({"option.fog.about": {"en": "Nobody sees far.", "de": "Niemand sieht weit."}})
    assert FOG.about(texts, "de") == "Niemand sieht weit."
    assert MAP.about(texts, "de") == ""


def test_a_set_that_meets_all_conditions_is_taken() -> None:
    chosen = {"map": "large", "fog": "true", "trade": "false", "bank": "12000"}
    assert resolve("toy", ALL, chosen) == chosen


def test_nothing_is_wrong_with_options_and_presets_that_fit() -> None:
    mist = Preset("mist", {"map": "large", "fog": "true", "trade": "false"})
    assert list(problems(ALL, (PLAIN, mist), RULES)) == []


@pytest.mark.parametrize(
    ("options", "presets", "told"),
    [
        ((Number("bank", 1, 9, 10, rule="1"),), (PLAIN,), "option bank: the default '10' is none of its values"),
        ((Select("map", ("a",), rule="9"),), (PLAIN,), "option map: there is no rule 9"),
        ((FOG,), (PLAIN,), "option fog: a condition names the unknown option 'map'"),
        (
            (MAP, Switch("fog", rule="2", needs=(Condition(("yes",), "map", ("large",), "2"),))),
            (PLAIN,),
            "option fog: a condition names 'yes', which is no value of fog",
        ),
        (
            (MAP, Switch("fog", rule="2", needs=(Condition(("true",), "map", ("huge",), "2"),))),
            (PLAIN,),
            "option fog: a condition names 'huge', which is no value of map",
        ),
        (ALL, (), "the first preset is the standard: it leaves every option at its default"),
        (ALL, (Preset("large", {"map": "large"}),), "the first preset is the standard"),
        (ALL, (PLAIN, PLAIN), "a preset stands twice"),
        (ALL, (PLAIN, Preset("fog", {"fog": "true"})), "preset fog: fog=true needs map=large, not small (2a)"),
        (ALL, (PLAIN, Preset("odd", {"map": "small"})), "preset odd: map is small anyway"),
    ],
)
def test_what_does_not_fit_together_is_found(
    options: tuple[Option, ...], presets: tuple[Preset, ...], told: str
) -> None:
    assert any(problem.startswith(told) for problem in problems(options, presets, RULES))
