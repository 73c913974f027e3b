"""Standing orders of 18xx games: what each does where its seat is asked, and what stops it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.orders import Asked, Decision, Order, Stop, decide, read_order

PRIVATES = ("SV", "CS", "DH", "MH", "CA", "BO")


def turn(match: Match) -> int:
    (seat,) = match.waiting()
    return seat


def do(match: Match, kind: str, *args: Any) -> int:
    """Let whoever is asked do something; returns who that was."""
    seat = turn(match)
    match.play(Action(seat, kind, args))
    return seat


def stock_round() -> Match:
    """1830 with three players in its first stock round; all privates are sold at face, B&O starts at 100."""
    header = new_header("1830", [Seat("Anna"), Seat("Ben"), Seat("Cleo")], {"seating": "free"}, seed="orders")
    match = Match(header)
    for private in PRIVATES:
        do(match, "buy_private_at_face", private)
    do(match, "set_par", "B&O", 100)
    assert match.state.round == "stock"
    return match


def asked(match: Match, seat: int, given: int, then: int | None = None, acts: tuple[Action, ...] = ()) -> Asked[Any]:
    now = match.view(seat)

    def past(ply: int) -> Any:
        return replace(now, state=match.at(ply), choices=(), log=now.log[:ply])

    last = given if then is None else then
    return Asked(now, past(last), past(given), acts, bool(acts) and match.log[-1] is acts[-1])


def order(match: Match, seat: int, kind: str, **args: Any) -> Order:
    return read_order(match.view(seat), kind, args)


def key(decision: Decision) -> str:
    assert isinstance(decision, Stop), decision
    return decision.key


def test_a_seat_passes_until_somebody_buys_into_its_company() -> None:
    match = stock_round()
    first = do(match, "par", "PRR", 67)
    given = match.ply
    second = turn(match)
    assert second != first
    passing = order(match, first, "pass", rounds=5)
    assert decide(passing, asked(match, second, given)) == Action(second, "pass_turn")
    do(match, "buy", "PRR", "bank", 10)
    do(match, "pass_turn")
    assert turn(match) == first
    seen = asked(match, first, given)
    assert decide(passing, seen) == Stop("stop.bought", {"seat": second, "company": "PRR"})
    quiet = {f"stop_{name}": False for name in ("sold", "bought", "danger", "dump")}
    assert decide(order(match, first, "pass", **quiet), seen) == Action(first, "pass_turn")
    later = asked(match, first, match.ply)
    assert decide(passing, later) == Action(first, "pass_turn"), "what was before the order does not stop it"


@pytest.mark.parametrize(("rounds", "over"), [(1, True), (2, False)])
def test_passing_ends_with_its_rounds(rounds: int, over: bool) -> None:
    match = stock_round()
    seat = turn(match)
    passing = order(match, seat, "pass", rounds=rounds)
    given = match.ply
    while match.state.stock_rounds == 1:
        do(match, "pass_turn")
    assert match.state.round == "stock", "nothing floats, so the next stock round follows"
    decision = decide(passing, asked(match, turn(match), given))
    assert (decision == Stop("stop.rounds", {"count": rounds}, done=True)) is over


def test_who_has_begun_to_trade_by_hand_ends_the_turn_by_hand() -> None:
    match = stock_round()
    seat = turn(match)
    passing = order(match, seat, "pass")
    do(match, "par", "PRR", 67)
    if turn(match) == seat:
        assert decide(passing, asked(match, seat, match.ply)) is None


def buying(match: Match, seat: int, **args: Any) -> Order:
    return order(match, seat, "buy", company="PRR", **args)


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ({"price": 67}, "buy"),
        ({"price": 66}, "stop.dear"),
        ({"price": 67, "source": "pool"}, "stop.none"),
        ({"price": 67, "source": "bank"}, "buy"),
    ],
)
def test_shares_are_bought_while_they_cost_no_more_than_so_much(args: Mapping[str, Any], wanted: str) -> None:
    match = stock_round()
    first = do(match, "par", "PRR", 67)
    if turn(match) == first:
        do(match, "pass_turn")
    seat = turn(match)
    decision = decide(buying(match, seat, **args), asked(match, seat, match.ply))
    assert (decision.kind if isinstance(decision, Action) else key(decision)) == wanted


def test_shares_are_bought_one_a_turn_until_there_are_enough() -> None:
    match = stock_round()
    first = do(match, "par", "PRR", 67)
    if turn(match) == first:
        do(match, "pass_turn")
    seat, given = turn(match), match.ply
    wanted = buying(match, seat, price=100, count=1)
    first_one = decide(wanted, asked(match, seat, given))
    assert first_one == Action(seat, "buy", ("PRR", "bank", 10))
    match.play(first_one)
    acts = (match.log[-1],)
    if turn(match) == seat:
        assert decide(wanted, asked(match, seat, given, match.ply, acts)) == Action(seat, "pass_turn")
        do(match, "pass_turn")
    while turn(match) != seat:
        do(match, "pass_turn")
    done = decide(wanted, asked(match, seat, given, given + 1, acts))
    assert done == Stop("stop.bought_all", {"count": 1, "company": "PRR"}, done=True)


def test_a_bid_is_the_least_that_is_needed_and_never_more_than_allowed() -> None:
    match = Match(new_header("1830", [Seat("A"), Seat("B"), Seat("C")], {"seating": "free"}, seed="bids"))
    seat = turn(match)
    bidding = order(match, seat, "bid", private="CA", price=170)
    assert decide(bidding, asked(match, seat, 0)) == Action(seat, "bid", ("CA", 165))
    do(match, "bid", "CA", 166)
    other = turn(match)
    assert decide(bidding, asked(match, other, 0)) == Action(other, "pass_turn"), "171 would be too much"
    strict = order(match, other, "bid", private="CA", price=170, wait=False)
    assert decide(strict, asked(match, other, 0)) == Stop("stop.bid_over", {"private": "CA", "price": 171})
    patient = order(match, seat, "bid", private="SV", price=20)
    assert decide(patient, asked(match, other, 0)) == Action(other, "buy_private_at_face", ("SV",))


def test_what_a_game_does_not_know_any_more_stops() -> None:
    match = stock_round()
    assert key(decide(Order("fly"), asked(match, turn(match), match.ply))) == "stop.unknown"


def test_every_reason_and_every_field_has_words() -> None:
    from stellwerk.core.registry import titles
    from stellwerk.eighteen.orders import STOPS

    for title in titles().values():
        game = title.game(title.seats[-1])
        for kind in game.order_kinds:
            assert title.texts.has(f"order.{kind.id}.name"), (title.id, kind.id)
        if game.order_kinds:
            assert all(title.texts.has(f"stop.{name}") for name in ("unknown", "illegal"))
    shared = titles()["1830"].texts
    assert all(shared.has(f"order.stop.{name}") for name in STOPS)
