"""What a bot that thinks ahead can tell a person: its best candidates, what each is worth, and why."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from stellwerk.core.action import Action
from stellwerk.core.view import View


class Reason(NamedTuple):
    """A sentence of `bots/data/reasons.toml`, with what is put into it."""

    key: str
    data: Mapping[str, int | str] = {}


class Advice(NamedTuple):
    """A candidate: the action, what the seat's score is expected to become by it, and what speaks for it."""

    action: Action
    worth: float
    reasons: tuple[Reason, ...] = ()


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say how it judges: its candidates, the one it would take first."""

    def advise(self, view: View[Any], rng: Random) -> list[Advice]: ...
