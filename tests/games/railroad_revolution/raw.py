"""The table as read off a position and the data files by plain code that asks nothing of the engine."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from stellwerk.games.railroad_revolution.game import TITLE
from stellwerk.games.railroad_revolution.state import RevolutionState

COLOURS: Final = ("white", "violet", "orange", "grey", "turquoise")
ACTIONS: Final = ("station", "railroad", "telegraph", "trade")
SHARE, HIRE, TWO_RAILS, TRIANGLE, ENOUGH = 150, 800, 400, 100, 4
NEVER: Final = 10**9


def data(name: str) -> dict[str, Any]:
    return tomllib.loads(TITLE.folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))


TILES, BOARD, MILESTONES, NUMBERS = data("tiles"), data("board"), data("milestones"), data("numbers")
CITY_TILES: Final[Mapping[str, Any]] = {tile["id"]: tile for tile in TILES["city"]}
WIRES: Final[Mapping[str, Any]] = {tile["id"]: tile["reward"] for tile in TILES["telegraph"]}
DEALS: Final[Mapping[str, Any]] = {tile["id"]: tile["offers"] for tile in TILES["deal"]}
STARTS: Final[Mapping[str, Any]] = {tile["id"]: tile for tile in TILES["start"]}
LOCOS: Final = [loco["id"] for loco in TILES["loco"]]
LOCO_REWARDS: Final[Mapping[str, Any]] = {loco["id"]: loco["reward"] for loco in TILES["loco"]}
WANTED: Final[Mapping[str, list[str]]] = {tile["id"]: tile["workers"] for tile in MILESTONES["milestone"]}
CITIES: Final[Mapping[str, Any]] = {city["id"]: city for city in BOARD["city"]}
AREAS: Final = BOARD["telegraph"]["areas"]
SECTIONS: Final = BOARD["sections"]["list"]
TRACKS: Final[Mapping[str, Any]] = {track["id"]: track for track in BOARD["track"]}
TRACK_NAMES: Final = list(TRACKS)
SPACES: Final = [space for link in BOARD["link"] for space in link["spaces"]]
NAMES: Final = [space["id"] for space in SPACES]
TRIANGLES: Final = {space["id"]: space["triangles"] for space in SPACES}
TOP: Final = len(BOARD["track"][0]["points"]) - 1
EFFECTS: Final = NUMBERS["effects"]
PLAIN: Final[Mapping[tuple[str, str], Any]] = {
    ("station", "violet"): EFFECTS["station_violet"],
    ("railroad", "violet"): EFFECTS["rail_violet"],
    ("railroad", "grey"): EFFECTS["rail_grey"],
    ("telegraph", "violet"): EFFECTS["tele_violet"],
    ("trade", "violet"): EFFECTS["trade_violet"],
    ("trade", "turquoise"): EFFECTS["trade_turquoise"],
}
"""Abilities that are plain rewards."""

SHORT: Final = {"railroad": "rail", "telegraph": "tele"}


def effect_of(action: str, colour: str) -> str:
    return f"w.{SHORT.get(action, action)}.{colour}"


def laid(s: RevolutionState, seat: int) -> set[str]:
    return {space for n, space in enumerate(NAMES) if s.network[seat] >> n & 1}


def _ends() -> dict[str, set[str]]:
    """By space the cities at its ends."""
    ends: dict[str, set[str]] = {name: set() for name in NAMES}
    for link in BOARD["link"]:
        ends[link["spaces"][0]["id"]].add(link["from"])
        ends[link["spaces"][-1]["id"]].add(link["to"])
    return ends


ENDS: Final = _ends()


def _next_to() -> dict[str, set[str]]:
    """By space those that follow it on its link or meet it in a city."""
    near = {one: {two for two in NAMES if two != one and ENDS[one] & ENDS[two]} for one in NAMES}
    for link in BOARD["link"]:
        names = [space["id"] for space in link["spaces"]]
        for one, two in pairwise(names):
            near[one].add(two)
            near[two].add(one)
    return near


NEAR: Final = _next_to()


def touching(rails: set[str]) -> set[str]:
    """The free spaces beside a network."""
    return {other for space in rails for other in NEAR[space]} - rails


def connected(rails: set[str]) -> set[str]:
    return {city for space in rails for city in ENDS[space]}


def without_station(s: RevolutionState, seat: int, rails: set[str]) -> set[str]:
    """The connected cities in which no own station stands."""
    return {city for city in connected(rails) if seat not in s.stations[city]}


def cheapest_station(s: RevolutionState, seat: int) -> int:
    return min((CITIES[city]["cost"] for city in without_station(s, seat, laid(s, seat))), default=NEVER)


def fewest_triangles(rails: set[str], count: int) -> int:
    """Of so many more rails, one after the other."""
    if not count:
        return 0
    return min((TRIANGLES[x] + fewest_triangles(rails | {x}, count - 1) for x in touching(rails)), default=NEVER)


def rest_of(s: RevolutionState, seat: int) -> int:
    """Least cost of the rest of the main action; negative where it brings money."""
    if not s.main:
        return 0
    if s.action == "station":
        return cheapest_station(s, seat) if s.buildings[seat] else NEVER
    if s.action == "railroad":
        fewest = fewest_triangles(laid(s, seat), s.main)
        return NEVER if fewest == NEVER or s.rails[seat] < s.main else fewest * TRIANGLE + (0 if s.laid else TWO_RAILS)
    if s.action == "telegraph":
        return 0 if s.buildings[seat] else NEVER
    left = s.buildings[seat] or s.rails[seat]
    return -SECTIONS[first_section(s, seat)]["price"] if left else NEVER


def sections_of(s: RevolutionState, seat: int, piece: str) -> list[int]:
    """By section how many pieces of a kind are left: those on the left go first."""
    left = s.buildings[seat] if piece == "buildings" else s.rails[seat]
    counts = []
    for section in reversed(SECTIONS):
        counts.append(min(section[piece], left))
        left -= counts[-1]
    return counts[::-1]


def first_section(s: RevolutionState, seat: int) -> int:
    both = zip(sections_of(s, seat, "buildings"), sections_of(s, seat, "rails"), strict=True)
    return next(n for n, (one, two) in enumerate(both) if one or two)


def workers(s: RevolutionState, seat: int) -> int:
    return sum(s.supply[seat]) + sum(s.posts[seat])


def has_worker(s: RevolutionState, seat: int, colour: str, where: str) -> bool:
    n = COLOURS.index(colour)
    return bool(s.supply[seat][n] if where == "supply" else sum(s.posts[seat][n::5]))


def allowed(s: RevolutionState, kind: str) -> bool:
    return any(grant.kind == kind for grant in s.grants)


def gate(s: RevolutionState, seat: int, track: str) -> Mapping[str, int] | None:
    """Gate before the next step, empty where there is none; None on the top."""
    place = s.steps[seat][TRACK_NAMES.index(track)] + 1
    if place > TOP:
        return None
    return next((gate for gate in TRACKS[track]["gates"] if gate["space"] == place), {})


def left_to_ask(s: RevolutionState, seat: int, tile: str) -> list[str]:
    """The colours that a milestone in front of a seat still asks for."""
    left = list(WANTED[tile])
    for colour in s.managers[seat][s.goals[seat].index(tile)]:
        left.remove(colour if colour in left else "any")
    return left


def brings(s: RevolutionState, seat: int, part: str) -> bool:
    """Whether a part of a reward can give anything at all."""
    rails = laid(s, seat)
    if part in ("workers", "one_of", "any_worker", "swap"):
        return any(s.bank)
    checks = {
        "steps": lambda: any(step < TOP for step in s.steps[seat]),
        "loco": lambda: any(s.depot),
        "promote": lambda: any(goal and left_to_ask(s, seat, goal) for goal in s.goals[seat]),
        "rail": lambda: s.rails[seat] > 0 and bool(touching(rails)),
        "station": lambda: s.buildings[seat] > 0 and bool(without_station(s, seat, rails)),
        "office": lambda: s.buildings[seat] > 0 and any(seat not in owners for owners in s.offices),
    }
    return checks[part]() if part in checks else True


def parts(reward: Mapping[str, Any]) -> list[str]:
    """Gains of a reward, without its cost."""
    return [part for part in reward if part not in ("pay", "promote_price", "rail_price")]


def taken(s: RevolutionState, seat: int) -> Iterator[Mapping[str, Any]]:
    """The rewards that this action or deal has given for certain."""
    if s.worker == "white":
        yield {"promote": 1}
    if s.action == "trade":
        yield {"flip": 1}
    if s.action == "station" and not s.main:
        tile = CITY_TILES[s.tiles[s.spot]]
        yield from [tile["main"]] * ("reward" not in s.offers)
        yield from [tile["first"]] * ("bonus" not in s.offers and s.stations[s.spot][0] == seat)
    if s.action == "telegraph" and not s.main and s.wires[int(s.spot) - 1] and "wire" not in s.offers:
        yield WIRES[s.wires[int(s.spot) - 1]]
    for offer in s.taken:
        yield DEALS[s.deal][offer]["reward"]
