"""Corners of that site's 1830 which real games seldom visit, in records made by hand.

What must come out was worked out by hand from the public source of that site's engine.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from stellwerk.cli import main
from stellwerk.core.errors import Malformed, NotFound, RuleError
from stellwerk.interop.games18xx import Reader, reader_of, trace_state
from tests.interop.small import Record


def cash(reader: Reader) -> list[int]:
    return [reader.s.cash[f"P{seat}"] for seat in range(reader.game.seats)]


# -- the sale of the privates


def test_sv_becomes_cheaper_each_time_all_pass_and_is_given_away_at_last() -> None:
    record = Record().passes(0, 1, 2)
    assert record.read().s.rebate == {"SV": 5}
    record.bid(0, "SV", 15)
    assert (record.read().s.privates["SV"], cash(record.read())) == ("P0", [785, 800, 800])
    free = Record().passes(*[0, 1, 2] * 4)
    reader = free.read()
    assert (reader.s.privates["SV"], cash(reader)) == ("P0", [800, 800, 800])
    assert reader.match.waiting() == [1], "the next player must take it, the one after goes on"


def test_the_cheapest_private_costs_what_it_costs() -> None:
    with pytest.raises(Malformed, match=r"SV costs \$20, not \$10"):
        Record().bid(0, "SV", 10).read()


def test_once_sv_is_sold_privates_pay_when_all_pass() -> None:
    reader = Record().bid(0, "SV", 20).passes(1, 2, 0).read()
    assert cash(reader) == [785, 800, 800]
    assert reader.match.waiting() == [1], "the next seat goes on, whoever has priority"


def test_the_lowest_bidder_speaks_until_one_is_left_and_may_bid_elsewhere() -> None:
    record = Record().bid(0, "CS", 45).bid(1, "CS", 50).bid(2, "SV", 20)
    assert record.read().match.waiting() == [0]
    record.bid(0, "DH", 75)
    assert record.read().match.waiting() == [0], "still the lowest bid on CS"
    record.bid(0, "CS", 55).passes(1)
    reader = record.read()
    assert (reader.s.privates["CS"], reader.s.privates["DH"]) == ("P0", "P0"), "the only bid on DH is settled at once"
    assert cash(reader) == [800 - 55 - 75, 800, 780]
    assert reader.match.waiting() == [0], "the left neighbour of who bought SV"


def test_ca_brings_the_first_small_share_of_prr_and_bo_the_directorship() -> None:
    reader = Record().sold().read()
    assert reader.shares.holder("PRR", 1) == 1
    assert reader.shares.holder("B&O", 0) == 2
    assert (reader.s.director, reader.s.par) == ({"B&O": 2}, {"B&O": 100})
    assert cash(reader) == [670, 600, 510]


# -- stock rounds


def test_a_player_buys_a_private_of_another_instead_of_a_share() -> None:
    record = Record().sold().passes(0, 1, 2)
    record.by(0, "buy_company", company="DH", price=50)
    reader = record.read()
    assert reader.s.privates["DH"] == "P0"
    assert cash(reader) == [670 + 25 - 50, 600 + 35, 510 + 45 + 50]
    assert reader.match.waiting() == [1], "nothing else can be bought or sold in this turn"
    assert reader.s.priority == 0, "it does not move the priority"


def test_no_private_is_bought_from_a_player_in_the_first_stock_round_nor_bo_ever() -> None:
    with pytest.raises(RuleError) as caught:
        Record().sold().by(0, "buy_company", company="DH", price=50).read()
    assert caught.value.rule == "4.1a"
    with pytest.raises(RuleError):
        Record().sold().passes(0, 1, 2).by(0, "buy_company", company="BO", price=50).read()


def test_mh_is_exchanged_in_the_turn_of_another_even_before_the_nyc_has_a_par() -> None:
    record = Record().sold().passes(0)
    record.add("buy_shares", "MH", "company", shares=["NYC_1"], percent=10)
    reader = record.read()
    assert "MH" not in reader.s.privates
    assert reader.s.shares["NYC"][0] == (10,)
    assert reader.match.waiting() == [1]


def test_a_player_without_anything_to_do_is_passed_over() -> None:
    """Six players have $400 each; whoever has spent it is not asked again in the first stock round."""
    record = Record(6).bid(0, "SV", 20).bid(1, "CS", 40).bid(2, "DH", 70).bid(3, "MH", 110).bid(4, "CA", 160)
    record.bid(5, "BO", 220).by(5, "par", corporation="B&O", share_price="90,1,6")
    record.by(0, "par", corporation="PRR", share_price="100,0,6").by(1, "par", corporation="NYC", share_price="100,0,6")
    record.passes(2, 3, 4)
    for share in range(1, 3):
        record.by(5, "buy_shares", shares=[f"B&O_{share}"], percent=10)
        if share == 1:
            record.passes(0, 1, 2, 3, 4)
    reader = record.read()
    assert cash(reader)[5] == 0
    record.passes(0, 1, 2, 3, 4)
    assert record.read().s.stock_rounds == 2, "seat 5 was not asked, and no company operates yet"


def test_standing_orders_act_by_automatic_actions() -> None:
    record = Record().sold().by(0, "buy_shares", shares=["B&O_1"], percent=10)
    record.actions[-1]["auto_actions"] = [
        {"type": "buy_shares", "entity": 17, "entity_type": "player", "shares": ["B&O_2"], "percent": 10},
        {"type": "program_disable", "entity": 17, "entity_type": "player", "reason": "once"},
    ]
    reader = record.read()
    assert (reader.shares.holder("B&O", 2), reader.match.waiting()) == (1, [2])


# -- the end


def test_people_may_end_a_game_whenever_they_like(tmp_path: Path) -> None:
    record = Record().bid(0, "SV", 20).by(1, "end_game")
    reader = record.read()
    assert trace_state(reader.game, reader.s, finished=reader.over)["finished"] is True
    assert not reader.match.over
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record.json), encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert (result.exit_code, "manually_ended" in result.stdout) == (0, True)
    with pytest.raises(RuleError):
        record.passes(1).read()


def test_another_result_than_the_rules_give_is_told(tmp_path: Path) -> None:
    data = {**Record().bid(0, "SV", 20).json, "result": {"ada": 800, "17": 801, "cy": 800}}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert "The record says 801 for Seat 1, not 800." in result.stdout


# -- the form


def test_optional_rules_become_options_of_ours() -> None:
    options = Record(rules=("multiple_brown_from_ipo", "third_6_train")).read().game.options
    assert (options["brown_multibuy"], options["third_six"]) == ("pool_and_bank", "true")
    options = Record().read().game.options
    assert (options["brown_multibuy"], options["third_six"]) == ("pool", "false")
    with pytest.raises(Malformed, match="'no_bank' is not known here"):
        Record(rules=("no_bank",)).read()


def test_other_titles_and_unknown_actions_are_named() -> None:
    with pytest.raises(NotFound, match="1889"):
        reader_of({**Record().json, "title": "1889"})
    with pytest.raises(Malformed, match="'choose' is not known here"):
        Record().by(0, "choose").read()


def test_two_players_of_one_id_are_refused() -> None:
    data = Record().json
    data["players"][1]["id"] = "ada"
    with pytest.raises(Malformed, match="same id"):
        reader_of(data)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"shares": ["B&O_9"]}, "no certificate"),
        ({"shares": ["B&O_1", "B&O_1"]}, "no certificate"),
        ({"shares": ["B&O_1", "PRR_2"]}, "one company"),
        ({"shares": ["B&O_0"]}, "bank or pool"),
        ({"shares": ["PRR_1"]}, "bank or pool"),
        ({"shares": []}, "list of strings"),
        ({"shares": ["B&O_1"], "percent": 20}, "10 per cent"),
    ],
)
def test_certificates_are_known_by_their_ids(fields: dict[str, object], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        Record().sold().by(0, "buy_shares", **fields).read()
