"""How the planner of Paris Connection plays positions on: by the rules, to an end, and much as the greedy bot does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from stellwerk.bots.arena import Series, play_game
from stellwerk.bots.paris import Build, Planner, Turn
from stellwerk.bots.planner.paris import HOPES, Search, planners
from stellwerk.bots.planner.paris_ground import LONGEST, ground_of
from stellwerk.bots.planner.paris_quick import BUILD, END, LEAST, LONGEST_GAME, TRADE, Position, Quick
from stellwerk.bots.planner.paris_weights import weights
from stellwerk.core.action import Action
from stellwerk.core.match import Match
from stellwerk.core.view import view_of
from stellwerk.games.paris.state import ParisState
from tests.games.paris.positions import COLOURS, GAME, game_for, position

TABLES: Final = game_for().t
GROUND: Final = ground_of(TABLES.board)
QUICK: Final = Quick(TABLES, GROUND, weights())
NEAR_MARSEILLE: Final = "H22 I23 J24 K25 L26 M27 N28 O27 P28 Q27"
BROWN: Final = COLOURS.index("brown")
OTHERS: Final = ["black", "blue", "purple", "red", "yellow"]


def calmly() -> float:
    """Neither good nor bad luck: nobody errs about a lead."""
    return 0.5


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    return [play_game(Series(GAME, ("greedy",) * 4, "quick", 2), number)[0] for number in range(2)]


def turns(match: Match) -> Iterator[tuple[ParisState, list[Action]]]:
    """Every turn of a game: the position before it, and its actions."""
    first = next(n for n, action in enumerate(match.log) if action.seat >= 0)
    ends = [n for n, action in enumerate(match.log, 1) if action.kind in ("finish", "trade")]
    for begin, end in pairwise([first, *ends]):
        yield match.at(begin), match.log[begin:end]


def quick(s: ParisState) -> Position:
    return QUICK.position(s, int(s.todo[-1].who))


def test_a_way_is_a_build_that_the_rules_allow_and_earns_what_it_says(matches: list[Match]) -> None:
    for s, _ in list(turns(matches[0]))[::5]:
        p = quick(s)
        for c in QUICK.colours:
            way = QUICK.way(p, c)
            for spaces, earned in ((way.spaces, way.earned), (way.least, way.least_earned)):
                assert GROUND.gain(spaces) == earned
                assert spaces.bit_count() <= min(LONGEST, p.supply[c])
                assert not spaces & (p.lines[c] | p.twice | GROUND.cities & p.once | GROUND.marseille)
                reached = p.lines[c]
                for _ in range(LONGEST):
                    reached |= GROUND.border(reached) & spaces
                assert reached & spaces == spaces, "every locomotive touches its line"
            assert way.spaces.bit_count() == way.length
            assert way.least_earned <= way.earned


def test_a_way_remembered_is_the_way_itself(matches: list[Match]) -> None:
    for s, _ in list(turns(matches[0]))[::9]:
        p = quick(s)
        for c in QUICK.colours:
            own, edge, most = p.lines[c], p.edges[c], min(LONGEST, p.supply[c])
            free = GROUND.landscape & ~p.twice & ~own | GROUND.cities & ~p.once
            known = GROUND.known_way(own, edge, free, most)
            assert known == GROUND.way(own, edge, free, most) == GROUND.known_way(own, edge, free, most)


def test_a_way_goes_for_rich_cities_that_lie_together_rather_than_the_nearest_one() -> None:
    """From J22 the five to N26 bring 5; the near cities round Paris bring less."""
    way = QUICK.way(quick(position(brown="H22 I21 J22")), BROWN)
    rich = GROUND.of(TABLES.board.mask(["J24", "K25", "L26", "M27", "N26"]))
    assert way.earned >= GROUND.gain(rich) == 5


def test_what_is_left_of_a_build_goes_towards_the_next_city() -> None:
    """Where no city is near, the build is no shorter for that."""
    way = QUICK.way(quick(position(brown="H22 I23 J24 K25 L26 M27 N28 O29 P30")), BROWN)
    assert way.length == LONGEST


@pytest.mark.parametrize(("mine", "theirs", "ends"), [(15, 5, True), (3, 15, False)])
def test_who_is_ahead_at_marseille_ends_the_game_and_who_is_behind_does_not(
    mine: int, theirs: int, *, ends: bool
) -> None:
    hands = [["brown"] * mine, ["brown"] * theirs if theirs > mine else ["black"] * theirs, OTHERS, OTHERS]
    value = dict.fromkeys(COLOURS, 1) | {"brown": 10}
    p = quick(position(hands=hands, value=value, brown=NEAR_MARSEILLE))
    kind, colour, gain, _ = QUICK.decide(p, calmly)
    assert (kind == END) is ends
    if ends:
        assert (colour, gain >= 4) == (BROWN, True)


def test_nobody_who_is_behind_uses_up_the_last_but_one_supply() -> None:
    supply = {"black": 0, "brown": 0, "purple": 0, "yellow": 0, "red": 1, "blue": 20}
    hands = [["blue"] * 3, ["black"] * 10, ["red"] * 3, ["red"] * 3]
    p = quick(position(hands=hands, supply=supply, value={"black": 9, "blue": 5}))
    kind, *_ = QUICK.decide(p, calmly)
    assert kind != END
    QUICK.turn(p, calmly)
    assert not p.over


def test_it_takes_the_turns_that_the_greedy_bot_takes(matches: list[Match]) -> None:
    """Kind, colours and number agree far more often than not; most that differ are as good."""
    same = told = 0
    for match in matches:
        for s, actions in turns(match):
            kind, one, two, count = QUICK.decide(quick(s), calmly)
            first = actions[0]
            told += 1
            if first.kind == "trade":
                same += kind == TRADE and (COLOURS[one], COLOURS[two], count) == first.args
            else:
                same += kind in (BUILD, LEAST, END) and COLOURS[one] == first.args[0]
    assert same / told >= 0.6


def test_a_supply_that_is_filled_again_can_be_built_from() -> None:
    """R-05: what is given back opens an empty supply."""
    p = quick(position(supply={"red": 0}))
    red, black = COLOURS.index("red"), COLOURS.index("black")
    assert QUICK.way(p, red).length == 0
    QUICK.trade(p, red, black, 1)
    QUICK.decide(p, calmly)
    way = p.ways[red]
    assert way is not None
    assert way.length == p.supply[red] == 1


def test_games_played_on_end_as_games_do(matches: list[Match]) -> None:
    """By Marseille or by the supplies, after some dozens of turns."""
    opening, _ = next(turns(matches[0]))
    lengths = []
    for seed in range(9):
        p, rng, played = quick(opening), Random(seed), 0
        while not p.over:
            assert QUICK.turn(p, rng.random)
            played += 1
        lengths.append(played)
    assert 30 <= sorted(lengths)[4] <= 100
    assert max(lengths) < LONGEST_GAME


@pytest.mark.parametrize(("black", "lead"), [(15, 6), (16, 1), (17, -4)])
def test_an_end_that_is_certain_counts_for_what_it_is(black: int, lead: int) -> None:
    """A lead of few points at Marseille is nearly a win, and a small gap nearly a loss."""
    hands = [["brown"] * 6, ["black"] * 5 + ["blue"] * 3, OTHERS, OTHERS]
    s = position(hands=hands, value=dict.fromkeys(COLOURS, 1) | {"brown": 10, "black": black}, brown=NEAR_MARSEILLE)
    view = view_of(game_for(), s, 0, ())
    search = Search(view, Random(1), 1)
    search.worlds = [s.hands]
    marseille = 1 << TABLES.board.number["R28"]
    end = Turn(0.0, view.choices[0], "brown", Build(marseille, marseille, 4))
    assert search.ends(end)
    good, score = search.play(end, 0)
    assert score == 6 * (10 + 4) == 5 * black + 3 + lead
    assert (good > 0.7) is (lead > 0)
    assert (good < 0.3) is (lead < 0)


def test_a_build_that_ends_the_game_is_tried_however_poor_it_looks() -> None:
    normal = replace(next(bot for bot in planners() if bot.name == "planner-normal"), doubt=0.0)
    value = dict.fromkeys(COLOURS, 9) | {"brown": 2}
    hands = [["brown"] * 3, ["black"] * 15, OTHERS * 3, OTHERS * 3]
    s = position(hands=hands, value=value, brown=NEAR_MARSEILLE)
    planner = Planner(view_of(game_for(), s, 0, ()), HOPES)
    found = sorted(planner.turns(), key=lambda turn: -turn.hope)
    ends = [turn for turn in found if turn.build is not None and turn.build.spaces & planner.marseille]
    assert ends
    assert not set(ends) & set(found[: normal.most]), "the greedy bot thinks poorly of them"
    kept = normal.kept(found, begun=False, end=planner.marseille)
    assert ends[0] in kept
    assert normal.choose(view_of(game_for(), s, 0, ()), Random(0)) != Action(*ends[0].choice)
