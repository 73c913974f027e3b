"""The form of a game record of 18xx.games, and which of its actions stand in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeGuard

from stellwerk.core.action import Json, is_text
from stellwerk.core.errors import Malformed

RECORD: Final = "18xx.games record"


class Player(NamedTuple):
    """Who sat where: the id by which actions name a player, and the name."""

    id: str
    name: str


class Recorded(NamedTuple):
    """One live action of a record; `auto` ones took effect by a standing order."""

    data: Mapping[str, Any]
    auto: bool = False


def is_record(data: Json) -> TypeGuard[dict[str, Any]]:
    """Whether JSON looks like a record of that site, as opposed to a match file of ours."""
    return isinstance(data, dict) and data.keys() >= {"title", "players", "actions"}


def players_of(data: Mapping[str, Any]) -> list[Player]:
    """The players in the order of their seats."""
    players = data["players"]
    if not isinstance(players, list):
        raise Malformed(f"{RECORD}.players", "expected a list")
    seated = [_player(entry) for entry in players]
    if len({player.id for player in seated}) != len(seated):
        raise Malformed(f"{RECORD}.players", "two players have the same id")
    return seated


def _player(entry: Json) -> Player:
    """Old records have no ids: their actions name players by their names."""
    if not isinstance(entry, dict) or not is_text(entry.get("name")):
        raise Malformed(f"{RECORD}.players", "expected objects with id and name")
    named = entry.get("id", entry["name"])
    if type(named) not in (int, str):
        raise Malformed(f"{RECORD}.players", "expected an id to be a number or a string")
    return Player(str(named), entry["name"])


def optional_rules(data: Mapping[str, Any]) -> list[str]:
    """The variants that were chosen."""
    settings = data.get("settings")
    if settings is None:
        return []
    if not isinstance(settings, dict):
        raise Malformed(f"{RECORD}.settings", "expected an object")
    rules = settings.get("optional_rules")
    if rules is None:
        return []
    if not isinstance(rules, list) or not all(is_text(rule) for rule in rules):
        raise Malformed(f"{RECORD}.settings.optional_rules", "expected a list of strings")
    return rules


def live_actions(data: Mapping[str, Any]) -> list[Recorded]:
    """The actions that stand in the end, after all undoing and redoing, in playing order.

    An undo drops the latest standing action, with `action_id` everything after that one; a redo restores what the
    latest undo dropped, and any other action clears what could be redone. Messages never count. Without an id an
    action counts on from the one before it.
    """
    live: list[tuple[int, Mapping[str, Any]]] = []
    undone: list[list[tuple[int, Mapping[str, Any]]]] = []
    if not isinstance(data["actions"], list):
        raise Malformed(f"{RECORD}.actions", "expected a list")
    number = 0
    for told in data["actions"]:
        entry = _action(told)
        number, kind = entry.get("id", number + 1), entry["type"]
        if type(number) is not int:
            raise Malformed(f"{RECORD}.actions", f"the id of an action is an integer, not {number!r}")
        if kind == "undo":
            undone.append(_undo(live, entry.get("action_id")))
        elif kind == "redo":
            live.extend(undone.pop() if undone else [])
        elif kind != "message":
            if undone:
                undone.clear()
            live.append((number, entry))
    found: list[Recorded] = []
    for _, entry in live:
        if "auto_actions" in entry:
            found.extend(_with_automatic(entry))
        else:
            found.append(tuple.__new__(Recorded, (entry, False)))  # half the time of a call
    return found


def _action(entry: Json) -> Mapping[str, Any]:
    if not isinstance(entry, dict) or not is_text(entry.get("type")):
        raise Malformed(f"{RECORD}.actions", "expected objects with a type")
    return entry


def _undo(live: list[tuple[int, Mapping[str, Any]]], keep: Json) -> list[tuple[int, Mapping[str, Any]]]:
    if keep is None:
        at = max(len(live) - 1, 0)
    elif type(keep) is int:
        at = next((place for place, (number, _) in enumerate(live) if number > keep), len(live))
    else:
        raise Malformed(f"{RECORD}.actions", f"the action_id of an undo is an integer, not {keep!r}")
    taken = live[at:]
    del live[at:]
    return taken


def _with_automatic(entry: Mapping[str, Any]) -> Iterator[Recorded]:
    yield Recorded(entry)
    automatic = entry.get("auto_actions")
    if automatic is None:
        return
    if not isinstance(automatic, list):
        raise Malformed(f"{RECORD}.actions", "expected auto_actions to be a list")
    for auto in automatic:
        yield Recorded(_action(auto), auto=True)


class Fields:
    """The fields of one action, read with an error that names the action."""

    __slots__ = ("data",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    @property
    def where(self) -> str:
        return f"{RECORD}, action {self.data.get('id', '(automatic)')}"

    def bad(self, problem: str) -> Malformed:
        return Malformed(self.where, problem)

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if (type(value) is str and value.isascii()) or is_text(value):
            return value
        raise self.bad(f"expected {key} to be a string")

    def maybe_text(self, key: str) -> str:
        """A string, or "" where the action leaves it out."""
        return self.text(key) if self.data.get(key) is not None else ""

    def number(self, key: str) -> int:
        value = self.data.get(key)
        if type(value) is not int:
            raise self.bad(f"expected {key} to be an integer")
        return value

    def entity(self) -> str:
        """Who acts: a player by id, a company or a private by name."""
        value = self.data.get("entity")
        if type(value) not in (int, str):
            raise self.bad("expected entity to be a number or a string")
        return str(value)

    @property
    def by_private(self) -> bool:
        """Whether a private acts, which that site calls a company; our companies are its corporations."""
        return self.data.get("entity_type") == "company"

    def texts(self, key: str) -> list[str]:
        value = self.data.get(key)
        if not isinstance(value, list) or not value or not all(map(is_text, value)):
            raise self.bad(f"expected {key} to be a list of strings")
        return value

    def objects(self, key: str) -> list[Fields]:
        value = self.data.get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.bad(f"expected {key} to be a list of objects")
        return [Part(item, self) for item in value]


class Part(Fields):
    """An object inside an action."""

    __slots__ = ("_whole",)

    def __init__(self, data: Mapping[str, Any], whole: Fields) -> None:
        self.data, self._whole = data, whole

    @property
    def where(self) -> str:
        return self._whole.where
