"""Playing through turns in which nothing special happens."""

from __future__ import annotations

from tests.games.g1830.positions import Table, act

IDLE = {"lay_track": "pass_track", "place_station": "pass_station", "buy_trains": "pass_trains"}


def idle_step(t: Table) -> Table:
    """One step of a company's turn in which it does as little as it may: it runs and withholds, but builds nothing."""
    step = t.turn[0]
    choice = t.choices()[0]
    if step == "run_trains":
        ((hole,),) = t.offers("run")
        return t.play(act(choice.seat, "run", hole.best().routes))
    return t.play(act(choice.seat, IDLE.get(step, "withhold")))


def idle_turn(t: Table) -> Table:
    """The rest of the turn of the company that is acting."""
    acting = t.s.acted[-1]
    now = (t.s.set_round, t.s.acted)
    while t.s.round == "operating" and t.s.todo and (t.s.set_round, t.s.acted) == now:
        assert t.s.acted[-1] == acting
        t = idle_step(t)
    return t


def idle_set(t: Table) -> Table:
    """The rest of the set of operating rounds."""
    while t.s.round == "operating" and t.s.todo:
        t = idle_turn(t)
    return t


def all_pass(t: Table) -> Table:
    """The rest of a stock round in which nobody does anything any more."""
    number = t.s.stock_rounds
    while t.s.round == "stock" and t.s.stock_rounds == number:
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    return t
