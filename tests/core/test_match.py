"""A match: the log is the truth; undo stops at what was revealed and at what other people did."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import CannotUndo, Malformed, NotFound, RuleError, UnknownVersion
from stellwerk.core.game import Game
from stellwerk.core.match import Header, Match, Seat, Takers, new_header
from stellwerk.core.state import Frame
from stellwerk.testing import play_out
from tests.core.toys import AUCTION, HOME, TRACK, TrackState

pytestmark = pytest.mark.usefixtures("toys")

ANNA, BEN, CARL, BOT = Seat("Anna"), Seat("Ben"), Seat("Carl"), Seat("Robo", "random")


def race(*seats: Seat, place: tuple[int, ...] | None = None) -> Match:
    """A race in the sun in which seat 0 is on turn and everybody has a turn before the next weather."""
    count = len(seats)
    todo = [Frame("weather"), *(Frame("turn", seat) for seat in reversed(range(count)))]
    s = TrackState(todo, list(place or [0] * count), [3] * count, [0] * count, weather="sun")
    return Match(replace(new_header(TRACK.id, seats, seed="s"), position=s.to_json()))


def auction(*seats: Seat) -> Match:
    return Match(new_header(AUCTION.id, seats, seed="s"))


def move(seat: int, squares: int = 1) -> Action:
    return Action(seat, "move", (squares,))


def bid(seat: int, amount: int) -> Action:
    return Action(seat, "bid", (amount,))


def why_not(match: Match, seat: Takers = None, to: int | None = None) -> str:
    before = (list(match.log), match.state)
    with pytest.raises(CannotUndo) as refused:
        match.undo(seat, to)
    assert (match.log, match.state) == before
    return refused.value.reason


# --- starting and playing --------------------------------------------------------------------------------------


def test_a_header_spells_out_options_and_rules_and_draws_a_seed() -> None:
    header = new_header(AUCTION.id, [ANNA, BEN])
    assert (header.options, header.rules_version) == ({"stack": "short"}, 3)
    assert header.seed != new_header(AUCTION.id, [ANNA, BEN]).seed
    assert new_header(AUCTION.id, [ANNA, BEN], {"stack": "long"}, seed="x").seed == "x"


def test_a_header_does_not_show_its_seed_by_accident() -> None:
    assert "secret-seed" not in repr(new_header(AUCTION.id, [ANNA, BEN], seed="secret-seed"))


def test_chance_acts_at_once_and_its_actions_are_in_the_log() -> None:
    match = auction(ANNA, BEN)
    assert [a.kind for a in match.log] == ["shuffle"]
    assert match.ply == 1
    assert match.waiting() == [0, 1]


def test_play_returns_all_that_entered_the_log() -> None:
    match = race(ANNA, BEN)
    assert match.play(move(0)) == [move(0)]
    entered = match.play(move(1, 2))
    assert [a.kind for a in entered] == ["move", "weather"]
    assert match.log[-2:] == entered


def test_a_refused_action_leaves_the_match_as_it_was() -> None:
    match = race(ANNA, BEN)
    match.play(move(0))
    match.undo(0)
    before = (list(match.log), list(match.states), list(match.undone))
    with pytest.raises(RuleError):
        match.play(move(1))
    assert (match.log, list(match.states), match.undone) == before


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("squares", [4, True, 1.0])
def test_what_no_choice_admits_is_refused_whether_choices_were_listed_or_not(squares: Any, listed: bool) -> None:
    """What only equals a legal action is none: it would not come back from a file as it was."""
    match = race(ANNA, BEN)
    if listed:
        assert {choice.seat for choice in match.choices()} == {0}
    with pytest.raises(RuleError):
        match.play(move(0, squares))
    assert match.play(move(0, 2)) == [move(0, 2)]


def test_unknown_games_wrong_tables_and_other_rules_are_refused() -> None:
    header = new_header(AUCTION.id, [ANNA, BEN])
    with pytest.raises(NotFound, match="no game 'chess'"):
        Match(replace(header, game="chess"))
    with pytest.raises(RuleError, match=r"toy-auction 1: For 2 to 4, not 1\."):
        Match(replace(header, seats=(ANNA,)))
    with pytest.raises(Malformed, match="has no option 'luck'"):
        Match(replace(header, options={"luck": "much"}))
    with pytest.raises(UnknownVersion, match=r"rules of toy-auction: version 2 is not known here; .* knows version 3"):
        Match(replace(header, rules_version=2))


def test_a_log_that_breaks_a_rule_is_refused_with_its_place() -> None:
    match = auction(ANNA, BEN)
    log = [*match.log, bid(0, 3), bid(0, 4)]
    with pytest.raises(Malformed, match=r"^log\[2\]: toy-auction 3: You have bid already\.$"):
        Match(match.header, log)


def test_a_log_that_ends_before_chance_goes_on_with_its_seed() -> None:
    match = auction(ANNA, BEN)
    assert Match(match.header, []).log == match.log


# --- positions made by hand ------------------------------------------------------------------------------------


def test_a_match_starts_from_a_position_that_passes_the_audit() -> None:
    match = race(ANNA, BEN, place=(4, 1))
    assert match.state.place == [4, 1]
    assert Match(match.header, match.log).state == match.state


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"bank": 7}, "position: coins are conserved"),
        ({"coins": [3]}, "position: everything is listed by seat"),
        ({"todo": [["flight", 0]]}, "position: no step is called 'flight'"),
        ({"todo": [["turn", 5]]}, "position: somebody must be on turn"),
        ({"bank": "7"}, "state.bank: expected int, found str"),
        ({"luck": 1}, "state.luck: unknown"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], problem: str) -> None:
    header = race(ANNA, BEN).header
    with pytest.raises(Malformed) as refused:
        Match(replace(header, position={**header.position, **change}))
    assert str(refused.value) == problem


@pytest.mark.parametrize("position", [0, False, "", [], {}, "x"])
def test_a_position_is_an_object(position: Any) -> None:
    with pytest.raises(Malformed):
        Match(replace(race(ANNA, BEN).header, position=position))


def test_a_position_in_which_nothing_can_be_chosen_moves_on_by_itself() -> None:
    match = race(ANNA, BEN, place=(HOME, 0))
    assert match.waiting() == [1]
    assert race(ANNA, BEN, place=(HOME, HOME)).over


# --- looking ---------------------------------------------------------------------------------------------------


def test_every_ply_can_be_looked_at() -> None:
    match = race(ANNA, BEN)
    start = match.state
    match.play(move(0))
    assert match.at(0) == start
    assert match.at(1) == match.state
    for ply in (-1, 3, 99):
        with pytest.raises(NotFound, match=f"no ply {ply}"):
            match.at(ply)


def test_a_view_has_the_choices_of_its_seat_only_and_the_log_up_to_its_ply() -> None:
    match = auction(ANNA, BEN, CARL)
    match.play(bid(0, 3))
    assert [c.seat for c in match.view(1).choices] == [1]
    assert match.view(0).choices == ()
    assert match.view(None).choices == ()
    past = match.view(0, ply=1)
    assert [c.seat for c in past.choices] == [0]
    assert past.ply == 1
    assert past.state.bids == {}


@pytest.mark.parametrize("read_before", [False, True])
def test_a_view_keeps_its_log_whatever_becomes_of_the_match(read_before: bool) -> None:
    match = race(ANNA, BEN)
    match.play(Action(0, "borrow"))
    view, log = match.view(0), tuple(match.log)
    if read_before:
        assert view.log == log
    match.play(Action(0, "borrow"))
    match.undo(0, to=0)
    match.play(match.view(0).choices[0].sample(Random(1)))
    match.play(match.view(match.waiting()[0]).choices[0].sample(Random(1)))
    assert match.log[:1] != list(log), "another beginning"
    assert (view.ply, view.log) == (1, log)


def test_a_view_hides_what_the_others_wrote_until_all_are_in() -> None:
    match = auction(ANNA, BEN)
    match.play(bid(0, 3))
    assert match.view(0).state.bids == {0: 3}
    assert match.view(0).log[-1] == bid(0, 3)
    for other in (1, None):
        assert match.view(other).state.bids == {0: -1}
        assert match.view(other).log[-1] == bid(0, -1)
    match.play(bid(1, 4))
    assert match.view(0).state.cash == [10, 6]


def test_the_end_reveals_the_log() -> None:
    match = play_out(AUCTION, 2)
    assert match.view(None).log == tuple(match.log)
    assert match.until(match.ply - 1).view(None).log != tuple(match.log[:-1])


def test_the_past_of_a_match_is_a_match() -> None:
    match = play_out(TRACK, 2)
    for ply in (0, 1, match.ply // 2, match.ply):
        past = match.until(ply)
        assert past.log == match.log[:ply]
        assert past.state == match.at(ply)
        assert past.choices() == tuple(match.game.choices(match.at(ply)))
    assert match.until(0).waiting() == [CHANCE]
    with pytest.raises(NotFound):
        match.until(match.ply + 1)


def test_a_result_stands_when_the_match_is_over() -> None:
    match = play_out(TRACK, 2)
    assert match.over
    assert match.result is not None
    assert match.waiting() == []
    assert match.until(3).result is None


# --- undo and redo ---------------------------------------------------------------------------------------------


def test_an_undo_takes_back_the_latest_action_of_a_seat() -> None:
    match = race(ANNA, BEN)
    before = match.state
    match.play(Action(0, "borrow"))
    match.play(Action(0, "borrow"))
    assert match.undoable(0) == [1, 0]
    assert match.undo(0) == 1
    assert match.state.loans == [1, 0]
    assert match.undo(0) == 0
    assert match.state == before
    assert why_not(match, 0) == "nothing"


def test_an_undo_can_go_back_several_actions_at_once() -> None:
    match = race(ANNA, BEN)
    for _ in range(2):
        match.play(Action(0, "borrow"))
    assert match.undo(0, to=0) == 0
    assert match.log == []
    assert match.redo() == [Action(0, "borrow")] * 2


def test_an_undo_takes_back_what_bots_did_since() -> None:
    match = race(ANNA, BOT, BEN)
    match.play(move(0))
    match.play(Action(1, "rest"))
    assert match.undoable(0) == [0]
    assert match.undo(0) == 0
    assert match.redo() == [move(0), Action(1, "rest")]


def test_an_undo_stops_where_another_person_has_acted() -> None:
    match = race(ANNA, BEN, CARL)
    match.play(move(0))
    match.play(Action(1, "rest"))
    assert match.undoable(0) == []
    assert why_not(match, 0) == "others"
    assert match.undoable(1) == [1]
    assert why_not(match, 1, to=0) == "others"


def test_anyone_may_undo_where_all_share_one_screen() -> None:
    match = race(ANNA, BEN, CARL)
    match.play(move(0))
    match.play(Action(1, "rest"))
    assert match.undoable() == [1, 0]
    assert match.undo() == 1
    assert match.undo() == 0


def test_who_holds_several_seats_takes_back_any_of_their_actions_but_no_other_persons() -> None:
    match = race(ANNA, BEN, CARL)
    match.play(move(0))
    assert match.undoable((1, 0)) == [0]
    match.play(Action(1, "rest"))
    assert match.undoable({0, 1}) == [1, 0]
    assert match.undoable((0, 2)) == []
    assert why_not(match, (0, 2)) == "others"
    assert match.undo((0, 1)) == 1
    assert match.undo((0, 1)) == 0


def test_an_undo_stops_at_what_chance_revealed() -> None:
    match = race(ANNA, BEN)
    match.play(move(0))
    match.play(move(1, 2))
    assert match.log[-1].seat == CHANCE
    assert match.undoable(1) == []
    assert why_not(match, 1) == "revealed"
    assert why_not(match, None, to=0) == "revealed"
    assert why_not(match, 0, to=0) == "revealed"


def test_an_undo_stops_at_opened_bids() -> None:
    match = auction(ANNA, BEN)
    match.play(bid(0, 3))
    assert match.undoable(0) == [1]
    match.play(bid(1, 3))
    assert why_not(match, 1) == "revealed"
    assert why_not(match, 0) == "revealed"


@pytest.mark.parametrize("to", [-1, 1, 5])
def test_there_is_nothing_to_undo_outside_the_log(to: int) -> None:
    match = race(ANNA, BEN)
    match.play(move(0))
    assert why_not(match, 0, to=to) == "nothing"


def test_an_undo_never_ends_where_chance_would_act(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may say that its open dice reveal nothing; then an undo passes them, but lands on a person."""
    monkeypatch.setattr(Game, "seals", lambda *_: False)
    match = race(ANNA, BOT)
    match.play(move(0))
    match.play(move(1, 2))
    assert [a.seat for a in match.log] == [0, 1, CHANCE]
    assert match.undoable() == [1, 0]
    assert match.undoable(0) == [0]
    assert match.undo(0) == 0
    assert match.waiting() == [0]


