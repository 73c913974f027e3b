"""What lies on the table at the start: material, money, certificates, trains and tiles."""

from __future__ import annotations

import pytest

from stellwerk.core.errors import RuleError
from stellwerk.core.texts import LANGUAGES
from stellwerk.games.g1830.game import TITLE
from tests.games.g1830.positions import act, fresh, game_for, table
from tests.marks import rule

COMPANIES = ["PRR", "NYC", "CPR", "B&O", "C&O", "Erie", "NNH", "B&M"]
PRIVATES = ["SV", "CS", "DH", "MH", "CA", "BO"]
MONEY = {2: 1200, 3: 800, 4: 600, 5: 480, 6: 400, 7: 350}


@rule("1830", "comp.1")
def test_comp_1_a_tile_that_is_out_of_stock_cannot_be_laid() -> None:
    t = table().opened("NYC", shares={0: 60}).cash({"NYC": 500}).home("NYC")
    for hex_ in ("B10", "F4", "J14"):
        t.laid(hex_, "57")
    t.operating("NYC")
    assert t.s.supply["57"] == 1
    assert t.may(act(0, "lay", "E19", "57", 1))
    t.laid("H10", "57")
    assert t.s.supply["57"] == 0
    t.refused(act(0, "lay", "E19", "57", 1), "comp.1", hex="E19", tile="57")


@rule("1830", "comp.3")
def test_comp_3_marked_tiles_lie_on_their_own_hexes_only() -> None:
    t = table().phase("3").opened("PRR", shares={0: 60}).cash({"PRR": 500})
    t.home("PRR").station("PRR", "H18").station("PRR", "G19", 1).operating("PRR")
    assert {args[0] for args in t.offers("lay", "H18")} == {"59"}
    assert {args[0] for args in t.offers("lay", "G19")} == {"54"}
    t.refused(act(0, "lay", "H18", "54", 0), "7.2.1.7", hex="H18", tile="54")
    t.refused(act(0, "lay", "G19", "59", 0), "7.2.1.7", hex="G19", tile="59")
    t.refused(act(0, "lay", "G19", "53", 0), "7.2.1.7", hex="G19", tile="53")


@rule("1830", "comp.4")
def test_comp_4_classic_has_85_tiles_none_of_them_grey() -> None:
    t, colours = fresh(), {"yellow": 0, "green": 0, "brown": 0, "grey": 0}
    for number, count in t.s.supply.items():
        colours[t.game.rules.catalogue.face(number, 0).colour] += count
    assert colours == {"yellow": 34, "green": 25, "brown": 26, "grey": 0}


@rule("1830", "comp.7")
def test_comp_7_the_bank_has_26_trains() -> None:
    assert fresh().s.depot == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6}


@rule("1830", "1.0a")
def test_1_0_six_privates_are_for_sale() -> None:
    assert fresh().s.privates == dict.fromkeys(PRIVATES, "")


@rule("1830", "1.0b", "1.0f")
def test_1_0_eight_companies_with_an_empty_charter_each_and_no_director() -> None:
    s = fresh().s
    assert list(s.shares) == COMPANIES
    assert s.director == {}
    assert s.trains == dict.fromkeys(COMPANIES, ())
    assert [s.cash[company] for company in COMPANIES] == [0] * 8
    assert s.markers == {"PRR": 4, "NYC": 4, "CPR": 4, "B&O": 3, "C&O": 3, "Erie": 3, "NNH": 2, "B&M": 2}


@rule("1830", "1.0c")
def test_1_0_all_certificates_are_in_the_bank_and_the_pool_is_empty() -> None:
    s = fresh(3).s
    for company in COMPANIES:
        assert s.shares[company] == ((), (), (), (20, 10, 10, 10, 10, 10, 10, 10, 10), ())


@rule("1830", "1.0d")
def test_1_0_only_a_2_train_is_on_sale_at_first() -> None:
    t = table().opened("PRR", shares={0: 60}).cash({"PRR": 2000}).home("PRR").operating("PRR", "buy_trains")
    assert t.offers("buy_train") == [("bank", "2", 80)]
    t.refused(act(0, "buy_train", "bank", "3", 180), "7.6d")


@rule("1830", "1.0e")
def test_1_0_everybody_sees_the_supply_and_only_yellow_tiles_can_be_laid() -> None:
    t = table().opened("NYC", shares={0: 60}).cash({"NYC": 500}).home("NYC").operating("NYC")
    for seat in (0, 3, None):
        assert t.game.view(t.s, seat).supply["8"] == 8
    faces = [t.game.rules.catalogue.face(number, turned) for _, number, turned in t.offers("lay")]
    assert {face.colour for face in faces} == {"yellow"}


@rule("1830", "1.2a", "1.2b", "T-06", "R-77")
@pytest.mark.parametrize(("seats", "money"), MONEY.items())
def test_1_2_everybody_starts_with_the_same_money(seats: int, money: int) -> None:
    s = fresh(seats).s
    assert [s.cash[f"P{seat}"] for seat in range(seats)] == [money] * seats


@rule("1830", "1.2c", "R-01", "T-04")
def test_1_2_the_bank_has_the_rest_of_12000() -> None:
    assert 15 * 500 + 28 * 100 + 20 * 50 + 20 * 20 + 18 * 10 + 16 * 5 + 40 == 12000
    assert fresh(4).s.cash["bank"] == 9600
    assert fresh(7).s.cash["bank"] == 9550
    assert sum(fresh(5).s.cash.values()) == 12000


@rule("1830", "1.2d")
def test_1_2_two_to_seven_players() -> None:
    for seats in range(2, 8):
        assert game_for(seats).seats == seats
    for seats in (1, 8):
        with pytest.raises(RuleError) as caught:
            TITLE.game(seats)
        assert (caught.value.rule, caught.value.data) == ("1.2d", {"given": seats, "least": 2, "most": 7})
        assert str(seats) in caught.value.text


@rule("1830", "C-2.1b")
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_c_2_1_the_first_seat_begins_and_has_priority(seats: int) -> None:
    t = fresh(seats)
    assert (t.s.priority, t.turn) == (0, ("sell_privates", 0))
    t.refused(act(1, "pass_turn"), "C-2.2b")


@rule("1830", "T-06", "5.3c")
@pytest.mark.parametrize(("seats", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11), (7, 11)])
def test_t_06_certificates_by_number_of_players(seats: int, limit: int) -> None:
    assert game_for(seats).rules.certificate_limit == limit


@rule("1830", "V-1.7b", "V-1.7f")
def test_v_1_7_options_change_the_number_of_trains() -> None:
    assert fresh(third_six="true").s.depot["6"] == 3
    t = table(diesels="unlimited").phase("7").opened("PRR", shares={0: 60}).cash({"PRR": 9000, 0: 0})
    t.depot("6", 0).home("PRR").operating("PRR", "buy_trains")
    for _ in range(2):
        t = t.play(act(0, "buy_train", "bank", "D", 1100))
    assert t.s.depot["D"] == fresh(diesels="unlimited").s.depot["D"]
    assert t.s.trains["PRR"] == ("D", "D")


def test_options_and_their_values_have_names_and_rules() -> None:
    for option in TITLE.options:
        assert option.rule in TITLE.rulebook
        for language in LANGUAGES:
            said = {option.value_name(TITLE.texts, language, value) for value in option.values}
            assert len(said) == len(option.values)
            assert TITLE.texts.say(language, f"option.{option.id}.name")
