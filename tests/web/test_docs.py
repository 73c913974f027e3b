"""The page about tables: its example draws a table, and what it says of attributes is so."""

import re
from pathlib import Path
from typing import Any

from stellwerk.core.registry import added
from stellwerk.web.tables.base import PARTS
from tests.core.toys import AUCTION
from tests.web.scenes import choices_on, match_of, scene_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "drawing-a-table.md").read_text(encoding="utf-8")


def test_the_example_draws_a_table() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)
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
