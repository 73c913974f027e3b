"""Table 3, 3.1.2 and 3.2.3: how much a player may hold."""

from __future__ import annotations

import pytest

from stellwerk.eighteen.shares import certificates, move_certificates
from tests.games.g1853.positions import GAME, India, act, fresh, table
from tests.marks import rule

TABLE_3 = {3: (730, 60, 21, 60), 4: (570, 60, 16, 50), 5: (570, 50, 13, 50), 6: (510, 40, 11, 40)}
"""By number of players: starting money, per cents of a company, certificates, per cents that start a company."""


def crowded(seats: int, total: int) -> India:
    """Seat 0 holds so many certificates that count, no company up to its limit: singles of companies of others."""
    t, left = table(seats), total
    for company in ("EIR", "GIP", "NWR", "BNR", "BBCI", "MSM"):
        mine = min(left, 2)
        shares = {1: 30, 2: 30} if not mine else {0: 10 * mine, 1: 30, 2: 30}
        t.mine.small = ("BBCI",)
        t.started(company, shares, director=1)
        left -= mine
    if left:
        t.started("SIR", {0: 10 * left, 1: 40, 2: 20}, director=1)
    assert certificates(t.game.rules, t.s, 0) == total
    return t.cash({0: 1000}).stock()


@rule(GAME, "T3")
@pytest.mark.parametrize("seats", TABLE_3)
def test_table_3(seats: int) -> None:
    t = fresh(seats)
    capital, holding, limit, start = TABLE_3[seats]
    assert (t.money(0), t.numbers.holding_percent) == (capital, holding)
    assert (t.numbers.certificate_limit, t.numbers.float_percent) == (limit, start)


@rule(GAME, "T3", "3.1.2b")
def test_five_players_hold_five_shares_of_a_company_at_most() -> None:
    t = table(5).started("EIR", {0: 50, 1: 20}).stock()
    t.refused(act(0, "buy", "EIR", "bank", 10), "3.1.2b", company="EIR", held=50)
    assert (
        table(5).started("EIR", {0: 40, 1: 20}).stock().play(act(0, "buy", "EIR", "bank", 10)).holding("EIR", 0) == 50
    )


@rule(GAME, "3.1.2b")
def test_the_certificate_and_two_are_four_shares_of_six_players() -> None:
    t = table(6).started("EIR", {0: 40}).stock()
    assert t.s.shares["EIR"][0] == (20, 10, 10)
    t.refused(act(0, "buy", "EIR", "bank", 10), "3.1.2b", held=40)


@rule(GAME, "R-17")
def test_a_directors_certificate_is_two_shares_but_one_certificate() -> None:
    t = table(4).started("EIR", {0: 60}).stock()
    assert (t.holding("EIR", 0), certificates(t.game.rules, t.s, 0)) == (60, 5)
    t.refused(act(0, "buy", "EIR", "bank", 10), "3.1.2b", held=60)


@rule(GAME, "3.1.2a", "T3")
@pytest.mark.parametrize(("seats", "limit"), [(6, 11), (5, 13)])
def test_the_limit_of_all_certificates(seats: int, limit: int) -> None:
    """One below the limit a share may be bought, at it none."""
    t = crowded(seats, limit - 1)
    after = t.play(act(0, "buy", "ECR", "bank", 10))
    assert certificates(after.game.rules, after.s, 0) == limit
    crowded(seats, limit).refused(act(0, "buy", "ECR", "bank", 10), "3.1.2a", held=limit, limit=limit)


@rule(GAME, "3.1.2c")
def test_cheap_shares_are_exempt() -> None:
    """At 40 a seventh share may be bought, at 49, the next price, it may not."""
    at_40 = table(4).started("EIR", {0: 60}, pool=10, price=40).stock()
    assert at_40.play(act(0, "buy", "EIR", "pool", 10)).holding("EIR", 0) == 70
    at_49 = table(4).started("EIR", {0: 60}, pool=10, price=49).stock()
    at_49.refused(act(0, "buy", "EIR", "pool", 10), "3.1.2b")
    full = crowded(6, 11).started("ECR", {1: 40}, price=40, director=1).stock()
    assert full.play(act(0, "buy", "ECR", "bank", 10)).holding("ECR", 0) == 10


@rule(GAME, "3.2.3b")
def test_an_ex_director_over_the_limit_sells_in_his_next_turn() -> None:
    """Eleven are allowed; B's purchase makes twelve of A's eleven certificates."""
    t = crowded(6, 9).started("SIR", {0: 30, 1: 30}, director=0).cash({1: 500}).stock(1)
    assert certificates(t.game.rules, t.s, 0) == 11
    t.s.priority = 0
    t = _make_room(t, 1).play(act(1, "buy", "SIR", "bank", 10))
    assert (t.s.director["SIR"], certificates(t.game.rules, t.s, 0)) == (1, 12)
    t = t.stock(0)
    t.refused(act(0, "pass_turn"), "3.2.3b", held=12, limit=11)
    t.refused(act(0, "buy", "ECR", "bank", 10), "3.2.3b")
    assert t.play(act(0, "sell", "SIR", 10)).may(act(0, "pass_turn"))


def _make_room(t: India, seat: int) -> India:
    """A seat keeps of the companies that it directs only the director's certificates."""
    for company in ("EIR", "GIP", "NWR", "BNR", "BBCI", "MSM"):
        singles = t.s.shares[company][seat].count(10)
        move_certificates(t.s, company, seat, t.game.rules.pool_index, (10,) * singles)
        singles = t.s.shares[company][2].count(10)
        move_certificates(t.s, company, 2, t.game.rules.pool_index, (10,) * (singles - 1))
    return t


@rule(GAME, "3.2.3c")
def test_nobody_exceeds_the_limit_to_become_director() -> None:
    """A has 11 of 11 certificates and would be director of SIR, with ten, after buying."""
    t = crowded(6, 8).started("SIR", {1: 30, 0: 30}, director=1).stock()
    assert certificates(t.game.rules, t.s, 0) == 11
    t.refused(act(0, "buy", "SIR", "bank", 10), "3.2.3c", held=11, limit=11)


@rule(GAME, "R-61")
def test_a_price_above_40_counts_again() -> None:
    """Eight shares were bought at 40; at 49 the owner sells down to six before he passes or buys."""
    t = table(4).started("EIR", {0: 80}, price=49).stock()
    t.refused(act(0, "pass_turn"), "R-61", company="EIR", held=80)
    t.refused(act(0, "buy", "GIP", "bank", 10), "R-61")
    once = t.play(act(0, "sell", "EIR", 10))
    once.refused(act(0, "pass_turn"), "R-61", held=70)
    assert once.play(act(0, "sell", "EIR", 10)).may(act(0, "pass_turn"))
    assert t.play(act(0, "sell", "EIR", 20), act(0, "buy", "GIP", "bank", 10)).holding("GIP", 0) == 10
