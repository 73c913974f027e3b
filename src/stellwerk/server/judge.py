"""Who sees to it that time limits hold: where a clock has run out, a bot plays for its player."""

from __future__ import annotations

import asyncio
from typing import Final

from anyio.to_thread import run_sync

from stellwerk.bots.registry import bots_for
from stellwerk.core.errors import StellwerkError
from stellwerk.server.logs import logger
from stellwerk.server.matches import Matches

log = logger(__name__)

LOOK: Final = 2.0
"""Seconds between two looks at the clocks."""


class Judge:
    """Looks at the clocks again and again; several processes may, for the database says who was first."""

    def __init__(self, matches: Matches, *, look: float = LOOK) -> None:
        self.matches, self.look = matches, look
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self.look)
            try:
                await run_sync(self.matches.store.uptime.note)
                for name in await run_sync(self.matches.store.clocks.due):
                    await self._relieve(name)
            except StellwerkError as error:
                log.warning("clocks are looked at again", problem=str(error))
            except Exception as error:
                log.warning("clocks are looked at again", problem=repr(error), exc_info=error)

    async def _relieve(self, name: str) -> None:
        """Let a bot play for those whose time is used up; one match that cannot be read stops no other."""
        try:
            game = (await self.matches.open(name)).match.header.game
            if await run_sync(self.matches.store.clocks.stand_in, name, stand_in_for(game)):
                await self.matches.seats_changed(name)
        except StellwerkError as error:
            log.warning("a clock cannot be looked at", match=name, problem=str(error))


def stand_in_for(game: str) -> str:
    """The strongest bot that plays a game: nobody shall lose by more than their time."""
    return list(bots_for(game))[-1]
