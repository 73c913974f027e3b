"""Material and set-up: mat.1, setup.1 to setup.6, and the options of R-01 and setup.6."""

from __future__ import annotations

from collections import Counter

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import Malformed, RuleError
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import title
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.paris.state import ParisState
from tests.games.paris.positions import COLOURS, GAME, STATIONS, game_for
from tests.marks import rule

DRAWN = {3: 10, 4: 8, 5: 6, 6: 5}
SORTED = {3: 156, 4: 154, 5: 156, 6: 156}
"""186 locomotives of the bag less what all players drew."""


def match(seats: int, seed: str = "one", **options: str) -> Match:
    return Match(new_header(GAME, [Seat(f"Seat {n}") for n in range(seats)], options, seed))


@rule(GAME, "mat.1")
@pytest.mark.parametrize("seats", [2, 7])
def test_mat_1_fewer_than_three_or_more_than_six_players_are_refused(seats: int) -> None:
    with pytest.raises(RuleError) as caught:
        title(GAME).game(seats)
    assert (caught.value.rule, caught.value.data) == ("mat.1", {"given": seats, "least": 3, "most": 6})
    said = {language: title(GAME).rulebook.refuse("mat.1", language, caught.value.data) for language in LANGUAGES}
    assert said == {
        "en": f"This game takes 3 to 6 players, not {seats}.",
        "de": f"Dieses Spiel ist für 3 bis 6 Personen, nicht für {seats}.",
    }


@rule(GAME, "mat.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_mat_1_all_198_locomotives_are_in_play(seats: int) -> None:
    s: ParisState = match(seats).state
    on_the_scale = len(s.value)
    on_the_board = sum(len(line) for line in s.lines.values())
    behind_screens = sum(len(hand) for hand in s.hands)
    assert on_the_scale + on_the_board + behind_screens + sum(s.supply.values()) == 198 == 6 * 33


@rule(GAME, "setup.1")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_setup_1_every_player_has_a_screen_that_hides_a_holding(seats: int) -> None:
    played = match(seats)
    for seat in range(seats):
        shown = [set(hand) for hand in played.view(seat).state.hands]
        assert len(shown) == seats
        assert shown[seat] <= set(COLOURS)
        assert all(hand == {"?"} for other, hand in enumerate(shown) if other != seat)


@rule(GAME, "setup.2")
def test_setup_2_each_start_space_holds_one_locomotive_each_of_another_colour() -> None:
    s: ParisState = match(4).state
    assert set(s.lines) == set(COLOURS)
    assert sorted(s.lines.values()) == [("E19",), ("E21",), ("F18",), ("F22",), ("G19",), ("G21",)]


@rule(GAME, "setup.3")
def test_setup_3_all_values_begin_at_nothing() -> None:
    assert match(4).state.value == dict.fromkeys(COLOURS, 0)


@rule(GAME, "setup.4", "R-10")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_setup_4_players_draw_from_186_locomotives_as_many_as_their_number_says(seats: int) -> None:
    game = game_for(seats, start_layout="fixed")
    first = next(game.choices(game.start()))
    seat, draw = first.args
    assert (first.seat, first.kind, seat) == (CHANCE, "deal", 0)
    assert dict(draw.bag) == dict.fromkeys(COLOURS, 31)
    assert (sum(count for _, count in draw.bag), draw.count) == (186, DRAWN[seats])
    assert [len(hand) for hand in match(seats).state.hands] == [DRAWN[seats]] * seats


@rule(GAME, "setup.5")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_setup_5_what_nobody_drew_is_sorted_into_the_supplies(seats: int) -> None:
    s: ParisState = match(seats).state
    drawn = Counter(colour for hand in s.hands for colour in hand)
    assert s.supply == {colour: 31 - drawn[colour] for colour in COLOURS}
    assert sum(s.supply.values()) == SORTED[seats]


@rule(GAME, "setup.5")
def test_setup_5_the_second_player_cannot_draw_what_the_first_has_drawn() -> None:
    game = game_for(3, start_layout="fixed")
    s = game.play(game.start(), Action(CHANCE, "deal", (0, ("red",) * 10)))
    s = game.play(s, Action(CHANCE, "deal", (1, ("red",) * 10)))
    draw = next(game.choices(s)).args[1]
    assert dict(draw.bag)["red"] == 11
    assert not draw.admits(("red",) * 12)
    assert s.supply == dict.fromkeys(COLOURS, 0)
    s = game.play(s, Action(CHANCE, "deal", (2, ("blue",) * 10)))
    assert s.supply == {**dict.fromkeys(COLOURS, 31), "red": 11, "blue": 21}


@rule(GAME, "setup.6")
def test_setup_6_the_start_player_is_drawn_by_lot_and_the_seed_decides() -> None:
    starters = {}
    for seed in range(40):
        played = match(4, str(seed))
        assert match(4, str(seed)).log == played.log
        assert played.log[-1].kind == "starter"
        starters[seed] = played.log[-1].args[0]
        assert played.waiting() == [starters[seed]]
    assert set(starters.values()) == {0, 1, 2, 3}


@rule(GAME, "setup.6")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_setup_6_the_option_names_the_seat_that_begins(seat: int) -> None:
    played = match(3, start_player=str(seat))
    assert played.waiting() == [seat - 1]
    assert all(action.kind != "starter" for action in played.log)


@rule(GAME, "setup.6")
def test_setup_6_a_seat_that_does_not_exist_cannot_begin() -> None:
    assert match(4, start_player="4").waiting() == [3]
    with pytest.raises(RuleError) as caught:
        match(3, start_player="4")
    assert (caught.value.rule, caught.value.data) == ("setup.6", {"given": 4, "seats": 3})
    assert caught.value.text == "Seat 4 cannot begin: there are only 3 seats at this table."


@rule(GAME, "setup.6")
def test_setup_6_in_the_next_game_the_next_player_clockwise_begins() -> None:
    game = game_for(3)
    drawn = [Action(CHANCE, "starter", (1,))]
    assert game.again(drawn)["start_player"] == "3"
    assert game.again([Action(CHANCE, "starter", (2,))])["start_player"] == "1"
    assert game_for(3, start_player="3", start_layout="fixed").again([]) == {
        "start_layout": "fixed",
        "start_player": "1",
    }


@rule(GAME, "R-01")
def test_r_01_the_seed_decides_the_layout_and_the_same_seed_gives_the_same() -> None:
    layouts = {seed: match(4, str(seed)).state.lines for seed in range(10)}
    assert layouts == {seed: match(4, str(seed)).state.lines for seed in range(10)}
    assert len({tuple(lines.values()) for lines in layouts.values()}) > 1


@rule(GAME, "R-01")
def test_r_01_the_fixed_layout_follows_the_data_file_clockwise_from_the_north() -> None:
    for seed in ("one", "two"):
        played = match(5, seed, start_layout="fixed")
        assert played.state.lines == {colour: (station,) for colour, station in STATIONS.items()}
        assert all(action.kind != "layout" for action in played.log)


@rule(GAME, "R-01")
def test_r_01_a_layout_is_random_unless_told_and_no_other_word_will_do() -> None:
    assert match(4).header.options == {"start_layout": "random", "start_player": "draw"}
    with pytest.raises(Malformed, match="start_layout is one of random, fixed, not 'north'"):
        match(4, start_layout="north")
