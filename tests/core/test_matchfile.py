"""Match files: what is written is read back, and whatever else stands in a file is refused by its place."""

import copy
import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core import matchfile
from stellwerk.core.action import Action
from stellwerk.core.errors import Malformed, NotFound, RuleError, UnknownVersion
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dump, dumps, load, loads, parse, parse_text
from stellwerk.core.registry import added
from stellwerk.testing import play_out
from tests.core import strategies
from tests.core.toys import AUCTION, TRACK
from tests.marks import examples

pytestmark = pytest.mark.usefixtures("toys")


@cache
def finished(seats: int = 3) -> Match:
    return play_out(AUCTION, seats)


def file() -> Any:
    return copy.deepcopy(dump(finished()))


# --- what is written -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", [AUCTION, TRACK], ids=lambda title: title.id)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_comes_back_from_its_file(title: Any, seed: int) -> None:
    match = play_out(title, 2, seed)
    for ply in (0, 1, match.ply // 2, match.ply):
        past = match.until(ply)
        back = loads(dumps(past))
        assert back.header == match.header
        assert back.log[:ply] == past.log
        assert back.at(ply) == past.state
        assert back.until(ply).state.digest() == past.state.digest()


def test_a_file_written_again_is_the_same_file() -> None:
    text = dumps(finished())
    assert dumps(loads(text)) == text
    assert json.loads(text) == dump(finished())
    empty = Match(new_header(TRACK.id, [Seat("Anna"), Seat("Ben")])).until(0)
    assert json.loads(dumps(empty)) == {**dump(empty), "log": []}


def test_a_file_has_one_line_for_each_action() -> None:
    lines = [line for line in dumps(finished()).splitlines() if line.startswith("  [")]
    assert len(lines) == finished().ply


def test_names_positions_and_bots_are_kept() -> None:
    seats = [Seat("Ärmel „Ω“ 🚂"), Seat('quote " \\ / \n', "greedy")]
    start = TRACK.game(2).start().to_json()
    match = Match(replace(new_header(TRACK.id, seats, seed="x"), position=start))
    back = loads(dumps(match))
    assert back.header == match.header
    assert "🚂" in dumps(back)


@given(st.lists(st.builds(Seat, strategies.texts, st.none() | strategies.texts), min_size=2, max_size=3))
def test_any_name_comes_back(seats: list[Seat]) -> None:
    with added(TRACK):
        match = Match(new_header(TRACK.id, seats, seed="x"))
        assert loads(dumps(match)).header == match.header


# --- what is refused -------------------------------------------------------------------------------------------


def refused(data: Any, kind: type[Exception] = Malformed) -> str:
    with pytest.raises(kind) as caught:
        load(data)
    return str(caught.value)


@pytest.mark.parametrize("data", [None, [], "x", 1, {}, {"format": "pgn"}, {"format": None}])
def test_another_format_is_refused(data: Any) -> None:
    assert refused(data) == 'match file: expected an object with "format": "stellwerk-match"'


@pytest.mark.parametrize("version", [None, 0, 2, "1", 1.0, True, [1]])
def test_another_version_of_the_format_is_refused(version: Any) -> None:
    told = refused({**file(), "version": version}, UnknownVersion)
    assert told == f"match file: version {version!r} is not known here; this program knows version 1"


def test_another_version_of_the_rules_is_refused() -> None:
    told = refused({**file(), "rules_version": 99}, UnknownVersion)
    assert told == "rules of toy-auction: version 99 is not known here; this program knows version 3"


def test_a_game_that_is_not_installed_is_not_found() -> None:
    assert refused({**file(), "game": "1899"}, NotFound).startswith("no game '1899', only 1830, ")


def test_a_table_that_the_rules_forbid_is_refused_by_its_rule() -> None:
    assert "toy-auction 1" in refused({**file(), "seats": [{"name": "x"}]}, RuleError)


@pytest.mark.parametrize("key", ["game", "rules_version", "options", "seats", "log"])
def test_what_is_missing_is_named(key: str) -> None:
    data = file()
    del data[key]
    assert refused(data).startswith(f"match file.{key}: expected")


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("positon", None, "match file.positon: unknown"),
        ("game", 1, "match file.game: expected str"),
        ("rules_version", True, "match file.rules_version: expected int"),
        ("options", [], "match file.options: expected dict"),
        ("options", {"stack": 1}, "match file.options: expected strings"),
        ("options", {"stack": "high"}, "options: stack is one of short, long, not 'high'"),
        ("options", {"luck": "x"}, "options: toy-auction has no option 'luck'; it has stack"),
        ("seats", {}, "match file.seats: expected list"),
        ("seats", ["Anna"] * 3, "match file.seats: expected objects with name and bot"),
        ("seats", [{"name": 1}] * 3, "match file.seats: expected objects with name and bot"),
        ("seats", [{"name": "A", "bot": 0}] * 3, "match file.seats: expected objects with name and bot"),
        ("seats", [{"name": "A", "colour": "red"}] * 3, "match file.seats: expected objects with name and bot"),
        ("seats", [{"name": "\ud800"}] * 3, "match file.seats: expected objects with name and bot"),
        ("seed", 0, "match file.seed: expected a string that is not empty"),
        ("seed", "", "match file.seed: expected a string that is not empty"),
        ("seed", "\ud800", "match file.seed: expected a string that is not empty"),
        ("position", {}, "state.cash: missing"),
        ("log", [[0, "bid"]], "match file.log[0]: expected [seat, kind, args]"),
        ("log", [[0, "bid", [], 1]], "match file.log[0]: expected [seat, kind, args]"),
        ("log", [[True, "bid", []]], "match file.log[0]: expected [seat, kind, args]"),
        ("log", [[0, None, []]], "match file.log[0]: expected [seat, kind, args]"),
        ("log", [[0, "bid", {}]], "match file.log[0]: expected [seat, kind, args]"),
        ("log", [[0, "bid", [1.5]]], "match file.log[0]: expected integers, strings or lists of them"),
        ("log", [[0, "bid", [[[[[[[[1]]]]]]]]]], "match file.log[0]: nested deeper than 6"),
        ("log", [[0, "bid", [1]]], "log[0]: toy-auction 3: You have bid already."),
    ],
)
def test_what_is_wrong_is_told_by_its_place(key: str, value: Any, told: str) -> None:
    assert refused({**file(), key: value}) == told


