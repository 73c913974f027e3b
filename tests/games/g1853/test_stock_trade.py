"""3.1: what is on sale, and what shares cost."""

from __future__ import annotations

from tests.games.g1853.positions import GAME, act, fresh, game_for, table
from tests.marks import rule

SINGLES = ("EIR", "GIP", "NWR", "BNR", "BBCI", "MSM", "SIR", "ECR")


@rule(GAME, "1.shares.1", "1.companies.1")
def test_nine_certificates_make_ten_shares() -> None:
    """In a game of three all eight companies are there, each with one certificate of two shares and eight of one."""
    t = fresh(3)
    assert tuple(t.s.shares) == SINGLES
    for held in t.s.shares.values():
        assert held == ((), (), (), (20,) + (10,) * 8, ())


@rule(GAME, "1.board.4", "3.3.2b")
def test_a_company_that_has_just_started_is_worth_its_start_price() -> None:
    for company, par in zip(SINGLES, (100, 96, 92, 88, 84, 80, 75, 70), strict=True):
        t = table(4).cash({0: 500}).unstarted(company, {0: 40})
        t.mine.small = ("BBCI",)
        after = t.play(act(0, "buy", company, "bank", 10))
        assert after.price(company) == par
        assert (after.s.cash[company], after.money(0)) == (10 * par, 500 - par)


@rule(GAME, "3.1.4")
def test_the_bank_sells_at_par() -> None:
    """Par 100, market 200."""
    t = table(4).started("EIR", {0: 30, 1: 30}, price=200).stock(2)
    assert t.play(act(2, "buy", "EIR", "bank", 10)).money(2) == 570 - 100
    t.cash({2: 99}).refused(act(2, "buy", "EIR", "bank", 10), "3.1.4", cost=100, cash=99)


@rule(GAME, "3.1.5a", "3.1.7a", "R-21")
def test_the_pool_trades_at_the_market_price_which_stays() -> None:
    t = table(4).started("EIR", {0: 40, 1: 30}, price=122).stock()
    sold = t.play(act(0, "sell", "EIR", 20))
    assert (sold.in_pool("EIR"), sold.money(0), sold.price("EIR")) == (20, 570 + 2 * 122, 122)
    bought = sold.play(act(0, "pass_turn"), act(1, "pass_turn"), act(2, "buy", "EIR", "pool", 10))
    assert (bought.money(2), bought.in_pool("EIR"), bought.price("EIR")) == (570 - 122, 10, 122)
    sold.play(act(0, "pass_turn")).cash({1: 121}).refused(
        act(1, "buy", "EIR", "pool", 10), "3.1.7a", cost=122, cash=121
    )


@rule(GAME, "3.1.5a")
def test_only_shares_that_one_has_are_sold() -> None:
    t = table(4).started("EIR", {0: 20, 1: 30}).stock()
    for amount in (30, 0, -10, 5):
        t.refused(act(0, "sell", "EIR", amount), "3.1.5a", held=20)


@rule(GAME, "3.1.7b", "3.1.8a")
def test_without_a_market_price_the_pool_trades_at_par() -> None:
    """MSM has not started in the second round: 80 into the pool and out of it."""
    t = table(4).unstarted("MSM", {0: 20, 1: 10}).stock()
    sold = t.play(act(0, "sell", "MSM", 20))
    assert (sold.money(0), sold.in_pool("MSM")) == (570 + 160, 20)
    bought = sold.play(act(0, "pass_turn"), act(1, "buy", "MSM", "pool", 10))
    assert (bought.money(1), bought.holding("MSM", 1), "MSM" in bought.s.floated) == (570 - 80, 20, False)


