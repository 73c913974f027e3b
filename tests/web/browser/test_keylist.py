"""The list of keys tells the truth: every key in it does something at that table, and no other key does anything."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.typist import Typist
from tests.web.decisions import recorded

pytestmark = pytest.mark.browser

ALL = (*"abcdefghijklmnopqrstuvwxyz0123456789?/+-", "Backspace", "Delete", "Insert", "F2", "F6", "Escape", "Enter")
MOVES = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown")
NAMES = {
    "←": "ArrowLeft",
    "→": "ArrowRight",
    "↑": "ArrowUp",
    "↓": "ArrowDown",
    "−": "-",
    "Esc": "Escape",
    "Space": " ",
}
NATIVE = {"Tab", "Ctrl", "Shift"}
"""Keys of the browser, and those that are held with others."""

HEARD = """([keys, place, open]) => keys.filter((key) => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  for (const box of document.querySelectorAll(":popover-open")) box.hidePopover();
  const stage = document.querySelector(open ? ".hx" : place).closest("[data-stage]")?.dataset.stage;
  document.querySelector(`[data-show="${stage}"]`)?.click();
  if (open && document.querySelector("#dock").hidden) {
    const hex = document.querySelector(".hx.open");
    hex.focus();
    hex.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  }
  const at = [...document.querySelectorAll(place)].find((one) => one.checkVisibility());
  if (place === "body") document.activeElement.blur();
  else at.focus();
  return !at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
})"""
"""Which keys a place of the page hears. Nothing is sent: see `BLOCKED`."""

BLOCKED = """() => {
  const ask = window.fetch;
  window.fetch = (what, how = {}) =>
    (how.method ?? "GET") === "GET" ? ask(what, how) : Promise.reject(new TypeError("the way is blocked"));
  addEventListener("submit", (event) => event.preventDefault());
}"""

LISTED = "[...document.querySelectorAll('#keys dt')].map((dt) => dt.textContent.trim())"


class Case(NamedTuple):
    """A position, and places of the page where keys mean something; `dock` opens one for a hex first."""

    game: str
    ply: int
    places: Sequence[str]


RAIL, RUN, STOCK = (
    Case("g1830/three-break-the-bank.json", ply, places)
    for ply, places in (
        (71, ("body", ".hx.open", ".maptools button", "dock")),
        (947, ("body",)),
        (49, ("td input[name=offer]",)),
    )
)
PARIS = Case("paris/three-to-marseille.json", 6, ("body", ".hex.open", ".tabs button"))
TRADE = Case("paris/four-until-supplies-end.json", 5, ("body",))
REVOLUTION = Case("railroad_revolution/two-by-plan.json", 14, ("body", ".rr.open", ".tabs button"))
BEGIN = Case("railroad_revolution/two-by-plan.json", 13, ("body",))


def listed(visitor: Visitor) -> set[str]:
    found = set()
    for line in visitor.page.evaluate(LISTED):
        words = line.replace("Page up", "PageUp").replace("Page down", "PageDown").split()
        if "…" in words:
            found |= {str(digit) for digit in range(int(words[0]), int(words[-1]) + 1)}
        elif "wheel" not in words:
            # Between two keys "+" joins them; at the beginning it is one itself.
            keys = words[:1] + [word for word in words[1:] if word != "+"]
            found |= {NAMES.get(key, key if len(key) > 1 else key.lower()) for key in keys}
    return found - NATIVE


def heard(typist: Typist, case: Case) -> set[str]:
    typist.sits_at(recorded(case.game), case.ply)
    page, found = typist.page, set()
    page.evaluate(BLOCKED)
    page.evaluate("document.body.append(Object.assign(document.createElement('button'), { id: 'show-next' }))")
    for place in case.places:
        dock = place == "dock"
        if case is RUN:
            page.evaluate("document.querySelector('#run-draw').click()")
        keys = [*ALL, *MOVES]
        found |= set(page.evaluate(HEARD, [keys, "#dock .offer[aria-pressed=true]" if dock else place, dock]))
    return found


RARE = {"5", "6", "7", "8", "9", "c", "Escape", "s"}
"""What needs a position of its own: many rewards, an end of the turn, a message, several stages."""


# Which tile can lie in several ways, tests of the map know; they turn it with R.
@pytest.mark.parametrize(
    ("cases", "rare"),
    [((RAIL, RUN, STOCK), {"Escape", "r"}), ((PARIS, TRADE), {"s"}), ((REVOLUTION, BEGIN), RARE)],
    ids=["rail", "paris", "revolution"],
)
def test_every_key_of_the_list_does_something_and_no_other(visit: Visit, cases: Sequence[Case], rare: set[str]) -> None:
    typist = Typist(visit(width=1366, height=768))
    found = set().union(*(heard(typist, case) for case in cases))
    told = listed(typist.visitor)
    assert found - told == set(), "not in the list"
    assert told - found <= rare, "in the list, and nobody hears it"


def test_the_history_has_a_list_of_its_own(visit: Visit) -> None:
    typist = Typist(visit(width=1366, height=768))
    typist.sits_at(recorded("g1830/three-break-the-bank.json"), 40)
    page = typist.page
    page.goto(f"/match/{typist.visitor.match}/history?ply=20")
    page.wait_for_selector(".scripted")
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")
    told = listed(typist.visitor)
    page.keyboard.press("Escape")
    found = set(page.evaluate(HEARD, [[*ALL, " ", *MOVES], "body", False]))
    assert told - found == set()
    assert found - told == set()
