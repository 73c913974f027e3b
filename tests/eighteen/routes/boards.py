"""Boards for tests: that of 1830, one for each position of a record, and small ones drawn at random."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from hypothesis import strategies as st

from stellwerk.eighteen.hexmap import Hex, HexMap, read_map
from stellwerk.eighteen.routes import Bonus, Border, Passing, Position, RouteRules
from stellwerk.eighteen.ruleset import Ruleset
from stellwerk.eighteen.tiles import Catalogue, Face, Path, Stop
from stellwerk.eighteen.trains import Train, halved
from stellwerk.games.g1830.game import TITLE as TITLE_OF_1830
from stellwerk.games.g1848.game import TITLE as TITLE_OF_1848
from stellwerk.games.g1853.game import TITLE as TITLE_OF_1853
from tests.interop.real import NAMES as NAMES_OF_GAMES
from tests.interop.real import lines

Stations = dict[str, tuple[tuple[str, ...], ...]]


@cache
def catalogue(tile_set: str = "1830") -> Catalogue:
    if tile_set == "1853":
        return TITLE_OF_1853.catalogue("all")
    return TITLE_OF_1830.catalogue("classic") if tile_set == "1830" else TITLE_OF_1848.catalogue("all")


@cache
def board_of_1830() -> HexMap:
    text = files("stellwerk.games").joinpath("g1830", "data", "map.toml").read_text(encoding="utf-8")
    return read_map(tomllib.loads(text))


def train(name: str) -> Train:
    """A train of 1830: its number is its range, D has none."""
    return Train(name, 0, None if name == "D" else int(name), None)


def faces_on(board: HexMap, tiles: Mapping[str, str], tile_set: str = "1830") -> list[Face]:
    """What lies on the board after these tiles were laid, "number/rotation" by hex."""
    faces = [hex_.face for hex_ in board.hexes]
    for name, tile in tiles.items():
        number, rotation = tile.split("/")
        faces[board.number[name]] = catalogue(tile_set).face(number, int(rotation))
    return faces


def records(title: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All positions of recorded games of a title in which trains ran, each with a name."""
    for name in (name for name in NAMES_OF_GAMES if name.startswith(title)):
        for record in lines(name, "routes"):
            yield f"{name} {record['n']}", record


def stations_of(board: HexMap, faces: list[Face], tokens: Mapping[str, Any]) -> Stations:
    """The stations of a record, at those stops whose exits it names."""
    stations: Stations = {}
    for name, cities in tokens.items():
        face = faces[board.number[name]]
        rows: list[tuple[str, ...]] = [()] * len(face.stops)
        places = [number for number, stop in enumerate(face.stops) if stop.kind != "town"]
        for city in cities:
            exits = sum(1 << edge for edge in city["exits"])
            same = [number for number in places if exits and face.stop_exits[number] == exits]
            number = same[0] if same else places[city["city"]]
            rows[number] = tuple(token for token in (*city["tokens"], *city["extra"]) if token)
        stations[name] = tuple(rows)
    return stations


def position_of(record: Mapping[str, Any]) -> Position:
    """A recorded position of 1830."""
    board = board_of_1830()
    faces = faces_on(board, record["tiles"])
    stations = stations_of(board, faces, record["tokens"])
    return Position(board, faces, stations, record["corporation"], int(record["phase"] not in {"2", "3", "4"}))


# --- the whole board of 1830 built up -------------------------------------------------------------------


def built_up(seed: int = 0, unlimited: bool = False) -> list[Face]:
    """As much track as the tiles of the box give, or as the hexes take if each tile were there without limit.

    Hex after hex gets the tile that fits it and joins most track: stops first, or in an order drawn from a seed.
    """
    board, left = board_of_1830(), dict(catalogue().counts)
    faces = [hex_.face for hex_ in board.hexes]
    hexes = sorted((hex_ for hex_ in board.hexes if not hex_.fixed), key=lambda hex_: not hex_.face.stops)
    if seed:
        Random(seed).shuffle(hexes)
    for hex_ in hexes:
        fitting = [
            face
            for number in catalogue()
            if unlimited or left[number]
            for face in catalogue().faces(number)
            if fits(board, hex_.number, face)
        ]
        if fitting:
            best = max(fitting, key=lambda face: 10 * gained(board, hex_.number, face, faces) + 3 * len(face.paths))
            faces[hex_.number] = best
            left[best.number] -= 1
    return faces


