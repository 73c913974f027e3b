"""What tests of buying trains share: a company with $3000 without a route, in any scenario."""

from __future__ import annotations

from stellwerk.core.action import Action
from tests.games.g1830.positions import Table, act, table

PASS = act(0, "pass_trains")


def buying(phase: str, *trains: str, preset: str = "classic", **options: str) -> Table:
    """NYC (seat 0) owns these trains, B&O (seat 1) none; neither has a route. NYC buys trains."""
    t = table(4, preset, **options).phase(phase)
    t = t.opened("NYC", par=67, shares={0: 60}).opened("B&O", par=71, shares={1: 60}).home("NYC").home("B&O")
    return t.trains("NYC", *trains).cash({"NYC": 3000, "B&O": 0}).operating("NYC", "buy_trains")


def buy(source: str, train: str, price: int) -> Action:
    return act(0, "buy_train", source, train, price)


def trade_in(old: str, train: str = "D") -> Action:
    return act(0, "trade_in", old, train)


def bank_sells(t: Table) -> dict[str, int]:
    """What the bank offers the company on turn, with prices."""
    return dict(t.offers("buy_train", "bank"))
