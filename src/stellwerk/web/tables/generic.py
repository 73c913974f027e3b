"""A table for every game: its position as sheets, and each of its choices as a button or a short form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from markupsafe import Markup

from stellwerk.core.action import thaw
from stellwerk.core.choice import Choice, Draw, Hole, OneOf, Range, Shuffle, Subset
from stellwerk.web.render import compact
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import Table, label

FEW: Final = 12
"""Up to so many buttons stand side by side; more are sorted by their first argument."""


@dataclass(frozen=True, slots=True)
class Field:
    """A hole as an input: which argument it fills, of which kind, and what a person calls it."""

    at: int
    kind: str
    name: str
    hole: Hole
    items: tuple[tuple[str, str], ...] = ()
    """For holes with items: the JSON value of each and what it is called."""

    start: int | None = None
    """The number that stands there first, the lowest unless told."""

    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together, under one heading."""

    name: str
    buttons: tuple[tuple[Choice, str], ...]
    forms: tuple[tuple[Choice, str, tuple[Field, ...]], ...]


class GenericTable(Table):
    """Makes any game playable from its choices alone."""

    css = "plain"

    def decision(self, scene: Scene) -> Markup:
        return self._render(scene, "generic/choices.html", groups=list(groups(scene)))

    def map(self, scene: Scene) -> Markup:
        return self._render(scene, "generic/sheets.html", sheets=list(sheets(scene)))

    def panels(self, scene: Scene) -> Markup:
        return Markup("")


Begins: TypeAlias = Callable[[Choice], tuple[int, str] | None]
"""Where the number of a choice starts, and what is said beside it; None for the lowest."""


def groups(scene: Scene, begins: Begins = lambda _choice: None) -> Iterator[Group]:
    """All choices, by kind; many of a kind by what they begin with."""
    kinds: dict[str, list[Choice]] = {}
    for choice in scene.choices:
        kinds.setdefault(choice.kind, []).append(choice)
    for kind, choices in kinds.items():
        plain = [choice for choice in choices if not _holes(choice)]
        if len(plain) <= FEW:
            yield _group(scene, _kind_name(scene, kind), choices, begins)
            continue
        firsts: dict[Any, list[Choice]] = {}
        for choice in choices:
            firsts.setdefault(choice.args[0] if choice.args else "", []).append(choice)
        for first, some in firsts.items():
            yield _group(scene, f"{_kind_name(scene, kind)}: {_item_name(scene, first)}", some, begins)


def _group(scene: Scene, name: str, choices: Sequence[Choice], begins: Begins) -> Group:
    buttons = tuple((choice, label(scene, choice)) for choice in choices if not _holes(choice))
    forms = tuple(
        (choice, label(scene, choice), _fields(scene, choice, begins(choice))) for choice in choices if _holes(choice)
    )
    return Group(name, buttons, forms)


def _holes(choice: Choice) -> bool:
    return any(isinstance(arg, Hole) for arg in choice.args)


def _kind_name(scene: Scene, kind: str) -> str:
    key = f"kind.{kind}"
    return scene.texts.say(scene.language, key) if scene.texts.has(key) else kind.replace("_", " ").capitalize()


def _fields(scene: Scene, choice: Choice, begin: tuple[int, str] | None) -> tuple[Field, ...]:
    names = scene.view.game.arguments.get(choice.kind, ())
    found = [
        _field(scene, at, names[at] if at < len(names) else "", arg)
        for at, arg in enumerate(choice.args)
        if isinstance(arg, Hole)
    ]
    start, note = begin or (None, "")
    return tuple(replace(field, start=start, note=note) if isinstance(field.hole, Range) else field for field in found)


def _field(scene: Scene, at: int, name: str, hole: Hole) -> Field:
    _ = scene.say
    named = scene.name(name) if name else _("Value %(number)s", number=at + 1)
    match hole:
        case Range():
            return Field(at, "range", named, hole)
        case OneOf():
            return Field(at, "one-of", named, hole, _items(scene, hole.items))
        case Subset():
            return Field(at, "subset", named, hole, _items(scene, hole.items))
        case Shuffle():
            return Field(at, "shuffle", named, hole, _items(scene, hole.items))
        case Draw():
            return Field(at, "draw", named, hole, _items(scene, [kind for kind, _left in hole.bag]))
    return Field(at, "text", named, hole)


def _items(scene: Scene, items: Sequence[Any]) -> tuple[tuple[str, str], ...]:
    return tuple((compact(thaw(item)), _item_name(scene, item)) for item in items)


def _item_name(scene: Scene, item: Any) -> str:
    if isinstance(item, str):
        return scene.name(item)
    if isinstance(item, tuple):
        return ", ".join(_item_name(scene, part) for part in item)
    return str(item)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One field of the state: rows of a name and what stands beside it."""

    name: str
    rows: tuple[tuple[str, str], ...]


def sheets(scene: Scene) -> Iterator[Sheet]:
    """The position, field by field, without the to-do stack; single values share the first sheet, empty ones none."""
    single: list[tuple[str, str]] = []
    listed: list[Sheet] = []
    for field, value in scene.view.state.to_json().items():
        key = f"state.{field}"
        name = scene.texts.say(scene.language, key) if scene.texts.has(key) else field.replace("_", " ")
        if field == "todo" or value in ("", None, [], {}):
            continue
        if isinstance(value, list | Mapping):
            listed.append(Sheet(name, tuple(_rows(scene, value))))
        else:
            single.append((name, _shown(scene, value)))
    if single:
        yield Sheet("", tuple(single))
    yield from listed


def _rows(scene: Scene, value: list[Any] | Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        named = [(scene.name(key), item) for key, item in value.items()]
    elif len(value) == len(scene.names):
        named = list(zip(scene.names, value, strict=True))
    else:
        named = [(str(at), item) for at, item in enumerate(value, 1)]
    for name, item in named:
        yield name, _shown(scene, item)


def _shown(scene: Scene, value: Any) -> str:
    if isinstance(value, str):
        return scene.name(value)
    if isinstance(value, list):
        return ", ".join(_shown(scene, item) for item in value) or "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{scene.name(key)} {_shown(scene, item)}" for key, item in value.items()) or "–"
    return "–" if value is None else str(value)
