"""The form of a data file, told once: by the annotations of the record that it becomes.

A table of a file is a dataclass (or a named tuple): its fields are the fields that may stand there, those without a
default must. What a text names (a hex, a train, ...) is part of its type, so that references can be checked as well.
`source`, which says where numbers come from, may stand in every table.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from stellwerk.core.errors import DataError

R = TypeVar("R")
Known: TypeAlias = Mapping[str, Collection[str]]
"""By kind the names that exist; kinds that are not listed are not checked."""

SOURCE: Final = "source"
NOTHING: Final = dataclasses.MISSING
PLAYERS: Final = "number of players"


@dataclass(frozen=True, slots=True)
class Names:
    """A text that is the name of something: of a hex, a train ..."""

    what: str


@dataclass(frozen=True, slots=True)
class Within:
    """A number with bounds."""

    least: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Shaped:
    """A text of a form, and what such a text is called."""

    form: str
    called: str


@dataclass(frozen=True, slots=True)
class Written:
    """A field that has another name in the file; an empty one is the name of the whole table."""

    name: str


@dataclass(frozen=True, slots=True)
class ForAll:
    """A table with an entry for each of all names of a kind, such as the numbers of players."""

    what: str


class OrOne:
    """A list that may be a single value, where it has only one."""


Id: TypeAlias = Annotated[str, Written("")]
HexName: TypeAlias = Annotated[str, Names("hex")]
TrainName: TypeAlias = Annotated[str, Names("train")]
TileName: TypeAlias = Annotated[str, Names("tile")]
CompanyName: TypeAlias = Annotated[str, Names("company")]
PrivateName: TypeAlias = Annotated[str, Names("private")]
PhaseName: TypeAlias = Annotated[str, Names("phase")]
TerrainName: TypeAlias = Annotated[str, Names("terrain")]
TileColour: TypeAlias = Annotated[str, Names("colour")]
RuleNumber: TypeAlias = Annotated[str, Names("rule")]
RuleKey: TypeAlias = Annotated[str, Names("key")]
Seats: TypeAlias = Annotated[str, Names(PLAYERS)]
Amount: TypeAlias = Annotated[int, Within(0)]
Positive: TypeAlias = Annotated[int, Within(1)]
Percent: TypeAlias = Annotated[int, Within(0, 100)]
Edge: TypeAlias = Annotated[int, Within(0, 5)]
Paint: TypeAlias = Annotated[str, Shaped("#[0-9a-fA-F]{6}", "a colour such as #196e3f")]
BySeats: TypeAlias = Annotated[Mapping[Seats, Amount], ForAll(PLAYERS)]

EACH: Final[Mapping[str, str]] = {"hex": "hexes", "company": "companies"}
PLAIN: Final[Mapping[type, str]] = {int: "whole number", str: "text", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a table: how it is called in the file and in the record, its type, and its default."""

    name: str
    attribute: str
    hint: Any
    default: Any

    @property
    def needed(self) -> bool:
        return self.default is NOTHING


def fields_of(record: type) -> Mapping[str, Field]:
    """The fields that may stand in a table, by their names in the file."""
    return {name: field for name, field in _fields(record).items() if name}


@cache
def _fields(record: Any) -> Mapping[str, Field]:
    """The same, and without a name the field for the name of the table."""
    hints = get_type_hints(record, include_extras=True)
    if dataclasses.is_dataclass(record):
        told = [(field.name, _default(field)) for field in dataclasses.fields(record) if field.init]
    else:
        defaults = getattr(record, "_field_defaults", {})
        told = [(name, defaults.get(name, NOTHING)) for name in getattr(record, "_fields", ())]
    fields = (Field(_written(hints[name], name), name, hints[name], default) for name, default in told)
    return {field.name: field for field in fields}


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not NOTHING else field.default


def _written(hint: Any, name: str) -> str:
    return next((mark.name for mark in _marks(hint) if isinstance(mark, Written)), name)


