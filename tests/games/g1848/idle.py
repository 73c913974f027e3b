"""Playing through turns in which nothing special happens."""

from __future__ import annotations

from typing import Final

from tests.games.g1848.positions import England, act

PASSES: Final = {
    "trade_shares": "pass_turn",
    "lay_track": "pass_track",
    "place_station": "pass_station",
    "pay_dividend": "withhold",
    "buy_trains": "pass_trains",
}


def go_on(t: England) -> England:
    """Whoever is to act does as little as may be: it runs and keeps, but builds and buys nothing."""
    seat, step = t.game.owing(t.s)[0], t.turn[0]
    if step == "run_trains":
        ((hole,),) = t.offers("run")
        return t.play(act(seat, "run", hole.best().routes))
    return t.play(act(seat, PASSES[step]))


def turn_over(t: England) -> England:
    """The rest of the turn of the company that is acting."""
    now = (t.s.stock_rounds, t.s.set_round, t.s.acted)
    while t.s.todo and t.s.round == "operating" and (t.s.stock_rounds, t.s.set_round, t.s.acted) == now:
        t = go_on(t)
    return t


def round_over(t: England) -> England:
    """The rest of an operating round."""
    now = (t.s.stock_rounds, t.s.set_round)
    while t.s.todo and t.s.round == "operating" and (t.s.stock_rounds, t.s.set_round) == now:
        t = go_on(t)
    return t


def series(t: England) -> tuple[England, list[int]]:
    """The rest of a series of operating rounds, and the numbers of the rounds that were played, this one included."""
    played = []
    while t.s.todo and t.s.round == "operating":
        played.append(t.s.set_round)
        t = round_over(t)
    return t, played


def all_pass(t: England) -> England:
    """The rest of a stock round in which nobody does anything any more."""
    number = t.s.stock_rounds
    while t.s.round == "stock" and t.s.stock_rounds == number:
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    return t
