"""Gates before the database: who may ask at once, who is told at once, and what happens when they close."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from stellwerk.server.errors import Unavailable
from stellwerk.server.store.faults import Away, Gate
from tests.server.kit import until

LONG = 200.0
"""Seconds that are never waited where all is well."""


def test_while_the_database_is_away_one_at_a_time_tries_and_others_are_told_at_once() -> None:
    gate = Gate(5, wait=LONG)
    with pytest.raises(Away), gate:
        raise Away("gone")
    inside, leave = threading.Event(), threading.Event()

    def try_again() -> None:
        with gate:
            inside.set()
            leave.wait(LONG)

    probe = threading.Thread(target=try_again)
    probe.start()
    assert inside.wait(LONG)
    began = time.monotonic()
    with pytest.raises(Unavailable), gate:
        pass
    assert time.monotonic() - began < LONG / 2, "nobody waits behind the one who tries"
    leave.set()
    probe.join()
    with gate, gate:
        assert not gate.away


def test_a_gate_that_closes_waits_for_those_inside_and_lets_nobody_in_any_more() -> None:
    gate = Gate(1, wait=LONG)
    inside, leave, refused = threading.Event(), threading.Event(), threading.Event()

    def ask() -> None:
        with gate:
            inside.set()
            leave.wait(LONG)

    def come_later() -> None:
        with pytest.raises(Unavailable), gate:
            pass
        refused.set()

    asking, waiting = threading.Thread(target=ask), threading.Thread(target=come_later)
    asking.start()
    assert inside.wait(LONG)
    waiting.start()
    closing = threading.Thread(target=gate.close, args=(LONG,))
    closing.start()
    assert refused.wait(LONG / 2), "who waits outside is told at once"
    assert closing.is_alive(), "somebody is still inside"
    leave.set()
    for thread in (asking, waiting, closing):
        thread.join(LONG)
        assert not thread.is_alive()
    with pytest.raises(Unavailable), gate:
        pass


def test_a_gate_can_be_emptied_while_others_come_and_go() -> None:
    gate, stop = Gate(4, wait=LONG), threading.Event()
    inside: list[int] = []

    def come_and_go() -> None:
        while not stop.is_set():
            with gate:
                inside.append(1)
                time.sleep(0.002)
                inside.pop()

    with ThreadPoolExecutor(6) as crowd:
        guests = [crowd.submit(come_and_go) for _ in range(6)]
        until(lambda: inside)
        for _ in range(20):
            with gate.emptied(LONG):
                assert not inside
                time.sleep(0.004)
                assert not inside
        stop.set()
        for guest in guests:
            guest.result()
