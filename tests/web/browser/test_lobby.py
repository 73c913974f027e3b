"""The lobby in a browser: files that are dropped on it, own matches that move while one looks, and what is in view."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from stellwerk.interop.games18xx import write_record
from tests.interop.matches import at_random
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_site import barriers, opened
from tests.web.browser.test_tabs import until

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
SEATED = {"seating": "free"}
"""Who is listed first begins."""


def drop(page: Page, text: str, name: str = "record.json") -> None:
    carried = page.evaluate_handle(
        """([text, name]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], name, { type: "application/json" }));
            return carried;
        }""",
        [text, name],
    )
    page.dispatch_event("#drop", "drop", {"dataTransfer": carried})


@pytest.mark.parametrize("way", ["choose", "drop"])
def test_a_record_of_18xx_games_is_opened_where_it_ends(visit: Visit, tmp_path: Path, way: str) -> None:
    match = at_random(6, 90)
    text = json.dumps(write_record(match))
    page = visit().page
    if way == "choose":
        file = tmp_path / "record.json"
        file.write_text(text, encoding="utf-8")
        page.locator("#file").set_input_files(file)
    else:
        drop(page, text)
    page.wait_for_url("**/match/*")
    expect(page.locator("#table")).to_be_visible()
    for seat in match.header.seats:
        expect(page.locator("main")).to_contain_text(seat.name)


def test_a_broken_record_says_which_action_and_which_rule(visit: Visit) -> None:
    record: Any = json.loads(json.dumps(write_record(at_random(6, 90))))
    par = next(action for action in record["actions"] if action["type"] == "par")
    par["share_price"] = "99,0,0"
    page = visit("de").page
    drop(page, json.dumps(record), "sonntag.json")
    said = page.locator("#file-trouble")
    expect(said).to_contain_text("sonntag.json lässt sich nicht öffnen.")
    expect(said).to_contain_text(f"Aktion {par['id']} dieser Aufzeichnung verstößt gegen Regel")
    expect(page.locator("#reading")).to_be_hidden()
    drop(page, json.dumps({**record, "title": "1822"}))
    expect(said).to_contain_text("Aufzeichnungen von 1822 kann Stellwerk nicht lesen.")
    drop(page, "{", "kaputt.json")
    expect(said).to_contain_text("kaputt.json ist keine Partiedatei")
    drop(page, " " * (2 * 1024 * 1024 + 1), "riesig.json")
    expect(said).to_contain_text("riesig.json lässt sich nicht öffnen: Die Datei hat 2 MB")
    assert page.url.endswith("/")


def act(visitor: Visitor, match: str, token: str) -> None:
    """What a friend does elsewhere: one action, by the API."""
    headers = {"authorization": f"Bearer {token}"}
    table = visitor.page.request.get(f"/api/matches/{match}", headers=headers).json()
    choices = [c for c in table["view"]["choices"] if not any(isinstance(arg, dict) for arg in c["args"])]
    choice = Random(1).choice(choices)
    body = {"ply": table["ply"], "action": {"kind": choice["kind"], "args": choice["args"]}}
    answer = visitor.page.request.post(f"/api/matches/{match}/actions", data=body, headers=headers)
    assert answer.ok, answer.text()


def test_the_lobby_of_a_friend_tells_that_it_is_his_turn(visit: Visit) -> None:
    """Ann begins a match and gives Ben his seat; Ben looks at the lobby while Ann plays her whole turn."""
    ann, ben = visit(), visit()
    made = ann.ask("/api/matches", {"game": "1830", "seats": [{"name": "Ann"}, {"name": "Ben"}], "options": SEATED})
    ben.sit_down(ann.invitation(made["id"], 1))
    ben.page.goto("/")
    entry = ben.page.locator(f"#mine-{made['id']}")
    expect(entry).to_contain_text("Ann to move")
    expect(ben.page).to_have_title("Stellwerk")
    act(ann, made["id"], made["seats"][0]["token"])
    expect(entry).to_contain_text("your turn")
    expect(ben.page).to_have_title("(1) Stellwerk")
    expect(ben.page.locator("#announcer")).to_have_text("It is your turn in one of your matches.")


def test_the_lobby_tells_when_bots_are_done_and_a_match_joined_elsewhere_appears(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.page.locator("#mine")).to_contain_text("appear here")
    chairs = [{"name": "Robo", "bot": "random"}, {"name": "Ann"}]
    made = visitor.ask("/api/matches", {"game": "1830", "seats": chairs, "options": SEATED})
    expect(visitor.page.locator(f"#mine-{made['id']}.turn")).to_contain_text("your turn")


def test_own_turns_stand_first_and_finished_matches_name_who_has_won(visit: Visit) -> None:
    visitor = visit()
    over = opened(visitor)
    mine = visitor.begin(("Ann", ("Cleo", "random"), ("Dev", "random")))
    visitor.page.goto("/")
    links = visitor.page.locator("#mine a[id]")
    expect(links).to_have_count(2)
    assert [link.get_attribute("id") for link in links.all()] == [f"mine-{mine}", f"mine-{over}"]
    expect(visitor.page.locator(f"#mine-{over}")).to_contain_text("won")
    expect(visitor.page.locator("#mine h3")).to_have_text(["Your turn", "Finished"])


def test_a_match_is_put_away_brought_back_and_found_among_many(visit: Visit) -> None:
    visitor = visit()

    def begun(other: str) -> str:
        asked = {"game": "1830", "seats": [{"name": "Ann"}, {"name": other}], "options": SEATED}
        return str(visitor.ask("/api/matches", asked)["id"])

    made = [begun(name) for name in ("Zoe", *(f"Ben {number}" for number in range(9)))]
    page = visitor.page
    page.goto("/")
    rows = page.locator("#mine-list li")
    expect(rows).to_have_count(8)
    # A list that was asked for before somebody turned the page, and comes afterwards, does not turn it back.
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route("**/lobby/mine", keep)
    made.append(begun("Ben 9"))
    until(page, lambda: bool(held))
    page.locator("#page-on").click()
    held[0].continue_()
    expect(rows).to_have_count(3)
    page.unroute("**/lobby/mine")
    page.get_by_label("Player or name").fill("zoe")
    expect(rows).to_have_count(1)
    expect(page).to_have_title("(11) Stellwerk")
    page.locator(f"#more-{made[0]} summary").click()
    page.get_by_role("button", name="Move to archive").click()
    expect(page.locator("#mine-list")).to_contain_text("No match fits.")
    expect(page).to_have_title("(10) Stellwerk")
    page.locator("[data-clear]").click()
    expect(rows).to_have_count(8)
    page.get_by_role("link", name="Archive (1)").click()
    expect(rows).to_have_count(1)
    page.locator(f"#more-{made[0]} summary").click()
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("#mine-list")).to_contain_text("The archive is empty.")
    expect(page).to_have_title("(11) Stellwerk")


def test_a_friend_is_invited_while_the_match_is_begun_and_both_see_each_other(visit: Visit) -> None:
    """Nobody passes a screen; the friend chooses a name, the host is told, and each sees that the other is there."""
    ann, zoe = visit(), visit("de", width=390, height=844)
    page = ann.page
    page.locator(".game:has(input[value='paris-connection'])").click()
    panel = page.locator("[data-game='paris-connection']")
    panel.locator(".kind").nth(1).select_option("friend")
    expect(panel.locator(".who").nth(1)).to_have_value("")
    expect(panel.locator(".table-hint")).to_contain_text("links for your friends")
    panel.locator("button.primary").click()
    link = page.locator(".shares .copy input:visible")
    expect(link).to_be_visible()
    expect(page.locator("#curtain")).to_have_count(0)
    expect(page.locator("#waiting-room")).to_contain_text("Still to come: Guest 2.")
    zoe.page.goto(link.input_value())
    zoe.page.get_by_label("Dein Name am Tisch").fill("Zoe")
    zoe.page.locator("button[name=sit]").click()
    expect(page.locator("#message")).to_contain_text("Zoe has sat down on the seat of Guest 2.")
    expect(page.locator("#waiting-room")).to_have_count(0)
    expect(page.locator("#player-1 .presence.here")).to_have_attribute("title", "at the table")
    expect(zoe.page.locator("#player-0 .presence.here")).to_have_count(1)
    expect(page.locator("#player-0 .presence")).to_have_count(0)
    zoe.page.goto("about:blank")
    expect(page.locator("#player-1 .presence:not(.here)")).to_have_attribute("title", "away")


@pytest.mark.parametrize("many", [0, 1, 30])
def test_begin_is_in_view_at_a_desk_and_own_matches_come_first_on_a_phone(visit: Visit, many: int) -> None:
    visitor = visit("de", width=1366, height=768)
    page = visitor.page
    for number in range(many):
        name = "Wolfeschlegelsteinhausenbergerdorff-Ann" if number % 3 else "Ann"
        visitor.ask("/api/matches", {"game": "1830", "seats": [{"name": name}, {"name": "Ben"}], "options": {}})
    page.goto("/")
    for game in ("paris-connection", "railroad-revolution", "1848", "1830"):
        page.locator(f".game:has(input[value='{game}'])").click()
        begin = page.locator(f"[data-game='{game}'] button.primary")
        expect(begin).to_be_in_viewport(ratio=1)
        page.locator(f"[data-game='{game}'] details summary").first.click()
        expect(begin).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, 0)")
    assert barriers(page) == []
    page.set_viewport_size(PHONE)
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    mine, new = (page.locator(selector).bounding_box() for selector in ("#mine", "#new"))
    assert mine
    assert new
    assert (mine["y"] < new["y"]) == (many > 0)
    if many:
        expect(page.locator("#mine a[id]").first).to_be_in_viewport(ratio=1)
        assert mine["height"] < 1200, "more are on another page"


def test_a_new_match_says_whether_seats_are_drawn_and_asks_whether_bots_may_advise(
    visit: Visit,
) -> None:
    page = visit().page
    page.locator("input[name=game][value='1830']").check()
    panel = page.locator("[data-game='1830']")
    kept, drawn = panel.locator("[data-seats=kept]"), panel.locator("[data-seats=drawn]")
    expect(drawn).to_be_visible()
    expect(kept).to_be_hidden()
    panel.locator(".preset input[value=basic]").check()
    expect(kept).to_be_visible()
    expect(drawn).to_be_hidden()
    page.locator("input[name=game][value='1848']").check()
    expect(page.locator("[data-game='1848'] [data-seats=kept]")).to_be_visible()
    box = page.locator("[data-game='1848'] .may-ask")
    expect(box).to_be_visible()
    box.check()
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.locator("[data-game='1848'] .primary").click()
    assert '"hints":true' in (sent.value.post_data or "")
