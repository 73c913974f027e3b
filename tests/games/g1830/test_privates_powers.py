"""What the privates can do: SV, CS, DH, CA and BO. 4.0."""

from __future__ import annotations

from tests.games.g1830.positions import Table, act, fresh, table
from tests.games.g1830.turns import all_pass
from tests.marks import rule


def with_private(private: str, owner: int | str, money: int = 500) -> Table:
    """The PRR (seat 0) has its home, some money and track to Pittsburgh; a private belongs to somebody."""
    t = table().phase("3").opened("PRR", shares={0: 60}).cash({"PRR": money}).home("PRR").private(private, owner)
    return t.laid("H10", "57", 1)


@rule("1830", "4.0b")
def test_4_0_tiles_of_cs_and_dh_are_for_companies_that_own_them() -> None:
    for private, hex_, tile in (("CS", "B20", "58"), ("DH", "F16", "57")):
        t = with_private(private, 0).operating("PRR")
        t.refused(act(0, "lay_private", private, hex_, tile, 0), "4.0b", private=private)
        t.refused(act(0, "lay", hex_, tile, 0), "7.2.1.4", private=private)
        t = with_private(private, "NYC").opened("NYC", shares={0: 60}).operating("PRR")
        t.refused(act(0, "lay_private", private, hex_, tile, 0), "4.0b", private=private)
        assert with_private(private, "PRR").operating("PRR").may(act(0, "lay_private", private, hex_, tile, 0))


@rule("1830", "4.0b")
def test_4_0_the_exchange_of_mh_is_for_a_player_who_owns_it() -> None:
    t = table().opened("NYC", shares={1: 60}).private("MH", 0).stock(turn=0)
    assert t.may(act(0, "exchange", "MH", "bank"))
    t.private("MH", "NYC").refused(act(0, "exchange", "MH", "bank"), "4.0b", private="MH")
    t.private("MH", 2).refused(act(0, "exchange", "MH", "bank"), "4.0.MH.a", private="MH")


@rule("1830", "4.0.SV", "7.2.1.4")
def test_4_0_sv_keeps_everybody_off_g15_while_a_player_owns_it() -> None:
    t = with_private("SV", 1).laid("H14", "8", 1).operating("PRR")
    t.refused(act(0, "lay", "G15", "9", 0), "7.2.1.4", private="SV", hex="G15")
    t = with_private("SV", "PRR").laid("H14", "8", 1).operating("PRR")
    assert t.play(act(0, "lay", "G15", "9", 0)).money("PRR") == 380
    t.refused(act(0, "lay_private", "SV", "G15", "9", 0), "4.0b", private="SV")


@rule("1830", "4.0.CS.a")
def test_4_0_cs_lays_a_tile_on_b20_without_a_connection() -> None:
    t = with_private("CS", "PRR").operating("PRR")
    t.refused(act(0, "lay", "B20", "58", 0), "P-2", hex="B20")
    after = t.play(act(0, "lay_private", "CS", "B20", "58", 0))
    assert (after.s.tiles["B20"], after.money("PRR")) == (("58", 0), 500)
    t.refused(act(0, "lay_private", "CS", "C19", "8", 0), "4.0.CS.a", private="CS", hex="C19")
    t.refused(act(0, "lay_private", "CS", "B20", "57", 0), "7.2.1.5", hex="B20", tile="57")
    t.refused(act(0, "lay_private", "CS", "B20", "58", 1), "7.2.1.2", hex="B20", tile="58")


@rule("1830", "4.0.CS.b", "R-41", "7.2k")
def test_4_0_the_tile_of_cs_comes_before_or_after_the_usual_one() -> None:
    t = with_private("CS", "PRR").operating("PRR")
    extra, usual = act(0, "lay_private", "CS", "B20", "58", 0), act(0, "lay", "H14", "9", 1)
    for first, second in ((extra, usual), (usual, extra)):
        after = t.play(first, second)
        assert (after.s.tiles["B20"], after.s.tiles["H14"]) == (("58", 0), ("9", 1))
        assert not after.offers("lay"), "no third tile"
        assert not after.offers("lay_private")


