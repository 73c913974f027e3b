"""Players of Paris Connection and Railroad Revolution with a keyboard and no mouse."""

from playwright.sync_api import expect

from stellwerk.core.action import Action
from stellwerk.core.choice import Choice
from stellwerk.web.render import compact
from tests.web.browser.typist import Typist


class ParisTypist(Typist):
    """A digit for the colour, arrows on the map, Enter builds, C ends; X for an exchange."""

    def plays(self, choice: Choice, action: Action) -> Action:
        del choice
        if action.kind == "place":
            colour, hex_ = action.args
            card = self.page.locator(f".company[data-pick='{colour}']")
            if card.get_attribute("aria-pressed") != "true":
                self.press(card.get_attribute("data-key") or "")
            expect(card).to_have_attribute("aria-pressed", "true")
            if not self.on(".hex"):
                self.press("m")
            self.walks_to(hex_)
            self.sends("Enter")
        elif action.kind == "finish":
            self.sends("c")
        else:
            given, taken, count = action.args
            self.press("x")
            for name, value in (("give", given), ("take", taken), ("count", count)):
                self.to(f"[name={name}]")
                self.to(f"#{name}-{value}", "ArrowRight")
                if not self.page.locator(f"#{name}-{value}").is_checked():
                    self.press("Space")
            self.to(".outcome [data-choice]")
            self.sends("Enter")
        return action


class RevolutionTypist(Typist):
    """Digits for actions and rewards, M for the map, C to end the turn, and Tab for the rest."""

    def plays(self, choice: Choice, action: Action) -> Action:
        wish = f"[data-choice='{compact(choice.to_json())}']"
        group = f".group:has({wish})"
        if action.kind == "done":
            self.sends("c")
        elif action.kind == "sell":
            self.sells(wish, int(action.args[0]))
        elif action.kind == "swap":
            self.swaps(wish, *action.args)
        elif self.page.locator(f".rr{wish}").count():
            self.press("m")
            self.to(f".rr{wish}", "m", most=30)
            self.sends("Enter")
        elif self.page.locator(f"{group} .digit").count():
            self.picks(group, wish)
        else:
            self.press("d")
            self.to(wish, most=12)
            self.sends("Enter")
        return action

    def picks(self, group: str, wish: str) -> None:
        """The digit of a group presses its only button, and goes from one to the next of several."""
        digit = self.page.locator(f"{group} .digit").first
        key, leads = digit.get_attribute("data-key") or "", digit.get_attribute("data-press") or ""
        if self.page.locator(leads).count() > 1:
            self.to(wish, key, most=12)
            key = "Enter"
        self.sends(key)

    def sells(self, form: str, count: int) -> None:
        if not self.page.locator("#sell-count").is_visible():
            self.press("d")
            self.to("#bargain > summary", most=20)
            self.press("Enter")
        self.to(f"{form} #sell-count", most=20)
        self.press("Control+a")
        self.page.keyboard.type(str(count))
        self.sends("Enter")

    def swaps(self, wish: str, colour: str, where: str, new: str) -> None:
        self.press("d")
        for name, one in (("give", f"#give-{colour}-{where}"), ("take", f"#take-{new}")):
            self.to(f"[name={name}]", most=12)
            self.to(one, "ArrowRight")
            if not self.page.locator(one).is_checked():
                self.press("Space")
        self.to(wish)
        self.sends("Enter")
