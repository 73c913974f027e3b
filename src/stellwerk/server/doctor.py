"""Whether a database is sound: its pages, and of each match all that is told twice.

The entries of a match are the truth. Digests, summaries and kept positions follow from them, so what of these is
wrong can be made again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from platform import python_version
from typing import Any, Final, NamedTuple

import sqlalchemy
import starlette
import uvicorn

from stellwerk import __version__
from stellwerk.core.action import Action, Json
from stellwerk.core.errors import Malformed, StellwerkError, UnknownVersion
from stellwerk.core.match import Match
from stellwerk.core.positions import EACH
from stellwerk.core.registry import titles
from stellwerk.server.errors import Unavailable
from stellwerk.server.health import LITTLE
from stellwerk.server.rows import past_of
from stellwerk.server.snapshots import pack, unpack
from stellwerk.server.store import Database, Entry, Snapshot, Store
from stellwerk.server.store.care import Whole, damage, drop_snapshots, mend_standing, note_digests, whole
from stellwerk.server.store.health import free_bytes, schema_revision
from stellwerk.server.store.words import MOST as MESSAGES
from stellwerk.server.table import Table
from stellwerk.server.versions import goes_the_same_way

DAY: Final = 24 * 3600.0
STALLED: Final = 60.0


@dataclass(slots=True)
class Finding:
    """Something that is not as it should be (`wrong`), or that somebody may want to know."""

    kind: str
    text: str
    match: str | None = None
    wrong: bool = True
    mended: bool = False

    def to_json(self) -> Json:
        return {"kind": self.kind, "match": self.match, "wrong": self.wrong, "mended": self.mended, "text": self.text}


def versions() -> dict[str, str]:
    """Of everything that has a say in what a match is."""
    told = {"stellwerk": __version__, "python": python_version(), "platform": sys.platform}
    told |= {"sqlalchemy": sqlalchemy.__version__, "starlette": starlette.__version__, "uvicorn": uvicorn.__version__}
    return told | {name: f"rules {game.rules_version}" for name, game in sorted(titles().items())}


def examine_database(database: Database) -> Iterator[Finding]:
    """What is wrong with the database as a whole."""
    for told in damage(database):
        yield Finding("damage", told)
    if schema_revision(database) is None:
        yield Finding("schema", "the database does not say which tables it has")
    free = free_bytes(database)
    if free is not None and free < LITTLE:
        yield Finding("disk", f"only {free >> 20} MiB are free where the database is")


def examine_match(store: Store, name: str, now: float, *, mend: bool = False) -> list[Finding]:
    """All that is wrong with a match; with `mend` what follows from its entries is written anew."""
    try:
        found = whole(store.database, name)
        if found is None:  # deleted meanwhile
            return []
        return [*_rows(found, name), *_replayed(store, found, name, mend=mend), *_notes(found, name, now)]
    except Unavailable:
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, the other matches are looked at too
        return [Finding("unreadable", f"it cannot be read: {error!r}", name)]


def _rows(found: Whole, name: str) -> Iterator[Finding]:
    if found.revs != list(range(1, len(found.revs) + 1)):
        missing = sorted(set(range(1, max(found.revs) + 1)) - set(found.revs))
        yield Finding("gap", f"entries are missing: {', '.join(map(str, missing[:10]))}", name)
    if found.seats != list(range(len(found.seats))):
        yield Finding("seats", f"the seats are {found.seats}", name)
    if strange := found.holders - set(found.seats):
        yield Finding("seats", f"somebody holds seats that there are not: {sorted(strange)}", name)
    for what, seats in (("standing orders", found.ordering), ("notes", found.noting), ("messages", found.speaking)):
        if strange := seats - set(found.seats):
            yield Finding("seats", f"there are {what} of seats that there are not: {sorted(strange)}", name)
    if found.said != list(range(max(0, found.row["said"] - MESSAGES) + 1, found.row["said"] + 1)):
        yield Finding("messages", f"{found.row['said']} messages were written, and {len(found.said)} are there", name)


def _notes(found: Whole, name: str, now: float) -> Iterator[Finding]:
    note = partial(Finding, match=name, wrong=False)
    since = found.row["bot_since"]
    if since is not None and now - since > STALLED:
        yield note("waiting", f"it has waited for a bot for {_span(now - since)}")
    people = {number for number, seat in enumerate(found.header.seats) if seat.bot is None}
    if found.row["finished"] is None and (free := sorted(people - found.holders)):
        yield note("free seats", f"no browser holds seats {', '.join(map(str, free))} (programs may, by their tokens)")


def _replayed(store: Store, found: Whole, name: str, *, mend: bool) -> Iterator[Finding]:
    if found.header.game not in titles():
        yield Finding("game", f"its game {found.header.game} is not installed", name, wrong=False)
        return
    try:
        log, undone, wrong, lacking = _walk(found)
        match = Match(found.header, log, checked=False)  # each action was, when the entries were followed
    except UnknownVersion:
        same = goes_the_same_way(found.header, past_of(found.entries))
        then = "goes on by those known here" if same else "can only be looked at"
        yield Finding("rules", f"it began by rules {found.header.rules_version} and {then}", name, wrong=False)
        return
    except StellwerkError as error:
        yield Finding("replay", f"it does not follow the rules: {error}", name)
        return
    for rev in wrong[:5]:
        yield Finding("digest", f"the position behind entry {rev} is another one than when it was written", name)
    if match.log != log:
        yield Finding("replay", "chance has not done what it had to do", name)
        return
    match.undone = undone
    if wrong:
        return  # which of both is right nobody can tell, so nothing follows from it
    yield from _digests(store.database, lacking, name, mend=mend)
    yield from _summary(store.database, found, match, name, mend=mend)
    yield from _positions(store, found, match, name, mend=mend)


class Walked(NamedTuple):
    """What entries lead to: the log, what was undone, where digests differ, and those that were never written."""

    log: list[Action]
    undone: list[list[Action]]
    wrong: list[int]
    lacking: dict[int, str]


def _walk(found: Whole) -> Walked:
    """Follow the entries one by one."""
    game = titles()[found.header.game].game(len(found.header.seats), found.header.options)
    start = Match(found.header).states[0]
    log: list[Action] = []
    states: list[Any] = [start]
    undone: list[list[Action]] = []
    wrong: list[int] = []
    lacking: dict[int, str] = {}

    def play(action: Action) -> None:
        states.append(game.play(states[-1], action))
        log.append(action)

    for rev, entry in enumerate(found.entries, 1):
        try:
            _follow(entry, log, states, undone, play)
        except StellwerkError as error:
            raise Malformed(f"entry {rev}", str(error)) from error
        digest = states[-1].digest()
        if entry.digest is None:
            lacking[rev] = digest
        elif entry.digest != digest:
            wrong.append(rev)
    return Walked(log, undone, wrong, lacking)


def _follow(entry: Entry, log: list[Action], states: list[Any], undone: list[list[Action]], play: Any) -> None:
    if entry.kind == "play":
        play(Action.from_json(dict(zip(("seat", "kind", "args"), entry.body, strict=True))))
        undone.clear()
    elif entry.kind == "undo":
        _, target = entry.body
        undone.append(log[target:])
        del log[target:], states[target + 1 :]
    else:
        for action in undone.pop():
            play(action)


def _digests(database: Database, lacking: dict[int, str], name: str, *, mend: bool) -> Iterator[Finding]:
    """Entries of older servers: without digests nobody could tell that other rules lead to the same positions."""
    if lacking:
        text = f"{len(lacking)} entries do not tell of their positions: under other rules it could only be looked at"
        mended = mend and note_digests(database, name, lacking)
        yield Finding("digest", text, name, wrong=False, mended=mended)


def _summary(database: Database, found: Whole, match: Match, name: str, *, mend: bool) -> Iterator[Finding]:
    row, rev = found.row, len(found.entries)
    standing = Table(name, match, rev, row["created"]).standing()
    told = {
        "rev": (row["rev"], rev),
        "ply": (row["ply"], standing.ply),
        "finished": (row["finished"] is not None, standing.finished),
        "waiting": (_tuple(row["waiting"]), standing.waiting),
        "winners": (_tuple(row["winners"]), standing.winners),
        "bot_since": (row["bot_since"] is not None, standing.bot_due),
    }
    odd = [f"{key} is {there}, not {true}" for key, (there, true) in told.items() if there != true]
    if odd:
        mended = mend and mend_standing(database, row, rev, standing)
        wrong = any(there not in (None, true) for there, true in told.values())
        yield Finding("summary", f"its summary is not true: {'; '.join(odd)}", name, wrong, mended)


def _positions(store: Store, found: Whole, match: Match, name: str, *, mend: bool) -> Iterator[Finding]:
    """Positions that are kept and are not those that the entries lead to, and those that should be kept."""
    kept = {one.ply: one for one in found.snapshots}
    bad = [ply for ply, one in kept.items() if not _same(match, one)]
    missing = [ply for ply in range(EACH, match.ply + 1, EACH) if ply not in kept]
    mended = False
    if mend and (bad or missing):
        drop_snapshots(store.database, name, bad)
        again = {*missing, *(ply for ply in bad if ply <= match.ply)}
        mended = store.keep(name, len(found.entries), pack(match, sorted(again)))
    if bad:
        yield Finding("positions", f"kept positions are not its own: {_some(bad)}", name, mended=mended)
    if missing:
        text = f"positions are not kept, so it opens slowly: {_some(missing)}"
        yield Finding("positions", text, name, wrong=False, mended=mended)


def _same(match: Match, kept: Snapshot) -> bool:
    try:
        return kept.ply <= match.ply and unpack(match.game, kept).digest() == match.at(kept.ply).digest()
    except Malformed:
        return False


def _some(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:10])) + (" …" if len(numbers) > 10 else "")  # noqa: PLR2004  # as many as fit


def _tuple(told: list[int] | None) -> tuple[int, ...] | None:
    """Null where nobody has looked yet: in a database of an older version."""
    return None if told is None else tuple(told)


def _span(seconds: float) -> str:
    return f"{seconds / DAY:.1f} days" if seconds > DAY else f"{seconds:.0f} s"
