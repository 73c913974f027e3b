"""The cockpit: at every kind of decision all that it needs is in view, in its place, without scrolling."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from stellwerk.core.action import CHANCE
from stellwerk.core.match import Match
from stellwerk.core.matchfile import dump
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.sight import DESKTOPS, LATEST, PHONE, measured
from tests.web.decisions import Decision, decisions, one_of_each_step, position, recorded

pytestmark = pytest.mark.browser

WHERE = ("#part-overview strong", "#part-overview .round > :nth-child(3)")
"""The round and the bank in the top line; what comes behind them may be cut."""

BRIGHT = ".banner .primary:not([hidden])"


class Walk(NamedTuple):
    """The decisions of some recorded games, and what has to be in view at each of them."""

    folder: str
    own: str
    """Where the money or the goods of the visitor stand."""

    steps: frozenset[str]
    """What the walk must come to, or it shows nothing."""

    figures: frozenset[str] = frozenset()
    """Steps whose main button tells an amount."""

    chosen: str = BRIGHT
    """The main button, or what stands for it."""

    language: str = "en"
    """Half of the walks are made in each, since German needs more room."""


RUNS = frozenset({"run_trains", "pay_dividend"})
ROUND = frozenset({"lay_track", "place_station", "buy_trains", "trade_shares", "consent"}) | RUNS
WALKS = (
    Walk("g1830", "#own dd", ROUND | {"sell_privates", "set_par", "discard_train"}, RUNS),
    Walk("g1830_presets", "#own dd", frozenset({"bid_for_groups", "take_group", "place_home"}), RUNS, language="de"),
    Walk("g1848", "#own dd", frozenset({"run_trains", "buy_trains"}), RUNS),
    Walk("g1853", "#own dd", frozenset({"write_bonds", "pick_cities", "run_trains"}), RUNS, language="de"),
)


def opened(visitor: Visitor, match: Match) -> Page:
    """The table of a match as the seat sees it that is to move."""
    made = visitor.ask("/api/matches", {"file": dump(match)})
    visitor.page.goto(f"/match/{made['id']}?seat={match.waiting()[0]}")
    visitor.page.wait_for_selector(".scripted")
    return visitor.page


ALWAYS = frozenset({"lay_track-lay", "run_trains-run", "trade_shares-buy", "buy_trains-buy_train"})
"""Decisions that are looked at in every title, for each has another map or other shares."""


def new(walk: Walk) -> Iterator[Decision]:
    """Where a person decides; what chance decides, nobody is asked, and what an earlier walk saw is not seen again."""
    earlier = WALKS[: WALKS.index(walk)]
    seen = {decision.name for other in earlier for decision in decisions(other.folder)} - ALWAYS
    for decision in decisions(walk.folder):
        if decision.name not in seen and recorded(decision.game).log[decision.ply].seat != CHANCE:
            yield decision


@pytest.mark.slow
@pytest.mark.parametrize("walk", WALKS, ids=[walk.folder for walk in WALKS])
def test_at_every_step_all_that_its_decision_needs_is_in_view(visit: Visit, walk: Walk) -> None:
    look_at(visit(walk.language, width=1366, height=768), walk, one_of_each_step(new(walk), ALWAYS))


@pytest.mark.long
@pytest.mark.parametrize("walk", WALKS, ids=[walk.folder for walk in WALKS])
def test_at_every_decision_all_that_it_needs_is_in_view(visit: Visit, walk: Walk) -> None:
    look_at(visit(walk.language, width=1366, height=768), walk, new(walk))


def look_at(visitor: Visitor, walk: Walk, some: Iterable[Decision]) -> None:
    """Everything is in view on every screen, and the main button in one place at all these decisions."""
    steps = set()
    found: dict[str, list[str]] = {}
    places: dict[tuple[int, int], set[tuple[int, int]]] = {size: set() for size in DESKTOPS}
    for decision in some:
        page = opened(visitor, position(decision))
        steps.add(decision.step)
        everywhere = ["#headline", walk.own, walk.chosen, *WHERE]
        for size in (*DESKTOPS, PHONE):
            more = [] if size == PHONE else ["#advice", "#side li", ".chairs > :last-child", LATEST]
            problems, where = measured(page, size, [*everywhere, *more])
            if problems:
                found[f"{decision.name} in {decision.game} at {decision.ply}, {size}"] = problems
            if size in places and walk.chosen in where:
                places[size].add(tuple(where[walk.chosen]))
        text = page.locator(walk.chosen).first.inner_text()
        assert any(letter.isdigit() for letter in text) or decision.step not in walk.figures, (decision, text)
    assert not found
    assert walk.steps <= steps
    assert all(len(some) == 1 for some in places.values()), f"the main button moves about: {places}"
