"""Whole games of Railroad Revolution replay to the same positions, and their sums are right by another reckoning."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from stellwerk.core import matchfile
from stellwerk.core.match import Match
from stellwerk.games.railroad_revolution.game import TITLE
from tests.golden.record_railroad_revolution import FOLDER, GAMES
from tests.golden.shelf import Shelf

SHELF = Shelf(FOLDER)

LOCO_POINTS = 8
SHARE_PRICE = 150
LATE = {"A1": 0, "A2": 0, "B": 1, "C": 2, "D": 3}


@cache
def printed(file: str) -> dict[str, Any]:
    return tomllib.loads(TITLE.folder.joinpath(file).read_text(encoding="utf-8"))


def log(name: str, seat: int, kind: str) -> list[list[Any]]:
    """The arguments of all that a seat did of a kind."""
    return [args for who, what, args in SHELF.data(name)["log"] if (who, what) == (seat, kind)]


def connected(rails: set[str]) -> set[str]:
    """The cities at an end of a link whose space there has a rail."""
    cities = set()
    for link in printed("board.toml")["link"]:
        spaces = [space["id"] for space in link["spaces"]]
        cities |= {city for city, space in ((link["from"], spaces[0]), (link["to"], spaces[-1])) if space in rails}
    return cities


def points_of_tracks(name: str, seat: int) -> int:
    """Steps, offices, stations and far cities, all counted from the log."""
    board = printed("board.toml")
    steps = Counter(track for track, _, _ in log(name, seat, "step"))
    far = max(city["group"] for city in board["city"])
    cities = connected({"R01", *(space for (space,) in log(name, seat, "lay"))})
    counts = {
        "offices": len(log(name, seat, "open")),
        "stations": len(log(name, seat, "build")),
        "network": sum(city["group"] == far and city["id"] in cities for city in board["city"]),
    }
    return sum(track["points"][steps[track["id"]]] * counts[track["id"]] for track in board["track"])


def points_of_links(name: str, seat: int) -> int:
    areas = sorted(area for (area,) in log(name, seat, "open"))
    links = printed("board.toml")["telegraph"]["links"]
    return sum(links[one - 1] for one, two in pairwise(areas) if two == one + 1)


def points_of_locos(name: str, seat: int) -> int:
    """One is handed out; each that is taken is up, and each flip turns one."""
    turned = Counter(side for _, side in log(name, seat, "flip"))
    return LOCO_POINTS * (1 + len(log(name, seat, "take")) - turned["up"] + turned["down"])


def points_of_milestones(name: str, seat: int) -> int:
    """Those that the last position shows; their conditions are held against the log elsewhere."""
    worth = {tile["id"]: tile["points"] for tile in printed("milestones.toml")["milestone"]}
    return sum(worth[tile] for tile in SHELF.replayed(name).state.reached[seat])


def reckoned(name: str) -> list[int]:
    parts = (points_of_tracks, points_of_links, points_of_locos, points_of_milestones)
    return [sum(part(name, seat) for part in parts) for seat in range(len(GAMES[name][0]))]


def fulfilled(name: str, seat: int, need: dict[str, Any]) -> bool:
    """A condition of a milestone, held against the log."""
    board = printed("board.toml")
    rails = {"R01", *(space for (space,) in log(name, seat, "lay"))}
    group = {city["id"] for city in board["city"] if city["group"] == need["of"]}
    spaces = [space for link in board["link"] for space in link["spaces"] if space["id"] in rails]
    count = {
        "cities": len(group & connected(rails)),
        "stations": len(group & {city for (city,) in log(name, seat, "build")}),
        "deals": sum(space.get("deal", False) for space in spaces),
        "terrain": sum(space["triangles"] == need["of"] for space in spaces),
    }
    return bool(count[need["kind"]] >= need["least"])


def test_every_golden_game_is_there_for_all_tables_and_variants() -> None:
    found = {path.name for path in FOLDER.iterdir()}
    assert found == {f"{name}{end}" for name in GAMES for end in (".json", ".expected.json")}
    files = [SHELF.data(name) for name in GAMES]
    assert {len(data["seats"]) for data in files} == {2, 3, 4}
    for option in TITLE.options:
        assert {data["options"][option.id] for data in files} == set(option.values)


def test_the_golden_games_show_all_kinds_of_actions() -> None:
    shown = {kind for name in GAMES for _, kind, _ in SHELF.data(name)["log"]}
    kinds = {kind for name in GAMES for step in SHELF.replayed(name).game.steps.values() for kind in step.kinds}
    assert shown == kinds


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_the_same_position_at_every_ply(name: str) -> None:
    match = SHELF.replayed(name)
    assert [state.digest() for state in match.states] == SHELF.expected(name)["digests"]
    assert not [problem for state in match.states for problem in match.game.audit(state)]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_ends_with_the_sums_that_its_log_adds_up_to(name: str) -> None:
    match = SHELF.replayed(name)
    result, last = match.result, match.state
    assert result is not None
    sums = reckoned(name)
    assert list(result.scores) == sums == SHELF.expected(name)["scores"]
    ranks = [(score, last.cash[seat] + SHARE_PRICE * last.shares[seat]) for seat, score in enumerate(sums)]
    assert list(result.winners) == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    assert list(result.winners) == SHELF.expected(name)["winners"]
    assert result.reason == SHELF.expected(name)["reason"]


@pytest.mark.parametrize("name", GAMES)
def test_all_milestones_that_were_turned_are_fulfilled_and_no_others_are(name: str) -> None:
    """Rails and stations stay, so a condition once fulfilled is so in the end; managers do not come by themselves."""
    tiles = {tile["id"]: tile for tile in printed("milestones.toml")["milestone"]}
    last = SHELF.replayed(name).state
    for seat in range(len(GAMES[name][0])):
        promoted = Counter(tile for _, _, tile in log(name, seat, "promote"))
        for tile in last.reached[seat]:
            assert promoted[tile] == len(tiles[tile]["workers"])
            assert all(fulfilled(name, seat, need) for need in tiles[tile]["needs"])
        for goal in filter(None, last.goals[seat]):
            full = promoted[goal] == len(tiles[goal]["workers"])
            assert not (full and all(fulfilled(name, seat, need) for need in tiles[goal]["needs"]))


@pytest.mark.parametrize("name", GAMES)
def test_milestones_come_one_letter_after_the_other(name: str) -> None:
    """Two lines from A: as many of a letter are reached at most as of the one before."""
    for reached in SHELF.replayed(name).state.reached:
        letters = Counter(LATE[tile.rsplit("-", 1)[0]] for tile in reached)
        assert all(letters[later] <= letters[later - 1] <= 2 for later in (1, 2, 3))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_written_as_it_was_read(name: str) -> None:
    assert matchfile.dumps(SHELF.replayed(name)) == SHELF.text(name)


@pytest.mark.parametrize("name", GAMES)
def test_chance_alone_brings_back_the_set_up_from_the_seed(name: str) -> None:
    match = SHELF.replayed(name)
    fresh = Match(match.header)
    assert fresh.log == match.log[: fresh.ply]
    assert {action.kind for action in fresh.log} >= {"cities", "wires", "hand", "reveal", "layout", "starter"}
