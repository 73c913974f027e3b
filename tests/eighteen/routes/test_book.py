"""The examples of 7.4: a small network in which all sums of the book come out."""

import pytest

from stellwerk.eighteen.hexmap import read_map
from stellwerk.eighteen.routes import Position, Route, RouteError, best_run, check_run
from tests.eighteen.routes.boards import board_of_1830, faces_on, train
from tests.eighteen.routes.naive import all_ways, earns
from tests.marks import rule

# The hexes of the example by their letters, laid out so that all its track fits.
PLACES = {
    "A": "B3", "B": "B5", "C": "B7", "D": "C2", "E": "C4", "F": "C6", "G": "B9", "H": "D3", "I": "D7", "J": "D9",
}  # fmt: skip
LETTERS = {name: letter for letter, name in PLACES.items()}
EDGES = {(1, -1): 0, (0, -2): 1, (-1, -1): 2, (-1, 1): 3, (0, 2): 4, (1, 1): 5}


def city(worth: int, *edges: int) -> dict[str, object]:
    stops = [{"kind": "city", "revenue": worth, "slots": 1}]
    return {"kind": "white", "stops": stops, "paths": [f"{edge}-S0" for edge in edges]}


def track(*paths: str) -> dict[str, object]:
    return {"kind": "white", "paths": list(paths)}


def network(line_at_b: str = "1-5") -> Position:
    """7.4.ex3: stations of the B&O in F, a switch in C, a crossing in B."""
    hexes = {
        "A": track("0-4"),
        "B": track("0-4", line_at_b),
        "C": track("0-1", "1-4"),
        "D": {
            "kind": "red",
            "area": "D",
            "stops": [{"kind": "offboard", "revenue": [30, 60]}],
            "paths": ["4-S0", "3-S0"],
        },
        "E": city(30, 0, 1, 3, 4),
        "F": city(50, 1, 3, 5),
        "G": city(20, 1),
        "H": city(20, 3),
        "I": track("2-4"),
        "J": {"kind": "white", "stops": [{"kind": "town", "revenue": 10}], "paths": ["1-S0"]},
    }
    board = read_map({"hex": {PLACES[letter]: entry for letter, entry in hexes.items()}})
    stations = {PLACES["F"]: (("B&O",),)}
    return Position(board, [hex_.face for hex_ in board.hexes], stations, "B&O")


def edge_to(here: str, there: str) -> int:
    (row, column), (to_row, to_column) = ((ord(name[0]), int(name[1:])) for name in (here, there))
    return EDGES[to_row - row, to_column - column]


def drawn(position: Position, letters: str) -> Route:
    """A route as the book writes it: by the letters of its hexes, calling wherever there is a stop."""
    names = [PLACES[letter] for letter in letters]
    steps: list[tuple[str, int]] = []
    for number, name in enumerate(names):
        if position.hexmap[name].face.stops:
            steps.append((name, 6))
        if number + 1 < len(names):
            steps.append((name, edge_to(name, names[number + 1])))
    return tuple(steps)


def earned(position: Position, **routes: str) -> int:
    """What routes earn, each told as train and letters: `_2="FE"`."""
    trains = [train(name[1]) for name in routes]
    return check_run(position, trains, [drawn(position, letters) for letters in routes.values()])


def refused(position: Position, number: str, letters: str) -> str:
    with pytest.raises(RouteError) as error:
        check_run(position, [train(number)], [drawn(position, letters)])
    return error.value.rule


def legal(position: Position, number: str, stops: int) -> list[int]:
    """What all legal routes of so many stops earn, by brute force and by the check."""
    ways = all_ways(position, 100)
    assert ways is not None
    counted = [worth for way in ways if len(way.stops) == stops and (worth := earns(position, train(number), way))]
    return sorted(counted)


def most(position: Position, numbers: str) -> int:
    run = best_run(position, [train(number) for number in numbers])
    assert run.proven
    return run.revenue


@rule("1830", "7.4.ex3", "7.4.ex4")
def test_one_2_train_has_three_routes() -> None:
    position = network()
    assert [earned(position, _2=letters) for letters in ("FE", "FCBE", "FIJ")] == [80, 80, 60]
    assert legal(position, "2", 2) == [60, 80, 80]
    assert most(position, "2") == 80


@rule("1830", "7.4.ex5", "7.4.2a", "7.4.2b")
@pytest.mark.parametrize(
    ("letters", "number"),
    [
        ("FCG", "route.no_track"),
        ("FCBAD", "route.no_track"),
        ("DE", "route.no_station"),
        ("EH", "route.no_station"),
        ("EBCG", "route.no_station"),
    ],
)
def test_what_a_2_train_may_not_run(letters: str, number: str) -> None:
    assert refused(network(), "2", letters) == number


@rule("1830", "7.4.ex6", "7.4.2h")
def test_two_and_three_2_trains_may_run_all_three() -> None:
    position = network()
    assert earned(position, _2="FE", _2b="FCBE", _2c="FIJ") == 220
    assert earned(position, _2="FE", _2b="FIJ") == 140
    assert most(position, "22") == 160
    assert most(position, "222") == 220


