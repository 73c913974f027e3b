"""A refusal says why: one cause, and no second one joined to it by "or" where the engine knows which holds."""

import re

import pytest

from stellwerk.core.registry import title, titles

JOINED = {
    "en": re.compile(r", or |\bor (no|none|is|it is|this one)\b"),
    "de": re.compile(r", oder |\boder (kein|nicht|ist|ließe|diese)\b"),
}
"""Two clauses joined: "No building is left, or no station is due"."""

ALTERNATIVES = frozenset(
    {
        ("1830", "R-37"),  # what may be done instead
        ("1848", "IV.2"),  # the three things that a turn can be
        ("1848", "VIII.turn.2"),  # how many tiles a turn may lay
        ("1848", "XIII.limit.6"),  # the limits by number of players
        ("railroad-revolution", "R-06"),  # what can help
        ("railroad-revolution", "R-08"),  # when something is allowed
        ("railroad-revolution", "deal.8"),  # where a tile comes from
        ("railroad-revolution", "R-16"),  # how many are drawn
    }
)
"""Rules whose sentences list what is allowed."""


@pytest.mark.parametrize("game", sorted(titles()))
@pytest.mark.parametrize("language", sorted(JOINED))
def test_no_refusal_names_two_causes(game: str, language: str) -> None:
    found = [
        rule.id
        for rule in title(game).rulebook
        for sentence in (rule.refusal, *rule.cases.values())
        if sentence[language] != rule.text[language]
        if JOINED[language].search(sentence[language]) and (game, rule.id) not in ALTERNATIVES
    ]
    assert found == []
