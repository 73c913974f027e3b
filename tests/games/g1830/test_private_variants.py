"""Variants of the privates: DH's station, the discount of SV, when companies buy them, and trade between players."""

from __future__ import annotations

import pytest

from tests.games.g1830.operating import to
from tests.games.g1830.positions import Table, act, table
from tests.marks import rule


def owner(private: str, preset: str = "classic", **options: str) -> Table:
    """The PRR (seat 0) owns a private and has its home and $500, but no track that leads to F16."""
    t = table(4, preset, **options).phase("3").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR")
    return t.private(private, "PRR")


def after_tile(**options: str) -> Table:
    """The PRR has laid the tile of DH on F16, placed no station in that turn, and its next one has come to stations."""
    t = owner("DH", **options).operating("PRR").play(act(0, "lay_private", "DH", "F16", "57", 0))
    assert t.turn == ("place_station", "PRR")
    t = to(t.play(act(0, "pass_station")), "lay_track")
    return t.play(act(0, "pass_track"))


@rule("1830", "V-4.0a")
def test_v_4_0_a_fixed_station_of_dh_is_not_placed_later() -> None:
    later = after_tile()
    assert later.s.tiles["F16"] == ("57", 0)
    later.refused(act(0, "station", "F16", 0), "7.3.2b", hex="F16")


@rule("1830", "V-4.0b")
def test_v_4_0_a_flexible_station_of_dh_is_placed_later_without_a_route_and_free_of_charge() -> None:
    later = after_tile(dh_station="flexible")
    assert later.turn == ("place_station", "PRR")
    placed = later.play(act(0, "station", "F16", 0))
    assert placed.s.stations["F16"] == (("PRR",),)
    assert placed.money("PRR") == later.money("PRR")


@rule("1830", "V-4.0b")
def test_v_4_0_a_flexible_station_needs_a_free_circle_and_an_open_dh() -> None:
    later = after_tile(dh_station="flexible")
    later.opened("NYC", par=67, shares={1: 60})
    later.s.roster = later.s.floated
    later.station("NYC", "F16")
    later.s.operated = (*later.s.operated, "NYC")
    later.refused(act(0, "station", "F16", 0), "7.3.2d", hex="F16")
    closed = after_tile(dh_station="flexible")
    closed.game.flow.close_privates(closed.s)
    closed.settled().refused(act(0, "station", "F16", 0), "7.3.2b", hex="F16")


@rule("1830", "V-4.0b", "4.0.DH.d")
@pytest.mark.parametrize("station", ["fixed", "flexible"])
def test_v_4_0_another_company_on_f16_ends_the_power_of_dh(station: str) -> None:
    t = owner("DH", dh_station=station).laid("F16", "57", 0).operating("PRR")
    t.refused(act(0, "lay_private", "DH", "F16", "14", 0), "4.0.DH.d", private="DH", hex="F16")
    assert ("F16", 0) not in t.play(act(0, "pass_track")).offers("station")


@rule("1830", "V-4.0c")
def test_v_4_0_sv_halves_the_cost_of_g15_and_closes() -> None:
    for option, paid, left in (("true", 60, {}), ("false", 120, {"SV": "PRR"})):
        t = owner("SV", sv_discount=option).laid("H14", "8", 1).operating("PRR")
        after = t.play(act(0, "lay", "G15", "9", 0))
        assert (after.money("PRR"), after.s.privates) == (500 - paid, left)


@rule("1830", "V-4.0c", "V-7.5a")
@pytest.mark.parametrize(("discount", "paid", "left"), [("true", 30, {}), ("false", 60, {"SV": "RDR"})])
def test_v_4_0_sv_halves_what_g15_costs_the_reading(discount: str, paid: int, left: dict[str, str]) -> None:
    """$60 instead of $120 is what a tile there costs the RDR anyway: its SV halves that, and is used up."""
    t = table(4, railroads="custom", with_rdr="true", home_choice="free", sv_discount=discount).phase("3")
    t = t.opened("RDR", shares={0: 60}).cash({"RDR": 500}).home("RDR", hex_="H16").laid("H16", "57", 2)
    t = t.private("SV", "RDR").operating("RDR")
    after = t.play(act(0, "lay", "G15", "9", 2))
    assert (after.money("RDR"), after.s.privates) == (500 - paid, left)


