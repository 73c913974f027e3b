"""What has lived for long is not looked at again and again, and is not kept for ever either."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from stellwerk.server import garbage
from stellwerk.server.garbage import Garbage


class Knot:
    """Something that only a collection can free."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def tidy() -> Iterator[Garbage]:
    one = Garbage()
    one.start()
    yield one
    one.stop()


def test_what_lives_is_set_aside_by_each_full_collection(tidy: Garbage) -> None:
    before = gc.get_freeze_count()
    assert before > 1000
    kept = [[number] for number in range(500)]
    gc.collect()
    assert gc.get_freeze_count() >= before + len(kept)
    assert len(gc.get_objects()) < before


def test_what_is_set_aside_goes_when_nobody_refers_to_it(tidy: Garbage) -> None:
    plain = type("Plain", (), {})()
    seen = weakref.ref(plain)
    gc.collect()
    del plain
    assert seen() is None


def test_a_sweep_frees_what_was_set_aside_before_it_was_rubbish(tidy: Garbage) -> None:
    knot = Knot()
    seen = weakref.ref(knot)
    gc.collect()
    del knot
    gc.collect()
    assert seen() is not None
    tidy.sweep()
    assert seen() is None


def test_a_sweep_waits_for_a_quiet_moment_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("stellwerk.server.garbage.time.monotonic", lambda: now[0])
    tidy = Garbage()
    assert not tidy.due(1)
    now[0] += garbage.EACH + 1
    assert not tidy.due(2)
    now[0] += garbage.QUIET + 1
    assert tidy.due(2)
    assert not tidy.due(3)
    now[0] += garbage.EACH
    assert tidy.due(4)


def test_nothing_stays_set_aside_once_it_is_over() -> None:
    one = Garbage()
    one.start()
    one.stop()
    gc.collect()
    assert gc.get_freeze_count() == 0
