"""Somebody with a keyboard and no mouse, who plays what was recorded and sees at every step where the focus is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.core.match import Match, Seat
from stellwerk.core.matchfile import dump, loads
from tests.web.browser.director import as_json
from tests.web.browser.hands import Visitor

NO_MOUSE = """addEventListener("pointerdown", () => { throw new Error("a pointer was used") }, true)"""
"""An error on the page fails every test."""

LOST = """() => {
  const now = document.activeElement;
  if (!now || now === document.body) return "nothing has the focus";
  const seen = now.matches("input[type=radio]") ? now.closest("label") ?? now : now;
  const box = seen.getBoundingClientRect();
  if (!seen.checkVisibility() || box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight)
    return `the focus is out of sight: ${now.outerHTML.slice(0, 160)}`;
  if (!now.matches(":focus-visible")) return `the focus is not shown: ${now.outerHTML.slice(0, 160)}`;
  return "";
}"""

AWAY = """(id) => {
  const middle = (one) => {
    const box = (one.querySelector(".face") ?? one).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(document.activeElement);
  const [right, down] = middle(document.getElementById(id));
  return [right - x, down - y];
}"""

EARLY = 60
"""Up to this ply a match is opened with its log, which the server reads through."""


class Typist:
    """Presses keys, and reads the page only to know which; each table has its own."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.presses, self.begun = visitor, 0, False
        visitor.page.add_init_script(NO_MOUSE)

    @property
    def page(self) -> Page:
        return self.visitor.page

    def sits_at(self, match: Match, ply: int) -> None:
        """Hold all seats of a recorded match as it stood then; late in a game the position is enough."""
        seats = [Seat(chair.name) for chair in match.header.seats]
        branch = match.branch(ply, seats=seats)
        if ply > EARLY:
            branch = Match(replace(branch.header, position=as_json(match.at(ply))))
        made = self.visitor.ask("/api/matches", {"file": dump(branch)})
        self.page.goto(f"/match/{made['id']}?seat={match.log[ply].seat}")
        self.page.wait_for_selector(".scripted")
        self.begun = False

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.presses += 1
            lost = self.page.evaluate(LOST)
            assert not lost or not self.begun, f"{lost}, after {key}"
            self.begun = self.begun or not lost

    def sends(self, *keys: str) -> None:
        """Keys whose last one changes the match."""
        before = self.visitor.rev
        self.press(*keys[:-1])
        self.page.keyboard.press(keys[-1])
        self.presses += 1
        self.visitor.moved(before)
        self.page.wait_for_selector("#table:not([aria-busy])")
        lost = self.page.evaluate(LOST)
        assert not lost, f"{lost}, after {keys[-1]} was sent"
        self.begun = True

    def lifts(self) -> None:
        """Who has taken the screen says so."""
        assert self.on("[data-unveil]")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#table:not(.curtained)")

    def on(self, selector: str) -> bool:
        """Whether the focus is on such an element."""
        return bool(self.page.evaluate("(selector) => document.activeElement.matches(selector)", selector))

    def to(self, selector: str, key: str = "Tab", most: int = 8) -> None:
        """Press a key until the focus is there, which must not take long."""
        for _ in range(most):
            if self.on(selector):
                return
            self.press(key)
        assert self.on(selector), f"{selector} is not reached: {self.focused()}"

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)"))

    def walks_to(self, hex_: str) -> None:
        """With the arrow keys: first to its row, then along it."""
        for _ in range(40):
            if self.on(f"#hex-{hex_}"):
                return
            right, down = self.page.evaluate(AWAY, f"hex-{hex_}")
            if abs(down) > 4:
                self.press("ArrowDown" if down > 0 else "ArrowUp")
            else:
                self.press("ArrowRight" if right > 0 else "ArrowLeft")
        raise AssertionError(f"{hex_} is not reached: {self.focused()}")

    def asked(self) -> str:
        return self.page.locator("#headline").inner_text()

    def plays(self, choice: Choice, action: Action) -> Action:
        """Do an action with keys; returns it as it looks on this page."""
        raise NotImplementedError

    def replays(self, match: Match, first: int, last: int) -> None:
        """Play what was recorded from one ply to another; the server must have noted just that."""
        self.sits_at(match, first)
        wanted = []
        here = match.until(first)
        for action in match.log[first:last]:
            if action.seat >= 0:  # chance decides by itself
                if self.page.locator("#curtain").count():
                    self.lifts()
                choice = next(choice for choice in here.game.choices(here.state) if choice.admits(action))
                wanted.append(self.plays(choice, action))
            here.follow([action])
        noted = loads(self.page.request.get(f"/api/matches/{self.visitor.match}/file").text()).log
        noted = noted[first if first <= EARLY else 0 :]
        assert done(noted) == done(wanted)


def done(log: Sequence[Action]) -> list[Any]:
    """What people did, but for the routes of trains, of which several may be as good."""
    return [(one.seat, one.kind, one.args if one.kind != "run" else ()) for one in log if one.seat >= 0]
