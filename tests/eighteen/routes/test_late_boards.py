"""Late boards of two gauges, and boards beyond all tiles of the box: searches end soon, and what they tell holds."""

from dataclasses import replace
from random import Random
from time import process_time

import pytest

from stellwerk.eighteen.apart import MOST_TRIES, Country, _Pairs
from stellwerk.eighteen.network import Terms
from stellwerk.eighteen.routes import Approach, Position, best_run, can_visit, check_run
from tests.eighteen.routes.boards import around, fits_late, gained, late_india, markers_out, rules_of_1853


def endless(seed: int) -> Position:
    """A board built up as if there were no end of tiles."""
    rng, rules = Random(seed), rules_of_1853()
    board, tiles = rules.hexmap, rules.catalogue
    faces = [hex_.face for hex_ in board.hexes]
    for hex_ in around(rng, board):
        drawn = [face for number in tiles for face in tiles.faces(number) if fits_late(board, hex_.number, face)]
        rng.shuffle(drawn)
        if drawn:
            best = max(drawn, key=lambda face: 10 * gained(board, hex_.number, face, faces) + 3 * len(face.paths))
            faces[hex_.number] = best
    return Position(board, faces, markers_out(rng, board, faces), "EIR", 0, rules.routes)


@pytest.mark.parametrize("seconds", [0.5, None])
def test_a_board_beyond_all_tiles_keeps_nobody_waiting(seconds: float | None) -> None:
    """With a limit or without one: what is found may lack its proof, but the bound holds."""
    position, trains = endless(1), [rules_of_1853().trains["6"]]
    begin = process_time()
    run = best_run(position, trains, seconds)
    assert process_time() - begin < 15
    assert check_run(position, trains, run.routes) == run.revenue <= run.bound


@pytest.mark.parametrize(("seed", "fleet"), [(5, "4 5 3M"), (0, "5 5")])
def test_trains_that_want_the_same_track_are_settled_soon(seed: int, fleet: str) -> None:
    position, trains = late_india(seed), [rules_of_1853().trains[name] for name in fleet.split()]
    begin = process_time()
    run = best_run(position, trains)
    assert process_time() - begin < 3
    assert run.proven
    assert check_run(position, trains, run.routes) == run.revenue


@pytest.mark.parametrize("seed", range(4))
def test_what_an_approach_tells_at_once_a_search_finds_too(seed: int) -> None:
    rng, rules, position = Random(seed), rules_of_1853(), late_india(seed)
    homes = [position.hexmap.hexes[hex_].name for hex_, _ in position.homes()][:2]
    trains = [rules.trains[name] for name in rng.choice(["2", "3 2M", "2 2M", "3M"]).split()]
    approach, told = Approach(position, trains, homes), set()
    for hex_ in rng.sample(position.hexmap.hexes, 30):
        fitting = [
            f for n in rules.catalogue for f in rules.catalogue.faces(n) if fits_late(position.hexmap, hex_.number, f)
        ]
        if not fitting or hex_.fixed or hex_.name in position.stations:
            continue
        face = rng.choice(fitting)
        known = approach.visits(hex_.number, face)
        if known is not None:
            faces = list(position.faces)
            faces[hex_.number] = face
            told.add(known)
            assert can_visit(replace(position, faces=faces), trains, (hex_.name,), homes) is known
    assert told


def test_two_routes_apart_are_settled_on_a_dense_board() -> None:
    """Where trying one first route after the other took seconds few are looked at."""
    rules, rng = rules_of_1853(), Random(3)
    position, board = late_india(3, "GIP"), rules.hexmap
    faces = [
        hex_.face if not hex_.fixed and hex_.name not in position.stations and rng.random() < 0.15 else face
        for hex_, face in zip(board.hexes, position.faces, strict=True)
    ]
    laid = [hex_ for hex_ in board.hexes if faces[hex_.number] is not hex_.face and hex_.name not in position.stations]
    sites = {hex_.number for hex_ in board.hexes if not hex_.fixed and faces[hex_.number] is hex_.face}
    for first in laid[::4]:
        before = [*faces[: first.number], first.face, *faces[first.number + 1 :]]
        networks = [(g, [face.on_gauges(g) for face in before]) for g in map(frozenset, (["standard"], ["metre"]))]
        country = Country(board, networks, position.stations, "GIP", Terms(whole=rules.routes.whole), sites)
        pairs = _Pairs(country, first.number, faces[first.number])
        pairs.run()
        assert pairs.tries < MOST_TRIES
