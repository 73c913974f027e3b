"""Presets and options in the lobby: a preset fills the fields, a changed field adjusts it, a refusal is said."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from stellwerk.core.registry import added, titles
from tests.web.browser.conftest import Visit
from tests.web.browser.test_site import barriers
from tests.web.variants import VARIANTS

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def title() -> Iterator[None]:
    """The server runs in this process, so it knows the title too."""
    with added(VARIANTS):
        yield


@pytest.fixture
def panel(visit: Visit) -> Locator:
    page = visit(width=1366, height=768).page
    page.reload()
    page.locator(f"input[name=game][value={VARIANTS.id}]").check()
    panel = page.locator(f"[data-game={VARIANTS.id}]")
    expect(panel.locator(".kind").first).to_have_value("me")
    for seat in panel.locator(".kind:visible").all()[1:]:
        seat.select_option("screen")
    return panel


def options(page: Page) -> dict[str, str]:
    """Begin, and read which options the match has."""
    page.locator("button.primary:visible").click()
    page.wait_for_url("**/match/*")
    match = page.locator("body").get_attribute("data-match")
    told: dict[str, Any] = page.request.get(f"/api/matches/{match}").json()
    found: dict[str, str] = told["view"]["options"]
    return found


def fields(panel: Locator) -> tuple[str, bool, str]:
    return (
        panel.locator("[data-option=stack]").input_value(),
        panel.locator("[data-option=open]").is_checked(),
        panel.locator("[data-option=cash]").input_value(),
    )


def test_a_preset_is_a_card_that_fills_all_fields(panel: Locator) -> None:
    expect(panel.get_by_role("radio", name="As the book has it")).to_be_checked()
    expect(panel.locator(".adjust")).not_to_have_attribute("open", "")
    assert fields(panel) == ("short", False, "10")
    panel.get_by_role("radio", name="A grand auction").check()
    assert fields(panel) == ("long", True, "30")
    expect(panel.locator(".adjusted")).to_be_hidden()
    assert options(panel.page) == {"stack": "long", "open": "true", "cash": "30"}


def test_options_stand_by_chapter_each_with_a_field_of_its_kind(panel: Locator) -> None:
    panel.locator("summary").click()
    expect(panel.locator(".adjust h3")).to_have_text(["About the lots"])
    assert [one.get_attribute("type") for one in panel.locator("[data-option]").all()] == ["checkbox", None, "number"]
    assert barriers(panel.page) == []


def test_a_changed_field_says_that_the_preset_was_adjusted(panel: Locator) -> None:
    panel.get_by_role("radio", name="A grand auction").check()
    panel.locator("summary").click()
    panel.locator("[data-option=cash]").fill("20")
    panel.locator("[data-option=cash]").blur()
    expect(panel.locator(".adjusted")).to_have_text("adjusted: 1")
    expect(panel.get_by_role("radio", name="A grand auction")).to_be_checked()
    panel.locator("[data-option=cash]").fill("10")
    panel.locator("[data-option=open]").uncheck()
    panel.locator("[data-option=stack]").select_option("short")
    # By hand the fields have become another preset.
    expect(panel.get_by_role("radio", name="As the book has it")).to_be_checked()
    expect(panel.locator(".adjusted")).to_be_hidden()
    panel.locator("[data-option=cash]").fill("15")
    assert options(panel.page)["cash"] == "15"


def test_what_does_not_go_together_is_refused_in_a_sentence(panel: Locator) -> None:
    panel.locator("summary").click()
    panel.locator("[data-option=open]").check()
    panel.page.locator("button.primary:visible").click()
    message = panel.page.locator("#message")
    expect(message).to_contain_text("“Bids are open: yes” and “Stack: short” do not go together.")
    expect(panel).to_be_visible()


def test_a_number_out_of_bounds_is_shown_where_it_stands_and_stops_no_other_game(panel: Locator) -> None:
    panel.locator("summary").click()
    panel.locator("[data-option=cash]").fill("99")
    panel.locator("summary").click()
    panel.page.locator("button.primary:visible").click()
    expect(panel.locator(".adjust")).to_have_attribute("open", "")
    expect(panel.locator("[data-option=cash]")).to_be_focused()
    panel.page.locator("input[name=game][value=paris-connection]").check()
    panel.page.locator("button.primary:visible").click()
    panel.page.wait_for_url("**/match/*")


def test_1830_offers_its_presets_in_german_too(visit: Visit) -> None:
    page = visit("de", width=390, height=844).page
    page.locator("input[name=game][value='1830']").check()
    shown = page.locator("[data-game='1830'] .preset b")
    expect(shown).to_have_count(len(titles()["1830"].presets))
    expect(shown.first).to_have_text("1830 Classic")
    expect(shown.last).to_have_text("T+B: Unsichere Zeiten in B")
    theirs = page.get_by_role("radio", name="Wie auf 18xx.games").locator("visible=true")
    expect(theirs).to_have_accessible_description(re.compile("Diesel"))


def test_a_folded_chapter_says_how_many_of_its_options_are_adjusted(visit: Visit) -> None:
    page = visit(width=390, height=844).page
    page.locator("input[name=game][value='1830']").check()
    panel = page.locator("[data-game='1830']")
    panel.locator(".adjust > summary").click()
    trains = panel.locator(".fold", has=page.locator("[data-option=diesels]"))
    expect(trains.locator("[data-option=diesels]")).to_be_hidden()
    trains.locator("summary").click()
    trains.locator("[data-option=diesels]").select_option("none")
    trains.locator("[data-option=third_six]").check()
    expect(trains.locator("summary .adjusted")).to_have_text("adjusted: 2")
    expect(panel.locator(".adjust > summary .adjusted")).to_have_text("adjusted: 2")
    expect(panel.locator(".fold summary .adjusted:not(:empty)")).to_have_count(1)
    assert barriers(page) == []
