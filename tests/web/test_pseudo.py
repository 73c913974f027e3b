"""No text on a page is left untranslated: every translated one is marked, and what stands outside marks is found.

Platform messages are marked by a pseudo catalogue, words of the game where they are said. Names at the table are
numbers, so whatever letters remain were never given to a translator.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from html.parser import HTMLParser
from typing import Any

import pytest

from stellwerk.bots.registry import bot_label
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.registry import titles
from stellwerk.core.rulebook import Rulebook
from stellwerk.core.texts import Texts
from stellwerk.eighteen.game import RailGame
from stellwerk.games.paris.game import TITLE
from stellwerk.server import pages_lobby, pages_match
from stellwerk.web import i18n
from stellwerk.web.sketches import sketches_of
from stellwerk.web.svg.map import broken
from tests.games.g1830.corners import bankruptcy, first_stock_round, forced_purchase, train_of_another
from tests.games.g1830.positions import fresh, game_for
from tests.games.rail_table import Table as Position
from tests.server.kit import Client
from tests.web.india import stages as india_stages
from tests.web.site import begin, do, finished, first_place, upload

OPEN, SHUT = "⟦", "⟧"
MARKED = re.compile(f"{OPEN}[^{OPEN}{SHUT}]*{SHUT}")
SPOKEN = ("aria-label", "title", "alt", "placeholder")
UNSPOKEN = frozenset({"script", "style", "template"})
AGO = re.compile(r"vor \d+ (Sekunde|Minute)n?")
NAMES = (
    "Stellwerk",
    "English",
    "Deutsch",
    "en",
    "de",
    "Tab",
    "Esc",
    "M",
    "C",
    "P",
    "X",
    "U",
    "R",
    "T",
    "W",
    "H",
    "S",
    "I",
    "B",
    "D",
    "L",
    "N",
    "V",
    "MIT",
)


class Pseudo(NullTranslations):
    """Says every message as it stands, between marks."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{SHUT}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{OPEN}{msgid1 if n == 1 else msgid2}{SHUT}"


