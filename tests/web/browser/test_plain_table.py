"""Games without a table of their own, played in the browser: every kind of hole is filled by hand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from stellwerk.core.registry import added
from tests.core.toys import AUCTION
from tests.web.browser.conftest import Visit
from tests.web.puzzle import PUZZLE

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    """The server runs in this process, so it knows them too."""
    with added(PUZZLE, AUCTION):
        yield


def test_holes_of_every_kind_are_filled_and_sent(visit: Visit) -> None:
    ann = visit()
    page = ann.page
    match = ann.begin(("Ann", ("Bert", "random")), game=PUZZLE.id)
    page.locator("#table input[type=range]").fill("35")
    expect(page.locator("input[type=number]")).to_have_value("35")
    ann.click("form.holes button")
    page.locator("select[data-hole]").select_option(label="up, 2")
    ann.click("form.holes button")
    page.locator("form.holes button").click(force=True)  # it is marked as disabled, and says why
    expect(page.locator("#message")).to_contain_text("Choose at least 1.")
    for box in page.locator("#table input[type=checkbox]").all()[:3]:
        if box.is_visible():
            box.check()
    page.locator("form.holes button").click(force=True)  # it is marked as disabled, and says why
    expect(page.locator("#message")).to_contain_text("Choose at most 2.")
    page.get_by_label("b", exact=True).uncheck()
    ann.click("form.holes button")
    for select, value in zip(page.locator("form.holes select").all(), "zxy", strict=True):
        select.select_option(label=value)
    ann.click("form.holes button")
    for name, count in (("red", "2"), ("blue", "1")):
        page.get_by_label(name).fill(count)
    ann.click("form.holes button")
    ann.click("button[data-choice]")
    expect(page.locator("#headline")).to_have_text("Ann, Bert win together")
    log = [(action["kind"], action["args"]) for action in seen(ann.page.request.get(f"/api/matches/{match}").json())]
    assert log == [
        ("bid", [35, "fixed"]),
        ("pick", [["up", 2]]),
        ("some", [["a", "c"]]),
        ("sort", [["z", "x", "y"]]),
        ("draw", [["red", "red", "blue"]]),
        ("pass", []),
    ]


def seen(answer: dict[str, dict[str, list[dict[str, object]]]]) -> list[dict[str, object]]:
    return answer["view"]["log"]


def test_sealed_bids_are_made_round_one_screen(visit: Visit) -> None:
    all_three = visit()
    page = all_three.page
    all_three.begin(("Ann", "Bert", "Cleo"), game=AUCTION.id, options={})
    for _ in range(30):
        if all_three.over:
            break
        if page.locator("[data-unveil]").count():
            page.locator("[data-unveil]").click()
            page.wait_for_selector("#table[data-mine]")
        page.locator("input[type=number]").fill("1")
        all_three.click("form.holes button")
    assert all_three.over
    assert len(all_three.scores()) == 3
