"""What a bot is told before it chooses: a line for a worker process, which holds the view of its seat and no more."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from stellwerk.core.action import Action, Json
from stellwerk.core.chance import generator
from stellwerk.server.pool import line_of
from stellwerk.server.store.clocks import SKIP
from stellwerk.server.table import Table

MEMORY: Final = 16 << 20
"""Bytes of logs that are kept as they were last written."""

NEEDED: Final = ("game", "options", "seats", "seat", "state")
"""What a view is read from, beside its log; its choices follow."""


class Brief(NamedTuple):
    """A choice that a bot owes, for a position; `line` is all that it gets."""

    table: Table
    seat: int
    bot: str
    line: bytes
    passes: Action | None = None
    """What is played without asking: the turn of somebody who ran out of time is passed, if it can be."""


class Briefs:
    """Writes briefs. The log is nearly all of a late view, and all but its end was written for the move before.

    Used by one thread at a time.
    """

    def __init__(self, memory: int = MEMORY) -> None:
        self._left = memory
        self._logs: OrderedDict[tuple[str, int], tuple[tuple[Action, ...], bytes]] = OrderedDict()

    def write(self, table: Table) -> Brief | None:
        """The brief for the first bot that owes a choice; None when none does."""
        seat = table.bot_to_move()
        if seat is None:
            return None
        bot = table.bot_of(seat)
        assert bot is not None
        view = table.match.view(seat)
        if seat in table.stand_ins and table.pace and table.pace.zero == SKIP and (idle := view.game.idle(view)):
            return Brief(table, seat, bot, b"", idle)
        told = replace(view, log=()).to_json()
        key = str(lot_of(table, seat).getrandbits(128))
        head = {"bot": bot, "key": key, "view": {name: told[name] for name in NEEDED}}
        return Brief(table, seat, bot, line_of(head, self._log((table.id, seat), view.log)))

    def _log(self, key: tuple[str, int], log: tuple[Action, ...]) -> bytes:
        known, text = self._logs.pop(key, ((), b""))
        self._left += len(text)
        if log[: len(known)] != known:
            known, text = (), b""
        added = ", ".join(json.dumps(action.to_json()) for action in log[len(known) :]).encode()
        text = b", ".join(part for part in (text, added) if part)
        self._logs[key] = log, text
        self._left -= len(text)
        while self._left < 0 and self._logs:
            _, (_, old) = self._logs.popitem(last=False)
            self._left += len(old)
        return text


def by_lot(brief: Brief, table: Table) -> Action:
    """What is played instead where a bot fails or cheats; always the same at the same position."""
    rng = lot_of(table, brief.seat)
    return rng.choice(table.match.view(brief.seat).choices).sample(rng)


def lot_of(table: Table, seat: int) -> Random:
    """A generator that tells nothing about the seed of the match."""
    return generator(table.match.header.seed, "bot", table.ply, seat)


def action_of(answer: Json) -> Action | None:
    """The action in an answer of a worker; None where its bot failed."""
    return Action.from_json(answer["action"]) if "action" in answer else None
