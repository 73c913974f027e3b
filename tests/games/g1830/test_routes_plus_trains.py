"""Plus-trains count large and small cities apart, and short runs halve both numbers."""

import pytest

from stellwerk.eighteen.hexmap import read_map
from stellwerk.eighteen.routes import Position, Route, RouteError, best_run, check_run
from stellwerk.eighteen.trains import halved
from tests.games.g1830.lines import drawn, herald, lay, running, standing
from tests.games.g1830.positions import act, game_for
from tests.marks import rule

KINDS = {
    "L": {"kind": "city", "revenue": 20, "slots": 1},
    "s": {"kind": "town", "revenue": 10},
    "O": {"kind": "offboard", "revenue": [30, 60]},
    "W": {"kind": "city", "revenue": [30, 60], "slots": 0},
}
"""Large and small cities, off-board areas and warehouses."""


def line(stops: str, preset: str = "R", own: int = 0) -> tuple[Position, Route]:
    """One stop on each hex of a row, one of them with an own station, and the route along all of them."""
    hexes = {
        f"A{2 * at + 2}": {"kind": "white", "stops": [KINDS[kind]], "paths": ["1-S0", "4-S0"], "area": kind + str(at)}
        for at, kind in enumerate(stops)
    }
    board = read_map({"hex": hexes})
    faces, rules = [hex_.face for hex_ in board.hexes], game_for(2, preset).rules.routes
    route = tuple((name, end) for name in hexes for end in (6, 4))[:-1]
    return Position(board, faces, {f"A{2 * own + 2}": (("PRR",),)}, "PRR", rules=rules, licences=("PRR",)), route


def earned(train: str, stops: str, preset: str = "R", own: int = 0) -> int:
    position, route = line(stops, preset, own)
    return check_run(position, [game_for(2, preset).rules.trains[train]], [route])


def refused(train: str, stops: str, preset: str = "R") -> tuple[str, dict[str, str | int]]:
    with pytest.raises(RouteError) as caught:
        earned(train, stops, preset)
    return caught.value.rule, dict(caught.value.refusal.data)


@rule("1830", "V-7.9b")
def test_a_plus_train_counts_large_and_small_cities_apart() -> None:
    assert earned("2+2", "LssL") == 60
    assert refused("2+2", "LLL") == (
        "route.too_long_apart",
        {"train": "2+2", "large": 3, "small": 0, "range": 2, "plus": 2},
    )
    assert refused("2+2", "LsssL")[1]["small"] == 3


@rule("1830", "V-7.9b")
def test_a_small_city_too_many_does_not_take_the_place_of_a_large_one() -> None:
    assert refused("2+2", "Lsss")[0] == "route.too_long_apart"
    position, route = line("Lsss")
    assert best_run(position, [game_for(2, "R").rules.trains["2+2"]]).revenue == 40
    assert len(route) == 7


@rule("1830", "V-7.9b", "7.4.1a")
def test_a_train_without_plus_counts_all_cities_alike() -> None:
    """Beside plus-trains as ever."""
    assert earned("3", "Lss") == 40
    assert refused("3", "LssL") == ("route.too_long", {"train": "3", "stops": 4, "range": 3})


@rule("1830", "S-3.2-7.9")
@pytest.mark.parametrize("preset", ["R", "T+R"])
def test_plus_trains_of_scenario_r(preset: str) -> None:
    assert earned("3+3", "LsLsLs", preset) == 90
    assert refused("3+3", "LLLL", preset)[1]["large"] == 4


@rule("1830", "S-4.2-7.9")
@pytest.mark.parametrize("preset", ["B", "T+B"])
def test_plus_trains_of_scenario_b(preset: str) -> None:
    assert earned("2+2", "LssL", preset) == 60
    assert refused("2+2", "LsLsL", preset)[1]["large"] == 3


@rule("1830", "V-7.9b")
def test_plus_trains_by_option() -> None:
    rules = game_for(2, plus_trains="true").rules
    assert rules.routes.small == {"town"}
    assert (rules.trains["5+5"].stops, rules.trains["5+5"].towns) == (5, 5)
    assert not game_for(2).rules.routes.small


@rule("1830", "R-27")
def test_off_boards_and_warehouses_are_large() -> None:
    """Two off-boards and two small cities are what a 2+2 serves, if one of the stops were its own."""
    assert earned("2+2", "OssO") == 80
    assert earned("2+2", "LssO") == 70
    assert refused("2+2", "OLssO")[1]["large"] == 3
    assert earned("3+3", "OsLsW", own=2) == 100
    assert refused("2+2", "LsWsL")[1]["large"] == 3


@rule("1830", "R-27")
def test_the_10_marker_is_large_where_it_is_counted() -> None:
    """Between Pittsburgh and Reading; a 2+2 counts both and passes the marker, or counts it and one of them."""
    t = herald(running("PRR", "2+2", preset="R"), "PRR", "H12")
    lay(t, {"H10": ("57", {1, 4}), "H14": ("9", {1, 4}), "H16": ("57", {1, 4})})
    standing(t, "PRR", "H10").operating("PRR", "run_trains")
    long = act(0, "run", (drawn(t, "H10 H12! H14 H16"),))
    t.refused(long, "V-7.9b", large=3, small=0, range=2, plus=2)
    assert t.play(act(0, "run", (drawn(t, "H10 H12 H14 H16"),))).s.revenue == 40
    assert t.play(act(0, "run", (drawn(t, "H10 H12!"),))).s.revenue == 30


@rule("1830", "R-62")
def test_short_runs_halve_both_numbers_and_leave_diesels_alone() -> None:
    trains = game_for(2, "R").rules.trains
    short = {name: (halved(train).stops, halved(train).towns) for name, train in trains.items()}
    assert short["5+5"] == (3, 3)
    assert short["6+6"] == (3, 3)
    assert short["3+3"] == (2, 2)
    assert short["D"] == (None, 0)
    assert [short[name][0] for name in "23456"] == [2, 2, 2, 3, 3]


@rule("1830", "R-62")
def test_a_5_5_runs_as_a_3_3() -> None:
    short = [halved(game_for(2, "R").rules.trains["5+5"])]
    assert check_run(line("LsLsLs")[0], short, [line("LsLsLs")[1]]) == 90
    for stops in ("LLLL", "Lssss"):
        with pytest.raises(RouteError) as caught:
            check_run(line(stops)[0], short, [line(stops)[1]])
        assert (caught.value.refusal.data["range"], caught.value.refusal.data["plus"]) == (3, 3)
