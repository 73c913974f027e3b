"""What the game says: every rule, refusal, log line and button, in both languages."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from string import Formatter

import pytest

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.errors import RuleError
from stellwerk.core.tell import tell, tell_end
from stellwerk.core.texts import LANGUAGES
from stellwerk.core.view import view_of
from stellwerk.eighteen.game import RailGame
from stellwerk.games.g1830.game import TITLE
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import label
from tests.games.g1830.corners import bankruptcy
from tests.games.g1830.positions import Table, act, fresh, game_for, table

NAMES = ["Ada", "Bo", "Cy", "Di"]
INDEX = Path(__file__).parents[4] / "shared" / "rules" / "1830.toml"
needs_index = pytest.mark.skipif(not INDEX.is_file(), reason="the index of rules is not beside this checkout")
KINDS = sorted({kind for step in game_for().steps.values() for kind in step.kinds})
SAME = {"4.0.SV", "7.6m"}
"""Titles that are the same in both languages, besides the rows of tables that are headed by names."""


def said(t: Table, action: Action, language: str = "en") -> str:
    """How the log tells an action that is played now."""
    assert t.may(action)
    return tell(t.game, NAMES, t.s, action, language)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_rule_speaks_both_languages() -> None:
    for rule in TITLE.rulebook:
        assert set(rule.title) == set(rule.text) == set(rule.refusal) == set(LANGUAGES)
        assert fields(rule.refusal["en"]) == fields(rule.refusal["de"])
        assert not any(fields(text) for text in (*rule.title.values(), *rule.text.values()))
        assert rule.text["en"] != rule.text["de"]
        if not rule.id.startswith(("T-05.", "T-08.")) and rule.id not in SAME:
            assert rule.title["en"] != rule.title["de"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_action_has_a_sentence_a_button_and_a_heading(kind: str) -> None:
    for key in ("log", "action", "kind"):
        assert TITLE.texts.has(f"{key}.{kind}")
    named = {*game_for().arguments.get(kind, ())}
    for language in LANGUAGES:
        assert fields(TITLE.texts.table[f"action.{kind}"][language]) <= named


def test_companies_privates_trains_and_ends_have_names() -> None:
    t = game_for().rules
    for group, ids in (("company", t.companies), ("private", t.privates), ("power", t.privates), ("train", t.trains)):
        for name in ids:
            assert TITLE.texts.has(f"{group}.{name}")
    for key in ("end.bank", "end.bankrupt", "name.bank", "name.pool", "name.cash"):
        assert TITLE.texts.has(key)
    assert TITLE.texts.name("en", "BO") == "Baltimore & Ohio (BO)"
    assert TITLE.texts.name("de", "B&O") == "B&O"
    assert TITLE.texts.name("de", "E19") == "Albany"


def test_the_log_says_who_pays_what() -> None:
    t = fresh().play(*(act(seat, "pass_turn") for seat in range(4)))
    assert said(t, act(0, "buy_private_at_face", "SV")) == "Ada buys Schuylkill Valley (SV) for $15."
    assert said(t, act(0, "bid", "CA", 170), "de") == "Ada bietet $170 auf Camden & Amboy (CA)."
    t = table().opened("PRR", par=82, shares={1: 40, 0: 20}, pool=10, cell=(3, 6)).stock()
    assert said(t, act(0, "buy", "PRR", "bank", 10)) == "Ada buys 10% of PRR (IPO) for $82."
    assert said(t, act(0, "buy", "PRR", "pool", 10)) == "Ada buys 10% of PRR (market) for $76."
    assert said(t, act(0, "sell", "PRR", 20), "de") == "Ada verkauft 20 % von PRR für $152."
    assert said(t, act(0, "par", "NYC", 67)).endswith("pays $134 for the director's certificate.")
    assert said(t, act(0, "pass_turn")) == "Ada passes."
    assert said(t.play(act(0, "sell", "PRR", 10)), act(0, "pass_turn")) == "Ada ends the turn."


def test_the_log_says_which_company_acts_and_who_is_asked() -> None:
    t = table().phase("3").opened("NYC", shares={0: 60}).opened("PRR", shares={1: 60}).home("NYC")
    t.trains("PRR", "2").private("CS", 0).private("DH", 2).cash({"NYC": 500}).operating("NYC")
    assert said(t, act(0, "lay", "E19", "57", 1)) == "Ada: NYC lays tile 57 on Albany."
    assert said(t, act(0, "buy_private", "CS", 40), "de") == "Ada: NYC kauft Champlain & St. Lawrence (CS) für $40."
    assert said(t, act(0, "buy_private", "DH", 70)) == "Ada: NYC offers Cy $70 for Delaware & Hudson (DH)."
    t = t.operating("NYC", "buy_trains")
    assert said(t, act(0, "buy_train", "bank", "3", 180), "de") == "Ada: NYC kauft eine 3er-Lok (Bank) für $180."
    assert said(t, act(0, "buy_train", "PRR", "2", 1)) == "Ada: NYC offers PRR $1 for a 2-train."
    t = table().private("CS", 0).stock(turn=1)
    assert said(t, act(1, "ask_private", "CS", 55)) == "Bo offers Ada $55 for Champlain & St. Lawrence (CS)."
    assert said(t.play(act(1, "ask_private", "CS", 55)), act(0, "decline"), "de") == "Ada lehnt ab."


def test_the_end_names_whoever_is_bankrupt() -> None:
    t = bankruptcy()
    over = t.play(act(0, "bankrupt"))
    result = over.game.result(over.s)
    assert result is not None
    reason = result.reason
    assert tell_end(t.game, NAMES, act(0, "bankrupt"), reason, "en") == "Ada is bankrupt."
    assert tell_end(t.game, NAMES, None, reason, "de") == "Ein Spieler ist bankrott."
    assert tell_end(t.game, NAMES, act(0, "bankrupt"), "end.nothing", "en") == ""


def test_a_button_counts_the_cities_of_a_hex_from_one() -> None:
    words = game_for().label(Choice(0, "station", ("H18", 0)))
    assert TITLE.texts.say("en", words.key, *words.args, **words.data) == "Station at Philadelphia & Trenton, city 1"


def test_a_button_names_the_player_to_whom_something_is_offered() -> None:
    t = table().private("SV", 0).stock()
    scene = Scene(view_of(t.game, t.s, 0, []), tuple(NAMES), translator("en"))
    buttons = [label(scene, choice) for choice in scene.choices if choice.kind == "offer_private"]
    assert buttons == [f"Offer Schuylkill Valley (SV) to {name} for $…" for name in ("Bo", "Cy", "Di")]


@needs_index
def test_every_rule_of_the_book_is_told_and_needs_a_test_where_the_index_shows_a_situation() -> None:
    index = {entry["id"]: entry for entry in tomllib.loads(INDEX.read_text(encoding="utf-8"))["rule"]}
    book = {rule.id: rule for rule in TITLE.rulebook}
    assert not index.keys() - book.keys()
    describes = {name for name, entry in index.items() if entry["test"] == "none"}
    assert {name for name in index if not book[name].needs_test} <= describes


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_says_in_a_sentence_what_it_changes(language: str) -> None:
    told = {option.id: option.about(TITLE.texts, language) for option in TITLE.options}
    assert [name for name, sentence in told.items() if not sentence.endswith(".")] == []
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_does_not_go_together_is_told_in_a_sentence_of_its_rule(language: str) -> None:
    rules = {condition.rule for option in TITLE.options for condition in option.conditions}
    told = {rule: TITLE.rulebook.clash(rule, language) for rule in rules}
    assert rules >= {"V-1.2", "R-107", "S-0a"}
    assert [rule for rule, sentence in told.items() if sentence == TITLE.rulebook[rule].text[language]] == []


def junk(game: RailGame, rng: Random) -> Action:
    """An action of some kind with arguments that hardly ever fit."""
    ids = (
        *game.rules.companies,
        *game.rules.privates,
        *game.rules.trains,
        "bank",
        "pool",
        "H12",
        "F16",
        "57",
        "9",
        "",
        (),
    )
    kind = rng.choice(KINDS)
    count = len(game.arguments.get(kind, ())) if rng.random() < 0.9 else rng.randrange(5)
    return act(rng.randrange(game.seats), kind, *(rng.choice((*ids, -1, 0, 1, 10, 80, 600)) for _ in range(count)))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_tried_is_refused_in_words_and_whatever_is_done_is_told(seed: int) -> None:
    rng = Random(seed)
    game = game_for(4)
    s = game.settled(game.start())
    refusals = []
    for _ in range(200):
        choices = list(game.choices(s))
        kind = rng.choice(sorted({choice.kind for choice in choices} - {"bankrupt"}))
        action = rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng)
        for language in LANGUAGES:
            assert "{" not in tell(game, NAMES, s, action, language)
        for attempt in (junk(game, rng) for _ in range(5)):
            try:
                game.check(s, attempt)
            except RuleError as error:
                refusals += [TITLE.rulebook.refuse(error.rule, language, error.data) for language in LANGUAGES]
        s = game.apply(s, action)
    assert len(refusals) > 1000
    assert not [text for text in refusals if "{" in text]
