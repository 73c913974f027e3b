"""1830 on 18xx.games."""

from __future__ import annotations

from typing import Final

from stellwerk.interop.games18xx.reading import Reading

READING: Final = Reading(
    title="1830",
    variants={"multiple_brown_from_ipo": ("brown_multibuy", "pool_and_bank"), "third_6_train": ("third_six", "true")},
    names={"Erie": "ERIE", "NNH": "NYNH"},
    phases={"1": "2", "7": "D"},
    given={"CA": "PRR_1", "BO": "B&O_0"},
    seats=range(2, 7),
    revenue_rule="7.5a",
)