@rule("1830", "4.0.CS.b")
def test_4_0_after_the_usual_tile_the_one_of_cs_may_be_left_out() -> None:
    t = with_private("CS", "PRR").operating("PRR").play(act(0, "lay", "H14", "9", 1))
    assert t.turn == ("lay_track", "PRR")
    t.refused(act(0, "lay", "H16", "57", 1), "7.2k")
    t = t.play(act(0, "pass_track"))
    assert t.turn[0] == "place_station"
    t.refused(act(0, "lay_private", "CS", "B20", "58", 0), "4.0.CS.b", private="CS")


@rule("1830", "R-41")
def test_r_41_cs_is_used_once_and_never_replaces_a_tile() -> None:
    t = with_private("CS", "PRR").operating("PRR").play(act(0, "lay_private", "CS", "B20", "58", 0))
    t.refused(act(0, "lay_private", "CS", "B20", "58", 0), "R-41", private="CS", hex="B20")
    later = t.operating("PRR")
    later.s.done_this_turn = ()
    later.refused(act(0, "lay_private", "CS", "B20", "141", 0), "R-41", private="CS", hex="B20")


@rule("1830", "4.0.CS.b")
def test_an_option_lets_the_tile_of_a_private_be_laid_at_any_time_of_the_turn() -> None:
    t = table(private_tile="any_time").phase("3").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR")
    t.private("CS", "PRR").operating("PRR", "buy_trains")
    assert t.play(act(0, "lay_private", "CS", "B20", "58", 0)).s.tiles["B20"] == ("58", 0)


@rule("1830", "4.0.DH.a", "R-06")
def test_4_0_dh_lays_its_tile_on_f16_and_pays_for_the_mountain() -> None:
    t = with_private("DH", "PRR", money=200).operating("PRR")
    t.refused(act(0, "lay", "F16", "57", 0), "P-2", hex="F16")
    after = t.play(act(0, "lay_private", "DH", "F16", "57", 0))
    assert (after.s.tiles["F16"], after.money("PRR")) == (("57", 0), 80)
    assert after.turn[0] == "place_station", "it was the one tile of the turn"
    t.refused(act(0, "lay_private", "DH", "C16", "57", 0), "4.0.DH.a", private="DH")
    t.refused(act(0, "lay_private", "DH", "H16", "57", 0), "4.0.DH.a", private="DH")
    poor = with_private("DH", "PRR", money=100).operating("PRR")
    poor.refused(act(0, "lay_private", "DH", "F16", "57", 0), "7.0h", cost=120, cash=100)


@rule("1830", "4.0.DH.a")
def test_4_0_after_the_usual_tile_dh_lays_none() -> None:
    t = with_private("DH", "PRR").private("CS", "PRR").operating("PRR").play(act(0, "lay", "H14", "9", 1))
    assert t.turn[0] == "lay_track", "CS may still lay its tile"
    t.refused(act(0, "lay_private", "DH", "F16", "57", 0), "4.0.DH.a", private="DH")


@rule("1830", "4.0.DH.b", "R-40")
def test_4_0_dh_places_a_station_free_of_charge_and_without_a_route() -> None:
    t = with_private("DH", "PRR").operating("PRR").play(act(0, "lay_private", "DH", "F16", "57", 0))
    after = t.play(act(0, "station", "F16", 0))
    assert (after.s.stations["F16"], after.money("PRR"), after.s.markers["PRR"]) == ((("PRR",),), 380, 2)
    assert not after.offers("station"), "it was the one station of the turn"
    after.s.done_this_turn = ()
    later = after.cash({"PRR": 99}).operating("PRR", "place_station")
    assert not later.offers("station")
    later = after.cash({"PRR": 100}).operating("PRR", "place_station")
    assert later.play(act(0, "station", "H10", 0)).money("PRR") == 0, "the next station is the second further one"


