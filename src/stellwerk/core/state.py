"""A position: flat data, and the to-do stack that says where in the turn we are."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import partial
from inspect import get_annotations
from re import findall
from types import SimpleNamespace
from typing import Any, ClassVar, NamedTuple, Self, get_type_hints

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
    `Game.apply` a state is never changed. A field with `compare=False` is a cache: not saved, not compared. A saved
    position that lacks a field with a default reads that default: a class may gain fields without losing old positions.
    """

    replaced: ClassVar[frozenset[str]] = frozenset()
    """Fields whose dict or list no rule changes in place: it is replaced by another one, so that forks share it."""

    todo: list[Frame]

    def copy(self) -> Self:
        cls = type(self)
        return (_COPIERS.get(cls) or _copier(cls))(self)  # type: ignore[no-any-return]  # made for this very class

    def fork(self) -> Self:
        """The copy on which the rules carry out an action: what they replace rather than change is shared."""
        cls = type(self)
        return (_FORKERS.get(cls) or _forker(cls))(self)  # type: ignore[no-any-return]  # made for this very class

    def seen_as(self, **others: Any) -> Self:
        """The same position with other values of some fields, to be looked at: all the rest but caches is shared."""
        cls = type(self)
        new: Self = (_SHARERS.get(cls) or _sharer(cls))(self)
        for name, value in others.items():
            setattr(new, name, value)
        return new

    def bare(self, like: Self | None = None) -> Self:
        """The same position without its caches, to be kept for long; what is as in another one is shared with it.

        The dicts and lists stay those of the original: nobody changes a state.
        """
        cls = type(self)
        new: Self = (_STRIPPERS.get(cls) or _stripper(cls))(self, self if like is None else like)
        return new

    def is_bare(self) -> bool:
        """Whether it holds nothing beside itself."""
        return not any(getattr(self, name) for name, _ in _caches(type(self)))

    @classmethod
    def saved(cls) -> tuple[str, ...]:
        """The names of the fields that make up a position: all but caches."""
        return tuple(name for name, _ in _readers(cls))

    def to_json(self) -> Json:
        return {name: encode(getattr(self, name)) for name, _ in _readers(type(self))}

    def written(self) -> Json:
        """The same with tuples where JSON has lists, for who writes it at once: most of it stays as it is."""
        plain = _plain(type(self))
        return {
            name: getattr(self, name) if name in plain else encode(getattr(self, name))
            for name, _ in _readers(type(self))
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        readers = _readers(cls)
        names = [name for name, _ in readers]
        if not isinstance(data, dict):
            raise Malformed("state", f"expected an object with {', '.join(names)}")
        for name in sorted(data.keys() ^ set(names)):
            if name in data:
                raise Malformed(f"state.{name}", "unknown")
            if name not in _defaults(cls):
                raise Malformed(f"state.{name}", "missing")
        read = {}
        for name, read_field in readers:
            if name not in data:
                continue
            try:
                read[name] = read_field(data[name])
            except Malformed as error:
                raise Malformed(f"state.{name}", error.problem) from error
        return cls(**read)

    def digest(self, write: Callable[[Json], bytes] | None = None) -> str:
        """A short name of this position: equal states, equal digests.

        Fields that hold their default are left out, so that a new field changes no digest of a game without it. Who has
        a faster way to `write` the same as `sorted_json` may bring it.
        """
        defaults, plain = _defaults(type(self)), _plain(type(self))
        told = {
            name: value if name in plain else encode(value)
            for name, _ in _readers(type(self))
            if (value := getattr(self, name)) != defaults.get(name, _NO_DEFAULT)
        }
        return hashlib.sha256((write or sorted_json)(told)).hexdigest()[:16]


def sorted_json(told: Json) -> bytes:
    """JSON in which keys are in order, and ASCII."""
    return json.dumps(told, sort_keys=True, separators=(",", ":")).encode()


_OPEN = frozenset({dict, list})
# functools.cache would do, if mypy took a class whose instances cannot be hashed for hashable itself.
_COPIERS: dict[type, Callable[[Any], Any]] = {}
_FORKERS: dict[type, Callable[[Any], Any]] = {}
_SHARERS: dict[type, Callable[[Any], Any]] = {}
_STRIPPERS: dict[type, Callable[[Any, Any], Any]] = {}
_READERS: dict[type, tuple[tuple[str, Reader], ...]] = {}
_DEFAULTS: dict[type, dict[str, Any]] = {}
_CACHES: dict[type, tuple[tuple[str, Callable[[], Any]], ...]] = {}
_PLAIN: dict[type, frozenset[str]] = {}
_NO_DEFAULT = object()
_WRITABLE = frozenset({"int", "str", "bool", "None", "tuple", "list", "dict"})


def _copier(cls: type[State]) -> Callable[[Any], Any]:
    """The function that copies a state field by field, written once per class: search copies more than it does else."""
    _COPIERS[cls] = _written(cls, {field.name for field in fields(cls)})
    return _COPIERS[cls]


def _forker(cls: type[State]) -> Callable[[Any], Any]:
    """The function that makes the copy on which an action is carried out."""
    _FORKERS[cls] = _written(cls, {field.name for field in fields(cls)} - cls.replaced)
    return _FORKERS[cls]


def _sharer(cls: type[State]) -> Callable[[Any], Any]:
    """The function that makes another object of a state which shares all but the caches with it."""
    _SHARERS[cls] = _written(cls, {field.name for field in fields(cls) if not field.compare})
    return _SHARERS[cls]


def _stripper(cls: type[State]) -> Callable[[Any, Any], Any]:
    """The function that makes another object of a state without its caches, which shares with another what is equal."""
    names: dict[str, Any] = {"make": cls.__new__, "cls": cls, "shared": _shared}
    lines = ["def strip(old, like):", "    new = make(cls)"]
    for name, _ in _readers(cls):
        lines.append(f"    new.{name} = old.{name} if old.{name} is like.{name} else shared(old.{name}, like.{name})")
    for name, empty in _caches(cls):
        names[f"empty_{name}"] = empty
        lines.append(f"    new.{name} = empty_{name}()")
    _STRIPPERS[cls] = _made("strip", lines, names)
    return _STRIPPERS[cls]


def _written(cls: type[State], own: Collection[str]) -> Callable[[Any], Any]:
    """A function that makes another object of a state, with dicts and lists of its own in these fields."""
    lines = ["def copy(old):", "    new = make(cls)"]
    for field in fields(cls):
        kind = field.type if isinstance(field.type, str) else str(field.type)
        value = f"old.{field.name}"
        if field.name not in own:
            pass
        elif kind.startswith(("dict[", "list[")) and "|" not in kind:
            value = f"{value}.copy()"
        elif kind not in ("int", "str", "bool") and not (kind.startswith("tuple[") and "|" not in kind):
            value = f"{value}.copy() if type({value}) in OPEN else {value}"
        lines.append(f"    new.{field.name} = {value}")
    names: dict[str, Any] = {"make": cls.__new__, "cls": cls, "OPEN": _OPEN}
    return _made("copy", lines, names)


def _made(name: str, lines: Sequence[str], names: dict[str, Any]) -> Callable[..., Any]:
    """A function of some lines that makes a new state."""
    exec("\n".join([*lines, "    return new"]), names)  # noqa: S102  # as dataclasses does; only names of fields go in
    function: Callable[..., Any] = names[name]
    return function


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


def _caches(cls: type[State]) -> tuple[tuple[str, Callable[[], Any]], ...]:
    """Name and first value of every field that is a cache, made once per class."""
    if cls not in _CACHES:
        found: list[tuple[str, Callable[[], Any]]] = []
        for field in fields(cls):
            if not field.compare:
                made = field.default_factory
                found.append((field.name, made if made is not MISSING else partial(_same, field.default)))
        _CACHES[cls] = tuple(found)
    return _CACHES[cls]


def _plain(cls: type[State]) -> frozenset[str]:
    """The saved fields that any writer of JSON takes as they stand: scalars, tuples of them, dicts by strings."""
    if cls not in _PLAIN:
        kinds = {field.name: str(field.type) for field in fields(cls) if field.compare}
        _PLAIN[cls] = frozenset(
            name
            for name, kind in kinds.items()
            if set(findall(r"\w+", kind)) <= _WRITABLE and kind.count("dict[") == kind.count("dict[str,")
        )
    return _PLAIN[cls]


def _same(value: Any) -> Any:
    return value


def _shared(value: Any, other: Any) -> Any:
    """Of two values that cannot be told apart, by the order of their keys neither, the other one."""
    if value is other:
        return other
    if type(value) is not type(other) or value != other:
        return value
    return other if type(value) is not dict or list(value) == list(other) else value


def _defaults(cls: type[State]) -> dict[str, Any]:
    """What the saved fields hold that have a default, made once per class; nobody changes these values."""
    if cls not in _DEFAULTS:
        found: dict[str, Any] = {}
        for field in fields(cls):
            if field.default is not MISSING:
                found[field.name] = field.default
            elif field.default_factory is not MISSING:
                found[field.name] = field.default_factory()
        _DEFAULTS[cls] = found
    return _DEFAULTS[cls]
