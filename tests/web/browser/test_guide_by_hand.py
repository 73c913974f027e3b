"""Guided matches by mouse: what a step says can be read, and what it tells to click is outlined and does it."""

import json

import pytest
from playwright.sync_api import Locator, expect

from stellwerk.core.action import Action
from stellwerk.core.guide import Step
from stellwerk.core.walkthrough import Walkthrough, walkthrough_of
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_guide import GAMES, begin

pytestmark = pytest.mark.browser


def led_by(game: str) -> Walkthrough:
    walkthrough = walkthrough_of(game)
    assert walkthrough is not None
    return walkthrough


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_each_step_that_is_done_for_the_learner_is_explained(visit: Visit, game: str, language: str) -> None:
    """Also what the others do next, which is told before they do it."""
    page = visit(language, width=1366, height=768).page
    begin(page, game)
    box, steps = page.locator("#guide"), led_by(game).guide.steps
    for at, step in enumerate(steps):
        expect(box).to_have_attribute("data-step", str(at))
        expect(page.locator("#guide .task")).to_have_text(squeezed(step.text[language]))
        page.locator("#guide [data-guide-done]").click()
        if step.then:
            assert step.done is not None
            expect(box).to_have_attribute("data-how", "done")
            expect(page.locator("#guide .well")).to_contain_text(squeezed(step.done[language]))
            page.locator("#guide button.primary").click()
        expect(box).to_have_attribute("data-step", str(at + 1))
        if step.done and not step.then:
            expect(page.locator("#guide .well")).to_contain_text(squeezed(step.done[language]))
    expect(box).to_have_attribute("data-how", "over")


CHOICE = """(element, action) => {
  const choice = JSON.parse(element.dataset.choice ?? "null");
  return choice !== null && choice.kind === action[0] && JSON.stringify(choice.args) === JSON.stringify(action[1]);
}"""


class Hand:
    """A learner with a mouse who clicks only what is outlined, and then the button that confirms it."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def outlined(self, selector: str) -> Locator:
        """What a step points at: the element itself, or something in what it points at."""
        return self.page.locator(f":is(.guided{selector}, .guided {selector}):visible").first

    def does(self, action: Action) -> None:
        before = self.visitor.rev
        # A page that has just been opened is drawn before its scripts outline anything.
        expect(self.page.locator(".guided:visible")).not_to_have_count(0)
        self.clicks(action)
        self.visitor.moved(before)

    def clicks(self, action: Action) -> None:
        """What is outlined for an action: a colour and a space, a hex and its tile, a button, a chip or a form."""
        kind, args = action.kind, list(action.args)
        if kind == "place" and self.page.locator("#table .map .hex").count():
            self.space(*args)
        elif kind == "lay" and self.page.locator(f"#hex-{args[0]}").count():
            self.tile(*args)
        elif kind == "trade" and self.page.locator("#give").count():
            self.exchange(*args)
        elif button := self.button(action):
            button.click()
        elif (form := self.outlined("[data-holes]")).count():
            form.locator("input").first.fill(str(args[0]))
            form.locator("button").click()
        else:
            chip = self.outlined(f"[value='{'-'.join(map(str, (kind, *args)))}']")
            chip.locator("xpath=ancestor::label").click()
            self.page.locator(f"#confirm-{chip.get_attribute('value')}").click()

    def button(self, action: Action) -> Locator | None:
        marked = self.page.locator(".guided[data-choice]:visible").all()
        return next((one for one in marked if one.evaluate(CHOICE, [action.kind, list(action.args)])), None)

    def space(self, colour: str, space: str) -> None:
        company = self.page.locator(f"#company-{colour}")
        if company.get_attribute("aria-pressed") != "true":
            self.outlined(f"#company-{colour}").click()
        self.outlined(f"#hex-{space}").click()

    def tile(self, space: str, tile: str, *_: object) -> None:
        self.outlined(f"#hex-{space}").click()
        self.page.locator(".offer").filter(has=self.page.locator(f"b:text-is('{tile}')")).first.click()
        self.page.locator("#dock-do").click()

    def exchange(self, given: str, taken: str, count: int) -> None:
        self.outlined(f"#give-{given}").locator("xpath=ancestor::label").click()
        self.outlined(f"#take-{taken}").locator("xpath=ancestor::label").click()
        choice = json.dumps([given, taken, count], separators=(",", ":"))
        self.page.locator(f".outcome:not([hidden]) [data-choice*='{choice}']").click()


TRIED = {("paris-connection", "five"): ("place", "brown", "G25")}
"""What a step tells the learner to try although a rule forbids it."""

READ = {("1853", "valley"): ("#city-H22 summary", "2.5.7a")}
"""What a step tells the learner to open, and the rule that stands there."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_a_step_tells_to_click_is_outlined_and_does_it(visit: Visit, game: str) -> None:
    visitor = visit(width=1366, height=768)
    page = visitor.page
    begin(page, game)
    hand, box = Hand(visitor), page.locator("#guide")
    for at, step in enumerate(led_by(game).guide.steps):
        expect(box).to_have_attribute("data-step", str(at))
        if tried := TRIED.get((game, step.id)):
            refused(hand, step, *tried)
        if read := READ.get((game, step.id)):
            opened(hand, *read)
        for action in step.do:
            hand.does(action)
        if step.then:
            expect(box).to_have_attribute("data-how", "done")
            page.locator("#guide button.primary").click()
    expect(box).to_have_attribute("data-how", "over")


def refused(hand: Hand, step: Step, kind: str, *args: str) -> None:
    """Try by hand what a step says will be refused: the rule is named, and the box says what helps on."""
    (told,) = (one for one in step.refused if (one.action.kind, one.action.args) == (kind, args))
    hand.clicks(Action(0, kind, args))
    expect(hand.page.locator("#message")).to_contain_text(told.rule)
    expect(hand.page.locator("#guide-nudge")).to_have_text(squeezed(told.nudge["en"]))


def opened(hand: Hand, selector: str, rule: str) -> None:
    """Open by hand what a step says explains a refusal: the rule is named there."""
    summary = hand.page.locator(f"{selector}.guided")
    summary.click()
    expect(summary.locator("xpath=..").get_by_role("link")).to_contain_text(rule)
