"""Reading the tables of a title from its data files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeVar, get_args, get_type_hints

from stellwerk.core.errors import DataError
from stellwerk.eighteen.ruleset import Company, Phase, Private
from stellwerk.eighteen.schema import SOURCE, read
from stellwerk.eighteen.trains import Train

FILE: Final = "pieces.toml"
R = TypeVar("R")


def entries(data: Mapping[str, Any], section: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The things of a section; `source` is none of them."""
    if not isinstance(data.get(section), dict):
        raise DataError(FILE, f"section {section} is missing")
    return ((name, entry) for name, entry in data[section].items() if name != SOURCE)


def read_all(
    record: type[R], data: Mapping[str, Any], section: str, usual: Mapping[str, Any] | None = None
) -> dict[str, R]:
    """The things of a section as records, which a title may have of its own; `usual` holds where one says nothing."""
    return {name: read(record, entry, FILE, f"{section}.{name}", usual, name) for name, entry in entries(data, section)}


@cache
def record_of(form: type, section: str) -> Any:
    """The record of the things of a section, as the form of the file names it."""
    return get_args(get_type_hints(form)[section])[-1]


def usual_cut(data: Mapping[str, Any]) -> dict[str, Any]:
    """How the certificates of a company are cut that says nothing else."""
    return {field: value for field, value in entries(data, "certificates") if field in ("director", "others")}


def read_companies(data: Mapping[str, Any]) -> dict[str, Company]:
    return read_all(Company, data, "companies", usual_cut(data))


def read_privates(data: Mapping[str, Any]) -> dict[str, Private]:
    return read_all(Private, data, "privates")


def read_trains(data: Mapping[str, Any]) -> dict[str, Train]:
    return read_all(Train, data, "trains")


def read_phases(data: Mapping[str, Any]) -> dict[str, Phase]:
    return read_all(Phase, data, "phases")
