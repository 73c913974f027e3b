"""Somebody who plays an 18xx title with a keyboard and no mouse."""

import json
from typing import Any

from playwright.sync_api import expect

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice, Range
from stellwerk.web.render import compact
from stellwerk.web.tables.rail.offers import offer_id
from tests.web.browser.typist import Typist


class RailTypist(Typist):
    """M for the map, Enter and arrows for a tile, D for offers and fields, B for the bar, C for the bright button."""

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.page.locator("#rail-data").text_content() or "{}")
        return found

    def to_hex(self, hex_: str) -> None:
        """From one hex where something can be done to the next."""
        self.press("m")
        self.to(f"#hex-{hex_}", "m", most=60)

    def lays(self, hex_: str, tile: str, rotation: int) -> int:
        """The tile by up and down, its rotation by left and right; of rotations that look the same there is one."""
        self.to_hex(hex_)
        self.press("Enter")
        assert self.on("#dock .offer[aria-pressed=true]")
        ways = [way[1] for way in self.data()["lays"][hex_] if way[0] == tile]
        chosen = self.page.locator(f"#dock .offer[aria-pressed=true] b:text-is('{tile}')")
        for _ in range(12):
            if chosen.count():
                break
            self.press("ArrowDown")
        rotation = rotation if rotation in ways else ways[0]
        if len(ways) > 1:
            turned = f"{ways.index(rotation) + 1}/{len(ways)}"
            for _ in ways:
                if self.page.locator("#dock .turns").inner_text() == turned:
                    break
                self.press("ArrowRight")
        self.press("Enter")
        assert self.on("#dock-do")
        self.sends("Enter")
        return rotation

    def places(self, hex_: str, stop: int) -> None:
        self.to_hex(hex_)
        self.press("Enter")
        stops = [one[0] for one in self.data()["stops"][hex_]]
        for _ in range(stops.index(stop)):
            self.press("ArrowDown")
        self.sends("c")

    def chooses(self, choice: Choice) -> None:
        """An offer whose effects are shown before the bright button confirms it."""
        wish = f"#offer-{offer_id(choice)}"
        if not self.on("input[name=offer]"):
            self.press("d")
        self.to("input[name=offer]")
        if self.page.locator(f"td {wish}").count():
            self.to(f"tr:has({wish}) input", "ArrowDown", most=20)
        self.to(wish, "ArrowRight", most=20)
        if not self.page.locator(wish).is_checked():
            self.press("Space")
        expect(self.page.locator(f"#confirm-{offer_id(choice)}")).to_be_visible()
        self.sends("c")

    def fills(self, choice: Choice, action: Action) -> None:
        """What it is about, where one control is for several things; then a number, and Enter."""
        said = compact(choice.to_json())
        (number,) = (arg for arg, hole in zip(action.args, choice.args, strict=True) if isinstance(hole, Range))
        form = f"form:has([data-choice='{said}']), form[data-holes='{said}']"
        self.press("d")
        self.to(f":is({form}) :is(input, select)", most=20)
        if self.page.locator(f"form [name=priced][data-choice='{said}']").count():
            self.to(f"[data-choice='{said}']", "ArrowRight", most=20)
        self.to(f":is({form}) input[type=number]")
        self.press("Control+a")
        self.page.keyboard.type(str(number))
        self.sends("Enter")

    def presses_button(self, choice: Choice) -> None:
        """One of the bar, or one to which a button of the bar leads."""
        leads = f"#do-{choice.kind}[data-go]"
        self.press("b")
        if self.page.locator(leads).count():
            self.to(leads)
            self.press("Enter")
        wish = f"[data-choice='{compact(choice.to_json())}']"
        if self.on("td button"):
            self.to(f"tr:has({wish}) button", "ArrowDown", most=20)
        self.to(wish)
        self.sends("Enter")

    def plays(self, choice: Choice, action: Action) -> Action:
        if action.kind == "lay":
            return Action(action.seat, "lay", (*action.args[:2], self.lays(*action.args)))
        self.does(choice, action)
        return action

    def does(self, choice: Choice, action: Action) -> None:
        """One action that lays no tile."""
        if action.kind == "station":
            self.places(*action.args)
        elif any(isinstance(arg, Range) for arg in choice.args) and action.kind != "run":
            self.fills(choice, action)
        elif self.page.locator(f"#offer-{offer_id(choice)}").count():
            self.chooses(choice)
        elif action.kind.startswith("pass_"):
            self.sends("p")
        elif action.kind == "run":
            self.to("#do-run")
            self.sends("Enter")
        else:
            self.presses_button(choice)
