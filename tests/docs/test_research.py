"""docs/research.md names every part of every observation, and its code runs."""

import re
from pathlib import Path

import pytest

from stellwerk.core.registry import title
from stellwerk.interop.research.features import COLUMNS, layout_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
CHAPTERS = {
    "paris-connection": "Paris Connection",
    "railroad-revolution": "Railroad Revolution",
    "1830": "18xx games",
    "1848": "18xx games",
    "1853": "18xx games",
}


@pytest.mark.parametrize("game", CHAPTERS)
def test_the_page_tells_the_parts_of_an_observation_in_their_order(game: str) -> None:
    known = title(game)
    layout = layout_of(known.game(known.seats[-1], known.resolve({})))
    chapter = PAGE.split(f"### {CHAPTERS[game]}\n")[1].split("\n#")[0]
    if game in ("1830", "1848"):
        chapter = chapter.split("1853 has these besides")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", chapter, re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert [*told, "saying"] == list(layout.parts)


def test_the_page_tells_the_columns_of_the_table() -> None:
    told = PAGE.split("## Legal ids as a table")[1].split("\n## ")[0]
    for column in COLUMNS:
        assert f"`{column}`" in told or column in ("second", "third")


def test_the_first_program_of_the_page_plays_a_game() -> None:
    [code] = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "agent_iter" in block]
    names: dict[str, object] = {}
    exec(compile(code, "research.md", "exec"), names)
    assert names["table"].play.over  # type: ignore[attr-defined]
