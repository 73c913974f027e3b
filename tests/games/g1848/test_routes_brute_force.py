"""The best runs of 1848, found by the game, are those of brute force on parts of its board, whatever lies there."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from stellwerk.eighteen.routes import Position
from stellwerk.eighteen.runs import Runs
from tests.eighteen.routes.naive import all_ways, best_revenue
from tests.games.g1848.lines import fits
from tests.games.g1848.positions import England, act, table
from tests.marks import rule

AREAS = {
    "VR": ("I10", "H11", "H9", "H7", "G8", "G10", "G12", "H13", "F9", "F7"),
    "CAR": ("E4", "E2", "D3", "D5", "C4", "C6", "B3", "B5", "F5", "C2"),
    "QR": ("B19", "C20", "C18", "B17", "C16", "D17", "D19", "E18"),
    "FT": ("G14", "G16", "F17", "F15", "F13", "G12", "H13", "H15", "F11"),
}
"""By a company with its home there some hexes that hang together: borders, red areas, harbours, Tasmania."""

TRAINS = ("2", "2+", "3", "3+", "4", "4+", "5", "5+", "D", "2E")


@st.composite
def positions(draw: st.DrawFn) -> England:
    company = draw(st.sampled_from(sorted(AREAS)))
    trains = draw(st.lists(st.sampled_from(TRAINS), min_size=1, max_size=2, unique=True))
    return built(Random(draw(st.integers(0, 10_000))), company, trains, draw(st.sampled_from(["false", "true"])))


def built(rng: Random, company: str, trains: list[str], bonus: str) -> England:
    """A company before its run, on track that was laid at random near its home, among markers of another one."""
    t = table(k_bonus=bonus).opened(company, par=100, shares={0: 60}).opened("NSW", par=80, shares={1: 60})
    for name in AREAS[company]:
        tiles = tiles_for(t, name)
        if tiles and rng.random() < 0.9:
            t.laid(name, *rng.choice(tiles))
    t.home(company).home("NSW")
    t.s.phase = "6"
    for name in rng.sample(AREAS[company], 3):
        for stop, facts in enumerate(t.game.track.lying(t.s)[t.game.rules.hexmap.number[name]].stops):
            owner = rng.choice([company, "NSW", ""])
            here = t.s.stations.get(name, ())
            taken = [other for markers in here for other in markers]
            room = facts.kind == "city" and facts.slots > len(here[stop] if here else ())
            if owner and owner not in taken and room and t.s.markers[owner]:
                t.station(owner, name, stop)
    return t.trains(company, *trains).operating(company, "run_trains")


def tiles_for(t: England, name: str) -> list[tuple[str, int]]:
    """All tiles of any colour that have the stops of a hex and keep off its forbidden sides."""
    catalogue, printed = t.game.rules.catalogue, t.game.rules.hexmap[name]
    if printed.kind == "blue":
        return [("241", 1)]
    kinds = sorted(stop.kind for stop in printed.face.stops)
    return [
        (number, face.rotation)
        for number in catalogue
        for face in catalogue.faces(number)
        if t.s.supply[number] and number != "241" and fits(t, name, number, face.rotation)
        if sorted(stop.kind for stop in face.stops) == kinds
    ]


def position_of(t: England, company: str) -> Position:
    lying, rules = t.game.track.lying(t.s), t.game.rules.routes
    return Position(t.game.rules.hexmap, lying, t.s.stations, company, t.game.rules.phases[t.s.phase].level, rules)


@rule("1848", "XI.gen.3", "XI.gen.7", "XI.calc.1", "XI.calc.2")
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(positions())
def test_the_best_run_is_that_of_brute_force_and_may_be_run(t: England) -> None:
    company = t.s.acted[-1]
    ways = all_ways(position_of(t, company), 400)
    assume(ways is not None)
    assert ways is not None
    trains = [t.game.rules.trains[name] for name in t.s.trains[company]]
    best = best_revenue(position_of(t, company), trains, ways)
    if t.turn[0] != "run_trains":
        assert best == 0
        return
    ((hole,),) = t.offers("run")
    assert isinstance(hole, Runs)
    found = hole.best()
    assert (found.revenue, found.proven) == (best, True)
    assert t.play(act(0, "run", found.routes)).s.revenue == best
