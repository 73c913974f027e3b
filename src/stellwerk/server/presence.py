"""Who is at which table: a seat is attended as long as a stream of who has it follows the match, and no longer.

Nothing else of a visitor is told to anybody: neither when they were last there nor where else they are. What is noted
in the database holds for all processes; each renews it for its own streams, so that a process that dies is forgotten.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Final

from anyio.to_thread import run_sync

from stellwerk.server.hub import Ear, Topic, event
from stellwerk.server.logs import logger
from stellwerk.server.stopping import cancelled
from stellwerk.server.store import Store
from stellwerk.server.store.attendance import Attended, Visit

log = logger(__name__)

KIND: Final = "here"

RENEWED: Final = 60.0
LASTS: Final = 150.0
"""Seconds after which it is noted again that somebody is there, and for which that holds."""

LOOKED: Final = 5.0
"""Seconds after which it is looked who has come or gone at other processes."""

GRACE: Final = 6.0
"""Seconds for which somebody is still there after their last stream: they may only go to another page."""

TICK: Final = 0.25
"""Seconds in which what happens is gathered, so that many who come at once cost one write."""

PORTION: Final = 200


class Presence:
    """The streams of this process, and what is known of all tables that they look at. For one event loop."""

    def __init__(self, store: Store, *, grace: float = GRACE, clock: Callable[[], float] = time.time) -> None:
        self.store, self.grace, self.clock = store, grace, clock
        self._streams: Counter[Visit] = Counter()
        self._came: set[Visit] = set()
        self._left: dict[Visit, float] = {}
        """Who has no stream any more, and from when on that is told."""

        self._topics: dict[str, Topic] = {}
        self._stir = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        await cancelled(self._task)

    @contextmanager
    def attending(self, ear: Ear, who: str | None, names: Collection[str], *, told: bool) -> Iterator[None]:
        """Somebody looks at some matches by a stream, and perhaps hears who else does."""
        visits = [Visit(who, name) for name in names] if who else []
        topics = [self._topics.setdefault(name, Topic(name)) for name in names] if told else []
        self._streams.update(visits)
        self._came.update(visit for visit in visits if self._left.pop(visit, None) is None)
        for topic in topics:
            topic.ears[ear] = None
            if topic.events:
                ear.hear(topic, KIND)
            else:
                topic.dirty.set()
        self._stir.set()
        try:
            yield
        finally:
            for topic in topics:
                del topic.ears[ear]
                if not topic.ears and self._topics.get(topic.name) is topic:
                    del self._topics[topic.name]
            for visit in visits:
                self._streams[visit] -= 1
                if not self._streams[visit]:
                    del self._streams[visit]
                    self._left[visit] = self.clock() + self.grace
            self._stir.set()

    def seats_changed(self, match: str) -> None:
        """Somebody has sat down or got up: who is there is to be told anew."""
        self._came.update(visit for visit in self._streams if visit.match == match)
        if topic := self._topics.get(match):
            topic.dirty.set()
        self._stir.set()

    # --- noting and telling ------------------------------------------------------------------------------

    async def _run(self) -> None:
        renewed = looked = self.clock()
        while True:
            await self._rest(renewed + RENEWED, looked + LOOKED)
            self._stir.clear()
            if self.clock() - renewed >= RENEWED:
                renewed = self.clock()
                self._came.update(self._streams)
            if self.clock() - looked >= LOOKED:
                looked = self.clock()
                for topic in self._topics.values():
                    topic.dirty.set()
            try:
                await self._note()
                await self._look()
            except Exception as error:  # noqa: BLE001  # whatever it is, it is noted again later
                log.warning("it cannot be noted who is at the tables", error=repr(error))

    async def _rest(self, *due_at: float) -> None:
        """Until something happens, somebody has been gone for long enough, or it is time to note or look again."""
        due = min([*due_at, *self._left.values()])
        try:
            async with asyncio.timeout(max(TICK, due - self.clock())):
                await self._stir.wait()
                await asyncio.sleep(TICK)
        except TimeoutError:
            pass

    async def _note(self) -> None:
        now = self.clock()
        gone = {visit for visit, due in self._left.items() if due <= now}
        for visit in gone:
            del self._left[visit]
        came, self._came = [visit for visit in self._came if visit in self._streams], set()
        touched: set[str] = set()
        for visits, until in ((came, now + LASTS), ([one for one in gone if one not in self._streams], now)):
            for at in range(0, len(visits), PORTION):
                touched |= await run_sync(self.store.attendance.note, visits[at : at + PORTION], until)
        for name in touched:
            if topic := self._topics.get(name):
                topic.dirty.set()

    async def _look(self) -> None:
        names = [name for name, topic in self._topics.items() if topic.dirty.is_set()]
        for at in range(0, len(names), PORTION):
            portion = names[at : at + PORTION]
            found = await run_sync(self.store.attendance.of, portion, self.clock())
            for name in portion:
                if topic := self._topics.get(name):
                    topic.dirty.clear()
                    _tell(topic, found.get(name, Attended()))


def _tell(topic: Topic, now: Attended) -> None:
    if topic.events and topic.now == now:
        return
    topic.now = now
    topic.events = {KIND: event(KIND, None, {"match": topic.name, **now._asdict()})}
    for ear in topic.ears:
        ear.hear(topic, KIND)
