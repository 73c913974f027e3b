"""A scratch board follows the rules of track and forgets nothing but money and turns."""

import pytest

from stellwerk.core.action import Action
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.scratch import MOST_STEPS, MOST_TRAINS, cities, homes, lays, sketch, stations
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.track import Track
from stellwerk.eighteen.worth import Outlook
from stellwerk.games.g1853.track import Track1853
from tests.games.g1830.positions import table
from tests.web.decisions import recorded

GAMES = ("g1830/three-break-the-bank.json", "g1848/three-break-the-bank.json", "g1853/four-link-their-contracts.json")


def middle(path: str, kind: str = "lay") -> tuple[RailGame, RailState, str]:
    match = recorded(path)
    plies = [ply for ply, action in enumerate(match.log) if action.kind == kind]
    assert isinstance(match.game, RailGame)
    s = match.at(plies[len(plies) // 2])
    return match.game, s, str(s.todo[-1].who)


@pytest.mark.parametrize("path", GAMES)
def test_what_the_company_on_turn_may_lay_can_be_planned_with_the_same_result(path: str) -> None:
    game, s, company = middle(path)
    offered = [choice for choice in game.choices(s) if choice.kind == "lay"]
    planned = {(name, face.number, face.rotation) for name, face in lays(game, s, company)}
    assert offered
    assert {choice.args for choice in offered} <= planned
    for choice in offered[:5]:
        before = s.to_json()
        drawn, fits = sketch(game, s, [("lay", company, *choice.args)])
        assert fits == (True,)
        assert drawn.tiles == game.apply(s, Action(*choice)).tiles
        assert s.to_json() == before


@pytest.mark.parametrize("path", GAMES)
def test_runs_of_a_plan_are_those_of_the_same_position_in_play(path: str) -> None:
    game, s, company = middle(path)
    choice = max(
        (choice for choice in game.choices(s) if choice.kind == "lay"),
        key=lambda choice: Outlook(game, s, company).after(Action(*choice)).sum,
    )
    drawn, _ = sketch(game, s, [("lay", company, *choice.args)])
    assert Outlook(game, drawn, company).now() == Outlook(game, s, company).after(Action(*choice))


def test_stations_trains_and_phases_are_tried_out_for_any_company() -> None:
    game, s, _ = middle(GAMES[0], "station")
    free = {company: stations(game, s, company) for company in s.operated}
    company = next(company for company, spots in free.items() if spots)
    name, stop = free[company][0]
    steps = [("station", company, name, stop), ("train", company, "D"), ("phase", "6")]
    drawn, fits = sketch(game, s, steps)
    assert fits == (True, True, True)
    assert company in drawn.stations[name][stop]
    assert drawn.trains[company] == (*s.trains[company], "D")
    assert drawn.phase == "6"
    assert Outlook(game, drawn, company).now().sum >= Outlook(game, s, company).now().sum
    gone, fits = sketch(game, drawn, [("scrap", company, "D"), ("scrap", company, "D")])
    assert fits == (True, False)
    assert gone.trains[company] == s.trains[company]


def test_a_company_that_has_not_begun_places_its_home_first() -> None:
    game, s, _ = middle(GAMES[0])
    waiting = [company for company in game.rules.railroads if company not in s.operated]
    assert waiting
    name, stop = homes(game, s, waiting[0])[0]
    assert stations(game, s, waiting[0]) == []
    drawn, fits = sketch(game, s, [("home", waiting[0], name, stop), ("home", waiting[0], name, stop)])
    assert fits == (True, False)
    assert waiting[0] in drawn.stations[name][stop]


def test_a_tile_outside_a_territory_is_replaced_in_no_plan_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """4.2.2a: in 1853, until phase 5, though the tile would fit and join."""
    match = recorded(GAMES[2])
    assert isinstance(match.game, RailGame)
    track = match.game.track
    assert isinstance(track, Track1853)
    laid = [ply for ply, action in enumerate(match.log) if action.kind == "lay" and match.at(ply).phase in ("3", "4")]
    s = match.at(laid[-1])
    for company in s.operated:
        held = {name for name, _ in lays(match.game, s, company) if track.replaces(s, name)}
        with monkeypatch.context() as loosened:
            loosened.setattr(Track1853, "may_upgrade", Track.may_upgrade)
            fitting = {name for name, _ in lays(match.game, s, company) if track.replaces(s, name)}
        assert held == {name for name in fitting if track.in_territory(company, name)}
        if held != fitting:
            break
    else:
        raise AssertionError("no tile outside a territory would fit in this position")


NAMELESS = [
    ("lay", "PRR", "Z99", "57", 0),
    ("lay", "PRR", "H12", "57", 99),
    ("lay", "nobody", "H12", "57", 0),
    ("lay", "PRR", "H12"),
    ("station", "PRR", "H12", -1),
    ("home", "PRR", "H12", 10**9),
    ("train", "PRR", "17"),
    ("phase", "PRR"),
    ("phase",),
    (),
    (1, 2, 3),
    ("run", "PRR"),
]


@pytest.mark.parametrize("step", NAMELESS)
def test_a_step_that_makes_no_sense_changes_nothing(step: tuple[str | int, ...]) -> None:
    game, s, _ = middle(GAMES[0])
    drawn, fits = sketch(game, s, [step])
    assert fits == (False,)
    assert drawn.to_json() == s.to_json()


def test_plans_and_fleets_are_bounded() -> None:
    game, s, company = middle(GAMES[0])
    drawn, fits = sketch(game, s, [("train", company, "D")] * 1000)
    assert len(fits) == MOST_STEPS
    assert len(drawn.trains[company]) == MOST_TRAINS


def test_a_station_whose_hex_gets_its_first_track_takes_either_city_of_the_plan() -> None:
    """As its director would choose in play; once a city was there before the plan it stays where it is."""
    t = table(4).phase("3").opened("Erie", shares={0: 60}).home("Erie")
    lay = ("lay", "Erie", "E11", "59", 0)
    drawn, fits = sketch(t.game, t.s, [lay])
    assert fits == (True,)
    assert drawn.stations["E11"] == (("Erie",), ())
    assert cities(t.game, t.s, drawn, "Erie") == [("E11", 1)]
    moved, fits = sketch(t.game, t.s, [lay, ("city", "Erie", "E11", 1)])
    assert fits == (True, True)
    assert moved.stations["E11"] == ((), ("Erie",))
    assert moved.markers == drawn.markers
    assert cities(t.game, drawn, drawn, "Erie") == []
    assert sketch(t.game, drawn, [("city", "Erie", "E11", 1)]).fits == (False,)
    assert sketch(t.game, t.s, [lay, ("city", "PRR", "E11", 1)]).fits == (True, False)
