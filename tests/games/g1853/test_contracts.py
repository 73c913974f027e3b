"""What contracts bring: shares that are paid for or not, the size of a company, the bond back, and penalties."""

from collections.abc import Iterable

import pytest

from stellwerk.core.state import Frame
from stellwerk.eighteen.state import BANK, NOBODY
from stellwerk.games.g1853.contracts import fulfil, settle_size
from stellwerk.games.g1853.flow import flow_of
from tests.games.g1853.building import on_turn
from tests.games.g1853.positions import CITY, GAME, India, act, bidding, pick, table
from tests.marks import rule

FOUR = {"Calcutta": "EIR", "Patna": "EIR", "Delhi": "EIR", "Jaipur": "BBCI"}
"""Ulrich's contract in the book: 130 together."""

NORTH = {"Lahore": "NWR", "Delhi": "NWR", "Jaipur": "BBCI"}
ILLEGAL = {"Patna": "EIR", "Benares": "EIR", "Delhi": "EIR"}
"""Two of the valley in a bid of three."""


def bids(bonds: tuple[int, ...], *notes: list[tuple[str, str]]) -> India:
    """Everybody notes these cities in turn and passes."""
    t = bidding(*bonds)
    while t.s.round == "auction":
        seat = int(t.turn[1])
        done = len(t.mine.notes[seat])
        t = t.play(pick(seat, *notes[seat][done]) if done < len(notes[seat]) else act(seat, "close_bid"))
    return t


# --- what a bid brings -----------------------------------------------------------------------------------

SOUTH = [("Mysore", "SIR"), ("Trichinopoly", "SIR"), ("Bangalore", "MSM"), ("Hyderabad", "MSM")]


@rule(GAME, "1.flow.1", "2.7.1", "2.7.2", "2.5.3d")
def test_shares_are_paid_for_when_all_bids_are_complete() -> None:
    """Three of company 1 at 100 and one of company 5 at 84, out of 730 less a bond of 130."""
    t = bids((130, 80, 80), list(FOUR.items()), SOUTH, SOUTH)
    assert (t.s.round, t.s.stock_rounds, t.turn) == ("stock", 1, ("trade_shares", 0))
    assert t.money(0) == 730 - 130 - 3 * 100 - 84
    assert t.money(1) == 730 - 80 - 2 * 75 - 2 * 80
    assert (t.holding("EIR", 0), t.holding("BBCI", 0)) == (30, 10)
    assert sum(sum(certs[seat]) for certs in t.s.shares.values() for seat in range(3)) == 10 * 12
    assert t.money(BANK) == 12810 + 384 + 310 + 310
    assert (t.mine.unredeemed, t.mine.from_contract["EIR"]) == ({}, (3, 0, 0))


@rule(GAME, "2.7.6")
def test_companies_that_no_contract_named_are_set_aside() -> None:
    t = bids((130, 80, 80), list(FOUR.items()), SOUTH, SOUTH)
    assert t.mine.named == ("EIR", "BBCI", "MSM", "SIR")


@rule(GAME, "2.7.3a", "2.7.3d", "R-12")
def test_what_cannot_be_paid_for_is_kept_unredeemed() -> None:
    """510 less 270 leaves 240: companies 1 and 3 are paid for, and 48 are too little for a share of company 6."""
    note = [("Delhi", "EIR"), ("Lahore", "NWR"), ("Bangalore", "MSM"), ("Mysore", "SIR")]
    north = [("Lahore", "NWR"), ("Nagpur", "BNR"), ("Jaipur", "BBCI")]
    t = bids((270, 60, 60, 60, 60, 60), note, SOUTH[:3], SOUTH[:3], north, north, north)
    assert t.money(0) == 48
    assert {company: row[0] for company, row in t.mine.unredeemed.items() if row[0]} == {"MSM": 1, "SIR": 1}
    assert (t.holding("MSM", 0), t.holding("SIR", 0)) == (10, 10)


