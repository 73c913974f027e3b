"""What a title of its own may leave out or play differently, shown by titles that are 1830 but for one thing."""

from __future__ import annotations

from random import Random
from typing import ClassVar

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError, RuleError
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.title import RailTitle
from stellwerk.games.g1830.game import Title1830
from stellwerk.games.g1848.game import Title1848


class WithoutStep(Title1830):
    """A step is left out that the turn still has."""

    steps: ClassVar = {"place_station": None}


class FlowWithoutStations(Flow):
    """Companies have the home station only."""

    turn = tuple(step for step in Flow.turn if step != "place_station")


class GameWithoutStations(RailGame):
    """The step is there, but never comes."""

    flow_class = FlowWithoutStations


class WithoutStations(Title1830):
    """A turn without the step for stations."""

    game_class = GameWithoutStations


def test_a_turn_that_has_a_step_which_the_title_lacks_is_told() -> None:
    with pytest.raises(DataError, match="Flow1830: the turn has a step 'place_station', but 1830 has none"):
        WithoutStep().game(2)


def test_a_step_that_is_in_no_turn_is_refused_with_a_rule() -> None:
    game, rng = WithoutStations().game(2), Random(1)
    s, tried = game.settled(game.start()), 0
    for _ in range(300):
        choices = list(game.choices(s))
        if s.round == "operating":
            tried += 1
            with pytest.raises(RuleError):
                game.check(s, Action(choices[0].seat, "station", ("H12", 0)))
        kinds = sorted({choice.kind for choice in choices})
        eager = [kind for kind in kinds if kind in ("par", "buy", "buy_private_at_face")]
        kind = rng.choice(eager or kinds)
        s = game.play(s, rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))
    assert tried


@pytest.mark.parametrize("title", [Title1830(), Title1848()], ids=lambda title: title.id)
def test_a_book_says_for_how_many_it_is_where_its_title_says_so(title: RailTitle) -> None:
    assert title.citations.cites[RailTitle.seats_rule] == title.seats_rule