def fits(board: HexMap, number: int, face: Face) -> bool:
    """Whether a tile of any colour may lie on a hex: its stops, its label, no track off the board."""
    printed = board.hexes[number].face
    same = [stop.kind for stop in face.stops] == [stop.kind for stop in printed.stops]
    labelled = face.label == printed.label or not any(stop.kind == "city" for stop in printed.stops)
    kept = not printed.paths or printed.stops_onto(face) is not None
    return same and labelled and kept and not face.exits & ~board.open_edges[number]


def gained(board: HexMap, number: int, face: Face, faces: list[Face]) -> int:
    """Two for each edge at which track goes on, one where it may, minus one where it never will."""
    total = 0
    for edge, other in enumerate(board.neighbours[number]):
        if face.exits >> edge & 1:
            built = board.hexes[other].fixed or faces[other] is not board.hexes[other].face
            total += 2 if faces[other].exits >> (edge + 3) % 6 & 1 else -1 if built else 1
    return total


def stress(seed: int = 0, unlimited: bool = False) -> Position:
    """The Pennsylvania with three stations on a board that is built up."""
    stations = {"H12": (("PRR",),), "E19": (("PRR",),), "H4": (("PRR",),)}
    return Position(board_of_1830(), built_up(seed, unlimited), stations, "PRR", 1)


# --- small boards drawn at random ----------------------------------------------------------------------

NAMES = ("A3", "A5", "A7", "B2", "B4", "B6", "B8", "C3", "C5", "C7")
GAUGES = ("standard", "metre", "dual")
STOPS = (
    Stop("city", (10,), 1),
    Stop("city", (20,), 1),
    Stop("city", (30, 50), 2),
    Stop("town", (10,)),
    Stop("offboard", (30, 60)),
)


def small_positions(odd: bool = False) -> st.SearchStrategy[Position]:
    """A company on ten hexes with any tiles, or with odd faces and odd rules.

    Drawn from a seed: drawing each piece of track for itself takes longer than running the trains.
    """
    return st.integers(0, 2**40).map(lambda seed: small_position(Random(seed), odd))


def small_position(rng: Random, odd: bool) -> Position:
    areas = tuple(rng.choice(["", "", "West", "East"]) if odd else "" for _ in NAMES)
    gauges = odd and rng.random() < 0.3
    board = patch(areas)
    faces = [odd_face(rng, gauges) if odd and rng.random() < 0.4 else face for face in lay_tiles(rng, board)]
    stations: Stations = {}
    for hex_, face in zip(board.hexes, faces, strict=True):
        rows = tuple(markers(rng, stop) for stop in face.stops)
        if any(rows):
            stations[hex_.name] = rows
    rules = odd_rules(rng, gauges) if odd else RouteRules()
    position = Position(board, faces, stations, "ME", rng.randrange(2), rules)
    return scenario(rng, position) if odd and rng.random() < 0.6 else position


def scenario(rng: Random, position: Position) -> Position:
    """The same with a herald, licences, marked hexes and cities that count as one, or some of that.

    No station can stand where a licence is asked for.
    """
    names = [hex_.name for hex_ in position.hexmap.hexes]
    plain = [name for name, face in zip(names, position.faces, strict=True) if not face.stops and face.paths]
    heralds = dict(zip(rng.sample(["ME", "YOU"], 2), rng.sample(plain, min(2, len(plain))), strict=False))
    free = [name for name in names if name not in heralds.values() and name not in position.stations]
    rules = replace(
        position.rules,
        apart=rng.random() < 0.5,
        whole=frozenset(rng.sample(names, rng.choice([0, 4, 10]))),
        licensed=frozenset(rng.sample(free, min(len(free), rng.choice([0, 0, 1, 2])))),
        herald=rng.choice([10, 10, 30]),
        passing=Passing(frozenset(rng.sample(names, rng.choice([0, 3, 6]))), rng.choice([10, 25])),
    )
    licences = rng.choice([(), ("YOU",), ("YOU", "ME")])
    return replace(position, rules=rules, heralds=rng.choice([{}, heralds, heralds]), licences=licences)