@rule(GAME, "R-12")
def test_payment_stops_at_the_first_share_that_is_too_dear() -> None:
    """72 are left for shares at 84 and 70: neither is paid for."""
    note = [("Delhi", "EIR"), ("Lahore", "NWR"), ("Jaipur", "BBCI"), ("Waltair", "ECR")]
    t = bidding(246, 60, 60, 60, 60, 60, bond_step="1")
    others = [("Mysore", "SIR"), ("Bangalore", "MSM"), ("Nagpur", "BNR")]
    while t.s.round == "auction":
        seat = int(t.turn[1])
        mine, done = note if seat == 0 else others, len(t.mine.notes[seat])
        t = t.play(pick(seat, *mine[done]) if done < len(mine) else act(seat, "close_bid"))
    assert t.money(0) == 510 - 246 - 100 - 92 == 72
    assert {company: row[0] for company, row in t.mine.unredeemed.items() if row[0]} == {"BBCI": 1, "ECR": 1}


def test_holdings_are_remembered_from_the_pick_on() -> None:
    t = bidding(130, 100, 90).play(
        pick(0, "Calcutta", "EIR"), pick(1, "Delhi", "EIR"), pick(2, "Lahore", "NWR"), pick(0, "Patna", "EIR")
    )
    mine = t.mine.held_since
    assert 0 < mine["EIR"][0] < mine["EIR"][1]
    assert mine["EIR"][2] == 0
    assert mine["NWR"] == (0, 0, mine["EIR"][1] + 1)


# --- the size of BBCI ------------------------------------------------------------------------------------


def sized(*cities: str, director: int | None = 1) -> India:
    """The end of the first stock round with such a contract of the director of BBCI."""
    t = table(4).bid(1, 120, dict.fromkeys(cities, "BBCI"))
    t.started("BBCI", {1: 40, 2: 10}) if director is not None else None
    settle_size(flow_of(t.game.flow), t.s)
    return t


@rule(GAME, "2.6.1")
def test_the_size_of_bbci_is_open_at_first() -> None:
    t = bids((130, 80, 80), list(FOUR.items()), SOUTH, SOUTH)
    assert (t.numbers.company("BBCI").size, t.mine.large, t.mine.small) == ("open", (), ())


@rule(GAME, "2.6.2", "R-11")
def test_bbci_is_large_if_its_director_has_named_its_two_homes() -> None:
    t = sized("Ajmer", "Bombay", "Jaipur")
    assert (t.mine.large, t.mine.small, t.mine.size_by) == (("BBCI",), (), 1)
    assert t.mine.shown == (CITY["Ajmer"], CITY["Bombay"])
    for watcher in (None, 0, 2, 3):
        assert t.game.view(t.s, watcher).notes[1] == ("?", "?", "?")  # type: ignore[attr-defined]


@rule(GAME, "2.6.2", "2.6.3")
def test_bbci_is_small_without_bombay() -> None:
    t = sized("Ajmer", "Jaipur", "Delhi")
    assert (t.mine.large, t.mine.small, t.mine.shown) == ((), ("BBCI",), ())


@rule(GAME, "2.6.3")
def test_bbci_is_small_without_a_director() -> None:
    t = sized("Ajmer", "Bombay", "Jaipur", director=None)
    assert (t.mine.large, t.mine.small, t.mine.size_by) == ((), ("BBCI",), NOBODY)


# --- fulfilment ------------------------------------------------------------------------------------------


def links(monkeypatch: pytest.MonkeyPatch, t: India, tile: str, *groups: Iterable[str]) -> None:
    """Cities are joined in these groups once a tile lies on a hex."""
    joined = [frozenset(CITY[name] for name in names) for names in groups]
    monkeypatch.setattr(t.game.flow, "linked_cities", lambda s: joined if tile in s.tiles else [])
    monkeypatch.setattr(t.game.flow, "have_track", lambda s, hexes: True)


def built(seat: int, bond: int, cities: dict[str, str], **options: str) -> India:
    """EIR of seat 0 lays track; another seat waits for its contract."""
    t = table(4, **options).bid(seat, bond, cities)
    return t.started("EIR", {0: 40, 2: 20}, homes=True).cash({"EIR": 1000}).operating("EIR")


