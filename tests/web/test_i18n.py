"""The reader's language, and catalogues that say everything that the sources say."""

import ast
import re

import pytest

from stellwerk.core.registry import titles
from stellwerk.core.texts import LANGUAGES as GAME_LANGUAGES
from stellwerk.core.title import Title
from stellwerk.web.i18n import LANGUAGES, NAMES, negotiate, translator
from stellwerk.web.words import words
from tools import messages

FIELD = re.compile(r"%\(\w+\)s|\{\w+\}")


@pytest.mark.parametrize(
    ("accept", "cookie", "query", "language"),
    [
        (None, None, None, "en"),
        ("", None, None, "en"),
        ("de", None, None, "de"),
        ("de-AT,de;q=0.9,en;q=0.8", None, None, "de"),
        ("fr-FR, en;q=0.5, de;q=0.7", None, None, "de"),
        ("fr,es", None, None, "en"),
        ("en;q=0.2,de;q=0", None, None, "en"),
        ("de;q=banana, en", None, None, "en"),
        ("en", "de", None, "de"),
        ("de", "en", None, "en"),
        ("en", "en", "de", "de"),
        ("de", "xx", "yy", "de"),
    ],
)
def test_the_address_wins_over_the_cookie_and_that_over_the_browser(
    accept: str | None, cookie: str | None, query: str | None, language: str
) -> None:
    assert negotiate(accept, cookie, query) == language


def test_pages_speak_the_languages_of_the_games() -> None:
    assert set(LANGUAGES) == set(GAME_LANGUAGES) == set(NAMES)
    with pytest.raises(ValueError, match="none of the languages"):
        translator("fr")


def test_fields_are_filled_and_numbers_choose_their_form() -> None:
    say = translator("de")
    assert say("Rule %(rule)s", rule="4.1") == "Regel 4.1"
    assert [say.ngettext("%(num)s locomotive", "%(num)s locomotives", n) for n in (1, 2)] == ["1 Lok", "2 Loks"]
    assert translator("en").ngettext("%(num)s locomotive", "%(num)s locomotives", 2) == "2 locomotives"


def test_a_message_is_found_however_the_scene_is_asked_to_say_it() -> None:
    """`_ = scene.say` is usual, but `scene.say` itself is asked as well."""
    assert translator("de")("Go on without a loan") == "Ohne Kredit weiter"


def test_no_message_stands_inside_an_f_string() -> None:
    """There the catalogues do not find it, and it would stay English."""
    asked = ("_", "say", "gettext", "ngettext")
    for file in sorted(path for part in ("web", "server") for path in (messages.SOURCES / part).rglob("*.py")):
        for string in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(string, ast.JoinedStr):
                continue
            for call in ast.walk(string):
                if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
                    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                    assert name not in asked, f"{file}:{call.lineno}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_is_what_the_sources_say_and_complete(language: str) -> None:
    fresh = messages.renew(language, messages.extract())
    assert list(messages.missing(fresh)) == []
    assert messages.path_of(language).read_bytes() == messages.text(fresh), "run `make messages`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_fills_the_same_fields(language: str) -> None:
    catalogue = messages.read(language)
    assert len(catalogue) > 100
    for message in catalogue:
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        wanted = set(FIELD.findall("".join(ids)))
        for said in strings:
            assert set(FIELD.findall(said or "")) == wanted, message.id


def sentences(text: str) -> int:
    """How many sentences a text has; German ordinals and abbreviations end none."""
    return len(re.findall(r"[.!?…](?=\s|$|[A-ZÄÖÜ„])", re.sub(r"%\(number\)s\.|\bP\.$", "", text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_says_a_message_once(language: str) -> None:
    """Neither a field nor a sentence stands in a translation more often than in the message."""
    for message in messages.read(language):
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        for meant, said in zip(ids, map(str, strings), strict=True):
            assert sorted(FIELD.findall(said)) == sorted(FIELD.findall(meant)), meant
            assert sentences(said) == sentences(meant), meant


def test_german_is_german() -> None:
    alike = [str(message.id) for message in messages.read("de") if message.id and message.id == message.string]
    words = {word for text in alike for word in re.findall(r"[^\W\d_]{2,}", FIELD.sub("", text))}
    assert words <= {"Position", "Lobby", "bot", "Bank", "Phase", "insolvent", "normal"}, (
        "words that German shares with English"
    )


def test_the_scripts_get_every_word_in_both_languages() -> None:
    english, german = words(translator("en")), words(translator("de"))
    assert english.keys() == german.keys()
    assert all(english[key] != german[key] for key in english)


@pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.id)
def test_nothing_that_players_read_names_a_file_of_ours(title: Title) -> None:
    """Who plays on a server has neither docs/ nor the data of a game."""
    said = [text for entry in title.texts.table.values() for text in entry.values()]
    said += [text for rule in title.rulebook for text in (*rule.text.values(), *rule.refusal.values())]
    assert [text for text in said if re.search(r"\bdocs/|\w\.(md|toml|py)\b", text)] == []
