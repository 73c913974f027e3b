"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# A test that fails because the machine is busy proves nothing; tests/speed measures time, against a ruler.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
