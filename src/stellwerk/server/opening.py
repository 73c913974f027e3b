"""How tables come about: of new matches, from files, from the store, from a change. All of it is for threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import time
from typing import NamedTuple, TypeAlias

from stellwerk.core.action import Action
from stellwerk.core.chance import new_seed
from stellwerk.core.log import common
from stellwerk.core.match import Header, Match
from stellwerk.server.happened import event_of
from stellwerk.server.marks import Marks
from stellwerk.server.obeying import obey
from stellwerk.server.rows import action_of, digest_of, rows_of
from stellwerk.server.snapshots import rely, resume
from stellwerk.server.store import Entry, Obeyed, Outline, Saved, Snapshot, Standing
from stellwerk.server.store.matches import Besides
from stellwerk.server.store.timing import Asked
from stellwerk.server.table import Table
from stellwerk.server.versions import opened

Change: TypeAlias = Callable[[Match], tuple[list[Entry], int]]
"""Changes a match; returns the rows to write and how many actions of the old log are still the same."""


class Made(NamedTuple):
    """A table with what has to be written before anybody may see it."""

    table: Table
    rows: list[Entry]
    kept: int
    """How many actions of the log before are still the same."""

    standing: Standing
    obeyed: Obeyed | None = None
    besides: Besides = Besides()


def first(name: str, match: Match) -> Made:
    """The table of a new match."""
    table = Table(name, match, match.ply, time(), marks=Marks(ply=match.ply))
    return Made(table, rows_of(match), 0, table.standing())


def changed(change: Change, table: Table, look: Callable[[Table], None] | None = None) -> Made:
    """The table after a change, and after what standing orders do then; who wants to `look` at it does so at once."""
    match = table.match.copy()
    rows, kept = change(match)
    after = table.after(match, rows, kept)
    after, more, ended = obey(after, rows)
    after = replace(after, orders_rev=after.orders_rev + bool(ended))
    stops = None if after.stops == table.stops else after.stops
    written = [*rows, *more]
    asked = _asked(match, kept, undone=written[0].kind == "undo") if table.pace and written else ()
    besides = Besides(asked, event_of(table.match, rows))
    made = Made(after, written, kept, after.standing(), Obeyed(table.orders_rev, ended, stops), besides)
    if look:
        look(after)
    match.states.rest()
    return made


def _asked(match: Match, kept: int, *, undone: bool) -> tuple[Asked, ...]:
    """Seats waited for at each position from the first new one on, or from the one to which an undo went back.

    Where chance acts nobody is, and no turn ends by that.
    """
    plies = range(kept if undone else kept + 1, match.ply)
    owing = (Asked(tuple(match.game.owing(match.at(ply))), ply) for ply in plies)
    return (*(one for one in owing if one.waiting), Asked(tuple(match.waiting()), match.ply))


def restored(name: str, found: Saved | Outline) -> tuple[Table, Standing]:
    """The table that a match in the store makes, and what is to be told of its position."""
    if isinstance(found, Outline):
        match, rev, marks = resume(found), found.rows, Marks.of(found.tape)
    else:
        match, rev, marks = opened(found), len(found.entries), Marks().after(found.entries)
    table = Table(name, match, rev, found.created, marks=marks, pace=found.pace, hints=found.hints)
    return table, table.standing()


def caught_up(table: Table, rows: Sequence[Entry]) -> Table | None:
    """The table after rows that another server wrote; None if they do not lead where they say."""
    match = table.match.copy()
    kept = match.ply
    for kind, body, _, _ in rows:
        if kind == "play":
            match.follow([action_of(body)])
            match.undone.clear()
        elif kind == "undo":
            _, target = body
            match.undone.append(match.log[target:])
            match.go_back(target)
            kept = min(kept, target)
        else:
            match.follow(match.undone.pop())
    if rows and rows[-1].digest not in (None, digest_of(match.state)):
        return None
    after = table.after(match, rows, kept)
    after.waiting()
    return after


def taken_over(header: Header, log: Sequence[Action], check: bool) -> Match:
    """A match from outside, held against the rules unless it has been.

    What chance has yet to do is drawn from a seed that nobody knows.
    """
    match = Match(replace(header, seed=new_seed()), log, checked=check)
    if match.over and match.ply == len(log):
        match.header = header
    return match


def relieved(table: Table, kept: Sequence[Snapshot], log: Sequence[Action]) -> None:
    """Let a table lean on positions that the store has of a log, as far as it is its own."""
    shared = of_log(kept, log, table.match.log)
    if shared:
        rely(table.match, shared)


def of_log(kept: Sequence[Snapshot], log: Sequence[Action], own: Sequence[Action]) -> list[Snapshot]:
    """Those positions of one log that are positions of another one too."""
    alike = common(log, own)
    return [one for one in kept if one.ply <= alike]
