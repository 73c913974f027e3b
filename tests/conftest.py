"""What holds for all tests."""

import pytest
from hypothesis import HealthCheck, settings

# A test that fails because the machine is busy proves nothing; tests/speed measures time, against a ruler.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests come first: a long one that is left to the end keeps one core busy while the others have nothing."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
