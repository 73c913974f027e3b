"""Titles: tables that the rules forbid and options that do not exist are refused; games are built once."""

from pathlib import Path

import pytest

from stellwerk.core.errors import DataError, Malformed, RuleError
from stellwerk.core.options import Preset, Select
from stellwerk.core.result import Line, Result
from stellwerk.core.title import GAMES_KEPT
from tests.core.toys import AUCTION, TRACK, Auction


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 99])
def test_a_number_of_seats_that_the_rules_forbid_is_refused_by_its_rule(seats: int) -> None:
    with pytest.raises(RuleError) as refused:
        AUCTION.game(seats)
    assert (refused.value.game, refused.value.rule) == ("toy-auction", "1")
    assert refused.value.data == {"given": seats, "least": 2, "most": 4}
    assert refused.value.text == f"For 2 to 4, not {seats}."


def test_options_are_completed_by_their_defaults() -> None:
    assert AUCTION.resolve({}) == {"stack": "short"}
    assert AUCTION.resolve({"stack": "long"}) == {"stack": "long"}
    assert TRACK.resolve({}) == {}


def test_an_unknown_option_or_value_is_refused_with_what_there_is() -> None:
    with pytest.raises(Malformed, match=r"^options: toy-auction has no option 'luck'; it has stack$"):
        AUCTION.game(2, {"luck": "much"})
    with pytest.raises(Malformed, match=r"^options: stack is one of short, long, not 'tall'$"):
        AUCTION.game(2, {"stack": "tall"})
    with pytest.raises(Malformed, match=r"^options: toy-track has no option 'stack'; it has none$"):
        TRACK.game(2, {"stack": "long"})


def test_a_game_is_built_once_for_each_table_and_its_options() -> None:
    assert AUCTION.game(2) is AUCTION.game(2, {"stack": "short"})
    assert AUCTION.game(2) is not AUCTION.game(3)
    assert AUCTION.game(2) is not AUCTION.game(2, {"stack": "long"})
    assert AUCTION.game(2, {"stack": "long"}).options == {"stack": "long"}


def test_a_title_says_its_name_in_both_languages() -> None:
    assert AUCTION.name("en") == "Toy auction"
    assert AUCTION.name("de") == "Spielzeugauktion"
    assert AUCTION.problems() == []


def test_a_title_whose_files_are_not_there_says_which(tmp_path: Path) -> None:
    class Empty(Auction):
        folder = tmp_path

    with pytest.raises(DataError, match=r"^texts\.toml: "):
        Empty().name("en")


def test_a_result_in_json_tells_how_each_score_adds_up() -> None:
    result = Result(
        (7, 3), (0,), "end.sold", ((Line("cash", 7, 1, 7),), (Line("coal", 1, 2, 2), Line("cash", 1, 1, 1)))
    )
    assert result.to_json() == {
        "scores": [7, 3],
        "winners": [0],
        "reason": "end.sold",
        "sums": [
            [{"label": "cash", "number": 7, "each": 1, "points": 7}],
            [
                {"label": "coal", "number": 1, "each": 2, "points": 2},
                {"label": "cash", "number": 1, "each": 1, "points": 1},
            ],
        ],
    }


class Presets(Auction):
    """A title with a second preset."""

    presets = (Preset("short"), Preset("long", {"stack": "long"}))


def test_a_preset_fills_in_options_and_what_is_given_goes_before_it() -> None:
    known = Presets()
    assert known.resolve({}) == {"stack": "short"}
    assert known.resolve({}, "long") == {"stack": "long"}
    assert known.resolve({"stack": "short"}, "long") == {"stack": "short"}


def test_an_unknown_preset_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Malformed, match=r"has no preset 'huge'; it has short, long"):
        Presets().resolve({}, "huge")


def test_the_preset_of_a_set_of_options_is_known() -> None:
    known = Presets()
    assert known.preset_of({"stack": "long"}) == known.presets[1]
    assert known.preset_of({}) == known.presets[0]


def test_only_so_many_tables_are_kept() -> None:
    class Wide(Auction):
        options = (*(Select(f"o{n}", ("a", "b"), rule="2") for n in range(8)), *Auction.options)

    wide = Wide()
    for number in range(2**8):
        wide.game(2, {f"o{n}": "ab"[number >> n & 1] for n in range(8)})
    assert wide._built.cache_info().currsize == GAMES_KEPT < 2**8
    assert wide.game(2) is wide.game(2)
