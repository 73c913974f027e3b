"""The board: its counts, its neighbours, its dashed lines, and what is said of a file that is wrong."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from stellwerk.core.errors import DataError
from stellwerk.core.registry import title
from stellwerk.games.paris.board import Board, bits, compile_board
from stellwerk.games.paris.data_check import problems
from stellwerk.games.paris.game import TITLE
from tests.games.paris import naive
from tests.games.paris.positions import GAME, STATIONS
from tests.marks import rule

SOURCES = {"rulebook", "public", "derived", "reconstructed"}


@cache
def data() -> dict[str, Any]:
    return tomllib.loads(TITLE.folder.joinpath("board.toml").read_text(encoding="utf-8"))


def near(space: str) -> set[str]:
    board = TITLE.board
    return {board.spaces[number] for number in bits(board.near[board.number[space]])}


def test_the_board_has_200_spaces_of_four_sorts() -> None:
    board = TITLE.board
    assert len(board.spaces) == len(set(board.spaces)) == 200
    assert len(board.stations) == 6
    assert len(board.value) == board.cities.bit_count() == 65
    assert board.landscape.bit_count() == 128
    assert 200 == 1 + 6 + 65 + 128


@rule(GAME, "build.12")
def test_build_12_cities_are_worth_1_to_3_and_only_marseille_4() -> None:
    values = TITLE.board.value
    assert Counter(values.values()) == {1: 42, 2: 16, 3: 6, 4: 1}
    assert sum(values.values()) == 96
    assert values["R28"] == 4
    assert TITLE.board.names["R28"] == "Marseille"


def test_the_cities_that_public_sources_name_are_there_and_montpellier_is_not() -> None:
    names = set(TITLE.board.names.values())
    assert names >= {"Marseille", "Nîmes", "Béziers"}
    assert "Montpellier" not in names


@rule(GAME, "setup.2")
def test_setup_2_the_start_spaces_lie_round_the_eiffel_tower_clockwise_from_the_north() -> None:
    board = TITLE.board
    assert board.eiffel == "F20"
    assert near("F20") == set(board.stations)
    named = [(space, board.names[space]) for space in board.stations]
    assert named == [
        ("E21", "Gare du Nord"),
        ("F22", "Gare de l'Est"),
        ("G21", "Gare de Lyon"),
        ("G19", "Gare d'Austerlitz"),
        ("F18", "Gare Montparnasse"),
        ("E19", "Gare Saint-Lazare"),
    ]
    assert tuple(STATIONS.values()) == board.stations


def test_spaces_are_neighbours_in_rows_and_between_them() -> None:
    assert near("J20") == {"J18", "J22", "I19", "I21", "K19", "K21"}
    assert near("A21") == {"B20", "B22"}


def test_neighbours_agree_with_axial_coordinates_all_over_the_board() -> None:
    closed = {TITLE.board.eiffel, *TITLE.board.stations}
    for space in TITLE.board.spaces:
        assert near(space) - closed == naive.neighbours(space)


@rule(GAME, "build.5")
def test_build_5_ten_dashed_lines_part_neighbours_on_both_sides() -> None:
    board = TITLE.board
    assert len(board.dashed) == 10
    for a, b in board.dashed:
        assert b not in near(a)
        assert a not in near(b)
        assert board.across[board.number[a]] >> board.number[b] & 1
        assert board.across[board.number[b]] >> board.number[a] & 1
    assert {frozenset(line) for line in board.dashed} >= {frozenset({"R26", "R28"}), frozenset({"P24", "P26"})}


def test_a_way_to_the_nearest_city_is_a_shortest_one() -> None:
    board = TITLE.board
    free = board.cities | board.landscape
    way = board.path(board.mask(["G21"]), free)
    assert way is not None
    assert way.bit_count() == 2
    assert board.path(board.mask(["G21"]), 0) is None


def test_every_block_of_the_data_names_a_source() -> None:
    blocks = [*data().values(), *TITLE.numbers.values()]
    assert len(blocks) >= 12
    assert all(block["source"] in SOURCES for block in blocks)


def test_our_data_has_no_problems() -> None:
    assert title(GAME).problems() == []


def corrected(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The data file as an owner would change it."""
    copy = deepcopy(data())
    change(copy)
    return copy


def board_problems(change: Callable[[dict[str, Any]], object]) -> list[str]:
    board: Board = compile_board(corrected(change))
    return problems(board, TITLE.numbers, TITLE.seats)


def set_value(name: str, value: int) -> Callable[[dict[str, Any]], object]:
    def change(file: dict[str, Any]) -> None:
        for city in file["cities"]["spaces"]:
            if city["name"] == name:
                city["value"] = value

    return change


def test_an_owner_may_correct_a_value() -> None:
    assert board_problems(set_value("Lyon", 3)) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (set_value("Lyon", 4), "board.toml: M27 is worth 4, cities are worth 1 to 3"),
        (set_value("Marseille", 3), "board.toml: R28 must be a city of 4"),
        (
            lambda file: file["landscape"]["spaces"].append("A35"),
            "board.toml: A35 cannot be reached from Paris",
        ),
        (lambda file: file["stations"]["spaces"].pop(), "board.toml: 5 start spaces for 6 colours"),
    ],
)
def test_a_wrong_board_is_told_by_its_problem(change: Callable[[dict[str, Any]], object], problem: str) -> None:
    assert problem in board_problems(change)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda file: file["landscape"]["spaces"].append("R28"), "listed twice: R28"),
        (
            lambda file: file["dashed"]["lines"].append({"between": ["A21", "R28"]}),
            "a dashed line between A21 and R28, which are no neighbours",
        ),
        (lambda file: file["landscape"]["spaces"].append("there"), "'there' is no name of a space"),
        (lambda file: file.pop("dashed"), "something is missing: KeyError('dashed')"),
    ],
)
def test_a_board_that_contradicts_itself_is_not_loaded(
    change: Callable[[dict[str, Any]], object], problem: str
) -> None:
    with pytest.raises(DataError) as caught:
        compile_board(corrected(change))
    assert str(caught.value) == f"board.toml: {problem}"
