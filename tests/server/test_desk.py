"""Work in threads: one at a time for a match, side by side for others, people before bots."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import pytest

from stellwerk.server.desk import Desk

DEADLINE = 20.0


def run(scenario: Callable[[Desk], Awaitable[None]], threads: int = 3) -> None:
    async def main() -> None:
        desk = Desk(threads)
        try:
            await asyncio.wait_for(scenario(desk), DEADLINE)
        finally:
            desk.close()

    asyncio.run(main())


class Gate:
    """Work that does not end before it is let through."""

    def __init__(self) -> None:
        self.begun, self.opened = threading.Event(), threading.Event()

    def work(self) -> str:
        self.begun.set()
        assert self.opened.wait(DEADLINE)
        return "done"

    async def until_begun(self) -> None:
        await asyncio.to_thread(self.begun.wait, DEADLINE)


def test_no_two_threads_work_at_the_same_match() -> None:
    inside, most = 0, 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        threading.Event().wait(0.002)
        with lock:
            inside -= 1

    async def scenario(desk: Desk) -> None:
        await asyncio.gather(*(desk.do("m", work, bots=number % 3 == 0) for number in range(30)))

    run(scenario)
    assert most == 1


def test_other_matches_do_not_wait_for_one_that_takes_long() -> None:
    async def scenario(desk: Desk) -> None:
        slow = Gate()
        first = asyncio.create_task(desk.do("slow", slow.work))
        behind = [asyncio.create_task(desk.do("slow", lambda: None)) for _ in range(20)]
        await slow.until_begun()
        assert await desk.do("other", lambda: "answer") == "answer"
        assert await desk.do(None, lambda: "page") == "page"
        assert not any(task.done() for task in (first, *behind))
        slow.opened.set()
        assert await first == "done"
        await asyncio.gather(*behind)

    run(scenario)


def test_work_for_bots_waits_while_people_do_and_never_takes_two_threads() -> None:
    order: list[str] = []

    async def scenario(desk: Desk) -> None:
        gates = [Gate(), Gate()]
        held = [asyncio.create_task(desk.do(f"held {number}", gate.work)) for number, gate in enumerate(gates)]
        for gate in gates:
            await gate.until_begun()
        bots = [asyncio.create_task(desk.do(f"b{n}", lambda: order.append("bot"), bots=True)) for n in range(3)]
        await asyncio.sleep(0)
        people = [asyncio.create_task(desk.do(f"p{n}", lambda: order.append("person"))) for n in range(3)]
        await asyncio.sleep(0)
        assert desk.waiting() == 6
        gates[0].opened.set()
        await asyncio.gather(*bots, *people)
        gates[1].opened.set()
        await asyncio.gather(*held)
        one, other = Gate(), Gate()
        thinking = [
            asyncio.create_task(desk.do(name, gate.work, bots=True)) for name, gate in (("x", one), ("y", other))
        ]
        await one.until_begun()
        await desk.do("z", lambda: None)
        assert not other.begun.is_set()
        one.opened.set()
        other.opened.set()
        await asyncio.gather(*thinking)

    run(scenario, threads=2)
    assert order == ["person"] * 3 + ["bot"] * 3


def test_a_person_at_a_match_for_which_bots_wait_is_not_behind_them() -> None:
    order: list[str] = []

    async def scenario(desk: Desk) -> None:
        gate = Gate()
        held = asyncio.create_task(desk.do("m", gate.work))
        await gate.until_begun()
        bot = asyncio.create_task(desk.do("m", lambda: order.append("bot"), bots=True))
        person = asyncio.create_task(desk.do("m", lambda: order.append("person")))
        await asyncio.sleep(0)
        gate.opened.set()
        await asyncio.gather(held, bot, person)

    run(scenario)
    assert order == ["person", "bot"]


def test_who_stops_waiting_leaves_the_match_to_its_thread() -> None:
    async def scenario(desk: Desk) -> None:
        gate, seen = Gate(), []
        task = asyncio.create_task(desk.do("m", gate.work))
        await gate.until_begun()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        given_up = asyncio.create_task(desk.do("m", lambda: seen.append("given up")))
        after = asyncio.create_task(desk.do("m", lambda: seen.append("after")))
        await asyncio.sleep(0.01)
        assert not after.done(), "the thread is still at the match"
        given_up.cancel()
        gate.opened.set()
        await after
        assert seen == ["after"], "what nobody waits for is not begun"

    run(scenario)


def test_errors_come_back_and_the_next_one_is_served() -> None:
    async def scenario(desk: Desk) -> None:
        for error in (ValueError("no"), StopIteration("odd"), KeyError(1)):

            def fail(error: Exception = error) -> Any:
                raise error

            with pytest.raises((type(error), RuntimeError)):
                await desk.do("m", fail)
            assert await desk.do("m", lambda: 1) == 1

    run(scenario)


def test_a_thread_knows_what_its_request_knows() -> None:
    who: ContextVar[str] = ContextVar("who")

    async def scenario(desk: Desk) -> None:
        who.set("request 7")
        assert await desk.do("m", who.get) == "request 7"

    run(scenario)


def test_when_it_closes_nobody_waits_for_what_will_not_begin() -> None:
    async def scenario(desk: Desk) -> None:
        gate = Gate()
        running = asyncio.create_task(desk.do("m", gate.work))
        await gate.until_begun()
        waiting = [asyncio.create_task(desk.do("m", gate.work, bots=bots)) for bots in (False, True)]
        await asyncio.sleep(0)
        desk.close()
        await asyncio.wait(waiting, timeout=DEADLINE)
        assert all(task.cancelled() for task in waiting)
        with pytest.raises(asyncio.CancelledError):
            await desk.do("m", gate.work)
        gate.opened.set()
        assert await running == "done", "what had begun goes to its end"

    run(scenario)
