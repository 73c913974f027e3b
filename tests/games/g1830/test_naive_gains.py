"""V-7.6c: what a company may lay beside new track is what raises its revenue, by brute force before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from stellwerk.eighteen.hexmap import Hex
from stellwerk.eighteen.routes import Position
from stellwerk.eighteen.tiles import Face
from stellwerk.eighteen.trains import Train
from tests.eighteen.routes.naive import all_ways, best_revenue
from tests.games.g1830.naive_track import CLASSIC, PLUS, Book, board_of, naive_lays, standing, ways
from tests.games.g1830.positions import Table
from tests.games.g1830.test_track_naive import COMPANIES, PLUS_COMPANIES, built
from tests.games.rail_table import build_at_random
from tests.marks import rule, sample

PHASES: Final = ("3", "3", "5", "5")
LAYS: Final = 7
MOST_WAYS: Final = 80
FLEETS: Final = (("2",), ("3",), ("2", "2"), ("4",), ("3", "2"))
SIDES: Final = ("classic", "extension_a", "D", "R", "B")


def revenue(position: Position, trains: Sequence[Train]) -> int | None:
    """Best earnings of trains; None where there are too many ways to try all."""
    found = all_ways(position, MOST_WAYS)
    if found is None or len(found) ** len(trains) > MOST_WAYS**2:
        return None
    return best_revenue(position, trains, found)


def fleet(t: Table, company: str) -> list[Train]:
    return [t.game.rules.trains[name] for name in t.s.trains[company]]


def most_with(t: Table, book: Book, company: str, hex_: Hex, new: Face) -> int | None:
    """Best earnings of a company's trains with a tile; -1 where it does not fit."""
    before, best = t.game.track.position(t.s, company), -1
    faces, board = list(before.faces), board_of(t)
    faces[hex_.number] = new
    for match in ways(book, board, hex_, new):
        for placed in standing(board, hex_.name, new, match):
            after = revenue(replace(before, faces=tuple(faces), stations=placed), fleet(t, company))
            if after is None:
                return None
            best = max(best, after)
    return best


@rule("1830", "V-7.6a", "V-7.6b", "V-7.6c")
@pytest.mark.parametrize("seed", sample(1, range(40)))
def test_v_7_6c_what_may_be_laid_for_a_gain_by_brute_force(seed: int) -> None:
    rng = Random(seed)
    side = rng.choice(SIDES)
    preset, options = ("classic", {"tile_set": side}) if side == "extension_a" else (side, {})
    classic = preset == "classic"
    companies = COMPANIES if classic else PLUS_COMPANIES if preset != "B" else (*PLUS_COMPANIES, "C&O", "NKP")
    t = built(rng, companies, preset, tile_laying="semi_restricted", **options)
    book = CLASSIC if side == "classic" else PLUS
    if preset in ("D", "R"):
        t.s.licences, book = ("N&W",), replace(book, coal="L8")
    for phase in PHASES:
        t.s.phase = phase
        build_at_random(t.game.track, t.s, companies, LAYS, rng)
        for company in rng.sample(companies, 3):
            t.s.trains = {**t.s.trains, company: rng.choice(FLEETS)}
            compare(t, book, company)
            t.s.trains = {**t.s.trains, company: ()}


def compare(t: Table, book: Book, company: str) -> None:
    """Offered tiles lead to new track, or to any track with a gain; nothing else is left out."""
    offered = {(name, face.number, face.rotation) for name, face in t.game.track.lays(t.s, company)}
    some, new = naive_lays(t, company, book), naive_lays(t, company, replace(book, new_track=True))
    assert new <= offered <= some
    before = revenue(t.game.track.position(t.s, company), fleet(t, company))
    if before is None:
        return
    for name, number, rotation in some - new:
        face = t.game.rules.catalogue.face(number, rotation)
        after = most_with(t, book, company, t.game.rules.hexmap[name], face)
        if after is not None:
            assert (after > before) == ((name, number, rotation) in offered), (company, name, face.name)
