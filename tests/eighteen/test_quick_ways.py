"""What is found by a quick way is what the plain way finds, which stands here as its judge."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from stellwerk.bots.arena import Series, ask, new_match
from stellwerk.bots.registry import bot
from stellwerk.core.action import Action
from stellwerk.core.errors import Malformed
from stellwerk.core.match import Match
from stellwerk.core.step import Step
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.network import Reach, meets
from stellwerk.eighteen.routes import Position, Route, RouteError, Routes, best_run, check_run, earnings, readings
from stellwerk.eighteen.routes.check import faults
from stellwerk.eighteen.routes.rules import End
from stellwerk.eighteen.ruleset import TENTH, Ruleset
from stellwerk.eighteen.search import Search
from stellwerk.eighteen.selling import parcels, sellable
from stellwerk.eighteen.shares import certificate_limit, certificates, has_room, may_hold, over_limit, zone
from stellwerk.eighteen.state import RailState, player
from stellwerk.eighteen.steps.run import RunTrains
from stellwerk.eighteen.steps.stock import TradeShares
from stellwerk.eighteen.tiles import STOP
from stellwerk.eighteen.track import Track
from stellwerk.games.g1853.links import Links
from stellwerk.interop.games18xx.routes import tell_route

TITLES = ("1830", "1848", "1853")
SAMPLES = 12
PLIES = 500


@cache
def played(title: str) -> Match:
    """The first part of a random game, long enough for trains and the sale of shares."""
    match, player, rng = new_match(Series(title, ("random",) * 3, "quick ways", 1), 1), bot(title, "random"), Random(1)
    while (waiting := match.waiting()) and match.ply < PLIES:
        match.play(ask(player, rng, match.view(waiting[0]), title), checked=False)
    return match


def positions(title: str) -> Iterator[tuple[RailGame, RailState]]:
    """Positions from all over a random game."""
    match = played(title)
    for ply in range(0, match.ply, max(1, match.ply // SAMPLES)):
        assert isinstance(match.game, RailGame)
        yield match.game, match.at(ply)


def counted(t: Ruleset, s: RailState, seat: int) -> int:
    """Certificates one by one: privates, and shares outside the coloured zones."""
    held = [owner for owner in s.privates.values() if owner == player(seat)] if t.stock_rules.privates_count else []
    shares = [c for c, by in s.shares.items() for _ in by[seat] if zone(t, s, c) not in ("yellow", "orange", "brown")]
    return len(held) + len(shares)


@pytest.mark.parametrize("title", TITLES)
def test_both_limits_of_a_player(title: str) -> None:
    for game, s in positions(title):
        t = game.rules
        for seat in range(t.seats):
            limit, held = certificate_limit(t, s, seat), counted(t, s, seat)
            crowded = any(not may_hold(t, s, seat, company, 0) for company, by in s.shares.items() if by[seat])
            assert certificates(t, s, seat) == held
            assert has_room(t, s, seat) == (held < limit)
            assert over_limit(t, s, seat) == (held > limit or crowded)


@pytest.mark.parametrize("title", ["1830", "1848"])
def test_what_can_be_sold(title: str) -> None:
    """The plain way looks for parcels of each amount."""
    found = 0
    for game, s in positions(title):
        t = game.rules
        for seat in range(t.seats):
            for company in [c for c in s.shares if c in s.cell and t.companies[c].operates]:
                own = sum(s.shares[company][seat])
                plain = [n for n in range(TENTH, own + 1, TENTH) if parcels(t, s, seat, company, n)]
                assert list(sellable(t, s, seat, company)) == plain, (company, seat)
                found += len(plain)
    assert found


@pytest.mark.parametrize("title", TITLES)
def test_what_track_reaches(title: str) -> None:
    """The plain way looks at every hex as if a station stood there."""
    joined = 0
    for game, s in positions(title):
        track, hexmap = game.track, game.rules.hexmap
        for company in s.operated:
            standing, terms = track.standing(s, company), track.terms(s, company)
            for gauges in track.networks(s, company):
                seen = track.seen(s, gauges)
                quick: Reach = Search(hexmap, seen, standing, company, terms).run(gauges)
                slow = Search(hexmap, seen, standing, company, terms)
                slow.odd = frozenset(range(len(hexmap.hexes)))
                plain = slow.run(gauges)
                assert quick == plain
                assert list(quick.edges) == list(plain.edges), "choices are listed in this order"
                assert quick.trace is not None
                assert plain.trace is not None
                assert quick.trace.came.keys() == plain.trace.came.keys()
                joined += len(plain.stops)
    assert joined


def plainly_read(position: Position, connections: Sequence[Sequence[str]]) -> list[Route]:
    """All routes along hexes, from every stop of the first over every way that goes on to the next."""
    number, chains = position.hexmap.number, list[list[End]]()
    for at, names in enumerate(connections):
        hexes = [number[name] for name in names]
        onward = [position.faces[hex_].onward for hex_ in hexes]
        ways: list[list[End]] = [[(hexes[0], STOP + stop)] for stop in range(len(onward[0]) - STOP)]
        for place in range(len(hexes)):
            ways = [[*way, (hexes[place], to)] for way in ways for to in onward[place][way[-1][1]]]
            if place + 1 < len(hexes):
                over = [(way, position.beyond(way[-1])) for way in ways if way[-1][1] < STOP]
                ways = [[*way, out] for way, out in over if out is not None and out[0] == hexes[place + 1]]
        tracks = [[way[0], *way[1::2]] for way in ways if way[-1][1] >= STOP]
        either = [way for track in tracks for way in (track, position.back(track))]
        chains = either if not at else [[*a, *b[1:]] for a in chains for b in either if a[-1] == b[0]]
    return list(dict.fromkeys(map(position.route, chains)))


@pytest.mark.parametrize("title", TITLES)
def test_what_hexes_of_a_record_mean(title: str) -> None:
    """The routes of best runs, told by hexes as a record does, and told wrongly."""
    looked, rng = 0, Random(title)
    for game, s in positions(title):
        for company in s.operated:
            if not s.trains[company]:
                continue
            position = game.track.position(s, company)
            for route in best_run(position, game.flow.fleet_now(s, company)).routes:
                if route:
                    told = tell_route(position, route)["connections"]
                    assert route in readings(position, told)
                    assert sorted(readings(position, told)) == sorted(plainly_read(position, told))
                    looked += 1
                    for _ in range(3):
                        wrong = [list(rng.choice(told))]
                        wrong[0][rng.randrange(len(wrong[0]))] = rng.choice(position.hexmap.hexes).name
                        plain = plainly_read(position, wrong)
                        try:
                            assert sorted(readings(position, wrong)) == sorted(plain)
                        except Malformed:
                            assert not plain
    assert looked


@pytest.mark.parametrize("title", TITLES)
def test_what_a_stop_is(title: str) -> None:
    """Remembered for all boards of a game; the plain way has rules that have never been asked."""
    own = 0
    for game, s in positions(title):
        for company in s.operated:
            position = game.track.position(s, company)
            plain = replace(position, rules=replace(position.rules))
            for hex_, face in enumerate(position.faces):
                for end in range(STOP, STOP + len(face.stops)):
                    assert position.call((hex_, end)) == plain.call((hex_, end))
                    own += plain.call((hex_, end)).own
    assert own


@pytest.mark.parametrize("title", TITLES)
def test_whether_a_station_is_passed(title: str) -> None:
    """The plain way lists all that could be done instead."""
    for game, s in positions(title):
        step: Step[Any] = game.steps["place_station"]
        for company in s.operated:
            frame = s.todo[-1]._replace(step="place_station", who=company)
            if company in s.director:
                action = Action(game.flow.decides(s, company), "pass_station")
                assert step.admits(s, frame, action) == Step.admits(step, s, frame, action)


def laid(track: Track, s: RailState, company: str, hex_: int) -> list[str]:
    """Tiles that may lie on a hex by colour, connection, stock, room and money, each looked at by itself."""
    name, ends = track.rules.hexmap.hexes[hex_].name, track.builds_from(s, company).ends(hex_)
    colours = track.rules.phases[s.phase].colours
    return [
        fit.face.name
        for fit in track.fits(s, hex_)
        if meets(fit.face, ends)
        and track.available(s, fit, name, colours)
        and track.cost(s, company, hex_, fit.face) <= track.purse(s, company)
        and track.new_track.admits(s, company, hex_, fit)
        and (not track.replaces(s, name) or track.may_upgrade(s, company, name, fit.face))
    ]


@pytest.mark.parametrize("title", TITLES)
def test_what_can_be_laid(title: str) -> None:
    """The plain way tries every tile that fits; asked twice, the quick one gives what it remembers."""
    found = 0
    for game, s in positions(title):
        for company in [c for c in s.operated if c in s.cash and not s.done_this_turn]:
            for hex_ in game.track.builds_from(s, company).edges:
                name = game.rules.hexmap.hexes[hex_].name
                plain = [] if game.track.blocked_by(s, name) else laid(game.track, s, company, hex_)
                for _ in range(2):
                    assert [face.name for face in game.track.lays_on(s, company, hex_)] == plain, (company, name)
                found += len(plain)
    assert found


@pytest.mark.parametrize("title", ["1830", "1848"])
def test_what_a_run_earns(title: str) -> None:
    """The plain way checks the run, and adds up what it earns, on the board of each position."""
    ran = 0
    for game, s in positions(title):
        step = game.rail_steps["run_trains"]
        assert isinstance(step, RunTrains)
        for company in [c for c in s.operated if s.trains.get(c) and step.may_run(s, c)]:
            position, trains = game.track.position(s, company), game.flow.fleet_now(s, company)
            best = best_run(position, trains)
            for _ in range(2):
                runs = step.runs(s, company)
                assert runs.admits(best.routes)
                assert runs.revenue(best.routes) == check_run(position, trains, best.routes) == best.revenue
            assert earnings(position, trains, best.routes) == best.revenue
            ran += bool(best.revenue)
    assert ran


def test_which_cities_are_joined_to_one() -> None:
    """The plain way finds all groups and looks in which the city is."""
    cities = 0
    for game, s in positions("1853"):
        links, whole = Links(game.track, game.track.lying(s)), list(Links(game.track, game.track.lying(s)))
        names = [name for group in whole for name in group]
        Random(len(names)).shuffle(names)
        for name in names:
            assert set(links.of(name)) == {group for group in whole if name in group}
            cities += 1
    assert cities


@pytest.mark.parametrize("title", TITLES)
def test_a_state_is_written_as_its_json_is(title: str) -> None:
    for _, s in positions(title):
        assert json.dumps(s.written()) == json.dumps(s.to_json())


@pytest.mark.parametrize("title", ["1830", "1848"])
def test_what_can_be_bought(title: str) -> None:
    """The plain way looks at one company after the other; asked again, and for other seats, the list says the same."""
    listed = 0
    for game, s in [*positions(title), *positions(title)]:
        step = game.rail_steps["trade_shares"]
        assert isinstance(step, TradeShares)
        open_ = s.copy()
        open_.bought = ()
        for seat in range(game.rules.seats):
            for cash, room in product((0, 150, 10_000), (False, True)):
                open_.cash[player(seat)] = cash
                plain = [c for company in s.shares for c in step.purchases_of(open_, seat, company, room=room)]
                assert step.list.purchases(open_, seat, cash, room=room) == plain
                listed += len(plain)
    assert listed


@pytest.mark.parametrize("title", TITLES)
def test_which_runs_are_legal(title: str) -> None:
    """The plain way looks for every rule that a run breaks: the best one, and some that were cut or put together."""
    legal = illegal = 0
    for game, s in positions(title):
        step = game.rail_steps["run_trains"]
        assert isinstance(step, RunTrains)
        for company in [c for c in s.operated if s.trains.get(c) and step.may_run(s, c)]:
            position, trains = game.track.position(s, company), game.flow.fleet_now(s, company)
            best = best_run(position, trains).routes
            for run in (best, best[::-1], *_spoilt(best)):
                broken = [fault.rule for fault in faults(position, trains, run)]
                if broken:
                    with pytest.raises(RouteError, match=broken[0]):
                        check_run(position, trains, run)
                else:
                    assert check_run(position, trains, run) == earnings(position, trains, run)
                legal, illegal = legal + (not broken), illegal + bool(broken)
    assert legal
    assert illegal


def _spoilt(run: Routes) -> Iterator[Routes]:
    """A run with each of its routes cut, turned, doubled, or run by every train."""
    for at, route in enumerate(run):
        for other in (route[1:], route[:-1], route[::-1], route + route[::-1], route[:1]):
            yield (*run[:at], other, *run[at + 1 :])
        yield (route,) * len(run)


@pytest.mark.parametrize("title", TITLES)
def test_where_trains_run(title: str) -> None:
    """The plain way makes the position anew for a board of which nothing is known."""
    looked = 0
    match = played(title)
    for game, s in positions(title):
        for ply in range(match.ply - 8, match.ply):
            for company in match.at(ply).operated:
                late = match.at(ply)
                assert game.track.position(late, company) == game.track.position(late.bare(), company)
        for company in s.operated:
            game.track.reach(s, company)
            for _ in range(2):
                assert game.track.position(s, company) == game.track.position(s.bare(), company)
            looked += 1
    assert looked


@pytest.mark.parametrize("title", TITLES)
def test_whose_turn_it_is(title: str) -> None:
    """The plain way asks the game who owes a choice; the match knows it from the first one."""
    match = Match(played(title).header)
    for action in played(title).log[match.ply :]:
        assert match.waiting() == match.game.owing(match.state)
        match.follow([action])


@pytest.mark.parametrize("title", TITLES)
def test_no_rule_changes_what_forks_share(title: str) -> None:
    """Each action of a game once more, in a position whose shared dicts refuse to be written to."""
    match = played(title)
    for ply, action in enumerate(match.log):
        s = match.at(ply).copy()
        for name in s.replaced & set(s.saved()):
            setattr(s, name, MappingProxyType(getattr(s, name)))
        after = match.game.apply(s, action)
        assert after.fork() == after
        for name in s.saved():
            assert getattr(after, name) == getattr(match.at(ply + 1), name), name
