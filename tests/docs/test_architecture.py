"""The page about the architecture lists what there is: modules, layers, laws."""

import re
from pathlib import Path

from stellwerk.testing.check import LAST_LAWS, LAWS
from tests.docs.pages import DOCS
from tests.house.layers import ALLOWED, BARE, FORBIDDEN

CORE = DOCS.parent / "src" / "stellwerk" / "core"


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    section = text.split(f"\n{heading}\n", 1)[1]
    lines = re.search(r"((?:^\|.*\n)+)", section, re.MULTILINE)
    assert lines
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines[1].splitlines()[2:]]


def test_every_module_of_the_core_is_on_the_page() -> None:
    modules = {path.stem for path in CORE.glob("*.py")} - {"__init__"}
    assert {row[0].strip("`") for row in rows("## The core")} == modules


def test_the_layers_of_the_page_are_those_that_are_proved() -> None:
    told = {layer.strip("`"): frozenset(re.findall(r"`(\w+)`", allowed)) for layer, allowed, _ in rows("## Layers")}
    assert told == ALLOWED
    bare = {layer.strip("`") for layer, _, what in rows("## Layers") if "standard library only" in what}
    assert bare == BARE
    for layer, modules in FORBIDDEN.items():
        (what,) = (what for name, _, what in rows("## Layers") if name == f"`{layer}`")
        assert all(module.removeprefix("stellwerk.") in what for module in modules)


def test_every_law_is_on_the_page() -> None:
    told = [row[0].strip("`") for row in rows("## The laws")]
    assert len(told) == len(set(told))
    assert set(told) == {law.__name__ for law in (*LAWS, *LAST_LAWS)}


def test_every_page_that_it_points_to_is_there() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    for page in re.findall(r"\]\(([\w./-]+\.md)\)", text):
        assert Path(DOCS / page).is_file(), page
