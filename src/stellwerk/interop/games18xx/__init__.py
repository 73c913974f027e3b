"""Game records of 18xx.games: matches of ours from them, and matches of ours as such.

The record tells what people did; revenue, prices and legality are worked out anew by our engine. A `Reading` says
how that site plays a title; an entry point of the group `stellwerk.records18xx` brings that of another one.
"""

from __future__ import annotations

from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed
from stellwerk.core.garbage import collecting_seldom
from stellwerk.core.match import Match
from stellwerk.eighteen.game import RailGame
from stellwerk.eighteen.state import RailState
from stellwerk.interop.games18xx.asks import Asks
from stellwerk.interop.games18xx.reader import Reader
from stellwerk.interop.games18xx.reading import PRESET, Reading
from stellwerk.interop.games18xx.record import Fields, Recorded, is_record, live_actions
from stellwerk.interop.games18xx.registry import added, reading, reading_for, reading_of, readings
from stellwerk.interop.games18xx.trace import Trace
from stellwerk.interop.games18xx.writer import Writer

__all__ = [
    "PRESET",
    "Asks",
    "Fields",
    "Reader",
    "Reading",
    "Recorded",
    "Trace",
    "Writer",
    "added",
    "is_record",
    "live_actions",
    "read_record",
    "reader_of",
    "reading",
    "reading_for",
    "reading_of",
    "readings",
    "trace_state",
    "write_record",
    "writer_of",
]


def reader_of(record: Json) -> Reader:
    """Who plays a record action by action, at its beginning."""
    found = reading_of(record)
    return found.reader(record, found)


def read_record(record: Json) -> Match:
    """The whole record as a match of ours; raises a RuleError where it breaks a rule."""
    with collecting_seldom():
        reader = reader_of(record)
        for recorded in reader.live:
            reader.play(recorded.data)
    return reader.match


def writer_of(match: Match) -> Writer:
    """Who tells a match action by action, at its beginning; refused where its title cannot be written."""
    found = reading_for(match.header.game)
    if found.writer is None:
        raise Malformed("match", f"records of {found.name} can be read here, but not written")
    return found.writer(match, found)


def write_record(match: Match) -> Json:
    """A match as a record; refused where its options are not those of that site."""
    return writer_of(match).record()


def trace_state(game: RailGame, s: RailState, *, finished: bool | None = None) -> Json:
    """A position as that site's engine tells it; `finished` where people ended the game themselves."""
    found = reading_for(game.title.id)
    return found.trace(game, found).state(s, finished=finished)
