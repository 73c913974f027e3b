"""Money is written in one way in texts, rules and the words of tiles: "$800", in German too."""

from __future__ import annotations

import re
from collections.abc import Mapping

from stellwerk.core.texts import LANGUAGES
from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.rewards import Reward
from stellwerk.games.railroad_revolution.words import describe


def sentences() -> Mapping[str, str]:
    said = {f"{key} {language}": text for key, by in TITLE.texts.table.items() for language, text in by.items()}
    for rule in TITLE.rulebook:
        for language in LANGUAGES:
            more = [by[language] for by in (rule.refusal, *rule.cases.values())]
            said[f"{rule.id} {language}"] = " ".join((rule.text[language], *more))
    return said


def test_the_sign_stands_before_the_number_in_both_languages() -> None:
    wrong = r"[0-9}] ?\$(?![0-9{])"
    assert [where for where, text in sentences().items() if re.search(wrong, text)] == []


def test_a_reward_that_costs_and_brings_money() -> None:
    reward = Reward(pay=100, money=600)
    assert describe(TITLE.texts, "en", reward) == "pay $100: $600"
    assert describe(TITLE.texts, "de", reward) == "$100 zahlen: $600"
