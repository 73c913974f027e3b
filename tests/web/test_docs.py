"""The page about tables: its example draws a table, and what it says of attributes is so."""

import re
from pathlib import Path
from typing import Any

from stellwerk.core.choice import Choice
from stellwerk.core.registry import added
from stellwerk.web.tables.base import PARTS
from stellwerk.web.tables.rail import Extras
from stellwerk.web.tables.rail.effects import effects
from tests.core.toys import AUCTION
from tests.games.g1830.positions import table
from tests.web.scenes import choices_on, match_of, scene_of
from tests.web.test_rail_panels import scene

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "drawing-a-table.md").read_text(encoding="utf-8")


def example(number: int) -> dict[str, Any]:
    """What an example of the page defines."""
    names: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[number], names)
    return names


def test_the_example_of_a_rail_title_adds_a_panel_marks_and_warnings() -> None:
    """Of the 12000 of 1830 no dollar is lost; PRR has 150, and 70 after a train for 80."""
    extended = example(1)["tables"]()["my-title"]
    t = table(4).opened("PRR", par=67, shares={0: 60}).home("PRR").cash({"PRR": 150}).operating("PRR", "buy_trains")
    parts = extended.parts(scene(t, 0))
    assert re.search(r"<p id='rich'>\$12,000</p>\s*<h2>Companies</h2>", parts["companies"])
    assert "<dt>Gold</dt><dd>$75</dd>" in parts["companies"]
    told = effects(extended.dressed(scene(t, 0)), Choice(0, "buy_train", ("bank", "2", 80)))
    assert told.warnings == ["PRR is poor then"]


def test_all_extras_stand_on_the_page() -> None:
    members = {name for name in vars(Extras) if not name.startswith("_")}
    assert members <= set(re.findall(r"`(\w+)`", PAGE))


def test_the_example_draws_a_table() -> None:
    names = example(0)
    with added(AUCTION):
        scene = scene_of(match_of(AUCTION.id, 3), 0)
        parts = names["tables"]()["my-game"].parts(scene)
    assert list(parts) == list(PARTS)
    assert parts["map"].count("<rect") == 3
    assert choices_on(parts["panels"]) == [choice.to_json() for choice in scene.choices]


def test_each_attribute_of_the_page_is_understood_by_some_script() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "web" / "src").rglob("*.ts"))
    listed = re.findall(r"`(data-[a-z]+)`", PAGE)
    assert len(listed) > 8
    for name in listed:
        camel = name.removeprefix("data-")
        assert name in scripts or f'dataset["{camel}"]' in scripts, name
