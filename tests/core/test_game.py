"""Steps and the stack: interrupts, steps open at any time, steps passed over, and refusals that name their rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.errors import RuleError
from stellwerk.core.game import Words
from stellwerk.core.state import Frame, State
from stellwerk.core.step import Step, then
from tests.core.toys import AUCTION, CASH, HOME, TRACK, AuctionState, TrackState

race = TRACK.game(3)
auction = AUCTION.game(3)


def running(
    *todo: Frame, place: tuple[int, ...] = (0, 0, 0), coins: tuple[int, ...] = (3, 3, 3), **more: Any
) -> TrackState:
    """A race in which these frames come next, in this order."""
    s = TrackState([Frame("weather")], list(place), list(coins), [0, 0, 0], **more)
    then(s, *todo)
    return s


def bidding(**bids: int) -> AuctionState:
    return AuctionState(
        [Frame("bid")], [CASH] * 3, [()] * 3, ("engine", "coal", "coach"), {int(k[1:]): v for k, v in bids.items()}
    )


def refused(game: Any, s: State, action: Action) -> RuleError:
    before = s.to_json()
    with pytest.raises(RuleError) as caught:
        game.play(s, action)
    assert s.to_json() == before
    return caught.value


# --- the stack -----------------------------------------------------------------------------------------------------


def test_then_puts_frames_on_the_stack_in_the_order_in_which_they_come() -> None:
    s = State([Frame("last")])
    then(s, Frame("first"), Frame("second", 2))
    assert s.todo == [Frame("last"), Frame("second", 2), Frame("first")]


def test_an_action_takes_its_frame_off_the_stack() -> None:
    s = running(Frame("turn", 0), Frame("turn", 1))
    after = race.play(s, Action(0, "move", (1,)))
    assert after.todo == [Frame("weather"), Frame("turn", 1)]
    assert s.todo[-1] == Frame("turn", 0)


def test_a_pushed_frame_interrupts_and_then_the_turn_goes_on() -> None:
    s = running(Frame("turn", 0), Frame("turn", 1), place=(0, 2, 2), coins=(3, 1, 0))
    s = race.play(s, Action(0, "move", (2,)))
    assert s.todo[-2:] == [Frame("bump", 2), Frame("bump", 1)]
    assert [c.kind for c in race.choices(s) if c.seat == 1] == ["back", "pay"]
    s = race.play(s, Action(1, "pay"))
    assert list(race.choices(s)) == [Choice(2, "back")]
    s = race.play(s, Action(2, "back"))
    assert s.todo == [Frame("weather"), Frame("turn", 1)]
    assert s.place == [2, 2, 1]


def test_a_step_open_at_any_time_leaves_the_stack_as_it_is() -> None:
    s = running(Frame("turn", 0))
    assert {c.kind for c in race.choices(s)} == {"move", "rest", "borrow"}
    twice = race.play(race.play(s, Action(0, "borrow")), Action(0, "borrow"))
    assert twice.todo == s.todo
    assert twice.coins == [7, 3, 3]
    assert {c.kind for c in race.choices(twice)} == {"move", "rest"}


def test_a_step_open_at_any_time_is_closed_during_an_interrupt() -> None:
    s = running(Frame("bump", 1), Frame("turn", 0), place=(1, 1, 0))
    assert {c.kind for c in race.choices(s)} == {"back", "pay"}


def test_steps_without_a_choice_are_passed_over_and_still_do_their_work() -> None:
    """In snow seat 1 pays the toll on its way; seat 2, at home, is passed over; then the round is at its end."""
    todo = [Frame(step, seat) for seat in (1, 2) for step in ("toll", "turn")]
    s = running(Frame("turn", 0), *todo, place=(0, 0, HOME), weather="snow")
    s = race.play(s, Action(0, "rest"))
    assert s.todo[-1] == Frame("turn", 1)
    assert s.coins == [4, 2, 3]
    s = race.play(s, Action(1, "move", (1,)))
    assert s.todo == [Frame("weather")]
    assert s.coins == [4, 2, 3]


def test_when_everything_is_passed_over_the_game_is_over() -> None:
    s = running(Frame("turn", 0), Frame("toll", 1), Frame("turn", 1), place=(HOME - 1, HOME, HOME))
    s = race.play(s, Action(0, "move", (1,)))
    assert s.todo == []
    assert race.over(s)
    assert list(race.choices(s)) == []
    assert race.result(s) is not None


def test_steps_open_at_any_time_do_not_hold_up_a_step_without_a_choice_of_its_own() -> None:
    s = running(Frame("turn", 0), Frame("turn", 1), place=(HOME, 0, 0))
    assert [c.kind for c in race.choices(s)] == ["borrow"]
    assert race.settled(s).todo[-1] == Frame("turn", 1)


def test_a_position_made_by_hand_can_be_settled_on_a_copy() -> None:
    s = running(Frame("toll", 0), Frame("turn", 0), weather="snow")
    assert race.settled(s).coins == [2, 3, 3]
    assert s.coins == [3, 3, 3]


def test_a_game_that_goes_in_circles_is_stopped() -> None:
    game = TRACK.build(2, {})
    game.steps["toll"] = type("Circle", (Step,), {"skip": lambda _, s, f: then(s, f)})()
    s = TrackState([Frame("toll", 0), Frame("turn", 0)], [0, 0], [3, 3], [0, 0])
    with pytest.raises(RecursionError, match=r"offered nothing; next would be \[Frame\(step='toll', who=0\)\]"):
        game.apply(s, Action(0, "rest"))


def test_several_seats_owe_a_choice_at_once() -> None:
    s = bidding()
    assert [c.seat for c in auction.choices(s)] == [0, 1, 2]
    s = auction.play(s, Action(1, "bid", (4,)))
    assert [c.seat for c in auction.choices(s)] == [0, 2]
    s = auction.play(s, Action(2, "bid", (6,)))
    s = auction.play(s, Action(0, "bid", (6,)))
    assert s.won == [("engine",), (), ()]
    assert s.cash == [CASH - 6, CASH, CASH]
    assert s.bids == {}


def test_chance_has_a_seat_and_its_actions_are_checked_like_all_others() -> None:
    s = auction.start()
    assert {c.seat for c in auction.choices(s)} == {CHANCE}
    assert auction.play(s, Action(CHANCE, "shuffle", (("coal", "coach", "engine"),))).stack[0] == "coal"
    assert refused(auction, s, Action(CHANCE, "shuffle", (("coal", "coal", "engine"),))).rule == "2"


def test_choices_are_listed_lazily() -> None:
    class Endless(Step[TrackState]):
        """Offers more than anybody can list."""

        rule = "2"
        kinds = ("rest",)

        def choices(self, s: TrackState, f: Frame) -> Iterator[Choice]:
            yield Choice(0, "rest")
            pytest.fail("somebody listed all choices to see whether there is one")

        def rest(self, s: TrackState, f: Frame, a: Action) -> None:
            then(s, f)

    game = TRACK.build(2, {})
    game.steps["turn"] = Endless()
    s = TrackState([Frame("turn", 0)], [0, 0], [3, 3], [0, 0])
    assert game.apply(s, Action(0, "rest")) == s


def test_apply_trusts_but_an_action_that_no_open_step_knows_is_an_error() -> None:
    with pytest.raises(LookupError, match="no step carries out"):
        race.apply(running(Frame("turn", 0)), Action(0, "back"))


# --- refusals ------------------------------------------------------------------------------------------------------


def test_after_the_end_everything_is_refused_by_the_rule_of_the_end() -> None:
    s = TrackState([], [HOME] * 3, [0] * 3, [0] * 3)
    assert refused(race, s, Action(0, "move", (1,))).rule == "5"
    assert refused(race, s, Action(7, "?")).rule == "5"


def test_a_foreign_seat_is_refused_by_the_rule_of_the_turn() -> None:
    s = running(Frame("turn", 0))
    for seat in (1, 2, 3, CHANCE):
        assert refused(race, s, Action(seat, "move", (1,))).rule == "2"
    assert refused(auction, bidding(s1=3), Action(1, "bid", (4,))).rule == "3"


def test_a_step_says_which_rule_and_with_what_data() -> None:
    error = refused(race, running(Frame("turn", 0), coins=(1, 0, 0)), Action(0, "move", (3,)))
    assert (error.game, error.rule, error.data) == ("toy-track", "2.1", {"most": 2})
    assert error.text == "You can move 2 at most."
    assert str(error) == "toy-track 2.1: You can move 2 at most."
    assert TRACK.rulebook.refuse(error.rule, "de", error.data) == "Du kannst höchstens 2 weit ziehen."


def test_a_step_open_at_any_time_refuses_by_its_own_rule() -> None:
    s = running(Frame("turn", 0))
    s.loans[0] = 2
    assert refused(race, s, Action(0, "borrow")).rule == "3"


def test_a_kind_that_no_open_step_knows_is_refused_by_the_step_on_top() -> None:
    assert refused(race, running(Frame("turn", 0)), Action(0, "pay")).rule == "2"
    assert refused(race, running(Frame("bump", 1), place=(0, 1, 0)), Action(1, "move", (1,))).rule == "4"


def test_check_says_nothing_about_what_is_legal() -> None:
    s = running(Frame("turn", 0))
    race.check(s, Action(0, "move", (3,)))
    assert s.todo[-1] == Frame("turn", 0)


# --- defaults ------------------------------------------------------------------------------------------------------


def test_arguments_are_named_for_sentences_and_labels() -> None:
    s = running(Frame("turn", 0))
    assert race.words(s, Action(0, "move", (2,))) == Words("log.move", (2,), {"squares": 2})
    assert race.label(Choice(0, "move", (2,))) == Words("action.move", (2,), {"squares": 2})
    hole = Range(1, 3)
    assert race.label(Choice(0, "move", (hole,))).data == {"squares": hole}
    assert race.words(s, Action(0, "rest")) == Words("log.rest", (), {})


def test_a_game_without_secrets_shows_and_imagines_what_there_is() -> None:
    s = running(Frame("turn", 0))
    assert race.view(s, None) is s
    assert race.redact(Action(0, "rest"), 1, over=False) == Action(0, "rest")
    assert not race.seals(s, Action(0, "rest"), s)
    assert race.seals(s, Action(CHANCE, "weather", ("sun",)), s)


def test_the_end_seals_a_game_in_which_chance_would_go_on_with_a_seed_that_is_public_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = TrackState([], [HOME] * 3, [0] * 3, [0] * 3)
    assert race.seals(running(Frame("turn", 0)), Action(0, "rest"), over)
    monkeypatch.setattr(type(race), "chancy", False)
    assert not race.seals(running(Frame("turn", 0)), Action(0, "rest"), over)


def test_the_end_of_a_game_with_secrets_reveals_them() -> None:
    over = AuctionState([], [CASH] * 3, [()] * 3, (), {})
    assert auction.seals(bidding(), Action(0, "bid", (1,)), over)


def test_a_rematch_has_the_same_options() -> None:
    assert AUCTION.game(2, {"stack": "long"}).again([]) == {"stack": "long"}
