"""The numbers by which planners judge, from data files that say where they come from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from importlib.resources import files
from typing import Any, Final, TypeVar

from stellwerk.core.errors import DataError

T = TypeVar("T")

FOLDER: Final = files("stellwerk.bots") / "data"


def told(name: str, table: str) -> dict[str, Any]:
    """A table of a data file, lists as tuples."""
    found = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))[table]
    return {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()}


def filled(kind: type[T], numbers: Mapping[str, Any], name: str) -> T:
    """A dataclass with exactly the numbers of a file."""
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # it is a dataclass
    if numbers.keys() != known:
        raise DataError(name, f"expected exactly {', '.join(sorted(known))}")
    return kind(**numbers)