@rule("1830", "V-4.0c")
def test_v_4_0_the_discount_of_sv_is_for_its_owner_and_stays_until_it_is_used() -> None:
    t = owner("SV", sv_discount="true").laid("H14", "8", 1)
    t = t.private("SV", "NYC").opened("NYC", par=67, shares={1: 60}).operating("PRR")
    after = t.play(act(0, "lay", "G15", "9", 0))
    assert (after.money("PRR"), after.s.privates) == (380, {"SV": "NYC"})
    poor = owner("SV", sv_discount="true").cash({"PRR": 59}).laid("H14", "8", 1).operating("PRR")
    poor.refused(act(0, "lay", "G15", "9", 0), "7.0h", cost=60, cash=59)


def first_three(preset: str, *, set_round: int = 1, **options: str) -> Table:
    """The PRR (seat 0) has the money for the first 3-train, and seat 1 owns CS."""
    t = table(4, preset, **options).phase("2").opened("PRR", shares={0: 60}).cash({"PRR": 900}).home("PRR")
    t = t.depot("2", 0).private("CS", 1).operating("PRR", "buy_trains")
    t.s.set_length, t.s.set_round = 2, set_round
    return t.sound()


@rule("1830", "V-3.0b", "R-54", "S-6.3.6")
@pytest.mark.parametrize("preset", ["classic", "C"])
def test_v_3_0b_companies_buy_privates_from_the_next_operating_round_on(preset: str) -> None:
    t = first_three(preset, delayed_private_purchase="true")
    bought = t.play(act(0, "buy_train", "bank", "3", 180))
    assert bought.s.phase == "3"
    bought.refused(act(0, "buy_private", "CS", 40), "V-3.0b")
    following = to(bought, "lay_track")
    assert following.s.set_round == 2, "the next round of the same set"
    sold = following.play(act(0, "buy_private", "CS", 40), act(1, "accept"))
    assert sold.s.privates == {"CS": "PRR"}


@rule("1830", "R-54")
def test_r_54_the_next_round_may_be_one_of_the_next_set() -> None:
    t = first_three("classic", delayed_private_purchase="true", set_round=2)
    t = t.play(act(0, "buy_train", "bank", "3", 180), act(0, "pass_trains"))
    assert t.s.round == "stock"
    while t.s.round == "stock":
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    assert (t.s.set_round, t.may(act(0, "buy_private", "CS", 40))) == (1, True)


@rule("1830", "V-3.0b")
def test_v_3_0b_usually_they_buy_at_once() -> None:
    t = first_three("classic").play(act(0, "buy_train", "bank", "3", 180))
    assert t.may(act(0, "buy_private", "CS", 40))
    first_three("classic", delayed_private_purchase="true").refused(act(0, "buy_private", "CS", 40), "4.1c")


def traded(preset: str = "classic", **options: str) -> Table:
    """Seat 1 has bought CS of seat 0 in this stock round, and is on turn."""
    t = table(4, preset, **options).private("CS", 0).stock(turn=0)
    t = t.play(act(0, "offer_private", "CS", 1, 40), act(1, "accept"))
    return t.play(act(0, "pass_turn"))


@rule("1830", "V-6.4a", "R-81")
@pytest.mark.parametrize("preset", ["classic", "basic"])
def test_v_6_4_a_private_is_not_passed_on_in_the_same_round(preset: str) -> None:
    t = traded(preset)
    t.refused(act(1, "offer_private", "CS", 2, 50), "V-6.4", private="CS")
    while t.s.round == "stock":
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    t.s.traded = ()
    assert t.stock(turn=1, number=3).may(act(1, "offer_private", "CS", 2, 50))


@rule("1830", "V-6.4b")
def test_v_6_4_by_an_option_it_is() -> None:
    t = traded(private_trade="free")
    again = t.play(act(1, "offer_private", "CS", 2, 50), act(2, "accept"))
    assert again.s.privates == {"CS": "P2"}


@rule("1830", "S-6.2", "V-6.4a")
def test_s_6_2_players_do_not_trade_privates_in_c() -> None:
    t = table(preset="C").private("CS", 0).stock(turn=0, number=2)
    t.refused(act(0, "offer_private", "CS", 1, 40), "S-6.2")
    assert not t.offers("ask_private", seat=0)
    t.stock(turn=1).refused(act(1, "ask_private", "CS", 40), "S-6.2")


@rule("1830", "V-3.0b")
def test_v_3_0b_a_position_in_which_they_could_buy_too_early_is_told() -> None:
    t = first_three("classic", delayed_private_purchase="true")
    t.s.privates_open = True
    assert any("privates_open" in problem for problem in t.game.audit(t.s))
    usual = first_three("classic").play(act(0, "buy_train", "bank", "3", 180))
    usual.s.privates_open = True
    assert any("privates_open" in problem for problem in usual.game.audit(usual.s))
