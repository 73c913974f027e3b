"""Records of 18xx.games are replayed fast, every action checked: held against a ruler in the same run."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from stellwerk.interop.games18xx import live_actions, reader_of, write_record
from tests.interop.matches import at_random
from tests.interop.real import FOLDER, NAMES, record
from tests.records import missing
from tests.speed.ruler import REFERENCE, best

pytestmark = pytest.mark.speed

ACTIONS_PER_SECOND = 5_000


def replay(records: list[dict[str, Any]]) -> int:
    """Play all records with full checks; returns how many live actions that were."""
    actions = 0
    for data in records:
        reader, live = reader_of(data), live_actions(data)
        for recorded in live:
            reader.play(recorded.data)
        actions += len(live)
    return actions


@pytest.mark.parametrize("source", ["random", "1830", "1848"])
def test_records_are_replayed_at_five_thousand_actions_a_second(source: str) -> None:
    real = [record(name) for name in NAMES if name.startswith(source)][:2]
    if source != "random" and not real:
        pytest.skip(missing(f"{FOLDER} has no games of {source}"))
    records = real or [write_record(at_random(2, 900))]
    actions = replay(records)
    bar = ACTIONS_PER_SECOND * REFERENCE
    work = {"replay": lambda: replay(records)}
    rulers = best(work, process_time, lambda found: actions / found["replay"] >= bar)["replay"]
    print(f"\n  {f'actions of {source} records a ruler':<34} {actions / rulers:10.3f} actions (bar {bar:g})")  # noqa: T201  # `pytest -s` shows the figures
    assert actions / rulers >= bar
