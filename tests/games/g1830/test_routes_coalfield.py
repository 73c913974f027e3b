"""The coal field with its licence, warehouses, places with two values, marked mountains, New York as one city."""

import pytest

from stellwerk.eighteen.routes import best_run
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.games.g1830.game import TITLE
from stellwerk.games.g1830.material import Table as Material
from tests.games.g1830.lines import drawn, lay, run, running, standing
from tests.games.g1830.positions import Table, act
from tests.marks import rule


def best(t: Table, company: str) -> int:
    step = t.game.rail_steps["run_trains"]
    assert isinstance(step, RunTrains)
    return best_run(step.position(t.s, company), t.game.flow.fleet_now(t.s, company)).revenue


def at_the_coalfield(*trains: str, preset: str = "D", licence: bool = False) -> Table:
    """The C&O in Richmond; track leads by way of L12 and L10 to the coal field and to Huntington behind it."""
    t = running("C&O", *trains, preset=preset)
    lay(t, {"K13": ("57", {0, 3}), "L12": ("8", {1, 3}), "L10": ("9", {1, 4}), "K7": ("57", {2, 5})})
    standing(t, "C&O", "K13")
    if licence:
        t.game.track.grant_licence(t.s, "C&O")
    return t


@rule("1830", "S-1.2-7.2b", "S-3.2-7.2")
@pytest.mark.parametrize("preset", ["D", "R"])
def test_no_train_runs_to_or_through_the_coal_field_without_a_licence(preset: str) -> None:
    t, licensed = (at_the_coalfield("3", preset=preset, licence=licence) for licence in (False, True))
    for one in (t, licensed):
        lay(one, {"J14": ("57", {0, 3})}).operating("C&O", "run_trains")
    to, through = drawn(t, "K13 L12 L10 L8"), drawn(t, "K13 L12 L10 L8 K7")
    for route in (to, through):
        t.refused(run(route), "S-1.2-7.2b", hex="L8", company="C&O")
    assert best(t, "C&O") == 20 + 20 + 30  # Richmond, Washington, Baltimore
    assert licensed.play(run(to)).s.revenue == 60
    assert licensed.play(run(through)).s.revenue == 80


@rule("1830", "S-3.2-7.2")
@pytest.mark.parametrize(("preset", "name"), [("D", "L8"), ("R", "L8"), ("G", "J10"), ("T+R", "L8")])
def test_a_licence_costs_120(preset: str, name: str) -> None:
    material = Material(TITLE, 2, TITLE.resolve({}, preset))
    licences = [part.licence for part in material.parts if part.licence]
    assert [(licence.hex, licence.price) for licence in licences] == [(name, 120)]
    assert material.fields()["routes"].licensed == {name}


@rule("1830", "S-1.2-7.2c")
def test_the_coal_field_is_one_of_the_three_cities_of_a_3_train() -> None:
    t = at_the_coalfield("3", "2", licence=True).operating("C&O", "run_trains")
    through = drawn(t, "K13 L12 L10 L8 K7")
    assert t.play(run(through, ())).s.revenue == 80
    t.refused(run((), through), "7.4.1a", stops=3, range=2)


@rule("1830", "S-1.2-7.2c")
def test_each_train_calls_there_once() -> None:
    """A loop from the coal field and back to it by K9 and L10."""
    t = at_the_coalfield("3", licence=True)
    lay(t, {"K9": ("7", {0, 5})})
    lay(t, {"L10": ("27", {1, 2, 4})})
    t.operating("C&O", "run_trains")
    t.refused(run(drawn(t, "K7 L8 K9 L10 L8")), "7.4.2g", hex="L8")


@rule("1830", "R-69")
def test_track_is_laid_next_to_the_coal_field_without_a_licence_but_not_beyond() -> None:
    """L6 lies behind it."""
    t = at_the_coalfield("3").operating("C&O", "lay_track")
    hexes = {name for name, _, _ in t.offers("lay")}
    assert "L6" not in hexes
    t.refused(act(0, "lay", "L6", "9", 1), "7.2.1.1")
    licensed = at_the_coalfield("3", licence=True).operating("C&O", "lay_track")
    assert licensed.may(act(0, "lay", "L6", "9", 1))


@rule("1830", "R-69")
def test_a_tile_that_touches_the_coal_field_needs_no_licence() -> None:
    t = running("C&O", "3")
    lay(t, {"K13": ("57", {0, 3}), "L12": ("8", {1, 3})})
    standing(t, "C&O", "K13").operating("C&O", "lay_track")
    built = t.play(act(0, "lay", "L10", "9", 1))
    assert built.game.track.leads_to(built.s, "C&O", "L8")
    assert not t.game.track.leads_to(t.s, "C&O", "L8")
    assert not built.game.track.reach(built.s, "C&O").route


@rule("1830", "R-69")
def test_no_train_duty_where_the_coal_field_is_the_only_goal_and_the_licence_is_missing() -> None:
    free = at_the_coalfield().cash({"C&O": 0}).operating("C&O", "buy_trains")
    assert not free.game.track.reach(free.s, "C&O").route
    assert free.may(act(0, "pass_trains"))
    bound = at_the_coalfield(licence=True).cash({"C&O": 0}).operating("C&O", "buy_trains")
    assert bound.game.track.reach(bound.s, "C&O").route
    bound.refused(act(0, "pass_trains"), "C-2.3.1a", company="C&O")


