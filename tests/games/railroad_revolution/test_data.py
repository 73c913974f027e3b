"""What `stellwerk check-data` finds in data files that somebody has changed."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from stellwerk.core.errors import DataError
from stellwerk.core.texts import load_toml
from stellwerk.games.railroad_revolution.board import compile_board
from stellwerk.games.railroad_revolution.data_check import problems
from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.tiles import compile_tiles

FILES = ("board", "tiles", "milestones", "numbers")


def files() -> dict[str, Any]:
    return {name: load_toml(TITLE.folder.joinpath(f"{name}.toml")) for name in FILES}


def found(data: dict[str, Any]) -> list[str]:
    tiles = compile_tiles(data["tiles"], data["milestones"])
    return problems(compile_board(data["board"]), tiles, data["numbers"], TITLE.seats)


def test_the_files_as_they_are_fit_together() -> None:
    assert found(files()) == TITLE.problems() == []


def unreachable(d: dict[str, Any]) -> None:
    d["board"]["link"] = [x for x in d["board"]["link"] if "miami" not in (x["from"], x["to"])]


def cheaper_section(d: dict[str, Any]) -> None:
    d["board"]["sections"]["list"][0]["rails"] = 1


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "board.toml: Miami cannot be reached": unreachable,
    "board.toml: the sections hold 14 rails, not 15": cheaper_section,
    "board.toml: space R05 has 4 triangles, spaces have 0 to 3": lambda d: d["board"]["link"][2]["spaces"][1].update(
        triangles=4
    ),
    "board.toml: the telegraph line has 8 areas, 2 of them with a deal symbol": lambda d: d["board"]["telegraph"][
        "areas"
    ][0].update(deal=True),
    "board.toml: between neighbouring areas stand 5 or 8 points": lambda d: d["board"]["telegraph"]["links"].append(5),
    "board.toml: a gate of track offices asks for one worker at most": lambda d: d["board"]["track"][0]["gates"][
        2
    ].update(workers=2),
    "tiles.toml: there are 8 deals, not 9": lambda d: d["tiles"]["deal"].pop(),
    "tiles.toml: deal D1 needs two offers for 1 to 4 shares": lambda d: d["tiles"]["deal"][0]["offers"][0].update(
        shares=5
    ),
    "tiles.toml: there are 2 city tiles of number 2 for 3 cities": lambda d: d["tiles"]["city"][2].update(number=3),
    "tiles.toml: there are 23 locomotives, not 24": lambda d: d["tiles"]["loco"][1].update(count=4),
    "milestones.toml: D-8 asks for 9 of cities 5, the board has 3": lambda d: d["milestones"]["milestone"][35]["needs"][
        0
    ].update(least=9),
    "milestones.toml: A1-1 asks for 'luck', which nobody knows": lambda d: d["milestones"]["milestone"][0]["needs"][
        0
    ].update(kind="luck"),
    "milestones.toml: there are 37 milestones, not 38": lambda d: d["milestones"]["milestone"].pop(),
    "numbers.toml: there is no city 'boston'": lambda d: d["numbers"]["setup"]["first_stations_taken"]["2"].append(
        "boston"
    ),
    "numbers.toml: with 3 players area 6 cannot be taken: start tiles need the areas with deal symbol": lambda d: d[
        "numbers"
    ]["setup"]["first_offices_taken"]["3"].append(6),
    "numbers.toml: there are not enough white workers to begin with": lambda d: d["numbers"]["setup"].update(
        white_workers=5
    ),
}


@pytest.mark.parametrize("problem", CHANGES)
def test_a_change_that_does_not_fit_is_told(problem: str) -> None:
    data = deepcopy(files())
    CHANGES[problem](data)
    assert problem in found(data)


@pytest.mark.parametrize(
    ("file", "change", "told"),
    [
        ("tiles", lambda d: d["city"][0]["main"].update(luck=1), "'luck' is no part of a reward"),
        ("tiles", lambda d: d["city"][0]["main"].update(one_of=["pink"]), "one_of must list some of violet"),
        ("tiles", lambda d: d["deal"][0].update(id="D2"), "an id stands twice"),
        ("tiles", lambda d: d["telegraph"][0].pop("reward"), "something is missing or wrong: KeyError('reward')"),
        ("board", lambda d: d["link"][0].update({"from": "boston"}), "something is missing or wrong"),
        ("board", lambda d: d["track"][0]["gates"][0].update(space=99), "has no space 99 to bar"),
        ("board", lambda d: d.pop("sections"), "something is missing or wrong: KeyError('sections')"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_by_name(file: str, change: Callable[[Any], Any], told: str) -> None:
    data = deepcopy(files())
    change(data[file])
    with pytest.raises(DataError) as error:
        found(data)
    assert error.value.file == f"{file}.toml"
    assert told in error.value.problem


def test_everything_that_is_not_in_the_rulebook_says_where_it_comes_from() -> None:
    data = files()
    blocks = [*data["board"]["city"], data["board"]["links"], data["board"]["telegraph"], *data["board"]["track"]]
    blocks += [data["board"]["sections"], *data["milestones"]["milestone"]]
    blocks += [tile for kind in data["tiles"].values() for tile in kind]
    assert {block["source"] for block in blocks} == {"rulebook", "public", "derived", "reconstructed"}
