"""What a person does at an 18xx table: every action by clicking what is really there."""

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Hole, Range
from stellwerk.core.state import State
from stellwerk.web.render import compact
from stellwerk.web.tables import table_for
from stellwerk.web.tables.rail import RailTable
from stellwerk.web.tables.rail.offers import CONFIRMED, offer_id
from tests.games.g1830.positions import Table
from tests.web.browser.hands import Visitor


@dataclass
class Director:
    """A visitor who plays 1830, and the same game beside him in the engine, which must agree after every click."""

    visitor: Visitor
    table: Table

    @property
    def confirmed(self) -> set[str]:
        """Kinds of actions whose effect is looked at first."""
        drawn = table_for(self.table.game.title.id)
        assert isinstance(drawn, RailTable)
        return {*CONFIRMED, *drawn.extras.confirmed}

    def seen(self) -> dict[str, Any]:
        """The position as the server tells it."""
        page, match = self.visitor.page, self.visitor.match
        found: dict[str, Any] = page.request.get(f"/api/matches/{match}").json()["view"]["state"]
        return found

    def does(self, seat: int, kind: str, *args: Any) -> None:
        """One action, by hand and by the engine."""
        action = Action(seat, kind, args)
        choice = next(choice for choice in self.table.choices() if choice.admits(action))
        before = self.visitor.rev
        self.clicks(choice, action)
        self.visitor.moved(before)
        if kind == "lay":
            # Which way the tile was turned was seen on the page; here it is read from what lies there.
            action = Action(seat, kind, (*args[:2], self.seen()["tiles"][args[0]][1]))
        self.table = self.table.play(action)
        self.agrees()

    def runs(self, seat: int) -> int:
        """The best run, by its button; returns what it earned."""
        choice = next(choice for choice in self.table.choices() if choice.kind == "run")
        worth = int(self.visitor.page.locator("#run-sum").inner_text().lstrip("$").replace(",", ""))
        self.visitor.click("#run-best")
        self.table = self.table.play(next(choice.actions()))
        self.agrees()
        assert seat == choice.seat
        return worth

    def agrees(self) -> None:
        assert self.seen() == as_json(self.table.s)

    def clicks(self, choice: Choice, action: Action) -> None:
        page = self.visitor.page
        if choice.kind in ("lay", "station"):
            page.locator(f"#hex-{action.args[0]}").click()
            if choice.kind == "lay":
                page.locator(".offer").filter(has=page.locator(f"b:text-is('{action.args[1]}')")).first.click()
            expect(page.locator("#dock-do")).to_be_enabled()
            page.locator("#dock-do").click()
        elif choice.kind in ("pay_out", "withhold"):
            page.locator(f"#confirm-{choice.kind}").click()
        elif choice.kind in self.confirmed and not any(isinstance(arg, Hole) for arg in choice.args):
            page.locator(f"label.chip:has(#offer-{offer_id(choice)})").click()
            page.locator(f"#confirm-{offer_id(choice)}").click()
        elif choice.kind.startswith("pass_"):
            page.locator(f"#do-{choice.kind}").click()
        elif any(isinstance(arg, Hole) for arg in choice.args):
            self.fills(choice, action)
        else:
            page.locator(f"button[data-choice='{compact(choice.to_json())}']").first.click()

    def fills(self, choice: Choice, action: Action) -> None:
        """What it is about, where one control is for several things; a number into its field; the button says it."""
        page, said = self.visitor.page, compact(choice.to_json())
        thing = page.locator(f"form.priced label.chip:has([data-choice='{said}'])")
        if thing.count() and thing.is_visible():  # a single thing is chosen already
            thing.click()
        form = page.locator(f"form[data-holes='{said}'], form.priced:has([data-choice='{said}']:checked)")
        (at,) = (at for at, arg in enumerate(choice.args) if isinstance(arg, Range))
        form.locator("input[type=number]").fill(str(action.args[at]))
        button = form.locator("button:not([data-price])")
        expect(button).to_contain_text(str(action.args[at]))
        button.click()


def as_json(s: State) -> dict[str, Any]:
    """A position as it looks after a journey through JSON."""
    found: dict[str, Any] = json.loads(json.dumps(s.to_json()))
    return found
