"""Everything below the bar stays where it is from one decision of a round to the next, also in longer German words."""

import pytest

from stellwerk.core.match import Seat
from tests.web.browser.conftest import Visit
from tests.web.browser.test_crowds import opened
from tests.web.decisions import recorded

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("g1830/three-break-the-bank.json", (12, 28, 49, 60, 90, 110)),
        ("g1848/three-break-the-bank.json", (12, 30, 42, 60, 90)),
    ],
)
def test_the_bar_keeps_its_height_in_stock_rounds(visit: Visit, game: str, plies: tuple[int, ...]) -> None:
    visitor, whole, heights = visit("de", width=1366, height=768), recorded(game), {}
    people = [Seat(name) for name in ("Ada", "Bernhard", "Cleo")]
    for ply in plies:
        assert whole.at(ply).round == "stock"
        page = opened(visitor, whole.branch(ply, seats=people))
        heights[ply] = page.locator(".banner").evaluate("(one) => Math.round(one.getBoundingClientRect().height)")
    assert len(set(heights.values())) == 1, heights


def test_long_names_stay_in_their_cards_on_a_phone(visit: Visit) -> None:
    whole = recorded("g1830/three-break-the-bank.json")
    people = [Seat("Wolfeschlegelsteinhausenbergerdorff-Abel"), Seat("Bernhard"), Seat("Cleo")]
    page = opened(visit("de", width=390, height=844), whole.branch(49, seats=people))
    page.locator("[data-tab=side]").click()
    page.locator("[data-tab=holdings]").click()
    wide = page.locator(".card h3").evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth)")
    assert wide == []
