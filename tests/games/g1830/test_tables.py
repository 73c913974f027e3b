"""The tables of trains, privates, phases and railroads, row by row: T-03, T-05, T-07 and T-08."""

from __future__ import annotations

import pytest

from tests.games.g1830.positions import act, fresh, game_for, table
from tests.games.g1830.turns import all_pass
from tests.marks import rule

TRAINS = [("2", 80, 6), ("3", 180, 5), ("4", 300, 4), ("5", 450, 3), ("6", 630, 2), ("D", 1100, 6)]

PRIVATES = [
    ("SV", 20, 5, ["G15"]),
    ("CS", 40, 10, ["B20"]),
    ("DH", 70, 15, ["F16"]),
    ("MH", 110, 20, ["D18"]),
    ("CA", 160, 25, ["H18"]),
    ("BO", 220, 30, ["I13", "I15"]),
]

PHASES = [
    # phase, train that begins it, highest colour, train limit, rounds, companies buy privates, red values
    ("2", "", "yellow", 4, 1, False, "lower"),
    ("3", "3", "green", 4, 2, True, "lower"),
    ("4", "4", "green", 3, 2, True, "lower"),
    ("5", "5", "brown", 2, 3, False, "higher"),
    ("6", "6", "brown", 2, 3, False, "higher"),
    ("7", "D", "grey", 2, 3, False, "higher"),
]
COLOURS = ["yellow", "green", "brown", "grey"]

RAILROADS = [
    ("PRR", 4, "H12", "Altoona"),
    ("NYC", 4, "E19", "Albany"),
    ("CPR", 4, "A19", "Montreal"),
    ("B&O", 3, "I15", "Baltimore"),
    ("C&O", 3, "F6", "Cleveland"),
    ("Erie", 3, "E11", "Dunkirk & Buffalo"),
    ("NNH", 2, "G19", "New York & Newark"),
    ("B&M", 2, "E23", "Boston"),
]


@rule("1830", "T-03", "T-03.2", "T-03.3", "T-03.4", "T-03.5", "T-03.6", "T-03.D1100")
@pytest.mark.parametrize(("train", "price", "count"), TRAINS)
def test_t_03_so_many_trains_at_this_price(train: str, price: int, count: int) -> None:
    names = [name for name, _, _ in TRAINS]
    assert fresh().s.depot[train] == count
    t = table().phase("7" if train == "D" else "2").opened("PRR", shares={0: 60}).home("PRR").cash({"PRR": 2000})
    for name in names[: names.index(train)]:
        t.depot(name, 0)
    t = t.operating("PRR", "buy_trains")
    t.refused(act(0, "buy_train", "bank", train, price - 1), "7.6d")
    assert t.play(act(0, "buy_train", "bank", train, price)).money("PRR") == 2000 - price


@rule("1830", "T-03")
def test_t_03_classic_has_26_trains() -> None:
    assert sum(fresh().s.depot.values()) == 26 == sum(count for _, _, count in TRAINS)


@rule("1830", "T-03.D1100", "7.6j")
@pytest.mark.parametrize("old", ["4", "5", "6"])
def test_t_03_a_diesel_costs_800_with_an_old_train(old: str) -> None:
    t = table().phase("6").opened("PRR", shares={0: 60}).home("PRR").cash({"PRR": 800})
    t = t.trains("PRR", old).operating("PRR", "buy_trains").play(act(0, "trade_in", old, "D"))
    assert (t.money("PRR"), t.s.trains["PRR"]) == (0, ("D",))


@rule("1830", "T-05")
def test_t_05_prices_and_incomes() -> None:
    facts = game_for().rules.privates.values()
    assert [(private.id, private.price, private.income) for private in facts] == [row[:3] for row in PRIVATES]


@rule("1830", "T-05.SV", "T-05.CS", "T-05.DH", "T-05.MH", "T-05.CA", "T-05.BO", "7.0a", "7.2.1.4")
@pytest.mark.parametrize(("private", "price", "income", "hexes"), PRIVATES)
def test_t_05_a_private_pays_and_blocks(private: str, price: int, income: int, hexes: list[str]) -> None:
    t = table().private(private, 1).opened("PRR", shares={0: 60}).home("PRR").cash({"PRR": 500, 1: 0})
    after = all_pass(t.stock())
    assert after.money(1) == income, "at the start of the operating round"
    for hex_ in hexes:
        after.refused(act(0, "lay", hex_, "57", 0), "7.2.1.4", private=private, hex=hex_)
    blocked = [hex_.name for hex_ in t.game.rules.hexmap.hexes if t.game.track.blocked_by(t.s, hex_.name)]
    assert blocked == hexes
    assert t.game.rules.privates[private].price == price
    t.private(private, "PRR")
    assert not [hex_.name for hex_ in t.game.rules.hexmap.hexes if t.game.track.blocked_by(t.s, hex_.name)]


@rule("1830", "T-05.BO", "7.2.1.4")
def test_t_05_bo_keeps_even_the_b_and_o_off_its_home() -> None:
    t = (
        table()
        .phase("3")
        .private("BO", 1)
        .opened("B&O", shares={1: 60})
        .home("B&O")
        .cash({"B&O": 500})
        .operating("B&O")
    )
    t.refused(act(1, "lay", "I15", "53", 0), "7.2.1.4", private="BO")
    t.refused(act(1, "lay", "I13", "9", 1), "7.2.1.4", private="BO")
    assert t.may(act(1, "lay", "I17", "9", 1))


@rule("1830", "T-07", "T-07.2", "T-07.3", "T-07.4", "T-07.5", "T-07.6", "T-07.7", "7.6m")
@pytest.mark.parametrize(("phase", "train", "colour", "limit", "rounds", "buys", "red"), PHASES)
def test_t_07_what_a_phase_brings(
    phase: str, train: str, colour: str, limit: int, rounds: int, buys: bool, red: str
) -> None:
    facts = game_for().rules.phases[phase]
    assert (facts.train, facts.train_limit, facts.rounds, facts.buy_privates) == (train, limit, rounds, buys)
    assert facts.colours == set(COLOURS[: COLOURS.index(colour) + 1])
    assert ("lower", "higher")[facts.level] == red


@rule("1830", "T-07.1")
def test_t_07_phase_1_has_neither_trains_nor_tiles() -> None:
    t = fresh()
    assert (t.s.phase, t.game.rules.phases["1"].colours) == ("1", frozenset())
    assert {choice.kind for choice in t.choices()} == {"bid", "buy_private_at_face", "pass_turn"}


@rule("1830", "T-08")
def test_t_08_the_railroads_in_order() -> None:
    assert [(company.id, company.markers, company.home) for company in game_for().rules.companies.values()] == [
        row[:3] for row in RAILROADS
    ]


@rule("1830", "T-08.PRR", "T-08.NYC", "T-08.CPR", "T-08.B&O", "T-08.C&O", "T-08.Erie", "T-08.NNH", "T-08.B&M", "R-101")
@pytest.mark.parametrize(("company", "markers", "home", "city"), RAILROADS)
def test_t_08_a_railroad_places_its_home_station_in_its_first_turn(
    company: str, markers: int, home: str, city: str
) -> None:
    t = table().opened(company, shares={0: 60}).cash({company: 500})
    assert (t.s.markers[company], t.s.stations) == (markers, {})
    t = t.operating(company, "place_home")
    assert t.turn == ("lay_track", company)
    assert [name for name, stops in t.s.stations.items() for here in stops if company in here] == [home]
    assert (t.s.markers[company], t.money(company)) == (markers - 1, 500)
    assert t.game.title.texts.name("en", home) == city