@cache
def patch(areas: tuple[str, ...]) -> HexMap:
    """Ten hexes, some of them in areas."""
    hexes = {name: {"kind": "white", "area": area} for name, area in zip(NAMES, areas, strict=True)}
    return read_map({"hex": hexes})


def lay_tiles(rng: Random, board: HexMap, tile_set: str = "1830") -> list[Face]:
    """A tile on each hex: of a few drawn at random that which joins most track."""
    faces = [hex_.face for hex_ in board.hexes]
    tiles = catalogue(tile_set)
    numbers = sorted(tiles)
    for hex_, near in enumerate(board.neighbours):
        drawn = [tiles.face(rng.choice(numbers), rng.randrange(6)) for _ in range(4)]
        faces[hex_] = max(drawn, key=lambda face: joined(face, near, faces))
    return faces


def joined(face: Face, near: tuple[int, ...], faces: list[Face]) -> int:
    """How much track of a tile goes on, counting half what may be joined later and less what never will."""
    total = 0
    for edge, other in enumerate(near):
        if face.exits >> edge & 1:
            there = faces[other] if other >= 0 else None
            total += 2 if there and there.exits >> (edge + 3) % 6 & 1 else int(there is not None and not there.paths)
    return total


def odd_face(rng: Random, gauges: bool) -> Face:
    """A face such as no tile shows: stops and track between any ends."""
    here = tuple(rng.choices(STOPS, k=rng.randrange(3)))
    ends = range(6 + len(here))
    pairs = [(a, b) for b in ends for a in ends if a < b]
    chosen = rng.sample(pairs, rng.randrange(2, 6))
    paths = tuple(Path(a, b, rng.choice(GAUGES) if gauges else "standard") for a, b in sorted(chosen))
    return Face("odd", 0, "white", "", here, paths)


def markers(rng: Random, stop: Stop) -> tuple[str, ...]:
    found = (rng.choice(["", "", "ME", "YOU"]) for _ in range(stop.slots))
    return tuple(company for company in found if company)


def odd_rules(rng: Random, gauges: bool) -> RouteRules:
    kinds = [frozenset[str](), frozenset[str](), frozenset({"town"}), frozenset({"city"})]
    return RouteRules(
        free=rng.choice(kinds),
        small=rng.choice(kinds),
        borders=frozenset(Border(rng.choice(NAMES), rng.randrange(6)) for _ in range(rng.randrange(4))),
        gauges={"3": frozenset({"metre"}), "D": frozenset({"standard"})} if gauges else {},
        express=rng.choice([{}, {"2": "West"}]),
        levels=rng.choice([{}, {}, {"D": 1}, {"D": 2, "2": 0, "3": 1}]),
        bonus=Bonus(frozenset(rng.sample(NAMES, 3)), rng.choice([(0,), (0, 0, 50, 70)])),
    )


def fleets(most: int = 3) -> st.SearchStrategy[list[Train]]:
    plus = st.sampled_from([Train("2+1", 0, 2, None, 1), Train("3+2", 0, 3, None, 2)])
    plain = st.sampled_from(["2", "3", "4", "D"]).map(train)
    short = st.sampled_from(["5+5", "4+3"]).map(lambda name: halved(Train(name, 0, int(name[0]), None, int(name[2]))))
    return st.lists(st.one_of(plain, plain, plus, short), max_size=most)


# --- two gauges ----------------------------------------------------------------------------------------


