"""Views: all that a seat may know, as a value and as JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import Malformed, NotFound, RuleError, StellwerkError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import added
from stellwerk.core.view import View, choices_of, view_of
from stellwerk.testing import play_out
from tests.core import strategies
from tests.core.toys import AUCTION

pytestmark = pytest.mark.usefixtures("toys")


def bidding() -> Match:
    match = Match(new_header(AUCTION.id, [Seat("Anna"), Seat("Ben"), Seat("Carl")], seed="the-secret-seed"))
    match.play(Action(1, "bid", (7,)))
    return match


def through(data: Any) -> Any:
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_view_comes_back_from_json_with_its_choices(seat: int | None) -> None:
    view = bidding().view(seat)
    back: View[Any] = View.from_json(through(view.to_json()))
    assert back == view
    assert back.choices == view.choices
    assert back.ply == view.ply == 2


def test_a_view_says_what_is_played_and_how_it_stands() -> None:
    data = bidding().view(0).to_json()
    assert data["game"] == "toy-auction"
    assert data["options"] == {"stack": "short"}
    assert (data["seats"], data["seat"], data["ply"]) == (3, 0, 2)
    assert data["choices"] == [{"seat": 0, "kind": "bid", "args": [{"hole": "range", "lo": 0, "hi": 10, "step": 1}]}]
    assert data["result"] is None


def test_a_finished_view_has_the_result() -> None:
    match = play_out(AUCTION, 2)
    assert match.result
    data = match.view(None).to_json()
    assert data["result"] == through(match.result.to_json())
    assert data["choices"] == []


def test_a_view_holds_neither_the_seed_nor_names_nor_what_is_hidden() -> None:
    match = bidding()
    for seat in (None, 0, 2):
        text = json.dumps(match.view(seat).to_json())
        assert "the-secret-seed" not in text
        assert "Anna" not in text
        assert [1, 7] not in json.loads(text)["state"]["bids"].items()
        assert "7" not in text.replace('"hi": 10', "")


def test_choices_of_lists_one_seat_and_nobody_for_spectators() -> None:
    match = bidding()
    assert [c.seat for c in choices_of(match.game, match.state, 2)] == [2]
    assert choices_of(match.game, match.state, 1) == ()
    assert choices_of(match.game, match.state, None) == ()
    assert choices_of(match.game, match.state, CHANCE) == ()


def test_a_view_of_a_bare_position_lists_its_own_choices() -> None:
    match = bidding()
    assert view_of(match.game, match.state, 0, match.view(0).log) == match.view(0)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"options": []}, "view.options"),
        ({"options": None}, "view.options"),
        ({"seats": 3.0}, "view.seats"),
        ({"seats": "3"}, "view.seats"),
        ({"game": []}, "view.game"),
        ({"seat": True}, "view.seat"),
        ({"seat": "0"}, "view.seat"),
        ({"log": None}, "view.log"),
        ({"log": ["x"]}, "action"),
        ({"state": None}, "state"),
        ({"state": {}}, "state.cash"),
    ],
)
def test_a_view_of_a_wrong_form_is_refused_by_its_place(change: dict[str, Any], where: str) -> None:
    with pytest.raises(Malformed) as refused:
        View.from_json({**bidding().view(0).to_json(), **change})
    assert refused.value.where == where


def test_a_view_of_another_game_or_table_is_refused() -> None:
    data = bidding().view(0).to_json()
    with pytest.raises(NotFound):
        View.from_json({**data, "game": "chess"})
    with pytest.raises(RuleError):
        View.from_json({**data, "seats": 9})


@pytest.mark.parametrize("key", ["game", "options", "seats", "seat", "state", "log"])
def test_a_view_that_lacks_something_is_refused(key: str) -> None:
    data = bidding().view(0).to_json()
    del data[key]
    with pytest.raises(Malformed, match=r"^view: expected an object with game, log, options, seat, seats, state$"):
        View.from_json(data)


@given(strategies.json, st.sampled_from(["game", "options", "seats", "seat", "log"]))
def test_any_json_is_a_view_or_refused(data: Any, key: str) -> None:
    with added(AUCTION):
        for tried in (data, {**bidding().view(0).to_json(), key: data}):
            try:
                View.from_json(tried)
            except StellwerkError:
                continue
