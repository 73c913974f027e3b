"""Names of people: trimmed, short, and nothing in them that cannot be seen."""

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.core.match import Seat
from stellwerk.server.errors import TakenName
from stellwerk.server.names import checked_seats, clean_name, free_name, new_match_id, new_token


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna\u00a0 Lena ", "Anna Lena"),
        ("{0} %s <b>", "{0} %s <b>"),
        ("A\u0308sop", "Äsop"),
        ("👩\u200d🚒", "👩\u200d🚒"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_kept_but_for_spaces(given: str, kept: str) -> None:
    assert clean_name(given, "name") == kept


@pytest.mark.parametrize("given", ["", "   ", "x" * 41, "a\x00b", "a\nb", "a\u202eb", "a\ud800b", "a\u2028b", 7, None])
def test_other_names_are_refused(given: object) -> None:
    with pytest.raises(Malformed):
        clean_name(given, "name")


@pytest.mark.parametrize(
    "twin",
    [
        "\u0410nna",  # Cyrillic A
        "Ann\u0430",  # Cyrillic a
        "ANNA",
        "\u0391nna",  # Greek Alpha
        "\uff21nna",  # fullwidth A
        "A\u200bnna",
    ],
)
def test_names_that_look_alike_are_refused_at_one_table(twin: str) -> None:
    with pytest.raises(TakenName):
        free_name(twin, ["Ben", "Anna"], "name")
    with pytest.raises(Malformed, match="looks the same"):
        checked_seats("1830", [Seat("Anna", None), Seat(twin, None), Seat("Ben", None)])


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("\u041e\u043b\u044f", "O\u043b\u044f"),  # the O of Olya: Cyrillic, Latin
        ("\u0401\u0436", "\xcb\u0436"),  # Cyrillic Yo, Latin E with two dots
        ("Player 1", "Player l"),
        ("lan", "Ian"),  # as here, and not the capital L of Lan
        ("B0b", "Bob"),
        ("\u0392\u0395\u039d", "BEN"),  # Greek letters
    ],
)
def test_letters_of_other_scripts_count_as_what_they_are_drawn_like(name: str, twin: str) -> None:
    with pytest.raises(TakenName):
        free_name(name, [twin], "name")
    with pytest.raises(TakenName):
        free_name(twin, [name], "name")


@pytest.mark.parametrize(
    "pair",
    [
        ("Anna", "Hanna"),
        ("\u0410\u043d\u043d\u0430", "Anna"),
        ("Player 1", "Player 2"),
        ("Ian", "Lan"),
        ("Iisa", "Lisa"),
        ("Iola", "Lola"),
    ],
)
def test_names_that_differ_for_the_eye_sit_at_one_table(pair: tuple[str, str]) -> None:
    assert free_name(pair[0], [pair[1]], "name") == pair[0]
    assert len(checked_seats("1830", [Seat(name, None) for name in (*pair, "Zoe")])) == 3


def test_ids_and_tokens_do_not_repeat() -> None:
    assert len({new_match_id() for _ in range(1000)}) == 1000
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len(new_token()) >= 128 // 6
