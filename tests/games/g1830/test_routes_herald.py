"""The marker worth 10 on a home without a city: a stop for its owner, plain track for all others."""

import pytest

from stellwerk.eighteen.routes import best_run
from stellwerk.eighteen.steps.run import RunTrains
from tests.games.g1830.lines import drawn, herald, lay, run, running, standing
from tests.games.g1830.positions import Table, act
from tests.marks import rule


def branch(t: Table) -> Table:
    """The PRR on H12: Pittsburgh in the west, Reading in the east, Washington in the south-east."""
    herald(t, "PRR", "H12")
    return lay(
        t,
        {
            "H10": ("57", {1, 4}),
            "H14": ("9", {1, 4}),
            "H16": ("57", {1, 4}),
            "I13": ("9", {2, 5}),
            "J14": ("57", {2, 5}),
        },
    )


def best(t: Table, company: str) -> tuple[int, tuple[object, ...]]:
    step = t.game.rail_steps["run_trains"]
    assert isinstance(step, RunTrains)
    found = best_run(step.position(t.s, company), t.game.flow.fleet_now(t.s, company))
    assert found.proven
    return found.revenue, found.routes


def thirty_and_forty(t: Table) -> Table:
    """Pittsburgh worth 30, the marker, Reading worth 40."""
    herald(t, "PRR", "H12")
    lay(t, {"H10": ("57", {1, 4}), "H14": ("9", {1, 4}), "H16": ("57", {1, 4})})
    lay(t, {"H10": ("14", {1, 4, 0, 3}), "H16": ("14", {1, 4, 0, 3})})
    return lay(t, {"H16": ("63", {0, 1, 2, 3, 4, 5})})


@rule("1830", "V-7.4b")
def test_the_prr_counts_its_marker_as_a_city_worth_10() -> None:
    t = thirty_and_forty(running("PRR", "3", phase="5")).operating("PRR", "run_trains")
    route = drawn(t, "H10 H12! H14 H16")
    assert best(t, "PRR") == (80, (route,))
    assert t.play(run(route)).s.revenue == 80


@rule("1830", "V-7.4b")
def test_it_passes_the_marker_where_three_cities_are_better() -> None:
    t = thirty_and_forty(running("PRR", "3", phase="5", best_run="compulsory"))
    lay(t, {"H8": ("9", {1, 4}), "H6": ("9", {1, 4}), "H4": ("57", {1, 4})})
    standing(t, "PRR", "H16").operating("PRR", "run_trains")
    route = drawn(t, "H16 H14 H12 H10 H8 H6 H4")
    assert best(t, "PRR") == (90, (route,))
    t.refused(run(drawn(t, "H10 H12! H14 H16")), "7.4b", revenue=80, best=90)
    assert t.play(run(route)).s.revenue == 90


@rule("1830", "V-7.4b", "R-98")
def test_another_company_passes_the_hex_freely_and_never_scores_the_marker() -> None:
    t = thirty_and_forty(running("NYC", "3", phase="5").opened("PRR", 90, {1: 60}))
    standing(t, "NYC", "H10").operating("NYC", "run_trains")
    assert best(t, "NYC")[0] == 70
    counted = run(drawn(t, "H10 H12! H14 H16"))
    said = t.refused(counted, "V-7.4b", hex="H12", owner="PRR", company="NYC")
    assert said.endswith("is a stop for trains of the PRR only, not for those of the NYC.")
    t.refused(run(drawn(t, "H10 H12!")), "V-7.4b")
    assert t.play(run(drawn(t, "H10 H12 H14 H16"))).s.revenue == 70


@rule("1830", "R-98")
def test_the_marker_is_the_station_of_its_owner_if_it_is_counted() -> None:
    t = branch(running("PRR", "3")).operating("PRR", "run_trains")
    assert t.s.markers["PRR"] == 3
    assert t.play(run(drawn(t, "H10 H12! H14 H16"))).s.revenue == 50
    t.refused(run(drawn(t, "H10 H12 H14 H16")), "7.4.2a", company="PRR")


@rule("1830", "R-98")
def test_it_counts_for_track_and_for_the_duty_to_own_a_train() -> None:
    t = herald(running("PRR"), "PRR", "H12").operating("PRR", "lay_track")
    assert not t.game.track.reach(t.s, "PRR").route
    assert {name for name, _, _ in t.offers("lay")} >= {"H10", "H14", "I13"}
    built = t.play(act(0, "lay", "H10", "57", 1))
    assert built.game.track.reach(built.s, "PRR").route


