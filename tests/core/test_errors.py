"""The errors: one hierarchy, drawn where it is defined, and fit to travel between processes."""

import copy
import pickle
import re

import pytest

from stellwerk.core import errors
from stellwerk.core.errors import (
    CannotUndo,
    Clash,
    DataError,
    Malformed,
    NotFound,
    NotYourSeat,
    RuleError,
    StaleAction,
    StellwerkError,
    UnknownVersion,
)

EXAMPLES = [
    RuleError("1853", "4.1.7", "No token here.", {"hex": "H12", "left": 0}),
    StaleAction(3, 5),
    CannotUndo("revealed"),
    NotYourSeat(2),
    NotYourSeat(),
    NotFound("game", "monopoly"),
    Malformed("action.seat", "expected an integer"),
    Clash("1853", ("map", "small"), ("fog", "true"), "2a", "map=small excludes fog=true (2a)"),
    UnknownVersion("match file", 9, 1),
    DataError("rules.toml", "rule 1 stands twice"),
]


def named(error: StellwerkError) -> str:
    return type(error).__name__


@pytest.mark.parametrize("error", EXAMPLES, ids=str)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_survives_the_way_out_of_a_worker(error: StellwerkError, protocol: int) -> None:
    back = pickle.loads(pickle.dumps(error, protocol))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)


@pytest.mark.parametrize("error", EXAMPLES, ids=str)
def test_an_error_can_be_copied(error: StellwerkError) -> None:
    assert vars(copy.copy(error)) == vars(error)


def test_every_class_is_drawn_in_the_docstring_with_the_names_of_its_data() -> None:
    drawn = dict(re.findall(r"(\w+)\(([\w, ]*)\) ", errors.__doc__ or ""))
    defined = {
        cls.__name__ for cls in vars(errors).values() if isinstance(cls, type) and issubclass(cls, StellwerkError)
    }
    assert set(drawn) == defined - {"StellwerkError"}
    for error in EXAMPLES:
        missing = set(drawn[named(error)].split(", ")) - vars(error).keys()
        assert missing == set(), named(error)


def test_malformed_input_is_a_value_error() -> None:
    assert issubclass(Malformed, ValueError)


def test_a_message_says_what_and_where() -> None:
    assert str(EXAMPLES[0]) == "1853 4.1.7: No token here."
    assert str(UnknownVersion("match file", 9, 1)).startswith("match file: version 9 is not known")
    assert str(NotFound("game", "go")) == "no game 'go'"


def test_the_data_of_a_rule_error_is_its_own() -> None:
    data: dict[str, str | int] = {"hex": "H12"}
    error = RuleError("1853", "4.1", "", data)
    data["hex"] = "A1"
    assert error.data == {"hex": "H12"}