@pytest.mark.parametrize("text", ["", "{", "[1,]", "nul", '{"a":1', "[" * 100_000, "1" * 5000, "\x00", "{'a': 1}"])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match=r"^match file: not JSON: "):
        loads(text)


def test_a_file_without_a_seed_draws_chance_anew() -> None:
    data = {**file(), "log": []}
    del data["seed"]
    seeds = {parse(data)[0].seed for _ in range(2)}
    assert len(seeds) == 2
    assert load(data).log[0].kind == "shuffle"


def test_a_trusted_file_is_not_held_against_the_rules() -> None:
    data = file()
    data["log"] = [*data["log"][:1], [0, "bid", [99]]]
    assert load(data, checked=False).state.bids == {0: 99}
    assert refused(data).startswith("log[1]: toy-auction 3.1: ")
    with pytest.raises(Malformed, match=r"^log\[1\]: toy-auction 3\.1: "):
        loads(json.dumps(data))


def test_parse_holds_nothing_against_the_rules() -> None:
    header, log = parse({**file(), "game": "1899", "log": [[9, "fly", ["Mars", [1, "x"]]]]})
    assert header.game == "1899"
    assert log == [Action(9, "fly", ("Mars", (1, "x")))]


# --- any file at all -------------------------------------------------------------------------------------------


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """A good file with something else in one place, a place taken away, or one doubled."""
    data = file()
    place, key = data, draw(st.sampled_from(sorted(data)))
    while isinstance(place[key], list | dict) and place[key] and draw(st.booleans()):
        place = place[key]
        key = draw(st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1))
    how = draw(st.integers(0, 3))
    if how == 0:
        del place[key]
    elif how == 1 and isinstance(place, list):
        place.insert(key, place[key])
    else:
        place[key] = draw(strategies.json | strategies.scalars)
    return data


@examples(120)
@given(damaged())
def test_a_damaged_file_is_read_or_refused_and_nothing_else(data: Any) -> None:
    """NotFound for a game that is not installed, RuleError for its table, Malformed for all the rest."""
    with added(AUCTION):
        try:
            match = load(data)
        except (Malformed, NotFound, RuleError):
            return
        assert loads(dumps(match)).log == match.log


@given(strategies.json)
def test_any_json_is_refused(data: Any) -> None:
    with pytest.raises(Malformed):
        load(data)


@given(st.text(max_size=40) | st.binary(max_size=40).map(lambda data: data.decode("latin-1")))
def test_any_text_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        loads(text)


def test_the_text_of_a_file_is_plain_json() -> None:
    assert parse_text('{"a": [1, "x"]}') == {"a": [1, "x"]}
    assert dump(finished()).keys() == matchfile.KEYS