def india(seed: int) -> tuple[Position, list[Train]]:
    """A company on ten hexes with tiles of both gauges, junctions and cities in several parts, and its trains."""
    rng = Random(seed)
    board = patch(("",) * len(NAMES))
    faces = lay_tiles(rng, board, "1853")
    stations: Stations = {}
    for hex_, face in zip(board.hexes, faces, strict=True):
        rows = tuple(markers(rng, stop) for stop in face.stops)
        if any(rows):
            stations[hex_.name] = rows
    several = (hex_.name for hex_, face in zip(board.hexes, faces, strict=True) if len(cities(face)) > 1)
    rules = replace(rules_of_1853().routes, whole=frozenset(several))
    names = rng.choices(sorted(rules_of_1853().trains), k=rng.choice([1, 2, 2, 3]))
    visits = tuple(rng.sample(NAMES, rng.choice([0, 0, 1, 2])))
    position = Position(board, faces, stations, "ME", 0, rules, visits=visits)
    return position, [rules_of_1853().trains[name] for name in names]


def cities(face: Face) -> list[Stop]:
    return [stop for stop in face.stops if stop.kind == "city"]


@cache
def rules_of_1853() -> Ruleset:
    return TITLE_OF_1853.ruleset(4, TITLE_OF_1853.resolve({}))


def late_india(seed: int, company: str = "EIR") -> Position:
    """A late board of two gauges: the tiles of the box on as much of the map as they cover, and all stations out.

    Hex after hex around some place gets the tile that joins most track.
    """
    rng, rules = Random(seed), rules_of_1853()
    board, left = rules.hexmap, dict(rules.catalogue.counts)
    faces = [hex_.face for hex_ in board.hexes]
    for hex_ in around(rng, board):
        fitting = [
            face
            for number in rules.catalogue
            if left[number] > 0
            for face in rules.catalogue.faces(number)
            if fits_late(board, hex_.number, face)
        ]
        rng.shuffle(fitting)
        if fitting:
            best = max(fitting, key=lambda face: 10 * gained(board, hex_.number, face, faces) + 3 * len(face.paths))
            faces[hex_.number] = best
            left[best.number] -= 1
    return Position(board, faces, markers_out(rng, board, faces), company, 0, rules.routes)


def around(rng: Random, board: HexMap) -> list[Hex]:
    """The hexes on which tiles may lie, those next to some city first."""
    start = rng.choice([hex_.number for hex_ in board.hexes if cities(hex_.face)])
    found = [start]
    for hex_ in found:
        near = [other for other in board.neighbours[hex_] if other >= 0 and other not in found]
        found.extend(rng.sample(near, len(near)))
    return [board.hexes[number] for number in found if not board.hexes[number].fixed]


def fits_late(board: HexMap, number: int, face: Face) -> bool:
    """Whether a tile may lie on a hex late in a game: towns may have become cities, plain track junctions."""
    printed = board.hexes[number].face
    kinds, there = sorted(stop.kind for stop in printed.stops), sorted(stop.kind for stop in face.stops)
    if printed.label or face.label:
        return printed.label == face.label and not face.exits & ~board.open_edges[number]
    grown = {"": {"", "junction"}, "town": {"town", "city"}, "city": {"city"}, "town town": {"town town"}}
    return " ".join(there) in grown[" ".join(kinds)] and not face.exits & ~board.open_edges[number]


def markers_out(rng: Random, board: HexMap, faces: list[Face]) -> Stations:
    """Eight companies with up to five stations each, one at most on a hex."""
    stations: Stations = {}
    companies = ["EIR", "GIP", "NWR", "BNR", "BBCI", "MSM", "SIR", "ECR"]
    left = [company for company in companies for _ in range(5)]
    rng.shuffle(left)
    places = [(hex_.name, face) for hex_, face in zip(board.hexes, faces, strict=True) if cities(face) and face.paths]
    rng.shuffle(places)
    for name, face in places:
        rows: list[tuple[str, ...]] = [()] * len(face.stops)
        for stop, city in enumerate(face.stops):
            for _ in range(rng.choice([0, city.slots // 2, city.slots])):
                company = next((company for company in left if all(company not in row for row in rows)), None)
                if company:
                    left.remove(company)
                    rows[stop] = (*rows[stop], company)
        if any(rows):
            stations[name] = tuple(rows)
    return stations
