"""What moves on a table, how quickly the moves of others are shown, and what is heard of them."""

import time
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor

pytestmark = pytest.mark.browser

PEOPLE = ("Ann", ("Cleo", "random"), ("Dev", "random"))
HOLD = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const animation = animate.call(this, frames, options);
        animation.pause();
        animation.currentTime = 100;
        return animation;
    };
}"""
"""Animations begin and are held, so that a busy machine finds them too."""

RUNNING = "() => document.getAnimations().map((one) => one.effect.target.dataset.piece ?? one.effect.target.className)"
LAYOUT = """() => [...document.querySelectorAll(".part, .banner *, .company *, .player *")].map((one) => {
    const box = one.getBoundingClientRect();
    return [one.id, box.x, box.y, box.width, box.height];
})"""
NOTE_PLIES = """() => {
    window.shown = [];
    const table = document.querySelector("#table");
    const note = () => window.shown.push([Number(table.dataset.ply), performance.now()]);
    new MutationObserver(note).observe(table, { attributeFilter: ["data-ply"] });
}"""
AUDIO = """
window.tones = 0;
window.AudioContext = class {
    state = "running";
    currentTime = 0;
    resume() { return Promise.resolve(); }
    node() {
        const ramp = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
        return { frequency: ramp, gain: ramp, connect: (next) => next, start() { window.tones += 1; }, stop() {} };
    }
    createOscillator() { return this.node(); }
    createGain() { return this.node(); }
};
"""


def choose(page: Page, **wishes: str | bool) -> None:
    """Choose how the table is shown, by the keyboard."""
    page.keyboard.press("v")
    for name, wish in wishes.items():
        field = page.locator(f"#show-{name}")
        if isinstance(wish, bool):
            field.set_checked(wish)
        else:
            field.select_option(wish)
    page.keyboard.press("Escape")
    expect(page.locator("#showing")).to_be_hidden()


def settle(page: Page) -> None:
    page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")
    page.wait_for_function("() => !document.querySelector('[data-counting]')")


def act(visitor: Visitor, match: str, seat: int, kind: str, args: list[Any]) -> None:
    """Something done at another screen."""
    now = visitor.page.request.get(f"/api/matches/{match}").json()
    body = {"do": "act", "ply": now["ply"], "rev": now["rev"], "seat": seat, "action": {"kind": kind, "args": args}}
    answer = visitor.page.request.post(f"/match/{match}/do?seat={seat}", data=body)
    assert answer.ok, answer.text()


def test_pieces_and_sums_move_where_they_are_wanted_to_and_nothing_else_does(visit: Visit) -> None:
    ann = visit()
    ann.begin(PEOPLE)
    page = ann.page
    page.evaluate(HOLD)
    ann.pick("blue")
    ann.place(ann.open_spaces()[0])
    assert page.evaluate(RUNNING) == [], "the visitors of these tests have switched it off"
    choose(page, motion=True)
    space = ann.open_spaces()[0]
    page.wait_for_timeout(200)  # what follows the last event more quickly is not shown moving
    ann.place(space)
    running = page.evaluate(RUNNING)
    assert f"loco:blue:{space}" in running
    assert "rising less" in running, "one piece less in the supply of the colour"
    during = page.evaluate(LAYOUT)
    settle(page)
    assert page.evaluate(LAYOUT) == during
    assert page.evaluate("() => document.querySelector('#glass').childElementCount") == 0
    page.wait_for_timeout(200)
    ann.click("#undo")
    assert f"loco:blue:{space}" not in page.evaluate(RUNNING)
    page.reload()
    assert page.locator("#show-motion").is_checked(), "the browser remembers it"


def test_who_wants_little_motion_has_none(visit: Visit) -> None:
    ann = visit("de", reduced_motion="reduce", width=390, height=844)
    ann.begin(PEOPLE)
    page = ann.page
    page.evaluate("() => localStorage.setItem('stellwerk.motion', 'on')")
    page.reload()
    page.evaluate(HOLD)
    page.locator(".menu").click()
    page.locator("#show-settings").click()
    expect(page.locator("#showing")).to_contain_text("Dein System hat reduzierte Bewegung eingestellt.")
    expect(page.locator("#show-motion")).to_be_disabled()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    ann.pick("blue")
    ann.place(ann.open_spaces()[0])
    assert page.evaluate(RUNNING) == []


def test_moves_are_shown_one_after_the_other_at_the_chosen_pace(visit: Visit) -> None:
    ann, bert = visit(), visit()
    match = ann.begin(("Ann", "Bert", ("Cleo", "random")))
    bert.sit_down(ann.invitation(match, 1))
    page = ann.page
    page.reload()
    page.wait_for_selector("#table[data-mine]")
    ann.pick("blue")
    ann.place(ann.open_spaces()[0])
    choose(page, bots="normal")
    ann.click("#do-finish")
    start = ann.ply
    page.evaluate(NOTE_PLIES)
    spaces = []
    for _ in range(3):
        now = bert.page.request.get(f"/match/{match}/fragment?seat=1").text()
        choices = bert.page.evaluate(
            """(html) => [...new DOMParser().parseFromString(html, "text/html").querySelectorAll(".opt[data-choice]")]
                .map((one) => JSON.parse(one.dataset.choice))""",
            now,
        )
        choice = next(one for one in choices if one["args"][0] == "red")
        spaces.append(choice["args"][1])
        act(bert, match, 1, choice["kind"], choice["args"])
    page.wait_for_selector(f'#table[data-ply="{start + 3}"]:not([data-behind])')
    shown = page.evaluate("window.shown")
    assert [ply for ply, _ in shown] == [start + 1, start + 2, start + 3]
    assert all(later - earlier > 250 for (_, earlier), (_, later) in pairwise(shown))
    assert page.locator(".hex.building").count() == 3


def test_who_steps_through_moves_is_never_kept_from_acting(visit: Visit) -> None:
    """N shows the next move, Escape the present; what is done while behind is done at the present."""
    ann = visit()
    match = ann.begin(PEOPLE, "1830", {"seating": "free", "information": "open"})
    page, start = ann.page, ann.ply
    choose(page, bots="step")

    def pass_and_wait() -> None:
        """Until all bots have moved, which the page does not show."""
        before = ann.ply
        page.keyboard.press("p")
        page.wait_for_selector(f'#table[data-ply="{before + 1}"]')
        page.wait_for_selector("#show-next")
        end = time.monotonic() + 120
        while page.request.get(f"/api/matches/{match}").json()["waiting"] != [0]:
            assert time.monotonic() < end
            page.wait_for_timeout(20)
        assert ann.ply == before + 1

    pass_and_wait()
    boxes = page.evaluate("() => document.querySelector('#centre').getBoundingClientRect().toJSON()")
    page.keyboard.press("n")
    page.wait_for_selector(f'#table[data-ply="{start + 2}"][data-behind="1"]')
    expect(page.locator("#to-come")).to_have_text("Your turn comes. Moves until then: 1")
    assert page.evaluate("() => document.querySelector('#centre').getBoundingClientRect().toJSON()") == boxes
    page.locator("#undo").click()
    page.wait_for_selector(f'#table[data-ply="{start}"][data-mine]')
    expect(page.locator("#message")).to_be_hidden()
    pass_and_wait()
    page.keyboard.press("Escape")
    page.wait_for_selector(f'#table[data-ply="{start + 3}"][data-mine]')
    expect(page.locator("#behind")).to_be_empty()


def test_sounds_are_heard_by_who_switched_them_on(visit: Visit) -> None:
    ann = visit()
    ann.page.add_init_script(AUDIO)
    ann.begin(PEOPLE)
    page = ann.page
    ann.pick("blue")
    ann.place(ann.open_spaces()[0])
    assert page.evaluate("window.tones") == 0
    choose(page, sound=True)
    page.wait_for_function("() => window.tones > 0")
    before = page.evaluate("window.tones")
    ann.place(ann.open_spaces()[0])
    page.wait_for_function(f"() => window.tones > {before}")
