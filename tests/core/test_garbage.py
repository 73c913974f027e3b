"""The collector looks seldom while somebody plays, and as before when the last one is done."""

from __future__ import annotations

import gc

import pytest

from stellwerk.core.garbage import SELDOM, collecting_seldom


def test_thresholds_come_back_when_the_last_one_is_done() -> None:
    usual = gc.get_threshold()
    assert usual != SELDOM
    first, second = collecting_seldom(), collecting_seldom()
    first.__enter__()
    second.__enter__()
    assert gc.get_threshold() == SELDOM
    first.__exit__(None, None, None)  # the other one, say in another thread, still plays
    assert gc.get_threshold() == SELDOM
    second.__exit__(None, None, None)
    assert gc.get_threshold() == usual


def test_thresholds_come_back_after_a_failure() -> None:
    usual = gc.get_threshold()
    with pytest.raises(RuntimeError), collecting_seldom():
        raise RuntimeError
    assert gc.get_threshold() == usual
