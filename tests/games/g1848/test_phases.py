"""X: what the first train of each type changes."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass, go_on, round_over, series, turn_over
from tests.games.g1848.positions import England, act, game_for, table
from tests.marks import rule

NEXT = {"2": "1", "3": "2", "4": "3", "5": "4", "6": "5", "8": "6"}
"""The phase in which a train is the first of its type to be sold."""

LIMITS = {"1": 4, "2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2}


def begun(phase: str, *, cash: int = 2000) -> England:
    """The VR of seat 0 (100) and the NSW of seat 1 (80) have begun."""
    t = table().phase(phase) if phase != "1" else table().depot("2", 6).phase("1")
    t.opened("VR", par=100, shares={0: 60}).home("VR").opened("NSW", par=80, shares={1: 60}).home("NSW")
    return t.cash({"VR": cash, "NSW": 1000})


def first(train: str, *, cash: int = 2000) -> England:
    """The VR is about to buy the first train of a type: all before are sold."""
    t = begun(NEXT[train], cash=cash)
    for name in ("2", "3", "4", "5", "6"):
        if name < train:
            t.depot(name, 0)
    return t.operating("VR", "buy_trains")


def price(train: str) -> int:
    return {"2": 100, "3": 200, "4": 300, "5": 500, "6": 600, "8": 800}[train]


def on_sale(t: England) -> tuple[str, int]:
    """The next train on sale, and its price."""
    train = next(name for name, left in t.s.depot.items() if left)
    return train, price(train)


def sold(train: str) -> England:
    """The first of a type has just been sold to the VR."""
    return first(train).play(act(0, "buy_train", "bank", train, price(train)))


@rule("1848", "X.1.1", "VIII.upgrade.2")
@pytest.mark.parametrize("phase", ["1", "2"])
def test_x_1_1_there_are_only_yellow_tiles_at_first_and_one_a_turn(phase: str) -> None:
    t = begun(phase).laid("H11", "57", 1).operating("VR")
    t.refused(act(0, "lay", "H11", "236", 1), "X.1.1", tile="236", hex="H11")
    t = t.play(act(0, "lay", "H9", "57", 1))
    assert t.turn[0] != "lay_track"
    t.refused(act(0, "lay", "H13", "9", 1), "VIII.turn.2")


@rule("1848", "X.1.2", "X.2.1")
@pytest.mark.parametrize("phase", ["1", "2"])
def test_x_1_2_the_2_is_on_sale_first(phase: str) -> None:
    t = begun(phase).operating("VR", "buy_trains")
    assert sorted(t.offers("buy_train", "bank")) == [("2", 100), ("2+", 120)]
    t.refused(act(0, "buy_train", "bank", "3", 200), "IX.buy.8", train="3")


@rule("1848", "X.1.4", "X.4.2", "X.5.4", "IX.buy.10")
@pytest.mark.parametrize(("phase", "limit"), LIMITS.items())
def test_x_1_4_so_many_trains_may_a_company_have(phase: str, limit: int) -> None:
    train = {"1": "2", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "8"}[phase]
    t = begun(phase, cash=5000)
    old = {"6": "5", "5": "4"}.get(phase, train)
    t.trains("VR", *[old] * (limit - 1)).operating("VR", "buy_trains")
    t = t.play(act(0, "buy_train", "bank", train, price(train)))
    assert len(t.s.trains["VR"]) == limit
    t.refused(act(0, "buy_train", "bank", *on_sale(t)), "IX.buy.11", limit=limit)


@rule("1848", "X.1.5", "X.2.1", "VIII.gen.2")
@pytest.mark.parametrize("phase", ["1", "2"])
def test_x_1_5_one_operating_round_follows_a_stock_round(phase: str) -> None:
    t, played = series(all_pass(begun(phase).stock()))
    assert (played, t.s.round, t.s.stock_rounds) == ([1], "stock", 3)


@rule("1848", "X.2.1")
def test_x_2_1_the_first_2_changes_nothing() -> None:
    before = first("2")
    after = sold("2")
    assert (before.s.phase, after.s.phase) == ("1", "2")
    one, two = before.game.rules.phases["1"], before.game.rules.phases["2"]
    for fact in (
        "colours",
        "train_limit",
        "rounds",
        "level",
        "tiles",
        "buy_privates",
        "trades",
        "loans",
        "lender_pays",
    ):
        assert getattr(one, fact) == getattr(two, fact), fact


@rule("1848", "X.3.1", "VIII.track.3")
def test_x_3_1_from_the_first_3_on_two_yellow_tiles_or_one_upgrade() -> None:
    t = turn_over(sold("3").laid("F17", "5", 1))
    assert (t.turn, t.s.set_round) == (("lay_track", "NSW"), 1), "in the same round"
    two = t.play(act(1, "lay", "E16", "9", 2), act(1, "lay", "D15", "9", 2))
    assert two.s.tiles.keys() == {"F17", "E16", "D15"}
    assert two.turn[0] != "lay_track"
    t.play(act(1, "lay", "E16", "9", 2)).refused(act(1, "lay", "F17", "238", 0), "VIII.turn.2")
    upgrade = t.play(act(1, "lay", "F17", "238", 0))
    assert upgrade.turn[0] != "lay_track"
    upgrade.refused(act(1, "lay", "E16", "9", 2), "VIII.turn.2")


@rule("1848", "X.3.2", "V.gen.4")
def test_x_3_2_from_the_first_3_on_companies_buy_privates() -> None:
    t = first("3").private("P2", 0)
    t.refused(act(0, "buy_private", "P2", 80), "V.gen.4")
    t = t.play(act(0, "buy_train", "bank", "3", 200))
    t.refused(act(0, "buy_private", "P2", 81), "V.tab.1", least=1, most=80)
    assert t.play(act(0, "buy_private", "P2", 80)).s.privates["P2"] == "VR"


@rule("1848", "X.3.4", "X.5.3", "X.7.2", "R-48", "VI.boe.2")
@pytest.mark.parametrize(("phase", "each"), [("1", 0), ("2", 0), ("3", 10), ("4", 10), ("5", 20), ("6", 20), ("7", 30)])
def test_x_3_4_a_share_of_the_bank_of_england_earns_so_much(phase: str, each: int) -> None:
    t = begun(phase).england({2: 10, 3: 30})
    money = t.money(2), t.money(3)
    t = all_pass(t.stock())
    assert (t.money(2), t.money(3)) == (money[0] + each, money[1] + 3 * each)
    assert t.s.set_round == 1


@rule("1848", "X.3.5", "VI.boe.4", "IX.buy.3")
def test_x_3_5_the_first_3_brings_loans_and_trade_of_trains() -> None:
    t = first("3").trains("NSW", "2")
    t.refused(act(0, "loan"), "VI.boe.4")
    t.refused(act(0, "buy_train", "NSW", "2", 100), "IX.buy.3")
    t = t.play(act(0, "buy_train", "bank", "3", 200))
    assert t.play(act(0, "loan")).money("VR") == 1900
    t = t.play(act(0, "buy_train", "NSW", "2", 100), act(1, "accept"))
    assert t.s.trains["VR"] == ("3", "2")


@rule("1848", "X.3.6", "VIII.gen.3")
def test_x_3_6_two_operating_rounds_from_the_next_stock_round_on() -> None:
    t = round_over(sold("3"))
    assert (t.s.round, t.s.stock_rounds) == ("stock", 3), "no second round now"
    t, played = series(all_pass(t))
    assert (played, t.s.round) == ([1, 2], "stock")


@rule("1848", "X.5.5", "VIII.gen.4")
def test_x_5_5_three_operating_rounds_from_the_next_stock_round_on() -> None:
    t = first("5").operating("VR", "buy_trains", set_round=2)
    t = round_over(t.play(act(0, "buy_train", "bank", "5", 500)))
    assert (t.s.round, t.s.stock_rounds) == ("stock", 3)
    t, played = series(all_pass(t))
    assert (played, t.s.round) == ([1, 2, 3], "stock")


@rule("1848", "X.4.1", "X.6.1", "X.7.1", "IX.table.1")
@pytest.mark.parametrize(
    ("train", "old", "stay"), [("4", ("2", "2+"), ("3",)), ("6", ("3", "3+"), ("5",)), ("8", ("4", "4+"), ("6",))]
)
def test_x_4_1_the_first_of_a_type_scraps_an_old_one(train: str, old: tuple[str, ...], stay: tuple[str, ...]) -> None:
    """Both sides of the card go, at once and everywhere, and nothing else does."""
    t = first(train).trains("NSW", old[1]).trains("VR", old[0]).opened("QR", par=70, shares={2: 60}).trains("QR", *stay)
    t = t.operating("VR", "buy_trains").play(act(0, "buy_train", "bank", train, price(train)))
    assert (t.s.trains["VR"], t.s.trains["NSW"], t.s.trains["QR"]) == ((train,), (), stay)


@rule("1848", "X.4.1", "X.5.1")
@pytest.mark.parametrize("train", ["3", "5"])
def test_x_4_1_the_first_3_and_the_first_5_scrap_nothing(train: str) -> None:
    t = first(train).trains("NSW", str(int(train) - 1)).operating("VR", "buy_trains")
    t = t.play(act(0, "buy_train", "bank", train, price(train)))
    assert t.s.trains["NSW"] == (str(int(train) - 1),)


def melbourne(t: England, tile: str, rotation: int) -> England:
    return t.laid("H11", tile, rotation).operating("VR")


@rule("1848", "X.5.1", "X.3.1", "X.7.1", "VIII.upgrade.2", "R-48")
@pytest.mark.parametrize(
    ("lying", "new", "colour"),
    [(("57", 1), ("236", 1), "green"), (("238", 1), ("239", 1), "brown"), (("239", 1), ("240", 1), "grey")],
)
def test_x_5_1_green_from_3_brown_from_5_and_grey_from_7_on(
    lying: tuple[str, int], new: tuple[str, int], colour: str
) -> None:
    start = {"green": 3, "brown": 5, "grey": 7}[colour]
    for phase in range(1, 8):
        t = melbourne(begun(str(phase)), *lying)
        assert t.may(act(0, "lay", "H11", *new)) == (phase >= start), phase
    early = melbourne(begun(str(start - 1)), *lying)
    early.refused(act(0, "lay", "H11", *new), "X.1.1" if colour == "green" else "VIII.upgrade.2")


@rule("1848", "X.5.2", "IX.e.1")
def test_x_5_2_the_ghan_comes_with_the_first_5() -> None:
    first("5").refused(act(0, "buy_train", "bank", "2E", 200), "IX.e.1")
    t = sold("5")
    assert t.may(act(0, "buy_train", "bank", "2E", 200))
    t = t.play(act(0, "pass_trains"))
    while t.turn[0] != "buy_trains":
        t = go_on(t)
    assert t.turn[1] == "NSW"
    assert t.play(act(1, "buy_train", "bank", "2E", 200)).money("NSW") == 800


@rule("1848", "R-48")
def test_r_48_phases_and_their_colours() -> None:
    phases = game_for().rules.phases
    assert [facts.train for facts in phases.values()] == ["", "2", "3", "4", "5", "6", "8"]
    colours = ("yellow", "green", "brown", "grey")
    assert [colours[facts.level] for facts in phases.values()] == [
        "yellow",
        "yellow",
        "green",
        "green",
        "brown",
        "brown",
        "grey",
    ]
    assert all(facts.colours == set(colours[: facts.level + 1]) for facts in phases.values())


@rule("1848", "X.2.1", "X.3.1", "X.4.1", "X.5.1", "X.6.1", "X.7.1")
@pytest.mark.parametrize(
    ("train", "plus", "phase"),
    [("2", "2+", "2"), ("3", "3+", "3"), ("4", "4+", "4"), ("5", "5+", "5"), ("6", "6+", "6"), ("8", "D", "7")],
)
def test_x_either_side_of_a_card_begins_the_phase(train: str, plus: str, phase: str) -> None:
    assert sold(train).s.phase == phase
    plus_price = {"2+": 120, "3+": 230, "4+": 340, "5+": 550, "6+": 660, "D": 1100}[plus]
    assert first(train).play(act(0, "buy_train", "bank", plus, plus_price)).s.phase == phase
