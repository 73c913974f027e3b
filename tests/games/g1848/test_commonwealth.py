"""VI: the Commonwealth Railways, which wait for the link of their two homes."""

from __future__ import annotations

import pytest

from tests.games.g1848.idle import all_pass, go_on, turn_over
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

LINK = {
    "F17": ("5", 2),
    "E16": ("8", 5),
    "E14": ("57", 1),
    "E12": ("9", 1),
    "E10": ("9", 1),
    "E8": ("8", 4),
    "F7": ("9", 0),
    "G6": ("5", 2),
}
"""Sydney - mountain - Dubbo - plain - desert, a change of gauge - Adelaide."""

LAST = ("E12", "9", 1)


def linked(t: England, *, but: str = "") -> England:
    """The whole link, or all of it but one hex."""
    for hex_, tile in LINK.items():
        if hex_ != but:
            t.laid(hex_, *tile)
    return t


def waiting(t: England, par: int = 90) -> England:
    """60% of the COM are with seat 1; its capital is due when it may begin."""
    t.opened("COM", par=par, shares={1: 60})
    t.s.unpaid = ("COM",)
    return t


def builder(par: int, *, phase: str = "3") -> England:
    """The FT of seat 0 has a station at Dubbo, where the last gap of the link is; the COM stands at 90."""
    t = waiting(linked(table().phase(phase), but="E12"))
    return t.opened("FT", par=par, shares={0: 60}).home("FT").station("FT", "E14").cash({"FT": 1000}).trains("FT", "3")


def order(t: England) -> list[str]:
    """The companies that take a turn from here to the end of the operating round, this one included."""
    now, seen = (t.s.stock_rounds, t.s.set_round), [str(t.turn[1])]
    while t.s.round == "operating" and (t.s.stock_rounds, t.s.set_round) == now:
        if t.turn[1] != seen[-1]:
            seen.append(str(t.turn[1]))
        t = go_on(t)
    return seen


@rule("1848", "VI.com.1")
@pytest.mark.parametrize("par", [70, 80, 90, 100])
def test_vi_com_1_its_par_is_chosen_and_its_shares_are_sold(par: int) -> None:
    t = table().stock().play(act(0, "par", "COM", par))
    assert (t.money(0), t.price("COM"), t.s.director["COM"]) == (630 - 2 * par, par, 0)
    assert t.play(act(1, "buy", "COM", "bank", 10)).money(1) == 630 - par
    table().stock().refused(act(0, "par", "COM", 75), "VI.norm.1")


@rule("1848", "VI.com.2")
def test_vi_com_2_without_the_link_it_does_not_act_and_has_no_capital() -> None:
    t = linked(table().phase("3"), but="E12").opened("COM", par=90, shares={1: 50}).stock(1)
    t = all_pass(t.play(act(1, "buy", "COM", "bank", 10)))
    assert ("COM" in t.s.floated, t.money("COM")) == (True, 0)
    assert (t.s.round, t.s.stock_rounds) == ("stock", 3), "no company acted in the two rounds"
    assert "F17" not in t.s.stations
    assert t.price("COM") == 90, "nor does its price fall"


@rule("1848", "VI.com.2", "VI.com.5")
@pytest.mark.parametrize("par", [70, 100])
def test_vi_com_2_with_the_link_it_begins_at_60_percent(par: int) -> None:
    t = linked(table().phase("3")).opened("COM", par=par, shares={1: 50}).cash({1: 600}).stock(1)
    t = t.play(act(1, "buy", "COM", "bank", 10))
    assert t.money("COM") == 10 * par
    t = all_pass(t)
    assert t.turn == ("lay_track", "COM")
    assert t.s.stations == {"F17": (("COM",),), "G6": (("COM",),)}


@rule("1848", "VI.com.2")
def test_vi_com_2_the_link_alone_is_not_enough() -> None:
    t = all_pass(linked(table().phase("3")).opened("COM", par=90, shares={1: 50}).stock())
    assert (t.s.round, t.s.stock_rounds) == ("stock", 3)


