"""What a position remembers of its board is what one finds who looks at the board anew, lay by lay."""

from __future__ import annotations

from random import Random

import pytest

from stellwerk.games.g1853.game import TITLE
from stellwerk.games.g1853.links import city_groups
from stellwerk.games.g1853.ruleset import rules_of
from stellwerk.games.g1853.state import State1853

LAYS = 60


@pytest.mark.parametrize("seats", [3, 5])
def test_what_is_remembered_of_the_board_is_what_lies_there(seats: int) -> None:
    """By network the track on each hex and what each company reaches, and the cities that are joined."""
    game, other = (TITLE.build(seats, TITLE.resolve({})) for _ in range(2))
    rng, s, lays = Random(seats), game.settled(game.start()), 0
    while lays < LAYS and not game.over(s):
        choices = list(game.choices(s))
        lay = [choice for choice in choices if choice.kind == "lay"]
        s = game.apply(s, rng.choice(lay or choices).sample(rng))
        if not lay:
            continue
        lays += 1
        fresh = State1853.from_json(s.to_json())
        joined, anew = city_groups(game.track, s), city_groups(other.track, fresh)
        for city in rules_of(game.rules).contracts.cities:
            assert {*joined.of(city)} == {group for group in anew if city in group}
        assert [*joined] == [*anew]
        for gauges in game.track.networks(s, ""):
            assert [*game.track.seen(s, gauges)] == [*other.track.seen(fresh, gauges)]
        for company in s.floated:
            kept, found = game.track.reach(s, company), other.track.reach(fresh, company)
            assert kept == found
            assert kept.parts == found.parts
    assert lays == LAYS
