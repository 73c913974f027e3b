"""The book: every key of a shared step has its paragraph, or is said not to come up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stellwerk.eighteen.check.names import tables
from stellwerk.eighteen.citations import neutral_rules, read_citations
from stellwerk.eighteen.forms import CITES
from stellwerk.eighteen.schema import meant


def problems(data: Mapping[str, Any], pieces: Mapping[str, Any] | None) -> Iterator[str]:
    book = read_citations(data)
    yield from book.problems()
    for key in neutral_rules():
        if key not in book.cites and key not in book.none:
            yield f"{CITES}: {key} has no number, and is not said not to come up"
    if pieces is None:
        return
    things = {name for section in ("companies", "privates", "trains") for name in tables(pieces, section)}
    for name in tables(data, "for"):
        if name not in things:
            yield f"{CITES}: for.{name}: there is no company, private or train {name!r}{meant(name, things)}"
