"""Times told the same way everywhere."""

from __future__ import annotations

from collections.abc import Sequence


def percentile(times: Sequence[float], share: float) -> float:
    """The time that so large a share of all stays below."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def spread(times: Sequence[float]) -> str:
    """Median, 95th and 99th percentile in milliseconds."""
    return "/".join(f"{1000 * percentile(times, share):.0f}" for share in (0.5, 0.95, 0.99))
