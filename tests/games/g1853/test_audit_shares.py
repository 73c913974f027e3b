"""Positions whose shares no play of 1853 can lead to are told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stellwerk.eighteen.shares import move_certificates
from tests.games.g1853.positions import India, table


def stock() -> India:
    return table(4).started("EIR", {0: 30, 1: 20}).managed("GIP", (1, 2), pool=40).unstarted("MSM", {3: 20}).stock()


def set_director(t: India) -> None:
    t.s.director["GIP"] = 1


def no_director(t: India) -> None:
    del t.s.director["EIR"]


def unstarted_director(t: India) -> None:
    t.s.director["MSM"] = 3


def less_than_another(t: India) -> None:
    move_certificates(t.s, "EIR", 4, 1, (10, 10))


def two_without_director(t: India) -> None:
    move_certificates(t.s, "GIP", 4, 1, (10,))


def certificate_in_the_pool_too_early(t: India) -> None:
    move_certificates(t.s, "MSM", 4, 5, (20,))


def due_but_not_started(t: India) -> None:
    move_certificates(t.s, "MSM", 4, 3, (10, 10, 10))


def started_too_early(t: India) -> None:
    move_certificates(t.s, "EIR", 1, 4, (10,))


def marker_of_one_not_started(t: India) -> None:
    t.s.cell["MSM"], t.s.arrival["MSM"] = (0, 9), 1


def never_held(t: India) -> None:
    t.mine.held_since["EIR"] = (0, 1, 0, 0)


def held_at_once(t: India) -> None:
    t.mine.held_since["EIR"] = (1, 1, 0, 0)


def held_in_the_future(t: India) -> None:
    t.mine.held_since["EIR"] = (1, 9999, 0, 0)


def unpaid_of_nothing(t: India) -> None:
    t.mine.unredeemed["EIR"] = (0, 0, 1, 0)


def contract_later(t: India) -> None:
    t.mine.from_contract["EIR"] = (1, 0, 0, 0)


def missed_later(t: India) -> None:
    t.mine.missed = ((0, "EIR"),)


def remembered_beside_a_director(t: India) -> None:
    t.mine.led["EIR"] = 1


def no_such_seat(t: India) -> None:
    t.mine.led["GIP"] = 7


def no_such_buyer(t: India) -> None:
    t.mine.last_buyer = 4


def just_started_but_not(t: India) -> None:
    t.mine.just_started = ("MSM",)


def second_group_early(t: India) -> None:
    t.mine.named = ("EIR", "GIP")


def certificate_alone(t: India) -> None:
    t.s.shares["GIP"] = ((), (10,), (10,), (), (10,) * 6, (20,))


def rows_too_short(t: India) -> None:
    t.mine.unredeemed["EIR"] = (0, 0)


WRONG = [
    set_director,
    no_director,
    unstarted_director,
    less_than_another,
    two_without_director,
    certificate_in_the_pool_too_early,
    due_but_not_started,
    started_too_early,
    marker_of_one_not_started,
    never_held,
    held_at_once,
    held_in_the_future,
    unpaid_of_nothing,
    contract_later,
    missed_later,
    remembered_beside_a_director,
    no_such_seat,
    no_such_buyer,
    just_started_but_not,
    second_group_early,
    certificate_alone,
    rows_too_short,
]


@pytest.mark.parametrize("spoil", WRONG, ids=lambda spoil: spoil.__name__)
def test_a_doctored_position_is_told(spoil: Callable[[India], None]) -> None:
    t = stock().sound()
    spoil(t)
    assert list(t.game.audit(t.s))


def test_no_company_has_started_in_the_first_round() -> None:
    t = table(4).started("EIR", {0: 30, 1: 20}).first_round()
    assert list(t.game.audit(t.s))


def test_only_contracts_are_unpaid_in_the_first_round() -> None:
    t = table(4).unstarted("EIR", {0: 20}).contract("EIR", 0, 1, unpaid=1).first_round().sound()
    t.unpaid("EIR", 0, 2)
    assert list(t.game.audit(t.s))


def test_positions_come_back_from_json() -> None:
    t = stock()
    t.mine.led, t.mine.last_buyer = {"GIP": 3}, 2
    t.sound()
    assert type(t.s).from_json(t.s.to_json()).digest() == t.s.digest()
