"""The programs in examples/ do what the pages say of them."""

import importlib.util
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from stellwerk.bots import registry
from stellwerk.bots.arena import Series, play_series
from stellwerk.bots.report import report, wilson
from stellwerk.interop.pettingzoo import env
from tests.server.test_process import serving

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def loaded(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_a_python_class_is_a_bot_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded("python_bot")
    ours = entry_points(group=registry.GROUP)
    both = EntryPoints([*ours, EntryPoint("hoarder", "python_bot:HOARDER", registry.GROUP)])
    monkeypatch.setattr(registry, "entry_points", lambda group: both.select(group=group))
    registry.installed.cache_clear()
    registry._by_name.cache_clear()
    try:
        series = Series("paris-connection", ("hoarder", "random", "random"), "1", 6, rotate=True)
        told = report(series, play_series(series))
        assert told.bots["hoarder"].points > told.bots["random"].points
    finally:
        monkeypatch.undo()
        registry.installed.cache_clear()
        registry._by_name.cache_clear()


def test_a_program_plays_over_http(tmp_path: Path) -> None:
    with serving(tmp_path / "matches.sqlite3") as server:
        command = [sys.executable, str(EXAMPLES / "http_bot.py"), f"http://127.0.0.1:{server.port}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert words[0] == "scores:"
    assert len(words) == 4


def test_the_agent_learns_from_a_batch_and_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shape of it with few games; how well it plays is shown by the long test."""
    ours = loaded("train_paris")
    monkeypatch.setattr(ours, "BATCH", 2)
    table = env("paris-connection", 3, longest=400)
    policy = ours.train(table, 2)
    assert policy.steps == 1
    assert np.abs(policy.weights).max() > 0
    again = ours.train(table, 2)
    assert np.array_equal(policy.weights, again.weights), "the same seed learns the same"
    assert 0 <= ours.compare(table, policy, 1) <= 1


@pytest.mark.long
def test_the_trained_agent_beats_random_players() -> None:
    ours = loaded("train_paris")
    table = env("paris-connection", 3, longest=ours.LONGEST)
    policy = ours.train(table, 1200, seed=5)  # the page tells of others
    share = ours.compare(table, policy, 100, seed=5)
    assert wilson(100 * share, 100)[0] > 2 / 3, share  # an equal share is a third
