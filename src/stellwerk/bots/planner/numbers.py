"""The numbers by which planners judge, from data files that say where they come from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields
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
    """A dataclass with the numbers of a file: all that have no default, and none that it does not know."""
    known = fields(kind)  # type: ignore[arg-type]  # it is a dataclass
    needed = {field.name for field in known if field.default is MISSING and field.default_factory is MISSING}
    if not needed <= numbers.keys() <= {field.name for field in known}:
        raise DataError(name, f"expected {', '.join(sorted(needed))}, not {', '.join(sorted(numbers))}")
    return kind(**numbers)
