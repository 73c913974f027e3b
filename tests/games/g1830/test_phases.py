"""The phases: what begins them, and the tiles, train limits, rounds and red values that each brings."""

from __future__ import annotations

import pytest

from tests.games.g1830.positions import Table, act, table
from tests.games.g1830.turns import all_pass, idle_set, idle_turn
from tests.marks import rule

PHASES = ["2", "3", "4", "5", "6", "7"]
LIMIT = {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2}
ROUNDS = {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "7": 3}
TRAIN = {"2": "2", "3": "2", "4": "3", "5": "3", "6": "4", "7": "5"}
"""A train that still runs in the phase."""


def buying(*trains: str, phase: str = "2", money: int = 5000) -> Table:
    """The PRR (seat 0) is about to buy trains; it owns some."""
    t = table().phase(phase).opened("PRR", shares={0: 60}).cash({"PRR": money}).home("PRR")
    return t.trains("PRR", *trains).operating("PRR", "buy_trains")


def building(phase: str, tile: str, rotation: int = 0) -> Table:
    """The NYC (seat 0) is about to lay track; on its home hex lies this tile."""
    t = table().phase(phase).opened("NYC", shares={0: 60}).cash({"NYC": 500})
    return t.laid("E19", tile, rotation).home("NYC").operating("NYC")


def near_chicago(phase: str, train: str) -> Table:
    """The C&O (seat 0) has a yellow Columbus joined to Chicago and is about to run one train."""
    t = table().phase(phase).opened("C&O", shares={0: 60}).home("C&O")
    t.laid("G3", "9", 2).laid("H4", "57", 2).station("C&O", "H4").trains("C&O", train)
    return t


@rule("1830", "3.0a")
def test_3_0_the_first_train_of_a_type_begins_a_phase_and_the_second_does_not() -> None:
    t = buying(phase="2").depot("2", 0)
    t = t.play(act(0, "buy_train", "bank", "3", 180))
    assert t.s.phase == "3"
    before = t.s
    t = t.play(act(0, "buy_train", "bank", "3", 180))
    assert t.s.phase == "3"
    assert (t.s.tiles, t.s.privates, t.s.trains["PRR"]) == (before.tiles, before.privates, ("3", "3"))


@rule("1830", "3.0a", "R-09")
def test_3_0_all_phases_follow_each_other_with_the_trains() -> None:
    t = table().opened("PRR", shares={0: 60}).home("PRR").cash({"PRR": 9000, 0: 0})
    for train, phase in (("2", "2"), ("3", "3"), ("4", "4"), ("5", "5"), ("6", "6"), ("D", "7")):
        t.trains("PRR").operating("PRR", "buy_trains")
        t = t.play(act(0, "buy_train", "bank", train, t.game.rules.trains[train].price))
        assert t.s.phase == phase
        t.depot(train, 0)


@rule("1830", "3.0b", "3.5b", "7.6.1a")
def test_3_0_a_new_limit_binds_the_buyer_at_once() -> None:
    full = buying("3", "4", "4", phase="4").depot("4", 0)
    full.refused(act(0, "buy_train", "bank", "5", 450), "7.6c", limit=3)
    t = buying("3", "4", phase="4").depot("4", 0).play(act(0, "buy_train", "bank", "5", 450))
    assert (t.s.phase, t.turn) == ("5", ("discard_train", "PRR"))
    t.refused(act(0, "pass_trains"), "7.6.1a")
    t = t.play(act(0, "discard", "3"))
    assert (t.s.trains["PRR"], t.s.train_pool) == (("4", "5"), ("3",))
    t.refused(act(0, "buy_train", "bank", "5", 450), "7.6c", limit=2)


@rule("1830", "3.2a")
def test_3_2_phase_2_has_yellow_tiles_only() -> None:
    t = building("2", "57", 1)
    t.refused(act(0, "lay", "E19", "14", 0), "3.2a", hex="E19", tile="14")
    faces = [t.game.rules.catalogue.face(number, turned) for _, number, turned in t.offers("lay")]
    assert {face.colour for face in faces} == {"yellow"}


@rule("1830", "3.3a", "3.4b")
@pytest.mark.parametrize(("phase", "paragraph"), [("3", "3.3a"), ("4", "3.4b")])
def test_3_3_phases_3_and_4_have_green_tiles_too(phase: str, paragraph: str) -> None:
    assert building(phase, "57", 1).play(act(0, "lay", "E19", "14", 0)).s.tiles["E19"] == ("14", 0)
    building(phase, "14").refused(act(0, "lay", "E19", "63", 0), paragraph, hex="E19", tile="63")


