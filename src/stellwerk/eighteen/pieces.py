"""Reading the tables of a title from its data files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stellwerk.core.errors import DataError
from stellwerk.eighteen.tables import NEUTRAL, Company, Phase, Private
from stellwerk.eighteen.trains import Train

FILE = "pieces.toml"


def entries(data: Mapping[str, Any], section: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The things of a section; `source` and notes are not things."""
    if section not in data:
        raise DataError(FILE, f"section {section} is missing")
    return ((name, entry) for name, entry in data[section].items() if isinstance(entry, dict))


def read_companies(data: Mapping[str, Any]) -> dict[str, Company]:
    certificates = data["certificates"]
    return {
        name: Company(
            id=name,
            markers=entry.get("markers", 0),
            home=entry.get("home", ""),
            home_stops=tuple(entry.get("stops", [0])),
            director=entry.get("director", certificates["director"]),
            certificates=tuple(entry.get("others", certificates["others"])),
            colour=entry.get("colour", NEUTRAL),
            par=entry.get("par", 0),
            second_home=entry.get("second_home", ""),
            waits_for=entry.get("waits_for", ""),
            marker_prices=tuple(entry.get("marker_prices", ())),
            operates=entry.get("operates", True),
        )
        for name, entry in entries(data, "companies")
    }


def read_privates(data: Mapping[str, Any]) -> dict[str, Private]:
    return {
        name: Private(id=name, **{key: _frozen(value) for key, value in entry.items()})
        for name, entry in entries(data, "privates")
    }


def read_trains(data: Mapping[str, Any]) -> dict[str, Train]:
    return {
        name: Train(
            name=name,
            price=entry["price"],
            stops=entry.get("stops"),
            count=entry.get("count"),
            towns=entry.get("towns", 0),
            rusts_on=entry.get("rusts_on", ""),
            trade_in=tuple(entry.get("trade_in", {}).items()),
            after=entry.get("after", ""),
            further=entry.get("further", False),
            card=entry.get("card", ""),
            extra=entry.get("extra", False),
        )
        for name, entry in entries(data, "trains")
    }


def read_phases(data: Mapping[str, Any], kind: type[Phase] = Phase) -> dict[str, Phase]:
    return {
        name: kind(id=name, **{**entry, "colours": frozenset(entry["colours"])})
        for name, entry in entries(data, "phases")
    }


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