@rule("1830", "S-1.2-7.4b")
def test_a_2_train_of_the_prr_runs_from_its_marker_to_pittsburgh() -> None:
    t = branch(running("PRR", "2", preset="D")).operating("PRR", "run_trains")
    assert t.play(run(drawn(t, "H10 H12!"))).s.revenue == 30
    assert best(t, "PRR")[0] == 30


@rule("1830", "R-110")
def test_two_routes_meet_at_the_marker_if_they_share_no_edge() -> None:
    t = branch(running("PRR", "2", "2")).operating("PRR", "run_trains")
    west, east = drawn(t, "H10 H12!"), drawn(t, "H12! H14 H16")
    assert t.play(run(west, east)).s.revenue == 60
    assert best(t, "PRR")[0] == 60


@rule("1830", "R-110")
def test_no_route_changes_from_path_to_path_at_the_marker() -> None:
    t = branch(running("PRR", "3", "3")).operating("PRR", "run_trains")
    t.refused(run(drawn(t, "H16 H14 H12! I13 J14"), ()), "7.4.2b", hex="H12")
    t.refused(run(drawn(t, "H16 H14 H12 I13 J14"), ()), "7.4.2b", hex="H12")


@rule("1830", "R-110")
def test_one_edge_is_used_by_one_route_only() -> None:
    t = branch(running("PRR", "3", "3")).operating("PRR", "run_trains")
    east, south = drawn(t, "H10 H12! H14 H16"), drawn(t, "H10 H12! I13 J14")
    assert t.play(run(east, ())).s.revenue == t.play(run(south, ())).s.revenue == 50
    t.refused(run(east, south), "7.4.2h")
    assert t.play(run(east, drawn(t, "H12! I13 J14"))).s.revenue == 80
    assert best(t, "PRR")[0] == 80


@rule("1830", "R-110", "V-7.4b")
def test_after_an_upgrade_the_marker_lies_on_the_new_paths() -> None:
    """Tile 47 adds a way from the north-west: two routes cross at the marker."""
    t = branch(running("PRR", "3", "3", phase="5"))
    face = next(face for face in t.game.rules.catalogue.faces("47") if {(1, 4), (1, 5)} <= {p[:2] for p in face.paths})
    t.laid("H12", "47", face.rotation).operating("PRR", "run_trains")
    new = next(edge for edge in range(6) if face.exits >> edge & 1 and edge not in (1, 4, 5))
    near = t.game.rules.hexmap.hexes[t.game.rules.hexmap.neighbours[t.game.rules.hexmap.number["H12"]][new]].name
    assert (near, new) == ("G11", 2)
    assert t.play(run(drawn(t, "H10 H12! H14 H16"), ())).s.revenue == 50
    assert {(p.a, p.b) for p in face.paths if 2 in p[:2]} == {(2, 4), (2, 5)}


@rule("1830", "V-7.4b")
def test_the_reading_has_such_a_marker_in_scenario_c() -> None:
    t = running("RDR", "2", preset="C", reading="true")
    if "H14" not in t.s.tiles:
        t.laid("H14", "43", 4)
    herald(t, "RDR", "H14").operating("RDR", "run_trains")
    assert t.play(run(drawn(t, "H12 H14!"))).s.revenue == 20
    assert best(t, "RDR")[0] == 20


@rule("1830", "R-98")
def test_a_marker_on_a_bare_hex_is_no_stop_yet_but_track_begins_there() -> None:
    t = herald(running("RDR", "2", preset="classic", railroads="custom", with_rdr="true"), "RDR", "G15")
    lay(t, {"H16": ("57", {2, 5})})
    assert best(t, "RDR")[0] == 0
    reach = t.game.track.reach(t.s, "RDR")
    assert not reach.route
    assert reach.edges == {t.game.rules.hexmap.number["G15"]: 0b111111}
    lay(t, {"G15": ("9", {2, 5})})
    assert best(t, "RDR") == (30, (drawn(t, "G15! H16"),))


@rule("1830", "R-98")
@pytest.mark.parametrize(("company", "name"), [("PRR", "H14"), ("NYC", "H12"), ("PRR", "H10")])
def test_no_marker_lies_elsewhere(company: str, name: str) -> None:
    t = herald(running(company), company, name)
    assert any("herald" in problem for problem in t.game.audit(t.s))
