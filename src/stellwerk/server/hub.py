"""Who waits for news of which match, within this process; one look at the database serves all who wait."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import random
from typing import Final, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from stellwerk.server.errors import Unavailable, Unreadable
from stellwerk.server.logs import logger
from stellwerk.server.store import Head, Store

log = logger(__name__)

T = TypeVar("T")

BATCH: Final = 100
"""Of how many matches one query asks, at most."""

HANDFUL: Final = 40
"""To how many listeners news are handed at once; then whoever else has something to do in this process comes first."""

READERS: Final = 2
"""Threads that look for news: they must not take those away in which requests are answered."""

LIST: Final = 200
"""How many matches of a visitor are listened to: the first of those that their list shows."""

PAUSE: Final = 1.0
"""Seconds between two looks at a visitor's matches, however much happens in them."""

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 5.0
"""Seconds before another look where the database does not answer: each time twice as long."""


class Ear:
    """One listener. It keeps what it has yet to be told of, not what it would have been told: that cannot pile up."""

    __slots__ = ("_ready", "_topics", "ended", "gone", "replaced")

    def __init__(self) -> None:
        self.ended = False
        self.replaced = False
        """Whether there will be no more news: the server stops, or a newer stream took this one's place."""

        self.gone = False
        """Whether nobody is at the other end any more."""

        self._topics: dict[Topic, str] = {}
        self._ready = asyncio.Event()

    async def wait(self, beat: float) -> list[bytes]:
        """What is new, each as it stands now; nothing after `beat` seconds without news, and when it has ended."""
        try:
            async with asyncio.timeout(beat):
                await self._ready.wait()
        except TimeoutError:
            return []
        self._ready.clear()
        topics, self._topics = self._topics, {}
        return [topic.events.get(kind) or next(iter(topic.events.values())) for topic, kind in topics.items()]

    def hear(self, topic: Topic, kind: str) -> None:
        if self._topics.get(topic) != Topic.LOUD:  # that a seat changed hands as well is no news beside a new ply
            self._topics[topic] = kind
        self._ready.set()

    def end(self, *, replaced: bool = False) -> None:
        self.ended, self.replaced = True, replaced
        self._ready.set()

    def leave(self) -> None:
        self.gone = True
        self._ready.set()


class Topic:
    """A match, or the list of a visitor, that somebody listens to: what is known of it, as the bytes of an event."""

    __slots__ = ("dirty", "ears", "events", "name", "now", "task", "within")

    LOUD: Final = "ply"

    def __init__(self, name: str) -> None:
        self.name = name
        self.ears: dict[Ear, None] = {}
        self.now: object = None
        self.events: dict[str, bytes] = {}
        """By what the event is called after; empty as long as nobody has looked."""

        self.within: frozenset[str] = frozenset()
        """The matches of a list."""

        self.dirty = asyncio.Event()
        self.task: asyncio.Task[None] | None = None