@rule("1848", "VI.com.2", "R-15", "R-51")
def test_r_15_the_link_ignores_markers_and_gauges() -> None:
    """Dubbo is full with a station of the QR, both homes with those of NSW and SAR; E8 to F7 changes gauge."""
    t = waiting(linked(table().phase("3"), but="E8"))
    t.opened("NSW", par=80, shares={2: 60}).home("NSW").opened("SAR", par=70, shares={3: 60}).home("SAR")
    t.opened("QR", par=100, shares={0: 60}).home("QR").station("QR", "E14").cash({"QR": 500, "COM": 0})
    t = t.operating("QR").play(act(0, "lay", "E8", "8", 4))
    assert (t.s.linked, t.money("COM")) == (("COM",), 900)


@rule("1848", "R-15")
def test_r_15_missing_track_is_no_link() -> None:
    """At F7 the track leads past Adelaide."""
    t = waiting(linked(table().phase("3"), but="F7").laid("F7", "8", 1))
    assert t.s.linked == ()
    t = all_pass(t.stock())
    assert (t.s.round, t.s.stock_rounds) == ("stock", 3)


@rule("1848", "R-15")
def test_r_15_a_link_that_was_there_stays() -> None:
    """Whatever comes later: stations of others fill both homes, and the COM still acts."""
    t = waiting(linked(table().phase("3"))).cash({"COM": 900})
    t.s.unpaid = ()
    t.opened("NSW", par=100, shares={2: 60}).home("NSW").opened("SAR", par=100, shares={3: 60}).home("SAR")
    t = all_pass(t.trains("NSW", "3").trains("SAR", "3").trains("COM", "3").stock())
    assert order(t) == ["NSW", "SAR", "COM"]


@rule("1848", "VI.com.4", "VI.com.5")
def test_vi_com_4_a_dearer_company_builds_the_link_and_it_acts_in_the_same_round() -> None:
    t = builder(par=100).operating("FT").play(act(0, "lay", *LAST))
    assert t.money("COM") == 900
    t = turn_over(t)
    assert (t.s.set_round, t.turn) == (1, ("lay_track", "COM"))


@rule("1848", "VI.com.4")
def test_vi_com_4_a_cheaper_company_builds_the_link_and_it_acts_in_the_next_round() -> None:
    t = all_pass(builder(par=70).stock())
    assert t.turn == ("lay_track", "FT"), "the COM was passed over"
    t = t.play(act(0, "lay", *LAST))
    assert order(t) == ["FT"]
    t = turn_over(t)
    assert (t.s.set_round, t.turn) == (2, ("lay_track", "COM"))


@rule("1848", "VI.com.3", "X.6.2", "VI.com.5")
def test_vi_com_3_the_first_6_frees_it() -> None:
    t = builder(par=100, phase="5").depot("5", 0).operating("FT", "buy_trains")
    t = t.play(act(0, "buy_train", "bank", "6", 600))
    assert (t.s.phase, t.s.linked, t.money("COM")) == ("6", (), 900)
    t = t.play(act(0, "pass_trains"))
    assert (t.s.set_round, t.turn) == (1, ("lay_track", "COM"))
    assert {name for name, stops in t.s.stations.items() if ("COM",) in stops} == {"F17", "G6"}


@rule("1848", "X.6.2", "VI.com.4")
def test_vi_com_4_a_cheaper_company_buys_the_first_6_and_it_acts_in_the_next_round() -> None:
    t = all_pass(builder(par=70, phase="5").depot("5", 0).stock())
    while t.turn[0] != "buy_trains":
        t = go_on(t)
    t = t.play(act(0, "buy_train", "bank", "6", 600), act(0, "pass_trains"))
    assert (t.s.set_round, t.turn, t.money("COM")) == (2, ("lay_track", "COM"), 900)


@rule("1848", "VI.com.3")
def test_vi_com_3_from_then_on_it_begins_like_any_other() -> None:
    t = table().phase("6").opened("COM", par=80, shares={1: 50}).stock(1)
    t = t.play(act(1, "buy", "COM", "bank", 10))
    assert t.money("COM") == 800
    assert all_pass(t).turn == ("lay_track", "COM")


