"""What the game says: every rule, refusal, log line and button, in both languages."""

from __future__ import annotations

from random import Random
from string import Formatter
from typing import Any

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.tell import tell
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.paris.game import TITLE
from stellwerk.games.paris.state import ENDINGS
from tests.games.paris.positions import COLOURS, GAME, game_for, position

FIELDS = {
    "mat.1": {"given", "least", "most"},
    "setup.6": {"given", "seats"},
    "build.2": {"most"},
    "build.3": {"colour"},
    "build.4": {"colour", "hex"},
    "build.5": {"colour", "hex"},
    "build.6": {"colour", "hex"},
    "build.7": {"hex"},
    "build.8": {"hex", "holder"},
    "build.9": {"hex"},
    "build.10": {"colour", "hex", "victim"},
    "trade.2": {"least", "most"},
    "trade.3": set(),
    "trade.4": {"colour"},
    "R-05": {"colour", "left"},
}
"""What a refusal by this rule tells about the action; all others tell nothing."""

PARAGRAPHS = {"mat": 3, "setup": 7, "turn": 2, "build": 12, "trade": 5, "end": 6}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_rulebook_has_every_paragraph_in_order() -> None:
    numbered = [f"{chapter}.{n + 1}" for chapter, count in PARAGRAPHS.items() for n in range(count)]
    rulings = [f"R-{n:02}" for n in range(1, 12)]
    assert [rule.id for rule in TITLE.rulebook] == [*numbered, "score.x1", "score.x2", *rulings]


@pytest.mark.parametrize("rule", TITLE.rulebook, ids=lambda rule: rule.id)
def test_a_rule_speaks_both_languages_and_its_refusal_asks_for_known_fields_only(rule: Any) -> None:
    assert set(rule.title) == set(rule.text) == set(rule.refusal) == set(LANGUAGES)
    for language in LANGUAGES:
        assert fields(rule.text[language]) == fields(rule.title[language]) == set()
        assert fields(rule.refusal[language]) == FIELDS.get(rule.id, set())
    assert rule.title["en"] != rule.title["de"]
    assert rule.text["en"] != rule.text["de"]


def test_a_refusal_names_spaces_and_colours_as_people_do() -> None:
    data = {"colour": "purple", "hex": "R28", "victim": "black"}
    assert TITLE.rulebook.refuse("build.10", "de", data) == (
        "Lila auf dem Feld Marseille würde Schwarz abschneiden: noch ohne Stadt, und keine freie wäre mehr erreichbar."
    )


def test_options_and_their_values_have_names() -> None:
    for option in TITLE.options:
        for key in ("name", *option.values):
            for language in LANGUAGES:
                assert TITLE.texts.say(language, f"option.{option.id}.{key}")
        assert option.rule in TITLE.rulebook


def test_every_way_to_end_has_a_sentence_and_a_rule() -> None:
    for ending, rule in ENDINGS.items():
        assert TITLE.texts.say("en", f"end.{ending}") != TITLE.texts.say("de", f"end.{ending}")
        assert rule in TITLE.rulebook


def test_names_of_colours_and_of_the_penalty_differ_by_language() -> None:
    said = [[TITLE.texts.name(language, key) for key in (*COLOURS, "?", "surplus")] for language in LANGUAGES]
    assert said == [
        ["Black", "Blue", "Brown", "Purple", "Red", "Yellow", "hidden", "Surplus locomotives"],
        ["Schwarz", "Blau", "Braun", "Lila", "Rot", "Gelb", "verdeckt", "Überzählige Loks"],
    ]


def test_the_notice_says_that_the_board_is_our_own() -> None:
    assert TITLE.notices == ("notice.board",)
    assert "reconstruction" in TITLE.texts.say("en", "notice.board")
    assert "rekonstruiert" in TITLE.texts.say("de", "notice.board")


def said(match: Match, ply: int, language: str, seat: int | None = None) -> str:
    """A line of the log as a page words it for a seat: seats by their names."""
    action = match.view(seat).log[ply]
    return tell(match.game, [chair.name for chair in match.header.seats], match.at(ply), action, language)


def test_every_line_of_a_whole_game_can_be_said() -> None:
    match = Match(new_header(GAME, [Seat("Ada"), Seat("Bo"), Seat("Cy")], seed="words"))
    rng = Random(1)
    while not match.over:
        match.play(rng.choice(list(match.game.choices(match.state))).sample(rng))
    assert {action.kind for action in match.log} == {"layout", "deal", "starter", "place", "finish", "trade"}
    for ply in range(match.ply):
        lines = [said(match, ply, language) for language in LANGUAGES]
        assert lines[0] != lines[1]
        assert not any("{" in line or "_" in line for line in lines)


def test_log_lines_say_what_was_done() -> None:
    options = {"start_layout": "fixed", "start_player": "1"}
    match = Match(new_header(GAME, [Seat("Ada"), Seat("Bo"), Seat("Cy")], options, seed="words"))
    hand = match.state.hands[0]
    match.play(Action(0, "place", ("red", "E17")))
    match.play(Action(0, "finish"))
    match.play(Action(1, "trade", (match.state.hands[1][0], "red", 2)))
    given = TITLE.texts.name("de", f"{match.log[-1].args[0]}.loco")
    counted = ", ".join(f"{hand.count(colour)} {colour}" for colour in dict.fromkeys(hand))
    assert said(match, 0, "en") == "Ada draws locomotives unseen by the others."
    assert said(match, 0, "en", 0) == f"Ada draws locomotives: {counted}."
    assert said(match, 3, "de") == "Ada baut eine rote Lok auf Rouen."
    assert said(match, 4, "en") == "Ada ends the build: Red rises by 1 to 1."
    assert said(match, 5, "de") == f"Bo tauscht eine {given} Lok gegen 2 rote."


def test_every_choice_has_a_button() -> None:
    game = game_for()
    for s in (position(), position(red="E17", build="red", placed=1)):
        for choice in game.choices(s):
            assert choice.seat != CHANCE
            words = game.label(choice)
            for language in LANGUAGES:
                assert TITLE.texts.say(language, words.key, *words.args, **words.data)


def test_a_button_names_what_it_does() -> None:
    words = game_for().label(Choice(0, "trade", ("red", "blue", 2)))
    assert TITLE.texts.say("en", words.key, *words.args, **words.data) == "Give Red, take 2 × Blue"
    assert TITLE.texts.say("de", words.key, *words.args, **words.data) == "Rot abgeben, 2 × Blau nehmen"
