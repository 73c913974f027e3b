"""Sums of money on the pages: with their sign, in one form for each language, also where a script writes them."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.test_crowds import opened
from tests.web.browser.test_motion import HOLD, PEOPLE, choose
from tests.web.decisions import recorded

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "language", "sum_"),
    [
        ("g1848/six-take-too-many-loans.json", "en", r"^£[\d,]+$"),
        ("g1848/six-take-too-many-loans.json", "de", r"^£[\d.]+$"),
        ("railroad_revolution/four-pay-high-gates.json", "de", r"^\d+$"),
    ],
)
def test_final_sums_say_what_they_count(visit: Visit, game: str, language: str, sum_: str) -> None:
    whole = recorded(game)
    page = opened(visit(language), whole.branch(whole.ply))
    shown = page.locator(".results .total, .results .sum tfoot .points")
    assert shown.count() == 2 * whole.game.seats
    assert page.evaluate(
        "([said]) => [...document.querySelectorAll('.results .total, .results .sum tfoot .points')]"
        ".every((one) => new RegExp(said).test(one.textContent))",
        [sum_],
    )


def test_a_word_before_a_number_is_no_currency(visit: Visit) -> None:
    """In German a supply is said as "noch 2"; what rises from it is a number alone."""
    ann = visit("de")
    ann.begin(PEOPLE)
    page = ann.page
    choose(page, motion=True)
    page.evaluate(HOLD)
    ann.pick("blue")
    page.wait_for_timeout(200)  # what follows the last event more quickly is not shown moving
    ann.place(ann.open_spaces()[0])
    expect(page.locator("#glass .rising")).not_to_have_count(0)
    assert page.locator("#glass .rising").all_text_contents() == ["−1"]
