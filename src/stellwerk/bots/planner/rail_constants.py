"""The constants by which a planner judges 18xx positions, from data files that say where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from stellwerk.bots.planner.numbers import FOLDER, filled, told

TABLE: Final = "constants"
USUAL: Final = "value_rail.toml"
"""What holds for a title without a file of its own, and for what its file leaves out."""


@dataclass(frozen=True)
class Constants:
    """What a position is judged by; money is that of the game."""

    growth: float
    """By which part a company's run grows in each round while it builds."""

    growth_rounds: float
    """For how many rounds it does so."""

    delay: float
    """In how many rounds a company has a route after it has begun."""

    second: float
    third: float
    """The part of its own best run that a second train brings, and each further one."""

    ramp: float
    """By which part of the bank what all companies earn in a round grows from round to round."""

    pace: float
    """How many trains are bought from the bank in a round."""

    pays: float
    """The part of its rounds in which a company pays out."""

    cash: float
    """What money in hand earns its owner in each round that is left, beyond itself."""

    price: float
    rise: float
    dividends: float
    """The weights of the price of a share, of what it will rise by, and of what it will pay."""

    dues: float
    """What it costs a director that a company will lack a pound for its next train."""

    fades: float
    """After how many rounds such a debt counts no more, since there is time to earn it; a near one counts in full."""

    treasury: float
    """What a pound in a treasury is worth to the shareholders that is not needed for a train."""

    private: float
    """The weight of what a private will pay."""

    unfloated: float
    """The part of its price that a share of a company is worth that has not floated."""

    paper: float
    """What a share of a company that does not operate pays in a round, as a part of its price."""

    rivals: float
    """How much the outlook of the best of the others counts beside one's own; the mean of them counts for the rest."""

    caution: float
    """By how much it must be better to sell than what one would usually do; a part of what all have in the mean."""

    restraint: float
    """By how much more that is to be for who expects others to sell as well: what they do to him goes unseen."""

    idleness: float
    """The same for doing nothing."""

    habit: float
    """The same for anything but what one would usually do."""

    desertion: float
    """How readily a director in a rollout leaves a company that will owe for a train to another player; with 0 nobody
    ever does, or keeps money for such a debt."""

    heirs: float
    """The part of a near debt for a train that counts for who would lead the company if its director left."""

    newcomer: Mapping[str, float] = field(default_factory=dict)
    """By the number of stops that a train counts (0: any number) what it earns a company that has not run yet."""

    def fresh(self, stops: int | None) -> float:
        """What a train earns a company that has not run yet."""
        table = self.newcomer
        return table.get(str(stops or 0)) or table["0"]


@cache
def constants(title: str) -> Constants:
    """The constants of a title."""
    own = FOLDER / f"value_{title}.toml"
    numbers = told(USUAL, TABLE) | (told(own.name, TABLE) if own.is_file() else {})
    return filled(Constants, numbers, own.name)
