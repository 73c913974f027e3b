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


def blocks(page: str) -> list[Block]:
    return [Block(*found) for found in FENCE.findall((DOCS / page).read_text(encoding="utf-8"))]
