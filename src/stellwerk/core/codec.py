"""JSON for flat typed data: written as it stands, read back by the annotations of the fields."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from stellwerk.core.action import Json, is_text
from stellwerk.core.errors import Malformed

Reader: TypeAlias = Callable[[Json], Any]
SCALARS = frozenset({int, str, bool, type(None)})
UNIONS = (Union, types.UnionType)
OPEN = (dict, list)


def encode(value: Any) -> Json:
    """Write dicts with string keys, tuples as lists, and scalars as they are."""
    if type(value) in SCALARS:
        return value
    # Nearly all of a state is scalars in a dict or tuple: they are taken at once, without a call for each.
    if isinstance(value, dict):
        return {str(key): item if type(item) in SCALARS else encode(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [item if type(item) in SCALARS else encode(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no place in a state: {value!r}")


@cache
def reader(kind: Any) -> Reader:
    """The function that reads JSON as a value of this annotation."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in SCALARS:
        return _scalar(kind)
    if origin in UNIONS:
        return _union(args)
    if origin is dict:
        return _dict(*args)
    if origin is list:
        return _sequence(list, _inner(args[0]))
    if origin is tuple and args[-1:] == (Ellipsis,):
        return _sequence(tuple, _inner(args[0]))
    if origin is tuple:
        return _record(tuple, tuple(map(_inner, args)))
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        return _record(lambda items: kind(*items), tuple(_inner(hints[name]) for name in kind._fields))
    raise TypeError(f"a state cannot hold {kind!r}")


def _inner(kind: Any) -> Reader:
    """The reader of what stands inside a field: only the field itself may change, or copies would share it."""
    parts = get_args(kind) if get_origin(kind) in UNIONS else (kind,)
    if any(get_origin(part) in OPEN for part in parts):
        raise TypeError(f"a state cannot hold {kind!r} inside a field: use tuples there")
    return reader(kind)


def _scalar(kind: type) -> Reader:
    def read(data: Json) -> Any:
        if type(data) is not kind or (kind is str and not is_text(data)):
            raise Malformed("value", f"expected {kind.__name__}, found {type(data).__name__}")
        return data

    return read


def _union(kinds: tuple[Any, ...]) -> Reader:
    readers = [reader(kind) for kind in kinds]

    def read(data: Json) -> Any:
        for attempt in readers:
            try:
                return attempt(data)
            except Malformed:
                continue
        raise Malformed("value", f"fits none of {', '.join(map(str, kinds))}")

    return read


def _dict(key: Any, item: Any) -> Reader:
    if key not in (int, str):
        raise TypeError(f"a state cannot hold keys of {key!r}: use strings or integers")
    read_item = _inner(item)

    def read(data: Json) -> Any:
        if not isinstance(data, dict):
            raise Malformed("value", "expected an object")
        return {_key(key, name): read_item(value) for name, value in data.items()}

    return read


def _key(kind: type, name: str) -> Any:
    """A key as `encode` writes it, and in no other spelling: "01" would stand beside "1" and hide it."""
    if kind is str:
        return name
    try:
        number = int(name)
    except ValueError:
        number = None
    if str(number) != name:
        raise Malformed("value", f"expected an integer as key, found {name!r}")
    return number


def _sequence(build: Callable[[Any], Any], item: Reader) -> Reader:
    def read(data: Json) -> Any:
        if not isinstance(data, list):
            raise Malformed("value", "expected a list")
        return build([item(value) for value in data])

    return read


def _record(build: Callable[[Any], Any], items: tuple[Reader, ...]) -> Reader:
    def read(data: Json) -> Any:
        if not isinstance(data, list) or len(data) != len(items):
            raise Malformed("value", f"expected a list of {len(items)}")
        return build(tuple(read_item(value) for read_item, value in zip(items, data, strict=True)))

    return read
