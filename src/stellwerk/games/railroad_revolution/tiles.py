"""The tiles: cities, telegraph, locomotives, deals, start tiles and milestones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stellwerk.core.errors import DataError
from stellwerk.games.railroad_revolution.rewards import Reward, read_reward

FILE = "tiles.toml"
MILESTONES_FILE = "milestones.toml"
LETTERS: Final = ("B", "C", "D")
"""The stacks from which milestones are drawn during play, in the order in which they follow each other."""

HANDED_OUT: Final = ("A1", "A2")
SIDES: Final = ("front", "back")


class CityTile(NamedTuple):
    """`number` is on its back; `city` is where it is printed, if it is."""

    id: str
    number: int
    main: Reward
    first: Reward
    city: str


class Loco(NamedTuple):
    """A type of locomotive; the starting type is handed out and in no stack."""

    id: str
    copies: int
    starting: bool
    reward: Reward


class Offer(NamedTuple):
    """Half a deal tile: shares for a reward."""

    shares: int
    reward: Reward


class Need(NamedTuple):
    """A condition of a milestone: at least so many cities, stations, deal spaces or spaces of a terrain."""

    kind: str
    of: int
    least: int


class Milestone(NamedTuple):
    """`workers` are the colours of its managers, "any" for any."""

    id: str
    stack: str
    points: int
    workers: tuple[str, ...]
    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Tiles:
    """All tiles by id, in the order of the files."""

    cities: Mapping[str, CityTile]
    telegraph: Mapping[str, Reward]
    locos: tuple[Loco, ...]
    deals: Mapping[str, tuple[Offer, ...]]
    starts: Mapping[str, tuple[Reward, Reward]]
    milestones: Mapping[str, Milestone]

    @property
    def stacks(self) -> dict[str, tuple[str, ...]]:
        """The milestones by the letter on their back."""
        stacks: dict[str, tuple[str, ...]] = dict.fromkeys((*HANDED_OUT, *LETTERS), ())
        for tile in self.milestones.values():
            stacks[tile.stack] = (*stacks.get(tile.stack, ()), tile.id)
        return stacks


def compile_tiles(data: Mapping[str, Any], milestones: Mapping[str, Any]) -> Tiles:
    """Read the data files of the tiles."""
    try:
        return Tiles(
            cities=_once({x["id"]: _city_tile(x) for x in data["city"]}, data["city"]),
            telegraph=_once({x["id"]: _reward(x["id"], x["reward"]) for x in data["telegraph"]}, data["telegraph"]),
            locos=tuple(
                Loco(x["id"], x["count"], x.get("starting", False), _reward(x["id"], x["reward"])) for x in data["loco"]
            ),
            deals=_once({x["id"]: _offers(x) for x in data["deal"]}, data["deal"]),
            starts=_once({x["id"]: _start(x) for x in data["start"]}, data["start"]),
            milestones=_once({x["id"]: _milestone(x) for x in milestones["milestone"]}, milestones["milestone"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(FILE, f"something is missing or wrong: {error!r}") from error


def _once(found: dict[str, Any], listed: list[Any]) -> dict[str, Any]:
    """A tile whose id stands twice would hide another one."""
    if len(found) != len(listed):
        raise ValueError(f"an id stands twice among {', '.join(str(entry['id']) for entry in listed)}")
    return found


def _reward(where: str, data: Any) -> Reward:
    return read_reward(FILE, where, data)


def _city_tile(x: Mapping[str, Any]) -> CityTile:
    return CityTile(x["id"], x["number"], _reward(x["id"], x["main"]), _reward(x["id"], x["first"]), x.get("city", ""))


def _offers(x: Mapping[str, Any]) -> tuple[Offer, ...]:
    return tuple(Offer(offer["shares"], _reward(x["id"], offer["reward"])) for offer in x["offers"])


def _start(x: Mapping[str, Any]) -> tuple[Reward, Reward]:
    return _reward(x["id"], x["front"]), _reward(x["id"], x["back"])


def _milestone(x: Mapping[str, Any]) -> Milestone:
    needs = tuple(Need(need["kind"], need["of"], need["least"]) for need in x["needs"])
    return Milestone(x["id"], x["stack"], x["points"], tuple(x["workers"]), needs)
