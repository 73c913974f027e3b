"""News between processes on one database: whoever listens here hears of what is written elsewhere."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from threading import Thread
from typing import Final

from anyio.to_thread import run_sync

from stellwerk.server.errors import Unavailable, Unreadable
from stellwerk.server.hub import Hub
from stellwerk.server.logs import logger
from stellwerk.server.stopping import PARTS
from stellwerk.server.store import EVERYTHING, Store, news_of

log = logger(__name__)

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 5.0
"""Seconds before the wire is laid anew after it broke: each time twice as long."""


class Wire:
    """A thread that waits for news and hands them to the event loop: the hub wakes who listens, bots are poked.

    After the wire was broken anything may have been missed, so everybody looks. What this process writes itself is
    heard of as well, which costs a look and tells nobody anything new.
    """

    def __init__(self, store: Store, hub: Hub | None, poke: Callable[[str], None]) -> None:
        """Without a hub nobody listens: a process that only drives bots."""
        self.store, self.hub, self.poke = store, hub, poke
        self._thread: Thread | None = None
        self._bell, self._rings = socket.socketpair()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = False

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        if news_of(self.store.database) is not None:
            self._thread = Thread(target=self._run, name="wire", daemon=True)
            self._thread.start()

    async def close(self) -> None:
        self._stopped = True
        self._rings.send(b"!")
        if self._thread is not None:
            await run_sync(self._thread.join, PARTS)
        self._bell.close()
        self._rings.close()

    def _run(self) -> None:
        pause = FIRST_PAUSE
        broken = False
        while not self._stopped:
            try:
                news = news_of(self.store.database)
                assert news is not None
                with news:
                    self._tell([EVERYTHING])
                    if broken:
                        log.warning("the wire to other processes is laid again")
                    pause, broken = FIRST_PAUSE, False
                    while not self._stopped:
                        if heard := news.wait(self._bell, self._names):
                            self._tell(heard)
            except Exception as error:
                if not broken:
                    foreseen = isinstance(error, Unavailable | Unreadable)
                    log.warning("the wire to other processes broke", error=error, exc_info=None if foreseen else error)
                broken = True
                self._rest(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _names(self) -> list[str]:
        return self.hub.names() if self.hub else []

    def _rest(self, seconds: float) -> None:
        """Sleep until the bell rings."""
        self._bell.settimeout(seconds)
        try:
            self._bell.recv(1, socket.MSG_PEEK)
        except TimeoutError:
            return

    def _tell(self, heard: list[str]) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._hear, heard)
        except RuntimeError:  # the loop is closed: nobody is left to hear of anything
            self._stopped = True

    def _hear(self, heard: list[str]) -> None:
        for name in dict.fromkeys(heard):
            if self.hub and name == EVERYTHING:
                self.hub.wake_all()
            elif self.hub:
                self.hub.wake(name)
            self.poke(name)
