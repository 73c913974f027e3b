"""The market: prices that are joined, par values, and those that companies must have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from stellwerk.eighteen.check.names import tables
from stellwerk.eighteen.forms import MARKET, PIECES
from stellwerk.eighteen.market import ZONES, read_market

PAR: Final = "p"


def _tables(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Place and rows of the market, or of each of several."""
    several = tables(data, "table")
    if "rows" in data or not several:
        yield f"{MARKET}: rows", data
    yield from ((f"{MARKET}: table.{name}: rows", table) for name, table in several.items())


def problems(data: Mapping[str, Any]) -> Iterator[str]:
    for place, table in _tables(data):
        rows = [line.split() for line in table.get("rows", ())]
        if not any(cell != "." for row in rows for cell in row):
            yield f"{place} has no prices"
            continue
        yield from _letters(place, rows)
        pars = [cell.rstrip("abcdefghijklmnopqrstuvwxyz") for row in rows for cell in row if PAR in cell]
        yield from (
            f"{place}: the par value {par} stands twice" for par in sorted({p for p in pars if pars.count(p) > 1})
        )
        if not pars:
            yield f"{place}: no par value is marked with {PAR}"


def _letters(place: str, rows: list[list[str]]) -> Iterator[str]:
    known = (*ZONES, PAR)
    for number, row in enumerate(rows):
        for cell in row:
            for letter in cell.lstrip(".0123456789"):
                if letter not in known:
                    said = f"the unknown letter {letter!r}; there are {', '.join(known)}"
                    yield f"{place}: row {number}: {cell} has {said}"


def par_problems(pieces: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[str]:
    """A company with a fixed par finds it in the market."""
    for place, table in _tables(data):
        if any(True for _ in _letters(place, [line.split() for line in table.get("rows", ())])):
            continue
        pars = read_market({"rows": (), **table}).pars
        for name, company in tables(pieces, "companies").items():
            par = company.get("par", 0)
            if par and pars and par not in pars:
                said = ", ".join(map(str, pars))
                yield f"{PIECES}: companies.{name}: par {par} is no par value of {place.removesuffix(': rows')}: {said}"
