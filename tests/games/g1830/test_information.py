"""Who may know what: open, restricted and secret money (V-0.1), and what follows from that."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from stellwerk.core.choice import Range
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import title
from stellwerk.core.state import Frame
from stellwerk.core.view import view_of
from stellwerk.eighteen.state import BANK, HIDDEN, RailState, is_hidden, player
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule

VALUES = ("open", "restricted", "secret_cash")
SUMS: dict[int | str, int] = {0: 613, 1: 727, 2: 311, 3: 89, "PRR": 457, "NYC": 271, "B&O": 0}


def seated(value: str) -> Table:
    """Seat 0 directs PRR, seat 1 NYC; B&O is opened by seat 2 and has not floated."""
    t = table(4, information=value)
    t.opened("PRR", par=82, shares={0: 40, 1: 20}).opened("NYC", par=76, shares={1: 50, 2: 10})
    t.opened("B&O", par=100, shares={2: 20}).trains("PRR", "2", "2").trains("NYC", "2")
    return t.cash(SUMS).stock(turn=0)


def seen_by(t: Table, seat: int | None) -> RailState:
    return t.game.view(t.s, seat)


def told(t: Table, seat: int | None) -> dict[str, int]:
    """The money that a seat is told."""
    return {owner: amount for owner, amount in seen_by(t, seat).cash.items() if not is_hidden(amount)}


def whole(t: Table) -> set[str]:
    return set(t.s.cash)


def imagined(t: Table, seat: int | None, seed: int) -> RailState:
    return t.game.imagine(view_of(t.game, t.s, seat, ()), Random(seed))


# --- what each value shows -------------------------------------------------------------------------------


@rule("1830", "1.1c", "V-0.1")
def test_in_the_basic_game_everybody_sees_all_money_to_the_dollar() -> None:
    game = TITLE.game(4, TITLE.resolve({}, "basic"))
    assert game.options["information"] == "open"
    assert not game.hidden
    t = seated("open")
    for seat in (None, 0, 1, 2, 3):
        assert told(t, seat) == t.s.cash
        assert seen_by(t, seat) is t.s  # nothing to hide, so nothing is copied


@rule("1830", "C-1.1", "V-0.1")
def test_classic_hides_the_exact_treasuries_from_all_but_their_directors_and_nothing_else() -> None:
    """Seat 0 directs PRR, which has 457; seat 1 directs NYC, which has 271."""
    assert TITLE.game(4).options["information"] == "restricted"
    t = seated("restricted")
    players = {"P0": 613, "P1": 727, "P2": 311, "P3": 89}
    for seat, own in ((0, {"PRR": 457}), (1, {"NYC": 271}), (2, {}), (None, {})):
        empty = dict.fromkeys(whole(t) - {BANK, "PRR", "NYC", *players}, 0)
        assert told(t, seat) == {**players, **own, **empty}
        seen = seen_by(t, seat).to_json()
        assert {**seen, "cash": t.s.cash} == t.s.to_json()


@rule("1830", "V-0.1")
def test_secret_money_shows_certificates_and_trains_but_neither_cash_nor_treasuries_of_others() -> None:
    t = seated("secret_cash")
    for seat, own in ((0, {"P0": 613, "PRR": 457}), (3, {"P3": 89}), (None, {})):
        seen = seen_by(t, seat)
        assert {owner: amount for owner, amount in told(t, seat).items() if amount} == own
        assert (seen.shares, seen.trains, seen.director) == (t.s.shares, t.s.trains, t.s.director)
        assert seen.cash[BANK] == HIDDEN


@rule("1830", "C-1.1")
def test_a_company_without_its_capital_has_nothing_as_all_can_see() -> None:
    """Before it floats and until it is paid there is no treasury to keep to oneself."""
    t = seated("restricted").opened("Erie", par=67, shares={3: 60})
    t.s.unpaid = ("Erie",)
    assert (told(t, 0)["B&O"], told(t, 0)["Erie"]) == (0, 0)
    t.s.unpaid = ()
    t.cash({"Erie": 670})
    assert "Erie" not in told(t, 0)
    assert told(t, 3)["Erie"] == 670


@rule("1830", "V-0.1")
@pytest.mark.parametrize("value", VALUES)
def test_the_end_opens_everything(value: str) -> None:
    t = seated(value)
    t.s.todo, t.s.ended = [], "bank"
    assert seen_by(t, None).cash == t.s.cash
    assert t.game.result(seen_by(t, 3)) == t.game.result(t.s)


@rule("1830", "V-0.1")
def test_round_one_screen_only_secret_cash_needs_a_curtain() -> None:
    games = {value: seated(value).game for value in VALUES}
    hides = {value: (game.hidden, game.curtained) for value, game in games.items()}
    assert hides == {"open": (False, False), "restricted": (True, False), "secret_cash": (True, True)}
    other = title("1848").game(4)
    assert (other.hidden, other.curtained) == (False, False)


# --- what gives a sum away -------------------------------------------------------------------------------


@rule("1830", "V-0.1")
def test_a_new_director_has_looked_into_the_treasury_and_cannot_take_that_back() -> None:
    """Seat 1 holds 20% of PRR, of which seat 0 has 20% after a sale of two shares; one more share takes it over."""
    t = table(4, information="restricted").opened("PRR", par=82, shares={0: 20, 1: 20, 2: 20}, pool=10)
    t.cash({0: 100, 1: 500, "PRR": 457}).stock(turn=1)
    assert "PRR" not in told(t, 1)
    buy = act(1, "buy", "PRR", "pool", 10)
    after = t.play(buy)
    assert after.s.director["PRR"] == 1
    assert told(after, 1)["PRR"] == 457
    assert t.game.seals(t.s, buy, after.s)
    assert not seated("open").game.seals(t.s, buy, after.s)


@rule("1830", "V-0.1")
def test_a_share_that_changes_no_director_can_be_taken_back() -> None:
    t = seated("restricted")
    buy = act(0, "buy", "PRR", "bank", 10)
    assert not t.game.seals(t.s, buy, t.play(buy).s)


@rule("1830", "V-0.1")
def test_a_bank_that_breaks_shows_what_it_had() -> None:
    t = seated("restricted").bank(100, rich=3)
    sale = act(0, "sell", "PRR", 20)
    after = t.play(sale)
    assert (t.s.ending, after.s.ending) == ("", "bank")
    assert t.game.seals(t.s, sale, after.s)


@rule("1830", "V-0.1")
def test_who_pays_shows_others_that_it_could() -> None:
    """With open cash a purchase of shares shows nothing; with secret cash it does, but not to who made it."""
    buy = act(0, "buy", "PRR", "bank", 10)
    for value, shows in (("restricted", False), ("secret_cash", True)):
        t = seated(value)
        after = t.play(buy)
        assert t.game.seals(t.s, buy, after.s, 1) == shows
        assert not t.game.seals(t.s, buy, after.s, 0)


@rule("1830", "V-0.1")
@pytest.mark.parametrize(("value", "back"), [("open", [0]), ("restricted", [0]), ("secret_cash", [])])
def test_an_undo_stops_where_a_bot_has_shown_secret_cash(value: str, back: list[int]) -> None:
    """Ann passes and a bot buys a share: with secret cash that has shown her something."""
    t = seated(value)
    seats = [Seat("Ann"), Seat("Bot", "greedy"), Seat("Cleo"), Seat("Dev")]
    match = Match(replace(new_header("1830", seats, t.game.options), position=t.s.to_json()))
    match.play(act(0, "pass_turn"))
    match.play(act(1, "buy", "PRR", "bank", 10))
    assert match.undoable(0) == back


@rule("1830", "V-0.1")
@pytest.mark.parametrize(("value", "back"), [("open", [0]), ("restricted", [])])
def test_an_undo_stops_where_a_bot_has_paid_out_of_a_hidden_treasury(value: str, back: list[int]) -> None:
    """Ann ends the turn of PRR; NYC, which a bot directs, buys a train for 80 out of its treasury."""
    t = seated(value).home("PRR").home("NYC").operating("PRR", "buy_trains")
    seats = [Seat("Ann"), Seat("Bot", "greedy"), Seat("Cleo"), Seat("Dev")]
    match = Match(replace(new_header("1830", seats, t.game.options), position=t.s.to_json()))
    match.play(act(0, "pass_trains"))
    assert match.state.todo[-1] == Frame("lay_track", "NYC")
    match.play(act(1, "pass_track"))
    assert match.undoable(0) == [0]
    while match.state.todo[-1].step != "buy_trains":
        match.play(next(choice.sample(Random(1)) for choice in match.choices() if choice.kind in FRUGAL))
    match.play(act(1, "buy_train", "bank", "2", 80))
    assert match.undoable(0) == back


FRUGAL = ("pass_station", "run", "withhold")


@rule("1830", "V-0.1")
@pytest.mark.parametrize(
    ("value", "cash", "city", "asked", "shows"),
    [
        ("restricted", 40, True, True, True),
        ("restricted", 39, True, False, True),
        ("restricted", 40, False, False, False),
        ("open", 40, True, True, False),
        ("open", 39, True, False, False),
    ],
)
def test_who_is_asked_for_a_station_or_not_shows_others_what_it_has(
    value: str, cash: int, city: bool, asked: bool, shows: bool
) -> None:
    """The second station costs 40: with track to Lancaster the next step shows all others whether PRR has that."""
    t = seated(value).phase("3").home("PRR").cash({"PRR": cash})
    if city:
        t = t.laid("H14", "9", 1).laid("H16", "57", 1)
    t, skip = t.operating("PRR", "lay_track"), act(0, "pass_track")
    after = t.play(skip)
    assert (after.turn == ("place_station", "PRR")) == asked
    assert [t.game.seals(t.s, skip, after.s, seat) for seat in range(4)] == [False, shows, shows, shows]


# --- deals between players who do not know each other's money --------------------------------------------


@rule("1830", "V-0.1")
def test_a_seller_may_ask_for_any_sum_where_he_cannot_know_what_the_buyer_has() -> None:
    """Seat 1 has 727: with open cash that is the most that can be asked, with secret cash it would tell."""
    asked = {}
    for value in ("restricted", "secret_cash"):
        t = seated(value).private("SV", 0)
        offers = [choice for choice in t.game.choices(t.s) if choice.kind == "offer_private" and choice.args[1] == 1]
        asked[value] = [choice.args[2] for choice in offers]
    assert asked == {"restricted": [Range(0, 727)], "secret_cash": [Range(0, 12_000)]}


@rule("1830", "V-0.1")
def test_who_cannot_pay_what_is_asked_can_only_decline() -> None:
    t = seated("secret_cash").private("SV", 0)
    dear = t.play(act(0, "offer_private", "SV", 1, 728))
    assert [choice.kind for choice in dear.game.choices(dear.s)] == ["decline"]
    dear.refused(act(1, "accept"), "V-0.1", price=728, cash=727)
    assert list(dear.game.audit(dear.s)) == []
    fair = t.play(act(0, "offer_private", "SV", 1, 727))
    assert fair.play(act(1, "accept")).s.cash["P1"] == 0


# --- what could be behind a view -------------------------------------------------------------------------


@rule("1830", "V-0.1")
@pytest.mark.parametrize("value", ["restricted", "secret_cash"])
@pytest.mark.parametrize("seat", [None, 0, 3])
def test_imagined_money_adds_up_is_clean_and_varies(value: str, seat: int | None) -> None:
    t = seated(value)
    known = told(t, seat)
    found = [imagined(t, seat, seed) for seed in range(20)]
    for s in found:
        assert sum(s.cash.values()) == 12_000
        assert {owner: s.cash[owner] for owner in known} == known
        assert list(t.game.audit(s)) == []
        assert s.cash[BANK] > 0
    assert len({s.cash["NYC" if seat == 0 else "PRR"] for s in found}) > 10


@rule("1830", "V-0.1")
def test_where_nothing_is_hidden_the_position_itself_is_imagined() -> None:
    t = seated("open")
    assert imagined(t, 0, 1) is t.s


@rule("1830", "V-0.1")
def test_bids_and_offers_are_covered_by_what_is_imagined() -> None:
    """Seat 0 asks seat 1 for nothing less than 600 for SV: as it asks to buy it, it has 600."""
    t = seated("secret_cash").private("SV", 1)
    offer = t.play(act(0, "ask_private", "SV", 600))
    assert all(imagined(offer, 2, seed).cash[player(0)] >= 600 for seed in range(20))


@rule("1830", "V-0.1")
def test_a_broken_bank_is_imagined_broken_and_may_owe() -> None:
    t = seated("restricted").bank(-900, rich=3)
    t.s.ending = "bank"
    for seed in range(20):
        s = imagined(t, 2, seed)
        assert sum(s.cash.values()) == 12_000
        assert min(s.cash["PRR"], s.cash["NYC"]) >= 0
        assert list(t.game.audit(s)) == []


@rule("1830", "V-0.1")
def test_whose_company_is_asked_for_a_station_can_pay_for_one() -> None:
    """The first further station costs 40, and without them the step would have been passed over."""
    t = table(4, information="restricted").phase("3").opened("PRR", par=100, shares={0: 60}).cash({"PRR": 41})
    t.laid("H10", "57", 1).home("PRR").operating("PRR", "place_station")
    assert t.turn == ("place_station", "PRR")
    assert all(imagined(t, 1, seed).cash["PRR"] >= 40 for seed in range(20))


@rule("1830", "V-0.1")
def test_whose_director_has_sold_a_share_for_a_train_cannot_pay_for_it_alone() -> None:
    """A diesel costs 1100; who has sold for it directs a company with less."""
    t = table(4, information="restricted").phase("7").opened("PRR", par=100, shares={0: 60}).depot("6", 0)
    t.laid("H10", "57", 1).home("PRR").opened("NYC", par=100, shares={1: 60, 0: 40})
    t.cash({0: 200, 1: 0, "PRR": 100}).operating("PRR", "buy_trains")
    half = t.play(act(0, "sell", "NYC", 40))
    found = [imagined(half, 1, seed).cash["PRR"] for seed in range(40)]
    assert max(found) < 1100


@rule("1830", "V-0.1")
def test_who_goes_on_with_a_purchase_is_imagined_to_have_the_money() -> None:
    """Seat 0 has bought a brown share at 30 from the pool and has nothing to sell: he can buy another one."""
    t = table(4, information="secret_cash").opened("PRR", par=67, shares={1: 60}, pool=30, cell=(7, 2)).cash({0: 100})
    t.stock(turn=0, number=1)
    assert t.price("PRR") == 30
    more = t.play(act(0, "buy", "PRR", "pool", 10))
    assert more.turn == ("trade_shares", 0)
    assert all(imagined(more, 2, seed).cash["P0"] >= 30 for seed in range(20))


# --- the basic game, where companies can be insolvent ----------------------------------------------------


def indebted() -> Table:
    """PRR and NYC of seat 0 owe 200 and 100, and he has taken in 30: he says which debt they repay."""
    t = table(4, preset="basic", information="secret_cash").opened("PRR", par=82, shares={0: 60})
    t.opened("NYC", par=76, shares={0: 60}).opened("B&O", par=100, shares={1: 60})
    t.s.debts = {"PRR": 200, "NYC": 100}
    return t.cash({0: 30, 1: 500, "PRR": 0, "NYC": 0, "B&O": 700}).stock(turn=1)


@rule("1830", "V-0.1")
def test_that_an_insolvent_company_and_its_administrator_have_nothing_is_no_secret() -> None:
    t = indebted().cash({0: 0})
    seen = told(t, 1)
    assert (seen["PRR"], seen["NYC"], seen["P0"]) == (0, 0, 0)
    assert "P2" not in seen
    assert all(not list(t.game.audit(imagined(t, seat, seed))) for seat in (1, 2) for seed in range(5))


@rule("1830", "V-0.1")
def test_who_says_which_debt_he_repays_is_imagined_to_have_something_and_not_enough() -> None:
    t = indebted()
    t.s.todo.append(Frame("repay", 0))
    assert "P0" not in told(t, 1)
    for seed in range(20):
        s = imagined(t, 1, seed)
        assert 1 <= s.cash["P0"] <= 299
        assert list(t.game.audit(s)) == []


# --- what is done shows money that the others cannot see ----------------------------------------------------


@rule("1830", "V-0.1")
def test_a_large_share_sold_for_a_train_shows_others_that_money_was_missing() -> None:
    """PRR with 100 must buy a diesel for 1100. Its director with 200 sells 20% of Erie: so they have too little."""
    t = table(4, information="secret_cash", erie_second_20="true").phase("7").depot("6", 0)
    t.opened("PRR", par=100, shares={0: 60}).laid("H10", "57", 1).home("PRR")
    t.opened("Erie", par=100, shares={1: 40, 0: 40}, large=0)
    t.cash({0: 200, 1: 0, "PRR": 100}).operating("PRR", "buy_trains")
    sale = act(0, "sell_large", "Erie", 20)
    after = t.play(sale)
    assert [t.game.seals(t.s, sale, after.s, seat) for seat in range(4)] == [False, True, True, True]


@rule("1830", "V-0.1")
def test_who_is_still_asked_for_a_licence_has_the_money_and_others_have_seen_it() -> None:
    """Norfolk laid its tile; the step stays open, as it can pay 120 for the licence of the coal field."""
    t = (
        table(preset="D", information="restricted")
        .phase("3")
        .opened("N&W", shares={0: 60})
        .opened("PRR", shares={1: 60})
    )
    t.cash({"N&W": 500, "PRR": 300}).home("N&W")
    for name in ("L14", "L12", "L10"):
        t = t.laid(name, "9", 1)
    t = t.operating("N&W")
    lay = act(0, "lay", "L14", "20", 0)
    after = t.play(lay)
    assert after.turn == ("lay_track", "N&W")
    assert [t.game.seals(t.s, lay, after.s, seat) for seat in range(4)] == [False, True, True, True]
    assert all(imagined(after, 1, seed).cash["N&W"] >= 120 for seed in range(40))
    skip = act(0, "pass_track")
    assert not after.game.seals(after.s, skip, after.play(skip).s, 1)


@rule("1830", "V-0.1")
def test_who_may_still_ask_for_a_private_has_more_than_the_price_that_was_declined() -> None:
    """Seat 0 has bought the last share of the pool, may not sell now, and seat 1 has declined 40 for SV."""
    t = table(4, information="secret_cash", stock_turn="sell_buy", private_trade="free")
    t.opened("PRR", par=67, shares={1: 60}, pool=10, cell=(7, 2)).private("SV", 1)
    t.cash({0: 100}).bank(2100, rich=2).stock(turn=0)
    bought = t.play(act(0, "buy", "PRR", "pool", 10))
    asked = bought.play(act(0, "ask_private", "SV", 40))
    no = act(1, "decline")
    after = asked.play(no)
    assert after.turn == ("trade_shares", 0)
    assert asked.game.seals(asked.s, no, after.s, 2)
    assert all(imagined(after, 2, seed).cash["P0"] >= 41 for seed in range(40))
