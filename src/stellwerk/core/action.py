"""What somebody does: a small hashable value, ready for JSON."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

from stellwerk.core.errors import Malformed

Json: TypeAlias = Any

CHANCE: Final = -1
"""The seat of chance: draws and shuffles are actions in the log like all others."""

PLAIN: Final = frozenset({int, str})
"""The types of what is no tuple in an action; subclasses, such as that of True, are not among them."""

DEEPEST: Final = 6
"""How deep the arguments of an action may nest; nothing in a rulebook needs more."""


class Action(NamedTuple):
    """An intent. Arguments are integers, strings, or tuples of such: equal actions have equal JSON."""

    seat: int
    kind: str
    args: tuple[Any, ...] = ()

    def to_json(self) -> Json:
        return {"seat": self.seat, "kind": self.kind, "args": thaw(self.args)}

    @classmethod
    def from_json(cls, data: Json) -> Action:
        if not isinstance(data, dict) or not data.keys() <= {"seat", "kind", "args"}:
            raise Malformed("action", "expected an object with seat, kind and args")
        return cls.read(data.get("seat"), data.get("kind"), data.get("args", []))

    @classmethod
    def read(cls, seat: Json, kind: Json, args: Json) -> Action:
        """The action with these parts, if they are such."""
        if type(seat) is not int:
            raise Malformed("action.seat", "expected an integer")
        if not is_text(kind):
            raise Malformed("action.kind", "expected a string")
        if not isinstance(args, list):
            raise Malformed("action.args", "expected a list")
        return cls(seat, kind, freeze(args, "action.args"))


def freeze(value: Json, where: str = "value", depth: int = 0) -> Any:
    """Turn the lists of JSON into tuples, refusing whatever an action cannot hold."""
    if isinstance(value, list):
        if depth >= DEEPEST:
            raise Malformed(where, f"nested deeper than {DEEPEST}")
        return tuple(
            [  # most are plain, and logs are long
                item if type(item) is int or (type(item) is str and item.isascii()) else freeze(item, where, depth + 1)
                for item in value
            ]
        )
    if type(value) is int or is_text(value):
        return value
    raise Malformed(where, "expected integers, strings or lists of them")


def is_plain(value: Any) -> bool:
    """Whether a value is one that JSON gives back as it was: no True that equals 1, no 1.0, no list."""
    if type(value) is tuple:
        for item in value:  # asked of every action: most arguments are plain at once, or tuples of what is
            if type(item) in PLAIN or (type(item) is tuple and PLAIN.issuperset(map(type, item))):
                continue
            if not is_plain(item):
                return False
        return True
    return type(value) in PLAIN


def is_text(value: Any) -> TypeGuard[str]:
    """Whether a value is a string that can be written: JSON may smuggle in halves of surrogate pairs."""
    if type(value) is not str:
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def thaw(value: Any) -> Json:
    """Turn tuples into the lists of JSON."""
    if not isinstance(value, tuple):
        return value
    return [thaw(item) if isinstance(item, tuple) else item for item in value]  # most are flat, and logs are long
