"""One word for one thing: what docs/glossary.md forbids stands nowhere that users see it."""

import pytest

from tests.house.glossary import PAGE, Ban, Said, bans, exceptions, offences, shown

GLOSSARY = PAGE.read_text(encoding="utf-8")
TABLE = """
| what | English | not | Deutsch | nicht | where |
|---|---|---|---|---|---|
| a place | station | `token` | Bahnhof | `Stationsmarker*`, `Station` | 18xx |
| a thing | box | `crate` | Kasten | `Kiste` | |
"""


def said(text: str, language: str = "en", scope: str = "1830") -> list[Said]:
    return [Said("somewhere", frozenset({scope}), language, text)]


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("It has two Tokens left.", "en", "'Tokens', not station"),
        ("It has tokenised nothing.", "en", ""),
        ("Der Stationsmarkern beraubt", "de", "'Stationsmarkern', not Bahnhof"),
        ("Stationär, stationen", "de", ""),
        ("In {token} und %(Kiste)s", "de", ""),
    ],
)
def test_a_word_is_found_with_its_endings_and_nothing_else_is(text: str, language: str, found: str) -> None:
    assert [line for line in offences(said(text, language), TABLE) if found not in line] == []
    assert bool(list(offences(said(text, language), TABLE))) == bool(found)


def test_a_line_may_hold_for_some_games_only() -> None:
    assert len(list(offences(said("a token in a crate"), TABLE))) == 2
    assert len(list(offences(said("a token in a crate", scope="pages"), TABLE))) == 1


def test_a_phrase_with_a_reason_is_allowed() -> None:
    page = TABLE + "| phrase | why |\n|---|---|\n| `train token` | another thing |\n"
    assert list(offences(said("Give up the train token."), page)) == []
    assert len(list(offences(said("Give up the train token, or a token."), page))) == 1


def test_everything_shown_is_looked_at() -> None:
    """Each kind of file, each game and both languages are among the texts."""
    files = {text.where.split()[0].split(":")[0].rpartition("/")[2] for text in shown()}
    assert {"stellwerk.po", "texts.toml", "guide.toml", "summary.toml", "rules.toml", "serve.py"} <= files
    scopes = {(scope, text.language) for text in shown() for scope in text.scopes}
    assert {("1830", "de"), ("1848", "en"), ("Paris Connection", "de"), ("Railroad Revolution", "en")} <= scopes
    assert {("1853", "de"), ("18xx", "en"), ("pages", "de"), ("pages", "en")} <= scopes


def test_no_word_is_both_wanted_and_forbidden() -> None:
    """What one line wants no line forbids in the same games."""
    rules = list(bans(GLOSSARY))
    assert len(rules) > 200
    for rule in rules:
        scopes = rule.scopes or frozenset({"pages"})
        wanted = [other for other in rules if not other.scopes or other.scopes & scopes]
        clashes = [other.word for other in wanted if other.language == rule.language and _says(other, rule.instead)]
        assert clashes == [], f"{rule.instead} is what to say, and forbidden elsewhere"


def _says(ban: Ban, text: str) -> bool:
    return any(ban.pattern.fullmatch(part.strip()) for part in text.split(","))


def test_what_users_see_has_one_word_for_one_thing() -> None:
    found = list(offences(shown(), GLOSSARY))
    assert found == [], f"{len(found)} words that docs/glossary.md forbids"


def test_every_exception_has_a_reason_and_is_needed() -> None:
    for phrase, why in exceptions(GLOSSARY):
        assert len(why) > 10, phrase
        kept = "\n".join(line for line in GLOSSARY.splitlines() if not line.startswith(f"| `{phrase}`"))
        with_it = [text for text in shown() if phrase in text.text]
        assert list(offences(with_it, kept)), f"nothing needs the exception {phrase!r} any more"
