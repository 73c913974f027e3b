"""Scenes to draw: matches played by lot, seen by any seat in any language."""

import json
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from stellwerk.core.action import Action
from stellwerk.core.match import Match, Seat, new_header
from stellwerk.core.tell import Line, recount
from stellwerk.core.view import View
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene, Told
from stellwerk.web.tables import table_for

NAMES = ("Ann", "Ben", "Cleo", "Dev", "Eva", "Finn")
GAME = "paris-connection"


def match_of(game: str = GAME, seats: int = 4, seed: str = "web", options: dict[str, str] | None = None) -> Match:
    return Match(new_header(game, [Seat(name) for name in NAMES[:seats]], options, seed))


def play(match: Match, rng: Random, plies: int) -> None:
    """So many actions by lot, or fewer where the game ends."""
    for _ in range(plies):
        if match.over:
            return
        choices = list(match.game.choices(match.state))
        kinds = sorted({choice.kind for choice in choices})
        kind = rng.choice(kinds)
        match.play(rng.choice([choice for choice in choices if choice.kind == kind]).sample(rng))


def positions(seed: int, seats: int = 4, step: int = 9, game: str = GAME) -> Iterator[Match]:
    """A game by lot, every few actions."""
    rng = Random(seed)
    match = match_of(game, seats, f"web-{seed}")
    yield match
    while not match.over and match.ply < 500:
        play(match, rng, step)
        yield match


@dataclass
class Lines:
    """The lines of a match that were told before: where it goes on, only its new actions have to be told."""

    log: list[Action] = field(default_factory=list)
    known: dict[tuple[Hashable, ...], Line] = field(default_factory=dict)


_LINES: WeakKeyDictionary[Match, Lines] = WeakKeyDictionary()


def told_of(match: Match, view: View[Any], names: Sequence[str], language: str) -> tuple[Told, ...]:
    """The log of a view, told with these names."""
    lines = _LINES.setdefault(match, Lines())
    if match.log[: len(lines.log)] != lines.log:
        lines.known.clear()  # something was taken back: the same action may lie behind another past
    lines.log = list(match.log)
    told = []
    for at, action in enumerate(view.log):
        key = (tuple(names), view.seat, language, at, action)
        if key not in lines.known:
            before, after = (match.game.view(match.at(ply), view.seat) for ply in (at, at + 1))
            lines.known[key] = recount(match.game, names, before, action, after, language)
        told.append(Told(at + 1, action.seat, lines.known[key]))
    return tuple(told)


def scene_of(match: Match, seat: int | None, language: str = "en", ply: int | None = None) -> Scene:
    view = match.view(seat, ply)
    return Scene(
        view=view,
        names=NAMES[: match.game.seats],
        say=translator(language),
        match="abc",
        bots=(None,) * match.game.seats,
        waiting=tuple(match.waiting()),
        held=() if seat is None else (seat,),
        undo=() if seat is None or ply is not None else tuple(match.undoable(seat)),
        acting=ply is None,
        told=told_of(match, view, NAMES, language),
    )


def html_of(scene: Scene) -> str:
    """All parts of the table, one after the other."""
    return "\n".join(table_for(scene.view.game.title.id).parts(scene).values())


class Elements(HTMLParser):
    """Every start tag with its attributes, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def having(self, name: str) -> list[dict[str, str]]:
        return [attrs for _, attrs in self.found if name in attrs]


def choices_on(html: str) -> list[Any]:
    """The choices that a page offers to click."""
    return [json.loads(attrs["data-choice"]) for attrs in Elements(html).having("data-choice")]
