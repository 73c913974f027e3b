"""A page that is sent only what changed is the page that one sees who opens it anew."""

import re

import pytest
from playwright.sync_api import Page, Response, Route, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor

pytestmark = pytest.mark.browser

PARTS = """() => Object.fromEntries([...document.querySelectorAll("[data-version]")].map((part) => {
  const copy = part.cloneNode(true);
  for (const own of copy.querySelectorAll("#hints, [data-own]")) own.remove();
  return [part.id, [part.dataset.version, copy.textContent.replace(/\\s+/g, " ").trim()]];
}))"""
PEOPLE = ("Ann", "Ben")


def shown(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = page.evaluate(PARTS)
    return found


def act(ann: Visitor) -> Response:
    """Pass in the sale of privates of 1830, and hear what the server says to that."""
    before = ann.rev
    with ann.page.expect_response(re.compile(r"/do\?")) as answer:
        ann.page.locator("button[data-choice]:visible").first.click()
    ann.moved(before)
    return answer.value


def test_what_is_left_out_of_an_answer_is_on_the_page_as_if_opened_anew(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE, "1830")
    sent = [act(ann).text() for _ in range(3)]
    assert all(" data-same" in html for html in sent)
    assert ann.page.locator("[data-same]").count() == 0
    after = shown(ann.page)
    ann.page.reload()
    assert shown(ann.page) == after


def test_a_page_that_lost_what_was_left_out_fetches_everything(visit: Visit) -> None:
    """As when two answers overtake each other."""
    ann = visit()
    ann.begin(PEOPLE, "1830")
    whole: list[str] = []

    def spoil(route: Route) -> None:
        answer = route.fetch()
        html = re.sub(r'data-version="[0-9a-f]+" data-same', 'data-version="0" data-same', answer.text())
        route.fulfill(response=answer, body=html)

    ann.page.route(re.compile(r"/do\?"), spoil)
    ann.page.on("response", lambda got: whole.append(got.url) if "/fragment?" in got.url else None)
    act(ann)
    expect(ann.page.locator("#part-map .hx").first).to_be_attached()
    assert whole
    after = shown(ann.page)
    ann.page.reload()
    assert shown(ann.page) == after
