"""Laying by new track, or by a gain, is what all walks and all runs on small boards of random tiles say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.eighteen.network import Stations
from stellwerk.eighteen.routes import Position
from stellwerk.eighteen.rules import TrackRules
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.state import RailState
from stellwerk.eighteen.tiles import STOP, Catalogue, Face
from stellwerk.eighteen.track import Fit, Track
from stellwerk.games.g1830.game import TITLE
from tests.eighteen.boards import BARE, Board, Walks
from tests.eighteen.routes.naive import all_ways, best_revenue
from tests.games.g1830.positions import game_for
from tests.marks import rule

OLD = ("7", "8", "9", "16", "18", "19", "20", "23", "24", "25", "26", "27", "28", "29", "57", "14", "59")
TOWNS = ("1", "2", "55", "56", "69", "630", "631", "632", "633", "8", "57", "14")
COMPANIES = ("X", "Y", "Z")
TRAINS = ("2", "3", "4")
PATCH = tuple(
    f"{row}{at}"
    for row, ats in (("A", "357"), ("B", "2468"), ("C", "13579"), ("D", "2468"), ("E", "357"))
    for at in ats
)
"""A hex with two rings around it."""


@cache
def rules(laying: str, joins: bool = False) -> Ruleset:
    """1830 with every tile of the box, for three companies."""
    whole: Catalogue = TITLE.catalogue("classic", "plus")
    known, named = game_for().rules, TrackRules(laying=laying, joins=frozenset({"59"} if joins else ()))  # type: ignore[arg-type]
    company = next(iter(known.companies.values()))
    return replace(known, catalogue=whole, track_rules=named, companies=dict.fromkeys(COMPANIES, company))


def position(board: Board, laying: str, *trains: str, joins: bool = False) -> tuple[Track, RailState]:
    """A company X on a small board, with some trains, in the last phase."""
    labelled = [
        replace(hex_, face=replace(BARE, label=face.label))
        for hex_, face in zip(board.hexmap.hexes, board.faces, strict=True)
    ]
    track, s = Track(replace(rules(laying, joins), hexmap=HexMap(tuple(labelled)))), game_for().start()
    laid = ((name, face) for name, face in zip(board.names, board.faces, strict=True) if face.paths)
    s.tiles = {name: (face.number, face.rotation) for name, face in laid}
    s.faces, s.stations, s.phase = list(board.faces), dict(board.stations), "5"
    s.trains = {**s.trains, "X": trains}
    s.supply = dict.fromkeys(track.rules.catalogue, 9)
    return track, s


def upgrades(track: Track, s: RailState, board: Board) -> Iterator[tuple[int, Fit, Board]]:
    """Every tile that could replace one of the board by its print, with the board after it."""
    for hex_, name in enumerate(board.names):
        for fit in track.fits(s, hex_) if name in s.tiles else ():
            if track.available(s, fit, name, frozenset({"yellow", "green", "brown", "grey"})):
                faces = (*board.faces[:hex_], fit.face, *board.faces[hex_ + 1 :])
                moved: Stations = board.stations
                if name in moved:
                    moved = {**moved, name: fit.moved(moved[name])}
                yield hex_, fit, replace(board, faces=faces, stations=moved)


def added(old: Face, fit: Fit) -> set[tuple[int, int]]:
    """Track of a tile that was not there before, by its ends."""
    moved = [tuple(end if end < STOP else STOP + fit.onto[end - STOP] for end in path[:2]) for path in old.paths]
    return {(path.a, path.b) for path in fit.face.paths if (path.a, path.b) not in moved}


def uses(board: Board, after: Board, hex_: int, fit: Fit) -> bool:
    """Whether some walk on the board with the tile uses track of it that was not there before.

    A lone station whose city was joined with another may stand in either city of the tile: X chooses for its own one,
    but has to be right wherever that of somebody else will stand.
    """
    name, new = board.names[hex_], added(board.faces[hex_], fit)
    here = after.stations.get(name, ())
    boards = [after]
    if fit.joins and here:
        boards.append(replace(after, stations={**after.stations, name: here[::-1]}))
    found = [not {(name, a, b) for a, b in new}.isdisjoint(Walks.of(board, "X").track) for board in boards]
    return any(found) if any("X" in row for row in here) else all(found)


def grown(rng: Random, tiles: tuple[str, ...], drawn: int) -> Board:
    """Track that has grown from a city with a station of X: of a few tiles drawn by lot that which joins most.

    In one of three further cities each a station of X stands, or one of Y, who bars it.
    """
    board, whole = Board((BARE,) * len(PATCH), {}, names=PATCH), rules("any").catalogue
    faces = {**dict.fromkeys(PATCH, BARE), "C5": whole.face(rng.choice(("57", "14", "59")), rng.randrange(6))}
    for _ in range(rng.choice((6, 9, 12))):
        ends = [beyond[0] for name, face in faces.items() for beyond in _leads(board, name, face) if beyond]
        bare = [name for name in ends if faces[name] is BARE]
        if bare:
            name = rng.choice(bare)
            few = [whole.face(rng.choice(tiles), rng.randrange(6)) for _ in range(drawn)]
            faces[name] = max(few, key=lambda face: joined(board, name, face, faces))
    stations: dict[str, tuple[tuple[str, ...], ...]] = {}
    for name, face in faces.items():
        here = [(rng.choice(("X", "Y", "", "", "")),) if stop.slots else () for stop in face.stops]
        here = [("X",), *here[1:]] if name == "C5" else here
        if any(map(any, here)):
            stations[name] = tuple(tuple(company for company in row if company) for row in here)
    return replace(board, faces=tuple(faces.values()), stations=stations)


def _leads(board: Board, name: str, face: Face) -> list[tuple[str, int] | None]:
    """Where the exits of a tile lead."""
    return [board.across(name, side) for side in range(6) if face.exits >> side & 1]


def joined(board: Board, name: str, face: Face, faces: Mapping[str, Face]) -> int:
    """How many exits of a tile lead to track, less those that never will."""
    total = 0
    for beyond in _leads(board, name, face):
        there = faces[beyond[0]] if beyond else BARE
        total += 2 if beyond and there.exits >> beyond[1] & 1 else -1 if beyond is None or there.paths else 1
    return total


@rule("1830", "V-7.6b", "V-7.8b", "V-7.6c")
@pytest.mark.parametrize("joins", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_new_track_is_reached_where_some_walk_uses_it(seed: int, joins: bool) -> None:
    rng = Random(seed)
    for _ in range(100):
        board = grown(rng, OLD, rng.choice((4, 12)))
        track, s = position(board, "new", joins=joins)
        for hex_, fit, after in upgrades(track, s, board):
            assert track.new_track.reached(s, "X", hex_, fit) == uses(board, after, hex_, fit), (board, hex_, fit)


LOOP = {"D6": ("25", 1), "C7": ("7", 5), "D8": ("8", 0), "E7": ("7", 2), "D4": ("57", 1)}
"""A switch on D6: its branches meet each other by way of C7, D8 and E7, its stem leads to the city on D4."""


@rule("1830", "V-7.6b", "V-7.6c")
@pytest.mark.parametrize("laying", ["new", "new_or_gain"])
def test_track_between_two_branches_is_out_of_reach_of_who_has_come_along_one_of_them(laying: str) -> None:
    """40 joins both branches of the switch; whoever comes back over one of them has used the other."""
    assert not _may_join_branches(laying, {}, {"D4": (("X",),)})
    assert _may_join_branches(laying, {"D8": ("6", 0)}, {"D4": (("X",),), "D8": (("X",),)}), "from D8 by either branch"
    assert not _may_join_branches(laying, {"D8": ("6", 0)}, {"D4": (("X",),), "D8": (("Y",),)}), "D8 is shut"


def _may_join_branches(laying: str, tiles: Mapping[str, tuple[str, int]], stations: Stations) -> bool:
    laid = {**LOOP, **tiles}
    names, face = ("C5", "C7", "D2", "D4", "D6", "D8", "E5", "E7"), rules("any").catalogue.face
    faces = tuple(face(*laid[name]) if name in laid else BARE for name in names)
    track, s = position(Board(faces, stations, names=names), laying)
    site = names.index("D6")
    (fit,) = [fit for fit in track.fits(s, site) if (fit.face.number, fit.face.rotation) == ("40", 1)]
    return track.new_track.admits(s, "X", site, fit)


@rule("1830", "V-7.6c")
@pytest.mark.parametrize("seed", range(6))
def test_a_lay_is_a_gain_where_the_best_of_all_runs_earns_more_with_it(seed: int) -> None:
    """By trying every set of routes on the board as it lies and on the board with the tile."""
    rng, asked = Random(seed), 0
    while asked < 300:
        board, trains = grown(rng, TOWNS, rng.choice((4, 12))), [rng.choice(TRAINS) for _ in range(rng.choice((1, 2)))]
        track, s = position(board, "new_or_gain", *trains)
        before = _best(track, board, trains)
        for hex_, fit, after in upgrades(track, s, board) if before is not None else ():
            best = _best(track, after, trains)
            if best is not None and before is not None:
                asked += 1
                legal = uses(board, after, hex_, fit) or best > before
                assert track.new_track.admits(s, "X", hex_, fit) == legal, (board, hex_, fit, trains)


def _best(track: Track, board: Board, trains: Sequence[str]) -> int | None:
    """What X's trains earn at most, by brute force; None where there are too many ways to try."""
    at = Position(track.rules.hexmap, board.faces, board.stations, "X", 1, track.rules.routes)
    ways = all_ways(at, 60)
    return None if ways is None else best_revenue(at, [track.rules.trains[name] for name in trains], ways)
