"""What holds for all tests."""

import gc

import pytest
from hypothesis import HealthCheck, settings

from tests.marks import DAY

# A test that fails because the machine is busy proves nothing; tests/speed measures time, against a ruler.
# What a change has to pass does not depend on luck; `make test-long` looks for new examples (tests/marks.py).
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", UNHURRIED, derandomize=True)
settings.register_profile("other", UNHURRIED)
settings.load_profile("same")


def pytest_report_header() -> str:
    return f"drawn on {DAY}: STELLWERK_DAY={DAY} draws the same parameters again"


def pytest_collection_finish() -> None:
    """Twelve thousand tests and all that they load stay to the end: nobody needs to look for rubbish among them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests come first: a long one that is left to the end keeps one core busy while the others have nothing."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
