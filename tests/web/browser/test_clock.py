"""Time limits at a table and in the lobby, the colours of companies, notifications, and a match that is gone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.test_clocks import Hands
from tests.web.browser.conftest import Visit, serving_app

pytestmark = pytest.mark.browser
HOURS = 2 * 3600
SEATED = {"seating": "free"}
FILL = "disc => getComputedStyle(disc).fill"

NOTICED = """
window.noticed = [];
window.Notification = class {
  static permission = "default";
  static requestPermission() { Notification.permission = "granted"; return Promise.resolve("granted"); }
  constructor(title, { body }) { window.noticed.push([title, body]); }
};
Object.defineProperty(document, "visibilityState", { get: () => window.away ? "hidden" : "visible" });
"""
"""A system that notes what it is told, and a tab that can be looked away from."""


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Hands]]:
    """A server whose time is turned by hand: however long a page takes, nobody's time runs out meanwhile."""
    hands = Hands()
    with serving_app(tmp_path_factory.mktemp("timed") / "matches.sqlite3") as (address, app):
        store = app.state.matches.store
        store.clocks.time = hands.time(store)
        yield address, hands


def test_a_clock_is_chosen_runs_and_a_bot_stands_in_until_its_player_is_back(
    visit: Visit, timed: tuple[str, Hands]
) -> None:
    address, hands = timed
    ann, ben = visit(base_url=address), visit(base_url=address)
    page = ann.page
    page.locator(".game:has(input[value='1830'])").click()
    panel = page.locator("[data-game='1830']")
    expect(panel.locator(".zero")).to_be_hidden()
    panel.get_by_label("Time limit").select_option(f"bank:{HOURS}:30")
    expect(panel.get_by_label("When it is used up")).to_be_visible()
    with page.expect_request("**/api/matches") as asked:
        panel.locator("button.primary").click()
    assert (asked.value.post_data_json or {})["clock"] == {
        "kind": "bank",
        "seconds": HOURS,
        "increment": 30,
        "zero": "bot",
    }

    seats = [{"name": "Ann"}, {"name": "Ben"}]
    clock = {"kind": "bank", "seconds": HOURS, "increment": 30}
    body = {"game": "1830", "seats": seats, "options": SEATED, "clock": clock}
    match = ann.ask("/api/matches", body)["id"]
    ben.sit_down(ann.invitation(match, 1))
    page.goto(f"/match/{match}")
    nearly = re.compile(r"^1:5\d:\d\d")
    expect(page.locator("#seat-0 .time.runs")).to_have_text(nearly)
    expect(page.locator("#own-time")).to_have_text(nearly)
    expect(page.locator("#seat-1 .time:not(.runs)")).to_contain_text("2:00:00")
    expect(page.locator("#seat-1 .presence.here")).to_have_count(1)
    expect(ben.page.locator("#seat-0 .time.runs")).to_have_text(nearly)
    expect(ben.page.locator("#own-time")).to_have_count(0)

    hands.pass_by(HOURS - 30)
    page.reload()
    expect(page.locator("#own-time.short")).to_have_text(re.compile(r"^0:\d\d"))
    expect(page.locator("#announcer")).to_contain_text("left")
    hands.pass_by(60)
    expect(page.locator("#standing-in")).to_contain_text("Your time ran out, so a bot plays for you")
    expect(ben.page.locator("#table[data-mine]")).to_have_count(1)
    expect(ben.page.locator("#seat-0 [data-player=bot]")).to_have_attribute("title", "a bot stands in")
    expect(ben.page.locator("#seat-0 .time")).to_have_count(0)
    expect(page.locator("#seat-0 .time")).to_have_count(0)
    for one, said in ((ben.page, "bot"), (page, "you")):
        seat, name = one.locator("#seat-0"), one.locator("#seat-0 .name").get_attribute("title") or ""
        words = [*seat.inner_text().split(), name]
        assert [word for word in words if word.strip("()") in ("bot", "you")] == [said]
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.locator("#standing-in")).to_have_count(0)
    expect(ben.page.locator("#seat-0 [data-player=bot]")).to_have_count(0)
    expect(ben.page.locator("#seat-0 .time")).to_contain_text("no time left")
    ben.page.goto("/")
    expect(ben.page.locator(f"#mine-{match}")).to_contain_text("2 hours left")
    expect(ben.page.locator(f"#mine-{match}")).to_contain_text("2 hours + 30 seconds for each turn")


def test_the_colours_of_companies_are_chosen_for_every_page(visit: Visit) -> None:
    ann = visit()
    ann.begin(["Ann", "Ben"], "1830", SEATED)
    page = ann.page
    disc = page.locator(".marker.co-0 .disc").first
    assert disc.evaluate(FILL) == "rgb(25, 110, 63)"
    page.locator("#show-settings").click()
    page.get_by_label("Colours of companies and players").select_option("safe")
    assert disc.evaluate(FILL) == "rgb(0, 114, 178)"
    page.goto(f"/match/{ann.match}/plan")
    assert page.locator(".marker.co-0 .disc").first.evaluate(FILL) == "rgb(0, 114, 178)"
    page.go_back()
    page.locator("#show-settings").click()
    page.get_by_label("Colours of companies and players").select_option("")
    page.reload()
    assert page.locator(".marker.co-0 .disc").first.evaluate(FILL) == "rgb(25, 110, 63)"


def test_who_looks_elsewhere_is_notified_and_a_match_that_is_gone_says_so(visit: Visit) -> None:
    """The bell asks for leave once; nothing is told to who looks at the table, or has switched it off again."""
    ann, ben = visit(fresh=True), visit()
    ann.page.add_init_script(NOTICED)
    made = ben.ask("/api/matches", {"game": "1830", "seats": [{"name": "Ben"}, {"name": "Ann"}], "options": SEATED})
    ann.sit_down(ben.invitation(made["id"], 1))
    bell = ann.page.locator("#notify")
    expect(bell).to_have_attribute("aria-pressed", "false")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    ann.page.evaluate("window.away = true")
    ben.page.goto(f"/match/{made['id']}")
    ben.click("#do-pass_turn, [data-choice*=pass_turn]")
    ann.page.wait_for_function("() => window.noticed.length > 0")
    ((title, _),) = ann.page.evaluate("window.noticed")
    assert title == "It is your turn"

    branch = ben.ask(f"/api/matches/{made['id']}/branch", {"ply": 0})["id"]
    watcher = visit()
    watcher.page.goto(f"/match/{branch}")
    ben.ask(f"/api/matches/{branch}/delete", {})
    expect(watcher.page.locator("#gone")).to_contain_text("no longer exists")
    expect(watcher.page.locator("#table")).to_have_js_property("inert", True)
