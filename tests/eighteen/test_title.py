"""What a title of its own may leave out or play differently, shown by titles that are 1830 but for one thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import ClassVar

import pytest

from stellwerk.core.action import Action
from stellwerk.core.errors import DataError, RuleError
from stellwerk.eighteen.flow import Flow
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.rules import Drop
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.title import RailTitle
from stellwerk.games.g1830.game import Title1830
from stellwerk.games.g1848.game import Title1848
from tests.games.g1830.positions import PLAIN
from tests.games.rail_table import Table, act


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


class SoldOnce(Title1830):
    """A company is sold once in a turn, whenever prices fall."""

    def __init__(self, drop: Drop) -> None:
        super().__init__()
        self.drop = drop

    def ruleset(self, seats: int, options: Mapping[str, str]) -> Ruleset:
        rules = super().ruleset(seats, options)
        stock = replace(rules.stock_rules, sales_of_one_company="one")
        return replace(rules, stock_rules=stock, price_rules=replace(rules.price_rules, drop=self.drop))


@pytest.mark.parametrize(("drop", "price"), [("per_share", 82), ("per_sale", 90), ("per_turn", 90), ("never", 100)])
def test_a_company_is_sold_once_in_a_turn_whenever_prices_fall(drop: Drop, price: int) -> None:
    """Prices below the par of 100 are 90 and 82."""
    title = SoldOnce(drop)
    game = title.game(3, title.resolve(PLAIN))
    assert isinstance(game, RailGame)
    t = Table(game, game.start())
    t.s.privates.clear()
    t = t.phase("2").opened("PRR", shares={0: 60}).opened("NYC", par=90, shares={0: 40, 1: 20}).stock()
    sold = t.play(act(0, "sell", "PRR", 20))
    assert (sold.money(0), sold.price("PRR")) == (t.money(0) + 200, price)
    assert not sold.offers("sell", "PRR")
    sold.refused(act(0, "sell", "PRR", 10), "stock.one_sale_each")
    other = sold.play(act(0, "sell", "NYC", 10))
    assert {company for company, _ in other.offers("sell")} == set(), "each of both was sold"
    round_on = other.play(*(act(seat, "pass_turn") for seat in range(3)))
    assert round_on.play(act(0, "sell", "PRR", 10)).money(0) == other.money(0) + price


def test_what_was_sold_in_a_stock_turn_does_not_count_in_the_turn_of_a_company() -> None:
    title = SoldOnce("per_turn")
    game = title.game(3, title.resolve(PLAIN))
    assert isinstance(game, RailGame)
    s = game.start()
    s.sale_prices = (("PRR", 100),)
    game.flow.begin_turn(s, "PRR")
    assert not list(s.sale_prices)
