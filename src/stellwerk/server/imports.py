"""Files that people bring: match files of ours and records of 18xx.games; long ones are read in another process."""

from __future__ import annotations

import traceback
from typing import Any, Final

from anyio.to_thread import run_sync

from stellwerk.core.action import Action, Json
from stellwerk.core.errors import Malformed, NotFound, RuleError, UnknownVersion
from stellwerk.core.match import Header
from stellwerk.core.matchfile import dump, load, parse
from stellwerk.interop.games18xx import is_record, live_actions, reader_of
from stellwerk.server.errors import BrokenRecord, Busy, TooMuchWork, Unavailable, UnknownFile
from stellwerk.server.pool import NoAnswer, NoWorker, Pool, line_of

QUEUE: Final = 4
"""So many records wait at most while others are read."""

SHORT: Final = 400
"""Actions of a match file that is held against the rules here; a longer one is in a process that can be ended."""


class Imports:
    """Reads files; a record that takes too long is given up, and its process with it."""

    def __init__(self, pool: Pool, limit: float) -> None:
        self.pool, self.limit = pool, limit
        self._waiting = 0

    async def take(self, file: dict[str, Any]) -> tuple[Header, list[Action], bool]:
        """Header and log of a file, and whether every action has been held against the rules already."""
        if "format" in file:
            header, log = await run_sync(parse, file)
            if len(log) > SHORT:
                _match_of(await self._ask(file))
            return header, log, len(log) > SHORT
        if not is_record(file):
            raise UnknownFile
        header, log = await run_sync(parse, _match_of(await self._ask(file)))
        return header, log, True

    async def _ask(self, record: Json) -> Json:
        if self._waiting >= QUEUE:
            raise Busy
        self._waiting += 1
        try:
            return await self.pool.ask(await run_sync(line_of, {"record": record}), self.limit)
        except NoAnswer as error:
            raise TooMuchWork from error
        except NoWorker as error:
            raise Unavailable(str(error)) from error
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        await self.pool.close()


def _match_of(answer: Json) -> Json:
    """The match file in an answer of a worker; what it refused is raised again."""
    match answer:
        case {"match": match}:
            return match
        case {"rule": broken}:
            raise BrokenRecord(**broken)
        case {"title": name}:
            raise NotFound("18xx.games title", name)
        case {"version": [where, found, known]}:
            raise UnknownVersion(where, found, known)
        case {"where": where, "problem": problem}:
            raise Malformed(where, problem)
    raise Malformed("file", "this record cannot be read")


def read(record: Json) -> Json:
    """What a worker answers: the match of a record, or why there is none. A match file is held against the rules."""
    number = 0
    try:
        if "format" in record:
            load(record)
            return {"match": None}
        reader = reader_of(record)
        for recorded in live_actions(record):
            number = recorded.data.get("id", number)
            reader.play(recorded.data)
        return {"match": dump(reader.match)}
    except RuleError as error:
        broken = {"game": error.game, "rule": error.rule, "text": error.text, "data": error.data}
        return {"rule": {"action": number, **broken}}
    except NotFound as error:
        return {"title": str(error.name)} if error.what == "18xx.games title" else _malformed("file", str(error))
    except UnknownVersion as error:
        return {"version": [error.where, error.found, error.known]}
    except Malformed as error:
        return _malformed(error.where, error.problem)
    except Exception:  # noqa: BLE001  # a record may be broken in any way
        return {"error": traceback.format_exc(limit=-3)}


def _malformed(where: str, problem: str) -> Json:
    return {"where": where, "problem": problem}