class Reader(HTMLParser):
    """Collects all that a person can read or hear."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.heard: list[str] = []
        self._inside: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSPOKEN:
            self._inside.append(tag)
        known = dict(attrs)
        self.heard += [value for name in SPOKEN if (value := known.get(name))]
        if tag == "meta" and known.get("name") == "description":
            self.heard.append(known.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if "script" not in self._inside and "style" not in self._inside:
            self.heard.append(data)


def unmarked(text: str) -> str:
    """What is left of a text without everything between marks, however deep they nest."""
    while (shorter := MARKED.sub("", text)) != text:
        text = shorter
    return text


def leftovers(html: str) -> list[str]:
    """Texts with letters that nobody translated."""
    books = (rule for title in titles().values() for rule in title.rulebook)
    known = {text for rule in books for text in (rule.id, rule.title["de"], rule.text["de"])}
    guides = [title.guide for title in titles().values() if title.guide]
    known |= {guide.about["de"] for guide in guides} | {step.title["de"] for guide in guides for step in guide.steps}
    drawings = [sketch for title in titles().values() for sketch in sketches_of(title)]
    known |= {text for sketch in drawings for text in (sketch.caption["de"], sketch.alt["de"])}
    known |= {line for name in TITLE.board.names.values() for line in broken(name)}
    found = []
    for heard in Reader(html).heard:
        if heard.strip() in known:
            continue
        rest = AGO.sub("", unmarked(heard))
        for name in NAMES:
            rest = re.sub(rf"(?<!\w){name}(?!\w)", "", rest)
        if re.search(r"[^\W\d_]", rest):
            found.append(heard.strip())
    return found


def forget_words() -> None:
    """Empty every cache of the pages, so that nothing worded by an earlier test is shown."""
    pages = [module for name, module in list(sys.modules.items()) if name.startswith("stellwerk.web")]
    for kept in {found for page in pages for found in vars(page).values() if hasattr(found, "cache_clear")}:
        kept.cache_clear()


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def marked(original: Any) -> Any:
        return lambda *args, **data: f"{OPEN}{original(*args, **data)}{SHUT}"

    for title in titles().values():
        assert title.texts.table  # made before they are marked: a title keeps them
    monkeypatch.setattr(i18n, "load_catalogue", lambda _language: Pseudo())
    for where, name in ((Texts, "say"), (Texts, "name"), (Rulebook, "refuse")):
        monkeypatch.setattr(where, name, marked(getattr(where, name)))
    for page in (pages_lobby, pages_match):
        monkeypatch.setattr(page, "bot_label", marked(bot_label))  # the author of a bot says what it is called
    forget_words()
    yield
    forget_words()


def read(client: Client, path: str) -> str:
    answer = client.get(path, headers={"accept-language": "de"})
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text.count(OPEN) == answer.text.count(SHUT) > 3
    return answer.text


def printed() -> set[str]:
    """What is printed on tiles, hexes and markers, in any language."""
    found = set("WOGVT")  # workers of Railroad Revolution
    for known in titles().values():
        game = known.game(known.seats[0])
        if isinstance(game, RailGame):
            rules = game.rules
            found |= {rules.catalogue.face(number, 0).label for number in rules.catalogue} | set(rules.companies)
            found |= {text for hex_ in rules.hexmap.hexes for text in (hex_.face.label, hex_.later_label)}
            names = [stop.name for hex_ in rules.hexmap.hexes for stop in hex_.face.stops]
            found |= {line for name in names for line in broken(name)} | set(rules.privates)
    return found


def test_pages_of_the_site(client: Client) -> None:
    begin(client)
    match = begin(client, (("11", "random"), ("12", "greedy"), "13"))["id"]
    rules = [f"/rules/{game}" for game in titles()]
    letters = printed()
    for path in ("/", "/about", "/learn", "/learn/1830", "/rules", *rules, "/nowhere", f"/match/{match}"):
        assert set(leftovers(read(client, path))) <= letters, path
    invitation = begin(client)
    door = f"/match/{invitation['id']}/join"
    code = client.post(f"/api/matches/{invitation['id']}/seats/0/invitation", json={}).json()["code"]
    assert leftovers(read(client, door)) == []
    assert leftovers(client.post(door, data={"code": code}).text) == []


def test_a_table_in_every_stage(client: Client) -> None:
    match = begin(client)["id"]
    assert leftovers(read(client, f"/match/{match}")) == []
    assert leftovers(read(client, f"/match/{match}?seat=0")) == []
    for _ in range(2):
        html = do(client, match, "act", 0, action=first_place(client, match)).text
        assert leftovers(html) == []
    assert leftovers(do(client, match, "undo", 0).text) == []
    assert leftovers(do(client, match, "act", 0, action={"kind": "finish"}).text) == []
    client.cookies.clear()
    assert leftovers(read(client, f"/match/{match}")) == []
    assert leftovers(read(client, f"/match/{match}/history?ply=4")) == []


def test_the_end_and_the_past(client: Client) -> None:
    match = finished()
    match.header = replace(match.header, seats=tuple(Seat(str(n)) for n in (11, 12, 13)))
    name = upload(client, match)["id"]
    assert leftovers(read(client, f"/match/{name}")) == []
    assert leftovers(read(client, f"/match/{name}/history?ply=30")) == []


def test_an_18xx_table_in_every_stage(client: Client) -> None:
    """Companies are called by their letters, and cities by their names, in every language."""
    t = game_for(4).rules
    cities = [stop.name for hex_ in t.hexmap.hexes for stop in hex_.face.stops]
    own = words_of(*cities, *t.companies, *t.privates, *t.trains, *(hex_.name for hex_ in t.hexmap.hexes), "OO", "NY")
    keys = {"T", "H", "R", "W"}
    for make in (fresh, forced_purchase, bankruptcy, first_stock_round, train_of_another):
        name = place(client, make())
        for path in (f"/match/{name}", f"/match/{name}/history?ply=0", f"/match/{name}/charts"):
            left = leftovers(read(client, path))
            assert [text for text in left if not words_of(unmarked(text)) <= own | keys] == [], path


def test_a_table_of_contracts_in_every_stage(client: Client) -> None:
    """What only 1853 has: bonds, the sheet, contracts, managers, layers and the key of its map."""
    stages = india_stages()
    t = stages[0].numbers
    cities = [stop.name for hex_ in t.hexmap.hexes for stop in hex_.face.stops]
    own = words_of(*cities, *t.companies, *t.trains, *(hex_.name for hex_ in t.hexmap.hexes), "CD", "BM", "W", "A", "B")
    for stage in stages:
        name, seat = place(client, stage, "1853"), next(iter(stage.game.owing(stage.s)))
        for path in (f"/match/{name}?seat={seat}", f"/match/{name}/history?ply=0&seat={seat}"):
            page = read(client, path)
            assert "data-layer" in page
            assert 'id="curtain"' not in page
            assert [
                text for text in leftovers(page) if not words_of(unmarked(text)) <= own | {"T", "H", "R", "W"}
            ] == [], path


def words_of(*texts: str) -> set[str]:
    return {word for text in texts for word in re.findall(r"[^\W\d_]+", text)}


def place(client: Client, t: Position, game: str = "1830") -> str:
    """Lay a position on a table whose players are numbers."""
    header = new_header(game, [Seat(str(number)) for number in range(11, 11 + t.game.seats)])
    position = json.loads(json.dumps(t.s.to_json()))
    return str(upload(client, Match(replace(header, position=position)))["id"])


def test_the_words_for_the_scripts_are_all_marked(client: Client) -> None:
    found = re.search(r'id="words">(.*?)</script>', client.get("/").text)
    assert found
    said = json.loads(found[1])
    assert len(said) > 10
    assert all(text.startswith(OPEN) and text.endswith(SHUT) for text in said.values())


def test_what_was_never_marked_is_found() -> None:
    assert leftovers("<p>Hello</p>") == ["Hello"]
    assert leftovers('<p title="Look">⟦ok ⟦Ann⟧⟧ 12</p>') == ["Look"]
    assert leftovers("<button>⟦Go⟧ now</button>") == ["⟦Go⟧ now"]
    assert leftovers("<script>let x</script><p>⟦a⟧ · 3/4</p>") == []