@rule("1830", "3.5a", "3.6b", "3.7b")
@pytest.mark.parametrize("phase", ["5", "6", "7"])
def test_3_5_later_phases_have_brown_tiles_too(phase: str) -> None:
    assert building(phase, "57", 1).may(act(0, "lay", "E19", "14", 0))
    assert building(phase, "14").play(act(0, "lay", "E19", "63", 0)).s.tiles["E19"] == ("63", 0)
    building(phase, "63").refused(act(0, "lay", "E19", "513", 0), "comp.1", tile="513")


@rule("1830", "3.6b", "3.7b")
def test_3_6_grey_tiles_come_in_phase_7_if_there_are_any() -> None:
    phases = building("2", "57", 1).game.rules.phases
    assert [phase for phase in PHASES if "grey" in phases[phase].colours] == ["7"]


@rule("1830", "3.2b", "3.3b", "3.4c", "3.5b", "3.6c", "3.7c")
@pytest.mark.parametrize("phase", PHASES)
def test_3_2_a_company_may_own_only_so_many_trains(phase: str) -> None:
    limit, held = LIMIT[phase], TRAIN[phase]
    t = buying(*[held] * (limit - 1), phase=phase)
    train = t.offers("buy_train", "bank")[0][0]
    cost = t.game.rules.trains[train].price
    t = t.play(act(0, "buy_train", "bank", train, cost))
    assert len(t.s.trains["PRR"]) == limit
    t.refused(act(0, "buy_train", "bank", train, cost), "7.6c", limit=limit)


@rule("1830", "3.2d", "3.3d", "3.4e", "3.5d", "3.6e", "3.7d", "2.0c")
@pytest.mark.parametrize("phase", PHASES)
def test_3_2_so_many_operating_rounds_follow_a_stock_round(phase: str) -> None:
    t = table().phase(phase).opened("PRR", shares={0: 60}).home("PRR").cash({"PRR": 500}).stock()
    t = all_pass(t)
    assert t.s.round == "operating"
    played = 0
    while t.s.round == "operating":
        played += 1
        assert t.s.set_round == played
        t = idle_turn(t)
    assert played == ROUNDS[phase]
    assert t.s.stock_rounds == 3


@rule("1830", "2.0c", "3.3d")
def test_2_0_a_3_train_gives_two_rounds_only_after_the_next_stock_round() -> None:
    t = buying(phase="2").depot("2", 0).play(act(0, "buy_train", "bank", "3", 180), act(0, "pass_trains"))
    assert (t.s.round, t.s.stock_rounds) == ("stock", 3), "the set of one round was not lengthened"
    t = all_pass(t)
    assert (t.s.set_length, t.s.set_round) == (2, 1)


@rule("1830", "2.0c", "3.5d")
def test_2_0_a_5_train_in_the_first_of_two_rounds_leaves_that_set_at_two() -> None:
    t = buying(phase="4").depot("4", 0)
    assert (t.s.set_length, t.s.set_round) == (2, 1)
    t = t.play(act(0, "buy_train", "bank", "5", 450), act(0, "pass_trains"))
    assert (t.s.phase, t.s.round, t.s.set_round) == ("5", "operating", 2)
    t = idle_turn(t)
    assert t.s.round == "stock"
    assert all_pass(t).s.set_length == 3


@rule("1830", "3.2e", "3.3e", "3.4f", "3.5e", "3.6f", "3.7e")
@pytest.mark.parametrize(("phase", "chicago"), [("2", 40), ("3", 40), ("4", 40), ("5", 70), ("6", 70), ("7", 70)])
def test_3_2_red_hexes_count_their_lower_value_until_the_first_5_train(phase: str, chicago: int) -> None:
    t = near_chicago(phase, TRAIN[phase]).operating("C&O", "run_trains")
    ((hole,),) = t.offers("run")
    assert hole.best().revenue == chicago + 20
    assert t.play(act(0, "run", hole.best().routes)).s.revenue == chicago + 20


@rule("1830", "3.5e", "3.0b")
def test_3_5_the_next_company_after_the_first_5_train_runs_for_the_higher_value() -> None:
    t = near_chicago("4", "3").opened("PRR", shares={1: 60}, cell=(0, 8)).home("PRR").cash({"PRR": 1000})
    t = t.depot("4", 0).operating("PRR", "buy_trains")
    t = t.play(act(1, "buy_train", "bank", "5", 450), act(1, "pass_trains"), act(0, "pass_track"))
    ((hole,),) = t.offers("run")
    assert hole.best().revenue == 70 + 20


