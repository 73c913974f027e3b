"""What was found out and may be asked again: so many answers, for whoever plays by the same rules."""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(Generic[K, V]):
    """Answers by question, at most so many; the oldest are forgotten first.

    A game is shared by all its matches, and each match may be worked at in a thread of its own. Two threads may find
    out the same, but neither trips over what the other one forgets: every step here is one operation of a dict.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[K, V] = {}

    def get(self, question: K) -> V | None:
        return self._known.get(question)

    def keep(self, question: K, answer: V) -> V:
        if len(self._known) >= self._most:
            for old in list(self._known)[: max(1, self._most // 4)]:
                self._known.pop(old, None)
        self._known[question] = answer
        return answer

    def __len__(self) -> int:
        return len(self._known)
