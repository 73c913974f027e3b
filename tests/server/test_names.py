"""Names of people: trimmed, short, and nothing in them that cannot be seen."""

import pytest

from stellwerk.core.errors import Malformed
from stellwerk.server.names import clean_name, new_match_id, new_token


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


def test_ids_and_tokens_do_not_repeat() -> None:
    assert len({new_match_id() for _ in range(1000)}) == 1000
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len(new_token()) >= 128 // 6
