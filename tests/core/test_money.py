"""Amounts are written in one way: thousands apart as the language has it, the sign of the money in front."""

import pytest

from stellwerk.core.money import money, number
from stellwerk.core.registry import title, titles
from stellwerk.core.texts import Texts


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [(0, "0", "0"), (999, "999", "999"), (1000, "1,000", "1.000"), (1234567, "1,234,567", "1.234.567")],
)
def test_thousands_stand_apart_as_the_language_has_it(value: int, english: str, german: str) -> None:
    assert (number("en", value), number("de", value)) == (english, german)


@pytest.mark.parametrize(("language", "said"), [("en", "−£12,810"), ("de", "−£12.810")])
def test_what_is_owed_has_a_minus_before_the_sign_of_the_money(language: str, said: str) -> None:
    assert money(language, "£", -12810) == said


def test_sentences_write_numbers_as_pages_do() -> None:
    texts = Texts({"buys": {"en": "{who} pays ${price}.", "de": "{who} zahlt ${price}."}})
    assert texts.say("en", "buys", who="Ann", price=1100) == "Ann pays $1,100."
    assert texts.say("de", "buys", who="Ann", price=1100) == "Ann zahlt $1.100."


@pytest.mark.parametrize(
    ("game", "score"),
    [
        ("1830", "$3,022"),
        ("1848", "£3,022"),
        ("1853", "£3,022"),
        ("railroad-revolution", "3,022"),
        ("paris-connection", "3,022"),
    ],
)
def test_scores_that_are_money_have_its_sign_and_points_have_none(game: str, score: str) -> None:
    assert title(game).score("en", 3022) == score


def test_money_is_written_alike_in_all_games() -> None:
    for game in titles():
        found = [text for by in title(game).texts.table.values() for text in by.values()]
        assert [text for text in found if any(f"{end} $" in text for end in "0123456789}") and "} ${" not in text] == []
