"""Code blocks of the pages under docs/, so that tests can run what the pages say."""

import re
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parents[2] / "docs"
FENCE = re.compile(r"^```(\w*)[ ]?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """What stands behind the opening fence, and the lines up to the closing one."""

    language: str
    name: str
    text: str


def blocks(page: str, until: str = "") -> list[Block]:
    """The blocks of a page, or those above a heading."""
    text = (DOCS / page).read_text(encoding="utf-8")
    if until:
        text = text[: text.index(f"\n## {until}")]
    return [Block(*found) for found in FENCE.findall(text)]
