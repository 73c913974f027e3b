"""What the checks find in spoiled copies of the data files of two titles, each with its file and its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from stellwerk.cli import main
from stellwerk.core.errors import DataError
from stellwerk.core.registry import title, titles
from stellwerk.eighteen.check import problems
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.steps.base import RailStep
from stellwerk.eighteen.title import RailTitle
from stellwerk.games.g1830.game import Title1830
from stellwerk.games.g1848.game import Title1848
from stellwerk.games.g1853.game import Title1853

KINDS: dict[str, Callable[[], RailTitle]] = {"1830": Title1830, "1848": Title1848, "1853": Title1853}
P, M, T, X, C = "pieces.toml", "map.toml", "tiles.toml", "market.toml", "cites.toml"
L, S = "map_plus.toml", "scenarios.toml"

SPOILED: list[tuple[str, str, str, str, str]] = [
    # Names that do not exist.
    ("1830", P, 'blocks = ["G15"]', 'blocks = ["Z99"]', "privates.SV: blocks names the unknown hex 'Z99'"),
    ("1830", P, 'tile = ["B20"]', 'tile = ["B21"]', "privates.CS: tile names the unknown hex 'B21'"),
    ("1830", P, 'home = "H12"', 'home = "H13"', "companies.PRR: home names the unknown hex 'H13'"),
    ("1848", P, 'second_home = "G6"', 'second_home = "G7"', "companies.COM: second_home names the unknown hex 'G7'"),
    ("1848", P, '"F17", "G6", "H11"]', '"F17", "G6", "H12"]', "k_bonus: hexes names the unknown hex 'H12'"),
    ("1830", P, 'rusts_on = "4"', 'rusts_on = "44"', "trains.2: rusts_on names the unknown train '44'"),
    ("1830", P, 'after = "6"', 'after = "8"', "trains.7: after names the unknown train '8'"),
    ("1830", P, "trade_in = { 4 = 800", "trade_in = { 9 = 800", "trains.D.trade_in names the unknown train '9'"),
    ("1848", P, 'card = "2"', 'card = "1"', "trains.2+: card names the unknown train '1'"),
    ("1830", P, 'train = "3"', 'train = "3a"', "phases.3: train names the unknown train '3a'"),
    ("1848", P, 'train = "2E"', 'train = "3E"', "privates.P4: train names the unknown train '3E'"),
    (
        "1830",
        P,
        'share = "PRR"',
        'share = "PPR"',
        "privates.CA: share names the unknown company 'PPR'; did you mean 'PRR'?",
    ),
    ("1830", P, 'directs = "B&O"', 'directs = "BO"', "privates.BO: directs names the unknown company 'BO'"),
    ("1830", P, 'exchange = "NYC"', 'exchange = "NYX"', "privates.MH: exchange names the unknown company 'NYX'"),
    (
        "1848",
        P,
        'train_of = "CAR"',
        'train_of = "CAT"',
        "privates.P6: closes_with_train_of names the unknown company 'CAT'",
    ),
    ("1848", P, 'own_tile = "241"', 'own_tile = "2410"', "privates.P3: own_tile names the unknown tile '2410'"),
    ("1848", P, 'own_tile = "241"', 'own_tile = "63"', "privates.P3: own_tile: no set counts tile '63'"),
    ("1848", P, 'waits_for = "6"', 'waits_for = "9"', "companies.COM: waits_for names the unknown phase '9'"),
    (
        "1848",
        P,
        'terrain = "desert"',
        'terrain = "dessert"',
        "privates.P2: terrain names the unknown terrain 'dessert'; did",
    ),
    ("1830", P, 'rule = "3.2a"', 'rule = "3.2z"', "phases.2: rule names the unknown rule '3.2z'"),
    ("1830", P, '["yellow"], train', '["jellow"], train', "phases.2: colours names the unknown colour 'jellow'"),
    (
        "1830",
        P,
        "bank = 12000\ncapital = { 2 = 1200,",
        "bank = 12000\ncapital = {",
        "money.capital says nothing about the number of players 2",
    ),
    ("1830", P, "7 = 11 }", "7 = 11, 8 = 10 }", "money.certificate_limit names the unknown number of players '8'"),
    # Fields.
    ("1830", P, "income = 5", "incom = 5", "privates.SV: there is no field 'incom'; did you mean 'income'?"),
    ("1830", P, "income = 5, ", "", "privates.SV: income is missing"),
    ("1830", P, "price = 20", 'price = "20"', "privates.SV: price is a whole number, not '20'"),
    ("1830", P, "price = 20", "price = true", "privates.SV: price is a whole number, not True"),
    ("1830", P, "markers = 4", "markers = -4", "companies.PRR: markers is at least 0, not -4"),
    ("1830", P, "#196e3f", "green", "companies.PRR: colour is a colour such as #196e3f, not 'green'"),
    ("1830", P, "[markers]", "[makers]", "there is no field 'makers'; did you mean 'markers'?"),
    ("1830", P, "bid_step", "bidstep", "money: there is no field 'bidstep'; did you mean 'bid_step'?"),
    ("1830", P, "[money]", "[loans]\ncount = 1\n[money]", "there is no field 'loans'"),
    (
        "1848",
        P,
        "further_steps = 3",
        "further_step = 3",
        "loans: there is no field 'further_step'; did you mean 'further_steps'?",
    ),
    ("1848", P, "limit_cut = { 3 = 2,", "limit_cut = {", "money.limit_cut says nothing about the number of players 3"),
    ("1848", M, 'zone = "SA"', 'zon = "SA"', "hex.B3: there is no field 'zon'; did you mean 'zone'?"),
    ("1830", M, "impassable = [5]", "impassable = [6]", "hex.B16: impassable is from 0 to 5, not 6"),
    (
        "1830",
        M,
        'kind = "grey"',
        'kind = "gray"',
        "hex.A17: kind names the unknown kind of hex 'gray'; did you mean 'grey'?",
    ),
    ("1830", M, 'kind = "town"', 'kind = "village"', "hex.B20.stops.0: kind names the unknown kind of stop 'village'"),
    (
        "1830",
        M,
        'source = "public"',
        'layout = "plat"',
        """layout is "pointy" or "flat", not 'plat'; did you mean 'flat'?""",
    ),
    ("1830", T, "[set.classic.upgrades]", "[set.classic.upgrade]", "set.classic: there is no field 'upgrade'"),
    ("1830", X, "rows = [", "row = [", "there is no field 'row'; did you mean 'rows'?"),
    ("1830", C, "[cites]", "[cite]", "there is no field 'cite'; did you mean 'cites'?"),
    # Counts.
    ("1830", P, "others = [10, 10,", "others = [10,", "certificates: director and others add up to 90, not 100"),
    (
        "1830",
        P,
        "others = [10, 10,",
        "others = [5, 5, 10,",
        "certificates: others: every certificate is of 10% or a multiple of it, not of 5%",
    ),
    (
        "1830",
        P,
        'home = "H12"',
        'home = "H12", director = 25, others = [15, 10, 10, 10, 10, 10, 10]',
        "companies.PRR: director: every certificate is of 10% or a multiple of it, not of 25%",
    ),
    (
        "1830",
        P,
        'home = "H12"',
        'home = "H12", others = [15, 15, 10, 10, 10, 10, 10]',
        "companies.PRR: others: every certificate is of 10% or a multiple of it, not of 15%",
    ),
    (
        "1830",
        P,
        'home = "H12"',
        'home = "H12", others = [80, 0]',
        "companies.PRR: others: every certificate is of 10% or a multiple of it, not of 0%",
    ),
    ("1848", P, "director = 0,", "director = 10,", "companies.BOE: director and others add up to 110, not 100"),
    ("1848", P, "par = 100", "par = 110", "companies.CAR: par 110 is no par value of market.toml: 100, 90, 80, 70"),
    ("1830", P, "stops = [0, 1]", "stops = [0, 2]", "companies.Erie: there is no stop 2 on E11"),
    ("1830", P, 'home = "H12"', 'home = "H14"', "companies.PRR: there is no stop 0 on H14"),
    ("1830", P, 'home = "H12"', 'home = "E19"', "companies: E19 is the home of PRR, NYC, but has 1 slot"),
    ("1830", P, "JK = {", "PRR = {", "privates.PRR: companies.PRR has the same name"),
    ("1830", P, "JK = {", "bank = {", "privates.bank: the bank has that name"),
    (
        "1848",
        P,
        "band = [1, 40]",
        "band = [40, 1]",
        "privates.P1: band is the least and the most of a price, not [40, 1]",
    ),
    ("1848", P, "discount = 40", "least = 40", "Duplicate inline table key 'least' (at line 32"),
    ("1848", P, ', terrain = "desert"', "", "privates.P2: discount means nothing without a `terrain` or a `train`"),
    ("1830", P, 'tile = ["F16"], ', "", "privates.DH: marker means nothing without hexes of `tile`"),
    ("1830", P, 'rusts_on = "D"', 'rusts_on = "3"', "trains.4: rusts_on names '3', which is sold before it"),
    (
        "1853",
        P,
        'after = "3", gauge = "metre", rusts_on = "5"',
        'after = "3", gauge = "metre", rusts_on = "2"',
        "trains.2M: rusts_on names '2', which is sold before it",
    ),
    ("1830", P, '_on_last = "D"', '_on_last = "3"', "trains.4+4: rusts_on_last names '3', which is sold before it"),
    ("1830", P, '_on_last = "D"', '_on_last = "4+4"', "trains.4+4: rusts_on_last names the train itself"),
    ("1830", P, "4 = 800", "4 = 1100", "trains.D: trade_in: with a 4 it costs 1100, not less than 1100"),
    ("1830", P, 'train = "4"', 'train = "3"', "phases.4: train '3' begins phase 3 already"),
    ("1830", P, '["yellow", "green"], train_limit = 3', '["green"], train_limit = 3', "phases.4: colours lacks yellow"),
    ("1830", P, "bank = 12000", "bank = 2000", "money: capital: 2 players begin with 2400, the bank has 2000"),
    # The board.
    ("1830", M, 'paths = ["0-5"]', 'paths = ["0-3"]', "hex.A17: its track leads off the board at edge 3"),
    ("1830", M, 'paths = ["0-5"]', 'paths = ["1-5"]', "hex.A17: its track leads off the board at edge 1"),
    (
        "1830",
        M,
        'paths = ["0-5"]',
        'paths = ["4-5"]',
        "hex.A17: its track leads to A19 at edge 4, which has no track there",
    ),
    (
        "1830",
        M,
        'name = "Ottawa", revenue = 0, slots = 1 }]',
        'name = "Ottawa", revenue = 0, slots = 1 }]\npaths = ["5-S0"]',
        "hex.B16: its track leads to C17 across edge 5, which is impassable",
    ),
    (
        "1830",
        M,
        'paths = ["0-S0", "5-S0"]\n\n[hex.A17]',
        'paths = ["0-S1", "5-S0"]\n\n[hex.A17]',
        "hex.A11: path '0-S1' ends at stop S1, but there is only one stop",
    ),
    ("1830", M, 'paths = ["0-5"]', 'paths = ["0-5 wide"]', "hex.A17: path '0-5 wide' has the unknown gauge 'wide'"),
    ("1830", M, 'paths = ["0-5"]', 'paths = ["0-5", "5-0"]', "hex.A17: the path 0-5 stands twice"),
    ("1830", M, "[hex.B12]", "[hex.B13]", "hex.B13: no hex lies there if A9 is one"),
    ("1830", M, "[hex.B12]", "[hex.7]", "'7' is no name of a hex"),
    (
        "1830",
        M,
        'name = "Barrie", revenue = 0, slots = 1',
        'name = "Barrie", revenue = 0',
        "hex.B10: stop 0: a city has slots, or slots = 0 where no station may stand",
    ),
    ("1830", M, 'label = "OO"', 'label = "O"', "label: no tile bears 'O'"),
    (
        "1830",
        M,
        "[hex.B12]",
        '[plate.north.hex.B12]\nkind = "white"\nlable = "B"\n[hex.B12]',
        "plate.north.hex.B12: there is no field 'lable'",
    ),
    (
        "1830",
        M,
        "[hex.B12]",
        '[plate.north.hex.B12]\nkind = "grey"\npaths = ["2-3"]\n[hex.B12]',
        "plate.north.hex.B12: its track leads off the board at edge 3",
    ),
    # Tiles, prices, paragraphs.
    (
        "1830",
        T,
        '"57" = ["14", "15"]',
        '"57" = ["14", "1500"]',
        "set.classic.upgrades.57 names the unknown tile '1500'",
    ),
    ("1830", T, '"57" = ["14", "15"]', '"57" = ["14", "900"]', "set.classic.upgrades.57: no set counts tile '900'"),
    (
        "1830",
        T,
        '"57" = ["14", "15"]',
        '"57" = ["14", "58"]',
        "set.classic.upgrades.57: tile 58 is yellow, which does not come after yellow",
    ),
    (
        "1830",
        T,
        '"57" = ["14", "15"]',
        '"57" = ["14", "16"]',
        "set.classic.upgrades.57: tile 16 loses its track or its stops in every rotation",
    ),
    ("1830", T, '"36" = ["167"]', '"35" = ["167"]', "set.plus.upgrades.36: tile 167 loses its track"),
    ("1830", T, '"59" = ["35", "36"]', '"59" = ["35", "36", "64"]', "set.plus.impossible.59: tile 64 is possible"),
    ("1830", T, '"70" = 1', '"70" = 0', "set.classic.counts.70 is at least 1, not 0"),
    (
        "1830",
        T,
        "[set.classic.counts]",
        '[tile.X1]\ncolour = "yellow"\npaths = ["0-S0"]\n[set.classic.counts]',
        "tile.X1: path '0-S0' ends at stop S0, but there are 0 stops",
    ),
    ("1830", X, "100p", "100q", "rows: row 0: 100q has the unknown letter 'q'"),
    ("1830", X, "60y 67 71 76", "60y sixty 71 76", "rows is a row of prices such as"),
    ("1830", X, "90p", "100p", "rows: the par value 100 stands twice"),
    (
        "1848",
        C,
        '"auction.bound_money" = "IV.2"',
        '"auction.bound_money" = "IV.22"',
        "cites.auction.bound_money names the unknown rule 'IV.22'",
    ),
    (
        "1848",
        C,
        '"auction.bound_money"',
        '"auction.bound_mony"',
        "cites names the unknown key 'auction.bound_mony'; did you mean 'auction.bound_money'?",
    ),
    (
        "1848",
        C,
        '"auction.bound_money" = "IV.2"\n',
        "",
        "auction.bound_money has no number, and is not said not to come up",
    ),
    ("1848", C, '"auction.bid_off",', '"auction.turn",', "auction.turn has a number, and is said not to come up"),
    # Homes among which a company chooses, homes without a city, and prints that are replaced like a tile.
    ("1830", P, 'home = "H12"', 'home = "H12", other_homes = ["H13"]', "PRR: other_homes names the unknown hex 'H13'"),
    ("1830", P, 'home = "H12"', 'home = "H12", other_homes = ["H12"]', "PRR: H12 stands twice among its homes"),
    ("1830", P, 'home = "H12"', 'home = "H12", other_homes = ["I13"]', "companies.PRR: there is no stop 0 on I13"),
    ("1830", P, 'home = "H12"', 'other_homes = ["H12"]', "companies.PRR: other_homes mean nothing without a home"),
    ("1830", P, 'home = "H12"', 'home = "H12", closed_home = "H12"', "closed_home: H12 is not one of several homes"),
    ("1830", P, 'home = "H12"', 'home = "H12", ground = { H13 = 60 }', "PRR.ground names the unknown hex 'H13'"),
    (
        "1848",
        P,
        'second_home = "G6"',
        'second_home = "G6", other_homes = ["G6"]',
        "companies.COM: a company with a second_home has no other_homes",
    ),
    ("1830", L, 'heralds = ["PRR"]', 'heralds = ["PPR"]', "hex.H12: heralds names the unknown company 'PPR'"),
    ("1830", L, 'as_tile = "23"', 'as_tile = "24"', "hex.H12: as_tile: tile 24 has other track"),
    ("1830", L, 'as_tile = "23"', 'as_tile = "230"', "hex.H12: as_tile names the unknown tile '230'"),
    ("1830", L, 'as_tile = "23"', 'as_tile = "80"', "hex.H12: as_tile: no set counts tile '80'"),
    ("1830", C, "[for.CS]", "[for.CX]", "for.CX: there is no company, private or train 'CX'"),
]


def copied(name: str, folder: Path) -> RailTitle:
    """A title with a copy of its data files."""
    shutil.copytree(str(title(name).folder), folder)
    copy = KINDS[name]()
    copy.folder = folder
    return copy


def replaced(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(("name", "file", "old", "new", "said"), SPOILED)
def test_what_is_spoiled_is_found(tmp_path: Path, name: str, file: str, old: str, new: str, said: str) -> None:
    spoiled = copied(name, tmp_path / "data")
    replaced(tmp_path / "data", file, old, new)
    found = list(problems(spoiled))
    assert any(problem.startswith(f"{file}: ") and said in problem for problem in found), found


SCENARIOS: list[tuple[str, str, str]] = [
    ('plates = ["30a-L8", "30b"', 'plates = ["30z", "30b"', "scenario.D: there is no plate '30z'"),
    ('"N&W" = ["L16"], "PMQ"', '"N&W" = ["L18"], "PMQ"', "scenario.D.homes.N&W names the unknown hex 'L18'"),
    ('"N&W" = ["L16"], "PMQ"', '"N&W" = ["I1"], "PMQ"', "scenario.D: homes.N&W: I1 is not on its side of the board"),
    ('"N&W" = ["L16"], "PMQ"', '"N&W" = ["L14"], "PMQ"', "scenario.D: homes.N&W: there is no stop 0 on L14"),
    ('companies = ["N&W", "PMQ"]', 'companies = ["N&W"]', "scenario.D: homes.PMQ: it does not take part"),
    ('{ "C&O" = "K13" }', '{ "C&O" = "H4" }', "scenario.D: closed_homes.C&O: H4 is not one of several homes"),
    ('{ "C&O" = "K13" }', '{ NYC = "K13" }', "scenario.D: closed_homes.NYC: it has no homes to choose"),
    ("61 = 2, 592 = 2, 810", "61 = 3, 592 = 2, 810", "scenario.D: tiles_out: of tile 61 there are only 2"),
    ('M11 = { tile = "9"', 'M17 = { tile = "9"', "preprinted names the unknown hex 'M17'"),
    ('M11 = { tile = "9"', 'I1 = { tile = "9"', "scenario.D: preprinted: I1 is not on its side of the board"),
    ('M11 = { tile = "9"', 'M11 = { tile = "12"', "scenario.D: preprinted.M11: there is no tile 12 to lie there"),
    (
        'M11 = { tile = "9"',
        'H10 = { tile = "9"',
        "scenario.D: preprinted.H10: it has stops, which the tile would cover",
    ),
    ('licence = { hex = "L8"', 'licence = { hex = "I1"', "scenario.D: licence: I1 is not on its side of the board"),
    ('["J10", "K9", "K11"', '["I1", "K9", "K11"', "scenario.B: coal: I1 is not on its side of the board"),
    ("RDR = { G15 = 60 }", "RDR = { I1 = 60 }", "custom: ground.RDR: I1 is not on its side of the board"),
    ("director = 30", "director = 20", "reading: certificates.RDR: the certificates make 90%, not 100%"),
    (
        "director = 30, others = [10, 10,",
        "director = 30, others = [5, 15,",
        "reading: certificates.RDR: others: every certificate is of 10% or a multiple of it, not of 5%",
    ),
    ('privates = ["SV", "CS", "DH"', 'privates = ["SX", "CS", "DH"', "privates names the unknown private 'SX'"),
]


@pytest.mark.parametrize(("old", "new", "said"), SCENARIOS)
def test_what_is_spoiled_in_the_scenarios_is_found(tmp_path: Path, old: str, new: str, said: str) -> None:
    spoiled = copied("1830", tmp_path / "data")
    replaced(tmp_path / "data", S, old, new)
    found = spoiled.problems()
    assert any(problem.startswith(f"{S}: ") and said in problem for problem in found), found


def test_a_home_without_a_city_is_declared_on_the_side_that_it_is_on(tmp_path: Path) -> None:
    spoiled = copied("1830", tmp_path / "data")
    replaced(tmp_path / "data", L, 'heralds = ["RDR"]\n', "")
    assert spoiled.problems() == [f"{S}: free.plus: homes.RDR: there is no stop 0 on G15"]


@pytest.mark.parametrize("name", [name for name, game in titles().items() if isinstance(game, RailTitle)])
def test_nothing_is_wrong_with_the_titles_on_the_shelf(name: str) -> None:
    assert title(name).problems() == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("income = 5", "incom = 5", "privates.SV: there is no field 'incom'; did you mean 'income'?"),
        ("bank = 12000", "", "money: bank is missing"),
        ("price = 80, ", "", "trains.2: price is missing"),
        ("2 = 1200,", "", "money.capital says nothing about the number of players 2"),
    ],
)
def test_a_game_of_such_data_is_refused_with_file_and_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    spoiled = copied("1830", tmp_path / "data")
    replaced(tmp_path / "data", P, old, new)
    with pytest.raises(DataError) as caught:
        spoiled.game(3)
    assert str(caught.value) == f"{P}: {said}"


def test_check_data_lists_them_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoiled = copied("1830", tmp_path / "data")
    replaced(tmp_path / "data", P, 'blocks = ["G15"]', 'blocks = ["Z99"]')
    replaced(tmp_path / "data", P, 'rusts_on = "4"', 'rusts_on = "44"')
    replaced(tmp_path / "data", M, "impassable =", "impasable =")
    monkeypatch.setattr("stellwerk.cli.check_data.title", lambda name: spoiled)
    result = CliRunner().invoke(main, ["check-data", "1830"])
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "1830: pieces.toml: privates.SV: blocks names the unknown hex 'Z99'",
        "1830: pieces.toml: trains.2: rusts_on names the unknown train '44'; did you mean '4+4'?",
        "1830: map.toml: hex.B16: there is no field 'impasable'; did you mean 'impassable'?",
        "Error: 3 problems",
    ]


def test_a_file_that_cannot_be_read_is_told_beside_what_is_wrong_with_the_others(tmp_path: Path) -> None:
    spoiled = copied("1830", tmp_path / "data")
    replaced(tmp_path / "data", M, "[hex.A9]", "[hex.A9")
    replaced(tmp_path / "data", P, 'rusts_on = "4"', 'rusts_on = "44"')
    found = list(problems(spoiled))
    assert [problem.partition(":")[0] for problem in found] == [M, P]


class Whistle(RailStep):
    """Something that only one title does."""

    kinds = ("whistle",)


class WhistlingTitle(Title1830):
    """Its files do not know what the step says."""

    def build(self, seats: int, options: Mapping[str, str]) -> RailGame:
        return RailGame(self, self.ruleset(seats, options), options, {"whistle": Whistle})


def test_an_action_of_a_step_that_has_no_words_is_told() -> None:
    assert WhistlingTitle().problems() == [
        f"texts.toml: {sort}.whistle is missing" for sort in ("log", "action", "kind")
    ]
