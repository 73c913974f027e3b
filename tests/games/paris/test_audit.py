"""Positions that cannot be: each broken law of the table is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stellwerk.core.errors import DataError
from stellwerk.core.state import Frame
from stellwerk.games.paris.data_check import problems
from stellwerk.games.paris.game import TITLE
from stellwerk.games.paris.state import ParisState
from stellwerk.games.paris.tables import compile_tables
from tests.games.paris.positions import COLOURS, RAINBOW, game_for, position

Break = Callable[[ParisState], object]


def broken(change: Break, s: ParisState | None = None) -> list[str]:
    """What the audit says of a position that was changed by hand."""
    s = s or position(red="E17 D16")
    change(s)
    return list(game_for().audit(s))


def stand(colour: str, *spaces: str) -> Break:
    """Put a colour on these spaces, its supply reduced by as many locomotives."""

    def change(s: ParisState) -> None:
        s.supply[colour] += len(s.lines[colour]) - len(spaces)
        s.lines[colour] = spaces

    return change


TURN = "one of seats 0 to 3 must be on turn"
START = "every line begins on a start space of its own"
SET_UP = "the set-up is a layout, a draw for each seat in turn, and who begins"
CITIES = sum(TITLE.board.value.values())
TWO_ENDS = "a position is either ended or has something to do"
IMPOSSIBLE: dict[str, tuple[Break, str]] = {
    "too few": (lambda s: s.supply.update(red=7), "red: supply, board and hands must hold 31 locomotives together"),
    "five hands": (lambda s: s.hands.append(RAINBOW), "hands must be 4 lists of colours"),
    "green": (lambda s: s.hands.__setitem__(0, ("green",)), "hands must be 4 lists of colours"),
    "negative": (lambda s: s.value.update(red=-1), "red: a value is never negative"),
    "no value": (lambda s: s.value.pop("red"), f"value must name the colours {', '.join(COLOURS)} in this order"),
    "one start": (stand("blue", "E21"), START),
    "no start": (stand("blue", "E23"), START),
    "eiffel": (stand("blue", "F22", "F20"), "no locomotive can stand on 'F20'"),
    "nowhere": (stand("blue", "F22", "Z9"), "no locomotive can stand on 'Z9'"),
    "full city": (stand("blue", "F22", "E17"), "E17 holds too many locomotives"),
    "twice": (stand("blue", "F22", "F24", "F24"), "a colour stands once on a space at most"),
    "nothing to do": (lambda s: s.todo.clear(), TWO_ENDS),
    "ended": (lambda s: setattr(s, "ended", "supply"), TWO_ENDS),
    "no seat": (lambda s: s.todo.__setitem__(0, Frame("turn", 4)), TURN),
    "no step": (lambda s: s.todo.__setitem__(0, Frame("sleep", 0)), TURN),
    "two turns": (lambda s: s.todo.append(Frame("turn", 1)), TURN),
    "no build": (
        lambda s: s.todo.__setitem__(0, Frame("build", 0)),
        "a build has begun exactly when locomotives have been placed in it",
    ),
    "too early": (lambda s: s.todo.append(Frame("deal", 0)), "nothing is built before the game is set up"),
    "deal to nobody": (lambda s: s.todo.append(Frame("deal", 4)), SET_UP),
    "two deals": (lambda s: s.todo.extend([Frame("deal", 3), Frame("deal", 3)]), SET_UP),
    "asleep": (lambda s: s.todo.extend([Frame("sleep", 0), Frame("starter")]), SET_UP),
    "a fortune": (
        lambda s: s.value.update(red=10**9),
        f"red: a value is at most {CITIES}, what all cities are worth together",
    ),
    "no colour": (
        lambda s: setattr(s, "colour", "green" * 20),
        "the colour of a build is one of the colours, and there is one only while somebody builds",
    ),
    "dealt already": (
        lambda s: s.todo.append(Frame("deal", 3)),
        "a hand is dealt to each seat in turn: 8 locomotives to those who had theirs, none to the others",
    ),
}


@pytest.mark.parametrize(("change", "problem"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_position_is_told_by_the_law_it_breaks(change: Break, problem: str) -> None:
    assert problem in broken(change)


def test_three_colours_on_a_landscape_are_too_many() -> None:
    s = position(red="G17", purple="G17")
    assert broken(stand("blue", "F22", "G17"), s) == ["G17 holds too many locomotives"]


def test_the_running_build_is_the_end_of_its_line() -> None:
    s = position(red="E17 D16", build="red", placed=1)
    assert broken(lambda s: setattr(s, "building", ("E17",)), s) == [
        "the locomotives of a build are the last of their line"
    ]


def test_a_game_ends_in_known_ways_only() -> None:
    def end(s: ParisState) -> None:
        s.todo.clear()
        s.ended = "boredom"

    assert broken(end) == ["a game ends by supply, marseille, stuck, not 'boredom'"]


def test_a_right_position_has_nothing_to_tell() -> None:
    assert broken(lambda s: None) == []
    assert list(game_for().audit(game_for().start())) == []


def test_numbers_that_say_nothing_about_a_number_of_players_are_told() -> None:
    numbers = {**TITLE.numbers, "limit": {**TITLE.numbers["limit"], "by_seats": {"3": 20, "4": 15, "5": 12}}}
    assert problems(TITLE.board, numbers, TITLE.seats) == ["numbers.toml: limit says nothing about 6 players"]
    with pytest.raises(DataError, match=r"numbers\.toml: something is missing: KeyError\('6'\)"):
        compile_tables(TITLE.board, numbers, 6)


def test_numbers_that_empty_the_bag_are_told() -> None:
    numbers = {**TITLE.numbers, "draw": {**TITLE.numbers["draw"], "by_seats": {"3": 10, "4": 8, "5": 6, "6": 31}}}
    assert problems(TITLE.board, numbers, TITLE.seats) == ["numbers.toml: 6 players draw the whole bag"]
