"""Scenario C on a random map: the same for all who name its number, fair, and always playable (S-6.3.11)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from stellwerk.eighteen.hexmap import HexMap
from stellwerk.games.g1830.random_map import FAIR, judged
from tests.games.g1830.positions import game_for
from tests.marks import rule

NUMBERS = [*range(1, 19), 500, 999]


def board(number: int, **options: str) -> HexMap:
    return game_for(4, "C", random_map="true", map_number=str(number), **options).rules.hexmap


PRINTED = game_for(4, "C").rules.hexmap
HOMES = [company.home for company in game_for(4, "C").rules.companies.values()]
KEPT = {*HOMES, *(hex_ for private in game_for(4, "C").rules.privates.values() for hex_ in private.blocks)}


def pieces(map_: HexMap) -> tuple[Counter[object], Counter[object]]:
    """What is dealt out: stops with their labels, and terrain."""
    stops = Counter((hex_.kind, hex_.face.label, hex_.face.stops) for hex_ in map_.hexes)
    return Counter(stops), Counter((hex_.terrain, hex_.cost) for hex_ in map_.hexes)


@rule("1830", "S-6.3.11", "R-65")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_random_map_deals_out_the_printed_land_fairly(number: int) -> None:
    found = board(number)
    assert [hex_.name for hex_ in found.hexes] == [hex_.name for hex_ in PRINTED.hexes]
    assert pieces(found) == pieces(PRINTED)
    assert found.neighbours == PRINTED.neighbours
    for hex_ in PRINTED.hexes:
        if hex_.fixed or hex_.name in KEPT:
            there = found[hex_.name]
            assert (there.kind, there.face.stops, there.face.paths, there.cost) == (
                hex_.kind,
                hex_.face.stops,
                hex_.face.paths,
                hex_.cost,
            )
    land, model = judged(found, HOMES), judged(PRINTED, HOMES)
    assert land.fairness >= FAIR > model.fairness
    assert land.hardship <= model.hardship
    assert land.crowding <= model.crowding


def test_a_number_names_one_map_and_other_numbers_others() -> None:
    def told(number: int) -> tuple[object, ...]:
        return tuple((hex_.face.stops, hex_.cost) for hex_ in board(number).hexes)

    assert told(7) == told(7)
    assert len({told(number) for number in NUMBERS}) == len(NUMBERS)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_random_play_on_a_random_map_comes_to_an_end(number: int) -> None:
    game = game_for(4, "C", random_map="true", map_number=str(number))
    rng, s = Random(number), game.settled(game.start())
    ran: set[str] = set()
    while s.todo:
        s = game.apply(s, rng.choice(list(game.choices(s))).sample(rng))
        ran |= {company for company, revenue in s.runs.items() if revenue}
    assert not list(game.audit(s))
    assert ran, "some railroad has found a route"
