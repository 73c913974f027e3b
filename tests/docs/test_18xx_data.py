"""The page about the data files of 18xx titles has every field with its type and default, and nothing else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from stellwerk.eighteen.forms import FORMS, VOCABULARY
from stellwerk.eighteen.market import ZONES
from stellwerk.eighteen.schema import NOTHING, describe, faults, fields_of, is_record
from tests.docs.pages import DOCS, blocks

PAGE = (DOCS / "18xx-data.md").read_text(encoding="utf-8")
HEADING = re.compile(r"^##+ (?:`([^`]+)`)?", re.MULTILINE)


def records(file: str) -> Iterator[tuple[str, type]]:
    """Every table that a file can hold, under the place that its heading names; the same record only once."""
    yield from inner(FORMS[file], "", file)


def inner(record: type, path: str, file: str) -> Iterator[tuple[str, type]]:
    yield path or file, record
    for field in fields_of(record).values():
        for found in within(field.hint):
            named = "<name>" if "Mapping" in str(field.hint) else ""
            yield from inner(found, ".".join(part for part in (path, field.name, named) if part), file)


def within(hint: Any) -> Iterator[type]:
    if is_record(hint):
        yield hint
    else:
        for arg in get_args(hint):
            yield from within(arg)


def once() -> dict[str, type]:
    """Heading and record, each record where it first comes up."""
    told: dict[type, str] = {}
    for file in FORMS:
        for place, record in records(file):
            told.setdefault(record, place)
    return {place: record for record, place in told.items()}


def shown(default: Any) -> str:
    """A default as the file would say it."""
    if default is NOTHING:
        return "needed"
    if isinstance(default, bool):
        return str(default).lower()
    if default in ("", (), None) or default == {}:
        return "–"
    return f"`{list(default) if isinstance(default, tuple) else default}`"


def written() -> dict[str, list[list[str]]]:
    """By heading the rows of the table below it."""
    parts = HEADING.split(PAGE)
    rows = {}
    for heading, text in zip(parts[1::2], parts[2::2], strict=True):
        lines = [line for line in text.splitlines() if line.startswith("| `")]
        if heading and lines:
            rows[heading] = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return rows


def test_the_page_has_exactly_the_tables_that_files_can_hold() -> None:
    assert set(written()) == set(once())


@pytest.mark.parametrize("place", once())
def test_every_field_is_on_the_page_with_type_and_default(place: str) -> None:
    expected = [[f"`{f.name}`", describe(f.hint), shown(f.default)] for f in fields_of(once()[place]).values()]
    rows = written()[place]
    assert [row[:3] for row in rows] == expected
    assert all(len(row) == 4 and len(row[3]) > 10 for row in rows)


def test_the_words_and_letters_that_files_may_use_are_on_the_page() -> None:
    for kind, words in VOCABULARY.items():
        assert f"| {kind} | {', '.join(f'`{word}`' for word in words)} |" in PAGE
    for letter, zone in ZONES.items():
        assert f"`{letter}` {zone}" in PAGE


@pytest.mark.parametrize("block", blocks("18xx-data.md"), ids=lambda block: block.name)
def test_the_examples_are_of_their_form(block: Any) -> None:
    data = tomllib.loads(block.text)
    missing = [fault for fault in faults(data, FORMS[block.name], "", VOCABULARY) if not fault.endswith("is missing")]
    assert missing == []
