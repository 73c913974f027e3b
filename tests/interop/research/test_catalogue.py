"""The law of the catalogue: every legal action is said by ids in one way, and whatever ids say is legal."""

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Hole, OneOf, Range
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import title, titles
from stellwerk.core.title import Title
from stellwerk.interop.research.catalogue import BEST, NUMBER, NotInCatalogue, Sentence, catalogue_of
from stellwerk.interop.research.play import IllegalId, Play, new_game, reward
from stellwerk.interop.research.vocabularies import vocabulary_of

SAMPLES = 6
"""Values of a price that are tried; test_numbers shows it for all."""

GAMES = ["1830", "1848", "1853", "paris-connection", "railroad-revolution"]


def some_actions(choice: Choice, rng: Random) -> list[Action]:
    """Actions of a choice: all of a small one, the ends and some others of a price."""
    if any(isinstance(arg, Range) for arg in choice.args):
        ends = [[(arg.lo, arg.hi) if isinstance(arg, Range) else None for arg in choice.args]]
        found = [choice.sample(rng) for _ in range(SAMPLES)]
        for end in (0, 1):
            args = [
                pair[end] if pair else next(arg.values()) if isinstance(arg, Hole) else arg
                for pair, arg in zip(ends[0], choice.args, strict=True)
            ]
            args = [
                _last(arg) if end and isinstance(arg, Range) else value
                for value, arg in zip(args, choice.args, strict=True)
            ]
            found.append(Action(choice.seat, choice.kind, tuple(args)))
        return found
    return list(choice.actions())


def _last(hole: Range) -> int:
    return range(hole.lo, hole.hi + 1, hole.step)[-1]


def check_position(play: Play, rng: Random) -> None:
    """Hold the law at one position, whose decision has not been begun."""
    catalogue = play.catalogue
    words: dict[tuple[int, ...], Action] = {}
    groups = catalogue.grouped(play.choices)
    for choice in play.choices:
        for action in some_actions(choice, rng):
            said = tuple(catalogue.words(action, play.choices))
            assert words.setdefault(said, action) == action, "two actions are said alike"
            assert said[0] in play.ids()
            sentence = Sentence(catalogue, said[0], groups[said[0]])
            for number in said[1:]:
                assert number in sentence.ids()
                sentence.say(number)
            assert sentence.done
            assert sentence.action() == action, "the ids say another action than was meant"
            spoken = play.copy()
            assert [spoken.say(number) for number in said[:-1]] == [None] * (len(said) - 1)
            assert said[-1] in spoken.ids()
    assert sorted(groups) == sorted(set(play.ids()))
    for number, group in groups.items():
        sentence = Sentence(catalogue, number, group)
        while not sentence.done:
            assert 2 <= len(sentence.ids()) <= 16
            assert all(catalogue.digits <= digit < catalogue.size for digit in sentence.ids())
            sentence.say(rng.choice(sentence.ids()))
        assert any(choice.admits(sentence.action()) for choice in play.choices)


def check_game(known: Title, preset: str, seats: int, *, decisions: int, every: int, seed: str) -> set[str]:
    """Play at random by ids and hold the law now and then; returns the kinds that were offered."""
    play = Play(known.game(seats, known.resolve({}, preset)), seed)
    rng, offered = Random(seed), set()
    while not play.over and play.decisions < decisions:
        if play.sentence is None:
            offered |= {choice.kind for choice in play.choices}
            if play.decisions % every == 0:
                check_position(play, rng)
        play.say(rng.choice(play.ids()))
    return offered


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_is_said_in_one_way_and_nothing_else(game: str) -> None:
    known = title(game)
    offered = check_game(known, known.presets[0].id, known.seats[-1], decisions=250, every=12, seed="law")
    assert len(offered) > 2


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_the_same_in_whole_games_of_every_preset(game: str, number: int) -> None:
    known = title(game)
    for n, preset in enumerate(known.presets):
        seats = known.seats[(n + number) % len(known.seats)]
        check_game(known, preset.id, seats, decisions=4000, every=40, seed=f"{preset.id}/{number}")


def test_every_game_on_the_shelf_is_tried() -> None:
    assert set(GAMES) <= set(titles())


@pytest.mark.parametrize("game", [game for game in GAMES if game != "1853"])  # its catalogue takes seconds
def test_ids_mean_the_same_whatever_was_played(game: str) -> None:
    """The catalogue follows from the rules alone: one made anew is the same, and no id is there twice."""
    known = title(game)
    rules = known.game(known.seats[-1], known.resolve({}))
    catalogue = catalogue_of(rules)
    again = type(catalogue)(known.build(known.seats[-1], known.resolve({})), vocabulary_of(rules))
    assert catalogue.entries == again.entries
    assert len(set(catalogue.entries)) == len(catalogue.entries)
    names = [catalogue.name(number) for number in range(catalogue.size)]
    assert len(set(names)) == len(names)


