"""Texts and rules: complete in both languages or refused by file and key; ids are said by their names."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core.errors import DataError
from stellwerk.core.rulebook import Rulebook
from stellwerk.core.tell import recount
from stellwerk.core.texts import LANGUAGES, Texts, languages_of, load_toml
from tests.golden.shelf import Shelf

GOLDEN = Path(__file__).parents[1] / "golden"

TEXTS = """
[title]
en = "Trains"
de = "Züge"

[name]
red = { en = "Red", de = "Rot" }

[log.place]
en = "{who} builds {colour} on {0}, {1} and {2}."
de = "{who} baut {colour} auf {0}, {1} und {2}."
"""
RULE = """
[[rule]]
id = "4.1"
kind = "limit"
title = { en = "Limit", de = "Grenze" }
text = { en = "At most two.", de = "Höchstens zwei." }
"""


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def file(text: str, name: str = "data.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return file


def refused(load: Any, file: Any) -> str:
    with pytest.raises(DataError) as caught:
        load(file)
    assert caught.value.file == file.name
    return caught.value.problem


# --- texts -----------------------------------------------------------------------------------------------------


def test_texts_are_said_by_key_and_language(write: Any) -> None:
    texts = Texts.load(write(TEXTS))
    assert texts.say("de", "title") == "Züge"
    assert texts.has("log.place")
    assert not texts.has("log")
    assert not texts.has("log.trade")


def test_texts_may_be_cut_into_files_that_share_no_key(write: Any) -> None:
    words = write(TEXTS, "texts.toml")
    more = write('[option.fog]\nname = { en = "Fog", de = "Nebel" }\n', "more.toml")
    texts = Texts.load(words, more)
    assert (texts.say("de", "title"), texts.say("de", "option.fog.name")) == ("Züge", "Nebel")
    again = write('[title]\nen = "Trams"\nde = "Trams"\n', "again.toml")
    assert refused(lambda file: Texts.load(words, file), again) == "title stands in another file too"


def test_ids_are_said_by_their_names_and_tuples_as_lists(write: Any) -> None:
    texts = Texts.load(write(TEXTS)).with_names({"P1": "Paris"})
    said = texts.say("de", "log.place", "P1", ("red", "P1", "x"), 3, who="Anna", colour="red")
    assert said == "Anna baut Rot auf Paris, Rot, Paris, x und 3."


def test_an_id_without_a_name_is_said_as_it_is(write: Any) -> None:
    texts = Texts.load(write(TEXTS))
    assert texts.name("en", "red") == "Red"
    assert texts.name("en", "H12") == "H12"


def test_braces_in_what_is_filled_in_are_no_fields(write: Any) -> None:
    texts = Texts.load(write(TEXTS))
    assert texts.say("en", "log.place", "{0}", "{who}", "{", who="{x}", colour="}").startswith("{x} builds } on {0}")


def test_names_equal_in_all_languages_are_added_to_a_copy(write: Any) -> None:
    texts = Texts.load(write(TEXTS))
    more = texts.with_names({"lyon": "Lyon"})
    assert {more.name(language, "lyon") for language in LANGUAGES} == {"Lyon"}
    assert texts.name("en", "lyon") == "lyon"


def test_a_missing_sentence_or_field_is_an_error_at_once(write: Any) -> None:
    texts = Texts.load(write(TEXTS))
    with pytest.raises(KeyError, match=r"log\.trade"):
        texts.say("en", "log.trade")
    with pytest.raises(KeyError, match="who"):
        texts.say("en", "log.place", 1, 2, 3, colour="red")
    with pytest.raises(IndexError):
        texts.say("en", "log.place", 1, who="x", colour="red")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[log.place]\nen = "x"', "log.place"),
        ('[log.place]\nde = "x"', "log.place"),
        ('[log.place]\nen = "x"\nde = ""', "log.place"),
        ('[log.place]\nen = "x"\nde = 1', "log.place"),
        ('[log.place]\nen = "x"\nde = "y"\nfr = "z"', "log.place"),
        ("[log.place]", "log.place"),
        ('title = "x"', "title"),
        ('[log]\nen = "x"\nde = "y"\n[log.place]\nen = "x"\nde = "y"', "log.en"),
    ],
)
def test_a_text_that_lacks_a_language_is_named_with_its_file(write: Any, text: str, key: str) -> None:
    assert refused(Texts.load, write(text)) == f"{key} needs a text in each of en, de"


def test_a_file_that_is_not_toml_or_not_there_is_named(write: Any, tmp_path: Path) -> None:
    assert "line 2" in refused(load_toml, write("# text\n[log\n"))
    assert "No such file" in refused(load_toml, tmp_path / "gone.toml")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'title = "Z\xfcge"')
    assert "utf-8" in refused(load_toml, latin)


def test_languages_of_copies_what_it_checked() -> None:
    entry = {"en": "x", "de": "y"}
    assert languages_of(entry, "f", "k") == entry
    assert languages_of(entry, "f", "k") is not entry


# --- rules -----------------------------------------------------------------------------------------------------


def book(write: Any, *texts: str) -> Rulebook:
    files = [write(text, f"rules{n}.toml") for n, text in enumerate(texts)]
    return Rulebook.load(files, Texts.load(write(TEXTS)))


def test_a_rule_is_found_by_its_number_and_the_book_keeps_its_order(write: Any) -> None:
    rules = book(write, RULE, RULE.replace("4.1", "2.9"))
    assert [rule.id for rule in rules] == ["4.1", "2.9"]
    assert len(rules) == 2
    assert "4.1" in rules
    assert "4.2" not in rules
    assert rules["4.1"].title["de"] == "Grenze"


def test_a_refusal_is_filled_with_names(write: Any) -> None:
    rules = book(write, RULE + 'refusal = { en = "No {colour}: {left} left.", de = "Kein {colour}: noch {left}." }')
    assert rules.refuse("4.1", "de", {"colour": "red", "left": 2}) == "Kein Rot: noch 2."
    assert rules.refuse("4.1", "en", {"colour": "{x}", "left": 0, "unused": 1}) == "No {x}: 0 left."


def test_a_refusal_says_which_of_several_causes_holds(write: Any) -> None:
    causes = 'cases.full = { en = "{place} is full.", de = "{place} ist voll." }\n'
    rules = book(write, RULE + causes)
    assert rules.refuse("4.1", "de", {"case": "full", "place": "red"}) == "Rot ist voll."
    assert rules.refuse("4.1", "de", {"case": "other", "place": "red"}) == "Höchstens zwei."


def test_a_field_may_take_its_names_from_a_section_of_its_own() -> None:
    names = {"name.6": {"en": "tile 6", "de": "Plättchen 6"}, "train.6": {"en": "6-train", "de": "6er-Lok"}}
    texts = Texts({**names, "log": {"en": "{train}, {tile}, {0}", "de": "{train}, {tile}, {0}"}}, {"train": "train"})
    assert texts.say("de", "log", "6", train="6", tile="6") == "6er-Lok, Plättchen 6, Plättchen 6"
    more = texts.with_names({"D": "diesel"})
    assert more.say("en", "log", "6", train=("6", "D"), tile="7") == "6-train, diesel, 7, tile 6"


def test_a_rule_that_keeps_options_apart_says_so_by_a_case_of_its_own_or_by_its_text(write: Any) -> None:
    fields = 'refusal = { en = "{place} is full.", de = "{place} ist voll." }\n'
    apart = 'cases.options = { en = "Two at a small table.", de = "Zwei an einem kleinen Tisch." }\n'
    assert book(write, RULE).clash("4.1", "de") == "Höchstens zwei."
    assert book(write, RULE + fields).clash("4.1", "de") == "Höchstens zwei."
    assert book(write, RULE + fields + apart).clash("4.1", "de") == "Zwei an einem kleinen Tisch."


def test_a_rule_without_a_refusal_refuses_by_its_text(write: Any) -> None:
    assert book(write, RULE).refuse("4.1", "de", {}) == "Höchstens zwei."


def test_definitions_and_etiquette_need_no_test(write: Any) -> None:
    assert book(write, RULE)["4.1"].needs_test
    assert not book(write, RULE.replace("limit", "definition"))["4.1"].needs_test
    assert not book(write, RULE.replace("limit", "etiquette"))["4.1"].needs_test


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (RULE.replace('id = "4.1"', ""), "a rule needs id, kind, title and text"),
        (RULE.replace('id = "4.1"', "id = 4.1"), "a rule needs id, kind, title and text"),
        (RULE.replace('kind = "limit"', ""), "a rule needs id, kind, title and text"),
        (RULE.replace('kind = "limit"', "kind = 1"), "a rule needs id, kind, title and text"),
        (RULE.replace('de = "Grenze"', 'fr = "x"'), "rule 4.1.title needs a text in each of en, de"),
        (RULE.replace(', de = "Höchstens zwei."', ""), "rule 4.1.text needs a text in each of en, de"),
        (RULE + 'refusal = { en = "No." }', "rule 4.1.refusal needs a text in each of en, de"),
        (RULE + 'cases = "No."', "rule 4.1.cases must be a table of refusals by case"),
        (RULE + 'cases.full = { en = "No." }', "rule 4.1.cases.full needs a text in each of en, de"),
        (RULE + 'remark = { en = "x", de = "y" }', "rule 4.1 has an unknown part 'remark'"),
        (RULE + RULE, "rule 4.1 stands twice"),
        ('rule = ["x"]', "a rule needs id, kind, title and text"),
        ('rule = "x"', "there are no rules: expected [[rule]] entries"),
        ("rule = 1", "there are no rules: expected [[rule]] entries"),
        ("", "there are no rules: expected [[rule]] entries"),
    ],
)
def test_a_rule_that_is_incomplete_is_named_with_its_file(write: Any, text: str, problem: str) -> None:
    def load(file: Path) -> Rulebook:
        return Rulebook.load([file], Texts({}))

    assert refused(load, write(text)).startswith(problem)


def test_a_rule_stands_once_in_all_files_together(write: Any) -> None:
    with pytest.raises(DataError, match=r"rules1\.toml: rule 4\.1 stands twice"):
        book(write, RULE, RULE)


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("g1830", "three-break-the-bank"),
        ("g1848", "three-break-the-bank"),
        ("g1853", "four-link-their-contracts"),
        ("paris", "six-the-last-begins"),
        ("railroad_revolution", "two-by-plan"),
    ],
)
def test_a_sentence_is_what_it_would_be_with_all_fields_filled_in(
    folder: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the fields that stand in a sentence are looked up; the plain way fills in all that are told."""
    quick, said = Texts.say, set()

    def judged(texts: Texts, language: str, key: str, *args: Any, **data: Any) -> str:
        numbered = [texts.word(language, "", arg) for arg in args]
        plain = texts.table[key][language].format(*numbered, **texts.words(language, data))
        assert quick(texts, language, key, *args, **data) == plain
        said.add(key)
        return plain

    monkeypatch.setattr(Texts, "say", judged)
    match = Shelf(GOLDEN / folder).replayed(name)
    names = [seat.name for seat in match.header.seats]
    for (before, after), action in zip(pairwise(match.states), match.log, strict=True):
        for language in LANGUAGES:
            recount(match.game, names, before, action, after, language)
    assert len(said) > 3