def test_redo_plays_again_what_undo_took_back_in_its_order() -> None:
    match = race(ANNA, BEN)
    match.play(Action(0, "borrow"))
    match.play(move(0))
    after = match.state
    match.undo(0)
    match.undo(0)
    assert match.redo() == [Action(0, "borrow")]
    assert match.redo() == [move(0)]
    assert match.state == after
    with pytest.raises(CannotUndo, match="nothing"):
        match.redo()


def test_a_new_action_ends_what_could_be_redone() -> None:
    match = race(ANNA, BEN)
    match.play(move(0))
    match.undo(0)
    match.play(move(0, 2))
    with pytest.raises(CannotUndo):
        match.redo()


def test_views_follow_an_undo() -> None:
    match = auction(ANNA, BEN)
    before = match.view(1)
    match.play(bid(0, 3))
    assert match.view(1) != before
    match.undo(0)
    assert match.view(1) == before
    match.play(bid(0, 5))
    assert match.view(0).log[-1] == bid(0, 5)


# --- branches --------------------------------------------------------------------------------------------------


def test_a_branch_has_the_same_past_and_a_future_of_its_own() -> None:
    match = play_out(TRACK, 2)
    ply = match.ply // 2
    twin = match.branch(ply)
    assert twin.log[:ply] == match.log[:ply]
    assert twin.header.seed != match.header.seed
    rng = Random(1)
    while not twin.over:
        twin.play(rng.choice(twin.choices()).sample(rng))
    assert Match(match.header, match.log).state == match.state
    assert twin.log != match.log


def test_a_branch_may_change_who_sits_where_but_not_how_many() -> None:
    match = race(ANNA, BEN)
    assert match.branch(0, seats=[BOT, ANNA]).header.seats == (BOT, ANNA)
    for seats in ([], [ANNA], [ANNA, BEN, CARL]):
        with pytest.raises(Malformed, match=f"the match has 2 seats, not {len(seats)}"):
            match.branch(0, seats=seats)


def test_a_branch_needs_a_ply_that_there_is() -> None:
    with pytest.raises(NotFound):
        race(ANNA, BEN).branch(1)


def test_headers_are_values() -> None:
    header = new_header(AUCTION.id, [ANNA, BEN], seed="s")
    assert header == Header(AUCTION.id, 3, (ANNA, BEN), {"stack": "short"}, "s", None)