@rule("1830", "4.0.DH.b")
def test_4_0_the_station_may_be_free_even_for_a_company_without_money() -> None:
    t = with_private("DH", "PRR", money=120).operating("PRR").play(act(0, "lay_private", "DH", "F16", "57", 0))
    assert t.offers("station") == [("F16", 0)]
    t.refused(act(0, "station", "H10", 0), "7.3.2c", cost=40, cash=0)
    assert t.play(act(0, "station", "F16", 0)).money("PRR") == 0


@rule("1830", "4.0.DH.c")
def test_4_0_a_later_station_on_f16_needs_a_route_and_its_price() -> None:
    t = with_private("DH", "PRR").operating("PRR").play(act(0, "lay_private", "DH", "F16", "57", 0))
    t = t.play(act(0, "pass_station")).operating("PRR", "place_station")
    t.s.done_this_turn = ()
    assert t.offers("station") == [("H10", 0)]
    t.refused(act(0, "station", "F16", 0), "7.3.2b", hex="F16")
    t.laid("H14", "8", 1).laid("G15", "9", 0)
    joined = t.operating("PRR", "place_station")
    assert joined.play(act(0, "station", "F16", 0)).money("PRR") == 380 - 40


@rule("1830", "4.0.DH.d")
def test_4_0_who_builds_on_f16_first_ends_the_power_of_dh() -> None:
    t = with_private("DH", "PRR").opened("NYC", shares={1: 60}, cell=(0, 8)).home("NYC").cash({"NYC": 500})
    t.laid("E19", "57", 1).laid("E17", "8", 4).operating("NYC")
    t = t.play(act(1, "lay", "F16", "57", 0))
    assert t.money("NYC") == 380
    t = t.operating("PRR", acted=("NYC",))
    t.s.done_this_turn = ()
    t.refused(act(0, "lay_private", "DH", "F16", "57", 0), "4.0.DH.d", private="DH", hex="F16")
    t = t.operating("PRR", "place_station", acted=("NYC",))
    t.refused(act(0, "station", "F16", 0), "7.3.2b", hex="F16")


def joined(private: str, **options: str) -> Table:
    """The PRR owns a private, has $500, and its track leads to the private's hex."""
    t = table(4, **options).phase("3").opened("PRR", shares={0: 60}).cash({"PRR": 500}).home("PRR")
    t.private(private, "PRR")
    if private == "DH":
        return t.laid("H14", "8", 1).laid("G15", "9", 0).operating("PRR")
    return t.station("PRR", "A19").operating("PRR")


@rule("1830", "4.0.DH.b", "P-2")
def test_4_0_the_owner_that_is_joined_to_f16_places_its_station_free_all_the_same() -> None:
    """Nobody declares a power: there is one way to lay that tile, and it is that of DH."""
    t = joined("DH")
    tile = t.offers("lay_private", "DH", "F16")[0]
    assert not t.offers("lay", "F16"), "no second way that would cost more"
    assert t.offers("lay"), "closed_rule it builds as usual"
    t.refused(act(0, "lay", "F16", *tile), "P-2", private="DH", hex="F16")
    after = t.play(act(0, "lay_private", "DH", "F16", *tile), act(0, "station", "F16", 0))
    assert after.money("PRR") == 380
    t.cash({"PRR": 100}).settled().refused(act(0, "lay", "F16", *tile), "7.0h", cost=120, cash=100)


@rule("1830", "4.0.CS.b", "P-2")
def test_4_0_the_owner_that_is_joined_to_b20_lays_a_second_tile_all_the_same() -> None:
    t = joined("CS")
    tile = t.offers("lay_private", "CS", "B20")[0]
    assert not t.offers("lay", "B20")
    t.refused(act(0, "lay", "B20", *tile), "P-2", private="CS", hex="B20")
    after = t.play(act(0, "lay_private", "CS", "B20", *tile))
    assert after.turn == ("lay_track", "PRR")
    assert after.offers("lay")


