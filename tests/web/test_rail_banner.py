"""The banner of an 18xx table and what stands beside closed things: made from choices and refusals alone."""

from dataclasses import replace
from random import Random

import pytest

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.core.texts import LANGUAGES
from stellwerk.web.tables import table_for
from stellwerk.web.tables.base import label
from stellwerk.web.tables.rail import RailTable
from stellwerk.web.tables.rail.asks import ask
from stellwerk.web.tables.rail.main import buttons, purse
from stellwerk.web.tables.rail.offers import deals
from stellwerk.web.tables.rail.panels import first_price
from stellwerk.web.tables.rail.whys import closed
from tests.games.g1830.operating import to
from tests.games.g1830.positions import Table, act, table
from tests.marks import first
from tests.web.scenes import Elements, match_of, play, scene_of
from tests.web.test_rail_panels import scene


def labels(t: Table, seat: int = 0) -> list[tuple[str, str]]:
    """What stands on the buttons, and which one is bright."""
    return [(button.label, button.css) for button in buttons(scene(t, seat))]


def running(*trains: str, cash: int = 100) -> Table:
    """PRR of Anna with a route of $30 from Altoona to Pittsburgh."""
    t = table(4).opened("PRR", par=67, shares={0: 60}).home("PRR").cash({0: 45, "PRR": cash})
    return t.laid("H10", "57", 1).trains("PRR", *trains)


def test_a_run_and_its_income_stand_in_the_banner_with_their_figures() -> None:
    t = running("2").operating("PRR", "run_trains")
    assert labels(t) == [("Run for $30", "primary")]
    assert [(fact.said, fact.shown) for fact in purse(scene(t, 0))] == [
        ("Your cash", "$45"),
        ("Treasury of PRR", "$100"),
    ]
    assert labels(to(t, "pay_dividend")) == [("Pay out $3 a share", "primary"), ("Withhold $30", "")]


def test_going_on_is_bright_only_where_nothing_else_is_left() -> None:
    """With $80 PRR can buy a 2; with $79 it cannot."""
    rich, poor = (running("2", cash=cash).operating("PRR", "buy_trains") for cash in (80, 79))
    assert labels(rich) == [("Buy a 2-train (bank) for $80", "primary"), ("End the turn", "")]
    assert labels(poor) == [("End the turn", "primary")]


def test_what_ends_a_turn_says_what_is_forfeited_by_it() -> None:
    """Without a route a company may stay without a train; the fourth pass in succession ends a stock round."""
    bare = table(4).opened("PRR", par=67, shares={0: 60}).home("PRR").cash({"PRR": 100})
    assert labels(bare.operating("PRR", "buy_trains"))[-1] == ("End the turn (without a train)", "")
    t = table(4).opened("PRR", par=67, shares={1: 20}).stock(turn=0)
    assert labels(t)[-1][0] == "Pass"
    t.s.passes = 3
    assert labels(t)[-1][0] == "Pass (the round is over)"
    t.s.passes = 2
    assert labels(t)[-1][0] == "Pass"


