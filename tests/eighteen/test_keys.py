"""Shared steps name keys: each is written out where it is cited and has neutral words; titles know their paragraphs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import stellwerk.eighteen
from stellwerk.core.errors import Refusal
from stellwerk.core.registry import titles
from stellwerk.core.texts import LANGUAGES
from stellwerk.eighteen.citations import Citations, neutral_rules
from stellwerk.eighteen.title import RailTitle

SOURCES = sorted(Path(stellwerk.eighteen.__file__).parent.rglob("*.py"))
KEY = re.compile(r"[a-z]+\.[a-z_]+")
NAMED = ("rule", "turn_rule", "closed_rule", "end_rule", "seats_rule")
"""Attributes of steps, games and titles that hold a key."""

BOOKS = [title for title in titles().values() if isinstance(title, RailTitle)]


def words(node: ast.expr) -> Iterator[str]:
    """What an expression can be: a string itself, or either side of a choice; anything else is told by None."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*words(body), *words(orelse))
        case ast.BoolOp(values=values):
            yield from (text for value in values for text in words(value))
        case ast.JoinedStr():
            raise AssertionError(f"line {node.lineno}: a key is put together from pieces")


def cited(path: Path) -> Iterator[str]:
    """All keys in a file: what refusals and faults of routes are made of, attributes, and known keys anywhere."""
    known = neutral_rules()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="Refusal" | "_Fault"), args=[first, *_]):
                yield from words(first)
            case ast.Assign(targets=targets, value=value) if any(_named(target) for target in targets):
                yield from words(value)
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _named(target):
                yield from words(value)
            case ast.Constant(value=str(text)) if text in known:
                yield text


def _named(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id in NAMED


FOUND = {key for path in SOURCES for key in cited(path) if key}


def test_the_search_finds_what_is_cited_in_every_way() -> None:
    """A plain key, one of a choice, an attribute, one handed on to another function, a fault of a route."""
    assert {"stock.pool_full", "train.not_yet", "dividend.whole", "track.label", "route.stop_twice"} <= FOUND
    assert len(FOUND) > 100


def test_a_cited_key_looks_like_a_key_and_has_neutral_words() -> None:
    for key in sorted(FOUND):
        assert KEY.fullmatch(key)
        assert key in neutral_rules()


def test_neutral_words_are_for_a_key_that_is_cited_and_have_the_same_fields_in_every_language() -> None:
    for key in sorted(neutral_rules()):
        assert key in FOUND
        rule = neutral_rules()[key]
        for sentence in (rule.refusal, *rule.cases.values()):
            assert len({frozenset(fields(sentence[language])) for language in LANGUAGES}) == 1


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("title", BOOKS, ids=lambda title: title.id)
def test_a_title_with_a_book_knows_the_paragraph_of_every_key_or_that_it_cannot_come_up(title: RailTitle) -> None:
    book = title.citations
    assert FOUND - book.cites.keys() == set(book.none)
    assert list(book.problems()) == []
    numbers = {*book.cites.values(), *(number for table in book.special.values() for number in table.values())}
    assert sorted(number for number in numbers if number not in title.rulebook) == []


def test_what_concerns_one_private_alone_has_a_paragraph_of_its_own() -> None:
    book = Citations({"private.closed": "4"}, {"CS": {"private.closed": "4.CS"}})
    assert book.number(Refusal("private.closed", {"private": "CS"})) == "4.CS"
    assert book.number(Refusal("private.closed", {"private": "DH"})) == "4"
    assert book.number(Refusal("private.not_yours", {"private": "CS"})) == "private.not_yours"


def test_what_no_book_says_is_told_in_neutral_words_and_in_the_money_of_the_title() -> None:
    rules = {rule.id: rule for rule in Citations({"track.label": "7"}, none=frozenset({"track.colour"})).neutral("£")}
    assert rules.keys() == neutral_rules().keys() - {"track.label"}
    assert rules["station.price"].refusal["en"] == "This station costs £{cost}, but the treasury holds £{cash}."
    assert not rules["station.price"].needs_test


def test_keys_that_do_not_exist_are_found() -> None:
    odd = Citations({"track.lable": "7", "track.label": "8"}, none=frozenset({"track.label", "sky.blue"}))
    assert list(odd.problems()) == [
        "cites.toml: there is no key 'track.lable'",
        "cites.toml: there is no key 'sky.blue'",
        "cites.toml: track.label has a number, and is said not to come up",
    ]
