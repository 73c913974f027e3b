"""A match that waits for a bot too long is told once, by a clock that nobody sets."""

import logging

import pytest

from stellwerk.server.alarm import NAMED, TOO_LONG, Alarm
from stellwerk.server.store.queue import Due


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_match_that_waits_longer_than_a_minute_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    alarm = Alarm(clock)
    waits = [Due("m1", 5.0, True)]
    with caplog.at_level(logging.WARNING):
        for _ in range(40):
            alarm.look(1, waits)
            clock.now += 4
            assert bool(alarm.stalled()) == (alarm.oldest() >= TOO_LONG)
        assert ["m1" in record.getMessage() for record in caplog.records] == [True]
        assert alarm.stalled() == [("m1", 160.0)]
        alarm.look(1, [Due("m1", 999.0, True)])
        assert alarm.stalled() == [], "its bot has moved"
        assert alarm.oldest() == 0.0
        clock.now += TOO_LONG
        alarm.look(1, [Due("m1", 999.0, True)])
    assert len(caplog.records) == 2, "another episode"
    assert alarm.waiting == 1


def test_nothing_waits() -> None:
    alarm = Alarm()
    alarm.look(0, [])
    assert (alarm.waiting, alarm.oldest(), alarm.stalled()) == (0, 0.0, [])


def test_of_many_only_some_are_named(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    alarm = Alarm(clock)
    waits = [Due(f"m{number}", 5.0, False) for number in range(500)]
    alarm.look(700, waits)
    clock.now += TOO_LONG
    with caplog.at_level(logging.WARNING):
        alarm.look(700, waits)
    assert len(caplog.records) == NAMED + 1
    assert str(500 - NAMED) in caplog.records[-1].getMessage()
    assert (alarm.waiting, len(alarm.stalled())) == (700, 500)