@rule(GAME, "4.3.2a", "R-38")
def test_a_contract_is_paid_back_and_shown_as_soon_as_its_cities_are_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever built; the tile of EIR fulfils the contract of seat 1, which has 130 more and is read by all."""
    t = built(1, 130, FOUR)
    lay = next(choice for choice in t.choices() if choice.kind == "lay")
    links(monkeypatch, t, lay.args[0], FOUR)
    before = t.money(1)
    assert t.game.view(t.s, 2).notes[1] == ("?",) * 4  # type: ignore[attr-defined]
    after = t.play(act(*lay[:2], *lay.args))
    assert (after.money(1), after.mine.fulfilled) == (before + 130, (0, 2, 3, 1))
    assert after.game.view(after.s, 2).notes[1] == tuple(CITY[name] for name in FOUR)  # type: ignore[attr-defined]
    assert t.game.seals(t.s, act(*lay[:2], *lay.args), after.s)


def test_cities_in_different_groups_fulfil_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    t = built(1, 130, FOUR)
    lay = next(choice for choice in t.choices() if choice.kind == "lay")
    links(monkeypatch, t, lay.args[0], ("Calcutta", "Patna", "Delhi"), ("Jaipur", "Ajmer"))
    after = t.play(act(*lay[:2], *lay.args))
    assert after.mine.fulfilled == (0, 2, 3)


def test_track_that_joins_cities_in_vain_cannot_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """That nobody was paid tells what the contracts of others are not."""
    t = built(1, 130, FOUR)
    lay = next(choice for choice in t.choices() if choice.kind == "lay")
    action = act(*lay[:2], *lay.args)
    assert not t.game.seals(t.s, action, t.play(action).s)
    links(monkeypatch, t, lay.args[0], ("Calcutta", "Patna"))
    assert t.game.seals(t.s, action, t.play(action).s)


@rule(GAME, "R-38", "4.3.2a")
def test_by_an_option_a_contract_is_claimed_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    t = built(1, 130, FOUR, contract_claim="manual")
    lay = next(choice for choice in t.choices() if choice.kind == "lay")
    links(monkeypatch, t, lay.args[0], FOUR)
    t.refused(act(1, "claim"), "4.3.2a")
    after = t.play(act(*lay[:2], *lay.args))
    assert after.mine.fulfilled == (0, 2, 3)
    assert after.game.owing(after.s) == [0]
    assert after.offers("claim") == [()]
    before = after.money(1)
    shown = after.play(act(1, "claim"))
    assert (shown.money(1), shown.mine.fulfilled) == (before + 130, (0, 2, 3, 1))
    assert shown.turn == after.turn
    assert not shown.offers("claim")


def test_a_claim_is_open_beside_every_decision_after_the_bids() -> None:
    game = table(4, contract_claim="manual").game
    bidding_steps = {"write_bonds", "draw_order", "pick_cities"}
    beside = {name for name, step in game.rail_steps.items() if "claim_bond" in step.anytime}
    decisions = {
        name
        for name, step in game.rail_steps.items()
        if step.kinds and not step.by_chance and any(step.rounds) and name not in bidding_steps
    }
    assert beside == decisions
    assert "claim_bond" not in table(4).game.rail_steps["lay_track"].anytime


# --- illegal bids ----------------------------------------------------------------------------------------


def judged(*votes: str) -> India:
    """Seat 1 has shown an illegal contract, and the others, from its left on, have voted."""
    t = table(4).bid(1, 120, ILLEGAL).started("EIR", {0: 40, 2: 20}).started("GIP", {1: 40, 3: 30, 2: 20})
    fulfil(flow_of(t.game.flow), t.s, 1)
    t.sound()
    for vote in votes:
        t = t.play(act(t.game.owing(t.s)[0], vote))
    return t


@rule(GAME, "2.5.12", "4.3.2b", "R-39")
def test_an_illegal_bid_is_judged_by_the_others() -> None:
    t = judged()
    assert (t.turn, t.game.owing(t.s)) == (("judge_bid", 1), [2])
    assert t.choices() == [(2, "pardon", ()), (2, "condemn", ())]
    assert judged("condemn").game.owing(judged("condemn").s) == [3]


@rule(GAME, "R-39")
@pytest.mark.parametrize(
    ("votes", "condemned"),
    [
        (("pardon", "pardon", "condemn"), ()),
        (("condemn", "pardon", "pardon"), ()),
        (("pardon", "condemn", "condemn"), (1,)),
        (("condemn", "condemn", "condemn"), (1,)),
    ],
)
def test_more_than_half_of_the_others_can_pardon(votes: tuple[str, ...], condemned: tuple[int, ...]) -> None:
    t = judged(*votes)
    assert (t.mine.condemned, t.mine.votes, t.turn[0]) == (condemned, (), "trade_shares")


@rule(GAME, "R-39")
def test_half_of_the_others_are_not_more_than_half() -> None:
    """With three players one of two others is not enough."""
    t = table(3).bid(1, 120, {**ILLEGAL, "Lucknow": "EIR"})
    fulfil(flow_of(t.game.flow), t.s, 1)
    assert t.play(act(2, "pardon"), act(0, "condemn")).mine.condemned == (1,)
    assert t.play(act(2, "pardon"), act(0, "pardon")).mine.condemned == ()


def test_a_legal_contract_is_not_judged() -> None:
    t = table(4).bid(1, 130, FOUR)
    fulfil(flow_of(t.game.flow), t.s, 1)
    assert t.s.todo == [Frame("trade_shares", 0)]


@rule(GAME, "4.3.2b", "4.3.2c")
def test_who_is_condemned_sells_until_he_directs_nothing() -> None:
    """Seat 1 directs GIP with 40% against 30% of seat 3: two shares must go, and nothing else is open before."""
    t = judged("condemn", "condemn", "condemn")
    t.stock(1).cash({1: 500})
    assert {(choice.kind, choice.args[0]) for choice in t.choices()} == {("sell", "GIP")}
    t.refused(act(1, "pass_turn"), "4.3.2b")
    t.refused(act(1, "buy", "EIR", "bank", 10), "4.3.2b")
    t = t.play(act(1, "sell", "GIP", 20))
    assert t.s.director["GIP"] == 3
    assert t.may(act(1, "pass_turn"))
    assert not t.may(act(1, "buy", "GIP", "pool", 10))
    assert t.may(act(1, "buy", "EIR", "bank", 10))
    assert t.play(act(1, "pass_turn")).mine.condemned == ()


# --- with track on the map -------------------------------------------------------------------------------

TO_DELHI = (("C11", "6", 5), ("D12", "9", 2), ("G13", "5", 3))
"""Lahore with track towards Delhi, and Jaipur beside it: only E13 is missing."""


def north() -> India:
    """NWR of seat 0 builds; seat 1 waits for Lahore, Delhi and Jaipur; all stations of Delhi are taken by others."""
    t = on_turn("NWR", *TO_DELHI, others=("EIR", "GIP")).station("EIR", "F14", 1).station("GIP", "F14", 2)
    return t.bid(1, 80, NORTH)


@rule(GAME, "2.5a", "2.5b", "4.3.2a", "R-38")
def test_a_tile_of_somebody_else_fulfils_a_contract_through_full_stations() -> None:
    t = north()
    before = t.money(1)
    after = t.play(act(0, "lay", "E13", "4", 2))
    assert (after.money(1), after.mine.fulfilled) == (before + 80, (0, 2, 3, 1))
    assert after.game.seals(t.s, act(0, "lay", "E13", "4", 2), after.s)


def test_a_tile_that_leads_elsewhere_fulfils_nothing() -> None:
    t = north()
    after = t.play(act(0, "lay", "E13", "3", 1))
    assert (after.money(1), after.mine.fulfilled) == (t.money(1), (0, 2, 3))


def test_others_try_a_tile_without_learning_what_it_would_fulfil() -> None:
    """What is tried on a view tells only what is known there."""
    t, lay = north(), act(0, "lay", "E13", "4", 2)
    seen = t.game.view(t.s, 0)
    assert t.game.apply(seen, lay).cash["P1"] == t.money(1)
