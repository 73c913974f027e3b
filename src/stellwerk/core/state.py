"""A position: flat data, and the to-do stack that says where in the turn we are."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from inspect import get_annotations
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, NamedTuple, Self, get_type_hints

from stellwerk.core.action import Json
from stellwerk.core.codec import Reader, encode, reader
from stellwerk.core.errors import Malformed


class Frame(NamedTuple):
    """One line of the to-do stack: which step comes, and for which seat or company."""

    step: str
    who: int | str = ""


@dataclass(slots=True)
class State:
    """Base of every engine's state: dicts, lists, tuples, integers and strings, nothing with behaviour.

    Dicts and lists stand only at the top level and hold immutable values, so that a copy is shallow. Outside
    `Game.apply` a state is never changed. A field with `compare=False` is a cache: not saved, not compared.
    """

    todo: list[Frame]

    def copy(self) -> Self:
        getter = _values(type(self))
        return type(self)(*[v.copy() if type(v) in _OPEN else v for v in getter(self)])

    def to_json(self) -> Json:
        return {name: encode(getattr(self, name)) for name, _ in _readers(type(self))}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        readers = _readers(cls)
        names = [name for name, _ in readers]
        if not isinstance(data, dict):
            raise Malformed("state", f"expected an object with {', '.join(names)}")
        for name in sorted(data.keys() ^ set(names)):
            raise Malformed(f"state.{name}", "unknown" if name in data else "missing")
        read = {}
        for name, read_field in readers:
            try:
                read[name] = read_field(data[name])
            except Malformed as error:
                raise Malformed(f"state.{name}", error.problem) from error
        return cls(**read)

    def digest(self) -> str:
        """A short name of this position: equal states, equal digests."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


_OPEN = frozenset({dict, list})
# functools.cache would do, if mypy took a class whose instances cannot be hashed for hashable itself.
_VALUES: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
_READERS: dict[type, tuple[tuple[str, Reader], ...]] = {}


def _values(cls: type[State]) -> Callable[[Any], tuple[Any, ...]]:
    """The function that reads all fields of a state at once, made once per class."""
    if cls not in _VALUES:
        names = [field.name for field in fields(cls)]
        _VALUES[cls] = attrgetter(*names) if len(names) > 1 else lambda state: (getattr(state, names[0]),)
    return _VALUES[cls]


def _readers(cls: type[State]) -> tuple[tuple[str, Reader], ...]:
    """Name and JSON reader of every field that is saved, made once per class."""
    if cls not in _READERS:
        saved = [field.name for field in fields(cls) if field.compare]
        hints: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            # A cache may hold what is imported for the type checker only, so its annotation is left alone.
            own = SimpleNamespace(__annotations__={k: v for k, v in get_annotations(base).items() if k in saved})
            hints |= get_type_hints(own, vars(sys.modules[base.__module__]))
        _READERS[cls] = tuple((name, reader(hints[name])) for name in saved)
    return _READERS[cls]
