"""What tests of operating rounds share: letting companies pass, and small networks on the real board."""

from __future__ import annotations

from tests.games.g1830.positions import Table, act

PASSES = {"lay_track": "pass_track", "place_station": "pass_station", "buy_trains": "pass_trains"}


def boss(t: Table, company: str) -> int:
    return t.s.director[company]


def go_on(t: Table) -> Table:
    """The acting company does as little as it may in the step on top of the stack."""
    step, who = t.turn
    if step == "run_trains":
        (choice,) = [choice for choice in t.choices() if choice.kind == "run"]
        return t.play(next(choice.actions()))
    if step == "pay_dividend":
        return t.play(act(boss(t, str(who)), "withhold"))
    return t.play(act(boss(t, str(who)), PASSES[step]))


def to(t: Table, *steps: str) -> Table:
    """Go on until the stack shows one of these steps."""
    while t.turn[0] not in steps:
        t = go_on(t)
    return t


def order(t: Table) -> list[str]:
    """The companies that act from here to the end of the operating round, when all do as little as they may."""
    acted, begun = [], (t.s.stock_rounds, t.s.set_round)
    while t.s.todo and t.s.round == "operating" and (t.s.stock_rounds, t.s.set_round) == begun:
        if t.turn[0] == "lay_track":
            acted.append(str(t.turn[1]))
        t = go_on(t)
    return acted


def round_over(t: Table) -> Table:
    """All companies do as little as they may, until another round begins or the game ends."""
    begun = (t.s.stock_rounds, t.s.set_round)
    while t.s.todo and t.s.round == "operating" and (t.s.stock_rounds, t.s.set_round) == begun:
        t = go_on(t)
    return t


def stock_round_over(t: Table) -> Table:
    """All players pass."""
    while t.s.round == "stock":
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    return t
