"""Class names of the style sheets: none styles two components.

A style sheet owns a class that one of its rules styles by itself, whatever stands around it. Other sheets may adapt an
element of that class only if they are built on its owner, as every sheet is on the shared words of `base.css`. A name
that two sheets have chosen for different things is an error, since one of them then changes the other's elements.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

STYLE = Path(__file__).resolve().parents[3] / "web" / "src" / "style"

SHARED = frozenset({"base", "frame", "table"})
"""Sheets for all pages and tables: everybody may adapt what they own."""

THEMES = frozenset({"palettes", "forced"})
"""Sheets of colours: they style the elements of all others and own nothing."""

COCKPIT = frozenset({"cockpit", "cockpit-bar", "cockpit-phone", "map"})
RAIL = frozenset(
    {"rail-panels", "rail-sale", "rail-side", "rail-market", "rail-charts", "rail-map", "rail-ground", "rail-track"}
    | {"rail-worth", "rail-cockpit", "g1848", "g1853"}
)
REVOLUTION = frozenset({"revolution", "revolution-now", "revolution-boards", "revolution-map"})

BUILT_ON: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(COCKPIT, COCKPIT),
    **dict.fromkeys(RAIL, RAIL | COCKPIT | {"plain"}),
    **dict.fromkeys(REVOLUTION, REVOLUTION | COCKPIT | {"plain"}),
    "table": frozenset({"map"}),
    "paris": COCKPIT,
    "boards": COCKPIT | REVOLUTION | {"paris"},
    "log": COCKPIT | RAIL | REVOLUTION,
    "plan": COCKPIT | RAIL,
    "lobby": frozenset({"pages"}),
    "past": frozenset({"pages", "rail-charts"}),
    "reading": COCKPIT | RAIL | {"pages"},
    "sketches": COCKPIT | RAIL | {"reading"},
}
"""Whose classes a sheet may adapt, beside its own and the shared ones."""

RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const found = [];
  const walk = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) found.push(rule.selectorText);
      if (rule.cssRules && !(rule instanceof CSSKeyframesRule)) walk(rule.cssRules);
    }
  };
  walk(sheet.cssRules);
  return found;
}"""
"""The selectors of a style sheet, as the browser has understood them."""

CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")


def split(selector: str, at: str) -> Iterator[str]:
    """The pieces of a selector between these signs, outside of brackets."""
    depth, piece = 0, ""
    for sign in selector:
        depth += (sign in "([") - (sign in ")]")
        if sign in at and depth == 0:
            yield piece
            piece = ""
        else:
            piece += sign
    yield piece


def compounds(selector: str) -> list[str]:
    """What a selector says of each element from the outermost to the one it styles, without combinators."""
    return [piece for piece in split(selector, " >+~") if piece]


def classes(compound: str) -> list[set[str]]:
    """The classes that an element has, for each alternative of `:is()`; `:not()` and `:has()` do not count."""
    bare = re.sub(r":(?:not|has)\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]", "", compound)
    either = re.search(r":(?:is|where)\(((?:[^()]|\([^()]*\))*)\)", bare)
    if either is None:
        return [set(CLASS.findall(bare))]
    rest = bare[: either.start()] + bare[either.end() :]
    return [set(CLASS.findall(rest)) | set(CLASS.findall(one)) for one in split(either[1], ",")]


def styled(selector: str) -> Iterator[tuple[str, bool]]:
    """The classes of the elements that a selector styles, and whether it does so whatever stands around them."""
    for one in split(selector, ","):
        *around, element = compounds(one.strip())
        free = not re.search(r"[.#\[]", "".join(around)) and "#" not in element
        for either in classes(element):
            for name in either:
                yield name, free and len(either) == 1


def clashes(rules: Mapping[str, list[str]]) -> list[str]:
    """Every class with a sheet that styles elements of it though it is built on none of its owners."""
    users, owners = defaultdict(set), defaultdict(set)
    for sheet in rules.keys() - THEMES:
        for selector in rules[sheet]:
            for name, free in styled(selector):
                users[name].add(sheet)
                if free:
                    owners[name].add(sheet)

    def knows(sheet: str, other: str) -> bool:
        return other == sheet or other in SHARED or other in BUILT_ON.get(sheet, frozenset())

    def founder(sheet: str, name: str) -> bool:
        """No sheet that this one is built on owns the class before it."""
        return not any(knows(sheet, other) and not knows(other, sheet) for other in owners[name])

    return sorted(
        f".{name} of {owner}.css is something else in {sheet}.css"
        for name in owners
        for owner in owners[name]
        if founder(owner, name)
        for sheet in users[name]
        if not knows(sheet, owner)
    )


@pytest.fixture(scope="module")
def rules(browser: Browser) -> dict[str, list[str]]:
    """The selectors of every style sheet, by its name."""
    page = browser.new_page()
    found = {file.stem: page.evaluate(RULES, file.read_text(encoding="utf-8")) for file in sorted(STYLE.glob("*.css"))}
    page.close()
    return found


def test_no_class_name_styles_two_components(rules: dict[str, list[str]]) -> None:
    assert clashes(rules) == []


def test_a_name_chosen_twice_is_found() -> None:
    """The arrows of red hexes were once hidden by a rule for tabs, the log's turns overprinted by one for a bar."""
    arrows = {"rail-map": [".off"], "cockpit": [".cockpit .off, .tabs.thumbs"]}
    turns = {"pages": [".steps", ".steps .slide"], "log": [".log details.steps", ".log li.turn"]}
    assert clashes(arrows) == [".off of rail-map.css is something else in cockpit.css"]
    assert clashes(turns) == [".steps of pages.css is something else in log.css"]
    assert clashes({"map": [".mark"], "lobby": [":is(.list, .table) > :where(.mark, b)"]}) != []
    assert clashes({"base": [".chip"], "rail-sale": [".privates .chip:not(.off)"]}) == []


def test_every_sheet_is_read(rules: dict[str, list[str]]) -> None:
    """Each sheet has as many rules as opening brackets that are no at-rule's."""
    known = rules.keys()
    assert {*SHARED, *THEMES, *BUILT_ON, *(one for some in BUILT_ON.values() for one in some)} <= known
    assert all(len(found) > 3 for found in rules.values())
