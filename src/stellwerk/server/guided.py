"""Guided first matches: begun, led from step to step, and told.

A guided match is a match like any other whose other seats the guide plays. How far it is follows from its log alone, so
nothing else is stored; whoever leaves it goes on, on another device too, where it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stellwerk.core.chance import new_seed
from stellwerk.core.errors import NotFound
from stellwerk.core.guide import LEARNER, Said
from stellwerk.core.match import Header, Match
from stellwerk.core.walkthrough import Place, Walkthrough, is_guided, walkthrough_of
from stellwerk.server.matches import Matches
from stellwerk.server.names import unguided
from stellwerk.server.rows import rows_of, undo_row
from stellwerk.server.store import Entry
from stellwerk.server.table import Created, Table


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the box of the guide says at a table."""

    place: Place
    count: int
    """How many steps there are."""

    title: str
    text: str
    note: str
    """What is to say of what was just done."""

    show: tuple[str, ...]
    nudges: Mapping[str, str]
    """By rule what helps on who was refused by it."""

    fits: bool = True
    """Whether the match can still be led: a guide may have changed since it was begun."""

    @property
    def step(self) -> int:
        return self.place.step


def walkthrough_for(game: str) -> Walkthrough:
    """The walkthrough of a title; one without a guide has no such page."""
    found = walkthrough_of(game)
    if found is None:
        raise NotFound("guide", game)
    return found


async def begin(matches: Matches, game: str, name: str, visitor: str) -> Created:
    """A guided match for a visitor, at its first step."""

    def make() -> Match:
        walkthrough = walkthrough_for(game)
        return Match(walkthrough.header(name), walkthrough.until(0), checked=False)

    created = await matches.put(make)
    await matches.claim_people(visitor, created)
    return created


async def lead(matches: Matches, name: str, step: int, ply: int, rev: int | None, *, done: bool = False) -> Table:
    """Let a guided match stand where a step begins, or is done: forth or back, whatever was done meanwhile."""

    def go(match: Match) -> tuple[list[Entry], int]:
        walkthrough = _walkthrough(match.header)
        if not walkthrough.fits(match.header):
            raise NotFound("guide", match.header.game)
        goal = walkthrough.until(step, done=done)
        common = min(walkthrough.common(match.log), len(goal))
        rows = []
        if common < match.ply:
            match.undone.append(match.log[common:])
            match.go_back(common)
            rows.append(undo_row(match, LEARNER, common))
        if common < len(goal):
            match.undone.clear()
            match.follow(goal[common:])
        return [*rows, *rows_of(match, common)], common

    return await matches.change(name, ply, rev, go)


async def play_on(matches: Matches, name: str) -> Created:
    """Another match from the present position of a guided one, with real bots at the other seats."""
    table = await matches.open(name)
    match = table.match
    header = match.header
    _walkthrough(header)
    freed = replace(header, seats=unguided(header.game, header.seats), seed=new_seed())
    return await matches.put(lambda: Match(freed, match.log, checked=False), at=name)


def lesson(table: Table, lang: str) -> Lesson | None:
    """What the guide says at a table; None where there is none."""
    match = table.match
    if not is_guided(match.header):
        return None
    walkthrough = walkthrough_of(match.header.game)
    if walkthrough is None or not walkthrough.fits(match.header):
        return Lesson(Place(0, "over"), 0, "", "", "", (), {}, fits=False)
    guide, place = walkthrough.guide, walkthrough.place(match.log)
    if place.how == "over":
        return Lesson(place, len(guide.steps), "", guide.end[lang], _before(walkthrough, place, lang), (), {})
    step = walkthrough.step(place.step)
    return Lesson(
        place=place,
        count=len(guide.steps),
        title=step.title[lang],
        text=step.text[lang],
        note=_note(walkthrough, place, lang),
        show=step.show if place.how in ("asked", "looking") else (),
        nudges={refused.rule: refused.nudge[lang] for refused in step.refused},
    )


def _note(walkthrough: Walkthrough, place: Place, lang: str) -> str:
    step = walkthrough.step(place.step)
    if place.how == "done":
        return _said(step.done, lang)
    if place.how == "elsewhere":
        return _said(place.detour.text if place.detour else None, lang)
    return "" if place.matched else _before(walkthrough, place, lang)


def _before(walkthrough: Walkthrough, place: Place, lang: str) -> str:
    """What the step before said of its end, where nothing came in between and nobody could read it."""
    if place.step == 0 or walkthrough.step(place.step - 1).then:
        return ""
    return _said(walkthrough.step(place.step - 1).done, lang)


def _said(said: Said | None, lang: str) -> str:
    return said[lang] if said else ""


def _walkthrough(header: Header) -> Walkthrough:
    if not is_guided(header):
        raise NotFound("guide", header.game)
    return walkthrough_for(header.game)
