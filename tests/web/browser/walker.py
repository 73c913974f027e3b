"""Somebody who presses whatever sends something, one after the other, each time from the same position."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from stellwerk.core.match import Match, Seat
from stellwerk.core.matchfile import dump
from tests.web.browser.director import as_json
from tests.web.browser.hands import Visitor

SENDING: Final = "button[data-choice], button[data-confirms], .rr[data-choice], .hex .opt.on"
"""Whatever sends an action when it is pressed; places of a map among it."""

SEEN: Final = """(selector) => [...document.querySelectorAll(selector)].flatMap((one, at) => {
  if (!one.checkVisibility({ visibilityProperty: true }) || one.ariaDisabled || one.disabled) return [];
  const bare = one.cloneNode(true);
  for (const mark of bare.querySelectorAll("[aria-hidden=true], svg")) mark.remove();
  const hex = one.matches(".opt") ? one.closest(".hex") : null;
  const colour = hex && document.querySelector(".company[aria-pressed=true]");
  const says = hex ? `${colour.dataset.name} is chosen; ${hex.getAttribute("aria-label")}`
    : one.getAttribute("aria-label") || bare.textContent || "";
  const key = (one.dataset.key ?? "").split(" ").at(-1);
  return [{ at, id: one.id, says: says.trim().replace(/\\s+/g, " "), key, form: one.closest("form.holes")?.id ?? "" }];
})"""
"""All of it that can be pressed now: which one it is, and what it says to somebody who hears it."""

OPEN: Final = """() => {
  const ids = (selector) => [...document.querySelectorAll(selector)].map((one) => one.id);
  const data = JSON.parse(document.getElementById("rail-data")?.textContent || "{}");
  return {
    offers: ids("input[name=offer]:not(:checked)"),
    things: [...document.querySelectorAll("form.priced")].flatMap((form) =>
      [...form.querySelectorAll("[name=priced]")].map((one, at) =>
        [form.id, at, Number(one.dataset.lo), Number(one.dataset.hi), Number(one.dataset.by)])),
    numbers: [...document.querySelectorAll("form.holes:not(.priced) input[type=number][data-hole]")].map((one, at) =>
      [at, Number(one.min), Number(one.max), Number(one.step) || 1]),
    hexes: Object.keys({ ...data.lays, ...data.stops }),
    routes: [...document.querySelectorAll("[data-route]")].map((one) => one.dataset.route),
    swaps: [...document.querySelectorAll("[data-picker]:has([name=give])")].flatMap((form) =>
      [...form.querySelectorAll("[name=give]")].flatMap((give) =>
        [...form.querySelectorAll("[name=take]")].flatMap((take) => {
          const counts = [...form.querySelectorAll("[name=count]")];
          return counts.length ? counts.map((one) => [give.id, take.id, one.id]) : [[give.id, take.id]];
        }))),
    colours: [...document.querySelectorAll(".company:not([data-shut])")].filter((one) => one.checkVisibility())
      .map((one) => one.id),
  };
}"""
"""Choices of a page before something is pressed."""

UNFOLD: Final = """(one) => {
  for (let fold = one.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const stage = one.closest("[data-stage].tab-hidden");
  if (stage) document.getElementById(`show-${stage.dataset.stage}`)?.click();
}"""

PRICED: Final = "() => !['', '…'].includes(document.getElementById('dock-facts')?.textContent ?? '')"
"""Whether the dock tells what building costs."""

JUDGED: Final = """() => {
  const [own, fault] = [document.getElementById("run-own"), document.getElementById("run-fault")];
  return !own.ariaDisabled || !fault.hidden || /[£$]0/.test(own.textContent);
}"""
"""Whether the drawn run can be sent, breaks a rule, or earns nothing."""

FREE_FIELDS: Final = "form.holes:not(.priced) input[type=number][data-hole]"
CHANGED_MIND: Final = ("check", "chip", "hex")
"""Of these somebody may choose another one first."""


class Step(NamedTuple):
    """Something that is chosen before a button is pressed."""

    does: str
    what: str
    value: str = ""


Setting = tuple[Step, ...]


class Button(NamedTuple):
    """Something that can be pressed: the how manieth of all that send, and what it says."""

    at: int
    id: str
    says: str
    key: str
    form: str


class Pressed(NamedTuple):
    """A button's words when it was pressed, how that was done, and the lines of the log since."""

    label: str
    how: str
    line: str


class Walker:
    """Opens a position as often as it takes, and presses what is there."""

    def __init__(self, visitor: Visitor, match: Match, seat: int) -> None:
        self.visitor, self.seat = visitor, seat
        self.apart: list[str] = []
        branch = match.branch(match.ply, seats=[Seat(chair.name) for chair in match.header.seats])
        self.file = dump(Match(replace(branch.header, position=as_json(match.state))))

    @property
    def page(self) -> Page:
        return self.visitor.page

    def opens(self) -> None:
        """A copy of the position, with the visitor at all seats."""
        made = self.visitor.ask("/api/matches", {"file": self.file})
        self.page.goto(f"/match/{made['id']}?seat={self.seat}")
        self.page.wait_for_selector(".scripted")

    def walks(self, most: int, rng: Random) -> Iterator[Pressed]:
        """Press at most so many: first what stands there at once, then what comes of some choice, in turns."""
        self.opens()
        base = self.buttons()
        static, settings = rng.sample(base, len(base)), self.settings(rng)
        rng.shuffle(settings)
        count = 0
        while count < most and (static or settings):
            if static and (not settings or rng.random() < 0.5):
                yield self.presses(self.found(static.pop()), rng)
            elif fresh := self.choosing(settings, base, rng):
                yield self.presses(rng.choice(fresh), rng)
            else:
                continue
            count += 1
            self.undoes()

    def choosing(self, settings: list[Setting], base: list[Button], rng: Random) -> list[Button]:
        """Choose something that can be sent; what can be pressed since then, or says something else."""
        while settings:
            setting = settings.pop()
            others = [one for one in settings if one[0].does == setting[0].does]
            if others and setting[0].does in CHANGED_MIND and rng.random() < 0.5:
                self.makes(rng.choice(others))
            self.makes(setting)
            shown, known = self.buttons(), {(one.id, one.says) for one in base}
            fresh = [one for one in shown if (one.id, one.says) not in known or one.id == "do-chosen"]
            said = {one.says for one in shown if one.id != "do-chosen"}
            self.apart += [one.says for one in fresh if one.id == "do-chosen" and one.says not in said]
            if fresh:
                return fresh
            self.opens()
        return []

    def found(self, button: Button) -> Button:
        """A button where it is now: others may have come before it, and a form says what was chosen in it last."""
        for _ in range(2):
            for one in self.buttons():
                if (one.id, one.says) == (button.id, button.says):
                    return one
            self.opens()
        raise AssertionError(f"{button} is gone")

    def buttons(self) -> list[Button]:
        return [Button(**one) for one in self.page.evaluate(SEEN, SENDING)]

    def presses(self, button: Button, rng: Random) -> Pressed:
        """Press it by mouse or key until it is sent: whoever is asked whether they are sure presses again."""
        page, ply, rev = self.page, self.visitor.ply, self.visitor.rev
        one, keys = page.locator(SENDING).nth(button.at), [shown.key for shown in self.buttons()]
        typed = button.form or (button.key and keys.count(button.key) == 1)
        how = rng.choice(["click", "key"]) if typed else "click"
        held = one.element_handle()
        assert held is not None
        for _ in range(2):
            if how == "click":
                held.evaluate("(one) => one.scrollIntoView({ block: 'nearest' })")
                held.click(force=".opt" in button.says or not button.id.startswith("do-"))
            elif button.form:
                page.locator(f"#{button.form} input[type=number]").press("Enter")
            else:
                page.evaluate("document.activeElement?.blur()")
                page.keyboard.press(button.key)
            if not str(held.text_content()).endswith("Press again."):
                break
        self.visitor.moved(rev)
        line = page.locator(f"#log-{ply + 1} a").first.text_content() or ""
        return Pressed(button.says, how, " ".join(line.split()))

    def undoes(self) -> None:
        """Take back what was sent; where that is not possible, begin with another copy."""
        page = self.page
        page.wait_for_selector("#table:not([aria-busy])")
        undo = page.locator("#curtain [data-undo='0'], #undo[data-undo='0']").first
        if not undo.count() or not undo.is_visible():
            return self.opens()
        before = self.visitor.rev
        undo.click()
        self.visitor.moved(before)
        page.wait_for_selector("#table:not([aria-busy])")
        return None

    # --- what can be chosen -------------------------------------------------------------------------------

    def settings(self, rng: Random) -> list[Setting]:
        """All that can be chosen, with prices at both ends and between, by field, slider and button."""
        found: dict[str, Any] = self.page.evaluate(OPEN)
        chosen: list[Setting] = [(Step("check", one),) for one in found["offers"]]
        for form, at, lo, hi, by in found["things"]:
            ways: list[Setting] = [(), (Step("price", form, "hi"),), (Step("price", form, "lo"),)]
            ways += [(Step("fill", f"#{form} [data-hole]", str(between(lo, hi, by))),)]
            ways += [(Step("slide", f"#{form} [data-mirror]", key),) for key in ("End", "PageUp")]
            chosen += [(Step("chip", form, str(at)), *way) for way in rng.sample(ways, 3)]
        for at, lo, hi, by in found["numbers"]:
            wishes = sorted({lo, between(lo, hi, by), hi})
            chosen += [(Step("fill", f"{FREE_FIELDS} >> nth={at}", str(wish)),) for wish in wishes]
        for one in found["hexes"]:
            chosen += [(Step("hex", one, str(rng.random())),) for _ in range(2)]
        for one in found["routes"]:
            chosen += [(Step("route", one),), (Step("route", one), Step("clear", one))]
        chosen += [tuple(Step("check", part) for part in swap) for swap in found["swaps"]]
        return [*chosen, *((Step("colour", one),) for one in found["colours"])]

    def makes(self, setting: Setting) -> None:
        for step in setting:
            getattr(self, f"_{step.does}")(step)

    def _check(self, step: Step) -> None:
        one = self.page.locator(f"[id='{step.what}']")
        one.evaluate(UNFOLD)
        self.page.locator(f"label:has([id='{step.what}'])").first.click()

    def _chip(self, step: Step) -> None:
        chip = self.page.locator(f"#{step.what} label.chip").nth(int(step.value))
        chip.evaluate(UNFOLD)
        if chip.is_visible():  # a single thing is chosen already
            chip.click()

    def _price(self, step: Step) -> None:
        self.page.locator(f"#{step.what} [data-price={step.value}]").click()

    def _fill(self, step: Step) -> None:
        field = self.page.locator(step.what)
        field.evaluate(UNFOLD)
        field.fill(step.value)

    def _slide(self, step: Step) -> None:
        self.page.locator(step.what).press(step.value)

    def _hex(self, step: Step) -> None:
        """One of its tiles, turned in one of its ways; what that costs is said as soon as it is known."""
        page, rng = self.page, Random(step.value)
        hex_ = page.locator(f"#hex-{step.what}")
        hex_.evaluate(UNFOLD)
        hex_.focus()
        page.keyboard.press("Enter")
        for kind in (".offer", ".way"):
            some = page.locator(f"#dock {kind}")
            if count := some.count():
                some.nth(rng.randrange(count)).click()
        page.wait_for_function(PRICED)

    def _route(self, step: Step) -> None:
        with self.page.expect_response("**/check"):
            self.page.locator(f"[data-route='{step.what}']").click()
        self.page.wait_for_function(JUDGED)

    def _clear(self, _step: Step) -> None:
        with self.page.expect_response("**/check"):
            self.page.locator("#run-clear").click()
        self.page.wait_for_function(JUDGED)

    def _colour(self, step: Step) -> None:
        card = self.page.locator(f"#{step.what}")
        if card.get_attribute("aria-pressed") != "true":
            card.click()


def between(lo: int, hi: int, by: int) -> int:
    """A number in the middle that the steps of a field reach."""
    return lo + (hi - lo) // by // 2 * by