def crowded(*, sydney: str = "green") -> England:
    """Sydney is full: NSW in yellow (one place), NSW and VR in green (two). The COM of seat 1 is to begin."""
    t = linked(table().phase("5")).opened("COM", par=90, shares={1: 60}).cash({"COM": 900})
    t.opened("NSW", par=80, shares={2: 60}).home("NSW").opened("VR", par=80, shares={3: 60}).home("VR")
    if sydney == "green":
        t.laid("F17", "238", 1).station("VR", "F17")
    return t.operating("COM", "place_home")


@rule("1848", "VI.com.6", "R-16")
def test_vi_com_6_where_no_place_is_free_its_marker_lies_beside() -> None:
    t = crowded()
    assert t.s.stations["F17"] == (("NSW", "VR", "COM"),)
    face = t.game.rules.catalogue.face("238", 1)
    assert face.stops[0].slots == 2
    assert t.s.stations["G6"] == (("COM",),), "Adelaide has a place"


@rule("1848", "VI.com.6")
def test_vi_com_6_also_on_a_hex_without_a_tile() -> None:
    """After the first 6/6+ the COM begins with Sydney bare and its one place taken; it builds there all the same."""
    t = table().phase("6").opened("COM", par=90, shares={1: 60}).cash({"COM": 900})
    t = t.opened("NSW", par=80, shares={2: 60}).home("NSW").operating("COM", "place_home")
    assert t.s.stations["F17"] == (("NSW", "COM"),)
    t = t.play(act(1, "lay", "F17", "5", 2))
    assert (t.s.stations["F17"], t.s.tiles["F17"]) == ((("NSW", "COM"),), ("5", 2))


@rule("1848", "VI.com.6", "VIII.token.11")
def test_vi_com_6_no_place_is_kept_for_it_before() -> None:
    """One place of green Sydney is kept for NSW, which has not begun; the VR takes the other."""
    t = linked(table().phase("3")).opened("VR", par=80, shares={0: 60}).home("VR").station("VR", "E14")
    t.cash({"VR": 500})
    t.operating("VR", "place_station").refused(act(0, "station", "F17", 0), "VIII.token.11", hex="F17")
    t = t.laid("F17", "238", 1).operating("VR", "place_station").play(act(0, "station", "F17", 0))
    assert t.s.stations["F17"] == (("VR",),)


@rule("1848", "VI.com.7")
@pytest.mark.parametrize(("before", "green_or_brown", "here"), [("yellow", ("237", 3), 2), ("green", ("239", 0), 3)])
def test_vi_com_7_an_upgrade_gives_it_the_new_place(before: str, green_or_brown: tuple[str, int], here: int) -> None:
    """With the COM the larger Sydney is full again; had it not begun, the FT would find a place there."""
    t = crowded(sydney=before).opened("FT", par=70, shares={0: 60}).home("FT").cash({"FT": 500})
    t.laid("G16", "6", 1).laid("G14", "57", 1)
    t = t.operating("COM").play(act(1, "lay", "F17", *green_or_brown)).operating("FT", "place_station")
    assert len(t.s.stations["F17"][0]) == here == t.game.rules.catalogue.face(*green_or_brown).stops[0].slots
    t.refused(act(0, "station", "F17", 0), "VIII.upgrade.7", hex="F17")
    t.game.track.lift(t.s, "COM", "F17")
    assert t.settled().may(act(0, "station", "F17", 0))


@rule("1848", "VI.com.8", "VIII.token.9")
def test_vi_com_8_its_further_markers_cost_100_each() -> None:
    t = crowded().operating("COM", "place_station")
    after = t.play(act(1, "station", "E14", 0))
    assert (after.money("COM"), after.s.markers["COM"]) == (800, 2)
    t.cash({"COM": 99}).operating("COM", "place_station").refused(act(1, "station", "E14", 0), "VIII.token.8", cost=100)


def best(t: England, company: str, train: str) -> int:
    """What one train of a company can earn."""
    t.trains(company, train)
    ((hole,),) = t.operating(company, "run_trains").offers("run")
    return int(hole.best().revenue)


