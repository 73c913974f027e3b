"""Two ways that share no track, against all pairs of ways tried one by one, on small boards full of track (4.1.7)."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.eighteen.apart import Country, reach_apart
from stellwerk.eighteen.network import Terms
from stellwerk.eighteen.tiles import Face
from stellwerk.games.g1853.game import TITLE
from tests.eighteen.boards import BARE, Board
from tests.games.g1853.naive_track import GAUGES, Land, arrivals_apart
from tests.games.g1853.positions import GAME
from tests.marks import rule

NAMES = ("A1", "A3", "A5", "A7", "B2", "B4", "B6", "B8", "C1", "C3", "C5", "C7")
TRACK = ("9", "79", "80", "82", "85", "233", "106", "107", "108", "112", "58", "71", "87", "88", "89")
CITIES = ("14", "15", "100", "716", "717", "718", "719", "102", "109")
FIRST = ("7", "8", "9", "77", "78", "79", "55", "56", "6", "76")
BOARDS = 80


def drawn(rng: Random) -> tuple[Board, str, Face]:
    """Some track, two or three cities of X, one full of others, and three bare hexes: on one lies the first tile."""
    face = TITLE.catalogue("all").face
    faces: dict[str, Face] = {name: face(rng.choice(TRACK), rng.randrange(6)) for name in NAMES}
    stations: dict[str, tuple[tuple[str, ...], ...]] = {}
    names = rng.sample(NAMES, 7)
    for name in names[:4]:
        faces[name] = face(rng.choice(CITIES), rng.randrange(6))
        slots = faces[name].stops[0].slots
        stations[name] = (("X",) if name in names[:3] else ("Y", "Z")[:slots],)
    for name in names[4:]:
        faces[name] = BARE
    if rng.random() < 0.2:
        del stations[names[2]]
    return Board(tuple(faces.values()), stations, names=NAMES), names[4], face(rng.choice(FIRST), rng.randrange(6))


@rule(GAME, "4.1.7a", "4.1.7b", "R-32")
@pytest.mark.parametrize("seed", [0, 2, 16, 157])
def test_ways_apart_by_trying_all_pairs(seed: int) -> None:
    """Seeds 16 and 157 have boards on which the shortest first way is not the one that leaves room for a second."""
    rng = Random(seed)
    some = fewer = 0
    for _ in range(BOARDS):
        board, first, tile = drawn(rng)
        sites = {number for number, face in enumerate(board.faces) if face is BARE and NAMES[number] != first}
        networks = [
            (frozenset({gauge}), [face.on_gauges(frozenset({gauge})) for face in board.faces]) for gauge in GAUGES
        ]
        country = Country(board.hexmap, networks, board.stations, "X", Terms(), sites)
        found = {
            (gauge, NAMES[hex_], edge)
            for gauge, part in zip(GAUGES, reach_apart(country, NAMES.index(first), tile).networks, strict=True)
            for hex_, bits in part.edges.items()
            for edge in range(6)
            if bits >> edge & 1
        }
        land = Land(dict(zip(NAMES, board.faces, strict=True)), dict(board.stations), "X")
        bare = {NAMES[number] for number in sites}
        tried = {end for end in arrivals_apart(land, first, tile) if end[1] in bare}
        assert found == tried
        alone = {(gauge, *end) for gauge in GAUGES for end in land.touched(gauge) if end[0] in bare}
        some += bool(found)
        fewer += bool(found) and found < alone
    assert some > BOARDS // 6, "boards on which a second tile is possible"
    assert fewer > BOARDS // 60, "boards on which the first way takes something from the second"
