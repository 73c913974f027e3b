"""V: the powers of P2, P3 and P4, and what outlives them."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import round_over
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

TASMANIA = ("241", 1)
"""The tile, turned towards the two land sides of I8 or I10."""


def augusta(phase: str = "3", cash: int = 100, **options: str) -> England:
    """The CAR of seat 0 at Port Augusta, whose track leads to the deserts E6 and (beyond) E8; the VR of seat 1."""
    t = (
        table(4, **options)
        .phase(phase)
        .opened("CAR", shares={0: 60})
        .home("CAR")
        .cash({"CAR": cash})
        .laid("E4", "57", 1)
    )
    return t.opened("VR", par=80, shares={1: 60}).home("VR").cash({"VR": cash})


E6 = ("E6", "9", 1)
E8 = ("E8", "9", 1)


@rule("1848", "V.gen.5", "V.P2.2")
@pytest.mark.parametrize("owner", [0, "CAR"])
def test_v_gen_5_the_discount_of_p2_is_for_its_company_or_that_of_its_owner(owner: int | str) -> None:
    t = augusta().private("P2", owner).operating("CAR")
    after = t.play(act(0, "lay_private", "P2", *E6))
    assert (after.money("CAR"), after.s.tiles["E6"]) == (100, ("9", 1))
    assert t.play(act(0, "lay", *E6)).money("CAR") == 60, "without it a desert costs 40"


@rule("1848", "V.gen.5")
def test_v_gen_5_no_power_is_used_in_the_yellow_phase() -> None:
    t = augusta("2").private("P2", 0).operating("CAR")
    t.refused(act(0, "lay_private", "P2", *E6), "V.gen.5")
    t = augusta("2").private("P3", 0).operating("CAR")
    t.refused(act(0, "lay_private", "P3", "I8", *TASMANIA), "V.gen.5")


@rule("1848", "V.gen.5")
def test_v_gen_5_nor_by_a_company_of_somebody_else() -> None:
    augusta().private("P2", 2).operating("CAR").refused(act(0, "lay_private", "P2", *E6), "V.gen.5")
    augusta().private("P2", "VR").operating("CAR").refused(act(0, "lay_private", "P2", *E6), "V.gen.5")


@rule("1848", "V.P2.2")
def test_v_p2_2_a_company_without_money_can_build_in_the_desert_by_it() -> None:
    t = augusta(cash=0).private("P2", 0).operating("CAR")
    t.refused(act(0, "lay", *E6), "III.misc.2", cost=40, cash=0)
    assert t.play(act(0, "lay_private", "P2", *E6)).money("CAR") == 0


@rule("1848", "V.P2.2")
def test_v_p2_2_only_once() -> None:
    t = augusta().private("P2", 0).operating("CAR").play(act(0, "lay_private", "P2", *E6))
    t.refused(act(0, "lay_private", "P2", *E8), "V.P2.2")
    assert t.play(act(0, "lay", *E8)).money("CAR") == 60
    assert t.s.privates["P2"] == "P0", "it is not closed by that"


@rule("1848", "V.P2.2")
def test_v_p2_2_not_for_ground_without_cost_nor_for_mountains() -> None:
    t = augusta().private("P2", 1).laid("H11", "57", 1).operating("VR")
    t.refused(act(1, "lay_private", "P2", "H13", "9", 1), "V.P2.2")
    t.refused(act(1, "lay_private", "P2", "H9", "57", 1), "V.P2.2")


@rule("1848", "V.P2.2", "VIII.track.4")
def test_v_p2_2_only_where_the_company_could_build_anyway() -> None:
    t = augusta().private("P2", 0).operating("CAR")
    t.refused(act(0, "lay_private", "P2", "B9", "9", 1), "VIII.track.4")
    t.refused(act(0, "lay_private", "P2", "Z9", "9", 1), "V.P2.2")


@rule("1848", "V.P2.2")
def test_v_p2_2_it_is_one_of_the_tiles_of_the_turn() -> None:
    t = augusta().private("P2", 0).operating("CAR")
    t = t.play(act(0, "lay_private", "P2", *E6), act(0, "lay", *E8))
    assert t.turn[0] != "lay_track", "two new tiles, and no more"


@rule("1848", "V.P2.3", "V.gen.8")
@pytest.mark.parametrize("phase", ["5", "6", "7"])
def test_v_p2_3_what_is_left_of_p2_is_for_companies_of_its_owner(phase: str) -> None:
    t = augusta(phase).right("P2", 0).operating("CAR")
    after = t.play(act(0, "lay_private", "P2", *E6))
    assert (after.money("CAR"), after.s.rights) == (100, {})
    after.refused(act(0, "lay_private", "P2", *E8), "V.P2.2")
    other = augusta(phase).right("P2", 1).operating("CAR")
    other.refused(act(0, "lay_private", "P2", *E6), "V.gen.5")


@rule("1848", "V.P2.4", "V.gen.8")
def test_v_p2_4_what_a_company_has_left_of_p2_stays_with_it() -> None:
    """Its director cannot use it for another company of his."""
    t = augusta("6").right("P2", "CAR").operating("CAR")
    assert t.play(act(0, "lay_private", "P2", *E6)).money("CAR") == 100
    t = augusta("6").opened("SAR", shares={0: 60}).right("P2", "SAR").operating("CAR")
    t.refused(act(0, "lay_private", "P2", *E6), "V.gen.5")


def first_five(private: str, owner: int | str) -> England:
    """The VR of seat 1 is about to buy the first 5/5+."""
    t = augusta("4", 1000).depot("4", 0).private(private, owner)
    return t.operating("VR", "buy_trains")


@rule("1848", "V.P2.3", "V.P2.4", "V.P4.3", "V.P4.4", "V.gen.8")
@pytest.mark.parametrize("private", ["P2", "P4"])
@pytest.mark.parametrize(("owner", "keeps"), [(0, "P0"), ("CAR", "CAR")])
def test_v_gen_8_who_owns_p2_or_p4_at_the_first_5_keeps_the_discount(
    private: str, owner: int | str, keeps: str
) -> None:
    t = first_five(private, owner).play(act(1, "buy_train", "bank", "5", 500))
    assert (t.s.privates, t.s.rights) == ({}, {private: keeps})


@rule("1848", "V.gen.8", "V.P2.2")
def test_v_gen_8_a_used_discount_is_not_kept() -> None:
    t = augusta("4", 1000).depot("4", 0).private("P2", 0).operating("CAR")
    t = t.play(act(0, "lay_private", "P2", *E6), act(0, "pass_track"))
    while t.turn[0] != "buy_trains":
        t = t.play(act(0, "pass_station"))
    t = t.play(act(0, "buy_train", "bank", "5", 500))
    assert (t.s.privates, t.s.rights) == ({}, {})


# -- P3


@rule("1848", "V.P3.2", "V.P3.1", "R-10", "V.gen.2")
@pytest.mark.parametrize("hex_", ["I8", "I10"])
@pytest.mark.parametrize("owner", [0, "CAR"])
def test_v_p3_2_tasmania_comes_on_top_of_two_yellow_tiles(hex_: str, owner: int | str) -> None:
    """The CAR has no track anywhere near; the tile costs nothing."""
    t = augusta(cash=80).private("P3", owner).operating("CAR")
    t = t.play(act(0, "lay", *E6), act(0, "lay", *E8), act(0, "lay_private", "P3", hex_, *TASMANIA))
    assert (t.money("CAR"), t.s.tiles[hex_]) == (0, TASMANIA)
    assert t.s.tiles.keys() == {"E4", "E6", "E8", hex_}
    assert t.s.privates["P3"] in {"P0", "CAR"}, "it is not closed by that"


@rule("1848", "V.P3.2")
def test_v_p3_2_also_on_top_of_an_upgrade_and_first_of_all() -> None:
    t = augusta().private("P3", 0).operating("CAR")
    t = t.play(act(0, "lay_private", "P3", "I8", *TASMANIA))
    green = [args for args in t.offers("lay", "E4") if args[0] in {"14", "15"}]
    assert green
    after = t.play(act(0, "lay", "E4", *green[0]))
    assert after.turn[0] != "lay_track"


@rule("1848", "V.P3.2")
def test_v_p3_2_only_once_and_only_on_the_two_blue_hexes() -> None:
    t = augusta().private("P3", 0).operating("CAR")
    t.refused(act(0, "lay_private", "P3", "E6", *TASMANIA), "V.P3.2", hex="E6")
    t = t.play(act(0, "lay_private", "P3", "I8", *TASMANIA))
    t.refused(act(0, "lay_private", "P3", "I10", *TASMANIA), "V.P3.2", hex="I10")


@rule("1848", "R-10")
@pytest.mark.parametrize("hex_", ["I8", "I10"])
def test_r_10_its_track_leads_to_the_two_land_sides(hex_: str) -> None:
    t = augusta().private("P3", 0).operating("CAR")
    assert t.offers("lay_private", "P3", hex_) == [TASMANIA]
    assert t.game.rules.catalogue.face(*TASMANIA).exits == 1 << 2 | 1 << 3


@rule("1848", "V.P3.2", "VIII.turn.1")
def test_v_p3_2_when_track_is_laid() -> None:
    t = augusta().private("P3", 0).operating("CAR", "buy_trains")
    t.refused(act(0, "lay_private", "P3", "I8", *TASMANIA), "V.P3.2", hex="I8")


@rule("1848", "V.P3.3")
@pytest.mark.parametrize(("train", "best"), [("2", 70), ("3", 90)])
def test_v_p3_3_tasmania_counts_against_the_range(train: str, best: int) -> None:
    """Geelong (20), Melbourne (20) and Tasmania (50) are three stops: a 2 runs Melbourne to Tasmania."""
    t = table().opened("VR", shares={0: 60}).home("VR").trains("VR", train)
    t.laid("H11", "5", 0).laid("H9", "57", 1).laid("I10", *TASMANIA)
    ((hole,),) = t.operating("VR", "run_trains").offers("run")
    assert hole.best().revenue == best


@rule("1848", "V.P3.4")
@pytest.mark.parametrize(("owner", "lays"), [(2, 2), ("CAR", 0)])
def test_v_p3_4_with_the_first_5_tasmania_must_be_laid_at_once(owner: int | str, lays: int) -> None:
    t = first_five("P3", owner).play(act(1, "buy_train", "bank", "5", 500))
    assert t.turn[0] == "lay_own_tile"
    assert {(choice.seat, choice.kind, choice.args) for choice in t.choices()} == {
        (lays, "lay_own", ("P3", hex_, *TASMANIA)) for hex_ in ("I8", "I10")
    }
    t.refused(act(1, "pass_trains"), "V.P3.4")
    t.refused(act(lays, "lay_own", "P3", "I8", "241", 0), "V.P3.4")
    after = t.play(act(lays, "lay_own", "P3", "I10", *TASMANIA))
    assert (after.turn, after.s.tiles["I10"]) == (("buy_trains", "VR"), TASMANIA)
    assert not after.s.rights
    assert "P3" not in after.s.privates


@rule("1848", "V.P3.4")
def test_v_p3_4_not_when_it_lies_already() -> None:
    t = augusta("4", 1000).depot("4", 0).private("P3", 0).laid("I8", *TASMANIA)
    t.s.spent = ("P3",)
    t = t.operating("VR", "buy_trains").play(act(1, "buy_train", "bank", "5", 500))
    assert (t.turn, t.s.privates, t.s.rights) == (("buy_trains", "VR"), {}, {})


# -- P4


@rule("1848", "V.P4.2", "V.P4.3", "V.gen.8")
@pytest.mark.parametrize("phase", ["5", "6", "7"])
def test_v_p4_3_the_discount_on_a_ghan_is_for_a_company_of_its_owner(phase: str) -> None:
    t = augusta(phase, 300).right("P4", 0).operating("CAR", "buy_trains")
    after = t.play(act(0, "buy_cheaper", "P4", "2E"))
    assert (after.money("CAR"), after.s.trains["CAR"], after.s.rights) == (200, ("2E",), {})
    assert t.play(act(0, "buy_train", "bank", "2E", 200)).money("CAR") == 100, "without it a Ghan costs 200"
    t = augusta(phase, 300).right("P4", 1).operating("CAR", "buy_trains")
    t.refused(act(0, "buy_cheaper", "P4", "2E"), "V.gen.5")


@rule("1848", "V.P4.2")
def test_v_p4_2_only_once() -> None:
    """The second Ghan, of another company of the same owner, costs 200."""
    t = augusta("5", 300).opened("SAR", par=70, shares={0: 60}).home("SAR").cash({"SAR": 300}).right("P4", 0)
    t = t.operating("CAR", "buy_trains").play(act(0, "buy_cheaper", "P4", "2E"))
    t = t.operating("SAR", "buy_trains", acted=("CAR",))
    t.refused(act(0, "buy_cheaper", "P4", "2E"), "V.gen.5")
    assert t.play(act(0, "buy_train", "bank", "2E", 200)).money("SAR") == 100


@rule("1848", "V.P4.2")
def test_v_p4_2_not_for_another_train_and_not_before_the_first_5() -> None:
    t = augusta("5", 600).right("P4", 0).operating("CAR", "buy_trains")
    t.refused(act(0, "buy_cheaper", "P4", "5"), "V.P4.2")
    t = augusta("4", 600).private("P4", 0).operating("CAR", "buy_trains")
    t.refused(act(0, "buy_cheaper", "P4", "2E"), "V.P4.2")


@rule("1848", "V.P4.4", "V.P4.1")
def test_v_p4_4_what_a_company_has_left_of_p4_stays_with_it() -> None:
    t = augusta("5", 300).right("P4", "CAR").operating("CAR", "buy_trains")
    assert t.play(act(0, "buy_cheaper", "P4", "2E")).money("CAR") == 200
    t = augusta("5", 300).opened("SAR", shares={0: 60}).right("P4", "SAR").operating("CAR", "buy_trains")
    t.refused(act(0, "buy_cheaper", "P4", "2E"), "V.gen.5")


@rule("1848", "V.P4.1", "V.gen.7", "V.gen.8")
def test_v_p4_1_the_discount_outlives_the_income() -> None:
    t = first_five("P4", 0).play(act(1, "buy_train", "bank", "5", 500))
    money = t.money(0)
    t = round_over(t)
    assert (t.s.set_round, t.money(0), t.s.rights) == (2, money, {"P4": "P0"})


@rule("1848", "V.P3.2", "V.P2.2", "VIII.track.4")
def test_v_p3_2_by_an_option_tiles_of_privates_are_laid_at_any_time() -> None:
    """After the tiles, before the trains: Tasmania, and in place of a tile of the turn a desert; not without track."""
    t = augusta().private("P2", 0).private("P3", 0).operating("CAR", "buy_trains")
    t.refused(act(0, "lay_private", "P2", *E6), "V.P2.2")
    t.refused(act(0, "lay_private", "P3", "I8", *TASMANIA), "V.P3.2")
    t = augusta(tasmania_time="any_time").private("P2", 0).private("P3", 0).operating("CAR", "buy_trains")
    t.refused(act(0, "lay_private", "P2", *E8), "VIII.track.4", hex="E8")
    t = t.play(act(0, "lay_private", "P2", *E6), act(0, "lay_private", "P3", "I8", *TASMANIA))
    assert (t.s.tiles["E6"], t.s.tiles["I8"], t.turn) == (("9", 1), TASMANIA, ("buy_trains", "CAR"))