@pytest.mark.parametrize("game", ["1830", "1848", "1853"])
@pytest.mark.parametrize("plies", first(1, [15, 5]))
def test_whoever_decides_has_exactly_one_bright_button_that_leads_somewhere(game: str, plies: int) -> None:
    """Looked at each so many plies of a game."""
    match, rng, drawn = match_of(game, 3), Random(5), table_for(game)
    assert isinstance(drawn, RailTable)
    for _ in range(300 // plies):
        for seat in match.waiting():
            shown = drawn.dressed(scene_of(match, seat))
            found = buttons(shown)
            assert [button.css for button in found].count("primary") == 1
            assert found[0].css == "primary"
            for button in found:
                sent = button.choice and Action(*button.choice)
                assert not sent or any(choice.admits(sent) for choice in shown.choices)
                assert sent or button.acts
            page = Elements("".join(drawn.parts(shown).values()))
            ids = {one["id"] for one in page.having("id")}
            offers = [one["data-offer"] for one in page.having("data-offer")]
            assert all(f"offer-{offer}" in ids for offer in offers)
        play(match, rng, plies)
        if match.over:
            break


def test_at_the_train_limit_and_without_money_the_reason_has_its_numbers_and_its_rule() -> None:
    full = running("2", "2", "2", "2", cash=500).operating("PRR", "buy_trains")
    (shut,) = closed(scene(full, 0))
    assert (shut.what, shut.why.rule) == ("No train (2-train)", "7.6c")
    assert "4 trains" in shut.why.text
    assert ask(scene(full, 0)) == "PRR has $500 and can buy no train."
    poor = running("2", cash=79).operating("PRR", "buy_trains")
    (shut,) = closed(scene(poor, 0))
    assert (shut.why.text, shut.why.rule) == ("That costs $80, but the treasury holds $79.", "7.0h")
    assert closed(scene(running("2", cash=80).operating("PRR", "buy_trains"), 0)) == []


def test_a_player_without_money_is_told_what_each_share_costs() -> None:
    """In the first stock round nothing can be sold either, and yet the rows stay."""
    t = table(4).opened("PRR", par=67, shares={1: 20}).cash({0: 10}).stock(turn=0)
    t.s.stock_rounds = 1
    rows = {row.company: row for row in deals(scene(t, 0))}
    assert len(rows) == 8
    assert all(not row.offers for row in rows.values())
    assert [why.rule for why in rows["PRR"].whys] == ["5.1a"]
    assert rows["PRR"].whys[0].text == "This IPO share of PRR costs $67; you have $10."
    assert {why.rule for row in rows.values() for why in row.whys} == {"5.1a", "6.2d"}


def test_a_company_of_which_nothing_is_for_sale_needs_no_words() -> None:
    """Anna and Ben hold all of PRR; the others can be begun."""
    t = table(4).opened("PRR", par=67, shares={0: 60, 1: 40}).cash({2: 500}).stock(turn=2)
    rows = {row.company: row for row in deals(scene(t, 2))}
    assert "PRR" not in rows
    assert rows["NYC"].offers


def test_what_another_player_must_agree_to_is_an_offer_to_him_by_name() -> None:
    t = running("2", cash=200).phase("3").private("CS", 1).private("SV", 0).operating("PRR", "buy_trains")
    other, own = Choice(0, "buy_private", ("CS", Range(20, 80))), Choice(0, "buy_private", ("SV", Range(10, 40)))
    shown = scene(t, 0)
    assert label(shown, other) == "Offer Ben $… for Champlain & St. Lawrence (CS)"
    assert label(shown, own).startswith("Buy ")
    assert label(scene(t, 0, "de"), other).startswith("Ben $… für ")
    assert first_price(shown, other) == (40, "")
    assert first_price(shown, own) == (40, "")
    assert first_price(shown, Choice(0, "buy_private", ("CS", Range(20, 35)))) == (35, "")


def test_trains_of_ones_own_companies_start_low_and_say_so_and_others_at_the_printed_price() -> None:
    t = running("2", cash=200).phase("3").opened("NYC", par=67, shares={0: 60}).home("NYC").trains("NYC", "2")
    t = t.opened("B&O", par=67, shares={1: 60}).home("B&O").trains("B&O", "2").operating("PRR", "buy_trains")
    shown = scene(t, 0)
    own = next(c for c in shown.choices if c.kind == "buy_train" and c.args[0] == "NYC")
    other = next(c for c in shown.choices if c.kind == "buy_train" and c.args[0] == "B&O")
    assert first_price(shown, own) == (1, "both companies are yours: starts at the lowest price")
    assert first_price(shown, other) == (80, "")
    assert label(shown, other) == "Offer Ben $… for a 2-train of B&O"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_station_that_was_not_asked_for_has_its_reason(language: str) -> None:
    t = running("2", cash=10).operating("PRR").play(act(0, "pass_track"))
    shown = scene(t, 0, language)
    assert closed(shown) == []
    told = closed(replace(shown, view=replace(shown.view, log=(act(0, "pass_track"),))))
    assert [shut.why.rule for shut in told] == ["7.3.2c"]
    assert "$40" in told[0].why.text
    assert "$10" in told[0].why.text
