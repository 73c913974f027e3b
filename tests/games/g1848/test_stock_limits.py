"""XIII: how many certificates a player may own, and how much of one company."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

LIMITS = {
    3: (20, 18, 16, 14, 12, 10, 10),
    4: (17, 15, 13, 11, 10, 9, 9),
    5: (14, 13, 12, 10, 9, 8, 8),
    6: (12, 11, 10, 9, 8, 7, 7),
}


def crowd(t: England, count: int) -> England:
    """Seat 0 holds so many certificates of companies that seat 1 directs; FT is to be bought."""
    for company in ("CAR", "QR", "NSW"):
        held = min(count, 5)
        count -= held
        t.opened(company, par=100, shares={0: 10 * held, 1: 50}, pool=10 if held < 5 else 0, director=1)
    t.england({0: 10 * count})
    return t.opened("FT", par=70, shares={2: 60}).stock()


@rule("1848", "XIII.limit.1", "XIII.limit.2", "VI.rec.8")
@pytest.mark.parametrize(("seats", "failed"), [(seats, failed) for seats in LIMITS for failed in range(5)])
def test_the_table_of_limits(seats: int, failed: int) -> None:
    """One certificate below the limit one may buy, at the limit not. Seat 2 has led the companies that failed."""
    limit = LIMITS[seats][failed]
    for held in (limit - 1, limit):
        t = table(seats)
        for company in ("VR", "WA", "SAR", "COM")[:failed]:
            t.failed(company, 2)
        t = crowd(t, held)
        if held < limit:
            assert t.play(act(0, "buy", "FT", "bank", 10)).holding("FT", 0) == 10
        else:
            t.refused(act(0, "buy", "FT", "bank", 10), "XIII.limit.2", held=limit, limit=limit)


@rule("1848", "XIII.limit.1")
@pytest.mark.parametrize(
    ("seats", "failed", "limit"), [(3, 5, 10), (4, 5, 9), (5, 5, 8), (6, 5, 7), (6, 6, 7), (5, 6, 8)]
)
def test_with_five_or_more_in_receivership_the_last_column_holds(seats: int, failed: int, limit: int) -> None:
    t = table(seats)
    for company in ("VR", "WA", "SAR", "COM", "NSW", "CAR")[:failed]:
        t.failed(company, 2)
    t = t.opened("QR", par=100, shares={0: 40, 1: 60}, director=1).england({0: 10 * (limit - 4)})
    t = t.opened("FT", par=70, shares={2: 60}).stock()
    t.refused(act(0, "buy", "FT", "bank", 10), "XIII.limit.2", held=limit, limit=limit)


@rule("1848", "XIII.limit.2", "R-39")
def test_shares_of_the_bank_of_england_count() -> None:
    """Six players: ten of companies and two of the BoE are twelve; the thirteenth is refused."""
    t = crowd(table(6), 10).england({0: 20}).stock()
    t.refused(act(0, "buy", "FT", "bank", 10), "XIII.limit.2", held=12, limit=12)
    t.refused(act(0, "buy", "BOE", "pool", 10), "XIII.limit.2", held=12, limit=12)


@rule("1848", "XIII.limit.3", "V.gen.3")
def test_privates_do_not_count() -> None:
    """Twelve and three privates are not above the limit: one may pass; with eleven one may buy."""
    t = crowd(table(6).private("P1", 0).private("P2", 0).private("P3", 0), 12)
    t.refused(act(0, "buy", "FT", "bank", 10), "XIII.limit.2", held=12, limit=12)
    assert t.play(act(0, "pass_turn")).turn == ("trade_shares", 1)
    less = crowd(table(6).private("P1", 0).private("P2", 0).private("P3", 0), 11)
    assert less.play(act(0, "buy", "FT", "bank", 10)).holding("FT", 0) == 10


@rule("1848", "XIII.limit.4", "VI.gen.3")
def test_a_directors_certificate_counts_as_one() -> None:
    """Five players, 13 certificates of which one is a director's (14 tenths): one more is legal, then no other."""
    t = table(5).opened("VR", par=100, shares={0: 60}).opened("QR", par=100, shares={0: 40, 1: 60})
    t = t.england({0: 40}).opened("FT", par=70, shares={2: 60}).stock()
    after = t.play(act(0, "buy", "FT", "bank", 10))
    assert after.holding("FT", 0) == 10
    after = after.play(act(1, "pass_turn"), act(2, "pass_turn"), act(3, "pass_turn"), act(4, "pass_turn"))
    after.refused(act(0, "buy", "FT", "bank", 10), "XIII.limit.2", held=14, limit=14)