def _marks(hint: Any) -> tuple[Any, ...]:
    return getattr(hint, "__metadata__", ())


@cache
def is_record(hint: Any) -> bool:
    return isinstance(hint, type) and (dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"))


@cache
def _parts(hint: Any) -> tuple[Any, Any, tuple[Any, ...]]:
    """A type without marks and without None, what it is made by, and of what."""
    while True:
        if _marks(hint):
            hint = get_args(hint)[0]
        elif get_origin(hint) in (Union, UnionType):
            hint = next(arm for arm in get_args(hint) if arm is not NoneType)
        else:
            return hint, get_origin(hint), get_args(hint)


@cache
def _pairs(args: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Key and value of a tuple of pairs, which is a table in the file."""
    inner = _parts(args[0])
    return inner[2] if inner[1] is tuple and inner[2][-1] is not Ellipsis else None


@cache
def _all_marks(hint: Any) -> tuple[Any, ...]:
    """The marks of a type and of what is left of it without None."""
    if get_origin(hint) in (Union, UnionType):
        return _all_marks(next(arm for arm in get_args(hint) if arm is not NoneType))
    return _marks(hint)


def describe(hint: Any, *, many: bool = False) -> str:
    """A type in words, as error messages and documentation say it."""
    s = "s" * many
    for mark in _all_marks(hint):
        if isinstance(mark, Names):
            return EACH.get(mark.what, f"{mark.what}s") if many else mark.what
        if isinstance(mark, Shaped):
            return mark.called
        if isinstance(mark, Within) and mark.most is not None:
            return f"whole number{s} from {mark.least} to {mark.most}"
    bare, origin, args = _parts(hint)
    if origin is Literal:
        return " or ".join(f'"{value}"' for value in args)
    if origin in (tuple, frozenset):
        if pair := _pairs(args):
            return f"table: {describe(pair[1])} by {describe(pair[0])}"
        either = f"{describe(args[0])} or " if any(isinstance(mark, OrOne) for mark in _all_marks(hint)) else ""
        return f"{either}list of {describe(args[0], many=True)}"
    if origin is AnyMapping and is_record(_parts(args[1])[0]):
        return "tables by name"
    if origin is AnyMapping:
        return f"table{s}: {describe(args[1])} by {describe(args[0])}"
    if is_record(bare):
        return f"table{s}"
    return PLAIN[bare] + (s if bare is not bool else "")


def faults(value: Any, hint: Any, place: str, known: Known) -> Iterator[str]:
    """All in which a value of a file is not what a type asks for, one sentence each."""
    bare, origin, args = _parts(hint)
    marks = _all_marks(hint)
    if origin in (tuple, frozenset) and not _pairs(args):
        if not isinstance(value, list):
            one = any(isinstance(mark, OrOne) for mark in marks)
            yield from faults(value, args[0], place, known) if one else [_wrong(place, hint, value)]
            return
        records = is_record(_parts(args[0])[0])
        for number, item in enumerate(value):
            yield from faults(item, args[0], f"{place}.{number}" if records else place, known)
    elif origin is AnyMapping or origin is tuple:
        key, inner = args if origin is AnyMapping else (_pairs(args) or ())
        yield from _table_faults(value, (key, inner), place, known, marks)
    elif is_record(bare):
        yield from _record_faults(value, bare, place, known)
    elif origin is Literal:
        if value not in args:
            yield f"{place} is {describe(hint)}, not {value!r}{meant(value, args)}"
    elif type(value) is not bare:
        yield _wrong(place, hint, value)
    else:
        yield from _mark_faults(value, marks, place, known)


def _wrong(place: str, hint: Any, value: Any) -> str:
    said = describe(hint)
    if any(isinstance(mark, Names) for mark in _all_marks(hint)):
        said = f"text, the name of a {said}"
    return f"{place} is {said if said.startswith(('a ', 'true')) else f'a {said}'}, not {value!r}"


def _record_faults(value: Any, record: type, place: str, known: Known) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place} is a table of fields, not {value!r}"
        return
    fields = fields_of(record)
    for name, entry in value.items():
        if name in fields:
            yield from faults(entry, fields[name].hint, _joined(place, name, fields[name].hint), known)
        elif name != SOURCE:
            yield f"{_at(place)}there is no field {name!r}{meant(name, fields)}"
        elif not isinstance(entry, str):
            yield f"{_at(place)}{name} is a text, not {entry!r}"
    for field in fields.values():
        if field.needed and field.name not in value:
            yield f"{_at(place)}{field.name} is missing"


def _table_faults(
    value: Any, types: tuple[Any, Any], place: str, known: Known, marks: tuple[Any, ...]
) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place} is a table, not {value!r}"
        return
    records = is_record(_parts(types[1])[0])
    for key, entry in value.items():
        if key == SOURCE and records and isinstance(entry, str):
            continue
        yield from _mark_faults(key, _all_marks(types[0]), place, known)
        yield from faults(entry, types[1], f"{place}.{key}", known)
    for mark in marks:
        if isinstance(mark, ForAll):
            lacking = [name for name in known.get(mark.what, ()) if name not in value]
            yield from (f"{place} says nothing about the {mark.what} {name}" for name in lacking)


def _mark_faults(value: Any, marks: tuple[Any, ...], place: str, known: Known) -> Iterator[str]:
    for mark in marks:
        match mark:
            case Names(what) if what in known and value and value not in known[what]:
                yield f"{place} names the unknown {what} {value!r}{meant(value, known[what])}"
            case Within(least, most) if value < least or (most is not None and value > most):
                bounds = f"at least {least}" if most is None else f"from {least} to {most}"
                yield f"{place} is {bounds}, not {value}"
            case Shaped(form, called) if not re.fullmatch(form, value):
                yield f"{place} is {called}, not {value!r}"


def meant(name: Any, names: Collection[str]) -> str:
    """A question after a wrong name, where one is near enough."""
    near = get_close_matches(str(name), [other for other in names if other != name], 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _joined(place: str, name: str, hint: Any) -> str:
    """The place of a field: "trains.4: price", and "trains.4.trade_in" where it is a table or a list of tables."""
    bare, origin, args = _parts(hint)
    inner = origin in (tuple, frozenset) and (_pairs(args) or is_record(_parts(args[0])[0]))
    table = origin is AnyMapping or is_record(bare) or inner
    return f"{place}.{name}" if place and table else f"{_at(place)}{name}"


def _at(place: str) -> str:
    return f"{place}: " if place else ""


def read(
    record: type[R], entry: Any, file: str, place: str, usual: Mapping[str, Any] | None = None, name: str = ""
) -> R:
    """A record of what a table of a file says over what is usual; a fault of form is told with its place.

    The name of the table goes into the field that stands for it, if the record has one.
    """
    for fault in faults(entry, record, place, {}):
        raise DataError(file, fault)
    kind: Any = record
    fields = _fields(kind)
    said = {
        fields[key].attribute: _value(value, fields[key].hint)
        for key, value in {**(usual or {}), **entry}.items()
        if key in fields
    }
    return record(**said, **({fields[""].attribute: name} if "" in fields else {}))


def _value(value: Any, hint: Any) -> Any:
    bare, origin, args = _parts(hint)
    if origin is frozenset:
        return frozenset(value)
    if origin is tuple and _pairs(args):
        return tuple(value.items())
    if origin is tuple:
        items = value if isinstance(value, list) else [value]
        return tuple(_value(item, args[0]) for item in items)
    if origin is AnyMapping:
        return {key: _value(entry, args[1]) for key, entry in value.items()}
    if is_record(bare):
        return bare(**{f.attribute: _value(value[n], f.hint) for n, f in fields_of(bare).items() if n in value})
    return value
