"""Whether the data files of Railroad Revolution fit together: for owners who correct them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from stellwerk.games.railroad_revolution.board import Board
from stellwerk.games.railroad_revolution.rewards import ANY, COLOURS, SPECIALISTS
from stellwerk.games.railroad_revolution.tiles import HANDED_OUT, LETTERS, Milestone, Tiles

CITIES, AREAS, DEAL_AREAS, SECTIONS, FIRST_GROUP = 15, 8, 2, 8, 1
TRACKS = ("offices", "stations", "network")
TERRAIN = range(4)
NEEDS = ("cities", "stations", "deals", "terrain")
LINK_POINTS = (5, 8)
MOST_WORKERS, MOST_NEEDS = 2, 3


def problems(board: Board, tiles: Tiles, numbers: Mapping[str, Any], seats: range) -> list[str]:
    """All that is wrong, one sentence each."""
    return [
        *(f"board.toml: {problem}" for problem in _board(board)),
        *(f"board.toml: {problem}" for problem in _player_board(board, numbers)),
        *(f"tiles.toml: {problem}" for problem in _tiles(board, tiles, numbers)),
        *(f"milestones.toml: {problem}" for problem in _milestones(board, tiles, numbers, seats)),
        *(f"numbers.toml: {problem}" for problem in _numbers(board, tiles, numbers, seats)),
    ]


def _board(board: Board) -> Iterator[str]:
    """Cities and spaces are there once and can be reached; the first link is a single space in the first group."""
    if len(board.cities) != CITIES or len(board.city_number) != len(board.cities):
        yield f"there are {CITIES} cities, each once, not {len(board.cities)}"
    if len(board.space_number) != len(board.spaces):
        yield "a rail space stands twice"
    first = board.links[0]
    groups = {city.id: city.group for city in board.cities}
    if len(first.spaces) != 1 or {groups[first.start], groups[first.end]} != {FIRST_GROUP}:
        yield "the first link is a single space between the two cities of group 1"
    grown, before = 1, 0
    while grown != before:
        before, grown = grown, grown | board.reached(grown)[1]
    for n, space in enumerate(board.spaces):
        if not grown >> n & 1:
            yield f"space {space.id} cannot be reached from the first one"
        if space.triangles not in TERRAIN:
            yield f"space {space.id} has {space.triangles} triangles, spaces have {TERRAIN[0]} to {TERRAIN[-1]}"
    for n, city in enumerate(board.cities):
        if not board.reached(grown)[0] >> n & 1:
            yield f"{city.name} cannot be reached"
        if city.cost < 0:
            yield f"{city.name} costs {city.cost}"
    yield from _telegraph(board)


def _telegraph(board: Board) -> Iterator[str]:
    if len(board.areas) != AREAS or sum(area.deal for area in board.areas) != DEAL_AREAS:
        yield f"the telegraph line has {AREAS} areas, {DEAL_AREAS} of them with a deal symbol"
    if len(board.area_links) != len(board.areas) - 1 or not set(board.area_links) <= set(LINK_POINTS):
        yield f"between neighbouring areas stand {' or '.join(map(str, LINK_POINTS))} points"
    if any(area.shares < 1 or area.first < 1 for area in board.areas):
        yield "every area gives shares, and more for the first office"


def _player_board(board: Board, numbers: Mapping[str, Any]) -> Iterator[str]:
    """Tracks are the book's three with the book's gates; the sections hold the book's pieces."""
    if tuple(track.id for track in board.tracks) != TRACKS:
        yield f"the tracks are {', '.join(TRACKS)}"
    for track in board.tracks:
        if list(track.points) != sorted(track.points):
            yield f"the points of track {track.id} must not fall"
        for gate in track.gates:
            if gate and [bool(gate.money), bool(gate.shares), bool(gate.workers)].count(True) != 1:
                yield f"a gate of track {track.id} asks for one of money, shares and workers"
            if gate and bool(gate.money) != bool(gate.high):
                yield f"a money gate of track {track.id} has a price in the variant too"
            if gate and gate.workers > 1:
                yield f"a gate of track {track.id} asks for one worker at most"
    if len(board.sections) != SECTIONS or board.logo not in range(1, SECTIONS + 1):
        yield f"a player board has {SECTIONS} sections, and the logo between two of them"
    for name in ("buildings", "rails"):
        found, due = sum(getattr(section, name) for section in board.sections), numbers["setup"][name]
        if found != due:
            yield f"the sections hold {found} {name}, not {due}"


def _tiles(board: Board, tiles: Tiles, numbers: Mapping[str, Any]) -> Iterator[str]:
    """Counts are the book's, and every city has a tile."""
    components = numbers["components"]
    loose = [tile for tile in tiles.cities.values() if not tile.city]
    counts = {
        "city_tiles": len(loose),
        "telegraph_tiles": len(tiles.telegraph),
        "locomotives": sum(loco.copies for loco in tiles.locos),
        "deals": len(tiles.deals),
        "start_tiles": len(tiles.starts),
    }
    for name, count in counts.items():
        if count != components[name]:
            yield f"there are {count} {name.replace('_', ' ')}, not {components[name]}"
    groups = Counter(city.group for city in board.cities)
    printed = [tile.city for tile in tiles.cities.values() if tile.city]
    for city in printed:
        if city not in board.city_number or board.cities[board.city_number[city]].group != FIRST_GROUP:
            yield f"the tile of {city} is printed on no city of group {FIRST_GROUP}"
    for group, count in groups.items():
        found = sum(tile.number == group for tile in tiles.cities.values())
        if found != count:
            yield f"there are {found} city tiles of number {group} for {count} cities"
    if len(tiles.telegraph) != sum(not area.deal for area in board.areas):
        yield "every area without deal symbol needs a telegraph tile"
    yield from _rewards(tiles, numbers)


