"""Options of 1830 go together: all presets and sets in which every two values meet are played and keep the laws."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from stellwerk.bots.arena import Series, play_game
from stellwerk.core.errors import Malformed
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.options import Number
from stellwerk.games.g1830.game import TITLE
from stellwerk.testing import LawBroken, check_laws
from tests.games.g1830.covering import SEATS, covering, space
from tests.golden.record_g1830 import pick
from tests.laws.drawing import draw

LONGEST = 20_000
EACH = 5
"""So many positions apart a game is audited."""

CLASSIC_PRIVATES = ("SV", "CS", "DH", "MH", "CA", "BO")
FEW = range(6)
"""So many sets are played always; all others take a while."""

PARTS = range(12)
"""All sets are played in parts, because how many there are is told only by making them, which takes a moment."""

ALWAYS = ("basic", "D", "G", "R", "B", "T", "C")
"""Presets whose laws are always tried; Classic is tried with the other games."""

SOME = 6
"""At so many positions they are always tried."""

TABLES = [
    *(
        pytest.param(preset.id, 2 + at % 5, SOME, marks=pytest.mark.slow)
        for at, preset in enumerate(TITLE.presets)
        if preset.id in ALWAYS
    ),
    *(
        pytest.param(preset.id, seats, None, marks=pytest.mark.long)
        for preset in TITLE.presets
        for seats in TITLE.seats
        if (preset.id, seats) != ("T", 7)
    ),
]


def sets() -> list[tuple[dict[str, str], int]]:
    """The array as options and seats."""
    return [({key: value for key, value in found.items() if key != SEATS}, int(found[SEATS])) for found in covering()]


def legal(options: dict[str, str], seats: int) -> bool:
    """Whether options go together; uncertain times alone have six privates, and each player needs one (R-61)."""
    try:
        TITLE.resolve(options)
    except Malformed:
        return False
    return options["scenario"] != "T" or seats <= len(CLASSIC_PRIVATES)


def test_every_two_values_that_go_together_meet_in_a_legal_set() -> None:
    assert all(legal(options, seats) for options, seats in sets())
    met = {pair for found in covering() for pair in combinations(found.items(), 2)}
    assert met == set(space().pairs())


@pytest.mark.parametrize("tries", [1000, pytest.param(3000, marks=pytest.mark.long)])
def test_a_pair_that_is_never_met_has_no_legal_set(tries: int) -> None:
    """Changing one or two values of any legal set never gives one with a pair that the array lacks."""
    met = {pair for found in covering() for pair in combinations(found.items(), 2)}
    known, rng, tried = space().values, Random("near"), 0
    for _ in range(tries):
        found = dict(rng.choice(covering()))
        for option in rng.sample(sorted(known), rng.choice((1, 2))):
            found[option] = rng.choice(known[option])
        if legal({key: value for key, value in found.items() if key != SEATS}, int(found[SEATS])):
            tried += 1
            assert met.issuperset(combinations(found.items(), 2))
    assert tried > tries // 10


def test_the_array_knows_all_values_of_all_options() -> None:
    assert set(space().values) == {option.id for option in TITLE.options} | {SEATS}
    for option in TITLE.options:
        assert isinstance(option, Number) or space().values[option.id] == option.values
        assert {found[option.id] for found in covering()} == set(space().values[option.id])


def played(options: dict[str, str], seats: int, seed: str) -> Match:
    """A game by weighted chance, its positions audited."""
    rng = Random(seed)
    match = Match(new_header("1830", [Seat(f"Seat {seat}") for seat in range(seats)], options, seed))
    while not match.over:
        assert match.ply < LONGEST
        match.play(pick(list(match.game.choices(match.state)), rng).sample(rng))
        assert match.ply % EACH or not list(match.game.audit(match.state))
    return match


def hold_to_laws(options: dict[str, str], seats: int, seed: int) -> None:
    """Hold a game to the laws; where chance ruins all and goes round in circles, a game of greedy bots ends.

    The basic game knows no bankruptcy: the bank lends to companies whose directors sell what they have for a song.
    """
    try:
        check_laws(TITLE, seats, seed=seed, options=options, scenes=4, draw=draw)
    except LawBroken as error:
        if error.law != "every_game_ends" or options["edition"] != "basic":
            raise
        match, _ = play_game(Series("1830", ("greedy",) * seats, str(seed), 1, options), 0)
        assert not [problem for state in match.states[::EACH] for problem in match.game.audit(state)]


@pytest.mark.slow
@pytest.mark.parametrize("number", FEW)
def test_options_together_play_to_a_clean_end(number: int) -> None:
    options, seats = sets()[number * len(sets()) // len(FEW)]
    match = played(options, seats, f"few {number}")
    assert match.result is not None
    assert not list(match.game.audit(match.state))


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
def test_options_together_keep_the_laws(part: int) -> None:
    for number, (options, seats) in enumerate(sets()):
        if number % len(PARTS) == part:
            hold_to_laws(options, seats, number)


@pytest.mark.parametrize(("preset", "seats", "most"), TABLES)
def test_a_preset_keeps_the_laws(preset: str, seats: int, most: int | None) -> None:
    check_laws(TITLE, seats, seed=seats, options=TITLE.resolve({}, preset), scenes=2, most=most)
