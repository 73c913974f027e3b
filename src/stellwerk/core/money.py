"""How amounts are written: thousands apart as the language has it, the sign of money before them in every language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

THOUSANDS: Final[Mapping[str, str]] = {"en": ",", "de": "."}
"""By language what stands between thousands."""

THOUSAND: Final = 1000
DOLLAR: Final = "$"
"""Stand-in for the sign of the money in sentences that several games share."""


def number(language: str, value: int) -> str:
    """A number as the language writes it; a minus is as wide as a plus."""
    size = abs(value)
    told = str(size) if size < THOUSAND else f"{size:,}".replace(",", THOUSANDS[language])
    return f"−{told}" if value < 0 else told


def money(language: str, sign: str, amount: int) -> str:
    """An amount of money: what is owed has a minus before the sign of the money."""
    return f"{'−' if amount < 0 else ''}{sign}{number(language, abs(amount))}"


def in_money(sentence: Mapping[str, str], sign: str) -> dict[str, str]:
    """A shared sentence, by language, with the sign of a game's money in it."""
    return {language: said.replace(DOLLAR, sign) for language, said in sentence.items()}
