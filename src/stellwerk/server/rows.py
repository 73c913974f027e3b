"""A match as its rows in the store: one for each action, undo and redo, with the digest of the position behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from sys import intern
from typing import Any, NamedTuple

import orjson

from stellwerk.core.action import Action, Json, thaw
from stellwerk.core.match import Header, Match
from stellwerk.core.state import State, sorted_json
from stellwerk.server.store import Entry


def digest_of(state: State) -> str:
    """The digest of a position, as every action asks for it."""
    return state.digest(quick_json)


def quick_json(told: Json) -> bytes:
    """The same as `sorted_json` in a tenth of the time, where no sign in it is written in two ways."""
    try:
        text = orjson.dumps(told, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return sorted_json(told)
    return sorted_json(told) if b"\\" in text or b"\x7f" in text or not text.isascii() else text


def rows_of(match: Match, first: int = 0) -> list[Entry]:
    """One row for each action from a ply on, those of chance too."""
    return [
        Entry("play", [action.seat, action.kind, thaw(action.args)], digest_of(match.at(ply)))
        for ply, action in enumerate(match.log[first:], first + 1)
    ]


def undo_row(match: Match, seat: int, target: int) -> Entry:
    """The row of an undo by a seat that went back to a ply, from the match after it."""
    return Entry("undo", [seat, target], digest_of(match.at(target)))


def redo_row(match: Match, seat: int) -> Entry:
    """The row of a redo by a seat, from the match after it."""
    return Entry("redo", [seat], digest_of(match.state))


class Past(NamedTuple):
    """What rows tell of: the log with the digest behind each action (None: not noted), and what was undone."""

    log: list[Action]
    digests: list[str | None]
    undone: list[list[Action]]
    undone_digests: list[list[str | None]]


def past_of(entries: Sequence[Entry]) -> Past:
    """What the rows of a match tell. Equal actions and texts of a log are the same object: most of them come again."""
    told: list[tuple[Action, str | None]] = []
    undone: list[list[tuple[Action, str | None]]] = []
    known: dict[int, Action] = {}
    actions: dict[Action, Action] = {}
    parts: dict[Any, Any] = {}
    for kind, body, digest, _ in entries:
        if kind == "play":
            action = known.get(id(body))  # the entries hold it, so that no other object can have its identity
            if action is None:
                action = known[id(body)] = _shared(action_of(body), actions, parts)
            told.append((action, digest))
            undone.clear()
        elif kind == "undo":
            _, target = body
            undone.append(told[target:])
            del told[target:]
        else:
            told.extend(undone.pop())
    return Past(*_apart(told), [_apart(block)[0] for block in undone], [_apart(block)[1] for block in undone])


def actions_of(texts: Iterable[str]) -> list[Action]:
    """The actions in some bodies of rows. Equal ones are read once, and are one object."""
    return Bodies().read(texts, action_of)


class Bodies:
    """Reads bodies of rows. Equal actions and texts are the same object, whenever they are read."""

    def __init__(self) -> None:
        self._known: dict[str, Action] = {}
        self._actions: dict[Action, Action] = {}
        self._parts: dict[Any, Any] = {}

    def shared(self, texts: Iterable[str]) -> list[Action]:
        """The actions of a long log."""
        return self.read(texts, lambda body: _shared(action_of(body), self._actions, self._parts))

    def read(self, texts: Iterable[str], make: Callable[[Json], Action]) -> list[Action]:
        known, found = self._known, []
        for text in texts:
            action = known.get(text)
            if action is None:
                action = known[text] = make(orjson.loads(text))
            found.append(action)
        return found


def _apart(told: list[tuple[Action, str | None]]) -> tuple[list[Action], list[str | None]]:
    return [action for action, _ in told], [digest for _, digest in told]


def action_of(body: Json) -> Action:
    """The action of a row that tells of one."""
    seat, kind, args = body
    return Action.read(seat, kind, args)


def _shared(action: Action, actions: dict[Action, Action], parts: dict[Any, Any]) -> Action:
    same = actions.get(action)
    if same is None:
        same = Action(action.seat, intern(action.kind), _parts(action.args, parts))
        actions[same] = same
    return same


def _parts(value: Any, known: dict[Any, Any]) -> Any:
    """Texts and tuples as they were met before."""
    if value in known:
        return known[value]
    fresh = tuple([_parts(item, known) for item in value]) if type(value) is tuple else value
    known[fresh] = fresh
    return fresh


def replay(header: Header, entries: Sequence[Entry]) -> Match:
    """The match that its rows tell of. Rows were checked when they were written; chance is not asked again."""
    past = past_of(entries)
    match = Match(header, past.log, checked=False)
    match.undone = past.undone
    return match