@rule(GAME, "3.1.3a", "3.1.10", "R-19")
def test_companies_of_no_bid_wait_for_those_of_the_bids() -> None:
    """EIR is the only company of the bids. One of its shares is with the bank: MSM waits; then it is on sale."""
    t = table(4).started("EIR", {0: 40, 1: 20}, pool=30)
    t.mine.named = ("EIR",)
    t = t.stock(2)
    assert t.offers("buy", "MSM") == []
    t.refused(act(2, "buy", "MSM", "bank", 10), "3.1.3a", company="MSM", left=1)
    t = t.play(act(2, "buy", "EIR", "bank", 10))
    assert t.in_pool("EIR") == 30
    assert ("bank", 10) in t.play(act(3, "buy", "SIR", "bank", 10)).offers("buy", "MSM", seat=0)


@rule(GAME, "3.1.3b")
def test_then_all_others_are_on_sale_in_any_order() -> None:
    t = table(4).started("EIR", {0: 60, 1: 40})
    t.mine.named = ("EIR",)
    t = t.stock(2)
    assert {args[0] for args in t.offers("buy")} == set(SINGLES) - {"EIR"}


@rule(GAME, "R-19", "2.7.6")
def test_in_the_first_round_companies_of_no_bid_are_never_on_sale() -> None:
    """All eight singles of EIR are out; the certificate of its director is not for sale, and so MSM is not either."""
    t = table(4).unstarted("EIR", {0: 40, 1: 40}).first_round(2, "EIR")
    t.refused(act(2, "buy", "EIR", "bank", 10), "3.2.1a", company="EIR")
    t.refused(act(2, "buy", "EIR", "bank", 20), "3.2.1a")
    t.refused(act(2, "buy", "MSM", "bank", 10), "2.7.6", company="MSM")
    assert t.offers("buy") == []


@rule(GAME, "R-21")
def test_the_pool_has_no_limit() -> None:
    """The eighth share goes into the pool, and the price stays."""
    t = table(3).started("EIR", {0: 30}, pool=50).stock()
    after = t.play(act(0, "sell", "EIR", 30))
    assert (after.in_pool("EIR"), after.price("EIR")) == (80, 100)


@rule(GAME, "3.1.8b", "2.9.1b", "3.2.1a")
def test_nothing_is_sold_in_the_round_in_which_a_company_starts() -> None:
    """Second round: C's fifth share starts EIR; nobody sells it now, in the next round they do."""
    t = table(4).unstarted("EIR", {0: 20, 1: 20}).stock(2).play(act(2, "buy", "EIR", "bank", 10))
    assert "EIR" in t.s.floated
    t = t.play(act(3, "pass_turn"))
    t.refused(act(0, "sell", "EIR", 10), "3.1.8b", company="EIR")
    t.s.todo = []
    t.game.flow.begin_stock_round(t.s)
    assert t.stock(0, number=3).play(act(0, "sell", "EIR", 10)).in_pool("EIR") == 10


@rule(GAME, "1.shares.1")
def test_what_is_not_there_is_not_sold() -> None:
    t = table(4).started("EIR", {0: 60, 1: 40}).stock(2)
    t.refused(act(2, "buy", "EIR", "bank", 10), "1.shares.1")
    t.refused(act(2, "buy", "EIR", "pool", 10), "1.shares.1")


def test_the_sale_of_the_first_round_is_told_with_what_it_brings() -> None:
    t = table(4).unstarted("MSM", {0: 20}).first_round()
    told = t.game.words(t.s, act(0, "sell", "MSM", 20))
    assert told.data["cost"] == 150
    assert game_for(4).words(t.s, act(0, "buy", "MSM", "pool", 10)).data["cost"] == 80


@rule(GAME, "3.1.5a")
def test_whoever_has_too_little_is_told_how_much_he_has() -> None:
    t = table().started("EIR", {0: 40, 1: 10}).stock(turn=1)
    assert t.refused(act(1, "sell", "EIR", 20), "3.1.5a") == "You hold only 10% of EIR and cannot sell 20%."
    assert t.stock(turn=2).refused(act(2, "sell", "EIR", 10), "3.1.5a") == "You hold no share of EIR."
