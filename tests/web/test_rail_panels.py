"""The panels of an 18xx table: nothing is hidden that can be done, and what an action changes is told beforehand."""

from random import Random

import pytest

from stellwerk.core.choice import Choice
from stellwerk.core.view import View, choices_of
from stellwerk.eighteen.state import RailState
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series, chart
from stellwerk.web.tables.rail_charts import moments
from stellwerk.web.tables.rail_effects import effects
from stellwerk.web.tables.rail_look import ON_MAP
from stellwerk.web.tables.rail_panels import market_rows
from tests.games.g1830.positions import Table, table
from tests.web.scenes import Elements, choices_on, html_of, match_of, play, scene_of

NAMES = ("Anna", "Ben", "Cleo", "Dev")


def scene(t: Table, seat: int, language: str = "en") -> Scene:
    view = View(t.game, seat, t.s, choices_of(t.game, t.s, seat), ())
    return Scene(view, NAMES, translator(language), bots=(None,) * 4, waiting=(seat,))


@pytest.mark.parametrize("seed", range(3))
def test_everything_that_can_be_done_stands_on_the_page(seed: int) -> None:
    match = match_of("1830", 3)
    rng = Random(seed)
    for _ in range(30):
        for seat in match.waiting():
            shown = scene_of(match, seat, "de")
            wanted = {str(c.to_json()) for c in shown.choices if c.kind not in ON_MAP}
            assert wanted <= set(map(str, choices_on(html_of(shown))))
        play(match, rng, 7)
        if match.over:
            break


def test_a_sale_tells_money_price_and_the_new_director() -> None:
    """6.1.ex1 with a rival: two shares at $100 bring $200, the price falls to $82, and Ben directs with 30 to 20."""
    t = table(4).opened("B&O", par=100, shares={0: 40, 1: 30}).cash({0: 100}).stock(turn=0)
    told = effects(scene(t, 0), Choice(0, "sell", ("B&O", 20)))
    assert "Anna +$200, then $300" in told
    assert "Price of B&O: $100 → $82" in told
    assert "Ben becomes director of B&O" in told


def test_a_purchase_that_floats_says_so() -> None:
    t = table(4).opened("PRR", par=67, shares={0: 50}).cash({0: 100}).stock(turn=0)
    told = effects(scene(t, 0), Choice(0, "buy", ("PRR", "bank", 10)))
    assert "Anna −$67, then $33" in told
    assert "PRR floats" in told


def test_markers_lie_on_the_market_with_the_earlier_one_on_top() -> None:
    """5.5e: who enters a cell goes under those that lie there."""
    t = table(4).opened("C&O", par=82, shares={0: 20}).opened("PRR", par=82, shares={1: 20}).stock(turn=0)
    (cell,) = [cell for row in market_rows(scene(t, 0)) for cell in row if cell.markers]
    assert cell.price == 82
    assert cell.par
    assert [company for company, _ in cell.markers] == ["C&O", "PRR"]


def test_an_offer_is_confirmed_before_it_is_sent() -> None:
    """The chip of an offer sends nothing; only the button beside its effects carries the choice."""
    t = table(4).opened("PRR", par=67, shares={0: 50}).cash({0: 100}).stock(turn=0)
    page = Elements(html_of(scene(t, 0)))
    chips = [element for element in page.having("name") if element.get("name") == "offer"]
    assert chips
    assert not any("data-choice" in chip for chip in chips)


def test_a_chart_names_every_line_and_keeps_its_values_in_order() -> None:
    drawn = str(chart([Series("Anna", [100, 200, 300]), Series("Ben", [None, 50, 150])], ["a", "b", "c"], "Wealth"))
    assert drawn.count("<polyline") == 2
    heights = [float(pair.split(",")[1]) for pair in drawn.split('points="')[1].partition('"')[0].split()]
    assert heights == sorted(heights, reverse=True), "more is higher up"
    assert "Anna" in drawn
    assert "Ben" in drawn


def test_a_chart_has_one_moment_for_each_round() -> None:
    match = match_of("1830", 3)
    play(match, Random(1), 120)
    scenes = [scene_of(match.until(ply), 0) for ply in range(match.ply + 1)]
    rounds = set()
    for s in match.states:
        assert isinstance(s, RailState)
        rounds.add((s.round, s.stock_rounds, s.set_round if s.round == "operating" else 0))
    assert len(moments(scenes)) == len(rounds)