def newcastle() -> England:
    """Dubbo (20) - Sydney (20) - Newcastle (20); the one place of Sydney is with NSW, and the COM lies at its edge."""
    t = crowded(sydney="yellow").laid("E18", "5", 0)
    assert t.s.stations["F17"] == (("NSW", "COM"),)
    return t


@rule("1848", "VI.com.9", "R-16")
def test_vi_com_9_a_marker_beside_is_a_station() -> None:
    """The COM runs through Sydney with no other station on the way."""
    t = newcastle()
    del t.s.stations["G6"]
    t.s.markers["COM"] += 1
    t.game.track.forget(t.s)
    assert best(t, "COM", "3") == 60


@rule("1848", "R-16")
def test_r_16_the_others_are_blocked_by_nsw_only() -> None:
    """NSW runs through Sydney as if the COM were not there; the VR at Dubbo does not get beyond."""
    assert best(newcastle(), "NSW", "3") == 60
    assert best(newcastle().station("VR", "E14"), "VR", "3") == 40


@rule("1848", "VI.com.6", "VIII.token.11", "R-16")
def test_vi_com_6_a_place_that_is_kept_for_nsw_is_not_free() -> None:
    """NSW has not begun: the COM lies at the edge of yellow Sydney, and the VR at Dubbo runs on to Newcastle."""
    t = linked(table().phase("3")).laid("E18", "5", 0).opened("VR", par=80, shares={0: 60}).home("VR")
    t = waiting(t).station("VR", "E14").cash({"COM": 900}).home("COM")
    t.s.unpaid = ()
    assert best(t, "VR", "3") == 60
    begun = t.opened("NSW", par=70, shares={2: 60}).home("NSW")
    assert best(begun, "VR", "3") == 40, "now its own marker fills the place"


@rule("1848", "R-16", "VI.rec.10")
def test_r_16_a_marker_beside_bars_nobody_when_it_is_turned_over_either() -> None:
    """The COM fails at the edge of Sydney, kept for NSW: VR runs on to Newcastle until NSW itself stands there."""
    t = linked(table().phase("3")).laid("E18", "5", 0).opened("VR", par=80, shares={0: 60}).home("VR")
    t = t.opened("COM", par=90, shares={1: 60}, cell=(3, 1)).station("VR", "E14").cash({"COM": 900}).home("COM")
    t = t.operating("COM").play(act(1, "loan"))
    assert t.s.stations["F17"] == (("BOE",),)
    assert best(t, "VR", "3") == 60
    begun = t.opened("NSW", par=70, shares={2: 60}).home("NSW")
    assert best(begun, "VR", "3") == 40, "its own marker fills the place"
    assert best(begun, "NSW", "3") == 60


@rule("1848", "R-16", "VI.rec.10")
def test_r_16_a_turned_marker_moves_into_a_place_of_its_own() -> None:
    """In green Sydney (40) with its two places NSW and the turned marker fill both: no further than from Dubbo (20)."""
    t = linked(table().phase("3")).laid("E18", "5", 0).opened("VR", par=80, shares={0: 60}).home("VR")
    t = t.opened("COM", par=90, shares={1: 60}, cell=(3, 1)).station("VR", "E14").cash({"COM": 900}).home("COM")
    t = t.opened("NSW", par=70, shares={2: 60}).home("NSW").operating("COM").play(act(1, "loan"))
    assert t.s.stations["F17"] == (("BOE", "NSW"),)
    larger = t.laid("F17", "238", 1)
    assert best(larger, "VR", "3") == 20 + 40


@rule("1848", "R-42")
def test_r_42_sold_out_before_it_may_begin_it_rises() -> None:
    t = table().phase("3").opened("COM", par=90, shares={0: 60, 1: 40}, cell=(2, 5))
    t.s.unpaid = ("COM",)
    t = all_pass(t.stock())
    assert (t.s.cell["COM"], t.price("COM")) == ((1, 5), 100)


@rule("1848", "VI.com.5")
def test_vi_com_5_by_an_option_the_capital_comes_with_60_percent() -> None:
    t = table(com_capital="sixty").opened("COM", par=90, shares={1: 50}).stock(1)
    assert t.play(act(1, "buy", "COM", "bank", 10)).money("COM") == 900
