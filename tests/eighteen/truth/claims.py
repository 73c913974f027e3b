"""Claims of refusals: by the words of a sentence what must hold in the position for it to be true."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from tests.eighteen.truth.table import Table

Verdict: TypeAlias = object
"""Whether a sentence is true, as a truth value; None where what was read of the position does not tell."""

Check: TypeAlias = Callable[[Table], Verdict]


class Claims:
    """Checks by what a sentence says."""

    def __init__(self) -> None:
        self.checks: list[tuple[re.Pattern[str], Check]] = []

    def claim(self, words: str) -> Callable[[Check], Check]:
        """Register a check for the sentences in which these words are found."""

        def register(check: Check) -> Check:
            self.checks.append((re.compile(words), check))
            return check

        return register

    def check_of(self, said: str) -> Check | None:
        return next((check for words, check in self.checks if words.search(said)), None)