@rule("1830", "R-70")
@pytest.mark.parametrize("licence", [False, True])
def test_no_station_stands_on_the_coal_field_or_in_a_warehouse(licence: bool) -> None:
    t = at_the_coalfield("3", licence=licence)
    lay(t, {"J14": ("57", {0, 3}), "F4": ("57", {1, 4})})
    standing(t, "C&O", "F4").operating("C&O", "place_station")
    for name in ("L8", "F2"):
        t.refused(act(0, "station", name, 0), "7.3a", hex=name)


@rule("1830", "S-1.2-7.4a")
@pytest.mark.parametrize(("preset", "through"), [("D", True), ("G", True), ("R", False)])
def test_trains_run_through_warehouses(preset: str, through: bool) -> None:
    """Toledo, Chicago, Columbus."""
    t = running("NYC", "3", preset=preset)
    lay(t, {"F4": ("57", {1, 4}), "G3": ("9", {2, 5}), "H4": ("57", {2, 5})})
    standing(t, "NYC", "F4").operating("NYC", "run_trains")
    route = drawn(t, "F4 F2 G3 H4")
    if through:
        assert t.play(run(route)).s.revenue == 80
    else:
        t.refused(run(route), "7.4.2c", hex="F2")
    assert best(t, "NYC") == (80 if through else 60)


@rule("1830", "S-1.2-7.5")
@pytest.mark.parametrize(("phase", "worth"), [("4", 30), ("5", 50)])
def test_norfolk_has_two_values(phase: str, worth: int) -> None:
    t = running("C&O", "2", phase=phase)
    lay(t, {"K15": ("8", {1, 5}), "K13": ("57", {1, 4})})
    standing(t, "C&O", "K13", "L16").operating("C&O", "run_trains")
    assert t.play(run(drawn(t, "L16 K15 K13"))).s.revenue == worth + 20


@rule("1830", "S-1.2-7.5")
def test_the_coal_field_takes_no_tile() -> None:
    t = at_the_coalfield("3", licence=True).operating("C&O", "lay_track")
    t.refused(act(0, "lay", "L8", "57", 1), "7.2a")


@rule("1830", "R-99")
@pytest.mark.parametrize("preset", ["B", "T+B"])
@pytest.mark.parametrize(("phase", "worth"), [("4", 40), ("5", 60)])
def test_montreal_has_two_values_in_every_game_on_that_side(preset: str, phase: str, worth: int) -> None:
    t = running("CPR", "2", preset=preset, phase=phase)
    lay(t, {"B16": ("57", {0, 3})})
    standing(t, "CPR", "A19").operating("CPR", "run_trains")
    assert t.play(run(drawn(t, "A19 A17 B16"))).s.revenue == worth + 20


def in_the_mountains(*trains: str, preset: str = "B") -> Table:
    """The C&O in Richmond, worth 40, and Huntington, worth 40, with two marked mountains between them."""
    t = running("C&O", *trains, preset=preset, phase="5")
    lay(t, {"K7": ("57", {1, 4}), "K9": ("9", {1, 4}), "K11": ("9", {1, 4}), "K13": ("57", {1, 4})})
    for name in ("K7", "K13"):
        lay(t, {name: ("14", {0, 1, 3, 4})})
        lay(t, {name: ("63", {0, 1, 2, 3, 4, 5})})
    return standing(t, "C&O", "K13").operating("C&O", "run_trains")


@rule("1830", "S-4.2-7.2b")
def test_a_route_earns_10_for_each_marked_mountain() -> None:
    t = in_the_mountains("2")
    assert t.play(run(drawn(t, "K7 K9 K11 K13"))).s.revenue == 100
    assert best(t, "C&O") == 100
    elsewhere = in_the_mountains("2", preset="R")
    assert elsewhere.play(run(drawn(t, "K7 K9 K11 K13"))).s.revenue == 80


@rule("1830", "S-4.2-7.2b")
def test_a_marked_city_counts_too() -> None:
    """Roanoke, the home of the N&W, lies among the marked hexes."""
    t = running("C&O", "2", preset="B")
    lay(t, {"L10": ("57", {1, 4}), "L12": ("9", {1, 4}), "L14": ("9", {1, 4})})
    standing(t, "C&O", "L10").operating("C&O", "run_trains")
    assert t.play(run(drawn(t, "L10 L12 L14 L16"))).s.revenue == 20 + 30 + 10


def around_new_york(preset: str) -> Table:
    t = running("NNH", "3", preset=preset, phase="3")
    t.laid("G17", "633", 0).laid("G19", "54", 0)
    lay(t, {"F18": ("7", {0, 5})})
    return t.home("NNH").operating("NNH", "run_trains")


@rule("1830", "S-4.2-7.5")
@pytest.mark.parametrize("preset", ["B", "T+B"])
def test_new_york_is_one_city(preset: str) -> None:
    t = around_new_york(preset)
    t.refused(run(drawn(t, "G19:0 G17:1 F18 G19:1")), "S-4.2-7.5", hex="G19")
    assert best(t, "NNH") == 70


@rule("1830", "S-4.2-7.5", "7.4.2g")
def test_elsewhere_new_york_is_two_cities() -> None:
    t = around_new_york("R")
    assert t.play(run(drawn(t, "G19:0 G17:1 F18 G19:1"))).s.revenue == 130
    assert best(t, "NNH") == 130