def test_the_catalogue_of_paris_connection_is_what_its_board_makes_it() -> None:
    game = new_game("paris-connection", 4)
    entries = catalogue_of(game).entries
    spaces, colours = len(game.t.board.spaces), len(game.t.colours)  # type: ignore[attr-defined]
    assert colours == 6
    assert len(entries) == 1 + colours * spaces + colours * (colours - 1) * 2  # finish, placements, exchanges of 1 or 2


def test_a_bid_is_said_after_what_it_is_for() -> None:
    play = Play(new_game("1830", 6), "x")
    catalogue = play.catalogue
    bid = next(choice for choice in play.choices if choice.kind == "bid")
    assert catalogue.entries[catalogue.id_of(bid)].args == (bid.args[0], NUMBER)
    low = bid.args[1].lo
    words = catalogue.words(Action(play.seat, "bid", (bid.args[0], low)), play.choices)
    assert catalogue.name(words[0]) == f"bid {bid.args[0]} #"
    done = [play.say(word) for word in words]
    assert done[:-1] == [None] * (len(words) - 1)
    assert done[-1] == Action(bid.seat, "bid", (bid.args[0], low))


def test_choices_that_differ_in_a_number_alone_share_an_id_and_lists_are_opened() -> None:
    catalogue = catalogue_of(new_game("1830", 6))
    odd = [Choice(0, "par", ("PRR", price)) for price in (41, 43, 71)]
    groups = catalogue.grouped(odd)
    [shared] = [number for number, group in groups.items() if len(group) == 2]
    assert catalogue.entries[shared].args == ("PRR", NUMBER)
    sentence = Sentence(catalogue, shared, groups[shared])
    sentence.say(catalogue.digits + 3)
    assert sentence.action() == Action(0, "par", ("PRR", 43))
    listed = catalogue.grouped([Choice(0, "discard", (OneOf(("2", "3")),))])
    assert [catalogue.name(number) for number in listed] == ["discard 2", "discard 3"]


def test_runs_are_the_best_run() -> None:
    kinds = {entry.kind: entry.args for entry in catalogue_of(new_game("1853", 6)).entries}
    assert kinds["run"] == (BEST, BEST)


def test_what_is_not_in_the_catalogue_is_an_error_and_not_left_out() -> None:
    catalogue = catalogue_of(new_game("1830", 6))
    for strange in (Choice(0, "fly"), Choice(0, "lay", ("A1", "9", 0)), Choice(0, "discard", ("T99",))):
        with pytest.raises(NotInCatalogue):
            catalogue.grouped([strange])


def test_illegal_ids_are_refused_and_change_nothing() -> None:
    play = Play(new_game("paris-connection", 3), "x")
    before = play.state
    for wrong in (-1, play.catalogue.size, play.catalogue.digits, play.catalogue.ids["finish", ()]):
        with pytest.raises(IllegalId):
            play.say(wrong)
    assert play.state is before
    assert play.sentence is None


@pytest.mark.parametrize("game", ["paris-connection", "railroad-revolution"])
def test_a_game_by_ids_is_a_match_of_the_same_seed(game: str) -> None:
    play = Play(new_game(game, 3), "twin")
    rng = Random(1)
    while not play.over:
        play.say(rng.choice(play.ids()))
    header = new_header(game, [Seat(str(n)) for n in range(3)], seed="twin")
    decided = iter([action for action in play.log if action.seat >= 0])
    match = Match(header)
    while match.waiting():
        match.play(next(decided))
    assert match.log == play.log
    assert match.result == play.result
    assert play.view(1).log == match.view(1).log


def test_copies_and_pickles_stand_where_the_original_does() -> None:
    play = Play(new_game("1830", 6), "x")
    play.say(next(number for number in play.ids() if play.catalogue.name(number).startswith("bid")))
    assert play.sentence is not None
    twins = [play.copy(), deepcopy(play), pickle.loads(pickle.dumps(play))]
    rng, number = Random(3), play.ids()[-1]
    play.say(number)
    for twin in twins:
        assert twin.log != play.log or twin.ids() != play.ids()
        twin.say(number)
        while not twin.over and twin.decisions < 20:
            twin.say(rng.choice(twin.ids()))
        assert len(play.log) < len(twin.log)


def test_rewards_add_up_to_nothing() -> None:
    class Won:
        winners = (0, 2)

    won: Any = Won()
    assert [reward(won, seat, 4) for seat in range(4)] == [0.25, -0.25, 0.25, -0.25]
