"""The table of a title that was installed as a package: the one that docs/adding-an-18xx-title.md makes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.docs.packages import environment, install, run, write_files
from tests.docs.pages import blocks
from tests.server.test_process import serving
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import Visitor
from tests.web.browser.test_rail_map import hexes, state_of

pytestmark = pytest.mark.browser

PAGE = "adding-an-18xx-title.md"
POSITION = """
import sys
from random import Random
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.matchfile import dumps
match, rng = Match(new_header("18moor", [Seat("Ann"), Seat("Ben")], {}, "table")), Random(3)
while True:
    choices = list(match.game.choices(match.state))
    kinds = sorted({choice.kind for choice in choices})
    if sys.argv[1] in kinds:
        break
    kind = next((kind for kind in ("par", "buy", "buy_private_at_face") if kind in kinds), None) or rng.choice(kinds)
    match.play(rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))
print(dumps(match))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    write_files(blocks(PAGE), folder)
    install(folder)
    return folder


@pytest.fixture(scope="module")
def site(package: Path) -> Iterator[str]:
    """A server for which the package is installed, in a process of its own."""
    with serving(package / "matches.sqlite3", "--bot-delay", "0", "--bots", "1", env=environment(package)) as server:
        yield f"http://127.0.0.1:{server.port}"


def sit(visitor: Visitor, package: Path, kind: str) -> Any:
    """Open a position in which an action of a kind is open, with this visitor at all seats."""
    made = visitor.ask("/api/matches", {"file": json.loads(run(package, "-c", POSITION, kind))})
    visitor.page.goto(f"/match/{made['id']}")
    expect(visitor.page.locator("html.scripted")).to_be_attached()
    return state_of(visitor)


def test_a_tile_is_laid_on_the_flat_board(visit: Visit, package: Path) -> None:
    ann = visit(width=1366, height=768)
    before = sit(ann, package, "lay")
    page, rev = ann.page, ann.rev
    expect(page.locator(".hx")).to_have_count(14)
    box = page.locator("#hex-C4 .face").bounding_box()
    assert box
    assert box["width"] > box["height"]
    hex_ = hexes(page)[0]
    assert hex_ not in before["tiles"]
    page.locator(f"#hex-{hex_}").click()
    expect(page.locator("#preview-layer .preview")).to_have_count(1)
    page.locator("#dock-do").click()
    ann.moved(rev)
    after: Any = state_of(ann)
    assert hex_ in after["tiles"]


def test_the_step_of_the_title_has_buttons_that_say_its_words(visit: Visit, package: Path) -> None:
    ann = visit("de", width=390, height=844)
    sit(ann, package, "drain")
    rev = ann.rev
    asked = ann.page.get_by_text("Die Moorkommission darf ein Feld trockenlegen").filter(visible=True)
    expect(asked).to_have_count(1)
    expect(asked).to_be_in_viewport(ratio=1)
    button = ann.page.get_by_role("button", name="B3 trockenlegen")
    expect(ann.page.get_by_role("button", name="Nichts trockenlegen")).to_be_visible()
    button.click()
    ann.moved(rev)
    after: Any = state_of(ann)
    assert after["drained"] == ["B3"]
