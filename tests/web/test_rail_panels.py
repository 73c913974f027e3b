"""The panels of an 18xx table: nothing is hidden that can be done, and what an action changes is told beforehand."""

from random import Random

import pytest

from stellwerk.core.choice import Choice
from stellwerk.core.course import Course
from stellwerk.core.view import View, choices_of
from stellwerk.eighteen.state import RailState
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.svg.chart import Series, chart
from stellwerk.web.tables.rail import RailTable
from stellwerk.web.tables.rail.asks import ask, help_needed, task
from stellwerk.web.tables.rail.cards import company_cards, overview
from stellwerk.web.tables.rail.effects import Change, effects
from stellwerk.web.tables.rail.look import ON_MAP
from stellwerk.web.tables.rail.offers import deals
from stellwerk.web.tables.rail.panels import market_rows
from tests.games.g1830.corners import CORNERS, bankruptcy, forced_purchase
from tests.games.g1830.operating import to
from tests.games.g1830.positions import Table, act, table
from tests.web.late import BANK, before, recorded
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
    assert told.money == [Change("Anna", 200, 300)]
    assert "Price of B&O: $100 → $82" in told.notes
    assert "Ben becomes director of B&O" in told.notes


def test_a_purchase_that_floats_says_so() -> None:
    t = table(4).opened("PRR", par=67, shares={0: 50}).cash({0: 100}).stock(turn=0)
    told = effects(scene(t, 0), Choice(0, "buy", ("PRR", "bank", 10)))
    assert told.money == [Change("Anna", -67, 33)]
    assert "PRR floats" in told.notes


def test_a_dividend_says_what_each_holder_gets_and_where_the_price_goes() -> None:
    """Altoona and Pittsburgh earn $30, $3 a tenth: the pool's go to the company, the bank's to nobody."""
    t = table(4).opened("PRR", par=67, shares={0: 40, 1: 20}, pool=10).home("PRR").cash({0: 0, 1: 5, "PRR": 100})
    t = to(t.laid("H10", "57", 1).trains("PRR", "2").operating("PRR", "run_trains"), "pay_dividend")
    told = effects(scene(t, 0), Choice(0, "pay_out"))
    assert told.money == [Change("Anna", 12, 12, 40), Change("Ben", 6, 11, 20), Change("PRR", 3, 103, 10)]
    assert "Price of PRR: $67 → $71" in told.notes
    kept = effects(scene(t, 0), Choice(0, "withhold"))
    assert kept.money == [Change("PRR", 30, 130)]


def test_a_train_tells_which_trains_it_scraps() -> None:
    """3.4a: the first 4 train scraps the 2 trains."""
    t = table(4).phase("3").opened("PRR", par=67, shares={0: 60}).opened("NYC", par=67, shares={1: 60}).home("PRR")
    t.home("NYC").trains("NYC", "2", "2").depot("3", 0).cash({"PRR": 500}).operating("PRR", "buy_trains")
    told = effects(scene(t, 0), Choice(0, "buy_train", ("bank", "4", 300)))
    assert told.money == [Change("PRR", -300, 200)]
    assert told.notes == ["Phase 4 begins", "NYC loses: 2-train, 2-train"]


def test_who_is_asked_for_a_train_sees_what_agreeing_leaves_both_with() -> None:
    """PRR has 120 and offers 100 for the only train of NYC, which has 30."""
    t = table(4).phase("3").opened("PRR", par=67, shares={0: 60}).opened("NYC", par=67, shares={1: 60}).home("PRR")
    t.home("NYC").trains("NYC", "2").trains("PRR", "3").cash({"PRR": 120, "NYC": 30}).operating("PRR", "buy_trains")
    asked = scene(t.play(act(0, "buy_train", "NYC", "2", 100)), 1)
    told = effects(asked, Choice(1, "accept"))
    assert told.money == [Change("PRR", -100, 20), Change("NYC", 100, 130)]
    assert told.notes == ["NYC then has no train left", "PRR then has: 3-train, 2-train"]
    html = html_of(asked)
    assert "NYC then has no train left" in html
    assert html.count("confirm-accept") == html.count("confirm-decline") == 1


def test_a_limit_that_binds_is_shown_with_its_rule() -> None:
    """6.1c: who sold PRR does not buy it in the same round; 5.3b: nobody holds more than five certificates of one."""
    t = table(4).opened("PRR", par=67, shares={0: 20, 1: 20}).opened("NYC", par=67, shares={0: 60})
    t = t.cash({0: 500, 1: 500}).stock(turn=1)
    t = t.play(act(1, "sell", "PRR", 10), act(1, "pass_turn"))
    for _ in range(2):
        t = t.play(act(int(t.turn[1]), "pass_turn"))
    rows = {row.company: row for row in deals(scene(t, 0))}
    assert [why.rule for why in rows["NYC"].whys] == ["5.3b"]
    assert "buy" in rows["PRR"].offers
    assert [why.rule for why in rows["PRR"].whys] == ["6.1e"], "Ben's 10% do not take over her 20%"
    t = t.play(act(0, "sell", "NYC", 10))
    rows = {row.company: row for row in deals(scene(t, 0))}
    assert [why.rule for why in rows["NYC"].whys] == ["6.1c"]