@rule("1830", "7.4.ex7")
def test_one_3_train_has_seven_routes_of_three_stops() -> None:
    position = network()
    routes = {"EFIJ": 90, "EBCFIJ": 90, "GCBEF": 100, "FED": 110, "FEH": 100, "FCBED": 110, "FCBEH": 100}
    assert {letters: earned(position, _3=letters) for letters in routes} == routes
    assert legal(position, "3", 3) == sorted(routes.values())
    assert most(position, "3") == 110


@rule("1830", "7.4.ex8", "7.4.2g", "7.4.2b")
@pytest.mark.parametrize("letters", ["FEBCF", "EFE"])
def test_no_city_twice(letters: str) -> None:
    assert refused(network(), "3", letters) == "route.stop_twice"


@rule("1830", "7.4.ex9")
@pytest.mark.parametrize(
    ("first", "second", "total"),
    [
        ("EFIJ", "FCBED", 200),
        ("EFIJ", "FCBEH", 190),
        ("GCBEF", "FIJ", 160),
        ("EBCFIJ", "DEF", 200),
        ("EBCFIJ", "HEF", 190),
        ("FCBED", "FEH", 210),
        ("FCBEH", "FED", 210),
    ],
)
def test_two_3_trains_may_run_these_pairs(first: str, second: str, total: int) -> None:
    assert earned(network(), _3=first, _3b=second) == total
    assert most(network(), "33") == 210


@rule("1830", "7.4.ex10", "7.4.2h")
def test_two_trains_may_not_share_track() -> None:
    with pytest.raises(RouteError) as error:
        earned(network(), _3="FED", _3b="FEH")
    assert error.value.rule == "route.shared_track"


@rule("1830", "7.4.ex11", "7.4b", "7.5c")
@pytest.mark.parametrize(
    ("numbers", "total"),
    [("2", 80), ("22", 160), ("222", 220), ("223", 250), ("233", 270), ("33", 210), ("34", 220)],
)
def test_the_best_sums(numbers: str, total: int) -> None:
    assert most(network(), numbers) == total
    assert earned(network(), _3="FEH", _4="DEBCFIJ") == 220


@rule("1830", "7.4.ex12", "7.4.2c", "7.4.2k")
def test_off_board_areas_are_only_ends_and_never_both() -> None:
    straight = network(line_at_b="1-4")
    assert refused(straight, "4", "HEDABCF") == "route.blocked"
    assert refused(straight, "4", "DABCFED") == "route.same_area"
    assert refused(network(), "2", "EDA") == "route.too_short"


def row_of_cities(worths: list[int], home: int) -> Position:
    """Cities in a row, joined by straight track."""
    hexes = {f"A{2 * number + 2}": city(worth, 1, 4) for number, worth in enumerate(worths)}
    board = read_map({"hex": hexes})
    return Position(board, [hex_.face for hex_ in board.hexes], {f"A{2 * home + 2}": (("B&O",),)}, "B&O")


def whole_row(position: Position) -> Route:
    steps = [(hex_.name, end) for hex_ in position.hexmap.hexes for end in (6, 4)]
    return tuple(steps[:-1])


@rule("1830", "7.4.ex1", "7.4.1a")
def test_a_diesel_counts_seven_cities_and_a_6_train_does_not() -> None:
    position = row_of_cities([60, 50, 10, 30, 50, 30, 40], home=2)
    assert check_run(position, [train("D")], [whole_row(position)]) == 270
    assert best_run(position, [train("D")]).revenue == 270
    with pytest.raises(RouteError) as error:
        check_run(position, [train("6")], [whole_row(position)])
    assert error.value.rule == "route.too_long"
    assert error.value.refusal.data == {"train": "6", "stops": 7, "range": 6}


@rule("1830", "7.4.ex2")
def test_a_5_train_counts_five_cities() -> None:
    position = row_of_cities([50, 30, 10, 50, 60], home=1)
    assert check_run(position, [train("5")], [whole_row(position)]) == 200
    assert best_run(position, [train("5")]).revenue == 200


@rule("1830", "7.4.ex13", "7.4.2f", "7.4.2g")
def test_one_route_may_call_at_both_cities_of_new_york() -> None:
    """In from the north-east, out north-west, round Reading and back in from the west, out to the south."""
    board = board_of_1830()
    tiles = {"G19": "54/0", "F18": "7/5", "G17": "2/2", "F20": "1/0", "H18": "59/0"}
    position = Position(board, faces_on(board, tiles), {"G19": (("NYNH",), ())}, "NYNH")
    half = (("G19", 7), ("G19", 2), ("F18", 0), ("G17", 7), ("G17", 4), ("G19", 6))
    assert check_run(position, [train("3")], [half]) == 60 + 10 + 60
    whole = (("F20", 7), ("F20", 0), *half)
    assert check_run(position, [train("4")], [whole]) == 10 + 60 + 10 + 60
    assert best_run(position, [train("4")]).revenue == 140
