"""Afterwards: everything acknowledged is in the database, exactly once, and every match follows from its rows."""

from __future__ import annotations

import time
from collections import Counter
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from stellwerk.core.action import Action, thaw
from stellwerk.core.match import Match
from stellwerk.server.doctor import examine_match
from stellwerk.server.rows import past_of
from stellwerk.server.snapshots import packed
from stellwerk.server.store import Database, Store
from stellwerk.server.store.care import names, whole
from stellwerk.server.store.schema import entries
from tools.chaos.notes import Notes, Wish

BROKEN: Final = ("unreadable", "gap", "replay")
"""What keeps anybody from saying which positions a match has."""


def judge(database: str, notes: Notes) -> Counter[str]:
    """Hold the database against what the players noted; what does not fit is found. Returns how much was checked."""
    notes.fault = "at the end"
    counted: Counter[str] = Counter()
    store = Store(database)
    base = store.database
    try:
        for name in names(base):
            counted["matches"] += 1
            wrong = [finding for finding in examine_match(store, name, time.time()) if finding.wrong]
            for finding in wrong:
                notes.find(f"match {name}: {finding.text}")
            if not any(finding.kind in BROKEN for finding in wrong):
                _positions(base, name, notes, counted)
            _wishes(base, name, notes, counted)
        lost = set(notes.wishes) - set(names(base))
        if lost:
            notes.find(f"matches {sorted(lost)} are gone")
    finally:
        store.close()
    return counted


def _positions(base: Database, name: str, notes: Notes, counted: Counter[str]) -> None:
    """Every position that is kept is the one that the log leads to."""
    found = whole(base, name)
    assert found
    match = Match(found.header, past_of(found.entries).log, checked=False)
    for kept in found.snapshots:
        counted["positions"] += 1
        if kept.ply > match.ply or kept.body != packed(match.at(kept.ply)):
            notes.find(f"match {name}: the position kept at ply {kept.ply} is not the one of the log")


def _wishes(base: Database, name: str, notes: Notes, counted: Counter[str]) -> None:
    """Each transaction begins with what somebody wished at that rev, or with what a bot or chance did."""
    with base.reading() as db:
        query = sa.select(entries.c.rev, entries.c.kind, entries.c.body, entries.c.created)
        rows = [tuple(row) for row in db.execute(query.where(entries.c.match == name).order_by(entries.c.rev))]
    found = whole(base, name)
    assert found
    people = {number for number, seat in enumerate(found.header.seats) if seat.bot is None}
    wished: dict[int, list[Wish]] = {}
    for wish in notes.wishes.get(name, []):
        wished.setdefault(wish.rev, []).append(wish)
    began = {
        rev: (kind, body) for (rev, kind, body, _) in (next(group) for _, group in groupby(rows, lambda row: row[3]))
    }
    for rev, wishes in wished.items():
        _at(name, rev, wishes, began.get(rev + 1), notes, counted)
    first = min(wished, default=len(rows))
    for rev, (kind, body) in began.items():
        counted["transactions"] += 1
        mine = kind != "play" or body[0] in people
        if rev > first and mine and not any(_fits(wish, kind, body) for wish in wished.get(rev - 1, ())):
            notes.find(f"match {name}: row {rev} ({kind} {body!r:.100}) was asked for by nobody")


def _at(
    name: str, rev: int, wishes: list[Wish], row: tuple[str, Any] | None, notes: Notes, counted: Counter[str]
) -> None:
    """What was wished at one rev against the row behind it."""
    fitting = [wish for wish in wishes if row and _fits(wish, *row)]
    for wish in wishes:
        counted[wish.outcome] += 1
        done = wish in fitting
        if wish.outcome == "acknowledged" and not done:
            notes.find(f"match {name}: {wish.what} at rev {rev} was acknowledged, but row {rev + 1} is {row!r:.120}")
        if wish.outcome in ("lost", "sent") and done:
            counted["lost, but done"] += 1
        if wish.outcome in ("unavailable", "refused") and done and len(fitting) == 1:
            notes.find(f"match {name}: {wish.what} at rev {rev} was refused ({wish.outcome}), but row {rev + 1} has it")
    if sum(wish.outcome == "acknowledged" for wish in wishes) > 1:
        notes.find(f"match {name}: two things were acknowledged at rev {rev}")


def _fits(wish: Wish, kind: str, body: Any) -> bool:
    if wish.what != kind:
        return False
    if kind != "play":
        return True
    assert wish.action is not None
    action = Action.from_json({**wish.action, "seat": wish.seat})
    return bool(body == [action.seat, action.kind, thaw(action.args)])
