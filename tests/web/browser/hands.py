"""What a person does with a page."""

from collections.abc import Sequence
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

GAME = "paris-connection"
FIXED = {"start_player": "1", "start_layout": "fixed"}
Chair = str | tuple[str, str]


class Visitor:
    """Somebody before a browser of their own.

    Who is still outside comes in at the lobby as soon as anybody looks at the page. Who begins with a new match has
    asked for the lobby, which gives the cookie that holds seats, but need not see it drawn.
    """

    def __init__(self, page: Page, *, outside: bool = False) -> None:
        self._page, self._outside = page, outside

    @property
    def page(self) -> Page:
        if self._outside:
            self._outside = False
            self._page.goto("/")
        return self._page

    # --- looking ----------------------------------------------------------------------------------------

    def number(self, name: str) -> int:
        return int(self.page.locator("#table").get_attribute(name) or -1)

    @property
    def ply(self) -> int:
        return self.number("data-ply")

    @property
    def rev(self) -> int:
        return self.number("data-rev")

    @property
    def mine(self) -> bool:
        return self.page.locator("#table[data-mine]").count() > 0

    @property
    def over(self) -> bool:
        return self.page.locator("#table[data-over]").count() > 0

    @property
    def match(self) -> str:
        return self.page.locator("body").get_attribute("data-match") or ""

    def scores(self) -> dict[int, int]:
        shown = self.page.locator("[data-score]").all()
        return {int(score.get_attribute("data-score") or -1): int(score.inner_text()) for score in shown}

    def open_spaces(self) -> list[str]:
        """The spaces that are marked for the chosen colour, the southernmost first."""
        found = self.page.locator(".hex:has(.opt.on)").all()
        placed = [(float(one.get_attribute("data-y") or 0), one.get_attribute("data-hex") or "") for one in found]
        return [space for _, space in sorted(placed, reverse=True)]

    # --- doing ------------------------------------------------------------------------------------------

    def begin(self, chairs: Sequence[Chair], game: str = GAME, options: dict[str, str] | None = None) -> str:
        """A new match, by the API, with this visitor at all seats of people; opens its table."""
        seats = [
            {"name": chair, "bot": None} if isinstance(chair, str) else {"name": chair[0], "bot": chair[1]}
            for chair in chairs
        ]
        chosen = FIXED if game == GAME and options is None else options or {}
        made = self.ask("/api/matches", {"game": game, "seats": seats, "options": chosen})
        self.page.goto(f"/match/{made['id']}")
        return str(made["id"])

    def ask(self, path: str, body: Any) -> Any:
        if self._outside:
            self._outside = False
            assert self._page.request.get("/").ok
        answer = self._page.request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def invitation(self, match: str, seat: int) -> str:
        """The link by which somebody else takes a seat of this visitor."""
        return str(self.ask(f"/api/matches/{match}/seats/{seat}/invitation", {})["link"])

    def sit_down(self, link: str) -> None:
        """Follow a link and take the seat."""
        self.page.goto(link)
        self.page.locator("button[name=sit]").click()
        self.page.wait_for_selector("#table")

    def moved(self, before: int) -> None:
        """Wait until the table shows another rev than before."""
        self.page.wait_for_selector(f'#table:not([data-rev="{before}"])')

    def click(self, selector: str) -> None:
        """Click something that changes the match, and wait until it has."""
        before = self.rev
        self.page.locator(selector).first.click()
        self.moved(before)

    def pick(self, colour: str) -> None:
        card = self.page.locator(f'.company[data-pick="{colour}"]')
        if card.get_attribute("aria-pressed") != "true":
            card.click()
        expect(card).to_have_attribute("aria-pressed", "true")

    def place(self, space: str) -> None:
        self.click(f"#hex-{space} .opt.on")

    def build(self, rng: Random) -> None:
        """Build southwards with some colour."""
        colours = self.page.locator(".company:not([data-shut])").all()
        self.pick(rng.choice(colours).get_attribute("data-pick") or "")
        for _ in range(rng.randint(2, 5)):
            spaces = self.open_spaces()
            if not spaces:
                break
            self.place(rng.choice(spaces[:2]))
        self.click("#do-finish")

    def exchange(self, rng: Random) -> None:
        """Give something, take something else."""
        self.page.locator("#do-exchange").click()
        given = rng.choice(self.page.locator("#give input").all())
        self.page.locator(f"label:has(#{given.get_attribute('id')})").click()
        taken = [
            radio
            for radio in self.page.locator("[name=take]").all()
            if radio.get_attribute("value") != given.get_attribute("value")
        ]
        for radio in taken:
            self.page.locator(f"label:has(#{radio.get_attribute('id')})").click()
            if self.page.locator(".outcome:not([hidden]) [data-choice]").count():
                break
        self.click(".outcome:not([hidden]) [data-choice]")

    def take_turn(self, rng: Random) -> None:
        if self.page.locator(".company:not([data-shut])").count() and rng.random() < 0.75:
            self.build(rng)
        else:
            self.exchange(rng)
