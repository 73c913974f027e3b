"""What lies behind the screens: setup.7, R-02, undoing, and imagining what cannot be seen."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from stellwerk.core.action import CHANCE, Action
from stellwerk.core.errors import CannotUndo
from stellwerk.core.match import Header, Match, Seat
from stellwerk.core.registry import title
from tests.games.paris.positions import GAME, finish, game_for, place, position, trade
from tests.marks import rule

WARM = ("black",) * 2 + ("red",) * 4 + ("yellow",) * 4
COLD = ("blue",) * 5 + ("brown",) * 1 + ("purple",) * 4
MIXED = ("black", "black", "blue", "blue", "brown", "brown", "purple", "purple", "red", "yellow")


def dealt(*hands: tuple[str, ...], actions: tuple[Action, ...] = ()) -> Match:
    """A match of three in which chance dealt these hands; seat 0 begins."""
    options = title(GAME).resolve({"start_layout": "fixed", "start_player": "1"})
    header = Header(GAME, 1, tuple(Seat(name) for name in ("Ada", "Bo", "Cy")), options, "a secret seed")
    deals = [Action(CHANCE, "deal", (seat, hand)) for seat, hand in enumerate(hands)]
    return Match(header, [*deals, *actions])


@rule(GAME, "setup.7")
@pytest.mark.parametrize("seat", [1, None])
def test_setup_7_no_view_at_any_ply_tells_which_colours_another_holds(seat: int | None) -> None:
    one, other = dealt(WARM, MIXED, COLD), dealt(COLD, MIXED, WARM)
    assert one.state.supply == other.state.supply
    for ply in range(one.ply + 1):
        assert one.view(seat, ply).to_json() == other.view(seat, ply).to_json()


@rule(GAME, "setup.7")
def test_setup_7_the_owner_sees_the_own_holding() -> None:
    played = dealt(WARM, MIXED, COLD)
    for seat, hand in enumerate((WARM, MIXED, COLD)):
        view = played.view(seat)
        assert view.state.hands[seat] == hand
        assert view.log[seat].args == (seat, hand)


@rule(GAME, "setup.7")
def test_setup_7_a_spectator_sees_no_holding_and_owes_nothing() -> None:
    view = dealt(WARM, MIXED, COLD).view(None)
    assert view.state.hands == [("?",) * 10] * 3
    assert view.choices == ()
    assert "a secret seed" not in str(view.to_json())


@rule(GAME, "R-02", "setup.7")
def test_r_02_sizes_and_exchanges_are_public_but_not_the_holding() -> None:
    exchange = trade("red", "blue", 2)
    view = dealt(WARM, MIXED, COLD, actions=(exchange,)).view(1)
    assert view.log[-1] == exchange
    assert view.state.hands == [("?",) * 11, MIXED, ("?",) * 10]
    assert view.log[0] == Action(CHANCE, "deal", (0, ("?",) * 10))


@rule(GAME, "R-02")
def test_r_02_supplies_lines_values_and_the_running_build_are_public() -> None:
    s = dealt(WARM, MIXED, COLD, actions=(place("red", "E17"),)).state
    seen = game_for(3).view(s, 2)
    for part in ("lines", "supply", "value", "colour", "building", "todo"):
        assert getattr(seen, part) == getattr(s, part)


@rule(GAME, "end.3")
def test_end_3_the_log_too_shows_the_drawn_holdings_when_the_game_is_over() -> None:
    s = position(seats=3, red="R30")
    options = title(GAME).resolve({})
    header = Header(GAME, 1, (Seat("Ada"), Seat("Bo"), Seat("Cy")), options, "seed", s.to_json())
    played = Match(header, [place("red", "R28")])
    assert played.view(None).state.hands == [("?",) * 6] * 3
    played.play(finish())
    assert played.view(None).state.hands == s.hands
    deal = Action(CHANCE, "deal", (0, WARM))
    assert game_for(3).redact(deal, 2, over=True) == deal
    assert game_for(3).redact(deal, 2, over=False) != deal


def test_undo_takes_back_a_build_and_shows_nothing_new() -> None:
    played = dealt(WARM, MIXED, COLD)
    before = {seat: played.view(seat).to_json() for seat in (None, 0, 1, 2)}
    digest = played.state.digest()
    played.play(place("red", "E17"))
    played.play(place("red", "D16"))
    assert (played.undo(0), played.undo(0)) == (4, 3)
    assert {seat: played.view(seat).to_json() for seat in (None, 0, 1, 2)} == before
    assert played.state.digest() == digest


def test_undo_stops_at_the_deal() -> None:
    played = dealt(WARM, MIXED, COLD)
    with pytest.raises(CannotUndo) as caught:
        played.undo(0)
    assert caught.value.reason == "nothing"
    assert played.undoable() == []


def test_undo_stops_when_the_screens_are_put_aside() -> None:
    s = position(seats=3, red="R30")
    header = Header(GAME, 1, (Seat("Ada"), Seat("Bo"), Seat("Cy")), title(GAME).resolve({}), "seed", s.to_json())
    played = Match(header, [place("red", "R28")])
    assert played.undoable(0) == [0]
    played.play(finish())
    with pytest.raises(CannotUndo) as caught:
        played.undo(0)
    assert caught.value.reason == "revealed"


EXCHANGES = (
    trade("red", "blue", 2, seat=0),
    trade("blue", "yellow", 1, seat=1),
    trade("purple", "red", 2, seat=2),
    trade("blue", "black", 2, seat=0),
    trade("yellow", "brown", 2, seat=1),
    trade("blue", "red", 2, seat=2),
    trade("yellow", "purple", 1, seat=0),
)


@rule(GAME, "R-02")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_r_02_what_is_imagined_fits_all_that_is_public(seat: int | None) -> None:
    played = dealt(WARM, MIXED, COLD, actions=EXCHANGES)
    game, worlds = game_for(3), set()
    for n in range(60):
        for ply in range(played.ply + 1):
            view = played.view(seat, ply)
            world = game.imagine(view, Random(n))
            assert not list(game.audit(world))
            assert game.view(world, seat) == view.state
            drawn = [Counter(hand) for hand in world.hands]
            for action in reversed(view.log):
                if action.kind == "trade":
                    give, take, count = action.args
                    drawn[action.seat][take] -= count
                    drawn[action.seat][give] += 1
                    assert min(drawn[action.seat].values()) >= 0
            assert [hand.total() for hand in drawn] == [10 if owner < ply else 0 for owner in range(3)]
            if ply == played.ply:
                worlds.add(tuple(world.hands))
    assert len(worlds) > 30


@rule(GAME, "R-02")
def test_r_02_what_somebody_openly_took_and_kept_is_in_every_imagined_holding() -> None:
    took = (trade("yellow", "purple", seat=0), trade("black", "red", seat=1), trade("blue", "red", seat=2))
    played = dealt(WARM, MIXED, COLD, actions=(*took, trade("yellow", "purple", seat=0)))
    holdings = [game_for(3).imagine(played.view(1), Random(n)).hands for n in range(40)]
    assert all(hands[0].count("purple") >= 2 and "red" in hands[2] for hands in holdings)
    assert any("red" not in hands[0] for hands in holdings)
