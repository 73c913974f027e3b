"""Work in threads: one at a time for a match, side by side for others, people before bots."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import pytest

from stellwerk.server import desk as module
from stellwerk.server.desk import Desk
from stellwerk.server.errors import Overloaded, TooOften

DEADLINE = 300.0


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


def test_what_can_be_looked_up_later_keeps_neither_bots_nor_people_waiting() -> None:
    async def scenario(desk: Desk) -> None:
        looking = [Gate() for _ in range(3)]
        tasks = [asyncio.create_task(desk.do(f"m{n}", gate.work, later=True)) for n, gate in enumerate(looking)]
        await looking[0].until_begun()
        assert await desk.do("b", lambda: "bot", bots=True) == "bot"
        assert await desk.do("p", lambda: "person") == "person"
        assert not any(gate.begun.is_set() for gate in looking[1:])
        for gate in looking:
            gate.opened.set()
        assert await asyncio.gather(*tasks) == ["done"] * 3

    run(scenario)


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


def test_pages_wait_for_pages_while_what_is_quick_goes_on() -> None:
    async def scenario(desk: Desk) -> None:
        gates = [Gate(), Gate()]
        pages = [asyncio.create_task(desk.do(f"m{n}", gate.work, long=True)) for n, gate in enumerate(gates)]
        await gates[0].until_begun()
        assert await desk.do("other", lambda: "view") == "view"
        assert not gates[1].begun.is_set()
        gates[0].opened.set()
        await gates[1].until_begun()
        gates[1].opened.set()
        assert await asyncio.gather(*pages) == ["done", "done"]

    run(scenario, threads=4)


def test_long_work_that_does_not_end_keeps_neither_pages_nor_quick_work_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LENT", 0.001)

    async def scenario(desk: Desk) -> None:
        gates = [Gate() for _ in range(3)]
        stuck = [asyncio.create_task(desk.do(f"m{n}", gate.work, long=True)) for n, gate in enumerate(gates)]
        for gate in gates:
            await gate.until_begun()
        assert await desk.do("other", lambda: "view") == "view", "one thread is left for what is quick"
        for gate in gates:
            gate.opened.set()
        await asyncio.gather(*stuck)
        last = Gate()
        task = asyncio.create_task(desk.do("m", last.work, long=True))
        await last.until_begun()
        last.opened.set()
        assert await task == "done", "places that were lent are counted once"

    run(scenario, threads=4)


@pytest.mark.parametrize("other", ["m", "another match"])
def test_who_finds_a_line_full_is_told_to_come_again(other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IN_LINE" if other == "m" else "IN_ALL", 3)

    async def scenario(desk: Desk) -> None:
        gate = Gate()
        first = asyncio.create_task(desk.do("m", gate.work))
        await gate.until_begun()
        behind = [asyncio.create_task(desk.do("m", lambda: None)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Overloaded) as refused:
            await desk.do(other, lambda: None)
        assert int(refused.value.headers["retry-after"]) > 0
        bot = asyncio.create_task(desk.do("m", lambda: "bot", bots=True))
        gate.opened.set()
        await asyncio.gather(first, *behind)
        assert await bot == "bot", "bots come again by themselves, and are let in"
        assert await desk.do(other, lambda: "later") == "later"

    run(scenario, threads=1)


def test_one_address_has_so_much_long_work_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OF_ONE", 2)

    async def scenario(desk: Desk) -> None:
        gate = Gate()
        pages = [asyncio.create_task(desk.do(f"m{n}", gate.work, long=True, who="198.51.100.1")) for n in range(2)]
        await gate.until_begun()
        with pytest.raises(TooOften):
            await desk.do("m2", lambda: None, long=True, who="198.51.100.1")
        assert await desk.do("m3", lambda: "view", who="198.51.100.1") == "view", "what is quick is not counted"
        elsewhere = asyncio.create_task(desk.do("m4", lambda: "page", long=True, who="198.51.100.2"))
        gate.opened.set()
        await asyncio.gather(*pages)
        assert await elsewhere == "page"
        assert await desk.do("m2", lambda: "page", long=True, who="198.51.100.1") == "page"

    run(scenario)
