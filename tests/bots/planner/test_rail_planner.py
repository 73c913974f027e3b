"""The planner for 18xx games: legal in every step, the same by seed, from its view alone, within its budget."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.bots.advice import Adviser
from stellwerk.bots.arena import Series, play_game, play_series
from stellwerk.bots.planner.numbers import FOLDER
from stellwerk.bots.planner.rail import RailPlanner
from stellwerk.bots.planner.rail_search import Search
from stellwerk.bots.registry import EASY, bot, bots_for, rank_of
from stellwerk.core.action import Json
from stellwerk.core.choice import admitted
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import title, titles
from stellwerk.core.texts import Texts
from stellwerk.core.view import View
from stellwerk.eighteen.state import RailState, is_hidden
from stellwerk.eighteen.title import RailTitle
from tests.marks import sample

THRIFTY = RailPlanner("thrifty", EASY, rollouts=6, most=5)
"""A planner that thinks little, so that whole games are quick."""


def tables() -> Iterator[tuple[str, str]]:
    """Every 18xx title with each of its presets."""
    for played in titles().values():
        for preset in played.presets if isinstance(played, RailTitle) else ():
            yield played.id, preset.id


def begun(game: str, preset: str, seats: int, seed: str) -> Match:
    options = title(game).resolve({}, preset)
    return Match(new_header(game, [Seat(f"{seat}") for seat in range(seats)], options, seed))


def walk(match: Match, plies: int, rng: Random) -> list[View[Any]]:
    """The views of all who were asked while greedy bots played so many plies."""
    asked = []
    while match.waiting() and match.ply < plies:
        view = match.view(match.waiting()[0])
        asked.append(view)
        match.play(bot(match.game.title.id, "greedy").choose(view, rng))
    return asked


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), sample(4, tables()))
def test_every_answer_is_legal_in_every_step(game: str, preset: str) -> None:
    """One view of each step that comes up; a step may come up with several kinds of choices."""
    match = begun(game, preset, 4 if 4 in title(game).seats else title(game).seats[0], "legal")
    seen: set[tuple[str, frozenset[str]]] = set()
    for view in walk(match, 110, Random(5)):
        key = view.state.todo[-1].step, frozenset(choice.kind for choice in view.choices)
        if key not in seen:
            seen.add(key)
            assert admitted(THRIFTY.choose(view, Random(1)), view.choices), key
    assert len(seen) > 3


def test_levels_have_ranks_of_their_own() -> None:
    """For every 18xx game people find an easy, a normal and a strong bot above the simple one, and no two alike."""
    for game in ("1830", "1848", "1853"):
        found = bots_for(game)
        assert list(found)[-3:] == ["planner-easy", "planner-normal", "planner"]
        for language in ("en", "de"):
            names = [rank_of(known).names[language] for known in found.values()]
            assert len(set(names)) == len(names)


def stock_view(seed: str = "view", stock_round: int = 2, **options: str) -> View[RailState]:
    """Somebody's first turn in a stock round of 1830."""
    settled = title("1830").resolve(options, None)
    match = Match(new_header("1830", [Seat(name) for name in "ABCD"], settled, seed))
    rng = Random(2)
    while match.state.stock_rounds < stock_round:
        match.play(bot("1830", "greedy").choose(match.view(match.waiting()[0]), rng))
    return match.view(match.waiting()[0])


def test_the_same_generator_gives_the_same_answer() -> None:
    view = stock_view()
    assert THRIFTY.choose(view, Random(9)) == THRIFTY.choose(view, Random(9))
    known = bot("1830", "planner")
    assert known.choose(view, Random(9)) == known.choose(View.from_json(view.to_json()), Random(9))


def test_it_knows_no_more_than_its_view() -> None:
    """What others have is changed behind the view; the answer stays."""
    view = stock_view(information="secret_cash")
    assert any(map(is_hidden, view.state.cash.values()))
    known = bot("1830", "planner-easy")
    told = known.choose(view, Random(3))
    again = view.game.imagine(view, Random(77))
    other = replace(view, state=view.game.view(again, view.seat))
    assert other.state == view.state
    assert known.choose(other, Random(3)) == told


def test_it_keeps_to_its_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget is a number of rollouts; every candidate is tried at least once."""
    played: list[object] = []
    usual = Search.play

    def counted(self: Search, root: RailState, action: Any, luck: int) -> RailState:
        played.append(action)
        return usual(self, root, action, luck)

    monkeypatch.setattr(Search, "play", counted)
    view = stock_view()
    planner = RailPlanner("counted", EASY, rollouts=20, most=8)
    planner.choose(view, Random(1))
    assert 8 <= len(played) <= 20


def test_advice_is_legal_with_the_choice_first_and_reasons_in_words() -> None:
    view, known = stock_view(), bot("1830", "planner")
    assert isinstance(known, Adviser)
    advice = known.advise(view, Random(4))
    assert advice[0].action == known.choose(view, Random(4))
    assert all(admitted(one.action, view.choices) for one in advice)
    assert len({one.action for one in advice}) == len(advice) > 2
    texts = Texts.load(FOLDER / "reasons.toml")
    told = [reason for one in advice for reason in one.reasons]
    assert told
    for reason in told:
        for language in ("en", "de"):
            assert "$" in texts.say(language, reason.key, **reason.data)


def answer(told: Any) -> Json:
    """What the planner answers to a view, in whatever process this is called."""
    return THRIFTY.choose(View.from_json(told), Random(9)).to_json()


def test_another_process_gives_the_same_answer() -> None:
    """Nothing depends on the order of a set or on what was remembered."""
    view = stock_view()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(answer, view.to_json()).result() == THRIFTY.choose(view, Random(9)).to_json()


@pytest.mark.long
def test_a_seed_repeats_games_in_two_processes() -> None:
    series = Series("1830", ("planner-easy", "greedy", "greedy"), "twice", 2, rotate=True)
    assert list(play_series(series, 1)) == list(play_series(series, 2))


@pytest.mark.long
@pytest.mark.parametrize(("game", "least"), [("1830", 8), ("1848", 9)])
def test_it_beats_three_greedy_bots(game: str, least: int) -> None:
    series = Series(game, ("planner", "greedy", "greedy", "greedy"), "strength", 16, rotate=True)
    wins = 0.0
    for number in range(series.games):
        _match, record = play_game(series, number)
        seat = record.seats.index("planner")
        wins += seat in record.winners
    assert wins >= least


def test_contracts_are_written_as_usual() -> None:
    """A rollout does not see what a contract binds: shares beyond one's money pay nothing until they are redeemed."""
    match = begun("1853", "book", 4, "contracts")
    greedy = bot("1853", "greedy")
    asked = walk(match, 24, Random(5))
    bids = [view for view in asked if view.choices[0].kind in ("write_bond", "pick", "close_bid")]
    assert bids
    for view in bids:
        assert bot("1853", "planner").choose(view, Random(1)).kind == greedy.choose(view, Random(1)).kind
