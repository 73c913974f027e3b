"""The lobby in a browser: files that are dropped on it, own matches that move while one looks, and what is in view."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from stellwerk.interop.games18xx import write_record
from tests.interop.matches import at_random
from tests.web.browser.conftest import PATIENCE, Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_site import barriers, opened

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
    drop(page, json.dumps(record))
    said = page.locator("#message")
    expect(said).to_contain_text(f"Aktion {par['id']} dieser Aufzeichnung verstößt gegen Regel")
    drop(page, json.dumps({**record, "title": "1822"}))
    expect(said).to_contain_text("Aufzeichnungen von 1822 kann Stellwerk nicht lesen.")
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
    expect(entry).to_contain_text("your turn", timeout=PATIENCE)
    expect(ben.page).to_have_title("(1) Stellwerk")
    expect(ben.page.locator("#announcer")).to_have_text("It is your turn in one of your matches.")


def test_the_lobby_tells_when_bots_are_done_and_a_match_joined_elsewhere_appears(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.page.locator("#mine")).to_contain_text("appear here")
    chairs = [{"name": "Robo", "bot": "random"}, {"name": "Ann"}]
    made = visitor.ask("/api/matches", {"game": "1830", "seats": chairs, "options": SEATED})
    expect(visitor.page.locator(f"#mine-{made['id']}.turn")).to_contain_text("your turn", timeout=PATIENCE)


def test_own_turns_stand_first_and_finished_matches_name_who_has_won(visit: Visit) -> None:
    visitor = visit()
    over = opened(visitor)
    mine = visitor.begin(("Ann", ("Cleo", "random"), ("Dev", "random")))
    visitor.page.goto("/")
    links = visitor.page.locator("#mine a[id]")
    expect(links).to_have_count(2)
    assert [link.get_attribute("id") for link in links.all()] == [f"mine-{mine}", f"mine-{over}"]
    finished = visitor.page.locator(f"#mine-{over}")
    expect(finished).to_be_hidden()
    visitor.page.locator("#mine-over summary").click()
    expect(finished).to_contain_text("won")


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
        assert mine["height"] < 1200, "more are behind a fold"


def test_above_the_players_stands_whether_their_seats_are_drawn(visit: Visit) -> None:
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