class Hub:
    """Wakes those who listen. To be called from one event loop.

    A change wakes a match: then its head is read once, whoever listens, and everybody is handed the same bytes. While
    nothing happens nothing is read. Who begins to listen is told how it stands.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.closed = False
        self._matches: dict[str, Topic] = {}
        self._lists: dict[str, Topic] = {}
        self._lists_with: dict[str, set[Topic]] = {}
        self._ears: set[Ear] = set()
        self._dirty: dict[str, None] = {}
        self._reading: asyncio.Task[None] | None = None
        self._limiter: CapacityLimiter | None = None

    # --- listening -------------------------------------------------------------------------------------

    @contextmanager
    def ear(self, names: Iterable[str] = (), visitor: str | None = None, ear: Ear | None = None) -> Iterator[Ear]:
        """Listen to some matches, and to all in which a visitor holds a seat."""
        ear = ear or Ear()
        self._ears.add(ear)
        topics = [self._topic(self._matches, name) for name in dict.fromkeys(names)]
        if visitor is not None:
            topics.append(self._topic(self._lists, visitor))
        for topic in topics:
            topic.ears[ear] = None
            if topic.events:
                ear.hear(topic, next(iter(topic.events)))
            else:
                self._look_at(topic)
        if self.closed:
            ear.end()
        try:
            yield ear
        finally:
            self._ears.discard(ear)
            for topic in topics:
                del topic.ears[ear]
                if not topic.ears:
                    self._forget(topic)

    def listeners(self) -> int:
        """How many streams there are."""
        return len(self._ears)

    def names(self) -> list[str]:
        """All matches and visitors that are listened to. May be asked from any thread."""
        return [*self._matches, *self._lists, *self._lists_with]

    def watched(self, match: str) -> bool:
        """Whether anybody looks at a match just now."""
        return match in self._matches

    def watchers(self, match: str) -> int:
        topic = self._matches.get(match)
        return len(topic.ears) if topic else 0

    def knows(self, match: str) -> bool:
        """Whether it is known without asking that there is such a match."""
        topic = self._matches.get(match)
        return topic is not None and topic.now is not None

    # --- waking ----------------------------------------------------------------------------------------

    def wake(self, name: str) -> None:
        """Something happened in a match or to a visitor: whoever listens is told as soon as it has been looked up."""
        for topics in (self._matches, self._lists):
            if topic := topics.get(name):
                self._look_at(topic)
        for topic in self._lists_with.get(name, ()):
            topic.dirty.set()

    def wake_all(self) -> None:
        """Anything may have happened: the wire to other processes was cut for a while."""
        for topic in (*self._matches.values(), *self._lists.values()):
            self._look_at(topic)

    def close(self) -> None:
        """The server stops: let everybody go."""
        self.closed = True
        for ear in self._ears:
            ear.end()
        tasks = [self._reading, *(topic.task for topic in self._lists.values())]
        for task in tasks:
            if task is not None:
                task.cancel()

    # --- looking ---------------------------------------------------------------------------------------

    def _topic(self, topics: dict[str, Topic], name: str) -> Topic:
        topic = topics.get(name)
        if topic is None:
            topic = topics[name] = Topic(name)
        return topic

    def _forget(self, topic: Topic) -> None:
        topics = self._matches if self._matches.get(topic.name) is topic else self._lists
        topics.pop(topic.name, None)
        self._dirty.pop(topic.name, None)
        self._include(topic, frozenset())
        if topic.task is not None:
            topic.task.cancel()

    def _look_at(self, topic: Topic) -> None:
        if self.closed:
            return
        if self._lists.get(topic.name) is topic:
            topic.dirty.set()
            if topic.task is None:
                topic.task = asyncio.create_task(self._follow(topic))
            return
        self._dirty[topic.name] = None
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        """Look up all matches in which something happened, until there is none."""
        pause = FIRST_PAUSE
        try:
            while self._dirty:
                names = list(self._dirty)[:BATCH]
                for name in names:
                    del self._dirty[name]
                try:
                    heads = await self._heads(names)
                except Exception as error:  # noqa: BLE001  # whatever it is, they are looked at again
                    _tell_trouble("listeners wait for the database", error)
                    self._dirty.update(dict.fromkeys(name for name in names if name in self._matches))
                    await asyncio.sleep(pause * (0.5 + random() / 2))
                    pause = min(2 * pause, LONGEST_PAUSE)
                    continue
                pause = FIRST_PAUSE
                for name in names:
                    if topic := self._matches.get(name):
                        await self._tell(topic, heads.get(name))
        finally:
            self._reading = None

    async def _heads(self, names: Collection[str]) -> dict[str, Head]:
        """How far the matches are; one whose row is damaged does not keep others from being read."""
        try:
            return await self._ask(lambda: self.store.heads(names))
        except Unreadable as error:
            if len(names) == 1:
                log.warning("listeners cannot be told of a match", match=next(iter(names)), error=error.__cause__)
                return {}
        found: dict[str, Head] = {}
        for name in names:
            found |= await self._heads([name])
        return found

    async def _tell(self, topic: Topic, head: Head | None) -> None:
        """Tell all who listen to a match how far it is, if that is news."""
        before = topic.now
        head = head and head._replace(orders=0)  # that somebody gives orders is nobody else's concern
        if topic.events and before == head:
            return
        topic.now = head
        topic.events = events(topic.name, head)
        await self._hand_out(topic, _news(before, head) or next(iter(topic.events)))

    async def _hand_out(self, topic: Topic, kind: str) -> None:
        for count, ear in enumerate(list(topic.ears), 1):
            if ear in topic.ears:
                ear.hear(topic, kind)
            if count % HANDFUL == 0:
                await asyncio.sleep(0)

    # --- lists -----------------------------------------------------------------------------------------

    async def _follow(self, topic: Topic) -> None:
        """See to one list as long as anybody listens to it."""
        pause = FIRST_PAUSE
        while True:
            await topic.dirty.wait()
            topic.dirty.clear()
            try:
                pulse = await self._ask(lambda: self.store.pulse(topic.name, LIST))
            except Exception as error:  # noqa: BLE001  # whatever it is, the list is looked at again
                _tell_trouble("a list waits for the database", error)
                topic.dirty.set()
                await asyncio.sleep(pause * (0.5 + random() / 2))
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            pause = FIRST_PAUSE
            if not self._include(topic, frozenset(name for name, *_ in pulse)):
                topic.dirty.set()  # what happened in it before it was listened to
                continue
            if topic.now != pulse:
                topic.now = pulse
                mark = sha256(repr(pulse).encode()).hexdigest()[:16]
                topic.events = {"mine": event("mine", None, {"mark": mark})}
                await self._hand_out(topic, "mine")
            await asyncio.sleep(PAUSE)

    def _include(self, topic: Topic, names: frozenset[str]) -> bool:
        """Listen to these matches for a list; whether it did to all of them before."""
        for name in topic.within - names:
            topics = self._lists_with[name]
            topics.discard(topic)
            if not topics:
                del self._lists_with[name]
        for name in names - topic.within:
            self._lists_with.setdefault(name, set()).add(topic)
        known, topic.within = names <= topic.within, names
        return known

    async def _ask(self, question: Callable[[], T]) -> T:
        if self._limiter is None:
            self._limiter = CapacityLimiter(READERS)
        return await run_sync(question, limiter=self._limiter)


def _tell_trouble(what: str, error: Exception) -> None:
    """Tell of a look that failed; where nobody foresaw how, with where it was."""
    log.warning(what, error=error, exc_info=None if isinstance(error, Unavailable | Unreadable) else error)


def _news(before: object, head: Head | None) -> str:
    """What an event is called after if the match itself stands as it did."""
    if not isinstance(before, Head) or head is None or (before.rev, before.next) != (head.rev, head.next):
        return ""
    return "seats" if before.claims != head.claims else "said"


def events(match: str, head: Head | None) -> dict[str, bytes]:
    """How a match stands, by what the event is called after. Nothing in it is anybody's secret."""
    if head is None:
        return {"gone": event("gone", None, {"match": match})}
    data = {"match": match, "ply": head.ply, "rev": head.rev, "next": head.next, "said": head.said}
    return {kind: event(kind, head.rev, data) for kind in (Topic.LOUD, "seats", "said")}


def event(kind: str, number: int | None, data: dict[str, object]) -> bytes:
    line = "" if number is None else f"id: {number}\n"
    return f"event: {kind}\n{line}data: {json.dumps(data)}\n\n".encode()
