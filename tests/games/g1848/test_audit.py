"""Positions that no game of 1848 can reach are refused, whatever is wrong with them, and never break the audit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest

from stellwerk.games.g1848.state import State1848
from tests.games.g1848.positions import England, table


def running() -> England:
    """VR in its turn with a loan, NSW beside it, and three players."""
    t = table(3).phase("3").opened("VR", par=80, shares={0: 60, 1: 20}).home("VR").cash({"VR": 300})
    return t.opened("NSW", par=90, shares={1: 60}).home("NSW").loans("VR", 1).operating("VR", "buy_trains")


def test_the_position_itself_is_sound() -> None:
    running().sound()


def lend(company: str, count: int) -> Callable[[England], None]:
    def change(t: England) -> None:
        t.lent[company] = count

    return change


def set_par(t: England) -> None:
    t.s.par["BOE"] = 7


def count_payments(t: England) -> None:
    t.s.payments = 10**9


def stand_still(t: England) -> None:
    t.s.ending = "standstill"


WRONG: dict[str, tuple[Callable[[England], None], str]] = {
    "a loan to nobody": (lend("XX", 1), "loans: there is no 'XX'"),
    "a loan to the lender": (lend("BOE", 1), "loans: there is no 'BOE'"),
    "a loan to a player": (lend("P0", 1), "loans: there is no 'P0'"),
    "no loan": (lend("NSW", 0), "loans: there is no 0"),
    "more than there are": (lend("NSW", 20), "there are 20 loans"),
    "another first price": (set_par, "the shares of BOE begin at the first price"),
    "endless payments": (count_payments, "payments cannot be"),
    "an end that comes at once": (stand_still, "ending: there is no 'standstill'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_impossible_position_is_told_by_the_law_that_it_breaks(name: str) -> None:
    change, told = WRONG[name]
    t = running()
    change(t)
    found = list(t.game.audit(t.s))
    assert any(problem.startswith(told) for problem in found), found


@pytest.mark.parametrize("field", ["cash", "shares", "trains", "markers", "depot", "supply", "par", "cell", "arrival"])
def test_a_table_that_lacks_a_name_is_refused_and_breaks_nothing(field: str) -> None:
    for name in list(getattr(running().s, field)):
        t = running()
        del getattr(t.s, field)[name]
        assert list(t.game.audit(t.s))


TYPED = {"tiles": ("57", 0), "bids": ((0, 1),), "stations": ((),), "rights": "P0"}
"""What a field holds by name that is empty in this position: its type is known before an audit looks."""


def test_nonsense_in_any_field_is_refused_and_breaks_nothing() -> None:
    unheld = set()
    for field in fields(State1848):
        t = running()
        value = getattr(t.s, field.name)
        item = next(iter(value.values()), TYPED.get(field.name, 0)) if isinstance(value, dict) else ()
        nonsense = {int: -7, bool: True, str: "nonsense", tuple: ("nonsense",), dict: {"nonsense": item}, list: []}
        setattr(t.s, field.name, nonsense[type(value)])
        if field.compare and type(value) is not bool and not list(t.game.audit(t.s)):
            unheld.add(field.name)
    assert unheld == set()
