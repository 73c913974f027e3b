"""The ledger of an arena: a file with a line of JSON for each game played.

What stands in it is never played again: who is stopped and started again goes on where the ledger ends. A line that was
cut off when the machine stopped is dropped when the next one is written. One arena at a time writes to a ledger.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, Final, TextIO

from stellwerk.bots.arena import Effort, Record, Series
from stellwerk.core.action import Json
from stellwerk.core.errors import Malformed, StellwerkError
from stellwerk.core.registry import title

LONGEST_LINE: Final = 100_000
"""Characters; a record of six seats has some hundreds."""

START: Final = b'{"series": '
"""How each line begins: what does not is no line that was cut off, and is not touched."""

MOST_GAMES: Final = 10_000_000
"""Games of a series; a larger number is a mistake."""

MICRO: Final = 6
"""Digits of seconds that are kept."""


class LedgerInUse(StellwerkError):
    """Another arena writes to the file."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"another arena writes to {file}")
        self.file = str(file)


class Ledger:
    """Records by series, in memory and in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.records: defaultdict[str, dict[int, Record]] = defaultdict(dict)
        self.series: dict[str, Series] = {}
        self.passed_over = 0
        """Lines of games that are not installed, or have other rules now."""

        self._whole = 0
        """Bytes of the lines that have been read."""

        self._lines = 0
        if file.exists():
            self._read()

    def missing(self, series: Series) -> list[int]:
        """The numbers of the games that have not been played yet."""
        done = self.records[key_of(series)]
        return [number for number in range(series.games) if number not in done]

    def of(self, series: Series) -> list[Record]:
        """The records of a series that have been played, in the order of the games."""
        done = self.records[key_of(series)]
        return [done[number] for number in sorted(done) if number < series.games]

    def played(self) -> Iterator[tuple[Series, list[Record]]]:
        """Every series of the ledger with all its records, those of unknown games or old rules left out."""
        for key, series in self.series.items():
            done = self.records[key]
            yield replace(series, games=len(done)), [done[number] for number in sorted(done)]

    @contextmanager
    def open(self) -> Iterator[TextIO]:
        """The file, to write further records at its end; what others have written meanwhile is read first."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as out:
            if not _locked(out):
                raise LedgerInUse(self.file)
            self._read()
            out.truncate(self._whole)
            yield out

    def write(self, out: TextIO, series: Series, record: Record) -> None:
        """Add a record, and see it on the disk before the next game."""
        self._keep(series, record)
        out.write(json.dumps({"series": series_to_json(series), "record": record_to_json(record)}) + "\n")
        out.flush()
        os.fsync(out.fileno())

    def _keep(self, series: Series, record: Record) -> None:
        key = key_of(series)
        self.series.setdefault(key, series)
        self.records[key][record.number] = record

    def _read(self) -> None:
        """Read the lines that have not been read yet; one that is not whole stays."""
        with self.file.open("rb") as lines:
            lines.seek(self._whole)
            for line in iter(lambda: lines.readline(LONGEST_LINE), b""):
                where = f"{self.file}:{self._lines + 1}"
                if not line.endswith(b"\n"):
                    if len(line) == LONGEST_LINE:
                        raise Malformed(where, f"a line of more than {LONGEST_LINE} characters")
                    if not line.startswith(START[: len(line)]):
                        raise Malformed(where, "no record of an arena")
                    return
                try:
                    self._take(json.loads(line))
                except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
                    raise Malformed(where, f"no record of an arena: {error!r}") from error
                self._whole += len(line)
                self._lines += 1

    def _take(self, data: Json) -> None:
        series, version = series_from_json(data["series"])
        try:
            known = title(series.game).rules_version == version
        except StellwerkError:
            known = False
        if not known:
            self.passed_over += 1
            return
        if len(series.bots) not in title(series.game).seats:
            raise ValueError(f"{len(series.bots)} seats")
        self._keep(series, record_from_json(data["record"], series))


def _locked(file: TextIO) -> bool:
    """Lock a file until it is closed, unless another process has; where nothing can be locked, trust that none has."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        pass
    return True


def key_of(series: Series) -> str:
    """What makes a series the same again: all that its games depend on."""
    return json.dumps(series_to_json(series), sort_keys=True)


def series_to_json(series: Series) -> Json:
    return {
        "game": series.game,
        "rules_version": title(series.game).rules_version,
        "options": dict(title(series.game).resolve(series.options)),
        "bots": list(series.bots),
        "seed": series.seed,
        "rotate": series.rotate,
    }


def series_from_json(data: Any) -> tuple[Series, int]:
    """A series, and the version of the rules it was played by."""
    bots, options = tuple(map(str, data["bots"])), {str(name): str(value) for name, value in data["options"].items()}
    return Series(str(data["game"]), bots, str(data["seed"]), 0, options, bool(data["rotate"])), int(
        data["rules_version"]
    )


def record_to_json(record: Record) -> Json:
    return {
        "number": record.number,
        "seats": list(record.seats),
        "decisions": record.decisions,
        "plies": record.plies,
        "scores": list(record.scores),
        "winners": list(record.winners),
        "reason": record.reason,
        "efforts": [[count, round(seconds, MICRO), round(most, MICRO)] for count, seconds, most in record.efforts],
    }


def record_from_json(data: Any, series: Series) -> Record:
    """A record, held against the series that it belongs to."""
    seats = len(series.bots)
    record = Record(
        number=int(data["number"]),
        seats=tuple(map(str, data["seats"])),
        decisions=int(data["decisions"]),
        plies=int(data["plies"]),
        scores=tuple(map(int, data["scores"])),
        winners=tuple(map(int, data["winners"])),
        reason=str(data["reason"]),
        efforts=tuple(Effort(int(count), float(took), float(most)) for count, took, most in data["efforts"]),
    )
    if not 0 <= record.number < MOST_GAMES:
        raise ValueError(f"game {record.number}")
    if record.seats != series.seats(record.number):
        raise ValueError(f"{record.seats} is not who sits in game {record.number} of {series.bots}")
    if len(record.scores) != seats or len(record.efforts) != seats:
        raise ValueError(f"{seats} seats expected")
    if not record.winners or len(set(record.winners)) < len(record.winners):
        raise ValueError("somebody wins, and nobody twice")
    if not set(record.winners) <= set(range(seats)):
        raise ValueError(f"winners {record.winners}")
    if not all(isfinite(time) and time >= 0 for effort in record.efforts for time in effort):
        raise ValueError("times have to be finite")
    return record
