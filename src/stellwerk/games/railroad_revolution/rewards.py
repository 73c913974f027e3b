"""What tiles give: one form for city tiles, telegraph tiles, locomotives, deals, start tiles and abilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from stellwerk.core.errors import DataError

COLOURS: Final = ("white", "violet", "orange", "grey", "turquoise")
"""The workers; a count of workers lists them in this order."""

SPECIALISTS: Final = COLOURS[1:]
ANY: Final = "any"


@dataclass(frozen=True, slots=True)
class Reward:
    """What is paid, what is had at once, and what may then be done. Nothing of it has to be done."""

    pay: int = 0
    money: int = 0
    shares: int = 0
    steps: int = 0
    flip: int = 0
    loco: int = 0
    promote: int = 0
    promote_price: int = 0
    rail: int = 0
    rail_price: int = 0
    station: int = 0
    office: int = 0
    swap: int = 0
    any_worker: int = 0
    start_rail: int = 0
    start_station: int = 0
    start_office: int = 0
    workers: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    @property
    def new_workers(self) -> int:
        return len(self.workers) + bool(self.one_of) + self.any_worker


LISTS: Final = ("workers", "one_of")
NUMBERS: Final = tuple(field.name for field in fields(Reward) if field.name not in LISTS)


def read_reward(file: str, where: str, data: Any) -> Reward:
    """A reward from a data file; whatever it does not know is refused by its name."""
    if not isinstance(data, Mapping):
        raise DataError(file, f"{where}: a reward is a table, not {data!r}")
    for name, value in data.items():
        if name in NUMBERS:
            if type(value) is not int or value < 0:
                raise DataError(file, f"{where}: {name} must be a number, not {value!r}")
        elif name not in LISTS:
            raise DataError(file, f"{where}: {name!r} is no part of a reward")
        elif not isinstance(value, list) or not set(value) <= set(SPECIALISTS):
            raise DataError(file, f"{where}: {name} must list some of {', '.join(SPECIALISTS)}")
    read: dict[str, Any] = {name: tuple(value) if name in LISTS else value for name, value in data.items()}
    return Reward(**read)