@rule("1830", "3.4a", "3.0.ex1")
def test_3_4_the_first_4_train_ends_all_2_trains() -> None:
    t = table().phase("3").opened("PRR", shares={0: 60}).opened("NYC", shares={1: 60}).home("PRR")
    t.trains("PRR", "2", "2").trains("NYC", "3").pool("2").depot("3", 0).cash({"PRR": 1000})
    t.operating("PRR", "buy_trains", acted=("NYC",))
    money = dict(t.s.cash)
    t = t.play(act(0, "buy_train", "bank", "4", 300))
    assert (t.s.trains["PRR"], t.s.trains["NYC"], t.s.train_pool) == (("4",), ("3",), ())
    assert t.s.depot == {"2": 0, "3": 0, "4": 3, "5": 3, "6": 2, "D": 6}
    assert t.s.cash == {**money, "PRR": 700, "bank": money["bank"] + 300}, "nobody is paid"
    phase = t.game.rules.phases[t.s.phase]
    assert (t.s.phase, phase.train_limit, phase.colours) == ("4", 3, frozenset({"yellow", "green"}))


@rule("1830", "3.4c", "7.6.1a")
def test_3_4_a_company_with_four_trains_gives_one_to_the_pool() -> None:
    t = table().phase("3").opened("PRR", shares={0: 60}).opened("NYC", shares={1: 60}).home("PRR")
    t.trains("NYC", "3", "3", "3", "3").depot("3", 0).cash({"PRR": 1000}).operating("PRR", "buy_trains")
    t = t.play(act(0, "buy_train", "bank", "4", 300))
    assert t.turn == ("discard_train", "NYC")
    t.refused(act(0, "pass_trains"), "6.2e")
    money = t.money("NYC")
    t = t.play(act(1, "discard", "3"))
    assert (t.s.trains["NYC"], t.s.train_pool, t.money("NYC")) == (("3", "3", "3"), ("3",), money)


@rule("1830", "3.6a", "3.6d")
def test_3_6_the_first_6_train_ends_all_3_trains_and_puts_diesels_on_sale() -> None:
    t = buying("4", phase="5").opened("B&M", shares={1: 60}).trains("B&M", "3", "3").pool("3").depot("5", 0)
    t.refused(act(0, "buy_train", "bank", "D", 1100), "7.6i")
    t = t.play(act(0, "buy_train", "bank", "6", 630))
    assert (t.s.phase, t.s.trains["B&M"], t.s.train_pool, t.s.depot["6"]) == ("6", (), (), 1)
    other = t.trains("PRR", "6").operating("PRR", "buy_trains")
    assert other.play(act(0, "buy_train", "bank", "D", 1100)).s.phase == "7"


@rule("1830", "3.7a")
def test_3_7_the_first_diesel_ends_all_4_trains() -> None:
    t = buying("6", phase="6").opened("NYC", shares={1: 60}).trains("NYC", "4", "5").pool("4")
    t = t.play(act(0, "buy_train", "bank", "D", 1100))
    assert (t.s.phase, t.s.trains["NYC"], t.s.train_pool) == ("7", ("5",), ())


@rule("1830", "3.0.ex2", "3.5c", "4.2c", "7.6b")
def test_3_0_example_of_two_trains_in_one_turn() -> None:
    t = buying("3", phase="4", money=800).depot("4", 1).private("CS", "PRR").private("MH", 2)
    t = t.play(act(0, "buy_train", "bank", "4", 300))
    assert (t.s.phase, t.s.trains["PRR"]) == ("4", ("3", "4"))
    t = t.play(act(0, "buy_train", "bank", "5", 450))
    assert (t.s.phase, t.s.privates) == ("5", {})
    t = t.play(act(0, "discard", "3"))
    assert (t.s.trains["PRR"], t.money("PRR"), t.s.train_pool) == (("4", "5"), 50, ("3",))


@rule("1830", "2.0a")
def test_2_0_stock_and_operating_rounds_alternate() -> None:
    t = table().opened("PRR", shares={0: 60}).home("PRR").cash({"PRR": 500}).stock(number=1)
    seen = []
    for _ in range(3):
        t = all_pass(t)
        seen.append((t.s.round, t.s.stock_rounds, t.s.set_round))
        t = idle_set(t)
        seen.append((t.s.round, t.s.stock_rounds, 0))
    assert seen == [
        ("operating", 1, 1),
        ("stock", 2, 0),
        ("operating", 2, 1),
        ("stock", 3, 0),
        ("operating", 3, 1),
        ("stock", 4, 0),
    ]
