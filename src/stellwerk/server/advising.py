"""What a bot would do in somebody's place, and why: asked in a process of its own, from the seat's own view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import replace
from functools import partial
from math import isfinite
from typing import Any, Final

from stellwerk.bots.advice import Reason
from stellwerk.bots.reasons import adviser_for, sentence
from stellwerk.core.action import Action, Json
from stellwerk.core.choice import Choice
from stellwerk.core.errors import Malformed, NotFound
from stellwerk.server.briefs import NEEDED, lot_of
from stellwerk.server.errors import NoAdvice, Unavailable
from stellwerk.server.logs import logger
from stellwerk.server.matches import Matches
from stellwerk.server.pool import NoAnswer, NoWorker, Pool, line_of
from stellwerk.server.table import Table
from stellwerk.web.i18n import translator
from stellwerk.web.scene import Scene
from stellwerk.web.tables.base import label

log = logger(__name__)

QUEUE: Final = 8
"""So many questions wait at most while others are thought about."""

KEPT: Final = 256
"""So many answers are remembered: who asks again at the same position gets the same."""

SHOWN: Final = 3
REASONS: Final = 4
"""Candidates that are told, and reasons for each."""


def offered(table: Table, seats: Collection[int]) -> bool:
    """Whether there is somebody to ask, and the caller may."""
    return table.frozen is None and table.fair.advises(seats) and adviser_for(table.match.header.game) is not None


class Advising:
    """Asks advisers, and puts what they say into words."""

    def __init__(self, matches: Matches, pool: Pool, limit: float) -> None:
        self.matches, self.pool, self.limit = matches, pool, limit
        self._waiting = 0
        self._answers: OrderedDict[tuple[str, int, int], list[Any]] = OrderedDict()

    async def ask(self, table: Table, seats: Collection[int], seat: int, language: str) -> Json:
        """The best candidates of a seat that is asked, the best first, in a language."""
        found = adviser_for(table.match.header.game)
        if found is None:
            raise NotFound("adviser", table.match.header.game)
        table.fair.check_advice(seats)
        if seat not in table.waiting() or table.frozen:
            raise NoAdvice("turn")
        key = table.id, table.rev, seat
        if (told := self._answers.get(key)) is None:
            told = await self._think(table, seat, found.name)
            self._answers[key] = told
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        return await self.matches.work(table, partial(_worded, seat=seat, name=found.name, told=told, lang=language))

    async def _think(self, table: Table, seat: int, name: str) -> list[Any]:
        if self._waiting >= QUEUE:
            raise NoAdvice("busy")
        self._waiting += 1
        try:
            line = await self.matches.work(table, partial(_line, seat=seat, name=name))
            answer = await self.pool.ask(line, self.limit)
        except NoAnswer as error:
            raise NoAdvice("failed") from error
        except NoWorker as error:
            raise Unavailable(str(error)) from error
        finally:
            self._waiting -= 1
        if "advice" not in answer:
            log.warning("an adviser failed", bot=name, match=table.id, ply=table.ply, problem=str(answer.get("error")))
            raise NoAdvice("failed")
        told: list[Any] = answer["advice"]
        return told

    async def close(self) -> None:
        await self.pool.close()


def _line(table: Table, *, seat: int, name: str) -> bytes:
    """All that an adviser gets: the view of the seat, as a bot in its place would."""
    told = table.match.view(seat).to_json()
    lot = str(lot_of(table, seat).getrandbits(128))
    return line_of({"advise": name, "key": lot, "view": {part: told[part] for part in (*NEEDED, "log")}})


def _worded(table: Table, *, seat: int, name: str, told: list[Any], lang: str) -> Json:
    """The candidates in words; what no rule allows, or nobody can read, is left out."""
    view = table.match.view(seat)
    scene = Scene(replace(view, log=()), tuple(table.names), translator(lang), table.id)
    listed: list[Json] = []
    for one in told:
        try:
            action, worth = Action.from_json(one["action"]), float(one["worth"])
            reasons = [Reason(key, data) for key, data in one["reasons"][:REASONS]]
        except (Malformed, KeyError, TypeError, ValueError):
            continue
        if not isfinite(worth) or not any(choice.admits(action) for choice in view.choices):
            continue
        sentences = [sentence(view.game.title.id, name, reason, lang) for reason in reasons]
        listed.append(
            {
                "action": action.to_json(),
                "text": label(scene, Choice(*action)),
                "worth": round(worth),
                "score": scene.score(round(worth)),
                "reasons": [said for said in sentences if said],
            }
        )
    return {"advice": listed[:SHOWN]}
