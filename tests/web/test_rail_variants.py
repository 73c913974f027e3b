"""What pages of 18xx games show where certificates are large, revenue is split or drawn, and prices move otherwise."""

from typing import Any

import pytest

from stellwerk.core.action import CHANCE
from stellwerk.core.choice import Choice
from stellwerk.core.state import Frame
from stellwerk.core.texts import LANGUAGES
from stellwerk.web.tables.rail.asks import ask, task
from stellwerk.web.tables.rail.cards import company_cards, overview, player_cards
from stellwerk.web.tables.rail.effects import Change, effects
from stellwerk.web.tables.rail.main import buttons
from stellwerk.web.tables.rail.offers import deals
from stellwerk.web.tables.rail.panels import price_notes
from tests.games.g1830.positions import Table, act, table
from tests.web.scenes import choices_on, html_of
from tests.web.test_rail_panels import scene


def erie(pool: int = 10) -> Table:
    """Anna directs the Erie with 40%, Ben holds its second 20% and two tenths."""
    t = table(4, erie_second_20="true").opened("Erie", par=100, shares={0: 40, 1: 40}, director=0, large=1, pool=pool)
    return t.stock(turn=1)


def earned(revenue: int, **options: Any) -> Table:
    t = table(4, **options).opened("PRR", par=100, shares={0: 40, 1: 20}, pool=10).home("PRR")
    t.s.revenue = revenue
    return t.cash({0: 0, 1: 0, "PRR": 50}).operating("PRR", "pay_dividend")


def test_a_sale_offers_small_certificates_and_the_large_one() -> None:
    (row,) = [row for row in deals(scene(erie(), 1)) if row.company == "Erie"]
    assert [offer.short for offer in row.offers["sell"]] == [
        "10%",
        "20%",
        "30%",
        "40%",
        "10% · part of the 20% certificate",
        "20% · with the 20% certificate",
    ]


def test_a_sale_tells_which_certificates_are_left() -> None:
    told = effects(scene(erie(), 1), Choice(1, "sell_large", ("Erie", 10)))
    assert told.money == [Change("Ben", 100, 700)]
    assert "Price of Erie: $100 → $90" in told.notes
    assert "Ben: certificates of Erie: 20 + 2 × 10% → 3 × 10%" in told.notes
    small = effects(scene(erie(), 1), Choice(1, "sell", ("Erie", 20)))
    assert "Ben: certificates of Erie: 20 + 2 × 10% → 20%" in small.notes


def test_cards_tell_large_certificates_of_companies_that_have_them() -> None:
    t = erie().opened("PRR", par=67, shares={0: 40})
    cards = {card.id: card for card in company_cards(scene(t, 1))}
    assert [(h.name, h.percent, h.cards) for h in cards["Erie"].holdings] == [
        ("Anna", 40, "20 + 2 × 10%"),
        ("Ben", 40, "20 + 2 × 10%"),
    ]
    assert {h.cards for h in cards["PRR"].holdings} == {""}
    ben = player_cards(scene(t, 1))[1]
    assert [(share.company, share.cards) for share in ben.shares] == [("Erie", "20 + 2 × 10%")]


def test_a_dividend_has_three_choices_with_their_figures() -> None:
    """Of $130 the company keeps $60, $7 go to each tenth, and those of the pool to the company."""
    t = earned(130, split_revenue="true")
    shown = scene(t, 0)
    assert [button.label for button in buttons(shown)] == [
        "Pay out $13 a share",
        "Pay out $70, keep $60",
        "Withhold $130",
    ]
    told = effects(shown, Choice(0, "pay_half"))
    assert told.money == [Change("Anna", 28, 28, 40), Change("Ben", 14, 14, 20), Change("PRR", 67, 117)]
    assert told.notes == ["Price of PRR stays at $100"]
    assert "Price of PRR: $100 → $112" in effects(shown, Choice(0, "pay_out")).notes
    assert task(shown) == "pay out, split or withhold"
    assert {"pay_out", "pay_half", "withhold"} <= {choice["kind"] for choice in choices_on(html_of(shown))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_marker_of_a_drawn_revenue_is_told(language: str) -> None:
    t = earned(130, preset="C", random_revenue="true")
    t.s.todo.append(Frame("draw_revenue", "PRR"))
    t = t.play(act(CHANCE, "draw_revenue", 1))
    page = html_of(scene(t, 0, language))
    said = {"en": "Marker 1 was drawn: the run earns 80%.", "de": "Marker 1 wurde gezogen: Die Fahrt bringt 80 %."}
    assert said[language] in page
    assert buttons(scene(t, 0))[0].label == "Pay out $104"


def test_after_a_sale_it_is_said_that_nothing_can_be_bought() -> None:
    t = table(4, stock_turn="buy_sell").opened("PRR", par=67, shares={0: 40, 1: 40})
    t = t.stock(1).play(act(1, "sell", "PRR", 10))
    assert ask(scene(t, 1)).startswith("You have sold, so nothing can be bought in this turn any more.")
    assert task(scene(t, 1)) == "sell on or end the turn"


def test_the_market_says_how_prices_move_where_that_is_not_as_usual() -> None:
    assert price_notes(scene(table(4), 0)) == []
    assert price_notes(scene(table(4, "B"), 0)) == [
        "A sale lowers a price by one row, but a sale by the director by one row for each share.",
        "A dividend raises a price only if it is at least as high as the price.",
    ]
    t = table(4, "T")
    assert price_notes(scene(t, 0)) == [
        "Reform: other rules hold for prices from the stock round after the last 5-train."
    ]
    t.phase("6").s.reformed = True
    assert price_notes(scene(t, 0)) == [
        "A sale lowers a price by one row, however much is sold at once.",
        "A dividend of two, three or four times the price raises it by as many cells.",
    ]


def test_the_end_by_the_top_price_says_when_it_comes() -> None:
    t = table(4, game_end="top_price").opened("PRR", par=100, shares={0: 60}, cell=(0, 17)).home("PRR")
    t.s.revenue = 100
    told = effects(scene(t.operating("PRR", "pay_dividend"), 0), Choice(0, "pay_out"))
    assert "Price of $350 reached: the game ends after this turn" in told.warnings


def test_a_fixed_order_is_shown_as_it_was_fixed() -> None:
    t = table(4, operating_order="fixed").opened("PRR", par=100, shares={0: 60}).opened("NYC", par=90, shares={1: 60})
    t = t.opened("Erie", par=82, shares={2: 60}).home("PRR").operating("PRR")
    t.s.cell["NYC"] = (4, 6)
    assert t.price("NYC") == 71 < t.price("Erie")
    assert [entry.company for entry in overview(scene(t, 0)).order] == ["PRR", "NYC", "Erie"]