@rule("1848", "XIII.limit.5", "R-20")
def test_who_loses_a_directors_certificate_and_is_above_the_limit_must_sell() -> None:
    """Six players: 12, of which one is SAR's director's. Seat 1 takes SAR over: 13, and one must go first."""
    t = table(6).opened("SAR", par=70, shares={0: 30, 1: 30}, director=0).england({0: 60})
    t = t.opened("VR", par=70, shares={0: 40, 1: 40}, director=1).stock(turn=1)
    t = t.play(act(1, "buy", "SAR", "bank", 10))
    assert (t.s.director["SAR"], t.s.shares["SAR"][0]) == (1, (10, 10, 10))
    for seat in (2, 3, 4, 5):
        t = t.play(act(seat, "pass_turn"))
    t.refused(act(0, "pass_turn"), "XIII.limit.5", held=13, limit=12)
    t.refused(act(0, "buy", "BOE", "pool", 10), "XIII.limit.5", held=13, limit=12)
    for company in ("SAR", "VR", "BOE"):
        after = t.play(act(0, "sell", company, 10))
        assert after.play(act(0, "pass_turn")).turn == ("trade_shares", 1)


@rule("1848", "XIII.limit.5")
def test_the_limit_forces_nobody_out_of_turn() -> None:
    """Above the limit seat 0 may wait until it is on turn, while others act."""
    t = table(6).opened("SAR", par=70, shares={0: 30, 1: 30}, director=0).england({0: 60})
    t = t.opened("VR", par=70, shares={0: 40, 1: 40}, director=1).stock(turn=1)
    after = t.play(act(1, "buy", "SAR", "bank", 10))
    assert after.turn == ("trade_shares", 2)


@rule("1848", "XIII.limit.6")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_60_percent_of_a_company_with_four_to_six_players(seats: int) -> None:
    t = table(seats).opened("VR", par=70, shares={0: 60}, pool=10).stock()
    for source in ("bank", "pool"):
        t.refused(act(0, "buy", "VR", source, 10), "XIII.limit.6", company="VR", held=60)
    less = table(seats).opened("VR", par=70, shares={0: 50}, pool=10).stock()
    assert less.play(act(0, "buy", "VR", "pool", 10)).holding("VR", 0) == 60


@rule("1848", "XIII.limit.7")
def test_70_percent_with_three_players() -> None:
    t = table(3).opened("VR", par=70, shares={0: 60}).stock()
    assert t.play(act(0, "buy", "VR", "bank", 10)).holding("VR", 0) == 70
    table(3).opened("VR", par=70, shares={0: 70}).stock().refused(
        act(0, "buy", "VR", "bank", 10), "XIII.limit.6", company="VR", held=70
    )


@rule("1848", "R-40", "XIII.limit.6", "XIII.limit.7")
@pytest.mark.parametrize(("seats", "most"), [(3, 70), (4, 60), (5, 60), (6, 60)])
def test_the_same_bound_holds_for_the_bank_of_england(seats: int, most: int) -> None:
    t = table(seats).england({0: most}).stock()
    t.refused(act(0, "buy", "BOE", "pool", 10), "XIII.limit.6", company="BOE", held=most)
    assert table(seats).england({0: most - 10}).stock().play(act(0, "buy", "BOE", "pool", 10)).money("BOE") == 2000


@rule("1848", "XIII.limit.6")
def test_with_60_percent_a_player_is_not_over_the_limit() -> None:
    t = table(4).opened("VR", par=70, shares={0: 60}).stock()
    assert all_pass(t).s.round == "operating"