@rule("1830", "4.0.DH.b", "4.0.CS.b", "4.0.DH.d")
def test_4_0_once_a_tile_lies_there_it_is_replaced_as_usual() -> None:
    t = joined("DH").laid("F16", "57", 0).operating("PRR")
    assert t.offers("lay", "F16")
    assert not t.offers("lay_private")


@rule("1830", "4.0.DH.b", "4.0.CS.b")
def test_by_an_option_the_owner_says_whether_it_uses_its_private() -> None:
    for private, hex_ in (("DH", "F16"), ("CS", "B20")):
        t = joined(private, private_tile="any_time")
        assert t.offers("lay", hex_)
        assert t.offers("lay_private", private, hex_)


@rule("1830", "4.0.CA", "6.1i")
def test_4_0_who_buys_ca_from_the_bank_gets_a_share_of_the_prr() -> None:
    t = fresh().play(act(0, "bid", "CA", 165), act(1, "pass_turn"), act(2, "pass_turn"), act(3, "pass_turn"))
    for private in ("SV", "CS", "DH", "MH"):
        t = t.play(act(int(t.turn[1]), "buy_private_at_face", private))
    assert (t.s.privates["CA"], t.holding("PRR", 0), t.in_bank("PRR")) == ("P0", 10, 90)
    assert "PRR" not in t.s.director


@rule("1830", "4.0.CA")
def test_4_0_who_buys_ca_later_gets_no_share() -> None:
    t = table().private("CA", 0).share("PRR", 0).stock(turn=1).play(act(1, "ask_private", "CA", 200), act(0, "accept"))
    assert (t.s.privates["CA"], t.holding("PRR", 0), t.holding("PRR", 1)) == ("P1", 10, 0)


@rule("1830", "4.0.BO.a", "5.2a")
def test_4_0_who_buys_bo_directs_the_b_and_o_and_sets_its_par() -> None:
    t = fresh().private("SV", 0).private("CS", 0).private("DH", 1).private("MH", 1).private("CA", 2).share("PRR", 2)
    t = t.play(act(0, "pass_turn"), act(1, "buy_private_at_face", "BO"))
    assert t.turn == ("set_par", "BO")
    t.refused(act(1, "set_par", "B&O", 75), "5.2a")
    t.refused(act(1, "pass_turn"), "5.2a")
    t.refused(act(0, "set_par", "B&O", 100), "6.2e")
    t = t.play(act(1, "set_par", "B&O", 100))
    assert (t.s.par["B&O"], t.price("B&O"), t.s.director["B&O"]) == (100, 100, 1)
    assert (t.holding("B&O", 1), t.in_bank("B&O"), t.money(1)) == (20, 80, 600 - 220)


@rule("1830", "4.0.BO.b")
def test_4_0_no_company_buys_bo() -> None:
    t = table().phase("3").opened("B&O", shares={0: 60}).cash({"B&O": 900}).home("B&O").private("BO", 0)
    t.operating("B&O").refused(act(0, "buy_private", "BO", 220), "4.0.BO.b", private="BO")
    assert not t.offers("buy_private")


@rule("1830", "4.0.BO.c")
def test_4_0_bo_does_not_follow_the_directorship_of_the_b_and_o() -> None:
    t = table().opened("B&O", shares={0: 20, 1: 20}, director=0).private("BO", 0).stock(turn=1)
    t = t.play(act(1, "buy", "B&O", "bank", 10))
    assert (t.s.director["B&O"], t.s.privates["BO"]) == (1, "P0")
    t.opened("PRR", shares={2: 60}).cash({0: 100})
    assert all_pass(t.stock(turn=3)).money(0) == 130