def _rewards(tiles: Tiles, numbers: Mapping[str, Any]) -> Iterator[str]:
    """Deals cost what the book allows, and tiles give what their kind gives."""
    least, most = numbers["constants"]["deals_cost"]
    for deal, offers in tiles.deals.items():
        if len(offers) != 2 or any(not least <= offer.shares <= most for offer in offers):
            yield f"deal {deal} needs two offers for {least} to {most} shares"
    if sum(loco.starting for loco in tiles.locos) != 1 or len({loco.id for loco in tiles.locos}) != len(tiles.locos):
        yield "locomotives have different ids, and one type is handed out at the start"
    for tile in tiles.cities.values():
        main = tile.main
        if not main.steps and not main.new_workers:
            yield f"the main reward of city tile {tile.id} is steps or workers"


def _milestones(board: Board, tiles: Tiles, numbers: Mapping[str, Any], seats: range) -> Iterator[str]:
    """Every milestone can be reached on this board, and there are enough of them."""
    if len(tiles.milestones) != numbers["components"]["milestones"]:
        yield f"there are {len(tiles.milestones)} milestones, not {numbers['components']['milestones']}"
    stacks = tiles.stacks
    for letter in stacks.keys() - {*HANDED_OUT, *LETTERS}:
        yield f"there is no stack {letter}"
    for letter in HANDED_OUT:
        if len(stacks[letter]) < seats[-1]:
            yield f"stack {letter} is too small for {seats[-1]} players"
    for letter in LETTERS:
        if not stacks[letter]:
            yield f"stack {letter} is empty"
    for tile in tiles.milestones.values():
        yield from _milestone(board, tile)


def _milestone(board: Board, tile: Milestone) -> Iterator[str]:
    if len(tile.workers) not in range(1, MOST_WORKERS + 1) or len(tile.needs) not in range(1, MOST_NEEDS + 1):
        yield f"{tile.id} asks for 1 or {MOST_WORKERS} workers and 1 to {MOST_NEEDS} conditions"
    allowed = {ANY} if tile.stack == LETTERS[-1] else set(COLOURS)
    if not set(tile.workers) <= allowed:
        yield f"{tile.id} asks for workers of {', '.join(sorted(allowed))} only"
    for need in tile.needs:
        if need.kind not in NEEDS:
            yield f"{tile.id} asks for {need.kind!r}, which nobody knows"
            continue
        groups = board.groups.get(need.of, 0)
        there = {
            "cities": groups,
            "stations": groups,
            "deals": board.deals,
            "terrain": board.terrain.get(need.of, 0),
        }[need.kind]
        if not 1 <= need.least <= there.bit_count():
            yield f"{tile.id} asks for {need.least} of {need.kind} {need.of}, the board has {there.bit_count()}"


def _numbers(board: Board, tiles: Tiles, numbers: Mapping[str, Any], seats: range) -> Iterator[str]:
    """For each number of players there are pieces enough, and what is taken for those who are missing exists."""
    components, setup = numbers["components"], numbers["setup"]
    if set(components["workers"]) != set(COLOURS):
        yield f"workers are {', '.join(COLOURS)}"
    if any(components["workers"].get(colour, 0) < seats[-1] for colour in SPECIALISTS):
        yield "there is a worker of each colour for every start tile"
    if setup["white_workers"] * seats[-1] > components["workers"].get("white", 0):
        yield "there are not enough white workers to begin with"
    if setup["buildings"] + 1 != components["buildings_each"] or setup["rails"] + 2 != components["rails_each"]:
        yield "of each player's pieces a building and a rail wait beside the board, and a rail lies on its first space"
    if any(count < seats[-1] for count in (loco.copies for loco in tiles.locos if loco.starting)):
        yield "everybody starts with a locomotive"
    if len(tiles.starts) < seats[-1]:
        yield "there is a start tile for everybody"
    for count in seats:
        yield from _seats(board, tiles, setup, count)


def _seats(board: Board, tiles: Tiles, setup: Mapping[str, Any], count: int) -> Iterator[str]:
    """What is said about one number of players."""
    for table in ("loco_stack", "first_stations_taken", "first_offices_taken"):
        if str(count) not in setup[table]:
            yield f"{table} says nothing about {count} players"
            return
    for city in setup["first_stations_taken"][str(count)]:
        if city not in board.city_number:
            yield f"there is no city {city!r}"
    for area in setup["first_offices_taken"][str(count)]:
        if area not in range(1, len(board.areas) + 1) or board.areas[area - 1].deal:
            yield f"with {count} players area {area} cannot be taken: start tiles need the areas with deal symbol"
    if any(setup["loco_stack"][str(count)] > loco.copies for loco in tiles.locos if not loco.starting):
        yield f"there are not enough locomotives for {count} players"