def test_a_forced_purchase_says_what_is_missing() -> None:
    """C-2.3.2a: a 4 train costs $300, PRR has $100 and Anna $150."""
    t = forced_purchase()
    shown = scene(t, 0)
    needed = help_needed(shown)
    assert needed is not None
    assert (needed.gap, needed.lost) == (50, False)
    assert "PRR: $50 short of a train" in RailTable().headline(shown)
    assert "lack $50" in RailTable().advice(shown)
    assert "Shares that may be sold bring at most" in html_of(shown)
    assert help_needed(scene(bankruptcy(), 0)).lost  # type: ignore[union-attr]


@pytest.mark.parametrize("corner", CORNERS)
def test_every_step_is_asked_for_in_words(corner: str) -> None:
    t = CORNERS[corner]()
    if t.game.over(t.s):
        return
    for language in ("en", "de"):
        shown = scene(t, t.game.owing(t.s)[0], language)
        assert task(shown)
        assert ask(shown)
        assert "{" not in ask(shown) + task(shown)


def test_the_company_that_acts_stands_first() -> None:
    t = table(4).opened("NYC", par=100, shares={1: 60}).home("NYC").opened("PRR", par=67, shares={0: 60}).home("PRR")
    t.operating("PRR", "buy_trains", acted=("NYC",))
    assert [card.id for card in company_cards(scene(t, 0))][:2] == ["PRR", "NYC"]


def test_privates_stand_beside_their_owners_after_the_sale() -> None:
    t = table(4).private("SV", 2).stock(turn=0)
    page = html_of(scene(t, 0))
    assert "Schuylkill Valley" in page
    assert "No special ability." in page


def test_markers_lie_on_the_market_with_the_earlier_one_on_top() -> None:
    """5.5e: who enters a cell goes under those that lie there."""
    t = table(4).opened("C&O", par=82, shares={0: 20}).opened("PRR", par=82, shares={1: 20}).stock(turn=0)
    (cell,) = [cell for row in market_rows(scene(t, 0)) for cell in row if cell.markers]
    assert cell.price == 82
    assert cell.par
    assert [company for company, _ in cell.markers] == ["C&O", "PRR"]


def test_a_cell_with_markers_is_a_cell_like_any_other() -> None:
    """`held` lays out lists of shareholders; a cell of that class would no longer be one of its row."""
    t = table(4).opened("PRR", par=82, shares={1: 20}).stock(turn=0)
    cells = [attrs.get("class", "") for tag, attrs in Elements(html_of(scene(t, 0))).found if tag == "td"]
    assert any("taken" in css.split() for css in cells)
    assert not any("held" in css.split() for css in cells)


def test_an_offer_is_confirmed_before_it_is_sent() -> None:
    """The chip of an offer sends nothing; only the button beside its effects carries the choice."""
    t = table(4).opened("PRR", par=67, shares={0: 50}).cash({0: 100}).stock(turn=0)
    page = Elements(html_of(scene(t, 0)))
    chips = [element for element in page.having("name") if element.get("name") == "offer"]
    assert chips
    assert not any("data-choice" in chip for chip in chips)


def test_a_chart_names_every_line_and_keeps_its_values_in_order() -> None:
    drawn = str(chart([Series("Anna", [100, 200, 300]), Series("Ben", [None, 50, 150])], ["a", "b", "c"], "Wealth"))
    assert drawn.count("<polyline") == 2, "a line each, and no outline without a colour that needs it"
    heights = [float(pair.split(",")[1]) for pair in drawn.split('points="')[1].partition('"')[0].split()]
    assert heights == sorted(heights, reverse=True), "more is higher up"
    assert "Anna" in drawn
    assert "Ben" in drawn


def test_a_course_has_one_round_for_each_round_that_was_played() -> None:
    match = match_of("1830", 3)
    play(match, Random(1), 120)
    rounds = set()
    for ply in range(match.ply):
        s = match.at(ply)
        assert isinstance(s, RailState)
        rounds.add((s.round, s.stock_rounds, s.set_round if s.round == "operating" else 0))
    course = Course()
    course.read(match.game, ((ply, match.at(ply), action) for ply, action in enumerate(match.log)))
    assert len(course.rounds) == len(rounds)


def test_why_the_end_is_near_is_told_until_it_has_come() -> None:
    near, over = before(BANK, "pass_trains", -1), recorded(BANK)
    assert over.over
    assert overview(scene_of(near, 0)).ending == "Bank broken: the last rounds are played"
    assert overview(scene_of(over, 0)).ending == ""
