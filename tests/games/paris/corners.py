"""Positions in which the rules meet: few choices, and each rule leaves its trace in their number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stellwerk.games.paris.state import ParisState
from tests.games.paris.positions import RAINBOW, position

FOUR_EMPTY: Final = {"black": 0, "brown": 0, "purple": 0, "yellow": 0}


def start() -> ParisState:
    """The fixed layout, one locomotive of each colour in every hand."""
    return position()


def cut_off() -> ParisState:
    """Only E23 leads black to a city, and there is room for one locomotive more."""
    return position(blue="E23 D22", yellow="D20 D22")


def last_city() -> ParisState:
    """Only Amiens is left for black, with yellow beside it."""
    return position(blue="E23 D22", brown="G23 F24 E23", yellow="D18 C19 C21 D22")


def walled_in() -> ParisState:
    """Black has Amiens and one space left to build on."""
    return position(black="D20", blue="E23 D22 C21 C19 D18", yellow="D18 C19 C21 D22")


def mid_build() -> ParisState:
    """Red has placed four: one more at most."""
    return position(red="F16 F14 F12 G11", build="red", placed=4)


def five_placed() -> ParisState:
    return position(red="F16 F14 F12 G11 G9", build="red", placed=5)


def one_left() -> ParisState:
    """One red locomotive in the supply, none of blue."""
    return position(supply={"red": 1, "blue": 0})


def last_supply() -> ParisState:
    """Any build of red ends the game, and so does taking red for blue."""
    return position(supply={**FOUR_EMPTY, "red": 1, "blue": 3}, hands=[("blue", "black"), RAINBOW, RAINBOW, RAINBOW])


def marseille_next() -> ParisState:
    """Red stands beside Marseille, yellow too but across a dashed line."""
    return position(red="R30", yellow="R26", supply={**FOUR_EMPTY, "yellow": 4, "red": 5, "blue": 0})


def marseille_taken() -> ParisState:
    return position(red="R30 R28", build="red", placed=1)


def dashed() -> ParisState:
    """Red stands at six dashed lines."""
    return position(red="D14 G1 J8 N32 P24", supply={**FOUR_EMPTY, "blue": 0, "red": 9, "black": 1})


def one_colour() -> ParisState:
    """Six players, a hand of one colour, and supplies of nothing, one and two."""
    hands = [("brown",) * 10, *[RAINBOW] * 5]
    return position(seats=6, hands=hands, supply={"black": 0, "blue": 1, "purple": 2})


def nothing_to_build() -> ParisState:
    """Black and brown are walled in with a city, and nothing else is in supply: exchanges only."""
    return position(
        black="A21",
        blue="D22 E23 B20 G23",
        brown="G1",
        purple="G23 H20 H22 G3",
        red="H20 H22 G3",
        yellow="D20 D22 E23 B20 B22",
        supply={"black": 5, "brown": 1, "blue": 0, "purple": 0, "red": 0, "yellow": 0},
    )


CORNERS: Final[Mapping[str, Callable[[], ParisState]]] = {
    make.__name__: make
    for make in (
        start,
        cut_off,
        last_city,
        walled_in,
        mid_build,
        five_placed,
        one_left,
        last_supply,
        marseille_next,
        marseille_taken,
        dashed,
        one_colour,
        nothing_to_build,
    )
}
