"""The page for contributors is true: its test passes, its commands and markers are there."""

import re
import tomllib
from pathlib import Path
from typing import Any

from tests.docs.pages import DOCS, blocks

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_test_for_a_rule_passes_and_names_its_rule() -> None:
    (block,) = [block for block in blocks(str(Path("..") / "CONTRIBUTING.md")) if block.language == "python"]
    names: dict[str, Any] = {}
    exec(block.text, names)
    (test,) = [value for name, value in names.items() if name.startswith("test_")]
    assert [(mark.name, mark.args) for mark in test.pytestmark] == [("rule", ("paris-connection", "build.2"))]
    test()


def test_every_command_of_the_pages_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))
    assert {"test", "test-long", "wheel", "matrix"} <= targets
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        named = re.findall(r"`make ([a-z-]+)", text) + re.findall(r"^make ([a-z-]+)", text, re.MULTILINE)
        assert set(named) <= targets, page


def test_every_marker_is_explained() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    markers = {re.match(r"\w+", marker)[0] for marker in config["tool"]["pytest"]["markers"]}  # type: ignore[index]
    assert markers == set(re.findall(r"^- `(\w+)` ", PAGE, re.MULTILINE))


def test_every_link_of_the_page_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert len(links) > 3
    assert [link for link in links if not (ROOT / link).exists()] == []
